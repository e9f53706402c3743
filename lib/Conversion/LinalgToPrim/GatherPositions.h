//===- GatherPositions.h - Positions of loads in linalg bodies ----*- C++
//-*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_LIB_CONVERSION_LINALGTOPRIM_GATHERPOSITIONS_H
#define PRIM_LIB_CONVERSION_LINALGTOPRIM_GATHERPOSITIONS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace mlir::prim {

/// Simplifies the positions of loads in the bodies of elementwise linalg ops:
/// divisions whose quotient is 0, and quotients and remainders of a loop's
/// index that are those of a flat tensor. Returns whether anything changed.
bool simplifyPositions(func::FuncOp function);

} // namespace mlir::prim

#endif // PRIM_LIB_CONVERSION_LINALGTOPRIM_GATHERPOSITIONS_H
