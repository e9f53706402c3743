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
  // Unused warp ops vanish here; rocdl's cross-lane ops would stay.
  kernels.addPass(createKernelCanonicalizer());
  kernels.addPass(createCSEPass());
  kernels.addPass(createPrimLowerWarp());
  kernels.addPass(createPrimPlanWorkgroupMemory());
  // Common subexpressions go in the conversion, once it has made its own.
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
