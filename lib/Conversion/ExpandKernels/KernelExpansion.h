//===- KernelExpansion.h - Parts of prim-expand-kernels -----*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What prim-expand-kernels consists of: a check of what stands in a kernel, and
// patterns of our own beside upstream's.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_CONVERSION_EXPANDKERNELS_KERNELEXPANSION_H
#define PRIM_CONVERSION_EXPANDKERNELS_KERNELEXPANSION_H

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/PatternMatch.h"
#include "prim/Target/TargetLowering.h"

namespace mlir::prim {

/// Reports, at the operation, everything in `module` that no pass lowers for
/// `target` or that LLVM would end the process for, with what to write instead.
LogicalResult checkKernels(gpu::GPUModuleOp module,
                           const TargetLowering &target);

/// Ids and sizes of blocks, grids and waves; assertions; copies that upstream
/// would call a host library for; atomic products. `target` outlives them.
void populateKernelPatterns(RewritePatternSet &patterns,
                            const TargetLowering &target);

/// Whether one of those patterns may match `op`.
bool isKernelPatternRoot(Operation *op);

/// Replaces functions of the math dialect, and of LLVM's that mean the same, by
/// what the back end expands and by calls of AMD's device library, or where
/// that is not found by upstream's approximations. `deviceLibs` is as
/// findDeviceLibrary takes it. Reports at the operation what there is none of
/// these for.
LogicalResult expandMath(gpu::GPUModuleOp module, TargetFamily family,
                         StringRef deviceLibs);

/// Whether there is a fallback for the function of the math dialect `op`, other
/// than upstream's.
bool hasFallback(Operation *op);

/// That function, on f32, by what is native and by what upstream approximates
/// well. The operation stays, and what is made of it may hold one of its kind.
Value expandFallback(Operation *op);

/// Whether expandMath replaces `op`.
bool isMathRoot(Operation *op);

} // namespace mlir::prim

#endif // PRIM_CONVERSION_EXPANDKERNELS_KERNELEXPANSION_H
