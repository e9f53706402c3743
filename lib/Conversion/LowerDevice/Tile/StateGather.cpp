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
  CodeBuilder &b = kernel;
  Value own = b.mul(kernel.threadId(), perThread);
  Value number = b.add(begin, b.add(own, i));
  Value exists = b.ult(number, end);
  // All read something, which saves a branch.
  number = b.select(exists, number, 0);
  return {number, exists};
}

SmallVector<Value> StateGather::peek(Value begin, Value end) {
  SmallVector<Value> peeked;
  for (unsigned i = 0; i < perThread; ++i)
    peeked.push_back(GridPeekOp::create(kernel, GridPeekOp::getWordsType(types),
                                        getTile(begin, end, i).number, tiles,
                                        state));
  return peeked;
}

SmallVector<Value> StateGather::gather(Value begin, Value end,
                                       ValueRange peeked) {
  SmallVector<ValueTuple> items;
  for (auto [i, words] : llvm::enumerate(peeked)) {
    Tile tile = getTile(begin, end, i);
    items.emplace_back(GridGatherOp::create(kernel, types, words, tile.exists,
                                            tile.number, tiles, state)
                           .getResults());
  }
  if (perThread == 1)
    return items.front();
  return packItems(kernel, items, getVectorTypes(types, perThread));
}
