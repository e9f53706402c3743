// RUN: prim-opt %s --prim-fuse-elementwise | FileCheck %s
// RUN: prim-opt %s --prim-fuse-elementwise --prim-linalg-to-prim | FileCheck %s --check-prefix=PRIM

#id = affine_map<(i) -> (i)>
#none = affine_map<(i) -> ()>

// CHECK-LABEL: func.func @largest(
func.func @largest(%x: tensor<?xf32>, %y: tensor<?xf32>, %o: tensor<f32>) -> tensor<f32> {
  // CHECK: linalg.generic
  // CHECK-NEXT: ^bb0
  // CHECK-NEXT: math.absf
  // CHECK-NEXT: arith.maximumf
  // CHECK-NOT: linalg.map
  // PRIM: prim.device_reduce maximumf ins(%arg0 : tensor<?xf32>) {{.*}} prologue {
  // PRIM: math.absf
  %a = linalg.map { math.absf } ins(%x : tensor<?xf32>) outs(%y : tensor<?xf32>)
  %r = linalg.reduce { arith.maximumf } ins(%a : tensor<?xf32>) outs(%o : tensor<f32>) dimensions = [0]
  return %r : tensor<f32>
}

// A producer with two uses is computed once.
// CHECK-LABEL: func.func @twice(
func.func @twice(%x: tensor<?xf32>, %y: tensor<?xf32>, %o: tensor<f32>) -> (tensor<?xf32>, tensor<f32>) {
  // CHECK: %[[A:.*]] = linalg.{{map|generic}}
  // CHECK: math.absf
  // CHECK: linalg.{{reduce|generic}} {{.*}}ins(%[[A]]
  %a = linalg.map { math.absf } ins(%x : tensor<?xf32>) outs(%y : tensor<?xf32>)
  %r = linalg.reduce { arith.maximumf } ins(%a : tensor<?xf32>) outs(%o : tensor<f32>) dimensions = [0]
  return %a, %r : tensor<?xf32>, tensor<f32>
}
