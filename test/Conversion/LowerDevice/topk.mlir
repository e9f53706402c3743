// RUN: prim-opt %s --prim-lower-device="chip=gfx942" --split-input-file | FileCheck %s

// A launch for each digit, and one that finds the threshold; then what is before it and
// the first of what is at it goes to its place, and one block sorts that. More than a
// block sorts is taken without an order first, and sorted as anything else is. Only the
// key is read of all elements.
// CHECK-LABEL: func.func @topk
// CHECK: prim.check {{.*}} "prim.device_topk: outs 0 takes {} elements, but ins 0 has {}"
// CHECK: scf.if
// CHECK: gpu.launch_func @prim_kernels::@rank_block_0
// CHECK-COUNT-5: gpu.launch_func @prim_kernels::@rank_digits_0
// CHECK-NOT: rank_digits
// CHECK: gpu.launch_func @prim_kernels::@rank_gather_0
// CHECK: gpu.launch_func @prim_kernels::@rank_sort_0
// CHECK: } else {
// CHECK: gpu.alloc
// CHECK: gpu.launch_func @prim_kernels::@rank_gather_0
// CHECK: gpu.launch_func @prim_kernels::@sort_
// CHECK-LABEL: gpu.func @rank_block_0
// CHECK: prim.block_sort slt descending {{.*}} to(striped) : vector<1xi32>, vector<1xf64>
// CHECK-LABEL: gpu.func @rank_digits_0
// CHECK: prim.block_scan exclusive add
// CHECK: prim.block_load {{.*}} vector<4xi32>
// CHECK-NOT: f64
// CHECK-LABEL: gpu.func @rank_gather_0
// CHECK: prim.block_load {{.*}} vector<4xi32>
// CHECK: prim.grid_scan add %{{.*}} : i64
// CHECK-NOT: prim.block_load
// CHECK-LABEL: gpu.func @rank_sort_0
func.func @topk(%x: memref<?xi32>, %v: memref<?xf64>, %o: memref<?xi32>, %p: memref<?xf64>) {
  prim.device_topk slt descending ins(%x, %v : memref<?xi32>, memref<?xf64>) outs(%o, %p : memref<?xi32>, memref<?xf64>)
      tuning<block_size = 128, items_per_thread = 4>
  return
}

// -----

// Of a size that a block sorts there is nothing else.
// CHECK-LABEL: func.func @few
// CHECK-NOT: @sort_
// CHECK: gpu.launch_func @prim_kernels::@rank_sort_0
// CHECK-NOT: @sort_
func.func @few(%x: memref<?xi32>, %o: memref<16xi32>) {
  prim.device_topk slt ins(%x : memref<?xi32>) outs(%o : memref<16xi32>)
  return
}

// -----

// Without an order, or a place in it, nothing is sorted that a block does not hold.
// CHECK-LABEL: func.func @unsorted
// CHECK: prim.check {{.*}} "prim.device_nth: has an nth of {}, but ins 0 has {} elements"
// CHECK-NOT: sort
// CHECK-LABEL: gpu.func
func.func @unsorted(%x: memref<?xi32>, %o: memref<?xi32>, %p: memref<?xi32>, %n: index) {
  prim.device_topk slt unordered ins(%x : memref<?xi32>) outs(%o : memref<?xi32>)
  prim.device_nth slt ins(%x : memref<?xi32>) outs(%p : memref<?xi32>) nth(%n)
  return
}

// -----

// Each tile of short rows has a launch of its own, and one more where at most 64 elements
// are taken. One wave sorts the shortest rows in registers.
// CHECK-LABEL: func.func @rows
// CHECK: %[[MOST:.*]] = arith.constant 64 : i64
// CHECK: arith.cmpi sle, %{{.*}}, %[[MOST]] : i64
// CHECK: gpu.launch_func @prim_kernels::@rank_few_0
// CHECK: gpu.launch_func @prim_kernels::@rank_block_0
// CHECK: gpu.launch_func @prim_kernels::@rank_few_1
// CHECK: gpu.launch_func @prim_kernels::@rank_block_1
// CHECK: gpu.launch_func @prim_kernels::@rank_few_2
// CHECK: gpu.launch_func @prim_kernels::@rank_block_2
// CHECK: gpu.launch_func @prim_kernels::@rank_few_3
// CHECK: gpu.launch_func @prim_kernels::@rank_digits_0
//
// The bound is that of each lane's first key. Lanes are counted where some of these keys are equal.
// Where the bound lets too many keys pass, keys that equal it are taken by index. If too many are
// below it, the key of the last element that is taken is searched bit by bit.
// CHECK-LABEL: gpu.func @rank_few_0
// CHECK-SAME: known_block_size = array<i32: 64, 1, 1>
// CHECK: prim.block_load {{.*}} vector<2xf32>
// CHECK: scf.while
// CHECK: prim.warp_reduce minui %{{.*}} all : i32
// CHECK: prim.warp_ballot
// CHECK: %[[TIED:.*]] = arith.cmpi ugt
// CHECK-NEXT: scf.if %[[TIED]]
// CHECK: scf.while
// CHECK: prim.warp_reduce minui %{{.*}} all : i32
// CHECK: prim.warp_ballot
// CHECK: prim.block_scan exclusive add {{.*}} total
// CHECK: scf.if
// CHECK: prim.block_reduce add
// CHECK: prim.block_reduce minui
// CHECK: scf.while
// CHECK: prim.block_reduce add
// CHECK: math.cttz
// CHECK-LABEL: gpu.func @rank_block_0
// CHECK-SAME: known_block_size = array<i32: 64, 1, 1>
// CHECK: prim.warp_sort total {{.*}} stable width(64) : vector<2xf32>
// CHECK-LABEL: gpu.func @rank_block_1
// CHECK-SAME: known_block_size = array<i32: 128, 1, 1>
// CHECK: prim.block_sort total {{.*}} to(striped) : vector<4xf32>
// CHECK-LABEL: gpu.func @rank_block_2
// CHECK-SAME: known_block_size = array<i32: 256, 1, 1>
// CHECK-LABEL: gpu.func @rank_few_3
// CHECK-SAME: known_block_size = array<i32: 256, 1, 1>
// CHECK: prim.block_reduce maxui
func.func @rows(%x: memref<?x?xf32>, %o: memref<?x?xf32>) {
  prim.device_topk total ins(%x : memref<?x?xf32>) outs(%o : memref<?x?xf32>) dimension(1)
  return
}

// -----

// Rows of a known length take one of them, and more than few elements of a row no
// candidates.
// CHECK-LABEL: func.func @known_rows
// CHECK-COUNT-1: gpu.launch_func
// CHECK-NOT: gpu.launch_func
// CHECK: gpu.func @rank_block_0
// CHECK-SAME: known_block_size = array<i32: 128, 1, 1>
func.func @known_rows(%x: memref<?x500xf32>, %o: memref<?x100xf32>) {
  prim.device_topk total ins(%x : memref<?x500xf32>) outs(%o : memref<?x100xf32>) dimension(1)
  return
}

// -----

// CHECK-LABEL: func.func @known_few
// CHECK-COUNT-1: gpu.launch_func @prim_kernels::@rank_few_0
// CHECK-NOT: gpu.launch_func
// CHECK-LABEL: gpu.func @rank_few_0
// CHECK-NOT: gpu.func
func.func @known_few(%x: memref<?x500xf32>, %o: memref<?x8xf32>) {
  prim.device_topk total ins(%x : memref<?x500xf32>) outs(%o : memref<?x8xf32>) dimension(1)
  return
}

// -----

// A rest takes a sort of the row.
// CHECK-LABEL: func.func @with_rest
// CHECK-NOT: @rank_few_0
func.func @with_rest(%x: memref<?x?xf32>, %o: memref<?x8xf32>, %r: memref<?x?xf32>) {
  prim.device_topk total ins(%x : memref<?x?xf32>) outs(%o : memref<?x8xf32>) rest(%r : memref<?x?xf32>) dimension(1)
  return
}

// -----

// Few elements of a long buffer: only the first of four launches reads all of it. The
// others are for shorter buffers, and for more elements.
// CHECK-LABEL: func.func @heads
// CHECK: gpu.launch_func @prim_kernels::@rank_heads_0
// CHECK: gpu.launch_func @prim_kernels::@rank_bound_0
// CHECK: gpu.launch_func @prim_kernels::@rank_pick_0
// CHECK: gpu.launch_func @prim_kernels::@rank_place_0
// CHECK: } else {
// CHECK: gpu.launch_func @prim_kernels::@rank_digits_0
// CHECK-LABEL: gpu.func @rank_heads_0
// CHECK: scf.while
// CHECK-COUNT-4: prim.load {{.*}} vector<4xf32>
// CHECK: prim.block_barrier
// CHECK-LABEL: gpu.func @rank_bound_0
// CHECK: prim.block_reduce add
// CHECK-LABEL: gpu.func @rank_pick_0
// CHECK-COUNT-4: prim.load {{.*}} vector<4xf32>
// CHECK: prim.atomic_rmw add {{.*}} atomic(relaxed, device)
// CHECK-LABEL: gpu.func @rank_place_0
// Blocks take parts of rounds by tickets where candidates do not fit, and wait for earlier
// rounds.
// CHECK: scf.if
// CHECK: scf.while
// CHECK: prim.grid_ticket %
// CHECK: prim.load {{.*}} atomic(acquire, device)
// CHECK: prim.block_barrier orders(device)
// CHECK: prim.atomic_rmw add {{.*}} atomic(release, device)
// CHECK: prim.warp_reduce add
func.func @heads(%x: memref<?xf32>, %o: memref<?xf32>) {
  prim.device_topk total unordered ins(%x : memref<?xf32>) outs(%o : memref<?xf32>)
  return
}

// -----

// One block reads a long row of which few elements are taken, and then some groups again.
// CHECK-LABEL: func.func @stream
// CHECK: gpu.launch_func @prim_kernels::@rank_few_3
// CHECK: gpu.launch_func @prim_kernels::@rank_stream_0
// CHECK-LABEL: gpu.func @rank_stream_0
// CHECK: prim.block_barrier
// CHECK: prim.block_reduce add
// CHECK: prim.atomic_rmw add {{.*}} atomic(relaxed, block)
// CHECK: prim.warp_reduce add
func.func @stream(%x: memref<?x?xf32>, %o: memref<?x8xf32>) {
  prim.device_topk total ins(%x : memref<?x?xf32>) outs(%o : memref<?x8xf32>) dimension(1)
  return
}

// -----

// An nth close to an end of the order: the launch that reads all elements copies them, and
// the last one swaps those that come first with those at their places. Both ends have the
// same kernels.
// CHECK-LABEL: func.func @nth
// CHECK: gpu.launch_func @prim_kernels::@rank_block_0
// CHECK: %[[FIRST:.*]] = arith.addi %{{.*}}, %{{.*}} : i64
// CHECK: arith.cmpi sle, %[[FIRST]], %{{.*}} : i64
// CHECK: gpu.launch_func @prim_kernels::@rank_heads_0 {{.*}} %[[ZERO:.*]] : i32
// CHECK: gpu.launch_func @prim_kernels::@rank_bound_0
// CHECK: gpu.launch_func @prim_kernels::@rank_pick_0
// CHECK: gpu.launch_func @prim_kernels::@rank_place_0
// CHECK: gpu.launch_func @prim_kernels::@rank_swap_0
// CHECK: } else {
// CHECK: gpu.launch_func @prim_kernels::@rank_heads_0
// CHECK: gpu.launch_func @prim_kernels::@rank_swap_0
// CHECK: } else {
// CHECK: gpu.launch_func @prim_kernels::@rank_digits_0
// CHECK-NOT: @rank_{{[a-z]+}}_1
// CHECK-LABEL: gpu.func @rank_heads_0
// CHECK: scf.while
// CHECK-COUNT-4: prim.load {{.*}} vector<4xf32>
// CHECK-COUNT-4: prim.store {{.*}} vector<4xf32>
// CHECK-LABEL: gpu.func @rank_swap_0
// CHECK: prim.block_scan exclusive add
func.func @nth(%x: memref<?xf32>, %o: memref<?xf32>, %n: index) {
  prim.device_nth total ins(%x : memref<?xf32>) outs(%o : memref<?xf32>) nth(%n)
  return
}

// -----

// A row and a rest take digits.
// CHECK-LABEL: func.func @no_heads
// CHECK-NOT: @rank_heads_0
// CHECK-LABEL: gpu.func
func.func @no_heads(%x: memref<?xf32>, %o: memref<?xf32>, %r: memref<?xf32>, %y: memref<?x?xf32>, %p: memref<?x?xf32>, %n: index) {
  prim.device_topk total unordered ins(%x : memref<?xf32>) outs(%o : memref<?xf32>) rest(%r : memref<?xf32>)
  prim.device_topk total unordered ins(%y : memref<?x?xf32>) outs(%p : memref<?x?xf32>) dimension(1)
  prim.device_nth total ins(%y : memref<?x?xf32>) outs(%p : memref<?x?xf32>) nth(%n) dimension(1)
  return
}
