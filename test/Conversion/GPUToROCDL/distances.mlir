// A constant distance from a kernel's argument: what an access can add by itself stays in
// the address, and the rest becomes a base that LLVM does not take apart, one for all
// distances that share it. LLVM would add it to each lane's address.

// RUN: prim-opt %s --pass-pipeline='builtin.module(rocdl-attach-target{chip=gfx942},gpu.module(prim-gpu-to-rocdl))' | FileCheck %s --check-prefixes=CHECK,BITS13
// RUN: prim-opt %s --pass-pipeline='builtin.module(rocdl-attach-target{chip=gfx1030},gpu.module(prim-gpu-to-rocdl))' | FileCheck %s --check-prefixes=CHECK,BITS12
// RUN: prim-opt %s --pass-pipeline='builtin.module(rocdl-attach-target{chip=gfx1201},gpu.module(prim-gpu-to-rocdl))' | FileCheck %s --check-prefixes=CHECK,BITS24
// RUN: prim-opt %s --pass-pipeline='builtin.module(rocdl-attach-target{chip=gfx942},gpu.module(prim-gpu-to-rocdl),prim-serialize{format=isa})' | FileCheck %s --check-prefix=ISA

gpu.module @m {
  // CHECK-LABEL: llvm.func @k
  // CHECK-SAME: (%[[B:[a-z0-9]+]]: !llvm.ptr<1>, %[[X:[a-z0-9]+]]: i32)
  // BITS13-DAG: %[[FAR:.*]] = llvm.getelementptr %[[B]][-16384]
  // BITS13-DAG: %[[HELD:.*]] = llvm.inline_asm "", "=s,0" %[[FAR]]
  // BITS13-DAG: llvm.getelementptr %[[HELD]][4092]
  // BITS13-DAG: llvm.getelementptr %[[HELD]][-4096]
  // BITS13-DAG: llvm.getelementptr %[[B]][4095]
  // BITS13-DAG: llvm.getelementptr %[[B]][-4096]
  // BITS12-DAG: llvm.inline_asm "", "=s,0"
  // BITS12-DAG: llvm.inline_asm "", "=s,0"
  // BITS12-DAG: llvm.inline_asm "", "=s,0"
  // BITS12-DAG: llvm.inline_asm "", "=s,0"
  // BITS12-DAG: llvm.inline_asm "", "=s,0"
  // BITS24-NOT: llvm.inline_asm
  // CHECK: llvm.return
  // ISA-LABEL: k:
  // ISA-DAG: global_store_dword v{{[0-9]+}}, v{{[0-9]+}}, s[{{[0-9]+:[0-9]+}}]
  // ISA-DAG: global_store_dword v{{[0-9]+}}, v{{[0-9]+}}, s[{{[0-9]+:[0-9]+}}] offset:4092
  // ISA-DAG: global_store_dword v{{[0-9]+}}, v{{[0-9]+}}, s[{{[0-9]+:[0-9]+}}] offset:-4096
  // ISA: s_endpgm
  gpu.func @k(%b: !prim.base<global>, %x: i32) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %t = gpu.thread_id x
    %i = arith.index_castui %t : index to i32
    %c4 = arith.constant 4 : i32
    %o = arith.muli %i, %c4 : i32
    %d0 = arith.constant -16384 : index
    %d1 = arith.constant -12292 : index
    %d2 = arith.constant -20480 : index
    %d3 = arith.constant 4095 : index
    %d4 = arith.constant -4096 : index
    %b0 = prim.advance %b, %d0 : !prim.base<global>
    %b1 = prim.advance %b, %d1 : !prim.base<global>
    %b2 = prim.advance %b, %d2 : !prim.base<global>
    %b3 = prim.advance %b, %d3 : !prim.base<global>
    %b4 = prim.advance %b, %d4 : !prim.base<global>
    prim.store %x, %b0[%o] : i32, !prim.base<global>
    prim.store %x, %b1[%o] : i32, !prim.base<global>
    prim.store %x, %b2[%o] : i32, !prim.base<global>
    prim.store %x, %b3[%o] : i32, !prim.base<global>
    prim.store %x, %b4[%o] : i32, !prim.base<global>
    gpu.return
  }

  // A distance that is not known, and workgroup memory, whose instructions reach further.
  // CHECK-LABEL: llvm.func @others
  // CHECK-NOT: llvm.inline_asm
  // CHECK: llvm.return
  gpu.func @others(%b: !prim.base<global>, %d: index, %x: i32) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %c0 = arith.constant 0 : i32
    %far = arith.constant 32768 : index
    %w = prim.workgroup_alloc 65536 : !prim.base<workgroup>
    %b0 = prim.advance %b, %d : !prim.base<global>
    %b1 = prim.advance %b0, %far : !prim.base<global>
    %w1 = prim.advance %w, %far : !prim.base<workgroup>
    prim.store %x, %b1[%c0] : i32, !prim.base<global>
    prim.store %x, %w1[%c0] : i32, !prim.base<workgroup>
    gpu.return
  }

  // An argument of another block may be another one in each lane.
  // CHECK-LABEL: llvm.func @blocks
  // CHECK-NOT: llvm.inline_asm
  // CHECK: llvm.return
  gpu.func @blocks(%b: !prim.base<global>, %p: i1, %x: i32) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %c0 = arith.constant 0 : i32
    %one = arith.constant 1 : index
    %far = arith.constant 65536 : index
    %next = prim.advance %b, %one : !prim.base<global>
    cf.cond_br %p, ^join(%b : !prim.base<global>), ^join(%next : !prim.base<global>)
  ^join(%s: !prim.base<global>):
    %s1 = prim.advance %s, %far : !prim.base<global>
    prim.store %x, %s1[%c0] : i32, !prim.base<global>
    gpu.return
  }
}
