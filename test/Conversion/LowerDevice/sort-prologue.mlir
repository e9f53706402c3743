// RUN: prim-opt %s --prim-lower-device=chip=gfx942 | FileCheck %s

// Rows of one wave are mapped as they are loaded, by lanes and by waves, without a map in
// front.
// CHECK-LABEL: func.func @known
// CHECK-NOT: gpu.launch_func {{.*}}::@map
// CHECK: gpu.launch_func {{.*}}::@sort_short_0
// CHECK-NOT: gpu.launch_func
// CHECK: return
func.func @known(%x: memref<?x10xi32>, %y: memref<?x10xi32>, %p: memref<?x10xi32>) {
  prim.device_sort slt ins(%x : memref<?x10xi32>) outs(%y, %p : memref<?x10xi32>, memref<?x10xi32>) dimension(1) prologue {
  ^bb0(%e: i32, %i: index):
    %at = arith.index_cast %i : index to i32
    prim.yield %e, %at : i32, i32
  }
  return
}

// Only the host knows: short rows on one side, and on the other one only passes.
// CHECK-LABEL: func.func @unknown
// CHECK: arith.cmpi sle
// CHECK: scf.if
// CHECK: gpu.launch_func {{.*}}::@sort_short_1
// CHECK: gpu.launch_func {{.*}}::@sort_block_0
// CHECK: } else {
// CHECK: gpu.launch_func {{.*}}::@map_0
// CHECK-NOT: ::@sort_short
// CHECK-NOT: ::@sort_block
// CHECK: gpu.launch_func {{.*}}::@sort_histogram_0
// CHECK: return
func.func @unknown(%x: memref<?x?xi32>, %y: memref<?x?xi32>, %p: memref<?x?xi32>, %t: memref<?xi32>) {
  prim.device_sort slt ins(%x : memref<?x?xi32>) outs(%y, %p : memref<?x?xi32>, memref<?x?xi32>) reads(%t : memref<?xi32>) dimension(1) prologue {
  ^bb0(%e: i32, %i: index):
    %at = memref.load %t[%i] : memref<?xi32>
    prim.yield %e, %at : i32, i32
  }
  return
}

// Elements that lie apart are put together by the map.
// CHECK-LABEL: func.func @columns
// CHECK: gpu.launch_func {{.*}}::@map_1
// CHECK: gpu.launch_func {{.*}}::@sort_short_2
func.func @columns(%x: memref<10x?xi32>, %y: memref<10x?xi32>, %p: memref<10x?xi32>) {
  prim.device_sort slt ins(%x : memref<10x?xi32>) outs(%y, %p : memref<10x?xi32>, memref<10x?xi32>) dimension(0) prologue {
  ^bb0(%e: i32, %i: index):
    %at = arith.index_cast %i : index to i32
    prim.yield %e, %at : i32, i32
  }
  return
}

// An index is one in the row. What may be done to any value needs no branch.
// CHECK: gpu.func @sort_short_0
// CHECK: prim.warp_ballot
// CHECK: %[[LANE:.*]] = arith.andi %{{.*}}, %c3_i32
// CHECK: %[[FIRST:.*]] = arith.muli %[[LANE]], %c4_i32
// CHECK: %[[PLACE:.*]] = arith.addi %[[FIRST]], %c0_i32
// CHECK: %[[WIDE:.*]] = arith.extui %[[PLACE]] : i32 to i64
// CHECK: %[[ELEMENT:.*]] = prim.load
// CHECK-COUNT-3: prim.load
// CHECK: %[[INDEX:.*]] = arith.index_cast %[[WIDE]] : i64 to index
// CHECK: %[[AT:.*]] = arith.index_cast %[[INDEX]] : index to i32
// CHECK: %[[KEYS:.*]] = vector.from_elements %[[ELEMENT]],
// CHECK: %[[VALUES:.*]] = vector.from_elements %[[AT]],
// CHECK: prim.warp_sort {{.*}}%[[KEYS]], %[[VALUES]]
// A wave sorts places, and loads the items of these.
// CHECK: prim.warp_sort ult descending %{{.*}} valid(%{{.*}}) width(64) : vector<1xi64>
// CHECK: prim.load

// A table is read for elements that exist.
// CHECK: gpu.func @sort_short_1
// CHECK: prim.load
// CHECK: scf.if
// CHECK: prim.load
// CHECK: prim.warp_sort
