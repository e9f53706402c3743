// RUN: prim-opt %s --prim-lower-device=chip=gfx942 | FileCheck %s

// Memory that is only discarded is not allocated, seen through a cast, too.
// CHECK-LABEL: func @cast
// CHECK-NOT: gpu.alloc {{.*}} memref<?xi32>
// CHECK: return
func.func @cast(%k: memref<16xi32>, %v: memref<16xi32>, %f: memref<16xi32>, %n: index) {
  %e = gpu.alloc(%n) : memref<?xi32>
  %c = memref.cast %e : memref<?xi32> to memref<16xi32>
  prim.device_sort slt ins(%k, %v : memref<16xi32>, memref<16xi32>) outs(%c, %f : memref<16xi32>, memref<16xi32>) discards(0)
  gpu.dealloc %e : memref<?xi32>
  return
}

// Another op waits for this allocation.
// CHECK-LABEL: func @async
// CHECK: gpu.alloc async
func.func @async(%k: memref<?xi32>, %v: memref<?xi32>, %f: memref<?xi32>, %n: index) {
  %e, %t = gpu.alloc async (%n) : memref<?xi32>
  gpu.wait [%t]
  prim.device_sort slt ins(%k, %v : memref<?xi32>, memref<?xi32>) outs(%e, %f : memref<?xi32>, memref<?xi32>) discards(0)
  return
}

// Keys that are discarded need memory on their way, which the workspace has. The rest needs none,
// and no kernel is given it.
// CHECK-LABEL: func @rest
// CHECK-SAME: %[[KO:[a-z0-9]+]]: memref<100xf32>, %[[VO:[a-z0-9]+]]: memref<100xi32>, %[[KR:[a-z0-9]+]]: memref<99900xf32>, %[[VR:[a-z0-9]+]]: memref<99900xi32>
// CHECK-NOT: prim.base_of %[[KO]]
// CHECK-NOT: prim.base_of %[[KR]]
// CHECK-NOT: prim.base_of %[[VR]]
// CHECK: prim.base_of %[[VO]]
// CHECK-NOT: prim.base_of %[[KO]]
// CHECK-NOT: prim.base_of %[[KR]]
// CHECK-NOT: prim.base_of %[[VR]]
// CHECK: return
func.func @rest(%k: memref<100000xf32>, %v: memref<100000xi32>, %ko: memref<100xf32>, %vo: memref<100xi32>, %kr: memref<99900xf32>, %vr: memref<99900xi32>) {
  prim.device_topk total ins(%k, %v : memref<100000xf32>, memref<100000xi32>) outs(%ko, %vo : memref<100xf32>, memref<100xi32>) rest(%kr, %vr : memref<99900xf32>, memref<99900xi32>) discards(0, 2, 3)
  return
}

// Memory stays where a size is asked for that it does not have. A constant may be negative.
// CHECK-LABEL: func @negative
// CHECK: %[[E:.*]] = gpu.alloc
// CHECK: memref.dim %[[E]], %c-1
func.func @negative(%k: memref<?xi32>, %v: memref<?xi32>, %f: memref<?xi32>, %n: index) -> index {
  %m = arith.constant -1 : index
  %e = gpu.alloc(%n) : memref<?xi32>
  prim.device_sort slt ins(%k, %v : memref<?xi32>, memref<?xi32>) outs(%e, %f : memref<?xi32>, memref<?xi32>) discards(0)
  %z = memref.dim %e, %m : memref<?xi32>
  gpu.dealloc %e : memref<?xi32>
  return %z : index
}

// CHECK-LABEL: func @beyond
// CHECK: %[[E:.*]] = gpu.alloc
// CHECK: memref.dim %[[E]], %c1
func.func @beyond(%k: memref<?xi32>, %v: memref<?xi32>, %f: memref<?xi32>, %n: index) -> index {
  %m = arith.constant 1 : index
  %e = gpu.alloc(%n) : memref<?xi32>
  prim.device_sort slt ins(%k, %v : memref<?xi32>, memref<?xi32>) outs(%e, %f : memref<?xi32>, memref<?xi32>) discards(0)
  %z = memref.dim %e, %m : memref<?xi32>
  gpu.dealloc %e : memref<?xi32>
  return %z : index
}
