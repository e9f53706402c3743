// RUN: prim-opt %s --prim-fold-constants | FileCheck %s

#id = affine_map<(i) -> (i)>
#none = affine_map<(i) -> ()>
#id0 = affine_map<() -> ()>
#id2 = affine_map<(i, j) -> (i, j)>
#turned = affine_map<(i, j) -> (j, i)>
#row = affine_map<(i, j) -> (i)>

// The range of a histogram: the first and last edge, and those between.
// CHECK-LABEL: func.func @edges(
func.func @edges() -> tensor<5xf32> {
  // CHECK-NEXT: %[[C:.*]] = arith.constant dense<[1.000000e+00, 1.500000e+00, 2.000000e+00, 2.500000e+00, 3.000000e+00]> : tensor<5xf32>
  // CHECK-NEXT: return %[[C]]
  %x = arith.constant dense<[3.0, 1.0]> : tensor<2xf32>
  %low = arith.constant 0x7F800000 : f32
  %e = tensor.empty() : tensor<f32>
  %from = linalg.fill ins(%low : f32) outs(%e : tensor<f32>) -> tensor<f32>
  %least = linalg.reduce { arith.minimumf } ins(%x : tensor<2xf32>) outs(%from : tensor<f32>) dimensions = [0]
  %last = tensor.extract_slice %x[0] [1] [1] : tensor<2xf32> to tensor<1xf32>
  %f = tensor.empty() : tensor<4xf32>
  %inner = linalg.generic {indexing_maps = [#none, #id], iterator_types = ["parallel"]} ins(%least : tensor<f32>) outs(%f : tensor<4xf32>) {
  ^bb0(%a: f32, %out: f32):
    %half = arith.constant 0.5 : f32
    %i = linalg.index 0 : index
    %n = arith.index_cast %i : index to i32
    %w = arith.sitofp %n : i32 to f32
    %s = arith.mulf %w, %half : f32
    %r = arith.addf %a, %s : f32
    linalg.yield %r : f32
  } -> tensor<4xf32>
  %g = tensor.empty() : tensor<5xf32>
  %0 = tensor.insert_slice %inner into %g[0] [4] [1] : tensor<4xf32> into tensor<5xf32>
  %1 = tensor.insert_slice %last into %0[4] [1] [1] : tensor<1xf32> into tensor<5xf32>
  return %1 : tensor<5xf32>
}

// Sums of the columns of a matrix, read through a transposing map and a reshape.
// CHECK-LABEL: func.func @columns(
func.func @columns() -> tensor<3xi32> {
  // CHECK-NEXT: %[[C:.*]] = arith.constant dense<[15, 17, 19]> : tensor<3xi32>
  // CHECK-NEXT: return %[[C]]
  %x = arith.constant dense<[1, 2, 3, 4, 5, 6]> : tensor<6xi32>
  %y = tensor.expand_shape %x [[0, 1]] output_shape [2, 3] : tensor<6xi32> into tensor<2x3xi32>
  %from = arith.constant dense<10> : tensor<3xi32>
  %s = linalg.generic {indexing_maps = [#turned, #row], iterator_types = ["parallel", "reduction"]} ins(%y : tensor<2x3xi32>) outs(%from : tensor<3xi32>) {
  ^bb0(%a: i32, %acc: i32):
    %r = arith.addi %acc, %a : i32
    linalg.yield %r : i32
  } -> tensor<3xi32>
  return %s : tensor<3xi32>
}

// Its users have an elementwise op in their bodies, where a constant is loaded.
// CHECK-LABEL: func.func @iota(
func.func @iota() -> tensor<100xi32> {
  // CHECK: linalg.generic
  %f = tensor.empty() : tensor<100xi32>
  %r = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel"]} outs(%f : tensor<100xi32>) {
  ^bb0(%out: i32):
    %i = linalg.index 0 : index
    %n = arith.index_cast %i : index to i32
    linalg.yield %n : i32
  } -> tensor<100xi32>
  return %r : tensor<100xi32>
}

// A kernel may round an exponential in another way.
// CHECK-LABEL: func.func @rounded(
func.func @rounded() -> tensor<f32> {
  // CHECK: math.exp
  %x = arith.constant dense<2.0> : tensor<f32>
  %e = tensor.empty() : tensor<f32>
  %r = linalg.generic {indexing_maps = [#id0, #id0], iterator_types = []} ins(%x : tensor<f32>) outs(%e : tensor<f32>) {
  ^bb0(%a: f32, %out: f32):
    %n = math.exp %a : f32
    linalg.yield %n : f32
  } -> tensor<f32>
  return %r : tensor<f32>
}

// CHECK-LABEL: func.func @unknown(
func.func @unknown(%x: tensor<2xf32>) -> tensor<f32> {
  // CHECK: linalg.reduce
  %from = arith.constant dense<0.0> : tensor<f32>
  %r = linalg.reduce { arith.addf } ins(%x : tensor<2xf32>) outs(%from : tensor<f32>) dimensions = [0]
  return %r : tensor<f32>
}

// A division by zero, elements that were never written, and an element that is
// not there have no value.
// CHECK-LABEL: func.func @undefined(
func.func @undefined() -> (tensor<i32>, tensor<i32>, tensor<i32>) {
  // CHECK-COUNT-3: linalg.generic
  %x = arith.constant dense<[1, 2]> : tensor<2xi32>
  %o = arith.constant dense<7> : tensor<i32>
  %e = tensor.empty() : tensor<i32>
  %0 = linalg.generic {indexing_maps = [#id0, #id0], iterator_types = []} ins(%o : tensor<i32>) outs(%e : tensor<i32>) {
  ^bb0(%a: i32, %out: i32):
    %zero = arith.constant 0 : i32
    %n = arith.divsi %a, %zero : i32
    linalg.yield %n : i32
  } -> tensor<i32>
  %1 = linalg.generic {indexing_maps = [#id0, #id0], iterator_types = []} ins(%o : tensor<i32>) outs(%e : tensor<i32>) {
  ^bb0(%a: i32, %out: i32):
    %n = arith.addi %a, %out : i32
    linalg.yield %n : i32
  } -> tensor<i32>
  %2 = linalg.generic {indexing_maps = [#id0, #id0], iterator_types = []} ins(%o : tensor<i32>) outs(%e : tensor<i32>) {
  ^bb0(%a: i32, %out: i32):
    %at = arith.index_cast %a : i32 to index
    %n = tensor.extract %x[%at] : tensor<2xi32>
    linalg.yield %n : i32
  } -> tensor<i32>
  return %0, %1, %2 : tensor<i32>, tensor<i32>, tensor<i32>
}

// CHECK-LABEL: func.func @large(
func.func @large() -> tensor<2000xi32> {
  // CHECK: tensor.insert_slice
  %x = arith.constant dense<[1, 2]> : tensor<2xi32>
  %zero = arith.constant dense<0> : tensor<2000xi32>
  %r = tensor.insert_slice %x into %zero[5] [2] [3] : tensor<2xi32> into tensor<2000xi32>
  return %r : tensor<2000xi32>
}

// Elements that an op does not write are those of its output before it.
// CHECK-LABEL: func.func @not_all_written(
func.func @not_all_written(%a: tensor<5xi32>, %b: tensor<2xi32>) -> (tensor<2xi32>, tensor<4xi32>) {
  // CHECK: %[[A:.*]] = linalg.generic
  // CHECK: %[[FRONT:.*]] = tensor.extract_slice %[[A]]
  // CHECK: %[[B:.*]] = linalg.generic
  // CHECK: %[[ALL:.*]] = tensor.insert_slice %[[B]]
  // CHECK: return %[[FRONT]], %[[ALL]]
  %x = arith.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i + 1)>], iterator_types = ["parallel"]} ins(%x : tensor<4xi32>) outs(%a : tensor<5xi32>) {
  ^bb0(%in: i32, %out: i32):
    linalg.yield %in : i32
  } -> tensor<5xi32>
  %front = tensor.extract_slice %r[0] [2] [1] : tensor<5xi32> to tensor<2xi32>
  %none = arith.constant dense<> : tensor<2x0xi32>
  %s = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]} ins(%none : tensor<2x0xi32>) outs(%b : tensor<2xi32>) {
  ^bb0(%in: i32, %out: i32):
    linalg.yield %in : i32
  } -> tensor<2xi32>
  %sevens = arith.constant dense<7> : tensor<4xi32>
  %all = tensor.insert_slice %s into %sevens[1] [2] [1] : tensor<2xi32> into tensor<4xi32>
  return %front, %all : tensor<2xi32>, tensor<4xi32>
}

// CHECK-LABEL: func.func @poison(
func.func @poison() -> tensor<i32> {
  // CHECK: %[[R:.*]] = linalg.generic
  // CHECK: return %[[R]]
  %p = ub.poison : i32
  %e = tensor.empty() : tensor<i32>
  %r = linalg.generic {indexing_maps = [#id0], iterator_types = []} outs(%e : tensor<i32>) {
  ^bb0(%out: i32):
    linalg.yield %p : i32
  } -> tensor<i32>
  return %r : tensor<i32>
}
