//===- StateGather.cpp - What other blocks have published *- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StateGather.h"

#include "prim/Dialect/Prim/Utils/ThreadScan.h"

using namespace mlir;
using namespace mlir::prim;

StateGather::Tile StateGather::getTile(Value begin, Value end, unsigned i) {
  OpBuilder &b = kernel.b();
  Location loc = kernel.loc();
  Value own = arith::MulIOp::create(b, loc, kernel.threadId(),
                                    createI32(b, loc, perThread));
  Value number = arith::AddIOp::create(
      b, loc, begin, arith::AddIOp::create(b, loc, own, createI32(b, loc, i)));
  Value exists =
      arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ult, number, end);
  // All read something, which saves a branch.
  number =
      arith::SelectOp::create(b, loc, exists, number, createI32(b, loc, 0));
  return {number, exists};
}

SmallVector<Value> StateGather::peek(Value begin, Value end) {
  SmallVector<Value> peeked;
  for (unsigned i = 0; i < perThread; ++i)
    peeked.push_back(GridPeekOp::create(
        kernel.b(), kernel.loc(), GridPeekOp::getWordsType(types),
        getTile(begin, end, i).number, tiles, state));
  return peeked;
}

SmallVector<Value> StateGather::gather(Value begin, Value end,
                                       ValueRange peeked) {
  OpBuilder &b = kernel.b();
  Location loc = kernel.loc();
  SmallVector<ValueTuple> items;
  for (auto [i, words] : llvm::enumerate(peeked)) {
    Tile tile = getTile(begin, end, i);
    items.emplace_back(GridGatherOp::create(b, loc, types, words, tile.exists,
                                            tile.number, tiles, state)
                           .getResults());
  }
  if (perThread == 1)
    return items.front();
  SmallVector<Type> vectors =
      llvm::map_to_vector(types, [&](Type type) -> Type {
        return VectorType::get({int64_t(perThread)}, type);
      });
  return packItems(b, loc, items, vectors);
}
