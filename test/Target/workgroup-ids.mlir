// On gfx12 a kernel copies the ids of its workgroup once, at its start, where
// LLVM does not see it (Serialize/WorkgroupIds.cpp).

// RUN: prim-compile %s --chip=gfx1201 --emit=llvm | FileCheck %s
// RUN: prim-compile %s --chip=gfx1201 --emit=isa | FileCheck %s --check-prefix=ISA
// RUN: prim-compile %s --chip=gfx1201 -o %t && prim-check %t
// RUN: prim-compile %s --chip=gfx1100 --emit=llvm | FileCheck %s --check-prefix=PLAIN
// RUN: prim-compile %s --chip=gfx942 --emit=llvm | FileCheck %s --check-prefix=PLAIN
// PLAIN-NOT: asm

// CHECK-LABEL: define {{.*}} @ids(
// CHECK: %[[X:.*]] = {{.*}}call {{.*}}i32 @llvm.amdgcn.workgroup.id.x()
// CHECK-NEXT: call i32 asm "s_mov_b32 $0, $1{{.*}}s_wait_alu depctr_sa_sdst(0)", "=s,s"(i32 %[[X]])
// CHECK-NOT: llvm.amdgcn.workgroup.id.x()
// CHECK: ret void
// CHECK-LABEL: define {{.*}} @none(
// CHECK-NOT: asm
// CHECK: ret void

// The trap register is read by these copies alone.
// ISA-LABEL: ids:
// ISA: ASMSTART
// ISA: s_mov_b32 {{s[0-9]+}}, ttmp9
// ISA-NOT: ttmp9
// ISA: s_endpgm

gpu.module @kernels {
  gpu.func @ids(%x: memref<?xindex>, %n: index) kernel
      attributes {known_block_size = array<i32: 64, 1, 1>} {
    %t = gpu.thread_id x
    %b = gpu.block_id x
    %c = gpu.block_id y
    %d = gpu.block_id z
    %m = gpu.subgroup_size : index
    %isFirst = arith.cmpi eq, %b, %n : index
    scf.if %isFirst {
      %again = gpu.block_id x
      %sum = arith.addi %again, %m : index
      memref.store %sum, %x[%t] : memref<?xindex>
    } else {
      %yz = arith.addi %c, %d : index
      %xyz = arith.addi %yz, %b : index
      memref.store %xyz, %x[%t] : memref<?xindex>
    }
    gpu.return
  }
  gpu.func @none(%x: memref<?xindex>) kernel
      attributes {known_block_size = array<i32: 64, 1, 1>} {
    %t = gpu.thread_id x
    memref.store %t, %x[%t] : memref<?xindex>
    gpu.return
  }
  // Parts of a register that LLVM takes out itself come before all vector instructions.
  // ISA-LABEL: late:
  // ISA-NOT: {{^[[:space:]]+v_}}
  // ISA: ttmp7
  // ISA-NOT: {{^[[:space:]]+v_}}
  // ISA: ttmp7
  // ISA-NOT: ttmp7
  // ISA: s_endpgm
  gpu.func @late(%x: memref<?xindex>, %n: index) kernel
      attributes {known_block_size = array<i32: 64, 1, 1>} {
    %t = gpu.thread_id x
    %isFew = arith.cmpi ult, %t, %n : index
    scf.if %isFew {
      %c = gpu.block_id y
      %d = gpu.block_id z
      %product = arith.muli %c, %d : index
      memref.store %product, %x[%t] : memref<?xindex>
    }
    gpu.return
  }
}
