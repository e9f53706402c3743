//===- TileMerge.cpp - A tile of a merge ------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two waves find where the tile begins and ends in the runs. What is compared
// of these parts goes into workgroup memory, where each thread merges its
// share. Then neighbouring lanes store neighbouring items: what has been
// compared from workgroup memory, the rest from where it is. Single elements
// move within that memory first; of other items, places do.
//
//===----------------------------------------------------------------------===//

#include "DeviceMerge.h"
#include "prim/Dialect/Prim/Utils/ThreadScan.h"

using namespace mlir;
using namespace mlir::prim;

ItemOrder mlir::prim::getKernelOrder(SortOpInterface op,
                                     KernelBuilder &kernel) {
  ItemOrder order = ItemOrder::get(op);
  if (op.getSortOrder())
    return order;
  SmallVector<Type> types = op.getItemTypes();
  SmallVector<unsigned> compared = order.compared;
  Region &region = op.getComparatorRegion();
  order.precedes = [=, &kernel, &region](CodeBuilder &b, ValueRange lhs,
                                         ValueRange rhs) {
    SmallVector<Value> items = fillItem(b, types, compared, lhs);
    llvm::append_range(items, fillItem(b, types, compared, rhs));
    // The region may take what the kernel has to be given.
    return kernel.map(region, items).front();
  };
  return order;
}

TileShape mlir::prim::getMergeTile(DeviceOpInterface op, TileShape tile,
                                   const DeviceContext &context) {
  TuningAttr tuning = op.getDeviceTuning();
  if (tuning && tuning.getItemsPerThread())
    return tile;
  auto sort = cast<SortOpInterface>(op.getOperation());
  SmallVector<Type> types = sort.getItemTypes();
  // Numbers of items move along.
  uint64_t bytes = sizeof(int32_t);
  for (unsigned member : ItemOrder::getCompared(sort))
    bytes += getElementBytes(types[member]);
  tile.halveItemsWhile(
      [&] { return bytes * tile.items() > context.getTarget().ldsBytes / 2; });
  return tile;
}

SmallVector<MemoryArray> mlir::prim::selectArrays(KernelBuilder &kernel,
                                                  Value condition,
                                                  ArrayRef<MemoryArray> yes,
                                                  ArrayRef<MemoryArray> no) {
  CodeBuilder &b = kernel;
  auto select = [&](Value x, Value y) -> Value {
    return b.createOrFold<arith::SelectOp>(condition, x, y);
  };
  SmallVector<MemoryArray> result;
  for (auto [x, y] : llvm::zip_equal(yes, no)) {
    MemoryArray array(select(x.getBase(), y.getBase()), x.getElement());
    if (!x.isDense() || !y.isDense())
      array = array.strided(select(x.getStride(b), y.getStride(b)));
    result.push_back(array);
  }
  return result;
}

namespace {

class TileMerge {
public:
  TileMerge(KernelBuilder &kernel, SortOpInterface op, const TileShape &tile,
            const TileRuns &runs)
      : kernel(kernel), b(kernel), tile(tile), runs(runs),
        order(getKernelOrder(op, kernel)), types(op.getItemTypes()),
        unit(getMergeUnit(order, types, countPlaces(), /*bits=*/16)) {}

  void emit(Value begin);

private:
  /// Finds the borders of the tile: where it begins in either run, and how much
  /// of the first it has.
  void findBorders(Value begin);
  /// Puts the compared members of the tile into workgroup memory: those of the
  /// first run, then those of the second.
  void fetch();
  /// The items of the tile in their order, in blocked arrangement.
  MergedItems merge();
  /// Where the items that were `merged` lie, multiples of the unit in striped
  /// arrangement.
  SmallVector<Value> exchangePlaces(ArrayRef<Value> merged);
  /// Puts items of one member back into workgroup memory, in their order, and
  /// returns where they lie then, likewise.
  SmallVector<Value> exchangeItems(ArrayRef<ValueTuple> merged);
  /// Writes the items at `places`, multiples of the unit in striped
  /// arrangement.
  void store(ArrayRef<Value> places, bool isFull);

  /// The arrays in which the item at `place` of the tile lies, at that index.
  SmallVector<MemoryArray> arraysOf(Value place, ArrayRef<unsigned> members);
  /// The given members of the item at `place` of the tile, which exists.
  ValueTuple loadMembers(Value place, ArrayRef<unsigned> members);
  /// The given members of the item that is made from the elements of `arrays`
  /// at `index` (i64); a prologue gets `number` (i64) as the index.
  ValueTuple loadMade(ArrayRef<MemoryArray> arrays, Value index, Value number,
                      ArrayRef<unsigned> members);
  ValueTuple loadCompared(Value multiple);
  /// Places of the tile, and of the items after it that a merge looks at.
  uint64_t countPlaces() const { return tile.items() + tile.itemsPerThread; }
  /// Whether 16 bits hold the places.
  bool isNarrow() const { return countPlaces() * unit <= UINT16_MAX; }
  SmallVector<Value> stripedPlaces();

  Value uniform(Value x) { return WarpUniformOp::create(b, x); }
  Value widen(Value x) {
    if (x.getType() == b.getI64Type())
      return x;
    return b.sextI64(x);
  }
  Value narrow(Value x) {
    if (x.getType() == b.getI32Type())
      return x;
    return b.truncI32(x);
  }

  KernelBuilder &kernel;
  CodeBuilder &b;
  TileShape tile;
  const TileRuns &runs;
  ItemOrder order;
  SmallVector<Type> types;
  /// The distance of neighbours in workgroup memory.
  unsigned unit;
  /// Items of the tile, and those of the first run among them: i32, uniform.
  Value count, firstCount;
  /// The runs, from where place 0 of the tile would be in each.
  SmallVector<MemoryArray> first, second;
  /// The numbers of elements there, for a prologue; i64, uniform.
  Value firstShift, secondShift;
  /// The compared members, in workgroup memory.
  SmallVector<MemoryArray> rooms;
};

} // namespace

void TileMerge::findBorders(Value begin) {
  Type wide = begin.getType();
  Value total = b.add(runs.firstSize, runs.secondSize);
  Value items = b.minsi(b.sub(total, begin), tile.items());
  count = narrow(items);
  auto load = [&](ArrayRef<MemoryArray> arrays, Value number, bool isSecond) {
    Value index = number;
    if (wide != b.getI64Type())
      index = b.zextI64(number);
    Value told = index;
    if (isSecond && runs.map)
      told = b.add(index, widen(runs.firstSize));
    return loadMade(arrays, index, told, order.compared);
  };
  MergeRuns far{runs.firstSize, runs.secondSize,
                [&](Value number) {
                  return load(runs.first, number, /*isSecond=*/false);
                },
                [&](Value number) {
                  return load(runs.second, number, /*isSecond=*/true);
                }};
  MemoryArray borders = kernel.workgroupArray(wide, /*count=*/2, "borders");
  unsigned waves = llvm::divideCeil(tile.blockSize, kernel.target().waveSize);
  kernel.forEach(kernel.waveId(), 2, waves, [&](Value number) {
    Value behind = b.mul(number, count);
    if (wide != behind.getType())
      behind = widen(behind);
    Value diagonal = b.add(begin, behind);
    Value found = searchMergePathByWave(
        b, order, far, diagonal, kernel.laneId(), kernel.target().waveSize);
    Value isFirst = b.eq(kernel.laneId(), 0);
    kernel.ifThen(isFirst, [&] { borders.store(b, found, number); });
  });
  kernel.barrier();
  Value firstBegin = uniform(borders.load(b, 0));
  Value firstEnd = uniform(borders.load(b, 1));
  // An order that is none may give borders that are no tile apart.
  firstEnd = b.maxsi(firstEnd, firstBegin);
  firstEnd = b.minsi(firstEnd, b.add(firstBegin, items));
  Value ofFirst = b.sub(firstEnd, firstBegin);
  firstCount = narrow(ofFirst);
  Value secondBegin = b.sub(begin, firstBegin);
  auto from = [&](ArrayRef<MemoryArray> arrays, Value index) {
    return llvm::map_to_vector(arrays, [&](const MemoryArray &array) {
      return array.from(b, widen(index));
    });
  };
  first = from(runs.first, firstBegin);
  second = from(runs.second, b.sub(secondBegin, ofFirst));
  firstShift = widen(firstBegin);
  secondShift = widen(b.add(runs.firstSize, b.sub(secondBegin, ofFirst)));
}

ValueTuple TileMerge::loadMade(ArrayRef<MemoryArray> arrays, Value index,
                               Value number, ArrayRef<unsigned> members) {
  ValueTuple item;
  if (runs.map)
    item = runs.map(kernel.loadElement(arrays, index), number);
  return llvm::map_to_vector(members, [&](unsigned member) -> Value {
    return runs.map ? item[member] : arrays[member].load(b, index);
  });
}

ValueTuple TileMerge::loadMembers(Value place, ArrayRef<unsigned> members) {
  if (!runs.map)
    return loadAll(b, arraysOf(place, members), place);
  auto all = llvm::to_vector(llvm::seq<unsigned>(0, first.size()));
  Value shift = b.select(b.slt(place, firstCount), firstShift, secondShift);
  Value index = widen(place);
  return loadMade(arraysOf(place, all), index, b.add(index, shift), members);
}

SmallVector<MemoryArray> TileMerge::arraysOf(Value place,
                                             ArrayRef<unsigned> members) {
  SmallVector<MemoryArray> ofFirst, ofSecond;
  for (unsigned member : members) {
    ofFirst.push_back(first[member]);
    ofSecond.push_back(second[member]);
  }
  return selectArrays(kernel, b.slt(place, firstCount), ofFirst, ofSecond);
}

SmallVector<Value> TileMerge::stripedPlaces() {
  SmallVector<Value> places;
  for (unsigned i = 0; i < tile.itemsPerThread; ++i)
    places.push_back(b.add(kernel.threadId(), int64_t(i) * tile.blockSize,
                           arith::IntegerOverflowFlags::nuw));
  return places;
}

ValueTuple TileMerge::loadCompared(Value multiple) {
  return loadMerged(b, rooms, multiple, unit);
}

void TileMerge::fetch() {
  for (unsigned member : order.compared)
    rooms.push_back(
        kernel.workgroupArray(types[member], countPlaces(), "merged items"));
  SmallVector<Value> places = stripedPlaces();
  SmallVector<ValueTuple> items;
  for (Value place : places) {
    // Places behind the tile have its last item once more.
    Value known = b.minsi(place, b.sub(count, 1));
    items.push_back(loadMembers(known, order.compared));
  }
  for (auto [place, item] : llvm::zip_equal(places, items))
    storeAll(b, rooms, item, place);
  kernel.barrier();
}

MergedItems TileMerge::merge() {
  unsigned perThread = tile.itemsPerThread;
  Value all = b.mul(count, unit), middle = b.mul(firstCount, unit);
  Value diagonal = b.minsi(b.mul(kernel.threadId(), perThread * unit), all);
  Value ofSecond = b.sub(all, middle);
  auto load = [&](Value place) { return loadCompared(place); };
  MergeRuns near{middle,
                 ofSecond,
                 load,
                 load,
                 /*firstBegin=*/{},
                 middle,
                 unit};
  Value most = b.minsi(middle, ofSecond);
  Value border = searchMergePath(b, order, near, diagonal, most);
  Value second = b.add(middle, b.sub(diagonal, border));
  MergePart part{border, middle, second, all, unit};
  return mergeSerially(b, order, part, load, perThread);
}

SmallVector<Value> TileMerge::exchangePlaces(ArrayRef<Value> merged) {
  // Places go through workgroup memory, of which halves of words take less.
  SmallVector<Value> places(merged);
  if (isNarrow())
    for (Value &place : places)
      place = b.trunci(b.getI16Type(), place);
  auto type = VectorType::get({tile.itemsPerThread}, places.front().getType());
  Value vector = vector::FromElementsOp::create(b, type, places);
  auto exchange = BlockExchangeOp::create(
      b, vector, /*ranks=*/Value(), Arrangement::Blocked, /*fromVector=*/0,
      Arrangement::Striped, /*toVector=*/0);
  places.clear();
  for (const ValueTuple &item : unpackItems(b, exchange.getResults())) {
    Value place = item.front();
    if (isNarrow())
      place = b.zextI32(place);
    places.push_back(place);
  }
  return places;
}

SmallVector<Value> TileMerge::exchangeItems(ArrayRef<ValueTuple> merged) {
  kernel.barrier();
  Value own = b.mul(kernel.threadId(), tile.itemsPerThread);
  for (auto [i, item] : llvm::enumerate(merged))
    storeAll(b, rooms, item, b.add(own, int64_t(i)));
  kernel.barrier();
  SmallVector<Value> places;
  for (Value place : stripedPlaces())
    places.push_back(b.mul(place, unit));
  return places;
}

void TileMerge::store(ArrayRef<Value> places, bool isFull) {
  SmallVector<unsigned> others;
  for (unsigned member = 0; member < types.size(); ++member)
    if (!llvm::is_contained(order.compared, member))
      others.push_back(member);
  SmallVector<Value> targets = stripedPlaces();
  SmallVector<ValueTuple> items;
  for (Value place : places) {
    ValueTuple item(types.size());
    for (auto [member, value] :
         llvm::zip_equal(order.compared, loadCompared(place)))
      item[member] = value;
    if (!others.empty()) {
      place = toItemNumber(b, place, unit);
      if (!isFull)
        place = b.minsi(place, b.sub(count, 1));
      for (auto [member, value] :
           llvm::zip_equal(others, loadMembers(place, others)))
        item[member] = value;
    }
    items.push_back(item);
  }
  for (auto [target, item] : llvm::zip_equal(targets, items)) {
    auto write = [&, target = target, &item = item] {
      storeAll(b, runs.outs, item, target);
    };
    if (isFull)
      write();
    else
      kernel.ifThen(b.slt(target, count), write);
  }
}

void TileMerge::emit(Value begin) {
  findBorders(begin);
  fetch();
  MergedItems merged = merge();
  bool movesItems =
      types.size() == 1 &&
      movesMergedItems(kernel.target(), getElementBytes(types.front()));
  SmallVector<Value> places = movesItems ? exchangeItems(merged.compared)
                                         : exchangePlaces(merged.places);
  Value isFull = b.eq(count, tile.items());
  kernel.ifThen(
      isFull, [&] { store(places, /*isFull=*/true); },
      [&] { store(places, /*isFull=*/false); });
}

void mlir::prim::emitTileMerge(KernelBuilder &kernel, SortOpInterface op,
                               const TileShape &tile, const TileRuns &runs,
                               Value begin) {
  TileRuns placed(runs);
  // The tile's place in the outputs is that of its first item.
  Value place = begin;
  if (!begin.getType().isInteger(64))
    place = kernel.zextI64(begin);
  for (MemoryArray &out : placed.outs)
    out = out.from(kernel, place);
  TileMerge(kernel, op, tile, placed).emit(begin);
}
