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

/// Before bufferisation: of the tensors that an scf.for hands on to the next
/// iteration, and of those that `function` returns, each one that may be in the
/// memory of another is copied. Without that, writing one of the results would
/// change another, which upstream's analysis does not see.
void separateSharedResults(func::FuncOp function);

} // namespace mlir::prim

#endif // PRIM_LIB_DIALECT_PRIM_TRANSFORMS_SHAREDRESULTS_H
