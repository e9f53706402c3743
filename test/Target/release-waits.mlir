// Before a barrier behind which a thread releases to the device every wave waits for
// its stores, and a release that writes caches back waits for that. LLVM leaves both
// out on gfx9.
// RUN: prim-compile %s --chip=gfx90a --emit=llvm | FileCheck %s --check-prefixes=DRAIN,SYSTEM
// RUN: prim-compile %s --chip=gfx942 --emit=llvm | FileCheck %s --check-prefixes=DRAIN,SYSTEM,DEVICE
// RUN: prim-compile %s --chip=gfx950 --emit=llvm | FileCheck %s --check-prefixes=DRAIN,SYSTEM,DEVICE
// RUN: prim-compile %s --chip=gfx1030 --emit=llvm | FileCheck %s --check-prefix=NONE
// RUN: prim-compile %s --chip=gfx1100 --emit=llvm | FileCheck %s --check-prefix=NONE
// RUN: prim-compile %s --chip=gfx1201 --emit=llvm | FileCheck %s --check-prefix=NONE
// RUN: prim-compile %s --chip=gfx90a --emit=isa | FileCheck %s --check-prefix=GFX90A
// RUN: prim-compile %s --chip=gfx942 --emit=isa | FileCheck %s --check-prefix=GFX94
// RUN: prim-compile %s --chip=gfx950 --emit=isa | FileCheck %s --check-prefix=GFX94
// RUN: prim-compile %s --chip=gfx1030 --emit=isa | FileCheck %s --check-prefix=GFX10
// RUN: prim-compile %s --chip=gfx1100 --emit=isa | FileCheck %s --check-prefix=GFX10
// RUN: prim-compile %s --chip=gfx1201 --emit=isa | FileCheck %s --check-prefix=GFX12

// NONE-NOT: @llvm.amdgcn.s.waitcnt

gpu.module @m {
  // DRAIN-LABEL: @arrive(
  // DRAIN: store i32
  // DRAIN: fence syncscope("workgroup") release
  // DRAIN-NEXT: call void @llvm.amdgcn.s.waitcnt(i32 3952)
  // DRAIN-NEXT: call void @llvm.amdgcn.s.barrier()
  // DEVICE: fence syncscope("agent") release
  // DEVICE-NEXT: call void @llvm.amdgcn.s.waitcnt(i32 3952)
  // DEVICE-NEXT: atomicrmw add {{.*}} syncscope("agent") monotonic
  // DRAIN: ret void
  // GFX90A-LABEL: arrive:
  // GFX90A: global_store_dword
  // GFX90A-NOT: s_barrier
  // GFX90A: s_waitcnt vmcnt(0)
  // GFX90A-NEXT: s_barrier
  // GFX90A: global_atomic_add
  // GFX94-LABEL: arrive:
  // GFX94: global_store_dword
  // GFX94-NOT: s_barrier
  // GFX94: s_waitcnt vmcnt(0)
  // GFX94-NEXT: s_barrier
  // GFX94: buffer_wbl2 sc1
  // GFX94-NEXT: s_waitcnt vmcnt(0)
  // GFX94: global_atomic_add
  // GFX10-LABEL: arrive:
  // GFX10: global_store
  // GFX10: s_waitcnt_vscnt null, 0x0
  // GFX10-NEXT: s_barrier
  // GFX12-LABEL: arrive:
  // GFX12: global_store
  // GFX12: s_wait_storecnt 0x0
  // GFX12-NEXT: s_barrier_signal
  gpu.func @arrive(%x: !prim.base<global>, %flag: !prim.base<global>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %t = gpu.thread_id x
    %i = arith.index_cast %t : index to i32
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %four = arith.constant 4 : i32
    %offset = arith.muli %i, %four : i32
    prim.store %i, %x[%offset] : i32, !prim.base<global>
    prim.block_barrier orders(device)
    %first = arith.cmpi eq, %i, %zero : i32
    scf.if %first {
      %old = prim.atomic_rmw add %one, %flag[%zero] atomic(release, device) : i32, !prim.base<global>
    }
    gpu.return
  }

  // What is written by hand, in whichever dialect. Atomic additions are stores.
  // DRAIN-LABEL: @foreign(
  // DRAIN: atomicrmw add {{.*}} syncscope("agent") monotonic
  // DRAIN: fence syncscope("workgroup") release
  // DRAIN-NEXT: call void @llvm.amdgcn.s.waitcnt(i32 3952)
  // DRAIN-NEXT: call void @llvm.amdgcn.s.barrier()
  // DRAIN: ret void
  gpu.func @foreign(%x: !llvm.ptr<1>, %flag: !llvm.ptr<1>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %t = gpu.thread_id x
    %i = arith.index_cast %t : index to i32
    %zero = arith.constant 0 : i32
    %place = llvm.getelementptr %x[%i] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
    %sum = llvm.atomicrmw add %place, %i syncscope("agent") monotonic : !llvm.ptr<1>, i32
    gpu.barrier
    %first = arith.cmpi eq, %i, %zero : i32
    scf.if %first {
      llvm.fence syncscope("agent") release
      llvm.store %i, %flag atomic syncscope("agent") monotonic {alignment = 4 : i64} : i32, !llvm.ptr<1>
    }
    gpu.return
  }

  // No other block is told anything, or not of device memory.
  // DRAIN-LABEL: @block(
  // DRAIN: fence syncscope("workgroup") release
  // DRAIN-NEXT: call void @llvm.amdgcn.s.barrier()
  // DRAIN: fence syncscope("workgroup") release
  // DRAIN-NEXT: call void @llvm.amdgcn.s.barrier()
  // DRAIN: fence syncscope("workgroup") release, !mmra
  // DRAIN-NEXT: call void @llvm.amdgcn.s.barrier()
  // DRAIN-NOT: @llvm.amdgcn.s.waitcnt
  // DRAIN: ret void
  gpu.func @block(%x: !llvm.ptr<1>, %y: !llvm.ptr<1>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %t = gpu.thread_id x
    %i = arith.index_cast %t : index to i32
    %place = llvm.getelementptr %x[%i] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
    llvm.store %i, %place : i32, !llvm.ptr<1>
    gpu.barrier
    %value = llvm.load %x : !llvm.ptr<1> -> i32
    llvm.store %value, %place : i32, !llvm.ptr<1>
    prim.block_barrier orders(block)
    llvm.store %i, %y atomic syncscope("workgroup") monotonic {alignment = 4 : i64} : i32, !llvm.ptr<1>
    prim.block_barrier
    gpu.return
  }

  // A barrier where all waves wait is enough; a release in a loop follows the barrier
  // behind it as well.
  // DRAIN-LABEL: @loop(
  // DRAIN: fence syncscope("workgroup") release
  // DRAIN-NEXT: call void @llvm.amdgcn.s.barrier()
  // DRAIN: fence syncscope("workgroup") release
  // DRAIN-NEXT: call void @llvm.amdgcn.s.waitcnt(i32 3952)
  // DRAIN-NEXT: call void @llvm.amdgcn.s.barrier()
  // DRAIN: br i1
  // DRAIN: fence syncscope("workgroup") release
  // DRAIN-NEXT: call void @llvm.amdgcn.s.waitcnt(i32 3952)
  // DRAIN-NEXT: call void @llvm.amdgcn.s.barrier()
  // DRAIN: ret void
  gpu.func @loop(%x: !llvm.ptr<1>, %flag: !llvm.ptr<1>, %n: i32) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %t = gpu.thread_id x
    %i = arith.index_cast %t : index to i32
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %first = arith.cmpi eq, %i, %zero : i32
    %place = llvm.getelementptr %x[%i] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
    llvm.store %i, %place : i32, !llvm.ptr<1>
    gpu.barrier
    llvm.store %n, %place : i32, !llvm.ptr<1>
    gpu.barrier
    scf.for %k = %zero to %n step %one : i32 {
      scf.if %first {
        llvm.store %k, %flag atomic syncscope("agent") release {alignment = 4 : i64} : i32, !llvm.ptr<1>
      }
      llvm.store %k, %place : i32, !llvm.ptr<1>
      gpu.barrier
    }
    gpu.return
  }

  // What is called may release, and so may who calls.
  // DRAIN-LABEL: @callee(
  // DRAIN: fence syncscope("workgroup") release
  // DRAIN-NEXT: call void @llvm.amdgcn.s.waitcnt(i32 3952)
  // DRAIN: ret void
  // DRAIN-LABEL: @caller(
  // DRAIN: fence syncscope("workgroup") release
  // DRAIN-NEXT: call void @llvm.amdgcn.s.waitcnt(i32 3952)
  // DRAIN: call void @callee
  // DRAIN-NOT: @llvm.amdgcn.s.waitcnt
  // DRAIN: ret void
  llvm.func @callee(%x: !llvm.ptr<1>, %i: i32) attributes {no_inline} {
    llvm.store %i, %x : i32, !llvm.ptr<1>
    llvm.fence syncscope("workgroup") release
    rocdl.s.barrier
    llvm.return
  }
  gpu.func @caller(%x: !llvm.ptr<1>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %t = gpu.thread_id x
    %i = arith.index_cast %t : index to i32
    %place = llvm.getelementptr %x[%i] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
    llvm.store %i, %place : i32, !llvm.ptr<1>
    gpu.barrier
    llvm.call @callee(%place, %i) : (!llvm.ptr<1>, i32) -> ()
    gpu.barrier
    gpu.return
  }

  // Waves of a block may tell each other without a barrier.
  // DRAIN-LABEL: @flags(
  // DRAIN: call void @llvm.amdgcn.s.waitcnt(i32 3952)
  // DRAIN-NEXT: store atomic {{.*}} syncscope("workgroup") release
  // DRAIN: ret void
  gpu.func @flags(%x: !llvm.ptr<1>, %shared: !llvm.ptr<3>, %flag: !llvm.ptr<1>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
    %t = gpu.thread_id x
    %i = arith.index_cast %t : index to i32
    %place = llvm.getelementptr %x[%i] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
    llvm.store %i, %place : i32, !llvm.ptr<1>
    llvm.store %i, %shared atomic syncscope("workgroup") release {alignment = 4 : i64} : i32, !llvm.ptr<3>
    %seen = llvm.load %shared atomic syncscope("workgroup") acquire {alignment = 4 : i64} : !llvm.ptr<3> -> i32
    llvm.store %seen, %flag atomic syncscope("agent") release {alignment = 4 : i64} : i32, !llvm.ptr<1>
    gpu.return
  }

  // A release of the only wave covers all that the block wrote.
  // DRAIN-LABEL: @wave(
  // DRAIN: fence syncscope("workgroup") release
  // DRAIN-NEXT: call void @llvm.amdgcn.s.barrier()
  // DRAIN: ret void
  // GFX94-LABEL: wave:
  // GFX94: buffer_wbl2 sc1
  // GFX94-NEXT: s_waitcnt vmcnt(0)
  // GFX94: global_store_dword
  gpu.func @wave(%flag: !llvm.ptr<1>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %one = arith.constant 1 : i32
    gpu.barrier
    llvm.store %one, %flag atomic syncscope("agent") release {alignment = 4 : i64} : i32, !llvm.ptr<1>
    gpu.return
  }

  // Every kind of release; those to the block write nothing back.
  // SYSTEM-LABEL: @kinds(
  // DEVICE: fence syncscope("agent") release
  // DEVICE-NEXT: call void @llvm.amdgcn.s.waitcnt(i32 3952)
  // DEVICE-NEXT: store atomic i32 {{.*}} syncscope("agent") monotonic
  // DEVICE: fence syncscope("agent") release
  // DEVICE-NEXT: call void @llvm.amdgcn.s.waitcnt(i32 3952)
  // DEVICE-NEXT: atomicrmw add {{.*}} syncscope("agent") acquire
  // SYSTEM: fence release
  // SYSTEM-NEXT: call void @llvm.amdgcn.s.waitcnt(i32 3952)
  // SYSTEM-NEXT: atomicrmw xchg {{.*}} acquire
  // SYSTEM: fence release
  // SYSTEM-NEXT: call void @llvm.amdgcn.s.waitcnt(i32 3952)
  // SYSTEM-NEXT: cmpxchg {{.*}} acquire acquire
  // DEVICE: fence syncscope("agent") release
  // DEVICE-NEXT: call void @llvm.amdgcn.s.waitcnt(i32 3952)
  // DEVICE-NEXT: cmpxchg {{.*}} syncscope("agent") monotonic monotonic
  // SYSTEM: fence release
  // SYSTEM-NEXT: call void @llvm.amdgcn.s.waitcnt(i32 3952)
  // SYSTEM-NEXT: fence acquire
  // DEVICE: fence syncscope("agent") release
  // DEVICE-NEXT: call void @llvm.amdgcn.s.waitcnt(i32 3952)
  // SYSTEM-NOT: @llvm.amdgcn.s.waitcnt
  // SYSTEM: store atomic i32 {{.*}} syncscope("workgroup") release
  // SYSTEM: ret void
  // GFX90A-LABEL: kinds:
  // GFX90A: buffer_wbl2
  // GFX90A-NEXT: s_waitcnt vmcnt(0)
  // GFX90A: global_atomic_swap
  // GFX90A: buffer_wbl2
  // GFX90A-NEXT: s_waitcnt vmcnt(0)
  // GFX90A: global_atomic_cmpswap
  // GFX94-LABEL: kinds:
  // GFX94: buffer_wbl2 sc0 sc1
  // GFX94-NEXT: s_waitcnt vmcnt(0)
  // GFX94: global_atomic_swap
  gpu.func @kinds(%p: !llvm.ptr<1>, %q: !llvm.ptr<1>, %n: i32) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    llvm.store %n, %p atomic syncscope("agent") release {alignment = 4 : i64} : i32, !llvm.ptr<1>
    %a = llvm.atomicrmw add %p, %n syncscope("agent-one-as") acq_rel : !llvm.ptr<1>, i32
    %b = llvm.atomicrmw xchg %p, %a seq_cst : !llvm.ptr<1>, i32
    %c = llvm.cmpxchg %p, %a, %b syncscope("one-as") seq_cst seq_cst : !llvm.ptr<1>, i32
    %d = llvm.cmpxchg %p, %a, %b syncscope("agent") release monotonic : !llvm.ptr<1>, i32
    llvm.fence seq_cst
    llvm.store %b, %q : i32, !llvm.ptr<1>
    llvm.fence syncscope("agent") release
    llvm.store %a, %q atomic syncscope("workgroup") release {alignment = 4 : i64} : i32, !llvm.ptr<1>
    gpu.return
  }
}
