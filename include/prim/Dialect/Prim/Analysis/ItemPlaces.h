//===- ItemPlaces.h - Where the items of a tile belong ------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_DIALECT_PRIM_ANALYSIS_ITEMPLACES_H
#define PRIM_DIALECT_PRIM_ANALYSIS_ITEMPLACES_H

#include "mlir/Dialect/GPU/IR/GPUDialect.h"

namespace mlir::prim {

/// Warns where items of a tile are taken in another arrangement than the one in
/// which they were loaded, or got by a block op, so that elements change
/// places: in stores, scans and exchanges, and where items of two tiles are
/// combined. Elementwise ops and `scf.if` are followed.
void warnOfArrangements(gpu::GPUFuncOp func, unsigned waveSize);

} // namespace mlir::prim

#endif // PRIM_DIALECT_PRIM_ANALYSIS_ITEMPLACES_H
