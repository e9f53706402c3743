// RUN: prim-opt %s --prim-fuse-rows=reassociate | FileCheck %s
// RUN: prim-opt %s --prim-fuse-rows | FileCheck %s --check-prefix=STRICT

#id = affine_map<(i) -> (i)>
#none = affine_map<(i) -> ()>

// A sum and a count read their elements once, where both can be computed: after what the
// sum uses, or before what the count's result is for. Without reassociate the sum of floats
// is not converted, but the count is.
// CHECK-LABEL: func.func @sum_and_count(
// CHECK: %[[R:.*]]:2 = linalg.generic {{.*}} ins(%arg0, %{{.*}} : tensor<32xi64>, tensor<32xf32>) outs(%{{.*}}, %{{.*}} : tensor<i64>, tensor<f32>)
// CHECK-NEXT: ^bb0(%[[L:.*]]: i64, %[[X:.*]]: f32, %[[N:.*]]: i64, %[[S:.*]]: f32):
// CHECK: linalg.yield %{{.*}}, %{{.*}} : i64, f32
// CHECK: return %[[R]]#0, %[[R]]#1
// STRICT-LABEL: func.func @sum_and_count(
// STRICT-COUNT-2: "reduction"
func.func @sum_and_count(%l: tensor<32xi64>, %y: tensor<32xf32>, %n0: tensor<i64>, %s0: tensor<f32>, %e: tensor<32xf32>) -> (tensor<i64>, tensor<f32>) {
  %c1 = arith.constant 1 : i64
  %c0 = arith.constant 0 : i64
  %z = arith.constant 0.0 : f32
  %n = linalg.generic {indexing_maps = [#id, #none], iterator_types = ["reduction"]} ins(%l : tensor<32xi64>) outs(%n0 : tensor<i64>) {
  ^bb0(%in: i64, %out: i64):
    %b = arith.cmpi ne, %in, %c1 : i64
    %w = arith.extui %b : i1 to i64
    %a = arith.addi %out, %w : i64
    linalg.yield %a : i64
  } -> tensor<i64>
  %x = linalg.map { math.exp } ins(%y : tensor<32xf32>) outs(%e : tensor<32xf32>)
  %s = linalg.generic {indexing_maps = [#id, #id, #none], iterator_types = ["reduction"]} ins(%l, %x : tensor<32xi64>, tensor<32xf32>) outs(%s0 : tensor<f32>) {
  ^bb0(%in: i64, %v: f32, %out: f32):
    %b = arith.cmpi ne, %in, %c1 : i64
    %w = arith.select %b, %v, %z : f32
    %a = arith.addf %out, %w : f32
    linalg.yield %a : f32
  } -> tensor<f32>
  return %n, %s : tensor<i64>, tensor<f32>
}

// The second reduction is computed with the first one, whose result is used before it. Its
// initial value moves.
// CHECK-LABEL: func.func @earlier(
// CHECK: linalg.fill
// CHECK: %[[R:.*]]:2 = linalg.generic {{.*}} ins(%arg0 : tensor<32xi32>) outs(%{{.*}}, %{{.*}} : tensor<i32>, tensor<i32>)
// CHECK: math.absi
// CHECK-NOT: "reduction"
// CHECK: return
func.func @earlier(%x: tensor<32xi32>, %a0: tensor<i32>) -> (tensor<i32>, tensor<i32>) {
  %c0 = arith.constant 0 : i32
  %a = linalg.generic {indexing_maps = [#id, #none], iterator_types = ["reduction"]} ins(%x : tensor<32xi32>) outs(%a0 : tensor<i32>) {
  ^bb0(%in: i32, %out: i32):
    %s = arith.addi %out, %in : i32
    linalg.yield %s : i32
  } -> tensor<i32>
  %e = tensor.empty() : tensor<i32>
  %b = linalg.map { math.absi } ins(%a : tensor<i32>) outs(%e : tensor<i32>)
  %z = linalg.fill ins(%c0 : i32) outs(%e : tensor<i32>) -> tensor<i32>
  %m = linalg.generic {indexing_maps = [#id, #none], iterator_types = ["reduction"]} ins(%x : tensor<32xi32>) outs(%z : tensor<i32>) {
  ^bb0(%in: i32, %out: i32):
    %s = arith.maxsi %out, %in : i32
    linalg.yield %s : i32
  } -> tensor<i32>
  return %b, %m : tensor<i32>, tensor<i32>
}

// A reduction that uses the other's result, one of other elements, and an operator that no
// kind is.
// CHECK-LABEL: func.func @apart(
// CHECK-COUNT-4: "reduction"
func.func @apart(%x: tensor<32xi32>, %y: tensor<32xi32>, %a0: tensor<i32>) -> (tensor<i32>, tensor<i32>, tensor<i32>) {
  %a = linalg.generic {indexing_maps = [#id, #none], iterator_types = ["reduction"]} ins(%x : tensor<32xi32>) outs(%a0 : tensor<i32>) {
  ^bb0(%in: i32, %out: i32):
    %s = arith.addi %out, %in : i32
    linalg.yield %s : i32
  } -> tensor<i32>
  %b = linalg.generic {indexing_maps = [#id, #none, #none], iterator_types = ["reduction"]} ins(%x, %a : tensor<32xi32>, tensor<i32>) outs(%a0 : tensor<i32>) {
  ^bb0(%in: i32, %all: i32, %out: i32):
    %d = arith.subi %in, %all : i32
    %s = arith.maxsi %out, %d : i32
    linalg.yield %s : i32
  } -> tensor<i32>
  %c = linalg.generic {indexing_maps = [#id, #none], iterator_types = ["reduction"]} ins(%y : tensor<32xi32>) outs(%a0 : tensor<i32>) {
  ^bb0(%in: i32, %out: i32):
    %s = arith.addi %out, %in : i32
    linalg.yield %s : i32
  } -> tensor<i32>
  %d = linalg.generic {indexing_maps = [#id, #none], iterator_types = ["reduction"]} ins(%y : tensor<32xi32>) outs(%c : tensor<i32>) {
  ^bb0(%in: i32, %out: i32):
    %s = arith.subi %in, %out : i32
    linalg.yield %s : i32
  } -> tensor<i32>
  return %b, %c, %d : tensor<i32>, tensor<i32>, tensor<i32>
}
