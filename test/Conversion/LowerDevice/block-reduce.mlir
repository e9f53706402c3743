// What one block reduces has tiles of several sizes where the table has them; not
// where a tuning attribute says what the tile is.
// RUN: prim-opt %s --prim-lower-device=chip=sm_90 | FileCheck %s
// RUN: prim-opt %s --prim-lower-device=chip=gfx942 | FileCheck %s --check-prefix=ONE
// ONE-LABEL: func.func @bytes
// ONE-COUNT-2: gpu.launch_func
// ONE-NOT: gpu.launch_func
// ONE-LABEL: func.func @tuned

// CHECK-LABEL: func.func @bytes
// CHECK: gpu.launch_func @[[M:.*]]::@[[ALONE:reduce_[0-9]]]
// CHECK: %[[LEAST:.*]] = arith.constant 1024 : i64
// CHECK: arith.cmpi sle, %{{.*}}, %[[LEAST]]
// CHECK: gpu.launch_func @[[M]]::@[[ZEROTH:reduce_[0-9]]] blocks
// CHECK: %[[SMALL:.*]] = arith.constant 4096 : i64
// CHECK: arith.cmpi sle, %{{.*}}, %[[SMALL]]
// CHECK: gpu.launch_func @[[M]]::@[[FIRST:reduce_[0-9]]] blocks
// CHECK: arith.constant 8192 : i64
// CHECK: gpu.launch_func @[[M]]::@[[SECOND:reduce_[0-9]]] blocks
// CHECK: arith.constant 16384 : i64
// CHECK: gpu.launch_func @[[M]]::@[[ALONE]]
// CHECK: gpu.alloc
// CHECK: gpu.launch_func @[[M]]::@[[LARGE:reduce_[0-9]]] {{.*}}{prim.cooperative}

// CHECK-LABEL: func.func @tuned
// CHECK-COUNT-3: gpu.launch_func
// CHECK-NOT: gpu.launch_func

// Words of other blocks are for the large one alone.
// CHECK: gpu.func @[[ALONE]]({{.*}}known_block_size = array<i32: 256, 1, 1>
// CHECK: gpu.func @[[ZEROTH]]({{.*}}known_block_size = array<i32: 256, 1, 1>
// CHECK-NOT: prim.grid_
// CHECK: gpu.func @[[FIRST]]({{.*}}known_block_size = array<i32: 256, 1, 1>
// CHECK-NOT: prim.grid_
// CHECK: gpu.func @[[SECOND]]({{.*}}known_block_size = array<i32: 512, 1, 1>
// CHECK-NOT: prim.grid_
// CHECK: gpu.func @[[LARGE]]({{.*}}known_block_size = array<i32: 256, 1, 1>
// CHECK: prim.grid_publish
// CHECK: gpu.func {{.*}}known_block_size = array<i32: 128, 1, 1>
func.func @bytes(%x: memref<?xi8>, %y: memref<i8>) {
  prim.device_reduce add ins(%x : memref<?xi8>) outs(%y : memref<i8>)
  return
}

func.func @tuned(%x: memref<?xi8>, %y: memref<i8>) {
  prim.device_reduce add ins(%x : memref<?xi8>) outs(%y : memref<i8>) tuning<block_size = 128, items_per_thread = 16>
  return
}
