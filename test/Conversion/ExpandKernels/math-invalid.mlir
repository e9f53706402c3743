// Without the library, what upstream cannot approximate is an error.
// RUN: prim-opt %s --verify-diagnostics --pass-pipeline='builtin.module(rocdl-attach-target{chip=gfx942},gpu.module(prim-expand-kernels{device-libs=none}))'

// A place that is named must have it; one that is only likely need not.
// RUN: not prim-compile %s --chip=gfx942 --device-libs=%S -o %t 2>&1 | FileCheck %s --check-prefix=OPTION
// RUN: not env HIP_DEVICE_LIB_PATH=%S prim-compile %s --chip=gfx942 -o %t 2>&1 | FileCheck %s --check-prefix=VARIABLE
// RUN: env HIP_DEVICE_LIB_PATH=%S prim-compile %S/../GPUToROCDL/math.mlir --chip=gfx942 -o %t
// OPTION: math-invalid.mlir:[[#@LINE+3]]:1: error: device-libs names '{{.*}}ExpandKernels', but there is no ocml.bc there or in amdgcn/bitcode in it
// VARIABLE: math-invalid.mlir:[[#@LINE+2]]:1: error: HIP_DEVICE_LIB_PATH names '{{.*}}ExpandKernels', but there is no ocml.bc

gpu.module @m {
  gpu.func @k(%p: !llvm.ptr<1>, %q: !llvm.ptr<1>) kernel {
    %d = llvm.load %p : !llvm.ptr<1> -> f64
    // expected-error @+1 {{'math.sinh' op on 'f64' needs AMD's device library: install the package rocm-device-libs, or set device-libs or HIP_DEVICE_LIB_PATH to the folder of ocml.bc}}
    %0 = math.sinh %d : f64
    llvm.store %0, %p : f64, !llvm.ptr<1>
    %f = llvm.load %q : !llvm.ptr<1> -> f32
    // expected-error @+1 {{'arith.remf' op on 'f32' needs AMD's device library}}
    %1 = arith.remf %f, %f : f32
    llvm.store %1, %q : f32, !llvm.ptr<1>
    gpu.return
  }
}
