// Blocks that all run at once scan segments given by offsets in turns. Each wave scans
// its part of a tile, and folds what came before into it in a later turn.
// RUN: prim-opt %s --prim-lower-device=chip=gfx942 | FileCheck %s
// RUN: prim-opt %s --prim-lower-device='chip=gfx942 limits=cooperative=0' | FileCheck %s --check-prefix=PLAIN
// RUN: prim-opt %s --prim-lower-device=chip=sm_90 | FileCheck %s --check-prefix=SM90
// PLAIN-NOT: prim.cooperative
// PLAIN-NOT: prim.grid_peek

// One tile looks back at nothing. The guard asks for the launch behind that of the marks.
// CHECK-LABEL: func.func @offsets
// CHECK: gpu.launch_func @prim_kernels::@[[MARKS:scan_marks_[0-9]]]
// CHECK: gpu.launch_func @prim_kernels::@[[LOOKS:scan_[0-9]]] {{[^{]*$}}
// CHECK: prim.resident_blocks @prim_kernels::@[[LATE:scan_[0-9]]] threads(128)
// CHECK: gpu.launch_func @prim_kernels::@[[MARKS]]
// CHECK: gpu.launch_func @prim_kernels::@[[LATE]] {{.*}} {prim.cooperative}
// CHECK: gpu.launch_func @prim_kernels::@[[MARKS]]
// CHECK: gpu.launch_func @prim_kernels::@[[LOOKS]] {{[^{]*$}}
func.func @offsets(%x: memref<?xf32>, %y: memref<?xf32>, %o: memref<?xi32>) {
  prim.device_scan inclusive add ins(%x : memref<?xf32>) outs(%y : memref<?xf32>)
      segments(%o : memref<?xi32>) tuning<block_size = 128, items_per_thread = 12, algorithm = cooperative>
  return
}

// Sums that are the same in each run do not depend on the number of blocks.
// CHECK-LABEL: func.func @deterministic
// CHECK-NOT: prim.resident_blocks
// CHECK: return
func.func @deterministic(%x: memref<?xf32>, %y: memref<?xf32>, %o: memref<?xi32>) {
  prim.device_scan inclusive add ins(%x : memref<?xf32>) outs(%y : memref<?xf32>)
      segments(%o : memref<?xi32>) deterministic(run) tuning<block_size = 128, items_per_thread = 4>
  return
}

// SM90-LABEL: func.func @ranges
// SM90: prim.resident_blocks
func.func @ranges(%x: memref<?xi32>, %y: memref<?xi32>, %b: memref<?xi32>, %e: memref<?xi32>) {
  prim.device_scan exclusive add ins(%x : memref<?xi32>) outs(%y : memref<?xi32>)
      segments(%b, %e : memref<?xi32>, memref<?xi32>)
  return
}

// Nothing is staged that takes two words, of which a look-back is as fast.
// SM90-LABEL: func.func @wide
// SM90-NOT: prim.resident_blocks
// SM90: return
func.func @wide(%x: memref<?xi64>, %y: memref<?xi64>, %o: memref<?xi32>) {
  prim.device_scan inclusive add ins(%x : memref<?xi64>) outs(%y : memref<?xi64>) segments(%o : memref<?xi32>)
  return
}

// Five tiles of elements, which their folds replace.
// CHECK: prim.workgroup_alloc 30720 for "stages"
// CHECK: prim.block_stage {{.*}} arrangement(rows(4))
// CHECK: prim.copy_commit
// CHECK: scf.while
// CHECK: prim.grid_peek
// CHECK-NOT: prim.block_exchange
// CHECK: prim.block_load {{.*}} align(16) : !prim.base<workgroup>
// CHECK: prim.warp_scan inclusive
// CHECK: prim.warp_reduce minui
// CHECK: prim.grid_publish
// CHECK: prim.block_load {{.*}} arrangement(rows(4)) {{.*}}!prim.base<workgroup>
// CHECK: prim.block_store {{.*}} arrangement(rows(4))
