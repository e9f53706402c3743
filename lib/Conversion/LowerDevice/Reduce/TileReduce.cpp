//===- TileReduce.cpp - Folds of tiles in a block *- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where order does not matter threads fold for themselves until the end.
//
//===----------------------------------------------------------------------===//

#include "TileReduce.h"

#include "prim/Dialect/Prim/Utils/CollectiveBuilders.h"

using namespace mlir;
using namespace mlir::prim;

bool TileReduce::isInOrder() const {
  return !combiner.isCommutative() || !combiner.hasIdentity();
}

ValueTuple TileReduce::foldItems(ArrayRef<ValueTuple> items,
                                 TypeRange vectors) {
  // As they lie in memory, elements are in words already.
  if (op.getPrologue().empty() && ins.size() == 1 && ins.front().isDense())
    if (Value fold = threadReduceWords(b, combiner,
                                       packItems(b, items, vectors).front()))
      return {fold};
  return threadReduce(b, combiner, items);
}

ValueTuple TileReduce::foldTile(Value base, ValueRange before, bool all) {
  unsigned vector = TileIO::blocked;
  if (!isInOrder())
    vector = TileIO::getRowVector(kernel.target(), op.getIns(), tile);
  TileIO io(kernel, tile, vector, /*reverse=*/false, size, base);
  io.setOrigin(origin);
  SmallVector<Type> itemTypes =
      getVectorTypes(combiner.getTypes(), tile.itemsPerThread);
  return io.fullOrPartial(combiner.getTypes(), [&](bool isFull) -> ValueTuple {
    SmallVector<ValueTuple> items =
        io.loadMapped(ins, op.getPrologue(), combiner, /*pads=*/true, isFull);
    if (!isInOrder()) {
      ValueTuple fold = foldItems(items, itemTypes);
      return before.empty() ? fold : combiner.combine(b, before, fold);
    }
    Value valid;
    if (!isFull && !combiner.hasIdentity())
      valid = atLeastOne(b, io.count());
    auto block = createBlockReduce(b, combiner, packItems(b, items, itemTypes),
                                   all, valid);
    return SmallVector<Value>(block.getResults());
  });
}

OptionalTuple TileReduce::foldCommutative(Value begin, Value end, Value step) {
  ValueTuple neutral = combiner.neutral(b);
  if (!step)
    step = b.i64(1);
  SmallVector<Value> fold = b.forEach(
      begin, end, step, neutral, [&](Value number, ValueRange before) {
        return foldTile(b.mul(number, tile.items()), before);
      });
  auto block = createBlockReduce(b, combiner, fold, /*all=*/false);
  // The neutral element of an empty fold may differ from the identity in the
  // sign of zero.
  Value some = b.ne(size, 0);
  return {ValueTuple(block.getResults()), some};
}

OptionalTuple TileReduce::foldInOrder(Value begin, Value end) {
  ValueTuple start = poisonTuple(b, combiner);
  start.push_back(b.boolean(false));
  ValueTuple results =
      b.forEach(begin, end, 1, start, [&](Value number, ValueRange values) {
        Value base = b.mul(number, tile.items());
        ValueTuple fold = foldTile(base, {}, /*all=*/true);
        OptionalTuple before(ValueTuple(values.drop_back()), values.back());
        ValueTuple next = combineOptional(b, combiner, before, fold).values;
        next.push_back(b.boolean(true));
        return next;
      });
  Value some = results.pop_back_val();
  return {results, some};
}

OptionalTuple TileReduce::foldTiles(Value begin, Value end, Value step) {
  if (!isInOrder())
    return foldCommutative(begin, end, step);
  assert(!step && "tiles in order follow each other");
  return foldInOrder(begin, end);
}

ValueTuple TileReduce::finish(const OptionalTuple &fold, ValueRange init) {
  return kernel.finishFold(op.getEpilogue(), combiner, fold, init);
}
