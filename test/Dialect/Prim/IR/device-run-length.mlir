// RUN: prim-opt %s | prim-opt | FileCheck %s
// RUN: prim-opt %s --mlir-print-op-generic | prim-opt | FileCheck %s
// RUN: prim-opt %s --canonicalize | FileCheck %s --check-prefix=CANON

// Lengths of runs in all forms of their clauses.

// CHECK-LABEL: func @clauses
func.func @clauses(%x: memref<?xi32>, %o: memref<?xi32>, %l: memref<?xindex>, %n: memref<i32>, %w: memref<?xi8>, %t: memref<i32>) {
  // CHECK: prim.device_run_length ins(%{{.*}} : memref<?xi32>) outs(%{{.*}}, %{{.*}}, %{{.*}} : memref<?xi32>, memref<?xindex>, memref<i32>) workspace(%{{.*}} : memref<?xi8>) initialized reads(%{{.*}} : memref<i32>) tuning<block_size = 64> equal {
  prim.device_run_length tuning<block_size = 64> ins(%x : memref<?xi32>) reads(%t : memref<i32>)
      outs(%o, %l, %n : memref<?xi32>, memref<?xindex>, memref<i32>) workspace(%w : memref<?xi8>) initialized equal {
  ^bb0(%a: i32, %b: i32):
    %m = memref.load %t[] : memref<i32>
    %d = arith.subi %b, %a : i32
    %c = arith.cmpi slt, %d, %m : i32
    prim.yield %c : i1
  }
  return
}

// CHECK-LABEL: func @nontrivial
func.func @nontrivial(%x: tensor<?xi32>, %y: tensor<?xf64>, %o: tensor<5xi64>, %l: tensor<?xi32>, %n: tensor<index>) -> tensor<5xi64> {
  // CHECK: %{{.*}}:3 = prim.device_run_length nontrivial ins(%{{.*}}, %{{.*}} : tensor<?xi32>, tensor<?xf64>) outs({{.*}}) -> tensor<5xi64>, tensor<?xi32>, tensor<index>
  %0:3 = prim.device_run_length nontrivial ins(%x, %y : tensor<?xi32>, tensor<?xf64>)
      outs(%o, %l, %n : tensor<5xi64>, tensor<?xi32>, tensor<index>) -> tensor<5xi64>, tensor<?xi32>, tensor<index>
  return %0#0 : tensor<5xi64>
}

// CHECK-LABEL: func @async
func.func @async(%x: memref<?xi32>, %o: memref<?xi32>, %l: memref<?xi32>, %n: memref<i32>, %t: !gpu.async.token) {
  // CHECK: %{{.*}} = prim.device_run_length ins({{.*}}) outs({{.*}}) async [%{{.*}}]
  %0 = prim.device_run_length ins(%x : memref<?xi32>) outs(%o, %l, %n : memref<?xi32>, memref<?xi32>, memref<i32>) async [%t]
  return
}

// Sizes that casts hide are taken.
// CANON-LABEL: func @cast
func.func @cast(%x: tensor<7xi32>, %o: tensor<?xi32>, %l: tensor<?xi32>, %n: tensor<i32>) -> tensor<?xi32> {
  // CANON: prim.device_run_length ins(%{{.*}} : tensor<7xi32>)
  %y = tensor.cast %x : tensor<7xi32> to tensor<?xi32>
  %0:3 = prim.device_run_length ins(%y : tensor<?xi32>) outs(%o, %l, %n : tensor<?xi32>, tensor<?xi32>, tensor<i32>) -> tensor<?xi32>, tensor<?xi32>, tensor<i32>
  return %0#0 : tensor<?xi32>
}
