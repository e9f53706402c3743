// RUN: prim-opt %s | prim-opt | FileCheck %s
// RUN: prim-opt %s --mlir-print-op-generic | prim-opt | FileCheck %s
// RUN: prim-opt %s --canonicalize | FileCheck %s --check-prefix=CANON

// Histograms in all forms of their clauses.

// CHECK-LABEL: func @even
func.func @even(%x: memref<?x?xi8, strided<[?, 1]>>, %o: memref<9xi32>, %p: memref<?xi32>, %w: memref<?xi8>, %lo: memref<i16>, %hi: i16) {
  // CHECK: prim.device_histogram ult ins(%{{.*}} : memref<?x?xi8, strided<[?, 1]>>) outs(%{{.*}}, %{{.*}} : memref<9xi32>, memref<?xi32>) workspace(%{{.*}} : memref<?xi8>) initialized channels(4, 2) even(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} : memref<i16>, i16, i16, i16) tuning<block_size = 64>
  prim.device_histogram ult even(%lo, %hi, %hi, %hi : memref<i16>, i16, i16, i16) channels(4, 2) ins(%x : memref<?x?xi8, strided<[?, 1]>>)
      outs(%o, %p : memref<9xi32>, memref<?xi32>) tuning<block_size = 64> workspace(%w : memref<?xi8>) initialized
  return
}

// CHECK-LABEL: func @weighted
func.func @weighted(%x: memref<?xf16>, %w: memref<?xf64>, %l: memref<8xf32>, %o: memref<7xf64>, %t: !gpu.async.token) {
  // CHECK: %{{.*}} = prim.device_histogram total ins(%{{.*}}) outs(%{{.*}}) weights(%{{.*}} : memref<?xf64>) range(%{{.*}} : memref<8xf32>) deterministic(run) async [%{{.*}}]
  %0 = prim.device_histogram total ins(%x : memref<?xf16>) outs(%o : memref<7xf64>) range(%l : memref<8xf32>)
      weights(%w : memref<?xf64>) deterministic(run) async [%t]
  return
}

// CHECK-LABEL: func @region
func.func @region(%x: tensor<?xi32>, %y: tensor<?xf32>, %t: tensor<?xindex>, %o: tensor<?xindex>) -> tensor<?xindex> {
  // CHECK: %{{.*}} = prim.device_histogram ins({{.*}} : tensor<?xi32>, tensor<?xf32>) outs({{.*}} : tensor<?xindex>) reads(%{{.*}} : tensor<?xindex>) prologue {
  // CHECK: } bin {
  // CHECK: } -> tensor<?xindex>
  %0 = prim.device_histogram ins(%x, %y : tensor<?xi32>, tensor<?xf32>) outs(%o : tensor<?xindex>)
      reads(%t : tensor<?xindex>) bin {
  ^bb0(%a: i64, %i: index):
    %b = tensor.extract %t[%i] : tensor<?xindex>
    prim.yield %b : index
  } prologue {
  ^bb0(%a: i32, %b: f32):
    %w = arith.extsi %a : i32 to i64
    prim.yield %w : i64
  } -> tensor<?xindex>
  return %0 : tensor<?xindex>
}

// CHECK-LABEL: func @mapped
func.func @mapped(%x: tensor<?xi32>, %w: tensor<?xf32>, %t: tensor<9xf32>, %o: tensor<9xi1>) -> tensor<9xi1> {
  // CHECK: prim.device_histogram ins(%{{.*}}) outs(%{{.*}} : tensor<9xi1>) weights(%{{.*}} : tensor<?xf32>) reads(%{{.*}} : tensor<9xf32>) bin {
  // CHECK: } epilogue {
  // CHECK-NEXT: ^bb0(%{{.*}}: f32, %{{.*}}: index):
  // CHECK: } -> tensor<9xi1>
  %0 = prim.device_histogram ins(%x : tensor<?xi32>) outs(%o : tensor<9xi1>) weights(%w : tensor<?xf32>)
      reads(%t : tensor<9xf32>) epilogue {
  ^bb0(%sum: f32, %i: index):
    %e = tensor.extract %t[%i] : tensor<9xf32>
    %less = arith.cmpf olt, %e, %sum : f32
    prim.yield %less : i1
  } bin {
  ^bb0(%a: i32):
    prim.yield %a : i32
  } -> tensor<9xi1>
  return %0 : tensor<9xi1>
}

// Sizes that casts hide are taken.
// CANON-LABEL: func @cast
func.func @cast(%x: tensor<7xi32>, %o: tensor<4xi32>, %l: tensor<5xi32>) -> tensor<?xi32> {
  // CANON: prim.device_histogram ins(%{{.*}} : tensor<7xi32>) outs(%{{.*}} : tensor<4xi32>) range(%{{.*}} : tensor<5xi32>)
  %y = tensor.cast %x : tensor<7xi32> to tensor<?xi32>
  %p = tensor.cast %o : tensor<4xi32> to tensor<?xi32>
  %m = tensor.cast %l : tensor<5xi32> to tensor<?xi32>
  %0 = prim.device_histogram ins(%y : tensor<?xi32>) outs(%p : tensor<?xi32>) range(%m : tensor<?xi32>) -> tensor<?xi32>
  return %0 : tensor<?xi32>
}
