// RUN: prim-opt %s --prim-lower-device="chip=gfx942" --split-input-file | FileCheck %s

// One launch, no workspace: each vector is loaded, mapped and stored.
// CHECK-LABEL: func.func @sum
// CHECK-NOT: gpu.alloc
// CHECK: gpu.launch_func @prim_kernels::@map_0
// CHECK-NOT: gpu.launch_func
// CHECK-LABEL: gpu.func @map_0
// CHECK-COUNT-2: prim.block_load {{.*}} arrangement(rows(4))
// CHECK-COUNT-4: arith.addi {{.*}} : i32
// CHECK: prim.block_store {{.*}} arrangement(rows(4))
// CHECK: } else {
// CHECK-COUNT-2: prim.block_load {{.*}} valid
// CHECK: prim.block_store {{.*}} valid
// CHECK: gpu.return
func.func @sum(%x: memref<?xi32>, %y: memref<?xi32>, %o: memref<?xi32>) {
  prim.device_map ins(%x, %y : memref<?xi32>, memref<?xi32>) outs(%o : memref<?xi32>)
      tuning<block_size = 64, items_per_thread = 4> map {
  ^bb0(%a: i32, %b: i32):
    %c = arith.addi %a, %b : i32
    prim.yield %c : i32
  }
  return
}

// -----

// Whether it is in place shows when it runs: then borders are saved before, and no wave
// stores before all have loaded.
// CHECK-LABEL: func.func @difference
// CHECK: arith.cmpi eq
// CHECK: scf.if
// CHECK: gpu.alloc
// CHECK: gpu.launch_func @prim_kernels::@map_borders_0
// CHECK: gpu.launch_func @prim_kernels::@map_in_place_0
// CHECK: gpu.dealloc
// CHECK: } else {
// CHECK-NOT: gpu.alloc
// CHECK: gpu.launch_func @prim_kernels::@map_0
// CHECK-LABEL: gpu.func @map_in_place_0
// CHECK: prim.warp_shuffle
// CHECK: gpu.barrier
// CHECK: prim.block_store
// CHECK-LABEL: gpu.func @map_0
// CHECK-NOT: gpu.barrier
// CHECK: gpu.return
func.func @difference(%x: memref<?xi32>, %o: memref<?xi32>) {
  prim.device_map ins(%x : memref<?xi32>) outs(%o : memref<?xi32>) neighbour(left)
      tuning<block_size = 64, items_per_thread = 4> map {
  ^bb0(%a: i32, %b: i32, %has: i1):
    %c = arith.subi %a, %b : i32
    prim.yield %c : i32
  }
  return
}

// -----

// Of one type and another there is nothing in place.
// CHECK-LABEL: func.func @widened
// CHECK-NOT: map_in_place
// CHECK: gpu.launch_func @prim_kernels::@map_0
// CHECK-NOT: map_in_place
func.func @widened(%x: memref<?xi16>, %o: memref<?xi32>) {
  prim.device_map ins(%x : memref<?xi16>) outs(%o : memref<?xi32>) neighbour(right) map {
  ^bb0(%a: i16, %b: i16, %has: i1):
    %c = arith.extsi %b : i16 to i32
    prim.yield %c : i32
  }
  return
}

// -----

// The wave has the elements before all of its rows but the first one.
// CHECK-LABEL: func.func @rows
// CHECK: gpu.func @map_0
// CHECK: prim.block_load
// CHECK: prim.load
// CHECK-NEXT: arith.constant
// CHECK-NEXT: prim.warp_shuffle
// CHECK-NOT: prim.load
// CHECK: prim.warp_broadcast %{{.*}} lane(%c63_i32
// CHECK: prim.warp_shuffle
// CHECK-NOT: prim.load
// CHECK: } else {
func.func @rows(%x: memref<?xi16>, %o: memref<?xi32>) {
  prim.device_map ins(%x : memref<?xi16>) outs(%o : memref<?xi32>) neighbour(left)
      tuning<block_size = 256, items_per_thread = 8> map {
  ^bb0(%a: i16, %b: i16, %has: i1):
    %c = arith.extsi %b : i16 to i32
    prim.yield %c : i32
  }
  return
}
