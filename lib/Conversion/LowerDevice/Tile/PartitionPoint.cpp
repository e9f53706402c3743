//===- PartitionPoint.cpp - Binary search, several at a time *- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All searches halve the same number of indices, whatever they find: how many
// are left is uniform, and only where they begin is not.
//
//===----------------------------------------------------------------------===//

#include "PartitionPoint.h"

using namespace mlir;
using namespace mlir::prim;

SmallVector<Value> mlir::prim::findPartitionPoint(
    KernelBuilder &kernel, unsigned lanes, Value count,
    llvm::function_ref<SmallVector<Value>(ValueRange indices)> holds) {
  CodeBuilder &b = kernel;
  Type type = count.getType();
  SmallVector<Value> start(lanes, b.constant(type, 0));
  start.push_back(count);
  SmallVector<Value> found = b.whileLoop(
      start, [&](ValueRange values) { return b.ugt(values.back(), 1); },
      [&](ValueRange values) {
        ValueRange first = values.drop_back();
        Value left = values.back();
        Value half = b.shrui(left, 1);
        SmallVector<Value> middles;
        for (Value index : first)
          middles.push_back(
              b.add(index, half,
                    CodeBuilder::Overflow::nsw | CodeBuilder::Overflow::nuw));
        SmallVector<Value> next;
        for (auto [isLater, middle, index] :
             llvm::zip_equal(holds(middles), middles, first))
          next.push_back(b.select(isLater, middle, index));
        next.push_back(b.sub(left, half));
        return next;
      });
  found.pop_back();
  return found;
}
