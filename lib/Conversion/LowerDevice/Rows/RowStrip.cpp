//===- RowStrip.cpp - The threads of a strip of rows *- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Threads fold their own items, and the folds of a row meet in workgroup
// memory.
//
//===----------------------------------------------------------------------===//

#include "RowStrip.h"

#include "prim/Dialect/Prim/Utils/ThreadScan.h"
#include <numeric>

using namespace mlir;
using namespace mlir::prim;

Value StripThreads::getRow(KernelBuilder &kernel, const RowStrip &strip) {
  if (strip.rows == kernel.target().waveSize)
    return kernel.laneId();
  CodeBuilder &b = kernel;
  return b.remui(kernel.threadId(), strip.rows);
}

Value StripThreads::getNumber() {
  // It is known to be the same in a wave, whose addresses need fewer vector
  // instructions then.
  if (strip.rows == kernel.target().waveSize)
    return kernel.waveId();
  return b.divui(kernel.threadId(), strip.rows);
}

SmallVector<Value> StripThreads::getStarts() {
  auto inRange = CodeBuilder::Overflow::nsw | CodeBuilder::Overflow::nuw;
  Value first = b.mul(getNumber(), items, inRange);
  SmallVector<Value> starts;
  for (unsigned i = 0; i < items; ++i)
    starts.push_back(b.add(first, i, inRange));
  return starts;
}

SmallVector<MemoryArray> StripThreads::acquire(TypeRange types,
                                               unsigned count) {
  BufferLayout layout;
  SmallVector<uint64_t> offsets;
  for (Type type : types)
    offsets.push_back(layout.add(getElementBytes(type), count * strip.rows));
  Value base = acquireWorkgroupMemory(b, layout.size(), "folds of a strip");
  SmallVector<MemoryArray> memory;
  for (auto [type, offset] : llvm::zip_equal(types, offsets))
    memory.emplace_back(advance(b, base, int64_t(offset)), type);
  return memory;
}

void StripThreads::put(ArrayRef<MemoryArray> memory, ValueRange own,
                       Value number) {
  Value place = b.add(b.mul(number, strip.rows), getRow(kernel, strip));
  storeAll(b, memory, own, place);
}

ValueTuple StripThreads::fold(const Combiner &combiner,
                              ArrayRef<MemoryArray> memory, Value first,
                              unsigned count) {
  Value place = b.add(b.mul(first, strip.rows), getRow(kernel, strip));
  SmallVector<ValueTuple> parts;
  for (unsigned i = 0; i < count; ++i)
    parts.emplace_back(loadAll(b, memory, b.add(place, i * strip.rows)));
  return threadReduce(b, combiner, parts);
}

ValueTuple StripThreads::reduce(const Combiner &combiner,
                                ArrayRef<ValueTuple> items, Value valid) {
  assert(!valid && combiner.isCommutative() &&
         "items that do not count are neutral");
  ValueTuple own = threadReduce(b, combiner, items);
  unsigned threads = strip.countThreads();
  if (threads == 1)
    return own;
  // All threads of a row compute its fold. Two rounds of a few threads take
  // fewer loads than one round of all.
  constexpr unsigned mostInRound = 8;
  unsigned ofGroup =
      threads > mostInRound ? std::gcd(threads, mostInRound) : threads;
  SmallVector<Type> types(combiner.getTypes());
  Value number = getNumber();
  SmallVector<MemoryArray> folds = acquire(types, threads);
  put(folds, own, number);
  kernel.barrier();
  Value inGroup = b.remui(number, ofGroup);
  own = fold(combiner, folds, b.sub(number, inGroup), ofGroup);
  unsigned groups = threads / ofGroup;
  if (groups == 1)
    return own;
  folds = acquire(types, groups);
  b.ifThen(b.eq(inGroup, 0),
           [&] { put(folds, own, b.divui(number, ofGroup)); });
  kernel.barrier();
  return fold(combiner, folds, b.i32(0), groups);
}

RowPrefixes StripThreads::scan(const Combiner &, BlockScanOp,
                               ArrayRef<ValueTuple>, ValueRange, Value) {
  llvm_unreachable("rows with prefixes have a thread each");
}
