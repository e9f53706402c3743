//===- Passes.td - Passes within the dialect --*- tablegen -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The passes that take a level of the dialect to the one below it.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_DIALECT_PRIM_TRANSFORMS_PASSES_TD
#define PRIM_DIALECT_PRIM_TRANSFORMS_PASSES_TD

include "mlir/Pass/PassBase.td"

def PrimLowerBlock : Pass<"prim-lower-block", "::mlir::gpu::GPUModuleOp"> {
  let summary = "Lower prim.block_* ops to warp ops and workgroup memory";
  let description = [{
    Replaces every block op by work on a thread's own items, warp ops, and an
    exchange through workgroup memory. The surrounding `gpu.func` must have a
    `known_block_size`, and the module a target.

    All block ops of a kernel share one workgroup buffer; each op ends with a
    barrier where something after it could touch that buffer.

    ```mlir
    %s = prim.block_reduce add %x all : i32
    // becomes, for 256 threads in waves of 64
    %w = prim.warp_reduce add %x : i32
    scf.if %first_lane { llvm.store %w, %slot[%wave] }
    amdgpu.lds_barrier
    // every thread folds the four partial results
    ```
  }];
  let dependentDialects = [
    "::mlir::amdgpu::AMDGPUDialect", "::mlir::arith::ArithDialect",
    "::mlir::gpu::GPUDialect", "::mlir::LLVM::LLVMDialect",
    "::mlir::ROCDL::ROCDLDialect", "::mlir::scf::SCFDialect",
    "::mlir::vector::VectorDialect"
  ];
}

#endif // PRIM_DIALECT_PRIM_TRANSFORMS_PASSES_TD
