//===- ChainLookBack.cpp - Look-back of many chains *- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The lanes of a wave read one tile at a time together, so that its row is a
// scalar. They wait until the chains of all of them have a value there. A lane
// that has found a prefix leaves the loop.
//
//===----------------------------------------------------------------------===//

#include "LookBack.h"

using namespace mlir;
using namespace mlir::prim;

unsigned ChainLookBack::getCount(LookBackOpInterface op) {
  auto vector = dyn_cast<VectorType>(op.getInputs().front().getType());
  return vector ? vector.getNumElements() : 1;
}

Value ChainLookBack::getChain(unsigned i) {
  auto flags = arith::IntegerOverflowFlags::nuw;
  Value first = b.mul(thread, count, flags);
  return b.createOrFold<arith::AddIOp>(first, b.i32(i), flags);
}

SmallVector<MemoryPlace> ChainLookBack::getPlaces(Value base, Value chain) {
  SmallVector<MemoryPlace> places;
  for (unsigned word = 0; word < words.size(); ++word) {
    if (word)
      base = advance(b, base, words.getArrayBytes());
    places.push_back(MemoryArray(base, words.getType()).place(b, chain));
  }
  return places;
}

void ChainLookBack::store(Value mark, const Chains &value) {
  Value row = words.getRow(0, op.getTile());
  for (auto [i, tuple] : llvm::enumerate(value)) {
    Value chain = getChain(i);
    auto write = [&, &tuple = tuple] {
      words.store(mark, words.cut(tuple), getPlaces(row, chain));
    };
    if (isEven())
      write();
    else
      b.ifThen(b.ult(chain, *op.getChains()), write);
  }
}

SmallVector<Value> ChainLookBack::load(Value base) {
  SmallVector<Value> loaded;
  for (unsigned i = 0; i < count; ++i) {
    // A thread without further chains reads the last one again.
    Value chain = getChain(i);
    if (!isEven())
      chain = b.minui(chain, *op.getChains() - 1);
    llvm::append_range(loaded, words.load(getPlaces(base, chain)));
  }
  return loaded;
}

SmallVector<SmallVector<Value>>
ChainLookBack::readTile(Value base, ValueRange seen, ValueRange done) {
  SmallVector<Type> types(count * words.size(), words.getType());
  auto test = [&](ValueRange known) -> CodeBuilder::Tested {
    SmallVector<Value> loaded(known);
    if (seen.empty())
      loaded = load(base);
    Value waiting;
    for (unsigned i = 0; i < count; ++i) {
      Value missing = words.isMissing(
          ArrayRef(loaded).slice(i * words.size(), words.size()));
      if (!done.empty())
        missing = b.andi(missing, b.invert(done[i]));
      waiting = waiting ? b.ori(waiting, missing) : missing;
    }
    Value lanes = WarpBallotOp::create(b, b.getI64Type(), waiting);
    return {b.ne(lanes, 0), loaded};
  };
  SmallVector<Value> results = b.whileLoop(seen, types, test, [&](ValueRange) {
    return seen.empty() ? SmallVector<Value>() : load(base);
  });
  SmallVector<SmallVector<Value>> chains;
  for (unsigned i = 0; i < count; ++i)
    chains.emplace_back(
        ArrayRef(results).slice(i * words.size(), words.size()));
  return chains;
}

LookBack::Chains ChainLookBack::foldTilesBefore(const Combiner &tileCombiner) {
  // Whole words are added. The statuses are above the value and do not affect
  // it; they are removed from the sum.
  bool addsWords =
      words.isSmall() && tileCombiner.getKind() == CombinerKind::Add;
  Combiner combiner =
      addsWords ? Combiner(CombinerKind::Add, b.getI32Type()) : tileCombiner;
  unsigned size = combiner.getTypes().size();
  bool isOptional = !combiner.hasIdentity();
  Value no = b.boolean(false);

  // The loop carries the row of the next tile, or its number if several are
  // read at once; the folds; whether there are any yet; and, if some chains may
  // be done before others, which are.
  Value previous = b.sub(op.getTile(), 1);
  bool marksDone = count > 1 || window > 1;
  SmallVector<Value> start{window > 1 ? previous : words.getRow(0, previous)};
  for (unsigned i = 0; i < count; ++i)
    llvm::append_range(start, isOptional ? poisonTuple(b, combiner)
                                         : combiner.neutral(b));
  if (isOptional)
    start.push_back(no);
  if (marksDone)
    start.append(count, no);
  auto slice = [&](ValueRange values, unsigned i) {
    return ValueTuple(values.slice(1 + i * size, size));
  };
  auto foldNext = [&](ValueRange carried) -> CodeBuilder::Tested {
    // All words are loaded before any is waited for. The first tile has a
    // prefix, so no tile before it is read.
    SmallVector<Value> rows{carried.front()};
    SmallVector<SmallVector<Value>> loaded(1);
    if (window > 1) {
      rows.clear();
      loaded.clear();
      for (unsigned i = 0; i < window; ++i) {
        Value tile = b.sub(carried.front(), i);
        tile = b.maxsi(tile, 0);
        rows.push_back(words.getRow(0, tile));
        loaded.push_back(load(rows.back()));
      }
    }
    SmallVector<Value> values(carried);
    Value next, allDone;
    for (auto [row, early] : llvm::zip_equal(rows, loaded)) {
      ValueRange now(values);
      Value some = isOptional ? now[1 + count * size] : Value();
      ValueRange done = now.take_back(marksDone ? count : 0);
      SmallVector<SmallVector<Value>> seen = readTile(row, early, done);
      if (!next)
        next = window > 1
                   ? b.sub(carried.front(), window)
                   : advance(b, row, b.sub(b.index(0), words.getRowBytes()));
      SmallVector<Value> after{carried.front()}, isDone;
      allDone = Value();
      for (unsigned i = 0; i < count; ++i) {
        auto extend = [&]() -> ValueTuple {
          OptionalTuple far = addsWords ? ValueTuple(seen[i])
                                        : words.join(words.getChunks(seen[i]));
          return combineOptional(b, combiner, far,
                                 OptionalTuple(slice(now, i), some))
              .values;
        };
        Value isPrefix = words.isPrefix(seen[i]);
        if (!marksDone) {
          llvm::append_range(after, extend());
        } else {
          llvm::append_range(after, evaluateIf(b, b.invert(done[i]),
                                               combiner.isTotal(),
                                               slice(now, i), extend));
          isPrefix = b.ori(isPrefix, done[i]);
        }
        isDone.push_back(isPrefix);
        allDone = allDone ? b.andi(allDone, isPrefix) : isPrefix;
      }
      if (isOptional)
        after.push_back(b.boolean(true));
      if (marksDone)
        llvm::append_range(after, isDone);
      values = after;
    }
    values.front() = next;
    return {b.invert(allDone), values};
  };
  SmallVector<Value> results =
      b.whileLoop(start, ValueRange(start).getTypes(), foldNext);

  Chains folds;
  for (unsigned i = 0; i < count; ++i) {
    ValueTuple fold = slice(results, i);
    folds.push_back(addsWords ? words.join(words.getChunks(fold)) : fold);
  }
  return folds;
}
