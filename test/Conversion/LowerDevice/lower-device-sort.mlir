// RUN: prim-opt %s --split-input-file --pass-pipeline='builtin.module(prim-lower-device{chip=gfx942 limits=max-sort-items=10000},canonicalize)' | FileCheck %s

// A dynamic size chooses between nothing, one block, and one pass per digit.

// CHECK-LABEL: func.func @dynamic
// CHECK-SAME: (%[[K:.*]]: memref<?xi32>, %[[V:.*]]: memref<?xf64>, %[[KO:.*]]: memref<?xi32>, %[[VO:.*]]: memref<?xf64>)
// CHECK: %[[FEW:.*]] = arith.cmpi sle, %{{.*}}, %c9999_i64
// CHECK: prim.check %[[FEW]], invalid_argument, "prim.device_sort: sorts fewer than 10000 items at once, found {}
// CHECK: %[[SOME:.*]] = arith.cmpi sgt
// CHECK: scf.if %[[SOME]] {
// CHECK: %[[SMALL:.*]] = arith.cmpi sle
// CHECK: scf.if %[[SMALL]] {
// CHECK: gpu.launch_func @prim_kernels::@sort_block_0 blocks in (%c1, %c1, %c1)
// CHECK: } else {
// CHECK: gpu.alloc
// One memset clears tickets, histograms and look-back words of all passes.
// CHECK: gpu.memset
// CHECK-NOT: gpu.memset
// CHECK: gpu.launch_func @prim_kernels::@sort_histogram_0
// CHECK: %[[TK:.*]] = prim.advance
// Four digits: the last one ends in the results, the inputs are only read.
// CHECK-COUNT-4: gpu.launch_func @prim_kernels::@sort_pass_0
// CHECK-NOT: gpu.launch_func
// CHECK: gpu.dealloc
func.func @dynamic(%k: memref<?xi32>, %v: memref<?xf64>, %ko: memref<?xi32>, %vo: memref<?xf64>) {
  prim.device_sort slt ins(%k, %v : memref<?xi32>, memref<?xf64>) outs(%ko, %vo : memref<?xi32>, memref<?xf64>)
  return
}

// The histogram counts in workgroup memory, and adds up at the device's scope.
// CHECK: gpu.func @sort_histogram_0
// CHECK-COUNT-4: prim.block_histogram %{{.*}} bins(256) into(%{{.*}} : !prim.base<workgroup>) : vector<
// CHECK: prim.atomic_rmw add {{.*}} atomic(relaxed, device) : i32, !prim.base<global>

// A pass takes a ticket and publishes its counts as soon as it has them; later the
// first tile publishes where it starts, the others look back. There is a chain per
// value of a digit.
// CHECK: gpu.func @sort_pass_0
// CHECK-NOT: fence
// CHECK-NOT: {{acquire|release|acq_rel|seq_cst}}
// CHECK: prim.grid_ticket %
// CHECK: prim.block_load {{.*}} arrangement(rows(1))
// CHECK: prim.block_radix_rank %{{.*}} bits(8) counts(2) arrangement(rows(1)) counted {
// CHECK: prim.grid_publish %{{.*}} epoch(%{{.*}}) chains(256) bits(30) : vector<2xi32>
// CHECK: prim.yield
// CHECK: prim.block_exchange %{{.*}} ranks(%{{.*}} : vector<12xi32>) to(striped) : vector<12xi32>
// CHECK: prim.grid_publish complete
// CHECK: prim.grid_prefix add %{{.*}} epoch(%{{.*}}) chains(256) bits(30) : vector<2xi32>
// CHECK: prim.block_exchange %{{.*}} ranks(%{{.*}} : vector<12xi32>) to(striped) : vector<12xf64>
// CHECK-NOT: prim.atomic_rmw
// CHECK-NOT: atomic(
// CHECK: gpu.return

// -----

// A size that is known makes the kernels of one way only.

// CHECK-LABEL: func.func @small
// CHECK: gpu.launch_func @prim_kernels::@sort_block_0
// CHECK-NOT: gpu.launch_func
// CHECK-NOT: gpu.alloc
// CHECK-NOT: @sort_pass_0
func.func @small(%k: memref<100xf32>, %ko: memref<100xf32>) {
  prim.device_sort total descending ins(%k : memref<100xf32>) outs(%ko : memref<100xf32>)
  return
}

// -----

// CHECK-LABEL: func.func @empty
// CHECK-NOT: gpu.launch_func
// CHECK: return
func.func @empty(%k: memref<0xf32>, %ko: memref<0xf32>) {
  prim.device_sort total ins(%k : memref<0xf32>) outs(%ko : memref<0xf32>)
  return
}

// -----

// A range of bits makes fewer passes; an odd number of them needs no second
// buffer where the input may be overwritten.

// CHECK-LABEL: func.func @clobber
// CHECK-SAME: (%[[K:.*]]: memref<9999xi64>, %[[KO:.*]]: memref<9999xi64>)
// CHECK: %[[IN:.*]] = prim.base_of %[[K]]
// CHECK: %[[OUT:.*]] = prim.base_of %[[KO]]
// CHECK: gpu.alloc
// CHECK: gpu.launch_func @prim_kernels::@sort_pass_0 {{.*}}args(%[[IN]] : !prim.base<global>, %[[OUT]] :
// CHECK: gpu.launch_func @prim_kernels::@sort_pass_0 {{.*}}args(%[[OUT]] : !prim.base<global>, %[[IN]] :
// CHECK: gpu.launch_func @prim_kernels::@sort_pass_0 {{.*}}args(%[[IN]] : !prim.base<global>, %[[OUT]] :
// CHECK-NOT: gpu.launch_func
func.func @clobber(%k: memref<9999xi64>, %ko: memref<9999xi64>) {
  prim.device_sort ult ins(%k : memref<9999xi64>) outs(%ko : memref<9999xi64>) bits(40, 58) may_clobber_input
  return
}

// -----

// An initialised workspace is not cleared before, but left clear.

// CHECK-LABEL: func.func @initialized
// CHECK: prim.check {{.*}} "prim.device_sort: the workspace is too small
// CHECK-NOT: gpu.memset
// CHECK-COUNT-4: gpu.launch_func @prim_kernels::@sort_pass_0
// CHECK: gpu.memset
// CHECK-NOT: gpu.dealloc
func.func @initialized(%k: memref<5000xi32>, %ko: memref<5000xi32>, %w: memref<?xi8>) {
  prim.device_sort slt ins(%k : memref<5000xi32>) outs(%ko : memref<5000xi32>)
      workspace(%w : memref<?xi8>) initialized
  return
}

// -----

// The size of a workspace: the look-back's state for 2 tiles behind 4 tickets and
// 4 histograms, and a second buffer.

// CHECK-LABEL: func.func @size
// CHECK-DAG: %[[FIXED:.*]] = arith.constant 24576 : i64
// CHECK-DAG: %[[TILES:.*]] = arith.constant 2 : index
// CHECK: prim.grid_state_size %[[TILES]] chains(256) bits(30) : i32
// CHECK: arith.addi %{{.*}}, %[[FIXED]] : i64
func.func @size(%k: memref<5000xi32>, %ko: memref<5000xi32>) -> index {
  %bytes = prim.workspace_size {
    prim.device_sort slt ins(%k : memref<5000xi32>) outs(%ko : memref<5000xi32>)
  } : index
  return %bytes : index
}
