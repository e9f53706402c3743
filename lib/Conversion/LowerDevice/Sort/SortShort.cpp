//===- SortShort.cpp - Segments that a wave or a block sorts -*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A tile is read and written once. Groups of lanes sort tiny segments, one
// each, and waves sort longer ones, by a network in registers. A block sorts
// segments that are longer than a wave's registers, by digits.
//
//===----------------------------------------------------------------------===//

#include "../Tile/SortNetwork.h"
#include "../Tile/TileIO.h"
#include "DeviceSort.h"
#include "SortSegments.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace mlir::prim;

namespace {

class ShortSorter {
public:
  ShortSorter(DeviceSortOp op, const RadixSort &sort, KernelBuilder &kernel)
      : op(op), sort(sort), kernel(kernel), b(kernel), segments(op, kernel) {
    for (auto [member, in] : llvm::enumerate(op.getIns()))
      ins.emplace_back(kernel.param(SortParams::sources, member),
                       getElementTypeOrSelf(in));
    for (auto [member, type] : llvm::enumerate(sort.types))
      outs.push_back(
          member || !sort.discardsKeys
              ? MemoryArray(kernel.param(SortParams::destinations, member),
                            type)
              : MemoryArray::getDiscarding(type));
  }

  /// Segments of a list, or all rows, or everything, by blocks.
  void emitBlocks(unsigned list);
  /// All segments by waves and lanes.
  void emitWaves();

private:
  /// The item that the prologue makes of `values`, of which `exists` (i1) says
  /// whether they are element `index` (i64) of their row.
  ValueTuple map(ValueRange values, Value index, Value exists);
  /// The items of a segment, whose tile is `io`.
  SmallVector<ValueTuple> load(TileIO &io, const SortSegment &segment);
  /// Sorts a segment, by the whole block, or by the one wave that a block has.
  void sortByBlock(const SortSegment &segment, TileShape tile);
  void sortByWave(const SortSegment &segment, TileShape tile);
  /// The most elements that `count` tiny segments have; i64.
  Value getTinyElements(Value count) {
    Value most = b.i64(tinySortItems);
    return sort.form == SortForm::Rows ? most : b.mul(count, most);
  }
  /// Sorts a segment of `size` elements (i32) for each group of lanes.
  void sortByLanes(Value begin, Value size);
  /// Sorts the first `valid` (i32) items of logical warps of `width` lanes.
  /// They are elements `places` (i32) of the segment at `begin`, if `exist`
  /// says so.
  SmallVector<ValueTuple> runNetwork(ArrayRef<ValueTuple> items,
                                     ArrayRef<Value> places,
                                     ArrayRef<Value> exist, Value begin,
                                     Value valid, unsigned width);
  /// The items that are elements `places` of the segment.
  SmallVector<ValueTuple> loadPlaces(ArrayRef<Value> places,
                                     ArrayRef<Value> exist, Value begin);
  SmallVector<Type> getVectors(unsigned count) {
    return getVectorTypes(sort.types, count);
  }
  SmallVector<MemoryArray> at(ArrayRef<MemoryArray> arrays, Value begin) {
    SmallVector<MemoryArray> result(arrays);
    if (begin)
      for (MemoryArray &array : result)
        array = array.from(b, begin);
    return result;
  }

  DeviceSortOp op;
  const RadixSort &sort;
  KernelBuilder &kernel;
  CodeBuilder &b;
  SortSegmentTable segments;
  SmallVector<MemoryArray> ins, outs;
};

} // namespace

ValueTuple ShortSorter::map(ValueRange values, Value index, Value exists) {
  mlir::Region &prologue = op.getPrologue();
  if (prologue.empty())
    return ValueTuple(values);
  auto getItem = [&]() -> ValueTuple {
    return kernel.map(prologue, values, index);
  };
  // Items that do not exist are not stored, so they may be anything.
  if (isTotalRegion(prologue))
    return getItem();
  ValueTuple none;
  for (Type type : sort.types)
    none.push_back(createAbsent(b, type));
  return evaluateIf(b, exists, /*anywhere=*/false, none, getItem);
}

SmallVector<ValueTuple> ShortSorter::load(TileIO &io,
                                          const SortSegment &segment) {
  SmallVector<ValueTuple> items = io.load(at(ins, segment.begin), io.count());
  if (op.getPrologue().empty())
    return items;
  SmallVector<Value> indices = io.getIndicesFor(op.getPrologue(), ins.size());
  SmallVector<Value> exist = io.areValid();
  for (auto [i, item] : llvm::enumerate(items))
    item = map(item, indices[i], exist[i]);
  return items;
}

//===----------------------------------------------------------------------===//
// Blocks
//===----------------------------------------------------------------------===//

void ShortSorter::sortByBlock(const SortSegment &segment, TileShape tile) {
  Value base = b.i64(0);
  SmallVector<Type> vectors = getVectors(tile.itemsPerThread);
  TileIO blocked(kernel, tile, TileIO::blocked, /*reverse=*/false, segment.size,
                 base);
  SmallVector<Value> loaded = packItems(b, load(blocked, segment), vectors);
  auto order = cast<SortOpInterface>(op.getOperation());
  auto sorted = BlockSortOp::create(b, loaded, blocked.count(),
                                    Arrangement::Striped, op.getOrderAttr(),
                                    op.getDescending(), order.getBitRange());
  TileIO striped(kernel, tile, TileIO::striped, /*reverse=*/false, segment.size,
                 base);
  striped.store(at(outs, segment.begin), unpackItems(b, sorted.getResults()));
}

void ShortSorter::emitBlocks(unsigned list) {
  TileShape tile = sort.blockTiles[list];
  switch (sort.form) {
  case SortForm::Whole:
    return sortByBlock({Value(), kernel.elements()}, tile);
  case SortForm::Rows:
    return kernel.forGridStride(segments.count(), [&](Value row) {
      sortByBlock(segments.load(row), tile);
    });
  case SortForm::Segments: {
    SortLists lists(sort, kernel);
    if (list + 1 == sort.blockTiles.size())
      lists.clearForPasses();
    return kernel.forGridStride(lists.count(list), [&](Value slot) {
      sortByBlock(lists.load(list, slot), tile);
    });
  }
  }
}

//===----------------------------------------------------------------------===//
// Waves and lanes
//===----------------------------------------------------------------------===//

SmallVector<ValueTuple> ShortSorter::loadPlaces(ArrayRef<Value> places,
                                                ArrayRef<Value> exist,
                                                Value begin) {
  SmallVector<ValueTuple> items;
  SmallVector<Value> numbers;
  for (auto [place, exists] : llvm::zip_equal(places, exist)) {
    numbers.push_back(b.zextI64(place));
    // Lanes without an element look at one that there is.
    Value known = b.select(exists, b.add(begin, numbers.back()), 0);
    items.push_back(kernel.loadElement(ins, known));
  }
  for (auto [item, number, exists] : llvm::zip_equal(items, numbers, exist))
    item = map(item, number, exists);
  return items;
}

SmallVector<ValueTuple> ShortSorter::runNetwork(ArrayRef<ValueTuple> items,
                                                ArrayRef<Value> places,
                                                ArrayRef<Value> exist,
                                                Value begin, Value valid,
                                                unsigned width) {
  auto order = cast<SortOpInterface>(op.getOperation());
  // A load that hits the cache is cheaper than a value that moves in each step
  // of a wave. Groups of lanes take few steps.
  if (width == kernel.target().waveSize && sort.members() > 1 &&
      canSortPlaces(sort.types.front())) {
    SmallVector<Value> keys = llvm::map_to_vector(
        items, [](const ValueTuple &item) { return item.front(); });
    SmallVector<Value> sorted =
        sortPlaces(b, order, keys, places, valid, width);
    return loadPlaces(sorted, exist, begin);
  }
  SmallVector<Value> packed = packItems(b, items, getVectors(items.size()));
  return unpackItems(b, sortByNetwork(b, order, packed, valid, width));
}

void ShortSorter::sortByWave(const SortSegment &segment, TileShape tile) {
  // The network goes from any lane to any other.
  if (!kernel.target().readsAnyLane())
    return sortByBlock(segment, tile);
  TileIO io(kernel, tile, TileIO::blocked, /*reverse=*/false, segment.size,
            b.i64(0));
  SmallVector<ValueTuple> items = load(io, segment);
  SmallVector<Value> places = io.positions(), exist = io.areValid();
  io.store(at(outs, segment.begin),
           runNetwork(items, places, exist, segment.begin, io.count(),
                      tile.blockSize));
}

void ShortSorter::sortByLanes(Value begin, Value size) {
  unsigned lanes = sort.getTinyLanes();
  unsigned count = sort.waveTile.itemsPerThread;
  Value first = b.mul(b.andi(kernel.laneId(), lanes - 1), count);
  SmallVector<Value> places, exist;
  for (unsigned i = 0; i < count; ++i) {
    places.push_back(b.add(first, i));
    exist.push_back(b.slt(places.back(), size));
  }
  SmallVector<ValueTuple> items = loadPlaces(places, exist, begin);
  SmallVector<ValueTuple> sorted =
      runNetwork(items, places, exist, begin, size, lanes);
  for (auto [place, exists, item] : llvm::zip_equal(places, exist, sorted)) {
    Value index = b.add(begin, b.zextI64(place));
    kernel.ifThen(exists,
                  [&, &item = item] { storeAll(b, outs, item, index); });
  }
}

void ShortSorter::emitWaves() {
  Type i32 = b.getI32Type(), i64 = b.getI64Type();
  Value zero = b.i64(0), one = b.i64(1);
  unsigned waveSize = sort.waveTile.blockSize;
  unsigned tinyLanes = sort.getTinyLanes();
  unsigned groups = waveSize / tinyLanes;
  Value count = segments.count();
  Value group = b.extui(i64, b.divui(kernel.laneId(), tinyLanes));
  Value isFirstOfGroup = b.eq(b.andi(kernel.laneId(), tinyLanes - 1), 0);
  auto isAny = [&](Value condition) {
    return b.ne(WarpBallotOp::create(b, i64, condition, /*whole=*/true), zero);
  };
  // A wave looks at as many segments at once as it has groups, if most of them
  // are tiny. It sorts longer ones one after the other, so it takes fewer.
  Value mostAreTiny = b.ule(kernel.elements(), getTinyElements(count));
  Value shift = b.select(mostAreTiny, b.i64(llvm::Log2_32(groups)),
                         b.i64(llvm::Log2_32(waveSize / tinySortItems)));
  Value inRound = b.shli(one, shift);
  Value rounds = b.shrui(b.add(count, b.sub(inRound, one)), shift);
  kernel.forGridStride(rounds, [&](Value round) {
    Value first = b.shli(round, shift);
    Value number = b.add(first, group);
    Value exists = b.andi(b.ult(number, count), b.ult(group, inRound));
    // Lanes without a segment look at one that there is.
    SortSegment segment = segments.load(b.select(exists, number, first));
    auto isUpTo = [&](int64_t size) { return b.sle(segment.size, size); };
    Value isSome = b.andi(exists, b.sgt(segment.size, zero));
    Value isTiny = b.andi(isSome, isUpTo(tinySortItems));
    kernel.ifThen(isAny(isTiny), [&] {
      Value size = b.trunci(i32, segment.size);
      sortByLanes(segment.begin, b.select(isTiny, size, 0));
    });

    Value isMore = b.andi(exists, isFirstOfGroup);
    isMore = b.andi(isMore, b.sgt(segment.size, tinySortItems));
    Value fits = isUpTo(sort.waveTile.items());
    if (sort.form == SortForm::Segments)
      kernel.ifThen(b.andi(isMore, b.sgt(segment.size, sort.waveTile.items())),
                    [&] { SortLists(sort, kernel).add(segment); });
    Value lanes = WarpBallotOp::create(b, i64, b.andi(isMore, fits),
                                       /*whole=*/true);
    auto isLeft = [&](ValueRange values) { return b.ne(values.front(), zero); };
    // Rows are computed, and offsets are in the registers of the lane.
    auto getSegment = [&](Value lane) -> SortSegment {
      if (sort.form == SortForm::Rows)
        return segments.load(b.add(first, b.divui(lane, tinyLanes)));
      SmallVector<Value> own{segment.begin, segment.size};
      auto read =
          WarpBroadcastOp::create(b, TypeRange{i64, i64}, own, b.truncI32(lane),
                                  /*width=*/IntegerAttr());
      return {read.getResult(0), read.getResult(1)};
    };
    b.whileLoop(lanes, isLeft, [&](ValueRange values) -> SmallVector<Value> {
      Value left = values.front();
      Value lane = math::CountTrailingZerosOp::create(b, left);
      SortSegment next = getSegment(lane);
      // An item for each lane takes a part of the steps that several do.
      auto sortBy = [&](unsigned items) {
        sortByWave(next, {waveSize, items});
      };
      if (sort.waveTile.itemsPerThread == 1)
        sortBy(1);
      else
        kernel.ifThen(
            b.sle(next.size, waveSize), [&] { sortBy(1); },
            [&] { sortBy(sort.waveTile.itemsPerThread); });
      return {b.andi(left, b.sub(left, one))};
    });
  });
}

void mlir::prim::emitSortBlock(DeviceSortOp op, const RadixSort &sort,
                               unsigned list, KernelBuilder &kernel) {
  ShortSorter(op, sort, kernel).emitBlocks(list);
}

void mlir::prim::emitSortShort(DeviceSortOp op, const RadixSort &sort,
                               KernelBuilder &kernel) {
  ShortSorter(op, sort, kernel).emitWaves();
}
