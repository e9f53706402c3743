// The library is told what it is compiled for, its functions stay inside the
// code object, and nothing of it comes that is not called.
// REQUIRES: device-libs

// DEFINE: %{chip} = gfx942
// DEFINE: %{features} =
// DEFINE: %{level} = 0
// DEFINE: %{libs} = %device_libs
// DEFINE: %{run} = prim-compile %s --chip=%{chip} --features=%{features} --opt-level=%{level} --device-libs=%{libs} --emit=llvm -o -
// RUN: %{run} | FileCheck %s --implicit-check-not=__ocml_sin -DISA=9402 -DWAVE64=1
// REDEFINE: %{chip} = gfx90a
// RUN: %{run} | FileCheck %s --implicit-check-not=__ocml_sin -DISA=9010 -DWAVE64=1
// REDEFINE: %{chip} = gfx1100
// RUN: %{run} | FileCheck %s --implicit-check-not=__ocml_sin -DISA=11000 -DWAVE64=0
// REDEFINE: %{features} = +wavefrontsize64
// RUN: %{run} | FileCheck %s --implicit-check-not=__ocml_sin -DISA=11000 -DWAVE64=1
// REDEFINE: %{features} =
// REDEFINE: %{chip} = gfx1201
// RUN: %{run} | FileCheck %s --implicit-check-not=__ocml_sin -DISA=12001 -DWAVE64=0

// Optimised, it has gone into the kernel.
// REDEFINE: %{level} = 3
// RUN: %{run} | FileCheck %s --check-prefix=INLINED --implicit-check-not=@__ocml --implicit-check-not=@__oclc

// A ROCm installation, by option and by variable.
// RUN: rm -rf %t && mkdir -p %t/amdgcn && ln -s %device_libs %t/amdgcn/bitcode
// REDEFINE: %{libs} = %t
// RUN: %{run} | FileCheck %s --check-prefix=INLINED
// RUN: env ROCM_PATH=%t prim-compile %s --chip=gfx942 --emit=llvm -o - | FileCheck %s --check-prefix=INLINED
// RUN: env HIP_DEVICE_LIB_PATH=%device_libs prim-compile %s --chip=gfx942 --emit=llvm -o - | FileCheck %s --check-prefix=INLINED

// CHECK-DAG: @__oclc_ISA_version = {{.*}} constant i32 [[ISA]]
// CHECK-DAG: @__oclc_ABI_version = {{.*}} constant i32 500
// CHECK-DAG: @__oclc_wavefrontsize64 = {{.*}} constant i8 [[WAVE64]]
// CHECK-DAG: @__oclc_daz_opt = {{.*}} constant i8 0
// CHECK-DAG: @__oclc_finite_only_opt = {{.*}} constant i8 0
// CHECK-DAG: @__oclc_unsafe_math_opt = {{.*}} constant i8 0
// CHECK-DAG: @__oclc_correctly_rounded_sqrt32 = {{.*}} constant i8 1
// CHECK-DAG: define internal {{.*}}@__ocml_tanh_f32

// INLINED: define {{.*}}amdgpu_kernel void @k
module attributes {gpu.container_module} {
  gpu.module @m {
    gpu.func @k(%p: !llvm.ptr<1>) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
      %x = llvm.load %p : !llvm.ptr<1> -> f32
      %y = math.tanh %x : f32
      llvm.store %y, %p : f32, !llvm.ptr<1>
      gpu.return
    }
  }
}
