// Code generation keeps loads before the fence that they precede, and asks
// memory anew behind it.
// RUN: split-file %s %t
// RUN: prim-compile %t/amd.mlir --chip=gfx942 --emit=llvm | FileCheck %s --check-prefix=LLVM
// RUN: prim-compile %t/amd.mlir --chip=gfx942 --emit=isa | FileCheck %s --check-prefixes=AMD,GFX9
// RUN: prim-compile %t/amd.mlir --chip=gfx1201 --emit=isa | FileCheck %s --check-prefixes=AMD,GFX12
// RUN: prim-compile %t/nvidia.mlir --chip=sm_90 --emit=isa | FileCheck %s --check-prefix=NVIDIA

//--- amd.mlir
gpu.module @m {
  // The load is not in the branch that uses it. What stands for a store is one
  // for all memory, or for none that a load sees.
  // LLVM-LABEL: @load(
  // LLVM: load i32
  // LLVM: call void asm sideeffect "", "i"(i32 0) #[[ALL:[0-9]+]]
  // LLVM-NEXT: fence syncscope("workgroup") release
  // LLVM-NEXT: {{.*}}call void @llvm.amdgcn.s.barrier()
  // LLVM-NEXT: fence syncscope("workgroup") acquire
  // LLVM: call void asm sideeffect "", "i"(i32 0) #[[NONE:[0-9]+]]
  // LLVM-NEXT: fence syncscope("workgroup") release, !mmra
  // AMD-LABEL: load:
  // GFX9: s_load_dword [[VALUE:s[0-9]+]], s[{{.*}}], 0x0
  // GFX9: s_waitcnt lgkmcnt(0)
  // GFX9: s_barrier
  // GFX12: s_load_b32 [[VALUE:s[0-9]+]], s[{{.*}}], 0x0
  // GFX12: s_wait_kmcnt 0x0
  // GFX12: s_barrier_signal
  // AMD: s_cbranch_execz
  // AMD-NOT: s_load
  // AMD: global_store
  // AMD: s_endpgm
  gpu.func @load(%x: !llvm.ptr<1>, %n: i32) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %t = gpu.thread_id x
    %i = arith.index_cast %t : index to i32
    %value = llvm.load %x : !llvm.ptr<1> -> i32
    gpu.barrier
    %in = arith.cmpi slt, %i, %n : i32
    scf.if %in {
      %sum = arith.addi %value, %i : i32
      %place = llvm.getelementptr %x[%i] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
      llvm.store %sum, %place : i32, !llvm.ptr<1>
    }
    prim.block_barrier
    gpu.return
  }

  // A statement for each fence that loads precede, and none for the third.
  // LLVM-LABEL: @twice(
  // LLVM: load i32
  // LLVM: call void asm sideeffect "", "i"(i32 0)
  // LLVM: load i32
  // LLVM: call void asm sideeffect "", "i"(i32 0)
  // LLVM: fence syncscope("workgroup") release
  // LLVM-NOT: asm sideeffect
  // LLVM: fence syncscope("workgroup") release
  // LLVM-NOT: asm sideeffect
  // LLVM: ret void
  gpu.func @twice(%x: !llvm.ptr<1>, %y: !llvm.ptr<1>, %n: i32) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %t = gpu.thread_id x
    %i = arith.index_cast %t : index to i32
    %a = llvm.load %x : !llvm.ptr<1> -> i32
    gpu.barrier
    %b = llvm.load %y : !llvm.ptr<1> -> i32
    gpu.barrier
    llvm.store %n, %y : i32, !llvm.ptr<1>
    gpu.barrier
    %in = arith.cmpi slt, %i, %n : i32
    scf.if %in {
      %sum = arith.addi %a, %b : i32
      %place = llvm.getelementptr %x[%i] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
      llvm.store %sum, %place : i32, !llvm.ptr<1>
    }
    gpu.return
  }

  // What releases by an atomic access waits as well, whatever it says of other
  // memory; not what tells lanes of its own wave.
  // AMD-LABEL: atomic:
  // GFX9: s_load_dword [[VALUE:s[0-9]+]], s[{{.*}}], 0x0
  // GFX9: s_waitcnt {{.*}}lgkmcnt(0)
  // GFX9: global_atomic_add
  // GFX12: s_load_b32 [[VALUE:s[0-9]+]], s[{{.*}}], 0x0
  // GFX12: s_wait_kmcnt 0x0
  // GFX12: global_atomic_add
  // AMD: s_endpgm
  gpu.func @atomic(%x: !llvm.ptr<1>, %y: !llvm.ptr<1>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %one = arith.constant 1 : i32
    %value = llvm.load %x : !llvm.ptr<1> -> i32
    %old = llvm.atomicrmw add %y, %one syncscope("agent") release : !llvm.ptr<1>, i32
    %sum = arith.addi %value, %old : i32
    llvm.store %sum, %y : i32, !llvm.ptr<1>
    gpu.return
  }

  // LLVM-LABEL: @atomics(
  // LLVM: fence syncscope("agent") release
  // LLVM: atomicrmw {{.*}} syncscope("agent") acquire
  // LLVM: fence release
  // LLVM: cmpxchg {{.*}} acquire monotonic
  // LLVM: store atomic {{.*}} syncscope("workgroup") release
  // AMD-LABEL: atomics:
  // GFX12: global_atomic_add
  // GFX12: s_wait_kmcnt 0x0
  // GFX12: global_atomic_cmpswap
  // GFX12: s_wait_kmcnt 0x0
  // GFX12: global_store
  // GFX12-NOT: s_wait_kmcnt
  // AMD: s_endpgm
  gpu.func @atomics(%y: !llvm.ptr<1>, %n: i32) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %old = llvm.atomicrmw add %y, %n syncscope("agent-one-as") acq_rel : !llvm.ptr<1>, i32
    %pair = llvm.cmpxchg %y, %n, %old syncscope("one-as") seq_cst monotonic : !llvm.ptr<1>, i32
    llvm.store %n, %y atomic syncscope("workgroup") release {alignment = 4 : i64} : i32, !llvm.ptr<1>
    llvm.store %old, %y atomic syncscope("agent") monotonic {alignment = 4 : i64} : i32, !llvm.ptr<1>
    llvm.store %n, %y atomic syncscope("wavefront") release {alignment = 4 : i64} : i32, !llvm.ptr<1>
    gpu.return
  }

  // Another wave stored where this one has not: the scalar cache does not know.
  // AMD-LABEL: store:
  // AMD: global_store
  // AMD: s_barrier
  // AMD-NOT: s_load
  // AMD: global_load
  // AMD: s_endpgm
  gpu.func @store(%x: !llvm.ptr<1>, %out: !llvm.ptr<1>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %t = gpu.thread_id x
    %i = arith.index_cast %t : index to i32
    %c0 = arith.constant 0 : i32
    %c6 = arith.constant 6 : i32
    %wave = arith.shrui %i, %c6 : i32
    %uniform = prim.warp_broadcast %wave lane(%c0) : i32
    %own = llvm.getelementptr %x[%uniform] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
    llvm.store %i, %own : i32, !llvm.ptr<1>
    gpu.barrier
    %next = llvm.getelementptr %own[1] : (!llvm.ptr<1>) -> !llvm.ptr<1>, i32
    %value = llvm.load %next : !llvm.ptr<1> -> i32
    %place = llvm.getelementptr %out[%i] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
    llvm.store %value, %place : i32, !llvm.ptr<1>
    gpu.return
  }
}

// LLVM-DAG: attributes #[[ALL]] = { nounwind willreturn }
// LLVM-DAG: attributes #[[NONE]] = { nounwind willreturn memory(inaccessiblemem: readwrite) }

//--- nvidia.mlir
// NVIDIA-LABEL: fence(
// NVIDIA: ld.global.b32
// NVIDIA: fence.acq_rel.gpu
// NVIDIA: bra
// NVIDIA-NOT: ld.
// NVIDIA: st.global.b32
gpu.module @m {
  gpu.func @fence(%x: !llvm.ptr<1>, %n: i32) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %t = gpu.thread_id x
    %i = arith.index_cast %t : index to i32
    %value = llvm.load %x : !llvm.ptr<1> -> i32
    llvm.fence syncscope("device") release
    %in = arith.cmpi slt, %i, %n : i32
    scf.if %in {
      %sum = arith.addi %value, %i : i32
      %place = llvm.getelementptr %x[%i] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
      llvm.store %sum, %place : i32, !llvm.ptr<1>
    }
    gpu.return
  }
}
