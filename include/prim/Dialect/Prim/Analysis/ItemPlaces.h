//===- ItemPlaces.h - Arrangements of items ---------------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_DIALECT_PRIM_ANALYSIS_ITEMPLACES_H
#define PRIM_DIALECT_PRIM_ANALYSIS_ITEMPLACES_H

#include "mlir/Dialect/GPU/IR/GPUDialect.h"

namespace mlir::prim {

/// Warns if items of a tile are used in another arrangement than the one in
/// which they were loaded or returned by a block op, so that elements change
/// places. Checks stores, scans and exchanges, and combinations of items of two
/// tiles. Follows elementwise ops and `scf.if`.
void warnOfArrangements(gpu::GPUFuncOp func, unsigned waveSize);

} // namespace mlir::prim

#endif // PRIM_DIALECT_PRIM_ANALYSIS_ITEMPLACES_H
