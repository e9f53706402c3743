// RUN: prim-opt %s | prim-opt | FileCheck %s
// RUN: prim-opt %s --mlir-print-op-generic | prim-opt | FileCheck %s
// RUN: prim-opt %s -canonicalize | FileCheck %s --check-prefix=CANON

// CHECK-LABEL: func @merged
func.func @merged(%x: tensor<?xi16>, %o: tensor<?xi32>, %p: tensor<?xindex>) -> (tensor<?xi32>, tensor<?xindex>) {
  // CHECK: prim.device_merge slt ins(%{{.*}} : tensor<?xi16>) with(%{{.*}} : tensor<?xi16>) outs(%{{.*}} : tensor<?xi32>, tensor<?xindex>) prologue {
  // CHECK-NEXT: ^bb0(%{{.*}}: i16, %{{.*}}: index):
  %m:2 = prim.device_merge slt ins(%x : tensor<?xi16>) with(%x : tensor<?xi16>) outs(%o, %p : tensor<?xi32>, tensor<?xindex>)
      prologue {
  ^bb0(%e: i16, %at: index):
    %k = arith.extsi %e : i16 to i32
    prim.yield %k, %at : i32, index
  } -> tensor<?xi32>, tensor<?xindex>
  return %m#0, %m#1 : tensor<?xi32>, tensor<?xindex>
}

// What is made for nobody is not made.
// CHECK-LABEL: func @ranked
// CANON-LABEL: func @ranked
func.func @ranked(%x: tensor<?xi16>, %o: tensor<4xi32>, %p: tensor<4xindex>) -> tensor<4xi32> {
  // CHECK: prim.device_topk slt ins(%{{.*}}) outs(%{{.*}}) unordered prologue {
  // CANON: prim.device_topk slt ins(%{{.*}} : tensor<?xi16>) outs(%{{.*}} : tensor<4xi32>) unordered prologue {
  // CANON: prim.yield %{{.*}} : i32
  %t:2 = prim.device_topk slt ins(%x : tensor<?xi16>) outs(%o, %p : tensor<4xi32>, tensor<4xindex>) prologue {
  ^bb0(%e: i16, %at: index):
    %k = arith.extsi %e : i16 to i32
    prim.yield %k, %at : i32, index
  } unordered -> tensor<4xi32>, tensor<4xindex>
  return %t#0 : tensor<4xi32>
}

// CHECK-LABEL: func @others
func.func @others(%x: memref<?xi16>, %o: memref<?xi32>, %l: memref<?xi32>, %n: memref<i32>, %p: index) {
  // CHECK: prim.device_nth slt ins(%{{.*}}) outs(%{{.*}}) nth(%{{.*}}) prologue {
  prim.device_nth slt ins(%x : memref<?xi16>) outs(%o : memref<?xi32>) nth(%p) prologue {
  ^bb0(%e: i16):
    %k = arith.extsi %e : i16 to i32
    prim.yield %k : i32
  }
  // CHECK: prim.device_run_length ins(%{{.*}}) outs(%{{.*}}) prologue {
  // CHECK: } equal {
  prim.device_run_length ins(%x : memref<?xi16>) outs(%o, %l, %n : memref<?xi32>, memref<?xi32>, memref<i32>) equal {
  ^bb0(%a: i32, %b: i32):
    %s = arith.cmpi eq, %a, %b : i32
    prim.yield %s : i1
  } prologue {
  ^bb0(%e: i16):
    %k = arith.extsi %e : i16 to i32
    prim.yield %k : i32
  }
  // CHECK: prim.device_batch_copy ins(%{{.*}}) outs(%{{.*}}) from(%{{.*}}) to(%{{.*}}) sizes(%{{.*}}) prologue {
  prim.device_batch_copy ins(%x : memref<?xi16>) outs(%o : memref<?xi32>) from(%l : memref<?xi32>) to(%l : memref<?xi32>)
      sizes(%l : memref<?xi32>) prologue {
  ^bb0(%e: i16, %at: index):
    %k = arith.index_cast %at : index to i32
    prim.yield %k : i32
  }
  return
}
