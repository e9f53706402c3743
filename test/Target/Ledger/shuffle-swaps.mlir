// Not reported: gpu.shuffle by 16 or 32 lanes of 64 becomes v_permlane16_swap_b32 or
// v_permlane32_swap_b32 wherever the number of the chip is at least that of gfx950. LLVM
// then ends the process. lib/Conversion/GPUToPrim lowers shuffles itself. This fails when
// MLIR has mended it.
// RUN: not --crash mlir-opt %s --pass-pipeline='builtin.module(rocdl-attach-target{chip=gfx1030},gpu.module(convert-gpu-to-rocdl{chipset=gfx1030},reconcile-unrealized-casts),gpu-module-to-binary{format=isa})' -o /dev/null 2>&1 | FileCheck %s
// RUN: not --crash mlir-opt %s --pass-pipeline='builtin.module(rocdl-attach-target{chip=gfx1100},gpu.module(convert-gpu-to-rocdl{chipset=gfx1100},reconcile-unrealized-casts),gpu-module-to-binary{format=isa})' -o /dev/null 2>&1 | FileCheck %s
// RUN: not --crash mlir-opt %s --pass-pipeline='builtin.module(rocdl-attach-target{chip=gfx1201},gpu.module(convert-gpu-to-rocdl{chipset=gfx1201},reconcile-unrealized-casts),gpu-module-to-binary{format=isa})' -o /dev/null 2>&1 | FileCheck %s
// RUN: mlir-opt %s --pass-pipeline='builtin.module(rocdl-attach-target{chip=gfx950},gpu.module(convert-gpu-to-rocdl{chipset=gfx950},reconcile-unrealized-casts),gpu-module-to-binary{format=isa})' -o /dev/null
// CHECK: LLVM ERROR: Cannot select: intrinsic %llvm.amdgcn.permlane32.swap
gpu.module @kernels {
  gpu.func @swap(%out: memref<?xi32>) kernel {
    %thread = gpu.thread_id x
    %own = arith.index_cast %thread : index to i32
    %by = arith.constant 32 : i32
    %width = arith.constant 64 : i32
    %other, %valid = gpu.shuffle xor %own, %by, %width : i32
    memref.store %other, %out[%thread] : memref<?xi32>
    gpu.return
  }
}
