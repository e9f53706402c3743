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

/// The most elements of a vector with which tiles are aligned.
constexpr unsigned maxAlignedVector = 4;

TileIO TileReduce::enterTile(Value base) {
  unsigned vector = TileIO::blocked;
  if (!isInOrder())
    vector = TileIO::getRowVector(kernel.target(), op.getIns(), tile);
  TileIO io(kernel, tile, vector, /*reverse=*/false, size, base);
  io.setOrigin(origin);
  return io;
}

void TileReduce::alignTiles() {
  if (!kernel.target().alignsAccesses() || isInOrder() ||
      !combiner.hasIdentity() || ins.size() != 1 || !ins.front().isDense())
    return;
  // The order of the fold would depend on the address.
  if (op.getDeterministic())
    return;
  unsigned bytes = getElementBytes(ins.front().getElement());
  unsigned vector = TileIO::getRowVector(kernel.target(), op.getIns(), tile);
  // Smaller elements have too many places to begin at.
  if (vector == 1 || vector > maxAlignedVector)
    return;
  headSize = b.i64(vector - 1);
  for (unsigned i = vector - 1; i-- > 0;) {
    Value base = ins.front().from(b, b.i64(i)).getBase();
    Value isAligned = IsAlignedOp::create(b, base, vector * bytes);
    headSize = b.select(isAligned, b.i64(i), headSize);
  }
  headSize = b.minsi(headSize, size);
  head = ins;
  headOrigin = origin;
  ins.front() = head.front().from(b, headSize);
  size = b.sub(size, headSize);
  if (origin)
    origin = b.add(origin, headSize);
}

ValueTuple TileReduce::getStart(Value begin) {
  ValueTuple neutral = combiner.neutral(b);
  if (head.empty())
    return neutral;
  Value thread = b.zextI64(kernel.threadId());
  Value isInHead = b.slt(thread, headSize);
  Value exists = b.andi(isInHead, b.eq(begin, 0));
  return evaluateIf(
      b, exists, /*anywhere=*/false, neutral, [&]() -> ValueTuple {
        ValueTuple item = kernel.loadElement(head, thread);
        Value index = headOrigin ? b.add(headOrigin, thread) : thread;
        return kernel.map(op.getPrologue(), item, index);
      });
}

ValueTuple TileReduce::foldItems(TileIO &io, bool isFull) {
  SmallVector<ValueTuple> items =
      io.loadMapped(ins, op.getPrologue(), combiner, /*pads=*/true, isFull);
  if (!isFull && !combiner.hasIdentity()) {
    SmallVector<OptionalTuple> some;
    for (auto [item, exists] : llvm::zip_equal(items, io.areValid()))
      some.emplace_back(item, exists);
    return foldLeading(b, combiner, some).values;
  }
  // As they lie in memory, elements are in words already.
  if (op.getPrologue().empty() && ins.size() == 1 && ins.front().isDense()) {
    SmallVector<Type> types =
        getVectorTypes(combiner.getTypes(), tile.itemsPerThread);
    Value packed = packItems(b, items, types).front();
    if (Value fold = threadReduceWords(b, combiner, packed))
      return {fold};
  }
  return threadReduce(b, combiner, items);
}

ValueTuple TileReduce::foldThreads(const ThreadFolds &folds) {
  auto block =
      createBlockReduce(b, combiner, folds.values, /*all=*/false, folds.count);
  return ValueTuple(block.getResults());
}

ValueTuple TileReduce::foldTile() {
  assert(head.empty() && "only foldTiles() starts from elements before a tile");
  TileIO io = enterTile(b.i64(0));
  if (isInOrder())
    return foldInOrder(io, /*all=*/false);
  SmallVector<Type> types(combiner.getTypes());
  if (!combiner.hasIdentity())
    types.push_back(b.getI32Type());
  ThreadFolds folds;
  folds.values = io.fullOrPartial(types, [&](bool isFull) {
    ValueTuple fold = foldItems(io, isFull);
    if (!combiner.hasIdentity())
      fold.push_back(isFull ? b.i32(tile.blockSize) : io.countThreads());
    return fold;
  });
  if (!combiner.hasIdentity())
    folds.count = folds.values.pop_back_val();
  return foldThreads(folds);
}

TileReduce::ThreadFolds TileReduce::foldPadded(Value begin, Value end,
                                               Value step) {
  ArrayRef<Type> types = combiner.getTypes();
  ValueTuple start = getStart(begin);
  auto fold = [&](Value first, ValueRange before) {
    TileIO io = enterTile(first);
    return io.fullOrPartial(types, [&](bool isFull) {
      return combiner.combine(b, before, foldItems(io, isFull));
    });
  };
  if (!end && !llvm::isPowerOf2_32(tile.items())) {
    // Counting elements, as tiles would have to be counted by a division.
    Value first = b.mul(begin, tile.items());
    Value distance = b.mul(step, tile.items());
    return {b.forEach(first, size, distance, start, fold), Value()};
  }
  if (!end)
    end = countTiles();
  auto foldNumber = [&](Value number, ValueRange before) {
    return fold(b.mul(number, tile.items()), before);
  };
  return {b.forEach(begin, end, step, start, foldNumber), Value()};
}

TileReduce::ThreadFolds TileReduce::foldPresent(Value begin, Value end,
                                                Value step) {
  auto enter = [&](Value number) {
    return enterTile(b.mul(number, tile.items()));
  };
  if (!end)
    end = countTiles();
  // The running fold starts from a full tile, so that the loop needs no test of
  // whether there is one.
  Value whole = b.minsi(end, b.divui(size, tile.items()));
  Value hasWhole = b.slt(begin, whole);
  SmallVector<Type> types(combiner.getTypes());
  types.push_back(b.getI64Type());
  ValueTuple results = b.select(
      hasWhole, types,
      [&] {
        TileIO first = enter(begin);
        ValueTuple start = foldItems(first, /*isFull=*/true);
        Value second = b.add(begin, step);
        start.push_back(second);
        return b.forEach(
            second, whole, step, start, [&](Value number, ValueRange before) {
              TileIO io = enter(number);
              ValueTuple fold = foldItems(io, /*isFull=*/true);
              ValueTuple next = combiner.combine(b, before.drop_back(), fold);
              next.push_back(b.add(number, step));
              return next;
            });
      },
      [&] {
        ValueTuple none = poisonTuple(b, combiner);
        none.push_back(begin);
        return none;
      });
  Value next = results.pop_back_val();
  OptionalTuple before(results, hasWhole);

  types.back() = b.getI32Type();
  ValueTuple all = b.select(
      b.slt(next, end), types,
      [&] {
        TileIO io = enter(next);
        OptionalTuple rest(foldItems(io, /*isFull=*/false));
        rest.present = io.areValid().front();
        ValueTuple fold = combineOptional(b, combiner, before, rest).values;
        fold.push_back(io.countThreads());
        return fold;
      },
      [&] {
        ValueTuple fold = before.values;
        fold.push_back(b.i32(1));
        return fold;
      });
  Value some = all.pop_back_val();
  return {all, b.select(hasWhole, b.i32(tile.blockSize), some)};
}

ValueTuple TileReduce::foldInOrder(TileIO &io, bool all) {
  SmallVector<Type> vectors =
      getVectorTypes(combiner.getTypes(), tile.itemsPerThread);
  return io.fullOrPartial(combiner.getTypes(), [&](bool isFull) -> ValueTuple {
    SmallVector<ValueTuple> items =
        io.loadMapped(ins, op.getPrologue(), combiner, /*pads=*/true, isFull);
    Value valid;
    if (!isFull && !combiner.hasIdentity())
      valid = atLeastOne(b, io.count());
    auto block = createBlockReduce(b, combiner, packItems(b, items, vectors),
                                   all, valid);
    return ValueTuple(block.getResults());
  });
}

OptionalTuple TileReduce::foldInOrder(Value begin, Value end) {
  ValueTuple start = poisonTuple(b, combiner);
  start.push_back(b.boolean(false));
  ValueTuple results =
      b.forEach(begin, end, 1, start, [&](Value number, ValueRange values) {
        TileIO io = enterTile(b.mul(number, tile.items()));
        ValueTuple fold = foldInOrder(io, /*all=*/true);
        OptionalTuple before(ValueTuple(values.drop_back()), values.back());
        ValueTuple next = combineOptional(b, combiner, before, fold).values;
        next.push_back(b.boolean(true));
        return next;
      });
  Value some = results.pop_back_val();
  return {results, some};
}

OptionalTuple TileReduce::foldTiles(Value begin, Value end, Value step) {
  if (isInOrder()) {
    assert(!step && "tiles in order follow each other");
    return foldInOrder(begin, end);
  }
  if (!step)
    step = b.i64(1);
  // The neutral element of an empty fold may differ from the identity in the
  // sign of zero.
  ThreadFolds folds = combiner.hasIdentity() ? foldPadded(begin, end, step)
                                             : foldPresent(begin, end, step);
  ValueTuple fold = foldThreads(folds);
  Value some = b.ne(all, 0);
  return {fold, some};
}

ValueTuple TileReduce::finish(const OptionalTuple &fold, ValueRange init) {
  return kernel.finishFold(op.getEpilogue(), combiner, fold, init);
}
