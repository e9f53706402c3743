// RUN: prim-opt %s --prim-linalg-to-prim=reassociate | FileCheck %s

// Elementwise code on the results of a fold alone becomes its epilogue.

#id2 = affine_map<(i, j) -> (i, j)>
#column = affine_map<(i, j) -> (j)>
#id = affine_map<(i) -> (i)>

// A mean and a truth value of columns, of two folds in one op.
// CHECK-LABEL: func.func @columns(
func.func @columns(%x: tensor<?x6xf32>, %m: tensor<?x6xi1>, %n: f32) -> (tensor<6xf32>, tensor<6xi32>) {
  // CHECK: %[[R:.*]]:2 = prim.device_reduce ins(%arg0, %arg1 : tensor<?x6xf32>, tensor<?x6xi1>) outs(%{{.*}}, %{{.*}} : tensor<6xf32>, tensor<6xi32>)
  // CHECK-SAME: dimension(0)
  // CHECK: } epilogue {
  // CHECK-NEXT: ^bb0(%[[S:.*]]: f32, %[[A:.*]]: i8):
  // CHECK-NEXT: %[[T:.*]] = arith.trunci %[[A]] : i8 to i1
  // CHECK-NEXT: %[[D:.*]] = arith.divf %[[S]], %arg2 : f32
  // CHECK-NEXT: %[[W:.*]] = arith.extui %[[T]] : i1 to i32
  // CHECK-NEXT: prim.yield %[[D]], %[[W]] : f32, i32
  // CHECK-NOT: linalg.generic
  // CHECK: return %[[R]]#0, %[[R]]#1
  %zero = arith.constant 0.0 : f32
  %false = arith.constant false
  %e0 = tensor.empty() : tensor<6xf32>
  %e1 = tensor.empty() : tensor<6xi1>
  %e2 = tensor.empty() : tensor<6xi32>
  %o0 = linalg.fill ins(%zero : f32) outs(%e0 : tensor<6xf32>) -> tensor<6xf32>
  %o1 = linalg.fill ins(%false : i1) outs(%e1 : tensor<6xi1>) -> tensor<6xi1>
  %s:2 = linalg.generic {indexing_maps = [#id2, #id2, #column, #column], iterator_types = ["reduction", "parallel"]}
      ins(%x, %m : tensor<?x6xf32>, tensor<?x6xi1>) outs(%o0, %o1 : tensor<6xf32>, tensor<6xi1>) {
  ^bb0(%a: f32, %c: i1, %acc: f32, %any: i1):
    %r = arith.addf %acc, %a : f32
    %t = arith.ori %any, %c : i1
    linalg.yield %r, %t : f32, i1
  } -> (tensor<6xf32>, tensor<6xi1>)
  %d:2 = linalg.generic {indexing_maps = [#id, #id, #id, #id], iterator_types = ["parallel"]}
      ins(%s#0, %s#1 : tensor<6xf32>, tensor<6xi1>) outs(%e0, %e2 : tensor<6xf32>, tensor<6xi32>) {
  ^bb0(%a: f32, %c: i1, %out0: f32, %out1: i32):
    %r = arith.divf %a, %n : f32
    %t = arith.extui %c : i1 to i32
    linalg.yield %r, %t : f32, i32
  } -> (tensor<6xf32>, tensor<6xi32>)
  return %d#0, %d#1 : tensor<6xf32>, tensor<6xi32>
}

// The sum is wanted as it is, too.
// CHECK-LABEL: func.func @used_twice(
func.func @used_twice(%x: tensor<?x6xi32>, %e0: tensor<6xi32>) -> (tensor<6xi32>, tensor<6xi32>) {
  // CHECK-NOT: epilogue
  // CHECK: linalg.generic
  %s = linalg.reduce { arith.addi } ins(%x : tensor<?x6xi32>) outs(%e0 : tensor<6xi32>) dimensions = [0]
  %d = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%s : tensor<6xi32>) outs(%e0 : tensor<6xi32>) {
  ^bb0(%a: i32, %out: i32):
    %r = math.absi %a : i32
    linalg.yield %r : i32
  } -> tensor<6xi32>
  return %s, %d : tensor<6xi32>, tensor<6xi32>
}

// An element of another tensor, the index, and a value that is only known afterwards are
// not there in an epilogue.
// CHECK-LABEL: func.func @others(
func.func @others(%x: tensor<?x6xi32>, %y: tensor<6xi32>, %e0: tensor<6xi32>, %i: index) -> (tensor<6xi32>, tensor<6xi32>, tensor<6xi32>) {
  // CHECK-NOT: epilogue
  // CHECK: return
  %s = linalg.reduce { arith.addi } ins(%x : tensor<?x6xi32>) outs(%e0 : tensor<6xi32>) dimensions = [0]
  %d = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]}
      ins(%s, %y : tensor<6xi32>, tensor<6xi32>) outs(%e0 : tensor<6xi32>) {
  ^bb0(%a: i32, %b: i32, %out: i32):
    %r = arith.addi %a, %b : i32
    linalg.yield %r : i32
  } -> tensor<6xi32>
  %t = linalg.reduce { arith.maxsi } ins(%x : tensor<?x6xi32>) outs(%e0 : tensor<6xi32>) dimensions = [0]
  %f = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%t : tensor<6xi32>) outs(%e0 : tensor<6xi32>) {
  ^bb0(%a: i32, %out: i32):
    %j = linalg.index 0 : index
    %k = arith.index_cast %j : index to i32
    %r = arith.addi %a, %k : i32
    linalg.yield %r : i32
  } -> tensor<6xi32>
  %u = linalg.reduce { arith.minsi } ins(%x : tensor<?x6xi32>) outs(%e0 : tensor<6xi32>) dimensions = [0]
  %late = tensor.extract %d[%i] : tensor<6xi32>
  %g = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%u : tensor<6xi32>) outs(%e0 : tensor<6xi32>) {
  ^bb0(%a: i32, %out: i32):
    %r = arith.addi %a, %late : i32
    linalg.yield %r : i32
  } -> tensor<6xi32>
  return %d, %f, %g : tensor<6xi32>, tensor<6xi32>, tensor<6xi32>
}
