//===- ForeignOps.h - Ops that prim does not lower ----------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which pass of which project lowers an op that prim does not lower itself.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_DIALECT_PRIM_UTILS_FOREIGNOPS_H
#define PRIM_DIALECT_PRIM_UTILS_FOREIGNOPS_H

#include "mlir/IR/Operation.h"

namespace mlir::prim {

/// The means that lower `op`: a pass, a pipeline, or an op of the transform
/// dialect. Empty if none is known.
StringRef findLowering(Operation *op);

/// Reports that the pipelines do not lower `op`, and what to run first.
LogicalResult reportForeign(Operation *op);

} // namespace mlir::prim

#endif // PRIM_DIALECT_PRIM_UTILS_FOREIGNOPS_H
