// RUN: prim-opt %s | prim-opt | FileCheck %s
// RUN: prim-opt %s --mlir-print-op-generic | prim-opt | FileCheck %s
// RUN: prim-opt %s --canonicalize | FileCheck %s --check-prefix=CANON

// Rows in all forms of their clauses.

// CHECK-LABEL: func @everything
func.func @everything(%x: memref<?x4x?xf16>, %l: memref<?x?xi32>, %g: memref<4xf32>, %t: memref<?xf32>,
                      %w: memref<?xi8>, %y: memref<?x4x?xf32>, %s: memref<?x?xf32>, %n: f32) {
  // CHECK: prim.device_rows ins(%{{.*}} : memref<?x4x?xf16>) row_ins(%{{.*}} : memref<?x?xi32>) column_ins(%{{.*}} : memref<4xf32>) outs(%{{.*}}, %{{.*}} : memref<?x4x?xf32>, memref<?x?xf32>) workspace(%{{.*}} : memref<?xi8>) initialized reads(%{{.*}} : memref<?xf32>) dimension(1) tuning<block_size = 64, items_per_thread = 2> row {
  prim.device_rows row_ins(%l : memref<?x?xi32>) outs(%y, %s : memref<?x4x?xf32>, memref<?x?xf32>) ins(%x : memref<?x4x?xf16>)
      dimension(1) tuning<block_size = 64, items_per_thread = 2> column_ins(%g : memref<4xf32>) workspace(%w : memref<?xi8>)
      initialized reads(%t : memref<?xf32>) row {
  // CHECK-NEXT: ^bb0(%{{.*}}: f16, %{{.*}}: i32, %{{.*}}: f32, %{{.*}}: index, %{{.*}}: index):
  ^bb0(%e: f16, %label: i32, %gamma: f32, %index: index, %number: index):
    %f = arith.extf %e : f16 to f32
    %at = arith.index_cast %label : i32 to index
    %own = memref.load %t[%at] : memref<?xf32>
    %sum = prim.block_reduce add %f all : f32
    %before, %total = prim.block_scan exclusive add %f total reverse : f32
    // What is computed of values that are the same for a row is, too.
    %both = arith.addf %sum, %total : f32
    %mean = arith.divf %both, %n : f32
    %all = arith.mulf %mean, %own : f32
    %scaled = arith.mulf %before, %gamma : f32
    prim.yield %scaled, %all : f32, f32
  }
  return
}

// CHECK-LABEL: func @one_row
func.func @one_row(%x: tensor<9xf32>, %o: tensor<9xf32>, %m: tensor<f32>, %i: tensor<i32>, %seen: tensor<i1>)
    -> (tensor<f32>, tensor<i32>) {
  %c0 = arith.constant 0 : i32
  // CHECK: prim.device_rows ins(%{{.*}} : tensor<9xf32>) row_ins(%{{.*}} : tensor<i1>) outs(%{{.*}}, %{{.*}} : tensor<f32>, tensor<i32>) row {
  // CHECK: } -> tensor<f32>, tensor<i32>
  %0:2 = prim.device_rows ins(%x : tensor<9xf32>) row_ins(%seen : tensor<i1>) outs(%m, %i : tensor<f32>, tensor<i32>) row {
  ^bb0(%e: f32, %flag: i1, %index: index, %number: index):
    %at = arith.index_cast %index : index to i32
    %max, %place = prim.block_reduce %e, %at all combiner {
    ^bb0(%a: f32, %ai: i32, %b: f32, %bi: i32):
      %less = arith.cmpf olt, %a, %b : f32
      %v = arith.select %less, %b, %a : f32
      %vi = arith.select %less, %bi, %ai : i32
      prim.yield %v, %vi : f32, i32
    } : f32, i32
    %shown = scf.if %flag -> i32 {
      scf.yield %place : i32
    } else {
      scf.yield %c0 : i32
    }
    prim.yield %max, %shown : f32, i32
  } -> tensor<f32>, tensor<i32>
  return %0#0, %0#1 : tensor<f32>, tensor<i32>
}

// CHECK-LABEL: func @in_place
func.func @in_place(%x: memref<?x?xf32>, %t: !gpu.async.token) -> !gpu.async.token {
  // CHECK: %{{.*}} = prim.device_rows ins(%[[X:.*]] : memref<?x?xf32>) outs(%[[X]] : memref<?x?xf32>) dimension(0) async [%{{.*}}] row {
  %0 = prim.device_rows ins(%x : memref<?x?xf32>) outs(%x : memref<?x?xf32>) dimension(0) async [%t] row {
  ^bb0(%e: f32, %index: index, %number: index):
    %p = prim.block_scan inclusive add %e : f32
    prim.yield %p : f32
  }
  return %0 : !gpu.async.token
}

// The first elements of a sorted row, and the row itself.
// CHECK-LABEL: func @sorted
func.func @sorted(%x: memref<?x?xf32>, %y: memref<?x8xf32>, %z: memref<?x?xindex>) {
  // CHECK: prim.device_rows ins(%{{.*}} : memref<?x?xf32>) outs(%{{.*}}, %{{.*}} : memref<?x8xf32>, memref<?x?xindex>) dimension(1) row {
  // CHECK: prim.block_sort total descending %{{.*}}, %{{.*}} : f32, index
  prim.device_rows ins(%x : memref<?x?xf32>) outs(%y, %z : memref<?x8xf32>, memref<?x?xindex>) dimension(1) row {
  ^bb0(%e: f32, %index: index, %number: index):
    %s, %p = prim.block_sort total descending %e, %index : f32, index
    prim.yield %s, %p : f32, index
  }
  return
}

// CHECK-LABEL: func @unused
// CANON-LABEL: func @unused
func.func @unused(%x: tensor<?x?xf32>, %o: tensor<?xf32>, %p: tensor<?x?xf32>) -> tensor<?xf32> {
  // CANON: %[[R:.*]] = prim.device_rows ins(%{{.*}} : tensor<?x?xf32>) outs(%{{.*}} : tensor<?xf32>) dimension(1) row {
  // CANON: prim.yield %{{[^,]*}} : f32
  // CANON: return %[[R]]
  %0:2 = prim.device_rows ins(%x : tensor<?x?xf32>) outs(%p, %o : tensor<?x?xf32>, tensor<?xf32>) dimension(1) row {
  ^bb0(%e: f32, %index: index, %number: index):
    %s = prim.block_reduce add %e all : f32
    %d = arith.divf %e, %s : f32
    prim.yield %d, %s : f32, f32
  } -> tensor<?x?xf32>, tensor<?xf32>
  return %0#1 : tensor<?xf32>
}

// CHECK-LABEL: func @segments
func.func @segments(%x: memref<?xf32>, %s: memref<?xindex>, %e: memref<?xindex>, %l: memref<?xi32>, %c: memref<?xf32>, %m: memref<?xf32>) {
  // CHECK: prim.device_rows ins(%[[X:.*]] : memref<?xf32>) row_ins(%{{.*}} : memref<?xi32>) column_ins(%{{.*}} : memref<?xf32>) outs(%{{.*}}, %[[X]] : memref<?xf32>, memref<?xf32>) segments(%{{.*}}, %{{.*}} : memref<?xindex>, memref<?xindex>) of_segments(0) tuning<block_size = 64> row {
  prim.device_rows ins(%x : memref<?xf32>) of_segments(0) segments(%s, %e : memref<?xindex>, memref<?xindex>) row_ins(%l : memref<?xi32>)
      column_ins(%c : memref<?xf32>) tuning<block_size = 64> outs(%m, %x : memref<?xf32>, memref<?xf32>) row {
  ^bb0(%v: f32, %label: i32, %gamma: f32, %index: index, %number: index):
    %sum = prim.block_reduce add %v all : f32
    %own = arith.mulf %v, %gamma : f32
    prim.yield %sum, %own : f32, f32
  }
  return
}

// Outputs keep what they are for where others are removed.

// CHECK-LABEL: func @unused_of_segments
// CANON-LABEL: func @unused_of_segments
func.func @unused_of_segments(%x: tensor<?xf32>, %s: tensor<?xi32>, %m: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  // CHECK: of_segments(1, 2) row {
  // CANON: %[[R:.*]]:2 = prim.device_rows ins(%{{.*}} : tensor<?xf32>) outs(%{{.*}}, %{{.*}} : tensor<?xf32>, tensor<?xf32>) segments(%{{.*}} : tensor<?xi32>) of_segments(1) row {
  // CANON: prim.yield %[[D:.*]], %[[S:.*]] : f32, f32
  // CANON: return %[[R]]#0, %[[R]]#1
  %0:3 = prim.device_rows ins(%x : tensor<?xf32>) outs(%x, %m, %m : tensor<?xf32>, tensor<?xf32>, tensor<?xf32>)
      segments(%s : tensor<?xi32>) of_segments(1, 2) row {
  ^bb0(%e: f32, %index: index, %number: index):
    %max = prim.block_reduce maximumf %e all : f32
    %sum = prim.block_reduce add %e all : f32
    %d = arith.divf %e, %sum : f32
    prim.yield %d, %max, %sum : f32, f32, f32
  } -> tensor<?xf32>, tensor<?xf32>, tensor<?xf32>
  return %0#0, %0#2 : tensor<?xf32>, tensor<?xf32>
}
