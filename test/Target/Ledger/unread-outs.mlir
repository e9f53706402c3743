// The body of a reduction does not use what is folded so far. Upstream's fusion of
// elementwise ops replaces its start by an empty tensor, which is the result where nothing
// is reduced. It is fixed when the fill stays.
// RUN: mlir-opt %s --linalg-fuse-elementwise-ops | FileCheck %s

// CHECK-LABEL: func.func @empty_rows(
// CHECK-NOT: linalg.fill
// CHECK: return
func.func @empty_rows(%x: tensor<3x?xi32>) -> tensor<3xi32> {
  %c7 = arith.constant 7 : i32
  %c0 = arith.constant 0 : i32
  %e = tensor.empty() : tensor<3xi32>
  %f = linalg.fill ins(%c7 : i32) outs(%e : tensor<3xi32>) -> tensor<3xi32>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>],
                       iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<3x?xi32>) outs(%f : tensor<3xi32>) {
  ^bb0(%in: i32, %acc: i32):
    linalg.yield %c0 : i32
  } -> tensor<3xi32>
  return %r : tensor<3xi32>
}
