// RUN: prim-opt %s --prim-share-sums | FileCheck %s
// RUN: prim-opt %s --prim-share-sums --remarks-filter=prim-share-sums -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK

// REMARK: replaced by the last element of a scan
// REMARK-NOT: replaced
// CHECK-LABEL: func.func @sum(
func.func @sum(%x: tensor<9xi32>, %e: tensor<9xi32>, %f: tensor<i32>) -> (tensor<9xi32>, tensor<i32>) {
  // CHECK: %[[P:.*]] = prim.device_scan inclusive add
  // CHECK-NEXT: %[[S:.*]] = tensor.extract_slice %[[P]][8] [1] [1] : tensor<9xi32> to tensor<i32>
  // CHECK-NEXT: return %[[P]], %[[S]]
  %zero = arith.constant 0 : i32
  %p = prim.device_scan inclusive add ins(%x : tensor<9xi32>) outs(%e : tensor<9xi32>) -> tensor<9xi32>
  %s = prim.device_reduce add ins(%x : tensor<9xi32>) outs(%f : tensor<i32>) init(%zero : i32) -> tensor<i32>
  return %p, %s : tensor<9xi32>, tensor<i32>
}

// Another kind, an exclusive scan, one from the end, and one that starts from a
// value end with something else, and so does a sum that starts from one.
// CHECK-LABEL: func.func @others(
func.func @others(%x: tensor<9xi32>, %y: tensor<9xi32>, %e: tensor<9xi32>, %f: tensor<i32>, %i: i32) -> (tensor<9xi32>, tensor<9xi32>, tensor<9xi32>, tensor<9xi32>, tensor<i32>, tensor<9xi32>, tensor<i32>) {
  // CHECK-COUNT-2: prim.device_reduce
  %0 = prim.device_scan inclusive maxsi ins(%x : tensor<9xi32>) outs(%e : tensor<9xi32>) -> tensor<9xi32>
  %1 = prim.device_scan exclusive add ins(%x : tensor<9xi32>) outs(%e : tensor<9xi32>) -> tensor<9xi32>
  %2 = prim.device_scan inclusive add ins(%x : tensor<9xi32>) outs(%e : tensor<9xi32>) reverse -> tensor<9xi32>
  %3 = prim.device_scan inclusive add ins(%x : tensor<9xi32>) outs(%e : tensor<9xi32>) init(%i : i32) -> tensor<9xi32>
  %s = prim.device_reduce add ins(%x : tensor<9xi32>) outs(%f : tensor<i32>) -> tensor<i32>
  %4 = prim.device_scan inclusive add ins(%y : tensor<9xi32>) outs(%e : tensor<9xi32>) -> tensor<9xi32>
  %t = prim.device_reduce add ins(%y : tensor<9xi32>) outs(%f : tensor<i32>) init(%i : i32) -> tensor<i32>
  return %0, %1, %2, %3, %s, %4, %t : tensor<9xi32>, tensor<9xi32>, tensor<9xi32>, tensor<9xi32>, tensor<i32>, tensor<9xi32>, tensor<i32>
}

// Floats are added in another order; a tensor of unknown extent may be empty.
// CHECK-LABEL: func.func @types(
func.func @types(%x: tensor<9xf32>, %e: tensor<9xf32>, %f: tensor<f32>, %y: tensor<?xi32>, %o: tensor<?xi32>, %g: tensor<i32>) -> (tensor<9xf32>, tensor<f32>, tensor<?xi32>, tensor<i32>) {
  // CHECK-COUNT-2: prim.device_reduce
  %0 = prim.device_scan inclusive add ins(%x : tensor<9xf32>) outs(%e : tensor<9xf32>) -> tensor<9xf32>
  %s = prim.device_reduce add ins(%x : tensor<9xf32>) outs(%f : tensor<f32>) -> tensor<f32>
  %1 = prim.device_scan inclusive add ins(%y : tensor<?xi32>) outs(%o : tensor<?xi32>) -> tensor<?xi32>
  %t = prim.device_reduce add ins(%y : tensor<?xi32>) outs(%g : tensor<i32>) -> tensor<i32>
  return %0, %s, %1, %t : tensor<9xf32>, tensor<f32>, tensor<?xi32>, tensor<i32>
}

// The scan is later, and may use the sum.
// CHECK-LABEL: func.func @later(
func.func @later(%x: tensor<9xi32>, %e: tensor<9xi32>, %f: tensor<i32>) -> (tensor<i32>, tensor<9xi32>) {
  // CHECK: prim.device_reduce
  %s = prim.device_reduce add ins(%x : tensor<9xi32>) outs(%f : tensor<i32>) -> tensor<i32>
  %p = prim.device_scan inclusive add ins(%x : tensor<9xi32>) outs(%e : tensor<9xi32>) -> tensor<9xi32>
  return %s, %p : tensor<i32>, tensor<9xi32>
}

// Segments and rows have sums of their own, and a prologue changes elements.
// CHECK-LABEL: func.func @parts(
func.func @parts(%x: tensor<9xi32>, %h: tensor<9xi1>, %e: tensor<9xi32>, %f: tensor<i32>, %y: tensor<9xi32>) -> (tensor<9xi32>, tensor<i32>, tensor<9xi32>, tensor<i32>) {
  // CHECK-COUNT-2: prim.device_reduce
  %p = prim.device_scan inclusive add ins(%x : tensor<9xi32>) outs(%e : tensor<9xi32>) head(%h : tensor<9xi1>) -> tensor<9xi32>
  %s = prim.device_reduce add ins(%x : tensor<9xi32>) outs(%f : tensor<i32>) -> tensor<i32>
  %q = prim.device_scan inclusive add ins(%y : tensor<9xi32>) outs(%e : tensor<9xi32>) prologue {
  ^bb0(%a: i32):
    %b = math.absi %a : i32
    prim.yield %b : i32
  } -> tensor<9xi32>
  %t = prim.device_reduce add ins(%y : tensor<9xi32>) outs(%f : tensor<i32>) -> tensor<i32>
  return %p, %s, %q, %t : tensor<9xi32>, tensor<i32>, tensor<9xi32>, tensor<i32>
}
