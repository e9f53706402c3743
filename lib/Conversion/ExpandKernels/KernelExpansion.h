//===- KernelExpansion.h - Parts of prim-expand-kernels -----*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The parts of prim-expand-kernels: a check of the ops in a kernel, and
// patterns in addition to upstream's.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_CONVERSION_EXPANDKERNELS_KERNELEXPANSION_H
#define PRIM_CONVERSION_EXPANDKERNELS_KERNELEXPANSION_H

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/PatternMatch.h"
#include "prim/Target/TargetLowering.h"

namespace mlir::prim {

/// Reports all ops in `module` that no pass lowers for `target`, or on which
/// LLVM would end the process. Reports are at the op and suggest a replacement.
LogicalResult checkKernels(gpu::GPUModuleOp module,
                           const TargetLowering &target);

/// Reports a format of `op` that not all drivers support or that does not match
/// the arguments.
LogicalResult checkPrintf(gpu::PrintfOp op);

/// Adds a pattern that converts the arguments of `gpu.printf` to the types that
/// its format prints. Afterwards these are i32, i64 and f64.
void populatePrintfPatterns(RewritePatternSet &patterns);

/// Adds patterns for ids and sizes of blocks, grids and waves; for assertions;
/// for copies that upstream lowers to calls of a host library; for atomic
/// products; and those of populatePrintfPatterns. `target` must outlive them.
void populateKernelPatterns(RewritePatternSet &patterns,
                            const TargetLowering &target);

/// Whether one of those patterns may match `op`.
bool isKernelPatternRoot(Operation *op);

/// Expands functions of the math dialect, and equivalent ones of LLVM. Uses
/// back end expansions and calls of AMD's device library, or upstream's
/// approximations if the library is missing. `deviceLibs` is as for
/// findDeviceLibrary. Reports operations without any of these.
LogicalResult expandMath(gpu::GPUModuleOp module, TargetFamily family,
                         StringRef deviceLibs);

/// Replaces the operations that may have an error (prim.relaxed) by a few
/// instructions of `target`.
void expandRelaxed(gpu::GPUModuleOp module, const TargetLowering &target);

/// Whether prim has a fallback for the math function `op`.
bool hasFallback(Operation *op);

/// Computes the math function `op` on f32 from native functions and from
/// upstream's accurate approximations. `op` itself stays, and the new code may
/// contain an op of its kind.
Value expandFallback(Operation *op);

/// Whether expandMath replaces `op`.
bool isMathRoot(Operation *op);

} // namespace mlir::prim

#endif // PRIM_CONVERSION_EXPANDKERNELS_KERNELEXPANSION_H
