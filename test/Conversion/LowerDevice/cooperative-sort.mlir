// A sort by blocks that all run at once: where there are few enough elements, the
// device is asked whether it holds a block for each tile; else passes do it. Nothing
// but the words that blocks wait by is cleared before, and nothing after.
// RUN: prim-opt %s --prim-lower-device=chip=sm_90 --split-input-file | FileCheck %s
// RUN: prim-opt %s --prim-lower-device='chip=sm_90 limits=max-blocks=3' --split-input-file | FileCheck %s --check-prefix=LIMIT

// CHECK-LABEL: func.func @asked
// CHECK: gpu.launch_func @{{.*}}::@sort_block_0
// CHECK: else
// CHECK: %[[FITS:.*]] = scf.if
// CHECK-DAG: %[[MOST:.*]] = prim.resident_blocks @[[MODULE:.*]]::@sort_resident_0 threads(128) : index
// CHECK-DAG: %[[ITEMS:.*]] = arith.constant 1024 : i64
// CHECK-DAG: %[[TILES:.*]] = arith.divui %{{.*}}, %[[ITEMS]]
// CHECK: %[[WIDE:.*]] = arith.index_cast %[[MOST]] : index to i64
// CHECK: %[[HOLDS:.*]] = arith.cmpi sle, %[[TILES]], %[[WIDE]] : i64
// CHECK: scf.yield %[[HOLDS]] : i1
// CHECK: else
// CHECK: %[[NO:.*]] = arith.constant false
// CHECK: scf.yield %[[NO]] : i1
// CHECK: scf.if %[[FITS]]
// CHECK: %[[WORDS:.*]] = arith.constant 8 : i64
// CHECK: %[[SIZE:.*]] = arith.index_cast %[[WORDS]] : i64 to index
// CHECK: memref.subview %{{.*}}[0] [%[[SIZE]]] [1]
// CHECK: gpu.memset
// CHECK-NOT: gpu.memset
// CHECK: gpu.launch_func @[[MODULE]]::@sort_resident_0 {{.*}} {prim.cooperative}
// CHECK-NOT: gpu.launch_func
// CHECK: else
// CHECK: gpu.launch_func @[[MODULE]]::@sort_histogram_0
// CHECK-COUNT-4: gpu.launch_func @[[MODULE]]::@sort_pass_0
// CHECK-NOT: gpu.launch_func

// From the input to one buffer, from there to the other, and so on.
// CHECK-LABEL: gpu.func @sort_resident_0
// CHECK: scf.for {{.*}} iter_args(%[[FROM:[a-z0-9]+]] = %{{[a-z0-9]+}}, %[[TO:[a-z0-9]+]] = %{{[a-z0-9]+}}, %[[OTHER:[a-z0-9]+]] = %{{[a-z0-9]+}})
// CHECK: prim.block_load %[[FROM]]
// CHECK: prim.block_radix_rank {{.*}} counted
// CHECK: prim.store
// CHECK: prim.grid_arrive
// CHECK: prim.yield
// CHECK: prim.block_exchange
// CHECK: prim.grid_wait
// CHECK: prim.block_scan
// CHECK-NOT: prim.grid_ticket
// CHECK: prim.store {{.*}}, %[[TO]]
// CHECK: scf.if
// CHECK: else
// CHECK-NEXT: prim.grid_barrier
// CHECK: scf.yield %[[TO]], %[[OTHER]], %[[TO]]

// No more blocks than limits allow have room to count.
// LIMIT-LABEL: func.func @asked
// LIMIT: %[[MOST:.*]] = arith.constant 3072 : i64
// LIMIT: %[[SMALL:.*]] = arith.cmpi sle, %{{.*}}, %[[MOST]]
// LIMIT: scf.if %[[SMALL]] -> (i1)
func.func @asked(%x: memref<?xi32>, %y: memref<?xi32>) {
  prim.device_sort ult ins(%x : memref<?xi32>) outs(%y : memref<?xi32>) tuning<block_size = 128, items_per_thread = 8, algorithm = cooperative>
  return
}

// -----

// The table's tiles, by ascending sizes. What shares an initialized workspace is
// cleared by the block that is last.
// CHECK-LABEL: func.func @table
// CHECK-NOT: gpu.memset
// CHECK: prim.resident_blocks @{{.*}}::@sort_resident_0 threads(512)
// CHECK-NOT: gpu.memset
// CHECK: gpu.launch_func @{{.*}}::@sort_resident_0 {{.*}} {prim.cooperative}
// CHECK-NOT: gpu.memset
// CHECK: prim.resident_blocks @{{.*}}::@sort_resident_1 threads(512)
// CHECK-NOT: gpu.memset
// CHECK: prim.resident_blocks @{{.*}}::@sort_resident_2 threads(512)
// CHECK-NOT: gpu.memset
// CHECK: @sort_histogram_0
// CHECK: gpu.memset
// CHECK-LABEL: gpu.func @sort_resident_0
// CHECK: prim.grid_wait
// CHECK: prim.grid_ticket_request
// CHECK: prim.grid_barrier
// CHECK-LABEL: gpu.func @sort_resident_1
func.func @table(%x: memref<?xi32>, %y: memref<?xi32>, %w: memref<?xi8>) {
  prim.device_sort ult ins(%x : memref<?xi32>) outs(%y : memref<?xi32>) workspace(%w : memref<?xi8>) initialized
  return
}

// -----

// A tile is that of passes, and rows make them.
// CHECK-LABEL: func.func @tile
// CHECK-NOT: prim.resident_blocks
// CHECK-LABEL: gpu.module
func.func @tile(%x: memref<?xi32>, %y: memref<?xi32>, %r: memref<?x?xi32>, %s: memref<?x?xi32>) {
  prim.device_sort ult ins(%x : memref<?xi32>) outs(%y : memref<?xi32>) tuning<block_size = 128, items_per_thread = 8>
  prim.device_sort ult ins(%r : memref<?x?xi32>) outs(%s : memref<?x?xi32>) dimension(1)
  return
}

// -----

// A known number of elements leaves the tiles that are for as many, and the passes.
// CHECK-LABEL: func.func @known
// CHECK-NOT: gpu.launch_func @{{.*}}::@sort_block
// CHECK: prim.resident_blocks @{{.*}}::@sort_resident_0
// CHECK-NOT: prim.resident_blocks
// CHECK: gpu.launch_func @{{.*}}::@sort_pass_0
// CHECK-LABEL: gpu.func @sort_resident_0
// CHECK-NOT: gpu.func @sort_resident_1
func.func @known(%x: memref<700000xi32>, %y: memref<700000xi32>) {
  prim.device_sort ult ins(%x : memref<700000xi32>) outs(%y : memref<700000xi32>)
  return
}
