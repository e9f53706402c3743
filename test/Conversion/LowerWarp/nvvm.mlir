// The warp ops on NVIDIA: every move names the lanes that take part, which are
// those of the logical warp, or the active ones where any may be.

// RUN: prim-opt %s --pass-pipeline='builtin.module(gpu.module(canonicalize,cse,prim-lower-warp,canonicalize,cse))' | FileCheck %s

gpu.module @m [#nvvm.target<chip = "sm_90">] {
  // A step is a shuffle that says whether it has reached another lane, and a sum
  // that is taken where it has. Elsewhere the lane's own value came back.
  // CHECK-LABEL: func @scan
  // CHECK-SAME: (%[[X:.*]]: i32)
  func.func @scan(%x: i32) -> i32 {
    // CHECK-DAG: %[[ALL:.*]] = arith.constant -1 : i32
    // CHECK-DAG: %[[C0:.*]] = arith.constant 0 : i32
    // CHECK-DAG: %[[C1:.*]] = arith.constant 1 : i32
    // CHECK-DAG: %[[C16:.*]] = arith.constant 16 : i32
    // CHECK: %[[STEP:.*]] = nvvm.shfl.sync up %[[ALL]], %[[X]], %[[C1]], %[[C0]] {return_value_and_is_valid}
    // CHECK-DAG: %[[HAS:.*]] = llvm.extractvalue %[[STEP]][1]
    // CHECK-DAG: %[[MOVED:.*]] = llvm.extractvalue %[[STEP]][0]
    // CHECK: %[[SUM:.*]] = arith.addi %[[MOVED]], %[[X]]
    // CHECK: %[[KEPT:.*]] = llvm.inline_asm {{.*}}"mov.b32 $0, $1;", "=r,r" %[[SUM]]
    // CHECK: %[[NEXT:.*]] = arith.select %[[HAS]], %[[KEPT]], %[[MOVED]]
    // CHECK: nvvm.shfl.sync up %[[ALL]], %[[NEXT]]
    // CHECK-COUNT-2: nvvm.shfl.sync up
    // CHECK: nvvm.shfl.sync up %[[ALL]], %{{.*}}, %[[C16]], %[[C0]]
    // CHECK-NOT: nvvm.shfl
    // CHECK-NOT: nvvm.read.ptx.sreg.laneid
    %r = prim.warp_scan inclusive add %x : i32
    return %r : i32
  }

  // What comes back does no harm to a maximum, and the first lane's own value
  // is what a maximum has where nothing comes before.
  // CHECK-LABEL: func @scan_max
  // CHECK-SAME: (%[[X:.*]]: f32)
  func.func @scan_max(%x: f32) -> f32 {
    // CHECK: %[[WORD:.*]] = arith.bitcast %[[X]] : f32 to i32
    // CHECK: nvvm.shfl.sync up %{{.*}}, %[[WORD]], %{{.*}}, %{{.*}} : i32 -> i32
    // CHECK: arith.maximumf
    // CHECK-NOT: arith.select
    // CHECK: return
    %r = prim.warp_scan inclusive maximumf %x : f32
    return %r : f32
  }

  // Lanes of a segment name its first one, where their shuffles stop.
  // CHECK-LABEL: func @scan_segments
  func.func @scan_segments(%x: i32, %head: i1) -> i32 {
    // CHECK: %[[HEADS:.*]] = nvvm.vote.sync ballot
    // CHECK: %[[OR:.*]] = arith.ori %[[HEADS]]
    // CHECK: %[[BELOW:.*]] = nvvm.read.ptx.sreg.lanemask.le
    // CHECK: %[[UP_TO:.*]] = arith.andi %[[OR]], %[[BELOW]]
    // CHECK: %[[FIRST:.*]] = llvm.inline_asm {{.*}}"bfind.u32 $0, $1;", "=r,r" %[[UP_TO]]
    // CHECK-COUNT-5: nvvm.shfl.sync up %{{.*}}, %{{.*}}, %{{.*}}, %[[FIRST]] {return_value_and_is_valid}
    // CHECK-NOT: arith.cmpi
    // CHECK: return
    %r = prim.warp_scan inclusive add %x head(%head) : i32
    return %r : i32
  }

  // A lane takes its own value out again.
  // CHECK-LABEL: func @scan_exclusive
  // CHECK-SAME: (%[[X:.*]]: i32)
  func.func @scan_exclusive(%x: i32) -> i32 {
    // CHECK-COUNT-5: nvvm.shfl.sync up
    // CHECK-NOT: nvvm.shfl
    // CHECK: arith.subi %{{.*}}, %[[X]]
    %r = prim.warp_scan exclusive add %x : i32
    return %r : i32
  }

  // CHECK-LABEL: func @logical_warp
  func.func @logical_warp(%x: i64) -> i64 {
    // CHECK-DAG: %[[BITS:.*]] = arith.constant 255 : i32
    // CHECK-DAG: %[[C7:.*]] = arith.constant 7 : i32
    // Groups of eight lanes, and lane 0 as the border; lane 31 for reads.
    // CHECK-DAG: %[[BORDER:.*]] = arith.constant 6144 : i32
    // CHECK: %[[LANE:.*]] = nvvm.read.ptx.sreg.laneid
    // CHECK: %[[POSITION:.*]] = arith.andi %[[LANE]], %[[C7]]
    // CHECK: %[[FIRST:.*]] = arith.subi %[[LANE]], %[[POSITION]]
    // CHECK: %[[MEMBERS:.*]] = arith.shli %[[BITS]], %[[FIRST]]
    // Two words, three steps, and the fold for all.
    // CHECK-COUNT-6: nvvm.shfl.sync up %[[MEMBERS]], %{{.*}}, %{{.*}}, %[[BORDER]]
    // CHECK: nvvm.vote.sync ballot %[[MEMBERS]]
    // CHECK-COUNT-2: nvvm.shfl.sync idx %[[MEMBERS]]
    // CHECK-NOT: nvvm.shfl
    %r = prim.warp_reduce add %x all width(8) : i64
    return %r : i64
  }

  // In a kernel whose wave comes as a whole all lanes are named, which is a
  // constant.
  // CHECK-LABEL: gpu.func @whole_wave
  gpu.func @whole_wave(%x: i32, %n: i32, %to: memref<2xi32>) kernel
      attributes {known_block_size = array<i32: 64, 1, 1>} {
    // CHECK-DAG: %[[ALL:.*]] = arith.constant -1 : i32
    // CHECK-DAG: %[[C4:.*]] = arith.constant 4 : i32
    // CHECK-DAG: %[[C31:.*]] = arith.constant 31 : i32
    // CHECK: nvvm.shfl.sync bfly %[[ALL]], %{{.*}}, %[[C4]], %[[C31]]
    // CHECK-COUNT-2: nvvm.shfl.sync bfly %[[ALL]]
    // CHECK-NOT: nvvm.shfl
    // CHECK: memref.store
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %r = prim.warp_reduce add %x all width(8) : i32
    memref.store %r, %to[%c0] : memref<2xi32>
    // Half of the wave may stay away here.
    // CHECK: scf.if
    // CHECK: %[[MEMBERS:.*]] = arith.shli
    // CHECK-COUNT-3: nvvm.shfl.sync bfly %[[MEMBERS]]
    %id = gpu.thread_id x
    %c3 = arith.constant 3 : index
    %group = arith.shrui %id, %c3 : index
    %bit = arith.andi %group, %c1 : index
    %even = arith.cmpi eq, %bit, %c0 : index
    scf.if %even {
      %s = prim.warp_reduce add %x all width(8) : i32
      memref.store %s, %to[%c1] : memref<2xi32>
    }
    gpu.return
  }

  // One instruction folds a wave of which no lane is missing.
  // CHECK-LABEL: gpu.func @redux
  // CHECK-SAME: (%[[I8:.*]]: i8, %[[I32:.*]]: i32, %[[I64:.*]]: i64, %[[F32:.*]]: f32
  gpu.func @redux(%i8: i8, %i32: i32, %i64: i64, %f32: f32,
                  %to8: memref<1xi8>, %to32: memref<1xi32>, %to64: memref<1xi64>,
                  %tof: memref<1xf32>) kernel
      attributes {known_block_size = array<i32: 32, 1, 1>} {
    %c0 = arith.constant 0 : index
    // CHECK-DAG: %[[ALL:.*]] = arith.constant -1 : i32
    // CHECK: %[[SUM:.*]] = nvvm.redux.sync add %[[I32]], %[[ALL]]
    // CHECK-NEXT: memref.store %[[SUM]]
    %add = prim.warp_reduce add %i32 : i32
    memref.store %add, %to32[%c0] : memref<1xi32>
    // CHECK-NEXT: %[[UMIN:.*]] = nvvm.redux.sync umin %[[I32]], %[[ALL]]
    %umin = prim.warp_reduce minui %i32 all : i32
    memref.store %umin, %to32[%c0] : memref<1xi32>
    // CHECK: %[[WIDE:.*]] = arith.extsi %[[I8]]
    // CHECK-NEXT: %[[MAX:.*]] = nvvm.redux.sync max %[[WIDE]], %[[ALL]]
    // CHECK-NEXT: arith.trunci %[[MAX]]
    %max = prim.warp_reduce maxsi %i8 : i8
    memref.store %max, %to8[%c0] : memref<1xi8>
    // The high words, then the low words beside the one that is largest.
    // CHECK: %[[HIGH:.*]] = nvvm.redux.sync max %[[WORD:.*]], %[[ALL]]
    // CHECK: %[[IS:.*]] = arith.cmpi eq, %[[WORD]], %[[HIGH]]
    // CHECK: %[[LOW:.*]] = arith.select %[[IS]]
    // CHECK: nvvm.redux.sync umax %[[LOW]], %[[ALL]]
    %wide = prim.warp_reduce maxsi %i64 : i64
    memref.store %wide, %to64[%c0] : memref<1xi64>
    // Three sums that do not overflow, or only where they may.
    // CHECK-COUNT-3: nvvm.redux.sync add
    %sum64 = prim.warp_reduce add %i64 : i64
    memref.store %sum64, %to64[%c0] : memref<1xi64>
    // CHECK-COUNT-2: nvvm.redux.sync xor
    %xor64 = prim.warp_reduce xor %i64 : i64
    memref.store %xor64, %to64[%c0] : memref<1xi64>
    // An integer in the order of floats.
    // CHECK: arith.cmpf uno
    // CHECK: nvvm.redux.sync min
    // CHECK: arith.bitcast
    %minf = prim.warp_reduce minnumf %f32 : f32
    memref.store %minf, %tof[%c0] : memref<1xf32>
    // Not sums of floats.
    // CHECK: memref.store
    // CHECK-NOT: nvvm.redux
    // CHECK-COUNT-5: nvvm.shfl.sync down
    %addf = prim.warp_reduce add %f32 : f32
    memref.store %addf, %tof[%c0] : memref<1xf32>
    gpu.return
  }

  // redux waits for all lanes that it names: not where some may be missing.
  // CHECK-LABEL: func @lanes_missing
  func.func @lanes_missing(%x: i32) -> i32 {
    // CHECK-NOT: nvvm.redux
    // CHECK: return
    %r = prim.warp_reduce add %x : i32
    return %r : i32
  }

  // Narrow labels are matched by a vote for every bit, wide ones at once.
  // CHECK-LABEL: func @match
  // CHECK-SAME: (%[[NARROW:.*]]: i32, %[[WIDE:.*]]: i64)
  func.func @match(%narrow: i32, %wide: i64) -> (i32, i32) {
    // CHECK: %[[BIT:.*]] = llvm.inline_asm {{.*}}"=b,r,n" %[[NARROW]]
    // CHECK: %[[VOTE:.*]] = nvvm.vote.sync ballot %{{.*}}, %[[BIT]]
    // CHECK: llvm.inline_asm {{.*}}@!$2 mad.lo.u32{{.*}} %[[VOTE]], %[[BIT]], %{{.*}}
    // CHECK: nvvm.vote.sync ballot
    // CHECK: nvvm.vote.sync ballot
    // CHECK-NOT: nvvm.vote
    // CHECK: llvm.inline_asm {{.*}}lop3.b32
    // CHECK: llvm.bitcast %[[WIDE]]
    // CHECK: nvvm.match.sync any %{{.*}} : i64
    // CHECK-NOT: nvvm.vote
    %a = prim.warp_match_any %narrow bits(3) whole : i32 -> i32
    %b = prim.warp_match_any %wide whole : i64 -> i32
    return %a, %b : i32, i32
  }

  // A step of a sort keeps one of two words, as a bit of the lane says.
  // CHECK-LABEL: gpu.func @sort
  gpu.func @sort(%x: i32, %to: memref<1xi32>) kernel
      attributes {known_block_size = array<i32: 32, 1, 1>} {
    // CHECK: %[[LANE:.*]] = nvvm.read.ptx.sreg.laneid
    // CHECK: nvvm.shfl.sync bfly
    // CHECK: arith.cmpi eq
    // CHECK-DAG: %[[SMALLER:.*]] = arith.minui
    // CHECK-DAG: %[[LARGER:.*]] = arith.maxui
    // CHECK: arith.select %{{.*}}, %[[SMALLER]], %[[LARGER]]
    %c0 = arith.constant 0 : index
    %r = prim.warp_sort ult %x : i32
    memref.store %r, %to[%c0] : memref<1xi32>
    gpu.return
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
    // CHECK-DAG: %[[C5:.*]] = arith.constant 5 : i32
    // CHECK: %[[MOVED:.*]] = nvvm.shfl.sync bfly %{{.*}}, %{{.*}}, %[[C5]]
    // CHECK: %[[OTHER:.*]] = arith.xori
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
