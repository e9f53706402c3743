//===- KernelToLLVM.h - From warp ops to the LLVM dialect ---*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The kernel side of the pipelines below the block layer.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_PIPELINES_KERNELTOLLVM_H
#define PRIM_PIPELINES_KERNELTOLLVM_H

#include "mlir/Support/LLVM.h"
#include "prim/Target/Chips.h"
#include "llvm/ADT/StringRef.h"

namespace mlir {
class OpPassManager;
} // namespace mlir

namespace mlir::prim {

/// Adds to `manager` (for builtin.module) the passes that lower every
/// gpu.module from warp ops to the LLVM dialect, ready for prim-serialize. The
/// chip is the one of `family` in the target of each gpu.module. `deviceLibs`
/// is the path of the family's device library, as for findDeviceLibrary.
void buildKernelToLLVMPipeline(OpPassManager &manager,
                               TargetFamily family = TargetFamily::AMDGPU,
                               StringRef deviceLibs = "");

} // namespace mlir::prim

#endif // PRIM_PIPELINES_KERNELTOLLVM_H
