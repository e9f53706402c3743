// Not reported: MLIR's approximations of math functions are for finite numbers other than
// 0. The error function of -0.0 is 0.0, and the cube root of infinity is no number.
// lib/Conversion/ExpandKernels/MathFallbacks.cpp selects the right results. This fails when
// MLIR has mended it.
// RUN: mlir-opt %s -test-math-polynomial-approximation -convert-vector-to-llvm -convert-arith-to-llvm -convert-math-to-llvm -convert-func-to-llvm -reconcile-unrealized-casts | mlir-runner -e main --entry-point-result=void --shared-libs=%llvm_bin/../lib/libmlir_c_runner_utils.so | FileCheck %s
// CHECK: 0
// CHECK-NEXT: nan
func.func private @show(%zero: f32, %infinity: f32) attributes {no_inline} {
  %erf = math.erf %zero : f32
  %bits = arith.bitcast %erf : f32 to i32
  vector.print %bits : i32
  %root = math.cbrt %infinity : f32
  vector.print %root : f32
  return
}
func.func @main() {
  %zero = arith.constant -0.0 : f32
  %infinity = arith.constant 0x7F800000 : f32
  call @show(%zero, %infinity) : (f32, f32) -> ()
  return
}
