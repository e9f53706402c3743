//===- SharedResults.h - Results that would share a buffer -*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_LIB_DIALECT_PRIM_TRANSFORMS_SHAREDRESULTS_H
#define PRIM_LIB_DIALECT_PRIM_TRANSFORMS_SHAREDRESULTS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace mlir::prim {

/// Runs before bufferisation. Copies each tensor that may share memory with
/// another one, among those that an scf.for carries to the next iteration and
/// among those that `function` returns. Otherwise a write to one result would
/// change another, which upstream's analysis does not detect.
void separateSharedResults(func::FuncOp function);

} // namespace mlir::prim

#endif // PRIM_LIB_DIALECT_PRIM_TRANSFORMS_SHAREDRESULTS_H
