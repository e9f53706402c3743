// RUN: prim-opt %s | prim-opt | FileCheck %s
// RUN: prim-opt %s --mlir-print-op-generic | prim-opt | FileCheck %s
// RUN: prim-opt %s --canonicalize | FileCheck %s --check-prefix=CANON

// Ops that look for what sorting would put at a place, in all forms of their clauses.

// CHECK-LABEL: func @topk
func.func @topk(%x: memref<?x?xf16>, %o: memref<?x?xf16>, %r: memref<?x?xf16>, %w: memref<?xi8>) {
  // CHECK: prim.device_topk total descending ins(%{{.*}} : memref<?x?xf16>) outs(%{{.*}} : memref<?x?xf16>) rest(%{{.*}} : memref<?x?xf16>) workspace(%{{.*}} : memref<?xi8>) initialized dimension(0) unordered tuning<block_size = 64>
  prim.device_topk total descending unordered dimension(0) tuning<block_size = 64> ins(%x : memref<?x?xf16>)
      outs(%o : memref<?x?xf16>) rest(%r : memref<?x?xf16>) workspace(%w : memref<?xi8>) initialized
  return
}

// CHECK-LABEL: func @nth
func.func @nth(%x: memref<?xi64>, %v: memref<?xf32>, %o: memref<?xi64>, %p: memref<?xf32>, %w: memref<?xi8>, %n: index) -> !gpu.async.token {
  // CHECK: prim.device_nth ult ins(%{{.*}}, %{{.*}} : memref<?xi64>, memref<?xf32>) outs({{.*}}) workspace(%{{.*}} : memref<?xi8>) nth(%{{.*}}) async
  %t = prim.device_nth ult nth(%n) ins(%x, %v : memref<?xi64>, memref<?xf32>) outs(%o, %p : memref<?xi64>, memref<?xf32>)
      workspace(%w : memref<?xi8>) async
  return %t : !gpu.async.token
}

// CHECK-LABEL: func @keys
func.func @keys(%x: memref<?xi64>, %v: memref<?xf32>, %o: memref<?xi64>, %p: memref<?xf32>, %n: index) {
  // CHECK: prim.device_topk ins({{.*}}) outs({{.*}}) keys(2) orders(ult, total)
  prim.device_topk orders(ult, total) keys(2) ins(%x, %v : memref<?xi64>, memref<?xf32>) outs(%o, %p : memref<?xi64>, memref<?xf32>)
  // CHECK: prim.device_nth slt ins({{.*}}) outs({{.*}}) nth(%{{.*}}) bits(3, 64)
  prim.device_nth slt bits(3, 64) nth(%n) ins(%x, %v : memref<?xi64>, memref<?xf32>) outs(%o, %p : memref<?xi64>, memref<?xf32>)
  return
}

// CHECK-LABEL: func @compared
func.func @compared(%x: tensor<?xi32>, %o: tensor<3xi32>, %table: tensor<?xi32>, %n: index, %q: tensor<?xi32>) -> (tensor<3xi32>, tensor<?xi32>) {
  // CHECK: prim.device_topk ins(%{{.*}} : tensor<?xi32>) outs(%{{.*}} : tensor<3xi32>) comparator {
  %y = prim.device_topk ins(%x : tensor<?xi32>) outs(%o : tensor<3xi32>) comparator {
  ^bb0(%a: i32, %b: i32):
    %c = arith.cmpi slt, %a, %b : i32
    prim.yield %c : i1
  } -> tensor<3xi32>
  // CHECK: prim.device_nth ins({{.*}}) outs({{.*}}) nth(%{{.*}}) reads(%{{.*}} : tensor<?xi32>) comparator {
  %z = prim.device_nth ins(%x : tensor<?xi32>) outs(%q : tensor<?xi32>) nth(%n) reads(%table : tensor<?xi32>) comparator {
  ^bb0(%a: i32, %b: i32):
    %i = arith.index_cast %a : i32 to index
    %e = tensor.extract %table[%i] : tensor<?xi32>
    %c = arith.cmpi slt, %e, %b : i32
    prim.yield %c : i1
  } -> tensor<?xi32>
  return %y, %z : tensor<3xi32>, tensor<?xi32>
}

// Sizes that casts hide are taken.
// CANON-LABEL: func @casts
func.func @casts(%x: tensor<9xi32>, %o: tensor<?xi32>) -> tensor<?xi32> {
  // CANON: prim.device_topk slt ins(%{{.*}} : tensor<9xi32>) outs(%{{.*}} : tensor<?xi32>)
  %c = tensor.cast %x : tensor<9xi32> to tensor<?xi32>
  %y = prim.device_topk slt ins(%c : tensor<?xi32>) outs(%o : tensor<?xi32>) -> tensor<?xi32>
  return %y : tensor<?xi32>
}
