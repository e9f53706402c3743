//===- SeparateLoops.h - Blocks of different loops ----------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_LIB_CONVERSION_KERNELTOLLVM_SEPARATELOOPS_H
#define PRIM_LIB_CONVERSION_KERNELTOLLVM_SEPARATELOOPS_H

#include "mlir/Dialect/GPU/IR/GPUDialect.h"

namespace mlir::prim {

/// Keeps passes over `module` from merging blocks of different loops, or of a
/// loop and the code around it, until endSeparation. Passes that create
/// branches require another call after them.
void separateLoops(gpu::GPUModuleOp module);

/// Removes the attributes that separateLoops has added.
void endSeparation(gpu::GPUModuleOp module);

} // namespace mlir::prim

#endif // PRIM_LIB_CONVERSION_KERNELTOLLVM_SEPARATELOOPS_H
