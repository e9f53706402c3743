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
  OpBuilder &b = kernel.b();
  Location loc = kernel.loc();
  Type type = count.getType();
  auto constant = [&](int64_t value) {
    return arith::ConstantOp::create(b, loc, b.getIntegerAttr(type, value));
  };
  SmallVector<Value> start(lanes, constant(0));
  start.push_back(count);
  SmallVector<Type> types(lanes + 1, type);
  SmallVector<Location> locations(lanes + 1, loc);
  auto loop = scf::WhileOp::create(b, loc, types, start);
  OpBuilder::InsertionGuard guard(b);
  Block *test = b.createBlock(&loop.getBefore(), {}, types, locations);
  Value more = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ugt,
                                     test->getArguments().back(), constant(1));
  scf::ConditionOp::create(b, loc, more, test->getArguments());
  Block *body = b.createBlock(&loop.getAfter(), {}, types, locations);
  ValueRange first = body->getArguments().drop_back();
  Value left = body->getArguments().back();
  Value half = arith::ShRUIOp::create(b, loc, left, constant(1));
  SmallVector<Value> middles;
  for (Value index : first)
    middles.push_back(arith::AddIOp::create(
        b, loc, index, half,
        arith::IntegerOverflowFlags::nsw | arith::IntegerOverflowFlags::nuw));
  SmallVector<Value> next;
  for (auto [isLater, middle, index] :
       llvm::zip_equal(holds(middles), middles, first))
    next.push_back(arith::SelectOp::create(b, loc, isLater, middle, index));
  next.push_back(arith::SubIOp::create(b, loc, left, half));
  scf::YieldOp::create(b, loc, next);
  b.setInsertionPointAfter(loop);
  return SmallVector<Value>(loop.getResults().drop_back());
}
