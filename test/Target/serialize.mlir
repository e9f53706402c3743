// Every chip that prim knows gives a code object with the metadata of its
// kernels, without any tool outside this process.

// DEFINE: %{chip} =
// DEFINE: %{abi} = 500
// DEFINE: %{features} =
// DEFINE: %{make} = prim-opt %s --pass-pipeline='builtin.module(rocdl-attach-target{chip=%{chip} features=%{features}}, \
// DEFINE:     gpu.module(prim-gpu-to-rocdl),prim-serialize{abi=%{abi}})'

// REDEFINE: %{chip} = gfx90a
// RUN: env PATH=/nonexistent %{make} | FileCheck %s -DCHIP=gfx90a -DWAVE=64 -DVERSION=3
// REDEFINE: %{chip} = gfx942
// RUN: %{make} | FileCheck %s -DCHIP=gfx942 -DWAVE=64 -DVERSION=3
// REDEFINE: %{chip} = gfx950
// RUN: %{make} | FileCheck %s -DCHIP=gfx950 -DWAVE=64 -DVERSION=3
// REDEFINE: %{chip} = gfx1030
// RUN: %{make} | FileCheck %s -DCHIP=gfx1030 -DWAVE=32 -DVERSION=3
// REDEFINE: %{chip} = gfx1201
// RUN: %{make} | FileCheck %s -DCHIP=gfx1201 -DWAVE=32 -DVERSION=3
// REDEFINE: %{chip} = gfx1100
// RUN: %{make} | FileCheck %s -DCHIP=gfx1100 -DWAVE=32 -DVERSION=3
// REDEFINE: %{features} = +wavefrontsize64
// RUN: %{make} | FileCheck %s -DCHIP=gfx1100 -DWAVE=64 -DVERSION=3
// REDEFINE: %{abi} = 600
// RUN: %{make} | FileCheck %s -DCHIP=gfx1100 -DWAVE=64 -DVERSION=4

// CHECK: gpu.binary @m
// CHECK-SAME: #rocdl.target<chip = "[[CHIP]]"
// CHECK-SAME: #gpu.kernel_metadata<"k"
// CHECK-SAME: group_segment_fixed_size = 512
// CHECK-SAME: max_flat_workgroup_size = 128
// CHECK-SAME: reqd_workgroup_size = array<i32: 128, 1, 1>
// CHECK-SAME: wavefront_size = [[WAVE]]
// The ABI and its version in the ELF header.
// CHECK-SAME: bin = "\7FELF\02\01\01@\0[[VERSION]]
gpu.module @m {
  llvm.mlir.global internal @buffer() {addr_space = 3 : i32} : !llvm.array<128 x i32>
  gpu.func @k(%p: !llvm.ptr<1>) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %tid = gpu.thread_id x
    %i = arith.index_castui %tid : index to i32
    %b = llvm.mlir.addressof @buffer : !llvm.ptr<3>
    %q = llvm.getelementptr %b[%i] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i32
    llvm.store volatile %i, %q : i32, !llvm.ptr<3>
    gpu.return
  }
}
