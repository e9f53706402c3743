// Every function comes from the back end, from AMD's library or from upstream's
// approximations.
// DEFINE: %{libs} = %device_libs
// DEFINE: %{run} = prim-opt %s --pass-pipeline='builtin.module(rocdl-attach-target{chip=gfx942},gpu.module(prim-expand-kernels{device-libs=%{libs}}))'
// REQUIRES: device-libs
// RUN: %{run} | FileCheck %s --check-prefixes=CHECK,LIBRARY
// REDEFINE: %{libs} = none
// RUN: %{run} | FileCheck %s --check-prefixes=CHECK,WITHOUT --implicit-check-not=__ocml

gpu.module @m {
  // Declared once.
  // LIBRARY: llvm.func @__ocml_sin_f32(f32) -> f32
  // LIBRARY-NOT: llvm.func @__ocml_sin_f32

  // CHECK-LABEL: gpu.func @native
  gpu.func @native(%x: f32, %v: vector<4xf16>, %d: f64) -> (f32, vector<4xf16>, f64) {
    // CHECK: llvm.call_intrinsic "llvm.exp"(%arg0) : (f32) -> f32
    %0 = math.exp %x : f32
    // CHECK: llvm.call_intrinsic "llvm.log2"(%arg1) : (vector<4xf16>) -> vector<4xf16>
    %1 = math.log2 %v : vector<4xf16>
    // CHECK: llvm.call_intrinsic "llvm.floor"(%arg2) : (f64) -> f64
    %2 = math.floor %d : f64
    gpu.return %0, %1, %2 : f32, vector<4xf16>, f64
  }

  // CHECK-LABEL: gpu.func @library
  gpu.func @library(%x: f32, %v: vector<2xf32>) -> (f32, vector<2xf32>, f32) {
    // LIBRARY: llvm.call @__ocml_sin_f32(%arg0) : (f32) -> f32
    // WITHOUT: llvm.call_intrinsic "llvm.floor"
    %0 = math.sin %x : f32
    // LIBRARY: %[[E:.*]]:2 = vector.to_elements %arg1
    // LIBRARY: %[[L:.*]] = llvm.call @__ocml_sin_f32(%[[E]]#0)
    // LIBRARY: %[[R:.*]] = llvm.call @__ocml_sin_f32(%[[E]]#1)
    // LIBRARY: vector.from_elements %[[L]], %[[R]] : vector<2xf32>
    %1 = math.sin %v : vector<2xf32>
    // As LLVM says it.
    // LIBRARY: llvm.call @__ocml_pow_f32(%arg0, %arg0)
    %2 = llvm.intr.pow(%x, %x) : (f32, f32) -> f32
    gpu.return %0, %1, %2 : f32, vector<2xf32>, f32
  }

  // Narrow types are computed in f32.
  // CHECK-LABEL: gpu.func @narrow
  gpu.func @narrow(%x: bf16, %y: f16) -> (bf16, f16) {
    // CHECK: %[[X:.*]] = arith.extf %arg0 : bf16 to f32
    // LIBRARY: %[[R:.*]] = llvm.call @__ocml_erf_f32(%[[X]])
    // LIBRARY: arith.truncf %[[R]] : f32 to bf16
    %0 = math.erf %x : bf16
    // CHECK: arith.extf %arg1 : f16 to f32
    // LIBRARY: llvm.call @__ocml_tan_f32
    %1 = math.tan %y : f16
    gpu.return %0, %1 : bf16, f16
  }
}
