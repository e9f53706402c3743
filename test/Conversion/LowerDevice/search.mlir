// RUN: prim-opt %s --prim-lower-device="chip=gfx942" --split-input-file | FileCheck %s
// RUN: prim-opt %s --prim-lower-device="chip=sm_90" --split-input-file | FileCheck %s --check-prefix=ALIGNED

// Needles are loaded as vectors. Each thread has all loads of a step under way before it
// compares, from indices of 32 bits where these reach everything, and looks once more at
// what it has found. An empty haystack is not looked at.
// CHECK-LABEL: func.func @lower
// CHECK: prim.check {{.*}} "prim.device_search: in 0 has a size of {}"
// CHECK: prim.check {{.*}} "prim.device_search: in has {} elements, whose positions do not fit in outs of i32; use outs of i64"
// CHECK: prim.check {{.*}} "prim.device_search: outs 0 has {} elements, but ins 0 has {}"
// CHECK-LABEL: gpu.func @search_0
// CHECK: prim.block_load {{.*}} arrangement(rows(4))
// CHECK: scf.while ({{.*}}) : (i32, i32, i32, i32, i32) -> (i32, i32, i32, i32, i32) {
// CHECK: scf.condition
// CHECK-COUNT-4: prim.load
// CHECK-NOT: prim.load
// CHECK-COUNT-4: arith.cmpi slt
// CHECK: scf.yield
// CHECK-COUNT-4: prim.load
// CHECK: } else {
// CHECK: scf.while ({{.*}}) : (i64, i64, i64, i64, i64) -> (i64, i64, i64, i64, i64) {
// CHECK: prim.block_store {{.*}} arrangement(rows(4))
func.func @lower(%x: memref<?xi32>, %s: memref<?xi32>, %o: memref<?xi32>) {
  prim.device_search lower slt ins(%x : memref<?xi32>) in(%s : memref<?xi32>) outs(%o : memref<?xi32>)
      tuning<block_size = 64, items_per_thread = 4>
  return
}

// -----

// What is known leaves one form; NaNs come last.
// CHECK-LABEL: gpu.func @search_0
// CHECK: scf.while ({{.*}}) : (i32, i32) -> (i32, i32) {
// CHECK: arith.cmpf olt
// CHECK: arith.cmpf ord
// CHECK: arith.cmpf uno
// CHECK-NOT: scf.while
// CHECK: gpu.return
func.func @contains(%x: memref<?xf32>, %s: memref<100xf32>, %o: memref<?xi1>) {
  prim.device_search contains total ins(%x : memref<?xf32>) in(%s : memref<100xf32>) outs(%o : memref<?xi1>)
      tuning<block_size = 64, items_per_thread = 1>
  return
}

// -----

// A scan counts the vectors of 16 bytes that copies write. Then blocks look up whose
// their tile is, a lane for each of 64 copies at a time, and move whole vectors first.
// Where accesses are aligned, both ends have to be for that.
// CHECK-LABEL: func.func @bytes
// CHECK: gpu.launch_func @prim_kernels::@copies_count_0
// CHECK: gpu.launch_func @prim_kernels::@copies_0
// CHECK-LABEL: gpu.func @copies_count_0
// CHECK: prim.grid_scan add %{{.*}} : i64
// CHECK-LABEL: gpu.func @copies_0
// CHECK-NOT: prim.is_aligned
// CHECK: scf.while
// CHECK: arith.ceildivui %{{.*}}, %c64_i64
// CHECK: prim.warp_ballot
// CHECK: prim.block_barrier
// CHECK: prim.block_barrier
// CHECK: scf.while
// CHECK: prim.load {{.*}} vector<16xi8>
// CHECK: prim.store {{.*}} vector<16xi8>
// CHECK: prim.load {{.*}} vector<8xi8>
// CHECK: prim.store {{.*}} vector<8xi8>
// CHECK: prim.load {{.*}} vector<4xi8>
// CHECK: prim.load {{.*}} vector<2xi8>
// CHECK: prim.load {{.*}} vector<1xi8>
// CHECK: gpu.return
// ALIGNED-LABEL: gpu.func @copies_0
// Bases are moved down to multiples of a vector.
// ALIGNED: prim.is_aligned {{.*}} to 2
// ALIGNED: prim.is_aligned {{.*}} to 16
// Units of one copy are vectors where source and destination are alike, else words.
// ALIGNED: prim.load {{.*}} align(16) {{.*}} vector<4xi32>
// ALIGNED: prim.store {{.*}} align(16)
// ALIGNED: } else {
// ALIGNED-COUNT-5: prim.load {{.*}} -> i32
// ALIGNED: prim.store {{.*}} align(16)
// Units of several copies are words, whose parts are stored by aligned pieces.
// ALIGNED: prim.block_barrier
// ALIGNED: prim.block_barrier
// ALIGNED-COUNT-5: prim.load {{.*}} -> i32
// ALIGNED: prim.store {{.*}} align(16)
// ALIGNED: prim.store {{.*}} : i8
// ALIGNED: prim.store {{.*}} : i16
// Words that reach beyond the buffer are read by elements.
// ALIGNED: scf.for
// ALIGNED: prim.load {{.*}} -> i8
// ALIGNED: gpu.return
func.func @bytes(%x: memref<?xi8>, %o: memref<?xi8>, %f: memref<?xi64>, %t: memref<?xi64>, %n: memref<?xi64>) {
  prim.device_batch_copy ins(%x : memref<?xi8>) outs(%o : memref<?xi8>) from(%f : memref<?xi64>)
      to(%t : memref<?xi64>) sizes(%n : memref<?xi64>) tuning<block_size = 64, items_per_thread = 1>
  return
}
