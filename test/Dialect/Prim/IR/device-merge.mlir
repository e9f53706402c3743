// RUN: prim-opt %s | prim-opt | FileCheck %s
// RUN: prim-opt %s --mlir-print-op-generic | prim-opt | FileCheck %s
// RUN: prim-opt %s --canonicalize | FileCheck %s --check-prefix=CANON

// Merges in all forms of their clauses.

// CHECK-LABEL: func @clauses
func.func @clauses(%a: memref<?xf32>, %av: memref<?xi8>, %b: memref<?xf32>, %bv: memref<?xi8>, %o: memref<?xf32>, %ov: memref<?xi8>, %w: memref<?xi8>) {
  // CHECK: prim.device_merge total descending ins(%{{.*}}, %{{.*}} : memref<?xf32>, memref<?xi8>) with(%{{.*}}, %{{.*}} : memref<?xf32>, memref<?xi8>) outs(%{{.*}}, %{{.*}} : memref<?xf32>, memref<?xi8>) workspace(%{{.*}} : memref<?xi8>) initialized tuning<block_size = 64>
  prim.device_merge total descending with(%b, %bv : memref<?xf32>, memref<?xi8>) ins(%a, %av : memref<?xf32>, memref<?xi8>)
      tuning<block_size = 64> outs(%o, %ov : memref<?xf32>, memref<?xi8>) workspace(%w : memref<?xi8>) initialized
  return
}

// CHECK-LABEL: func @wide
func.func @wide(%a: memref<?xi16>, %b: memref<?xi16>, %o: memref<?xi16>) {
  // CHECK: prim.device_merge ult ins({{.*}}) with({{.*}}) outs({{.*}}) wide
  prim.device_merge ult wide ins(%a : memref<?xi16>) with(%b : memref<?xi16>) outs(%o : memref<?xi16>)
  return
}

// CHECK-LABEL: func @comparator
func.func @comparator(%a: tensor<3xi32>, %b: tensor<?xi32>, %o: tensor<?xi32>, %t: tensor<?xi32>) -> tensor<?xi32> {
  // CHECK: prim.device_merge ins({{.*}}) with({{.*}}) outs({{.*}}) reads(%{{.*}} : tensor<?xi32>) comparator {
  // CHECK: } -> tensor<?xi32>
  %0 = prim.device_merge ins(%a : tensor<3xi32>) with(%b : tensor<?xi32>) outs(%o : tensor<?xi32>)
      reads(%t : tensor<?xi32>) comparator {
  ^bb0(%x: i32, %y: i32):
    %i = arith.index_cast %x : i32 to index
    %u = tensor.extract %t[%i] : tensor<?xi32>
    %c = arith.cmpi slt, %u, %y : i32
    prim.yield %c : i1
  } -> tensor<?xi32>
  return %0 : tensor<?xi32>
}

// CHECK-LABEL: func @async
func.func @async(%a: memref<2xi32>, %b: memref<?xi32>, %o: memref<?xi32>, %t: !gpu.async.token) {
  // CHECK: %{{.*}} = prim.device_merge ult ins({{.*}}) with({{.*}}) outs({{.*}}) async [%{{.*}}]
  %0 = prim.device_merge ult ins(%a : memref<2xi32>) with(%b : memref<?xi32>) outs(%o : memref<?xi32>) async [%t]
  return
}

// Sizes that casts hide are taken.
// CANON-LABEL: func @cast
func.func @cast(%a: tensor<7xi32>, %b: tensor<?xi32>, %o: tensor<?xi32>) -> tensor<?xi32> {
  // CANON: prim.device_merge slt ins(%{{.*}} : tensor<7xi32>) with
  %c = tensor.cast %a : tensor<7xi32> to tensor<?xi32>
  %0 = prim.device_merge slt ins(%c : tensor<?xi32>) with(%b : tensor<?xi32>) outs(%o : tensor<?xi32>) -> tensor<?xi32>
  return %0 : tensor<?xi32>
}
