// RUN: prim-opt %s | prim-opt | FileCheck %s
// RUN: prim-opt %s -canonicalize | FileCheck %s --check-prefix=CANON

// The memory of what is discarded may be an input's, or one element for all.
// CHECK-LABEL: func @written
func.func @written(%k: memref<?xi32>, %v: memref<?xi64>, %o: memref<?xi64>, %all: memref<?xi32, strided<[0]>>) {
  // CHECK: prim.device_sort slt ins(%{{.*}}) outs(%{{.*}}) discards(0) may_clobber_input
  prim.device_sort slt ins(%k, %v : memref<?xi32>, memref<?xi64>) outs(%k, %o : memref<?xi32>, memref<?xi64>)
      discards(0) may_clobber_input
  // CHECK: prim.device_merge slt ins({{.*}}) with({{.*}}) outs({{.*}}) discards(0)
  prim.device_merge slt ins(%k, %v : memref<?xi32>, memref<?xi64>) with(%k, %v : memref<?xi32>, memref<?xi64>)
      outs(%all, %o : memref<?xi32, strided<[0]>>, memref<?xi64>) discards(0)
  return
}

// An empty list is none.
// CHECK-LABEL: func @none
func.func @none(%x: memref<?xi32>, %o: memref<?xi32>) {
  // CHECK: prim.device_scan inclusive add ins(%{{.*}} : memref<?xi32>) outs(%{{.*}} : memref<?xi32>){{$}}
  prim.device_scan inclusive add ins(%x : memref<?xi32>) outs(%o : memref<?xi32>) discards()
  return
}

// Values are not moved to nowhere, on memrefs, too; keys are compared.
// CANON-LABEL: func @values
func.func @values(%k: memref<?xi32>, %v: memref<?xi64>, %w: memref<?xf32>, %n: memref<i32>, %x: memref<?xf32>) {
  // CANON: prim.device_sort slt ins(%{{.*}}, %{{.*}} : memref<?xi32>, memref<?xf32>) outs(%{{.*}}, %{{.*}} : memref<?xi32>, memref<?xf32>) discards(0)
  prim.device_sort slt ins(%k, %v, %w : memref<?xi32>, memref<?xi64>, memref<?xf32>)
      outs(%k, %v, %x : memref<?xi32>, memref<?xi64>, memref<?xf32>) discards(0, 1)
  // The region looks at the second member, and the third one is of the rest.
  // CANON: prim.device_select ins(%{{.*}}, %{{.*}} : memref<?xi64>, memref<?xf32>) outs(%{{.*}}, %{{.*}}, %{{.*}} : memref<?xi64>, memref<?xf32>, memref<i32>) rest(%{{.*}}, %{{.*}} : memref<?xi64>, memref<?xf32>) discards(0, 1, 2, 3) where {
  // CANON-NEXT: ^bb0(%{{.*}}: i64, %{{.*}}: f32):
  prim.device_select ins(%k, %v, %w : memref<?xi32>, memref<?xi64>, memref<?xf32>)
      outs(%k, %v, %w, %n : memref<?xi32>, memref<?xi64>, memref<?xf32>, memref<i32>)
      rest(%k, %v, %x : memref<?xi32>, memref<?xi64>, memref<?xf32>) discards(0, 1, 2, 3, 4, 5) where {
  ^bb0(%a: i32, %b: i64, %c: f32):
    %c0 = arith.constant 0 : i64
    %p = arith.cmpi sgt, %b, %c0 : i64
    prim.yield %p : i1
  }
  return
}

// CANON-LABEL: func @unused
func.func @unused(%k: tensor<?xi32>, %v: tensor<?xi64>, %n: tensor<i32>, %w: tensor<?xi8>) -> (tensor<?xi64>, tensor<i32>, tensor<?xi32>) {
  // CANON: %[[SORT:.*]]:2 = prim.device_sort slt {{.*}} discards(0) -> tensor<?xi32>, tensor<?xi64>
  %s:2 = prim.device_sort slt ins(%k, %v : tensor<?xi32>, tensor<?xi64>) outs(%k, %v : tensor<?xi32>, tensor<?xi64>)
      -> tensor<?xi32>, tensor<?xi64>
  // What was asked for its workspace may not discard anything.
  // CANON: prim.device_sort slt {{.*}} workspace(%{{.*}}) -> tensor<?xi32>, tensor<?xi64>, tensor<?xi8>
  %t:3 = prim.device_sort slt ins(%k, %v : tensor<?xi32>, tensor<?xi64>) outs(%k, %v : tensor<?xi32>, tensor<?xi64>)
      workspace(%w : tensor<?xi8>) -> tensor<?xi32>, tensor<?xi64>, tensor<?xi8>
  // CANON: prim.device_run_length {{.*}} discards(0, 1)
  %l:3 = prim.device_run_length ins(%k : tensor<?xi32>) outs(%k, %k, %n : tensor<?xi32>, tensor<?xi32>, tensor<i32>)
      -> tensor<?xi32>, tensor<?xi32>, tensor<i32>
  return %s#1, %l#2, %t#0 : tensor<?xi64>, tensor<i32>, tensor<?xi32>
}

// A comparator without the arguments that it does not look at.
// CANON-LABEL: func @comparator
func.func @comparator(%k: tensor<?xi32>, %v: tensor<?xi64>) -> tensor<?xi32> {
  // CANON: prim.device_sort ins(%{{.*}} : tensor<?xi32>) outs(%{{.*}} : tensor<?xi32>) comparator {
  // CANON-NEXT: ^bb0(%{{.*}}: i32, %{{.*}}: i32):
  %s:2 = prim.device_sort ins(%k, %v : tensor<?xi32>, tensor<?xi64>) outs(%k, %v : tensor<?xi32>, tensor<?xi64>) comparator {
  ^bb0(%a: i32, %av: i64, %b: i32, %bv: i64):
    %p = arith.cmpi sgt, %a, %b : i32
    prim.yield %p : i1
  } -> tensor<?xi32>, tensor<?xi64>
  return %s#0 : tensor<?xi32>
}
