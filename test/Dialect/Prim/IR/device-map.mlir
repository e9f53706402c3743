// RUN: prim-opt %s | prim-opt | FileCheck %s
// RUN: prim-opt %s --mlir-print-op-generic | prim-opt | FileCheck %s
// RUN: prim-opt %s --canonicalize | FileCheck %s --check-prefix=CANON

// Maps in all forms of their clauses.

// CHECK-LABEL: func @everything
func.func @everything(%x: memref<?x?xi32>, %y: memref<?x?xf32>, %w: memref<?xi8>, %t: memref<?xf32>) {
  // CHECK: prim.device_map ins(%{{.*}} : memref<?x?xi32>) outs(%{{.*}} : memref<?x?xf32>) workspace(%{{.*}} : memref<?xi8>) initialized reads(%{{.*}} : memref<?xf32>) neighbour(right) dimension(0) predicated tuning<block_size = 64> map {
  prim.device_map predicated outs(%y : memref<?x?xf32>) ins(%x : memref<?x?xi32>) dimension(0) neighbour(right)
      tuning<block_size = 64> workspace(%w : memref<?xi8>) initialized reads(%t : memref<?xf32>) map {
  ^bb0(%a: i32, %b: i32, %has: i1, %i: index):
    %v = memref.load %t[%i] : memref<?xf32>
    prim.yield %v, %has : f32, i1
  }
  return
}

// CHECK-LABEL: func @in_place
func.func @in_place(%x: memref<9xf16>, %t: !gpu.async.token) -> !gpu.async.token {
  // CHECK: %{{.*}} = prim.device_map ins(%[[X:.*]] : memref<9xf16>) outs(%[[X]] : memref<9xf16>) neighbour(left) async [%{{.*}}] map {
  %0 = prim.device_map ins(%x : memref<9xf16>) outs(%x : memref<9xf16>) neighbour(left) async [%t] map {
  ^bb0(%a: f16, %b: f16, %has: i1):
    prim.yield %b : f16
  }
  return %0 : !gpu.async.token
}

// Neither the result that nobody uses nor what it takes is left. Without inputs the first
// one may be all that says how many elements there are.
// CHECK-LABEL: func @unused
// CANON-LABEL: func @unused
func.func @unused(%x: tensor<?xf32>, %o: tensor<?xf32>, %p: tensor<?xf64>, %q: tensor<5xi1>, %r: tensor<?xi8>) -> (tensor<?xf64>, tensor<?xi8>, tensor<5xi1>) {
  // CHECK: %{{.*}}:2 = prim.device_map ins(%{{.*}} : tensor<?xf32>) outs(%{{.*}}, %{{.*}} : tensor<?xf32>, tensor<?xf64>) predicated map {
  // CANON: %[[P:.*]] = prim.device_map ins(%{{.*}} : tensor<?xf32>) outs(%{{.*}} : tensor<?xf64>) predicated map {
  // CANON-NOT: math.exp
  // CANON: prim.yield %{{.*}}, %{{.*}} : f64, i1
  %0:2 = prim.device_map ins(%x : tensor<?xf32>) outs(%o, %p : tensor<?xf32>, tensor<?xf64>) predicated map {
  ^bb0(%a: f32):
    %e = math.exp %a : f32
    %w = arith.extf %a : f32 to f64
    %zero = arith.constant 0.0 : f32
    %is = arith.cmpf ogt, %a, %zero : f32
    prim.yield %e, %w, %is : f32, f64, i1
  } -> tensor<?xf32>, tensor<?xf64>
  // CANON: %[[R:.*]]:2 = prim.device_map outs(%{{.*}}, %{{.*}} : tensor<5xi1>, tensor<?xi8>) discards(0) map {
  %1:2 = prim.device_map outs(%q, %r : tensor<5xi1>, tensor<?xi8>) map {
  ^bb0:
    %c = arith.constant 3 : i8
    %t = arith.constant true
    prim.yield %t, %c : i1, i8
  } -> tensor<5xi1>, tensor<?xi8>
  // CANON: %[[S:.*]] = prim.device_map outs(%{{.*}} : tensor<5xi1>) map {
  %2:2 = prim.device_map outs(%q, %r : tensor<5xi1>, tensor<?xi8>) map {
  ^bb0:
    %c = arith.constant 3 : i8
    %t = arith.constant true
    prim.yield %t, %c : i1, i8
  } -> tensor<5xi1>, tensor<?xi8>
  // CANON: return %[[P]], %[[R]]#1, %[[S]] :
  return %0#1, %1#1, %2#0 : tensor<?xf64>, tensor<?xi8>, tensor<5xi1>
}
