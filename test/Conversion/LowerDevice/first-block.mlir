// Where all blocks run at once, the first one waits for what the others publish, and
// leaves a workspace that is kept zero as it was. On AMD's chips that is for tuning, on
// NVIDIA's what is done where order does not matter.
// RUN: prim-opt %s --prim-lower-device=chip=gfx942 | FileCheck %s --check-prefixes=CHECK,TUNED
// RUN: prim-opt %s --prim-lower-device=chip=sm_90 | FileCheck %s --check-prefixes=CHECK,TABLE
// RUN: prim-opt %s --prim-lower-device='chip=sm_90 limits=cooperative=0' | FileCheck %s --check-prefix=NONE
// NONE-NOT: prim.cooperative
// NONE: prim.grid_reduce
// NONE-NOT: prim.cooperative

// CHECK-LABEL: func.func @tuned
// One block needs none of the others.
// CHECK: gpu.launch_func @[[M:.*]]::@[[ALONE:reduce_[0-9]+]] {{[^{]*$}}
// What the device holds none of, as there are no such launches, the last block does.
// CHECK: %[[MOST:.*]] = prim.resident_blocks @[[M]]::@[[MANY:reduce_[0-9]+]] threads(64)
// CHECK: gpu.launch_func @[[M]]::@[[MANY]] {{.*}}{prim.cooperative}
// CHECK: gpu.launch_func @[[M]]::@[[ALONE]] {{[^{]*$}}
func.func @tuned(%x: memref<?xi32>, %y: memref<i32>, %w: memref<?xi8>) {
  prim.device_reduce add ins(%x : memref<?xi32>) outs(%y : memref<i32>) workspace(%w : memref<?xi8>) initialized tuning<block_size = 64, items_per_thread = 4, algorithm = cooperative>
  return
}

// CHECK-LABEL: func.func @default
// TUNED-NOT: prim.cooperative
// TABLE: gpu.launch_func {{.*}}{prim.cooperative}
// CHECK: return
func.func @default(%x: memref<?xi32>, %y: memref<i32>) {
  prim.device_reduce add ins(%x : memref<?xi32>) outs(%y : memref<i32>)
  return
}

// Order matters.
// CHECK-LABEL: func.func @ordered
// CHECK-NOT: prim.cooperative
// CHECK: return
func.func @ordered(%x: memref<?xi32>, %y: memref<i32>, %z: i32) {
  prim.device_reduce ins(%x : memref<?xi32>) outs(%y : memref<i32>) init(%z : i32) combiner {
  ^bb0(%a: i32, %b: i32):
    %c = arith.subi %a, %b : i32
    prim.yield %c : i32
  }
  return
}

// CHECK-LABEL: func.func @no_identity
// TUNED-NOT: prim.cooperative
// TABLE: gpu.launch_func {{.*}}{prim.cooperative}
// CHECK: return
func.func @no_identity(%x: memref<?xi32>, %y: memref<i32>, %z: i32) {
  prim.device_reduce ins(%x : memref<?xi32>) outs(%y : memref<i32>) init(%z : i32) combiner commutative {
  ^bb0(%a: i32, %b: i32):
    %c = arith.addi %a, %b : i32
    prim.yield %c : i32
  }
  return
}

// CHECK: gpu.func @[[MANY]](
// CHECK: %[[FOLD:.*]] = prim.block_reduce add
// CHECK: prim.grid_publish %[[FOLD]] tile(%[[NUMBER:.*]]) tiles(%[[BLOCKS:.*]]) state
// CHECK: %[[FIRST:.*]] = arith.cmpi eq, %[[NUMBER]],
// CHECK: scf.if %[[FIRST]]
// CHECK: prim.grid_peek
// CHECK: prim.grid_gather
// CHECK: %[[ALL:.*]] = prim.block_reduce add %{{.*}} valid(%[[BLOCKS]])
// CHECK: prim.store %[[ALL]]
// CHECK: prim.block_barrier
// CHECK: prim.grid_state_size
// CHECK: scf.for
// CHECK: prim.store
// CHECK-NOT: prim.grid_reduce
// CHECK: gpu.return
