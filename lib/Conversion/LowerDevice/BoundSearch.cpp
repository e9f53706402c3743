//===- BoundSearch.cpp - Binary search, several at a time *- C++ -*-===//
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

#include "BoundSearch.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::prim;

SmallVector<Value> mlir::prim::searchLast(
    KernelBuilder &kernel, unsigned lanes, Value count,
    llvm::function_ref<SmallVector<Value>(ValueRange indices)> holds) {
  CodeBuilder &b = kernel;
  Type type = count.getType();
  auto constant = [&](int64_t value) { return b.constant(type, value); };
  SmallVector<Value> start(lanes, constant(0));
  start.push_back(count);
  SmallVector<Type> types(lanes + 1, type);
  auto loop = scf::WhileOp::create(b, types, start);
  OpBuilder::InsertionGuard guard(b);
  Block *test = b.addBlock(loop.getBefore(), types);
  Value more = b.ugt(test->getArguments().back(), constant(1));
  scf::ConditionOp::create(b, more, test->getArguments());
  Block *body = b.addBlock(loop.getAfter(), types);
  ValueRange first = body->getArguments().drop_back();
  Value left = body->getArguments().back();
  Value half = b.shrui(left, constant(1));
  SmallVector<Value> middles;
  for (Value index : first)
    middles.push_back(b.add(index, half,
                            arith::IntegerOverflowFlags::nsw |
                                arith::IntegerOverflowFlags::nuw));
  SmallVector<Value> next;
  for (auto [isLater, middle, index] :
       llvm::zip_equal(holds(middles), middles, first))
    next.push_back(b.select(isLater, middle, index));
  next.push_back(b.sub(left, half));
  scf::YieldOp::create(b, next);
  b.setInsertionPointAfter(loop);
  return SmallVector<Value>(loop.getResults().drop_back());
}
