// RUN: prim-opt %s --pass-pipeline="builtin.module(prim-lower-device{chip=gfx942},canonicalize)" --split-input-file | FileCheck %s

// A byte is counted as such, with a counter in each bank for each of the 256, and asked
// for its bin at the end. One block sets the bins to zero itself. Vectors are read from the
// first aligned address on, and the bytes around them one by one.
// CHECK-LABEL: func.func @bytes
// CHECK: gpu.launch_func @prim_kernels::@histogram_0
// CHECK: gpu.launch_func @prim_kernels::@clear_bins_0
// CHECK: gpu.launch_func @prim_kernels::@histogram_1
// CHECK-LABEL: gpu.func @histogram_1
// CHECK: prim.workgroup_alloc 32768 for "counters"
// CHECK: prim.is_aligned {{.*}} to 16
// CHECK: scf.for
// CHECK: prim.load {{.*}} align(16) : !prim.base<global> -> vector<16xi8>
// CHECK-NOT: cmp
// CHECK-COUNT-16: prim.atomic_rmw add {{.*}} atomic(relaxed, block) : i32, !prim.base<workgroup>
// CHECK-NOT: prim.atomic_rmw
// CHECK: arith.cmpi ult
// CHECK: scf.if
// CHECK: prim.load {{.*}} : !prim.base<global> -> i8
// CHECK: prim.atomic_rmw add {{.*}} atomic(relaxed, block) : i32, !prim.base<workgroup>
// CHECK: prim.block_barrier
// CHECK: arith.uitofp
// CHECK: prim.atomic_rmw add {{.*}} atomic(relaxed, device) : i32, !prim.base<global>
func.func @bytes(%x: memref<?xi8>, %h: memref<100xi32>, %lo: i32, %hi: i32) {
  prim.device_histogram ult ins(%x : memref<?xi8>) outs(%h : memref<100xi32>) even(%lo, %hi : i32, i32)
  return
}

// -----

// A thread has a round of vectors in flight, and then single ones.
// CHECK-LABEL: gpu.func @histogram_0
// CHECK: scf.for {{.*}} iter_args
// CHECK: prim.load {{.*}} align(16) : !prim.base<global> -> vector<16xi8>
// CHECK-NOT: prim.atomic_rmw
// CHECK: prim.load {{.*}} align(16) : !prim.base<global> -> vector<16xi8>
// CHECK-COUNT-32: prim.atomic_rmw add {{.*}} atomic(relaxed, block) : i32, !prim.base<workgroup>
// CHECK: scf.for
// CHECK: prim.load {{.*}} align(16) : !prim.base<global> -> vector<16xi8>
func.func @rounds(%x: memref<?xi8>, %h: memref<100xi32>, %lo: i32, %hi: i32) {
  prim.device_histogram ult ins(%x : memref<?xi8>) outs(%h : memref<100xi32>) even(%lo, %hi : i32, i32) tuning<block_size = 256, items_per_thread = 32>
  return
}

// -----

// A weight is that of a place.
// CHECK-LABEL: gpu.func @histogram_1
// CHECK: prim.block_load {{.*}} arrangement(rows(4))
func.func @weights(%x: memref<?xi8>, %w: memref<?xi32>, %h: memref<100xi32>, %lo: i32, %hi: i32) {
  prim.device_histogram ult ins(%x : memref<?xi8>) outs(%h : memref<100xi32>) weights(%w : memref<?xi32>) even(%lo, %hi : i32, i32)
  return
}

// -----

// One block writes what it has counted. Bounds that are known need no estimate.
// CHECK-LABEL: func.func @known
// CHECK-LABEL: gpu.func @histogram_0
// CHECK: prim.workgroup_alloc 32768 for "counters"
// CHECK-NOT: arith.uitofp
// CHECK: prim.atomic_rmw add {{.*}} : i32, !prim.base<workgroup>
// CHECK-NOT: prim.atomic_rmw add {{.*}} !prim.base<global>
// CHECK: prim.store {{.*}} : i32, !prim.base<global>
// CHECK-LABEL: gpu.func @clear_bins_0
func.func @known(%x: memref<?xi32>, %h: memref<256xi32>) {
  %lo = arith.constant 0 : i32
  %hi = arith.constant 1000 : i32
  prim.device_histogram ins(%x : memref<?xi32>) outs(%h : memref<256xi32>) even(%lo, %hi : i32, i32)
  return
}

// -----

// More bins than workgroup memory holds are counted where they are, but equal neighbours
// of a thread are added up first. For fewer bins the levels lie there, too, with a table
// of cells: the search has as many steps as the levels of the fullest cell need.
// CHECK-LABEL: func.func @many
// CHECK-LABEL: gpu.func @histogram_1
// CHECK-NOT: prim.workgroup_alloc
// CHECK: arith.cmpi ne
// CHECK: scf.if
// CHECK: prim.atomic_rmw add {{.*}} atomic(relaxed, device) : i32, !prim.base<global>
// CHECK-LABEL: gpu.func @histogram_2
// CHECK-DAG: prim.workgroup_alloc 8016 for "levels"
// CHECK-DAG: prim.workgroup_alloc 32000 for "counters"
// CHECK: prim.block_barrier
// CHECK: scf.for
// CHECK: prim.block_barrier
// CHECK: prim.warp_reduce
// CHECK: prim.atomic_rmw or {{.*}} atomic(relaxed, block) : i32, !prim.base<workgroup>
// CHECK: prim.block_barrier
// CHECK: math.ctlz
// CHECK: prim.block_load
// CHECK-COUNT-16: math.fma
// CHECK: scf.for
// CHECK-COUNT-16: prim.load {{.*}} !prim.base<workgroup> -> i32
func.func @many(%x: memref<?xi32>, %h: memref<20000xi32>, %l: memref<20001xi32>, %g: memref<1000xi32>, %m: memref<1001xi32>) {
  prim.device_histogram ins(%x : memref<?xi32>) outs(%h : memref<20000xi32>) range(%l : memref<20001xi32>)
  prim.device_histogram ins(%x : memref<?xi32>) outs(%g : memref<1000xi32>) range(%m : memref<1001xi32>)
  return
}

// -----

// Where the number of bins is not known, counters and table share the memory, or there is
// no table.
// CHECK-LABEL: func.func @either
// CHECK-LABEL: gpu.func @histogram_1
// CHECK: prim.workgroup_alloc 32768 for "counters"
// CHECK-NOT: prim.workgroup_alloc
// CHECK: arith.cmpi ule
// CHECK: scf.if
// CHECK: prim.warp_reduce
// CHECK: } else {
// CHECK: scf.if
// CHECK: prim.atomic_rmw add {{.*}} atomic(relaxed, block) : i32, !prim.base<workgroup>
// CHECK: } else {
// CHECK: prim.atomic_rmw add {{.*}} atomic(relaxed, device) : i32, !prim.base<global>
func.func @either(%x: memref<?xf32>, %h: memref<?xi32>, %l: memref<?xf32>) {
  prim.device_histogram ins(%x : memref<?xf32>) outs(%h : memref<?xi32>) range(%l : memref<?xf32>)
  return
}

// -----

// One block maps what it has counted. Several blocks count in the workspace, and a launch
// after them maps the counts.
// CHECK-LABEL: func.func @mapped
// CHECK: gpu.launch_func @prim_kernels::@histogram_0
// CHECK: gpu.launch_func @prim_kernels::@clear_bins_0
// CHECK: gpu.launch_func @prim_kernels::@histogram_1
// CHECK: gpu.launch_func @prim_kernels::@finish_bins_0
// CHECK-LABEL: gpu.func @histogram_0
// CHECK-NOT: prim.atomic_rmw add {{.*}}device
// CHECK: arith.sitofp
// CHECK-LABEL: gpu.func @clear_bins_0
// CHECK-NOT: arith.sitofp
// CHECK-LABEL: gpu.func @histogram_1
// CHECK: prim.atomic_rmw add {{.*}} atomic(relaxed, device) : i32, !prim.base<global>
// CHECK-NOT: arith.sitofp
// CHECK-LABEL: gpu.func @finish_bins_0
// CHECK: prim.load {{.*}} atomic(relaxed, device) : !prim.base<global> -> i32
// CHECK: arith.sitofp
func.func @mapped(%x: memref<?xi32>, %h: memref<20xf32>) {
  prim.device_histogram ins(%x : memref<?xi32>) outs(%h : memref<20xf32>) bin {
  ^bb0(%a: i32):
    prim.yield %a : i32
  } epilogue {
  ^bb0(%n: i32):
    %f = arith.sitofp %n : i32 to f32
    prim.yield %f : f32
  }
  return
}
