// RUN: prim-opt %s --prim-fuse-elementwise | FileCheck %s
// RUN: prim-opt %s --prim-fuse-elementwise --prim-fuse-rows=reassociate | FileCheck %s --check-prefix=ROWS

#all = affine_map<(g, i, j) -> (g, i, j)>
#group = affine_map<(g, i, j) -> (g)>
#outer = affine_map<(g, i, j) -> (g, i)>
#one = affine_map<(g) -> (g)>

// Loops along which a reduction folds are one, also in elementwise ops that use the folds
// through other ops. Rows are then one kernel.
// CHECK-LABEL: func.func @groups(
// CHECK: %[[X:.*]] = tensor.collapse_shape %arg0 {{\[}}[0], [1, 2]] : tensor<4x5x6xf32> into tensor<4x30xf32>
// CHECK: linalg.generic {{.*}}iterator_types = ["parallel", "reduction"]} ins(%[[X]] : tensor<4x30xf32>)
// CHECK: linalg.generic {{.*}}iterator_types = ["parallel"]}
// CHECK: %[[R:.*]] = linalg.generic {{.*}}iterator_types = ["parallel", "parallel"]} ins(%[[X]], %{{.*}} : tensor<4x30xf32>, tensor<4xf32>)
// CHECK: tensor.expand_shape %[[R]] {{\[}}[0], [1, 2]] output_shape [4, 5, 6]
// ROWS-LABEL: func.func @groups(
// ROWS: prim.device_rows
// ROWS-NOT: linalg.generic
// ROWS: return
func.func @groups(%x: tensor<4x5x6xf32>) -> tensor<4x5x6xf32> {
  %c0 = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4xf32>
  %f = tensor.empty() : tensor<4x5x6xf32>
  %z = linalg.fill ins(%c0 : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %s = linalg.generic {indexing_maps = [#all, #group], iterator_types = ["parallel", "reduction", "reduction"]}
      ins(%x : tensor<4x5x6xf32>) outs(%z : tensor<4xf32>) {
  ^bb0(%in: f32, %out: f32):
    %a = arith.addf %out, %in : f32
    linalg.yield %a : f32
  } -> tensor<4xf32>
  %q = linalg.map { math.exp } ins(%s : tensor<4xf32>) outs(%e : tensor<4xf32>)
  %r = linalg.generic {indexing_maps = [#all, #group, #all], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%x, %q : tensor<4x5x6xf32>, tensor<4xf32>) outs(%f : tensor<4x5x6xf32>) {
  ^bb0(%in: f32, %m: f32, %out: f32):
    %a = arith.subf %in, %m : f32
    linalg.yield %a : f32
  } -> tensor<4x5x6xf32>
  return %r : tensor<4x5x6xf32>
}

// An op with values for one of the dimensions keeps all loops apart, and so does an index.
// CHECK-LABEL: func.func @apart(
// CHECK-NOT: tensor.collapse_shape
// CHECK: return
func.func @apart(%x: tensor<4x5x6xf32>, %w: tensor<4x5xf32>) -> tensor<4x5x6xf32> {
  %c0 = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4xf32>
  %f = tensor.empty() : tensor<4x5x6xf32>
  %z = linalg.fill ins(%c0 : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %s = linalg.generic {indexing_maps = [#all, #group], iterator_types = ["parallel", "reduction", "reduction"]}
      ins(%x : tensor<4x5x6xf32>) outs(%z : tensor<4xf32>) {
  ^bb0(%in: f32, %out: f32):
    %a = arith.addf %out, %in : f32
    linalg.yield %a : f32
  } -> tensor<4xf32>
  %r = linalg.generic {indexing_maps = [#all, #group, #outer, #all], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%x, %s, %w : tensor<4x5x6xf32>, tensor<4xf32>, tensor<4x5xf32>) outs(%f : tensor<4x5x6xf32>) {
  ^bb0(%in: f32, %m: f32, %v: f32, %out: f32):
    %a = arith.subf %in, %m : f32
    %b = arith.mulf %a, %v : f32
    linalg.yield %b : f32
  } -> tensor<4x5x6xf32>
  return %r : tensor<4x5x6xf32>
}

// CHECK-LABEL: func.func @index(
// CHECK-NOT: tensor.collapse_shape
// CHECK: return
func.func @index(%x: tensor<4x5x6xi32>) -> tensor<4xi32> {
  %c0 = arith.constant 0 : i32
  %e = tensor.empty() : tensor<4xi32>
  %z = linalg.fill ins(%c0 : i32) outs(%e : tensor<4xi32>) -> tensor<4xi32>
  %s = linalg.generic {indexing_maps = [#all, #group], iterator_types = ["parallel", "reduction", "reduction"]}
      ins(%x : tensor<4x5x6xi32>) outs(%z : tensor<4xi32>) {
  ^bb0(%in: i32, %out: i32):
    %j = linalg.index 2 : index
    %k = arith.index_cast %j : index to i32
    %b = arith.muli %in, %k : i32
    %a = arith.addi %out, %b : i32
    linalg.yield %a : i32
  } -> tensor<4xi32>
  return %s : tensor<4xi32>
}
