// RUN: prim-opt %s --allow-unregistered-dialect --prim-lower-block --prim-plan-workgroup-memory | FileCheck %s

// CHECK-LABEL: gpu.module @m
gpu.module @m [#rocdl.target<chip = "gfx942">] {
  // The wave scans tuples of a value and a border, and no fold gets past one.
  // CHECK-LABEL: gpu.func @forward
  // CHECK-SAME: %[[X:.*]]: i32, %[[F:.*]]: i1
  // CHECK: %[[B:.*]] = arith.select %[[F]], %{{.*}}, %{{.*}} : i32
  // CHECK-NOT: prim.workgroup_alloc
  // CHECK: %[[S:.*]]:2 = prim.warp_scan inclusive %[[X]], %[[B]] identity(%{{.*}}, %{{.*}}) combiner {
  // CHECK-NEXT: ^bb0(%[[L:.*]]: i32, %[[LB:.*]]: i32, %[[R:.*]]: i32, %[[RB:.*]]: i32):
  // CHECK: %[[JOINED:.*]] = arith.cmpi sge, %[[RB]], %{{.*}} : i32
  // CHECK: %[[SUM:.*]] = arith.addi %[[L]], %[[R]] : i32
  // CHECK: %[[FOLD:.*]] = arith.select %[[JOINED]], %[[SUM]], %[[R]] : i32
  // CHECK: %[[BORDER:.*]] = arith.ori %[[LB]], %[[RB]] : i32
  // CHECK: prim.yield %[[FOLD]], %[[BORDER]] : i32, i32
  // CHECK: llvm.store %[[S]]#0
  gpu.func @forward(%x: i32, %f: i1, %out: !llvm.ptr<1>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %r = prim.block_scan inclusive add %x head(%f) : i32
    llvm.store %r, %out : i32, !llvm.ptr<1>
    gpu.return
  }

  // On the way back a segment begins where the item behind it is a head. A thread's
  // last item learns of it through workgroup memory, the others know.
  // CHECK-LABEL: gpu.func @reverse
  // CHECK-SAME: %[[X:.*]]: vector<2xi32>, %[[F:.*]]: vector<2xi1>
  // CHECK-DAG: %[[F0:.*]] = vector.extract %[[F]][0]
  // CHECK-DAG: %[[F1:.*]] = vector.extract %[[F]][1]
  // CHECK: prim.workgroup_alloc 64 for "segment flags"
  // CHECK: %[[FIRST:.*]] = arith.extui %[[F0]] : i1 to i8
  // CHECK: prim.store %[[FIRST]]
  // CHECK: prim.block_barrier
  // CHECK: %[[NEXT:.*]] = prim.load
  // CHECK: %[[BEHIND:.*]] = arith.cmpi ne, %[[NEXT]], %{{.*}} : i8
  // CHECK: arith.select %[[F1]], %{{.*}}, %{{.*}} : i32
  // CHECK: arith.select %[[BEHIND]], %{{.*}}, %{{.*}} : i32
  // CHECK: prim.warp_scan exclusive
  // CHECK-SAME: reverse
  gpu.func @reverse(%x: vector<2xi32>, %f: vector<2xi1>, %out: !llvm.ptr<1>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %r = prim.block_scan inclusive add %x head(%f) reverse : vector<2xi32>
    llvm.store %r, %out : vector<2xi32>, !llvm.ptr<1>
    gpu.return
  }

  // The fold of a segment stands where the scan from behind ends. Tails are what
  // that scan needs to know.
  // CHECK-LABEL: gpu.func @reduce_tails
  // CHECK-NOT: prim.workgroup_alloc
  // CHECK: %[[S:.*]]:2 = prim.warp_scan inclusive %{{.*}} reverse combiner
  // CHECK: llvm.store %[[S]]#0
  gpu.func @reduce_tails(%x: i32, %f: i1, %out: !llvm.ptr<1>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %r = prim.block_reduce add %x tail(%f) : i32
    llvm.store %r, %out : i32, !llvm.ptr<1>
    gpu.return
  }

  // The prefix region is told of borders by i1, and what it yields has none.
  // CHECK-LABEL: gpu.func @prefix
  // CHECK-SAME: %[[Z:[^:]*]]: i32
  // CHECK: %[[HELD:.*]] = arith.cmpi slt, %{{.*}}, %{{.*}} : i32
  // CHECK: "user.look_back"(%[[HELD]], %{{.*}}) : (i1, i32) -> ()
  gpu.func @prefix(%z: i32, %x: i32, %f: i1, %out: !llvm.ptr<1>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %r = prim.block_scan inclusive add %x head(%f) prefix {
    ^bb0(%held: i1, %fold: i32):
      "user.look_back"(%held, %fold) : (i1, i32) -> ()
      prim.yield %z : i32
    } : i32
    llvm.store %r, %out : i32, !llvm.ptr<1>
    gpu.return
  }

  // A segment starts from init: what the scan knows is what lies before an item.
  // The total takes no notice of segments.
  // CHECK-LABEL: gpu.func @exclusive
  // CHECK-SAME: %[[Z:[^:]*]]: i32
  // CHECK: prim.warp_scan exclusive
  // CHECK: %[[STARTED:.*]] = arith.addi %[[Z]], %[[BEFORE:.*]] : i32
  // CHECK: %[[E:.*]] = arith.select %{{.*}}, %[[STARTED]], %[[Z]] : i32
  // CHECK: %[[T:.*]] = prim.warp_reduce add %{{.*}} all : i32
  // CHECK: llvm.store %[[E]]
  // CHECK: llvm.store %[[T]]
  gpu.func @exclusive(%z: i32, %x: i32, %f: i1, %out: !llvm.ptr<1>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %r, %t = prim.block_scan exclusive add %x init(%z) head(%f) total : i32
    llvm.store %r, %out : i32, !llvm.ptr<1>
    llvm.store %t, %out : i32, !llvm.ptr<1>
    gpu.return
  }
}
