//===- LaneReduce.cpp - Folds of few elements by lanes *- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The first group of elements may be partial, all others are full. A lane
// therefore has several loads in flight.
//
//===----------------------------------------------------------------------===//

#include "LaneReduce.h"

#include "prim/Dialect/Prim/Utils/CollectiveBuilders.h"
#include "prim/Dialect/Prim/Utils/ThreadScan.h"

using namespace mlir;
using namespace mlir::prim;

OptionalTuple LaneReduce::fold(ArrayRef<MemoryArray> arrays,
                               const LaneElements &elements, int64_t together) {
  bool isNarrow = elements.place.getType().isInteger(32);
  // Element `number` + `more`. Constants are added last, so that targets can
  // fold them into the instruction.
  auto load = [&](Value number, int64_t more) -> ValueTuple {
    Value wide = b.mul(b.zextI64(number), elements.step);
    Value offset = isNarrow ? b.mul(number, elements.step) : wide;
    Value place = b.add(elements.place, offset);
    Value index = b.add(elements.index, wide);
    if (int64_t distance = more * elements.step) {
      place = b.add(place, distance, CodeBuilder::Overflow::nuw);
      index = b.add(index, distance);
    }
    ValueTuple item = kernel.loadElement(arrays, place);
    return kernel.map(op.getPrologue(), item, index);
  };
  Value count = elements.count;
  auto foldFirst = [&](Value size) -> ValueTuple {
    Value last = b.sub(size, 1);
    SmallVector<ValueTuple> items;
    for (int64_t i = 0; i < together; ++i) {
      if (i <= elements.padding)
        items.push_back(load(b.i32(0), i));
      else
        items.push_back(load(b.minsi(b.i32(i), last), /*more=*/0));
    }
    ValueTuple neutral;
    if (combiner.hasIdentity())
      neutral = combiner.neutral(b);
    ValueTuple sum = items.front();
    for (int64_t i = 1; i < together; ++i) {
      Value exists = b.sle(b.i32(i), last);
      if (combiner.hasIdentity())
        items[i] = selectTuple(b, exists, items[i], neutral);
      else
        sum = combineIf(b, combiner, exists, sum, items[i], sum);
    }
    return combiner.hasIdentity() ? threadReduce(b, combiner, items) : sum;
  };
  auto foldRest = [&](Value first, const ValueTuple &start) -> ValueTuple {
    return b.forEach(first, count, together, start,
                     [&](Value number, ValueRange before) -> ValueTuple {
                       SmallVector<ValueTuple> items;
                       for (int64_t i = 0; i < together; ++i)
                         items.push_back(load(number, i));
                       ValueTuple sum = threadReduce(b, combiner, items);
                       return combiner.combine(b, before, sum);
                     });
  };
  Value isSome = b.ne(count, 0);
  ValueTuple fold = b.select(
      isSome, combiner.getTypes(),
      [&] {
        Value size = b.add(b.andi(b.sub(count, 1), together - 1), 1);
        ValueTuple start = foldFirst(size);
        return foldRest(size, start);
      },
      [&]() -> ValueTuple {
        if (combiner.hasIdentity())
          return combiner.neutral(b);
        // LLVM may not spread anything from lanes without elements.
        return llvm::map_to_vector(combiner.getTypes(), [&](Type type) {
          return createAbsent(b, type);
        });
      });
  return {fold, isSome};
}

LaneElements LaneReduce::takeTurns(Value begin, Value count, Value thread,
                                   int64_t threads) {
  Value before = b.zextI64(thread);
  Value behind = b.sub(b.add(count, threads - 1), before);
  Value own = b.truncI32(b.divui(behind, threads));
  return {before, b.add(begin, before), own, threads, /*padding=*/0};
}

OptionalTuple LaneReduce::foldByWave(ArrayRef<MemoryArray> arrays, Value begin,
                                     Value count, int64_t together) {
  Value lane = kernel.laneId();
  int64_t lanes = kernel.target().waveSize;
  LaneElements elements;
  Value valid;
  if (combiner.isCommutative()) {
    elements = takeTurns(begin, count, lane, lanes);
    elements.place = lane;
    valid = b.truncI32(b.minsi(count, lanes));
  } else {
    // Each lane has neighbouring elements.
    Value size = b.truncI32(count);
    Value each = b.ceildivui(size, lanes);
    Value place = b.mul(lane, each);
    Value left = b.maxsi(b.sub(size, place), 0);
    elements = {place, b.add(begin, b.zextI64(place)), b.minsi(left, each)};
    valid = b.ceildivui(size, b.maxui(each, 1));
  }
  OptionalTuple own = fold(arrays, elements, together);
  auto all = createWarpReduce(b, combiner, own.values, /*all=*/false,
                              atLeastOne(b, valid));
  return {ValueTuple(all.getResults()), b.ne(count, 0)};
}
