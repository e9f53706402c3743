// RUN: prim-opt %s --pass-pipeline='builtin.module(gpu.module(prim-gpu-to-rocdl),prim-serialize{format=isa})' | sed 's/\\0A/\n/g' | FileCheck %s

// Statements that change the same values in place, with the same clobber, are
// one, in their order.
// CHECK-LABEL: {{^}}chain:
// CHECK-COUNT-1: ;;#ASMSTART
// CHECK-NEXT: first [[X:v[0-9]+]] [[Y:v[0-9]+]]
// CHECK-NEXT: second [[X]] [[Y]]
// CHECK-NEXT: third [[X]] [[Y]]
// CHECK: s_endpgm

// What is read in between keeps them apart.
// CHECK-LABEL: {{^}}apart:
// CHECK: ;;#ASMSTART
// CHECK-NEXT: first
// CHECK: ;;#ASMSTART
// CHECK-NEXT: second
// CHECK: s_endpgm

// So does another clobber, and an exchange of the values.
// CHECK-LABEL: {{^}}others:
// CHECK-COUNT-3: ;;#ASMSTART
// CHECK: s_endpgm

// Nor what a user wrote with a label, which is good for one statement, or that
// looks at memory, which is written in between.
// CHECK-LABEL: {{^}}labels:
// CHECK-COUNT-2: ;;#ASMSTART
// CHECK: s_endpgm
// CHECK-LABEL: {{^}}memory:
// CHECK: read
// CHECK: global_store
// CHECK: read
gpu.module @m [#rocdl.target<chip = "gfx942">] {
  gpu.func @chain(%p: !llvm.ptr<1>, %x: i32, %y: i32) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %a = llvm.inline_asm "first $0 $1", "=v,=v,0,1,~{vcc}" %x, %y : (i32, i32) -> !llvm.struct<(i32, i32)>
    %a0 = llvm.extractvalue %a[0] : !llvm.struct<(i32, i32)>
    %a1 = llvm.extractvalue %a[1] : !llvm.struct<(i32, i32)>
    %b = llvm.inline_asm "second $0 $1", "=v,=v,0,1,~{vcc}" %a0, %a1 : (i32, i32) -> !llvm.struct<(i32, i32)>
    %b0 = llvm.extractvalue %b[0] : !llvm.struct<(i32, i32)>
    %b1 = llvm.extractvalue %b[1] : !llvm.struct<(i32, i32)>
    %c = llvm.inline_asm "third $0 $1", "=v,=v,0,1,~{vcc}" %b0, %b1 : (i32, i32) -> !llvm.struct<(i32, i32)>
    llvm.store %c, %p : !llvm.struct<(i32, i32)>, !llvm.ptr<1>
    gpu.return
  }
  gpu.func @apart(%p: !llvm.ptr<1>, %x: i32, %y: i32) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %a = llvm.inline_asm "first $0 $1", "=v,=v,0,1,~{vcc}" %x, %y : (i32, i32) -> !llvm.struct<(i32, i32)>
    %a0 = llvm.extractvalue %a[0] : !llvm.struct<(i32, i32)>
    %a1 = llvm.extractvalue %a[1] : !llvm.struct<(i32, i32)>
    %b = llvm.inline_asm "second $0 $1", "=v,=v,0,1,~{vcc}" %a0, %a1 : (i32, i32) -> !llvm.struct<(i32, i32)>
    %b0 = llvm.extractvalue %b[0] : !llvm.struct<(i32, i32)>
    %sum = llvm.add %a0, %b0 : i32
    llvm.store %sum, %p : i32, !llvm.ptr<1>
    gpu.return
  }
  gpu.func @others(%p: !llvm.ptr<1>, %x: i32, %y: i32) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %a = llvm.inline_asm "first $0 $1", "=v,=v,0,1,~{vcc}" %x, %y : (i32, i32) -> !llvm.struct<(i32, i32)>
    %a0 = llvm.extractvalue %a[0] : !llvm.struct<(i32, i32)>
    %a1 = llvm.extractvalue %a[1] : !llvm.struct<(i32, i32)>
    %b = llvm.inline_asm "second $0 $1", "=v,=v,0,1,~{scc}" %a0, %a1 : (i32, i32) -> !llvm.struct<(i32, i32)>
    %b0 = llvm.extractvalue %b[0] : !llvm.struct<(i32, i32)>
    %b1 = llvm.extractvalue %b[1] : !llvm.struct<(i32, i32)>
    %c = llvm.inline_asm "third $0 $1", "=v,=v,0,1,~{scc}" %b1, %b0 : (i32, i32) -> !llvm.struct<(i32, i32)>
    llvm.store %c, %p : !llvm.struct<(i32, i32)>, !llvm.ptr<1>
    gpu.return
  }
  gpu.func @labels(%p: !llvm.ptr<1>, %x: i32, %y: i32) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %a = llvm.inline_asm ".Lhere_${:uid}: ; $0 $1", "=v,=v,0,1,~{vcc}" %x, %y : (i32, i32) -> !llvm.struct<(i32, i32)>
    %a0 = llvm.extractvalue %a[0] : !llvm.struct<(i32, i32)>
    %a1 = llvm.extractvalue %a[1] : !llvm.struct<(i32, i32)>
    %b = llvm.inline_asm ".Lhere_${:uid}: ; $0 $1", "=v,=v,0,1,~{vcc}" %a0, %a1 : (i32, i32) -> !llvm.struct<(i32, i32)>
    llvm.store %b, %p : !llvm.struct<(i32, i32)>, !llvm.ptr<1>
    gpu.return
  }
  gpu.func @memory(%p: !llvm.ptr<1>, %x: i32, %y: i32) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %a = llvm.inline_asm "; read $0 $1", "=v,=v,0,1,~{vcc},~{memory}" %x, %y : (i32, i32) -> !llvm.struct<(i32, i32)>
    %a0 = llvm.extractvalue %a[0] : !llvm.struct<(i32, i32)>
    %a1 = llvm.extractvalue %a[1] : !llvm.struct<(i32, i32)>
    llvm.store %x, %p : i32, !llvm.ptr<1>
    %b = llvm.inline_asm "; read $0 $1", "=v,=v,0,1,~{vcc},~{memory}" %a0, %a1 : (i32, i32) -> !llvm.struct<(i32, i32)>
    llvm.store %b, %p : !llvm.struct<(i32, i32)>, !llvm.ptr<1>
    gpu.return
  }
}
