// A sum of floats is folded in any order, unless the program must keep linalg's.
// REQUIRES: prim-opt, prim-run, emulator

// RUN: not prim-run %s --generate=1000xf32:small --print --chip=gfx942 --reassociate=false 2>&1 | FileCheck %s
// RUN: not prim-opt %s --prim-to-rocdl-pipeline='chip=gfx942 reassociate=false' 2>&1 | FileCheck %s
// RUN: prim-run %s --generate=1000xf32:iota --print --chip=gfx942 | FileCheck %s --check-prefix=SUM

// CHECK: linalg-strict.mlir:[[#@LINE+7]]:8: error: 'linalg.{{reduce|generic}}' op reduces a whole buffer in one thread; use prim.device_reduce, which prim-linalg-to-prim creates for associative operators (for sums of floats with the option reassociate)
// SUM: f32: 499500
func.func @main(%x: tensor<?xf32>) -> tensor<f32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<f32>
  %o = linalg.fill ins(%zero : f32) outs(%e : tensor<f32>) -> tensor<f32>

  %r = linalg.reduce { arith.addf } ins(%x : tensor<?xf32>) outs(%o : tensor<f32>) dimensions = [0]
  return %r : tensor<f32>
}
