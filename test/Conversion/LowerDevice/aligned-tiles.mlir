// Where accesses must be aligned, the first tile of resident blocks is cut off by the
// elements that the second one would begin behind an aligned element, as all threads find
// from the address, or at the other end if the scan is reverse. There may be one tile
// more. Tiles of a scan without a neutral item begin where they did.
// RUN: prim-opt %s --prim-lower-device=chip=sm_90 --split-input-file | FileCheck %s
// RUN: prim-opt %s --prim-lower-device='chip=sm_90 limits=align-tiles=0' --split-input-file | FileCheck %s --check-prefix=WHOLE
// WHOLE-NOT: prim.is_aligned

// CHECK-LABEL: gpu.func @scan_1(
// CHECK-SAME: %[[IN:[^:]*]]: !prim.base<global>, %{{.*}}, %[[SIZE:.*]]: i64, %[[TILES:.*]]: i32, %{{.*}}: !prim.base<global>, %{{.*}}: i64)
// CHECK: prim.is_aligned %[[IN]] to 16
// CHECK: prim.is_aligned %[[IN]] to 8
// CHECK: %[[AWAY:.*]] = arith.subi %{{.*}}, %{{.*}} : i64
// CHECK: %[[CUT:.*]] = arith.andi %[[AWAY]], %c3_i64{{.*}} : i64
// CHECK: %[[CUT32:.*]] = arith.trunci %[[CUT]] : i64 to i32
// CHECK: %[[WITH:.*]] = arith.addi %[[SIZE]], %[[CUT]] : i64
// CHECK: %[[MORE:.*]] = arith.cmpi sgt, %[[WITH]], %{{.*}} : i64
// CHECK: %[[ONE:.*]] = arith.extui %[[MORE]] : i1 to i32
// CHECK: %[[ALL:.*]] = arith.addi %[[TILES]], %[[ONE]] : i32
// CHECK: %[[IS:.*]] = arith.cmpi ult, %{{.*}}, %[[ALL]] : i32
// CHECK: scf.if %[[IS]]
func.func @forward(%x: memref<?xi32>, %y: memref<?xi32>) {
  prim.device_scan inclusive add ins(%x : memref<?xi32>) outs(%y : memref<?xi32>) tuning<block_size = 512, items_per_thread = 16, algorithm = cooperative>
  return
}

// -----

// CHECK-LABEL: gpu.func @scan_1(
// CHECK-SAME: %[[IN:[^:]*]]: !prim.base<global>, %{{.*}}, %[[SIZE:.*]]: i64, %{{.*}}: i32
// CHECK: %[[INDEX:.*]] = arith.index_cast %[[SIZE]] : i64 to index
// CHECK: %[[BYTES:.*]] = arith.muli %[[INDEX]], %c8{{.*}} : index
// CHECK: %[[END:.*]] = prim.advance %[[IN]], %[[BYTES]]
// CHECK: prim.is_aligned %[[END]] to 16
func.func @backward(%x: memref<?xi64>, %y: memref<?xi64>) {
  prim.device_scan inclusive add ins(%x : memref<?xi64>) outs(%y : memref<?xi64>) reverse tuning<block_size = 512, items_per_thread = 16, algorithm = cooperative>
  return
}

// -----

// CHECK-LABEL: gpu.module @prim_kernels
// CHECK-NOT: prim.is_aligned
func.func @last(%x: memref<?xi32>, %y: memref<?xi32>) {
  prim.device_scan inclusive ins(%x : memref<?xi32>) outs(%y : memref<?xi32>) tuning<block_size = 512, items_per_thread = 16, algorithm = cooperative> combiner {
  ^bb0(%a: i32, %b: i32):
    prim.yield %b : i32
  }
  return
}
