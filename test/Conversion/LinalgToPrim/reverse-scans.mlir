// RUN: prim-opt %s --prim-raise-scans | FileCheck %s
// RUN: prim-opt %s --prim-raise-scans --remarks-filter=prim-raise-scans -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK

#id2 = affine_map<(i, j) -> (i, j)>

// A scan of flipped tensors, whose results are flipped back. What it combines
// first is now the right operand.
// CHECK-LABEL: func.func @flipped(
// CHECK-SAME: %[[X:.*]]: tensor<3x5xf32>, %[[Y:.*]]: tensor<3x5xf32>
func.func @flipped(%x: tensor<3x5xf32>, %y: tensor<3x5xf32>) -> tensor<3x5xf32> {
  // CHECK-NOT: linalg
  // CHECK: %[[S:.*]]:2 = prim.device_scan exclusive ins(%[[X]], %[[Y]] : {{.*}}) identity({{.*}}) reverse dimension(1) combiner {
  // CHECK-NEXT: ^bb0(%[[A:.*]]: f32, %[[B:.*]]: f32, %[[C:.*]]: f32, %[[D:.*]]: f32):
  // CHECK-NEXT: %[[M:.*]] = arith.mulf %[[C]], %[[A]] : f32
  // CHECK-NEXT: %[[P:.*]] = arith.mulf %[[D]], %[[A]] : f32
  // CHECK-NEXT: %[[Q:.*]] = arith.addf %[[P]], %[[B]] : f32
  // CHECK-NEXT: prim.yield %[[M]], %[[Q]] : f32, f32
  // CHECK-NOT: linalg
  // CHECK: return %[[S]]#1
  // REMARK: Function=flipped | Remark="scans from the other end instead of flipped tensors"
  %c0 = arith.constant 0.0 : f32
  %c1 = arith.constant 1.0 : f32
  %c4 = arith.constant 4 : index
  %e = tensor.empty() : tensor<3x5xf32>
  %fx = linalg.generic {indexing_maps = [#id2], iterator_types = ["parallel", "parallel"]} outs(%e : tensor<3x5xf32>) {
  ^bb0(%out: f32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %k = arith.subi %c4, %j : index
    %v = tensor.extract %x[%i, %k] : tensor<3x5xf32>
    linalg.yield %v : f32
  } -> tensor<3x5xf32>
  %fy = linalg.generic {indexing_maps = [#id2], iterator_types = ["parallel", "parallel"]} outs(%e : tensor<3x5xf32>) {
  ^bb0(%out: f32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %k = arith.subi %c4, %j : index
    %v = tensor.extract %y[%i, %k] : tensor<3x5xf32>
    linalg.yield %v : f32
  } -> tensor<3x5xf32>
  %s:2 = prim.device_scan exclusive ins(%fx, %fy : tensor<3x5xf32>, tensor<3x5xf32>) outs(%e, %e : tensor<3x5xf32>, tensor<3x5xf32>)
      identity(%c1, %c0 : f32, f32) dimension(1) combiner {
  ^bb0(%a: f32, %b: f32, %c: f32, %d: f32):
    %m = arith.mulf %a, %c : f32
    %p = arith.mulf %b, %c : f32
    %q = arith.addf %p, %d : f32
    prim.yield %m, %q : f32, f32
  } -> tensor<3x5xf32>, tensor<3x5xf32>
  %r = linalg.generic {indexing_maps = [#id2], iterator_types = ["parallel", "parallel"]} outs(%e : tensor<3x5xf32>) {
  ^bb0(%out: f32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %k = arith.subi %c4, %j : index
    %v = tensor.extract %s#1[%i, %k] : tensor<3x5xf32>
    linalg.yield %v : f32
  } -> tensor<3x5xf32>
  return %r : tensor<3x5xf32>
}

// The result is flipped along the other dimension, and by one element less.
// CHECK-LABEL: func.func @other_flips(
func.func @other_flips(%x: tensor<5x5xi32>) -> (tensor<5x5xi32>, tensor<5x5xi32>) {
  // CHECK: prim.device_scan inclusive add ins(%{{.*}} : tensor<5x5xi32>) outs(%{{.*}} : tensor<5x5xi32>) dimension(1)
  // CHECK: prim.device_scan inclusive add ins(%{{.*}} : tensor<5x5xi32>) outs(%{{.*}} : tensor<5x5xi32>) dimension(0)
  %c4 = arith.constant 4 : index
  %c3 = arith.constant 3 : index
  %e = tensor.empty() : tensor<5x5xi32>
  %fx = linalg.generic {indexing_maps = [#id2], iterator_types = ["parallel", "parallel"]} outs(%e : tensor<5x5xi32>) {
  ^bb0(%out: i32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %k = arith.subi %c4, %j : index
    %v = tensor.extract %x[%i, %k] : tensor<5x5xi32>
    linalg.yield %v : i32
  } -> tensor<5x5xi32>
  %s = prim.device_scan inclusive add ins(%fx : tensor<5x5xi32>) outs(%e : tensor<5x5xi32>) dimension(1) -> tensor<5x5xi32>
  %r = linalg.generic {indexing_maps = [#id2], iterator_types = ["parallel", "parallel"]} outs(%e : tensor<5x5xi32>) {
  ^bb0(%out: i32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %k = arith.subi %c4, %i : index
    %v = tensor.extract %s[%k, %j] : tensor<5x5xi32>
    linalg.yield %v : i32
  } -> tensor<5x5xi32>
  %fr = linalg.generic {indexing_maps = [#id2], iterator_types = ["parallel", "parallel"]} outs(%e : tensor<5x5xi32>) {
  ^bb0(%out: i32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %k = arith.subi %c4, %i : index
    %v = tensor.extract %r[%k, %j] : tensor<5x5xi32>
    linalg.yield %v : i32
  } -> tensor<5x5xi32>
  %t = prim.device_scan inclusive add ins(%fr : tensor<5x5xi32>) outs(%e : tensor<5x5xi32>) dimension(0) -> tensor<5x5xi32>
  %u = linalg.generic {indexing_maps = [#id2], iterator_types = ["parallel", "parallel"]} outs(%e : tensor<5x5xi32>) {
  ^bb0(%out: i32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %k = arith.subi %c3, %i : index
    %v = tensor.extract %t[%k, %j] : tensor<5x5xi32>
    linalg.yield %v : i32
  } -> tensor<5x5xi32>
  return %r, %u : tensor<5x5xi32>, tensor<5x5xi32>
}
