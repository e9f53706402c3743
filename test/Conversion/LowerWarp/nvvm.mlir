// The warp ops on NVIDIA: every move names the lanes that take part, which are
// those of the logical warp, or the active ones where any may be.

// RUN: prim-opt %s --pass-pipeline='builtin.module(gpu.module(canonicalize,cse,prim-lower-warp,canonicalize,cse))' | FileCheck %s

gpu.module @m [#nvvm.target<chip = "sm_90">] {
  // CHECK-LABEL: func @scan
  // CHECK-SAME: (%[[X:.*]]: i32)
  func.func @scan(%x: i32) -> i32 {
    // CHECK-DAG: %[[ALL:.*]] = arith.constant -1 : i32
    // CHECK-DAG: %[[C0:.*]] = arith.constant 0 : i32
    // CHECK-DAG: %[[C1:.*]] = arith.constant 1 : i32
    // CHECK-DAG: %[[C16:.*]] = arith.constant 16 : i32
    // CHECK: %[[MOVED:.*]] = nvvm.shfl.sync up %[[ALL]], %[[X]], %[[C1]], %[[C0]]
    // CHECK: %[[SUM:.*]] = arith.addi %[[MOVED]], %[[X]]
    // CHECK: nvvm.read.ptx.sreg.laneid
    // CHECK: %[[HAS:.*]] = arith.cmpi sge
    // CHECK: %[[NEXT:.*]] = arith.select %[[HAS]], %[[SUM]], %[[X]]
    // CHECK: nvvm.shfl.sync up %[[ALL]], %[[NEXT]]
    // CHECK-COUNT-2: nvvm.shfl.sync up
    // CHECK: nvvm.shfl.sync up %[[ALL]], %{{.*}}, %[[C16]], %[[C0]]
    // CHECK-NOT: nvvm.shfl
    %r = prim.warp_scan inclusive add %x : i32
    return %r : i32
  }

  // CHECK-LABEL: func @logical_warp
  func.func @logical_warp(%x: i64) -> i64 {
    // CHECK-DAG: %[[BITS:.*]] = arith.constant 255 : i32
    // CHECK-DAG: %[[C7:.*]] = arith.constant 7 : i32
    // CHECK: %[[LANE:.*]] = nvvm.read.ptx.sreg.laneid
    // CHECK: %[[POSITION:.*]] = arith.andi %[[LANE]], %[[C7]]
    // CHECK: %[[FIRST:.*]] = arith.subi %[[LANE]], %[[POSITION]]
    // CHECK: %[[MEMBERS:.*]] = arith.shli %[[BITS]], %[[FIRST]]
    // Two words, three steps, and the fold for all.
    // CHECK-COUNT-6: nvvm.shfl.sync up %[[MEMBERS]]
    // CHECK: nvvm.vote.sync ballot %[[MEMBERS]]
    // CHECK-COUNT-2: nvvm.shfl.sync idx %[[MEMBERS]]
    // CHECK-NOT: nvvm.shfl
    %r = prim.warp_reduce add %x all width(8) : i64
    return %r : i64
  }

  // CHECK-LABEL: func @ballot
  // CHECK-SAME: (%[[P:.*]]: i1)
  func.func @ballot(%p: i1) -> i32 {
    // CHECK: %[[ACTIVE:.*]] = llvm.call_intrinsic "llvm.nvvm.activemask"()
    // CHECK: nvvm.vote.sync ballot %[[ACTIVE]], %[[P]]
    %r = prim.warp_ballot %p : i32
    return %r : i32
  }

  // CHECK-LABEL: func @shuffle
  // CHECK-SAME: (%[[X:.*]]: f32, %[[LANE:.*]]: i32)
  func.func @shuffle(%x: f32, %lane: i32) -> f32 {
    // CHECK-DAG: %[[ALL:.*]] = arith.constant -1 : i32
    // CHECK-DAG: %[[LAST:.*]] = arith.constant 31 : i32
    // CHECK: %[[WORD:.*]] = arith.bitcast %[[X]] : f32 to i32
    // CHECK: nvvm.shfl.sync idx %[[ALL]], %[[WORD]], %[[LANE]], %[[LAST]]
    %r = prim.warp_shuffle %x lane(%lane) : f32
    return %r : f32
  }

  // Lanes that do not exist read as zeros, which a vote finds out.
  // CHECK-LABEL: func @exchange
  func.func @exchange(%x: i32) -> i32 {
    // CHECK: %[[OTHER:.*]] = arith.xori
    // CHECK: %[[MOVED:.*]] = nvvm.shfl.sync idx %{{.*}}, %{{.*}}, %[[OTHER]]
    // CHECK: %[[VOTE:.*]] = nvvm.vote.sync ballot
    // CHECK: arith.shrui %[[VOTE]], %[[OTHER]]
    // CHECK: arith.select %{{.*}}, %[[MOVED]], %{{.*}}
    %c5 = arith.constant 5 : i32
    %r = prim.warp_shuffle %x xor(%c5) : i32
    return %r : i32
  }

  // CHECK-LABEL: func @below
  // CHECK-SAME: (%[[MASK:.*]]: i32)
  func.func @below(%mask: i32) -> i32 {
    // CHECK: %[[LT:.*]] = nvvm.read.ptx.sreg.lanemask.lt
    // CHECK: %[[BELOW:.*]] = arith.andi %[[MASK]], %[[LT]]
    // CHECK: llvm.intr.ctpop(%[[BELOW]])
    %r = prim.warp_masked_bit_count %mask : i32
    // CHECK: nvvm.bar.warp.sync
    prim.warp_barrier
    return %r : i32
  }
}
