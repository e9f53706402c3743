//===- BlockSort.cpp - Lower prim.block_sort *- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sorting the items of a block.
//
//===----------------------------------------------------------------------===//

#include "BlockContext.h"

using namespace mlir;
using namespace mlir::prim;

LogicalResult mlir::prim::lowerBlockSort(BlockSortOp op,
                                         BlockContext &context) {
  return op.emitOpError("is not lowered yet on ") << context.getTarget().chip;
}
