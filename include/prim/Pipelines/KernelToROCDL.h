//===- KernelToROCDL.h - From warp ops to the LLVM dialect *- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The kernel side of prim-to-rocdl-pipeline below the block layer.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_PIPELINES_KERNELTOROCDL_H
#define PRIM_PIPELINES_KERNELTOROCDL_H

#include "mlir/Support/LLVM.h"

namespace mlir {
class OpPassManager;
} // namespace mlir

namespace mlir::prim {

/// Adds to `manager` (for builtin.module) what takes every gpu.module from warp
/// ops to the LLVM dialect, ready for prim-serialize. The chip is the one that
/// each gpu.module's #rocdl.target names. `deviceLibs` is where AMD's device
/// library is, as findDeviceLibrary takes it.
void buildKernelToROCDLPipeline(OpPassManager &manager,
                                StringRef deviceLibs = "");

} // namespace mlir::prim

#endif // PRIM_PIPELINES_KERNELTOROCDL_H
