// RUN: prim-opt %s --split-input-file --pass-pipeline='builtin.module(prim-lower-device{chip=gfx942},canonicalize)' | FileCheck %s

// The size of the buffer says how long segments may be: waves sort short ones and list the others
// for blocks and passes, which follow where there may be any.

// CHECK-LABEL: func.func @sizes
// CHECK-SAME: (%[[X:.*]]: memref<?xi32>, %[[Y:.*]]: memref<?xi32>, %[[K:.*]]: memref<?xi32>)
// CHECK: prim.check {{.*}} "prim.device_sort: outs 0 has {} elements, but ins 0 has {}"
// CHECK: prim.check {{.*}} "prim.device_sort: segments 0 has {} elements, but n segments have n + 1 offsets"
// CHECK: prim.check {{.*}} "prim.device_sort: sorts fewer than {{[0-9]+}} items at once, found {}; sort in parts and merge them"(%[[SIZE:.*]])
// CHECK: prim.check {{.*}} "prim.device_sort: one launch covers at most {} elements, found {}; work in parts"
// CHECK-NOT: prim.check
// CHECK: arith.cmpi sgt, %[[SIZE]], %c0_i64
// CHECK: arith.cmpi sle, %[[SIZE]], %c256_i64
// CHECK-NEXT: scf.if
// CHECK-NOT: gpu.alloc
// CHECK: gpu.launch_func @prim_kernels::@sort_short_0 {{.*}} threads in (%c64, %c1, %c1)
// CHECK-NOT: gpu.launch_func
// CHECK: arith.cmpi sle, %[[SIZE]], %c512_i64
// CHECK-NEXT: scf.if
// CHECK: gpu.alloc
// CHECK: gpu.memset
// CHECK: gpu.launch_func @prim_kernels::@sort_short_0
// CHECK-NEXT: arith.addi
// CHECK: gpu.launch_func @prim_kernels::@sort_block_0 {{.*}} threads in (%c256, %c1, %c1)
// CHECK-NEXT: gpu.dealloc
// CHECK: arith.cmpi sle, %[[SIZE]], %c2048_i64
// CHECK-NEXT: scf.if
// CHECK: gpu.launch_func @prim_kernels::@sort_short_0
// CHECK: gpu.launch_func @prim_kernels::@sort_block_0
// CHECK: gpu.launch_func @prim_kernels::@sort_block_1 {{.*}} threads in (%c256, %c1, %c1)
// CHECK-NEXT: gpu.dealloc
// CHECK: } else {
// Segments have a tile more than their elements fill, each, and so there is twice what the buffer has.
// CHECK: %[[STATES:.*]] = arith.muli %[[TILES:.*]], %c2_i64
// CHECK: prim.grid_state_size %{{.*}} chains(256) bits(30) : i32
// CHECK: gpu.alloc
// Tickets and counters are cleared here, and what segments need of the rest by a kernel.
// CHECK: gpu.memset %{{.*}} : memref<512xi8
// CHECK-NOT: gpu.memset
// CHECK: gpu.launch_func @prim_kernels::@sort_short_0
// CHECK: gpu.launch_func @prim_kernels::@sort_block_0
// CHECK: gpu.launch_func @prim_kernels::@sort_block_1
// CHECK: gpu.launch_func @prim_kernels::@sort_histogram_0
// CHECK-NEXT: %[[GRID:.*]] = arith.muli %[[TILES]], %c2_i64
// CHECK: %[[BLOCKS:.*]] = arith.index_cast %[[GRID]] : i64 to index
// CHECK: gpu.launch_func @prim_kernels::@sort_pass_0 blocks in (%[[BLOCKS]], %c1, %c1)
// CHECK-COUNT-3: gpu.launch_func @prim_kernels::@sort_pass_0
// CHECK-NOT: gpu.launch_func
// CHECK: gpu.dealloc

// Offsets are cut to the buffer. What is too long for a wave takes a slot on a list, and its tiles,
// by one addition; what overlaps may not find any.
// CHECK: gpu.func @sort_short_0
// CHECK: arith.maxsi %{{.*}}, %c0_i32 : i32
// CHECK: arith.minsi %{{.*}}, %{{.*}} : i32
// CHECK: prim.warp_sort slt %{{.*}} valid(%{{.*}}) stable width(4) : vector<4xi32>
// CHECK: %[[BEFORE:.*]] = prim.atomic_rmw add %{{.*}}, %{{.*}} atomic(relaxed, device) : i64, !prim.base<global>
// CHECK: %[[HIGH:.*]] = arith.shrui %[[BEFORE]], %c32_i64 : i64
// CHECK: %[[SLOT:.*]] = arith.trunci %[[HIGH]] : i64 to i32
// CHECK: %[[FITS:.*]] = arith.cmpi ult, %[[SLOT]], %{{.*}} : i32
// CHECK: scf.if %[[FITS]]
// CHECK: prim.store %{{.*}} align(16) : vector<4xi32>, !prim.base<global>
// CHECK: prim.warp_sort slt %{{.*}} valid(%{{.*}}) stable width(64) : vector<1xi32>
// CHECK: prim.warp_sort slt %{{.*}} valid(%{{.*}}) stable width(64) : vector<4xi32>

// CHECK: gpu.func @sort_block_0
// CHECK: prim.load %{{.*}} align(16) : !prim.base<global> -> vector<4xi32>
// CHECK: prim.block_sort slt %{{.*}} valid(%{{.*}}) to(striped) : vector<2xi32>
// CHECK: gpu.func @sort_block_1
// CHECK: %[[LONG:.*]] = arith.shrui %{{.*}}, %c32_i64
// CHECK: %[[LISTED:.*]] = arith.minui %[[LONG]]
// CHECK: %[[WORDS:.*]] = arith.muli %[[LISTED]], %c1024_i64
// CHECK: scf.for %{{.*}} to %[[WORDS]] step
// CHECK: prim.store %c0_i32
// CHECK: prim.grid_state_size %{{.*}} chains(256) bits(30) : i32
// CHECK: scf.for
// CHECK: prim.store %c0_i32
// CHECK: prim.block_sort slt %{{.*}} valid(%{{.*}}) to(striped) : vector<8xi32>

// A tile finds its segment by bisection. Blocks that there are no tiles for take no ticket, and a
// tile that is none keeps nobody waiting.
// CHECK: gpu.func @sort_histogram_0
// CHECK: scf.while
// CHECK: prim.block_histogram
// CHECK: gpu.func @sort_pass_0
// CHECK: %[[LISTED:.*]] = arith.trunci %{{.*}} : i64 to i32
// CHECK: %[[TILES:.*]] = arith.minui %[[LISTED]], %{{.*}} : i32
// CHECK: %[[NEEDED:.*]] = arith.cmpi ult, %{{.*}}, %[[TILES]] : i32
// CHECK: scf.if %[[NEEDED]] {
// CHECK: prim.grid_ticket %
// CHECK: scf.while
// CHECK: arith.ceildivui
// CHECK: %[[EXISTS:.*]] = arith.cmpi ult, %{{.*}}, %{{.*}} : i32
// CHECK: scf.if %[[EXISTS]] {
// CHECK: prim.block_radix_rank
// CHECK: prim.grid_publish complete
// CHECK: prim.grid_prefix add
// CHECK: } else {
// CHECK-NOT: prim.grid_prefix
// CHECK: prim.grid_publish complete
// CHECK: gpu.return
func.func @sizes(%x: memref<?xi32>, %y: memref<?xi32>, %k: memref<?xi32>) {
  prim.device_sort slt ins(%x : memref<?xi32>) outs(%y : memref<?xi32>) segments(%k : memref<?xi32>)
      tuning<block_size = 256, items_per_thread = 8>
  return
}

// -----

// Sizes that are known leave out what none of the segments can be; begins and ends are given in the
// strides of their buffers.

// CHECK-LABEL: func.func @few
// CHECK: prim.check {{.*}} "prim.device_sort: segments 1 has {} elements, but segments 0 has {}"
// CHECK-NOT: gpu.alloc
// CHECK: gpu.launch_func @prim_kernels::@sort_short_0
// CHECK-NOT: gpu.launch_func
// CHECK: gpu.func @sort_short_0
// CHECK-NOT: gpu.func
func.func @few(%x: memref<256xi32>, %y: memref<256xi32>, %k: memref<?xindex, strided<[3], offset: 1>>, %l: memref<?xindex>) {
  prim.device_sort slt ins(%x : memref<256xi32>) outs(%y : memref<256xi32>)
      segments(%k, %l : memref<?xindex, strided<[3], offset: 1>>, memref<?xindex>)
      tuning<block_size = 256, items_per_thread = 8>
  return
}

// -----

// CHECK-LABEL: func.func @some
// CHECK-NOT: scf.if
// CHECK: gpu.launch_func @prim_kernels::@sort_short_0 blocks in (%c3, %c1, %c1)
// CHECK: gpu.launch_func @prim_kernels::@sort_block_0 blocks in (%c2, %c1, %c1)
// CHECK-NOT: gpu.launch_func
func.func @some(%x: memref<257xi32>, %y: memref<257xi32>, %k: memref<10xi64>) {
  prim.device_sort slt ins(%x : memref<257xi32>) outs(%y : memref<257xi32>) segments(%k : memref<10xi64>)
      tuning<block_size = 256, items_per_thread = 8>
  return
}

// -----

// CHECK-LABEL: func.func @nothing
// CHECK-NOT: gpu.
// CHECK: return
func.func @nothing(%x: memref<0xi32>, %y: memref<0xi32>, %k: memref<?xi64>) {
  prim.device_sort slt ins(%x : memref<0xi32>) outs(%y : memref<0xi32>) segments(%k : memref<?xi64>)
  return
}

// -----

// Outputs with holes are copied there and back, as what lies in no segment stays as it is; inputs
// there only.

// CHECK-LABEL: func.func @holes
// CHECK-SAME: (%[[X:[^:]*]]: memref<300xi32, strided<[2]>>, %[[V:[^:]*]]: memref<300xi16>, %[[Y:[^:]*]]: memref<300xi32>, %[[W:[^:]*]]: memref<300xi16, strided<[5]>>,
// CHECK-DAG: %[[IN:.*]] = prim.base_of %[[X]]
// CHECK-DAG: %[[OUT:.*]] = prim.base_of %[[W]]
// CHECK: gpu.alloc
// CHECK: gpu.launch_func @prim_kernels::@sort_to_rows_0 {{.*}} %[[IN]] : !prim.base<global>)
// CHECK: gpu.launch_func @prim_kernels::@sort_to_rows_1 {{.*}} %[[OUT]] : !prim.base<global>)
// CHECK: gpu.launch_func @prim_kernels::@sort_short_0
// CHECK: gpu.launch_func @prim_kernels::@sort_block_0
// CHECK: gpu.launch_func @prim_kernels::@sort_from_rows_0 {{.*}} %[[OUT]] : !prim.base<global>)
// CHECK-NOT: gpu.launch_func
func.func @holes(%x: memref<300xi32, strided<[2]>>, %v: memref<300xi16>, %y: memref<300xi32>,
                 %w: memref<300xi16, strided<[5]>>, %k: memref<10xi64>) {
  prim.device_sort slt ins(%x, %v : memref<300xi32, strided<[2]>>, memref<300xi16>)
      outs(%y, %w : memref<300xi32>, memref<300xi16, strided<[5]>>) segments(%k : memref<10xi64>)
      tuning<block_size = 256, items_per_thread = 8>
  return
}

// -----

// The workspace: 4 tickets (256 bytes), three tiles with a histogram of 4 digits each (12288), the
// states of 6 tiles, the counters of three lists (256), 13 spans of 16 bytes for each tile (768), and a
// second buffer (20224).

// CHECK-LABEL: func.func @workspace
// CHECK-DAG: %[[FIXED:.*]] = arith.constant 33792 : i64
// CHECK-DAG: %[[TILES:.*]] = arith.constant 6 : index
// CHECK: prim.grid_state_size %[[TILES]] chains(256) bits(30) : i32
// CHECK: arith.addi %{{.*}}, %[[FIXED]] : i64
func.func @workspace(%x: memref<5000xi32>, %y: memref<5000xi32>, %k: memref<9xi32>) -> index {
  %bytes = prim.workspace_size {
    prim.device_sort slt ins(%x : memref<5000xi32>) outs(%y : memref<5000xi32>) segments(%k : memref<9xi32>)
        tuning<block_size = 256, items_per_thread = 8>
  } : index
  return %bytes : index
}
