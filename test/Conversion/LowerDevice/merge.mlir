// RUN: prim-opt %s --prim-lower-device="chip=gfx942" --split-input-file | FileCheck %s
// RUN: prim-opt %s --prim-lower-device="chip=sm_90 print-plan=true" --split-input-file -o /dev/null 2>&1 | FileCheck %s --check-prefix=SM90

// What fits a tile is sorted by one block. Else blocks sort tiles, and as many launches
// merge runs in pairs as the size asks for, which the host knows.
// CHECK-LABEL: func.func @sort
// CHECK: prim.check {{.*}} "prim.device_sort: sorts fewer than
// CHECK: scf.if
// CHECK: gpu.launch_func @prim_kernels::@sort_tile_0
// CHECK: } else {
// CHECK: gpu.alloc
// CHECK: gpu.launch_func @prim_kernels::@sort_tile_0
// CHECK: scf.while (%[[RUNS:.*]] = %{{.*}}, %{{.*}} = %{{.*}}) : (i64, i64) -> (i64, i64) {
// CHECK: %[[MORE:.*]] = arith.cmpi sgt, %[[RUNS]], %{{.*}} : i64
// CHECK: scf.condition(%[[MORE]])
// CHECK: gpu.launch_func @prim_kernels::@sort_merge_0
// CHECK: scf.yield
// CHECK: gpu.dealloc
// CHECK-LABEL: gpu.func @sort_tile_0
// CHECK: prim.block_sort {{.*}} to(striped) comparator {
// CHECK: arith.select {{.*}} : !prim.base<global>
// CHECK: prim.block_store
// CHECK-LABEL: gpu.func @sort_merge_0
// A wave finds each border of the tile.
// CHECK: scf.while
// CHECK: prim.warp_ballot
// CHECK: prim.block_barrier
// Keys go to workgroup memory, where threads merge them; values do not.
// CHECK-COUNT-4: prim.store {{.*}} : i32, !prim.base<workgroup>
// CHECK-NOT: prim.store {{.*}} : f32, !prim.base<workgroup>
// CHECK: prim.block_barrier
// CHECK: scf.while
// CHECK: prim.block_exchange {{.*}} to(striped) : vector<4xi16>
// CHECK: scf.if
// CHECK: prim.load {{.*}} : !prim.base<workgroup> -> i32
// CHECK: prim.load {{.*}} : !prim.base<global> -> f32
// CHECK: gpu.return
func.func @sort(%x: memref<?xi32>, %v: memref<?xf32>, %y: memref<?xi32>, %w: memref<?xf32>) {
  prim.device_sort ins(%x, %v : memref<?xi32>, memref<?xf32>) outs(%y, %w : memref<?xi32>, memref<?xf32>)
      tuning<block_size = 64, items_per_thread = 4> comparator {
  ^bb0(%a: i32, %p: f32, %b: i32, %q: f32):
    %less = arith.cmpi sgt, %a, %b : i32
    prim.yield %less : i1
  }
  return
}

// -----

// A merge is one launch, without a workspace.
// CHECK-LABEL: func.func @merge
// CHECK: prim.check {{.*}} "prim.device_merge: outs 0 has {} elements, but ins has {} and with has {}"
// CHECK: prim.check {{.*}} "prim.device_merge: merges at most 2147483391 elements, found {}; add wide for more"
// CHECK-NOT: gpu.alloc
// CHECK: gpu.launch_func @prim_kernels::@merge_0
// CHECK-NOT: gpu.launch_func
// CHECK: gpu.func @merge_0
// Elements go back to workgroup memory in their order.
// CHECK-NOT: prim.block_exchange
// CHECK: gpu.return
func.func @merge(%a: memref<?xi32>, %b: memref<?xi32>, %y: memref<?xi32>) {
  prim.device_merge slt ins(%a : memref<?xi32>) with(%b : memref<?xi32>) outs(%y : memref<?xi32>)
      tuning<block_size = 64, items_per_thread = 4>
  return
}

// -----

// More elements than 32 bits count: borders are looked for with 64, and places in the tile have 32 as ever.
// CHECK-LABEL: func.func @wide
// CHECK-NOT: elements, found {}; add wide
// CHECK: gpu.launch_func @prim_kernels::@merge_0
// CHECK-LABEL: gpu.func @merge_0
// CHECK: scf.while ({{.*}}) : (i64, i64) -> (i64, i64)
// CHECK: scf.while ({{.*}}) : (i32, i32) -> (i32, i32)
// Many elements have larger tiles where the table says so.
// SM90: block_size = 64, items_per_thread = 4>; workspace []; up to 0: nothing; beyond: merge (64 threads, a block for each tile){{$}}
// SM90: block_size = 256, items_per_thread = 11>; workspace []; up to 0: nothing; up to 6217728: merge (256 threads, a block for each tile); beyond: merge (256 threads, a block for each tile) by tiles of 5888
func.func @wide(%a: memref<?xi32>, %b: memref<?xi32>, %y: memref<?xi32>) {
  prim.device_merge slt ins(%a : memref<?xi32>) with(%b : memref<?xi32>) outs(%y : memref<?xi32>) wide
  return
}
