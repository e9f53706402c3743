// RUN: prim-opt %s | prim-opt | FileCheck %s
// RUN: prim-opt %s --mlir-print-op-generic | prim-opt | FileCheck %s
// RUN: prim-opt %s --canonicalize | FileCheck %s --check-prefix=CANON

// Selects in all forms of their clauses.

// CHECK-LABEL: func @flags
func.func @flags(%x: memref<?xi32>, %o: memref<?xi32>, %n: memref<i32>, %f: memref<?xi8>, %w: memref<?xi8>) {
  // CHECK: prim.device_select ins(%{{.*}} : memref<?xi32>) outs(%{{.*}}, %{{.*}} : memref<?xi32>, memref<i32>) workspace(%{{.*}} : memref<?xi8>) initialized flags(%{{.*}} : memref<?xi8>) tuning<block_size = 64>
  prim.device_select flags(%f : memref<?xi8>) ins(%x : memref<?xi32>) outs(%o, %n : memref<?xi32>, memref<i32>)
      tuning<block_size = 64> workspace(%w : memref<?xi8>) initialized
  return
}

// CHECK-LABEL: func @reversed
func.func @reversed(%x: memref<9xf16>, %o: memref<9xf16>, %n: memref<index>) {
  // CHECK: prim.device_select ins({{.*}}) outs({{.*}}) rest reversed heads(1) equal {
  prim.device_select ins(%x : memref<9xf16>) outs(%o, %n : memref<9xf16>, memref<index>) heads(1) rest reversed
      equal {
  ^bb0(%a: f16, %b: f16):
    %c = arith.cmpf ueq, %a, %b : f16
    prim.yield %c : i1
  }
  return
}

// CHECK-LABEL: func @classes
func.func @classes(%x: tensor<?xi32>, %o: tensor<5xi64>, %p: tensor<?xi64>, %n: tensor<i64>, %m: tensor<i32>, %r: tensor<?xi64>, %t: tensor<?xi32>) -> tensor<?xi64> {
  // CHECK: %{{.*}}:5 = prim.device_select ins({{.*}} : tensor<?xi32>) outs({{.*}} : tensor<5xi64>, tensor<?xi64>, tensor<i64>, tensor<i32>) rest(%{{.*}} : tensor<?xi64>) reads(%{{.*}} : tensor<?xi32>) classes(3) prologue {
  // CHECK: } where {
  // CHECK: } -> tensor<5xi64>, tensor<?xi64>, tensor<i64>, tensor<i32>, tensor<?xi64>
  %0:5 = prim.device_select ins(%x : tensor<?xi32>) outs(%o, %p, %n, %m : tensor<5xi64>, tensor<?xi64>, tensor<i64>, tensor<i32>)
      rest(%r : tensor<?xi64>) classes(3) reads(%t : tensor<?xi32>)
      prologue {
  ^bb0(%a: i32):
    %w = arith.extsi %a : i32 to i64
    prim.yield %w : i64
  } where {
  ^bb0(%a: i64, %i: index):
    %c = tensor.extract %t[%i] : tensor<?xi32>
    prim.yield %c : i32
  } -> tensor<5xi64>, tensor<?xi64>, tensor<i64>, tensor<i32>, tensor<?xi64>
  return %0#4 : tensor<?xi64>
}

// CHECK-LABEL: func @async
func.func @async(%x: memref<?xi32>, %o: memref<?xi32>, %n: memref<i32>, %t: !gpu.async.token) {
  // CHECK: %{{.*}} = prim.device_select ins({{.*}}) outs({{.*}}) heads(1) async [%{{.*}}]
  %0 = prim.device_select ins(%x : memref<?xi32>) outs(%o, %n : memref<?xi32>, memref<i32>) heads(1) async [%t]
  return
}

// Sizes that casts hide are taken.
// CANON-LABEL: func @cast
func.func @cast(%x: tensor<7xi32>, %o: tensor<?xi32>, %n: tensor<i32>, %f: tensor<?xi1>) -> tensor<?xi32> {
  // CANON: prim.device_select ins(%{{.*}} : tensor<7xi32>)
  %y = tensor.cast %x : tensor<7xi32> to tensor<?xi32>
  %0:2 = prim.device_select ins(%y : tensor<?xi32>) outs(%o, %n : tensor<?xi32>, tensor<i32>) flags(%f : tensor<?xi1>) -> tensor<?xi32>, tensor<i32>
  return %0#0 : tensor<?xi32>
}
