//===- KernelToLLVM.cpp - From warp ops to the LLVM dialect -*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The order of the kernel-side passes below the block layer.
//
//===----------------------------------------------------------------------===//

#include "prim/Pipelines/KernelToLLVM.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"
#include "prim/Conversion/Passes.h"
#include "prim/Dialect/Prim/Transforms/Passes.h"

using namespace mlir;

void mlir::prim::buildKernelToLLVMPipeline(OpPassManager &manager,
                                           TargetFamily family,
                                           StringRef deviceLibs) {
  OpPassManager &kernels = manager.nest<gpu::GPUModuleOp>();
  // Unused warp ops are removed here; rocdl's cross-lane ops could not be.
  kernels.addPass(createKernelCanonicalizer());
  kernels.addPass(createCSEPass());
  kernels.addPass(createPrimLowerWarp());
  kernels.addPass(createPrimPlanWorkgroupMemory());
  // The conversion runs CSE itself, after it has created its own
  // subexpressions.
  kernels.addPass(createKernelCanonicalizer());
  switch (family) {
  case TargetFamily::AMDGPU:
    kernels.addPass(createPrimGPUToROCDL({deviceLibs.str()}));
    return;
  case TargetFamily::NVPTX:
    kernels.addPass(createPrimGPUToNVVM({deviceLibs.str()}));
    return;
  }
}
