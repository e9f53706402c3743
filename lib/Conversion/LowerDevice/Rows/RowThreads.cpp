//===- RowThreads.cpp - The threads that share a row *- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Blocks use the block ops. Lanes fold their items, then the group's.
//
//===----------------------------------------------------------------------===//

#include "RowThreads.h"

#include "../Tile/SortNetwork.h"
#include "prim/Dialect/Prim/Utils/CollectiveBuilders.h"
#include "prim/Dialect/Prim/Utils/ThreadScan.h"
#include "prim/Dialect/Prim/Utils/TileLayout.h"

using namespace mlir;
using namespace mlir::prim;

/// The operands of a collective for `items`: vectors, or scalars of one item.
static SmallVector<Value> pack(CodeBuilder &b, ArrayRef<ValueTuple> items) {
  if (items.size() == 1)
    return items.front();
  TypeRange types = ValueRange(items.front()).getTypes();
  return packItems(b, items, getVectorTypes(types, items.size()));
}

SmallVector<Value> mlir::prim::loadItems(CodeBuilder &b,
                                         const MemoryArray &memory,
                                         ArrayRef<Value> starts,
                                         unsigned vector, unsigned width) {
  SmallVector<Value> items;
  for (Value start : starts) {
    Value some;
    for (unsigned i = 0; i < vector; ++i) {
      Value place = b.add(start, i, CodeBuilder::Overflow::nuw);
      if (width == 1) {
        items.push_back(memory.load(b, place));
        continue;
      }
      if (i % width == 0)
        some = memory.loadVector(b, place, width);
      items.push_back(vector::ExtractOp::create(b, some, int64_t(i % width)));
    }
  }
  return items;
}

//===----------------------------------------------------------------------===//
// Blocks
//===----------------------------------------------------------------------===//

SmallVector<Value> BlockThreads::getStarts() {
  TileLayout layout(tile.blockSize, kernel.target().waveSize, items,
                    Arrangement::Rows, vector);
  return layout.positions(
      b, {kernel.threadId(), kernel.laneId(), kernel.waveId()}, vector);
}

void BlockThreads::barrier() { gpu::BarrierOp::create(b); }

ValueTuple BlockThreads::reduce(const Combiner &combiner,
                                ArrayRef<ValueTuple> items, Value valid) {
  auto reduce = createBlockReduce(b, combiner, pack(b, items), /*all=*/true,
                                  valid, items.size() == 1 ? 0 : vector);
  return ValueTuple(reduce.getResults());
}

RowPrefixes BlockThreads::scan(const Combiner &combiner, BlockScanOp scan,
                               ArrayRef<ValueTuple> items, ValueRange init,
                               Value valid) {
  // An op with both prefixes starts only the exclusive ones from `init`.
  bool startsBoth = scan.getMode() == ScanMode::Both && !init.empty();
  auto all = createBlockScan(b, combiner,
                             startsBoth ? ScanMode::Exclusive : scan.getMode(),
                             pack(b, items), init, /*total=*/true, valid,
                             items.size() == 1 ? 0 : vector, scan.getReverse());
  RowPrefixes prefixes;
  if (!all.getInclusiveResults().empty())
    prefixes.inclusive = unpackItems(b, all.getInclusiveResults());
  if (!all.getExclusiveResults().empty())
    prefixes.exclusive = unpackItems(b, all.getExclusiveResults());
  if (startsBoth)
    for (auto [before, item] : llvm::zip_equal(prefixes.exclusive, items))
      prefixes.inclusive.push_back(scan.getReverse()
                                       ? combiner.combine(b, item, before)
                                       : combiner.combine(b, before, item));
  prefixes.total.assign(all.getTotalResults().begin(),
                        all.getTotalResults().end());
  return prefixes;
}

SmallVector<ValueTuple> BlockThreads::sort(BlockSortOp sort,
                                           ArrayRef<ValueTuple> items,
                                           Value valid,
                                           const IRMapping &captures) {
  SmallVector<Value> inputs = pack(b, items);
  Arrangement arrangement = Arrangement::Blocked;
  IntegerAttr row;
  if (items.size() > 1) {
    arrangement = Arrangement::Rows;
    row = b.getI32IntegerAttr(vector);
  }
  auto sorted = BlockSortOp::create(
      b, ValueRange(inputs).getTypes(), inputs, valid, arrangement, row,
      arrangement, row, sort.getBeginBitAttr(), sort.getEndBitAttr(),
      sort.getKeysAttr(), sort.getOrdersAttr(), sort.getOrderAttr(),
      sort.getDescending());
  IRMapping mapping(captures);
  sort.getComparator().cloneInto(&sorted.getComparator(), mapping);
  return unpackItems(b, sorted.getResults());
}

//===----------------------------------------------------------------------===//
// Clusters
//===----------------------------------------------------------------------===//

SmallVector<Value> ClusterThreads::getStarts() {
  auto inRange = CodeBuilder::Overflow::nsw | CodeBuilder::Overflow::nuw;
  Value first = b.mul(rank, BlockThreads::countTile(), inRange);
  SmallVector<Value> starts = BlockThreads::getStarts();
  for (Value &start : starts)
    start = b.add(first, start, inRange);
  return starts;
}

Value ClusterThreads::getNumber() {
  return b.add(b.mul(rank, tile.blockSize), BlockThreads::getNumber());
}

Value ClusterThreads::isFirst() {
  return b.andi(b.eq(rank, 0), BlockThreads::isFirst());
}

void ClusterThreads::barrier() { ClusterBarrierOp::create(b); }

SmallVector<ValueTuple> ClusterThreads::gather(ValueRange own) {
  SmallVector<MemoryArray> folds =
      llvm::map_to_vector(own.getTypes(), [&](Type type) {
        return kernel.workgroupArray(type, blocks, "folds of a cluster");
      });
  b.ifThen(b.ult(kernel.threadId(), blocks), [&] {
    for (auto [value, array] : llvm::zip_equal(own, folds)) {
      Value offset = b.mul(rank, int64_t(getElementBytes(value.getType())));
      ClusterStoreOp::create(b, value, array.getBase(), offset,
                             kernel.threadId());
    }
  });
  barrier();
  SmallVector<ValueTuple> all;
  for (unsigned i = 0; i < blocks; ++i)
    all.push_back(llvm::map_to_vector(
        folds, [&](MemoryArray &array) { return array.load(b, i); }));
  return all;
}

ValueTuple ClusterThreads::reduce(const Combiner &combiner,
                                  ArrayRef<ValueTuple> items, Value valid) {
  assert(!valid && "items that do not count are neutral");
  SmallVector<ValueTuple> folds =
      gather(BlockThreads::reduce(combiner, items, valid));
  ValueTuple fold = folds.front();
  for (const ValueTuple &next : ArrayRef(folds).drop_front())
    fold = combiner.combine(b, fold, next);
  return fold;
}

RowPrefixes ClusterThreads::scan(const Combiner &, BlockScanOp,
                                 ArrayRef<ValueTuple>, ValueRange, Value) {
  llvm_unreachable("rows with prefixes are not held by clusters");
}

//===----------------------------------------------------------------------===//
// Lanes
//===----------------------------------------------------------------------===//

Value LaneThreads::getLane() {
  if (lanes == kernel.target().waveSize)
    return kernel.laneId();
  return b.andi(kernel.laneId(), lanes - 1);
}

std::optional<unsigned> LaneThreads::getWidth() {
  if (lanes == kernel.target().waveSize)
    return std::nullopt;
  return lanes;
}

SmallVector<Value> LaneThreads::getStarts() {
  SmallVector<Value> starts;
  auto inRange = CodeBuilder::Overflow::nsw | CodeBuilder::Overflow::nuw;
  Value first = b.mul(getLane(), run, inRange);
  for (unsigned i = 0; i < items; i += run)
    for (unsigned j = 0; j < run; j += vector)
      starts.push_back(b.add(first, i * lanes + j, inRange));
  return starts;
}

ValueTuple LaneThreads::reduce(const Combiner &combiner,
                               ArrayRef<ValueTuple> items, Value valid) {
  assert(!valid && "items that do not count are neutral");
  unsigned step =
      combiner.isCommutative() || items.size() == 1 ? items.size() : run;
  ValueTuple fold;
  for (unsigned i = 0; i < items.size(); i += step) {
    ValueTuple own = threadReduce(b, combiner, items.slice(i, step));
    auto warp = createWarpReduce(b, combiner, own, /*all=*/true,
                                 /*valid=*/Value(), getWidth());
    ValueTuple row(warp.getResults());
    fold = fold.empty() ? row : combiner.combine(b, fold, row);
  }
  return fold;
}

RowPrefixes LaneThreads::scan(const Combiner &combiner, BlockScanOp scan,
                              ArrayRef<ValueTuple> items, ValueRange init,
                              Value valid) {
  assert(!valid && "items that do not count are neutral");
  bool reverse = scan.getReverse();
  auto combine = [&](const ValueTuple &before,
                     const ValueTuple &behind) -> ValueTuple {
    if (before.empty())
      return behind;
    return reverse ? combiner.combine(b, behind, before)
                   : combiner.combine(b, before, behind);
  };
  RowPrefixes prefixes;
  bool hasInclusive = scan.getMode() != ScanMode::Exclusive;
  bool hasExclusive = scan.getMode() != ScanMode::Inclusive;
  prefixes.inclusive.resize(hasInclusive ? items.size() : 0);
  prefixes.exclusive.resize(hasExclusive ? items.size() : 0);
  Value isFirst = b.eq(getLane(), reverse ? lanes - 1 : 0);
  ValueTuple before(init);
  unsigned rows = items.size() / run;
  for (unsigned number = 0; number < rows; ++number) {
    unsigned begin = (reverse ? rows - 1 - number : number) * run;
    ArrayRef<ValueTuple> own = items.slice(begin, run);
    auto warp = createWarpScan(
        b, combiner, ScanMode::Exclusive, threadReduce(b, combiner, own),
        /*total=*/true, reverse, /*init=*/{}, /*valid=*/Value(), getWidth());
    ValueTuple lane(warp.getExclusiveResults());
    if (!combiner.isIdentityNeutral())
      lane = selectTuple(b, isFirst, combiner.neutral(b), lane);
    ValueTuple prefix = combine(before, lane);
    auto scanTo = [&](SmallVector<ValueTuple> &results, ScanMode mode) {
      SmallVector<ValueTuple> scanned =
          threadScan(b, combiner, presentItems(own), prefix, mode, reverse);
      llvm::copy(scanned, results.begin() + begin);
    };
    if (hasInclusive)
      scanTo(prefixes.inclusive, ScanMode::Inclusive);
    if (hasExclusive)
      scanTo(prefixes.exclusive, ScanMode::Exclusive);
    ValueTuple total(warp.getTotalResults());
    before = combine(before, total);
    prefixes.total = combine(prefixes.total, total);
  }
  if (init.empty())
    startWithIdentity(b, combiner, prefixes.exclusive, [&](unsigned item) {
      unsigned first = reverse ? items.size() - 1 : 0;
      return item == first ? isFirst : Value();
    });
  return prefixes;
}

SmallVector<ValueTuple> LaneThreads::sort(BlockSortOp sort,
                                          ArrayRef<ValueTuple> items,
                                          Value valid,
                                          const IRMapping &captures) {
  assert(run == items.size() && "a network takes blocked items");
  SmallVector<Value> inputs = pack(b, items);
  if (sort.getOrder())
    return unpackItems(
        b, sortByNetwork(b, cast<SortOpInterface>(sort.getOperation()), inputs,
                         valid, lanes));
  auto sorted =
      WarpSortOp::create(b, ValueRange(inputs).getTypes(), inputs, valid,
                         /*stable=*/true, b.getI32IntegerAttr(lanes),
                         /*order=*/SortOrderAttr(),
                         /*descending=*/false);
  IRMapping mapping(captures);
  sort.getComparator().cloneInto(&sorted.getComparator(), mapping);
  return unpackItems(b, sorted.getResults());
}

//===----------------------------------------------------------------------===//
// Single threads
//===----------------------------------------------------------------------===//

SmallVector<Value> SingleThread::getStarts() {
  SmallVector<Value> starts;
  for (unsigned i = 0; i < items; ++i)
    starts.push_back(b.i32(i));
  return starts;
}

SmallVector<OptionalTuple> SingleThread::mark(const Combiner &combiner,
                                              ArrayRef<ValueTuple> items,
                                              Value valid) {
  SmallVector<OptionalTuple> marked;
  for (auto [i, item] : llvm::enumerate(items)) {
    Value exists = valid ? b.slt(b.i32(i), valid) : Value();
    marked.push_back(makeOptional(b, combiner, item, exists));
  }
  return marked;
}

ValueTuple SingleThread::reduce(const Combiner &combiner,
                                ArrayRef<ValueTuple> items, Value valid) {
  return foldLeading(b, combiner, mark(combiner, items, valid)).values;
}

RowPrefixes SingleThread::scan(const Combiner &combiner, BlockScanOp scan,
                               ArrayRef<ValueTuple> items, ValueRange init,
                               Value valid) {
  SmallVector<OptionalTuple> marked = mark(combiner, items, valid);
  OptionalTuple before;
  if (!init.empty())
    before = ValueTuple(init);
  RowPrefixes prefixes;
  if (scan.getMode() != ScanMode::Exclusive)
    prefixes.inclusive = threadScan(b, combiner, marked, before,
                                    ScanMode::Inclusive, scan.getReverse());
  if (scan.getMode() != ScanMode::Inclusive)
    prefixes.exclusive = threadScan(b, combiner, marked, before,
                                    ScanMode::Exclusive, scan.getReverse());
  prefixes.total = foldLeading(b, combiner, marked).values;
  return prefixes;
}
