//===- CarriedLoops.h - Reductions of linalg as loops -------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_LIB_CONVERSION_LOWERHOST_CARRIEDLOOPS_H
#define PRIM_LIB_CONVERSION_LOWERHOST_CARRIEDLOOPS_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace mlir::prim {

/// Emits a parallel loop with the reductions of `op` as loops in its body,
/// whose loop-carried values are the elements of the outputs: upstream's loops
/// load and store an element in each step. `op`, which is on memrefs, is
/// unchanged. Fails without changes if an output depends on a loop that is a
/// reduction.
LogicalResult buildCarriedLoops(OpBuilder &builder, linalg::LinalgOp op);

} // namespace mlir::prim

#endif // PRIM_LIB_CONVERSION_LOWERHOST_CARRIEDLOOPS_H
