//===- FuseElementwise.h - What prim-fuse-elementwise consists of -*- C++
//-*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The steps of prim-fuse-elementwise that are not upstream's.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_LIB_CONVERSION_LINALGTOPRIM_FUSEELEMENTWISE_H
#define PRIM_LIB_CONVERSION_LINALGTOPRIM_FUSEELEMENTWISE_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::prim {

/// Patterns that replace loads by the values that they load.
void populateLoadPatterns(RewritePatternSet &patterns);

/// Makes contractions elementwise ops, whose bodies have a loop. Returns
/// whether there are any.
bool makeContractionsElementwise(func::FuncOp function);

/// Makes one loop of neighbouring ones along which reductions fold, in them and
/// in the ops around them. Returns whether there are any.
bool collapseFoldedLoops(func::FuncOp function);

/// Whether the body has a loop, as that of a contraction.
bool hasLoopInBody(linalg::LinalgOp op);

} // namespace mlir::prim

#endif // PRIM_LIB_CONVERSION_LINALGTOPRIM_FUSEELEMENTWISE_H
