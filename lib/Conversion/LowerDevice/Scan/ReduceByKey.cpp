//===- ReduceByKey.cpp - Folds and lengths of segments *- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A reduction of segments is a scan by tiles of which only the last fold of
// each segment is written: at the first item of the next one it is what lies
// before the item. The scan counts segments, too, and knows their number there.
//
// The length of a run is the fold of a one for each of its elements. Of runs of
// more than one element their second elements are counted, and where a run
// begins follows from where it has ended and its length. Those that end in a
// tile have consecutive numbers. If there is room, they go through workgroup
// memory, so that neighbouring lanes write neighbouring runs.
//
// In a late schedule, each wave scans its own part of a tile. It keeps what
// belongs to the starts of segments, side by side, until it knows what comes
// before the part, of which only the first fold needs to know.
//
//===----------------------------------------------------------------------===//

#include "ReduceByKey.h"

#include "../Engine/OperandChecks.h"
#include "LateScan.h"
#include "ReduceThenScan.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "prim/Dialect/Prim/IR/PrimSelectOps.h"
#include "prim/Dialect/Prim/Utils/CollectiveBuilders.h"
#include "prim/Dialect/Prim/Utils/TileLayout.h"
#include <tuple>

using namespace mlir;
using namespace mlir::prim;

namespace {

class RunKernel : public TileScan, public WaveSegments {
public:
  RunKernel(DeviceReduceOp op, KernelBuilder &kernel, TileShape tile,
            const TileScanForm &form)
      : RunKernel(op, op.getPrologue(), &op.getEpilogue(), kernel, tile, form) {
    keys.equal = &op.getEqual();
  }

  static TileScanForm getForm(DeviceReduceOp op) {
    SmallVector<Type> keys;
    for (Value segment : op.getDeviceSegments())
      keys.push_back(getElementTypeOrSelf(segment));
    return getForm(keys, op.getAccumulatorTypes());
  }

  ValueTuple compact(TileIO &io, ValueRange loaded,
                     ArrayRef<MemoryArray> slots) override;
  void store(TileIO &io, const ValueTuple &own, const ValueTuple &before,
             ArrayRef<MemoryArray> slots) override;

protected:
  static TileScanForm getForm(TypeRange keys, TypeRange folds) {
    TileScanForm form{ScanMode::Exclusive};
    form.total = true;
    form.order = ItemOrder::Blocked;
    form.segmentFlag = Combiner::SegmentFlag::Count;
    for (TypeRange types : {keys, folds})
      for (Type type : types)
        form.placed.push_back(widenBit(type));
    return form;
  }
  /// `epilogue` maps folds; null for none.
  RunKernel(DeviceOpInterface op, mlir::Region &prologue,
            mlir::Region *epilogue, KernelBuilder &kernel, TileShape tile,
            const TileScanForm &form)
      : TileScan(op, prologue, kernel, tile, form),
        WaveSegments(static_cast<TileScan &>(*this)), epilogue(epilogue) {}

  void bindOuts(BindFn bind) override {
    ValueRange outs = op.getDeviceOuts();
    counts = bind(outs.back());
    outs = outs.drop_back();
    unsigned numKeys = givesFirsts() ? countKeys() : 0;
    firsts = bind(outs.take_front(numKeys));
    folds = bind(outs.drop_front(numKeys));
  }
  /// Whether the keys of segments are among the outputs.
  virtual unsigned countKeys() { return op.getDeviceSegments().size(); }
  virtual bool givesFirsts() {
    return op.getDeviceSegmentForm() == SegmentForm::Key;
  }
  /// The total of all elements, if the total of tiles includes later elements.
  virtual ValueTuple cutTotal(ValueRange total) { return ValueTuple(total); }
  void storeTotal(ValueRange total) override;
  void store(TileIO &io, const TileFolds &folds) override;
  /// Whether the results of a tile have room in workgroup memory, which those
  /// of a large tuned tile have not.
  bool exchangesResults(const TileFolds &found) const;
  /// The numbers (i32, uniform) of the first segment that starts in the tile,
  /// and of the first one after it. `before` are the folds before each item.
  std::pair<Value, Value> findSegmentRange(TileIO &io,
                                           ArrayRef<ValueTuple> before,
                                           const TileFolds &found);
  /// Writes the results of segments from where each thread has found them.
  void storeSparse(ArrayRef<ValueTuple> before, const TileFolds &found);
  /// Likewise for segments [first, end), with neighbours side by side in the
  /// threads.
  void storeDense(ArrayRef<ValueTuple> before, const TileFolds &found,
                  Value first, Value end);
  /// Maps `fold` and writes it as that of segment `number`.
  void storeFold(Value number, ValueRange fold);
  /// Writes what segment `number` (i32, unsigned) has.
  void storeAt(Value number, ArrayRef<MemoryArray> arrays, ValueRange values);
  /// How many segments the outputs hold, i32.
  Value getCapacity() {
    return prim::getCapacity(kernel, op.getDeviceOuts().front());
  }
  /// Whether `number` (i32) is below the capacity.
  Value fits(Value number) { return b.ult(number, getCapacity()); }

  mlir::Region *epilogue;
  SmallVector<MemoryArray> firsts, folds, counts;
};

/// Runs and their lengths.
class LengthKernel : public RunKernel {
public:
  /// Nothing is loaded but keys, of which the borders see.
  LengthKernel(DeviceRunLengthOp op, KernelBuilder &kernel, TileShape tile,
               const TileScanForm &form)
      : RunKernel(op, op.getEqual(), /*epilogue=*/nullptr, kernel, tile, form),
        numKeys(op.getItemTypes().size()), isNontrivial(op.getNontrivial()) {
    keys.equal = &op.getEqual();
    if (!op.getPrologue().empty()) {
      keys.prologue = &op.getPrologue();
      keys.types = op.getItemTypes();
    }
  }

  static TileScanForm getForm(DeviceRunLengthOp op) {
    Type length = IntegerType::get(op.getContext(), /*width=*/32);
    Type half = IntegerType::get(op.getContext(), /*width=*/16);
    TileScanForm form = op.getNontrivial()
                            ? RunKernel::getForm(/*keys=*/{}, length)
                            : RunKernel::getForm(op.getItemTypes(), half);
    form.counts = length;
    if (op.getNontrivial())
      form.segmentFlag = Combiner::SegmentFlag::Marks;
    return form;
  }

private:
  unsigned countKeys() override { return numKeys; }
  bool givesFirsts() override { return !isNontrivial; }
  /// A one for each item, past the end, too.
  SmallVector<ValueTuple> loadItems(TileIO &io, bool pads, bool isFull,
                                    SmallVector<Value> &kept) override {
    return SmallVector<ValueTuple>(shape.itemsPerThread, {b.i32(1)});
  }
  SmallVector<Value> toScanOrder(ValueRange items) override {
    return SmallVector<Value>(items);
  }
  ValueTuple cutTotal(ValueRange total) override;
  void storeTotal(ValueRange total) override;
  void store(TileIO &io, const TileFolds &found) override;
  /// Writes the runs that end in the tile, which begins with element `base`
  /// (i32), through workgroup memory.
  void storeRuns(ArrayRef<Value> positions, Value base, const TileFolds &found);
  /// Writes the run of `length` elements that ends before element `end`, if
  /// there is room for it. All are i32.
  void storeRun(Value number, Value end, Value length);
  /// The number of the last run that has been counted before or with an item.
  /// `fold` is the one before the item.
  Value lastNumber(ValueRange fold) { return b.sub(countRuns(fold.back()), 1); }
  /// A wave finds the starts of runs by votes.
  unsigned getVector() override { return 1; }
  SmallVector<Value> load(TileIO &io, ArrayRef<MemoryArray> slots,
                          ValueRange ahead) override;
  ValueTuple compact(TileIO &io, ValueRange loaded,
                     ArrayRef<MemoryArray> slots) override;
  /// The first and the last word of the results of non-trivial runs.
  SmallVector<Type> getWaiting() override {
    return SmallVector<Type>(isNontrivial ? 2 : 0, b.getI32Type());
  }
  void store(TileIO &io, const ValueTuple &own, const ValueTuple &before,
             ArrayRef<MemoryArray> slots) override;
  IntegerType getMaskType() {
    return b.getIntegerType(kernel.target().waveSize);
  }

  Value isLong(Value length) { return b.ugt(length, 1); }
  /// The number of runs that `border` has counted.
  Value countRuns(Value border) { return b.andi(border, Combiner::markMask); }

  unsigned numKeys;
  bool isNontrivial;
};

/// How a plan makes a kernel of its op.
using RunKernelFn = std::function<std::unique_ptr<RunKernel>(
    KernelBuilder &, TileShape, const TileScanForm &)>;

} // namespace

void RunKernel::storeFold(Value number, ValueRange fold) {
  SmallVector<Value> results(fold);
  if (epilogue)
    results = kernel.map(*epilogue, fold);
  else
    for (auto [result, array] : llvm::zip_equal(results, folds))
      result = widenCount(kernel, array, result);
  storeAt(number, folds, results);
}

void RunKernel::storeAt(Value number, ArrayRef<MemoryArray> arrays,
                        ValueRange values) {
  // Results may take more than the 4 GiB that 32 bits reach.
  Value place = b.zextI64(number);
  storeAll(b, arrays, values, place);
}

/// The number of segments that `border` has counted, less `less`.
static Value countSegments(CodeBuilder &b, Value border, int64_t less) {
  return b.sub(b.i32(-less), border);
}

void RunKernel::storeTotal(ValueRange tilesTotal) {
  ValueTuple whole = cutTotal(tilesTotal);
  ValueRange total(whole);
  Value last = countSegments(b, total.back(), /*less=*/1);
  kernel.ifThen(fits(last), [&] { storeFold(last, total.drop_back()); });
  Value count = countSegments(b, total.back(), /*less=*/0);
  storeCount(kernel, counts.front(), count);
}

void RunKernel::store(TileIO &io, const TileFolds &found) {
  SmallVector<ValueTuple> before = found.exclusive;
  // A combiner without identity has nothing there.
  if (!combiner.hasIdentity()) {
    Value &border = before.front().back();
    border = b.select(io.hasFirst(), b.i32(0), border);
  }
  if (!exchangesResults(found))
    return storeSparse(before, found);
  Value first, end;
  std::tie(first, end) = findSegmentRange(io, before, found);
  // A thread that finds several segments would write each of them to another
  // line than its neighbours.
  Value count = b.sub(end, first);
  Value isDense = b.ugt(count, shape.blockSize);
  kernel.ifThen(
      isDense, [&] { storeDense(before, found, first, end); },
      [&] { storeSparse(before, found); });
}

bool RunKernel::exchangesResults(const TileFolds &found) const {
  uint64_t widest = 0;
  auto add = [&](ValueRange values) {
    for (Value value : values)
      widest = std::max<uint64_t>(widest, getElementBytes(value.getType()));
  };
  add(ValueRange(found.exclusive.front()).drop_back());
  if (!found.keys.empty())
    add(found.keys.front());
  return widest * shape.items() <= kernel.target().ldsBytes / 2;
}

std::pair<Value, Value> RunKernel::findSegmentRange(TileIO &io,
                                                    ArrayRef<ValueTuple> before,
                                                    const TileFolds &found) {
  MemoryArray range =
      kernel.workgroupArray(b.getI32Type(), /*count=*/2, "segments of a tile");
  kernel.ifThen(kernel.isFirstThread(), [&] {
    range.store(b, countSegments(b, before.front().back(), /*less=*/0), 0);
  });
  // Without identity, there is no fold before an item past the end.
  Value lastItem = b.sub(io.count(), 1);
  Value lastThread = b.divui(lastItem, shape.itemsPerThread);
  Value isLast = b.eq(kernel.threadId(), lastThread);
  kernel.ifThen(isLast, [&] {
    Value count = countSegments(b, before.front().back(), /*less=*/0);
    for (Value start : found.segments.starts)
      count = b.add(count, b.zextI32(start));
    range.store(b, count, 1);
  });
  kernel.barrier();
  Value first = WarpUniformOp::create(b, range.load(b, 0));
  Value end = WarpUniformOp::create(b, range.load(b, 1));
  return {first, end};
}

void RunKernel::storeSparse(ArrayRef<ValueTuple> before,
                            const TileFolds &found) {
  Value capacity = getCapacity();
  for (auto [i, start] : llvm::enumerate(found.segments.starts))
    kernel.ifThen(start, [&, i = i] {
      // The segment before this one, of which the first of all has none, which
      // makes its number larger than any.
      Value number = countSegments(b, before[i].back(), /*less=*/1);
      if (!areDiscarding(folds))
        kernel.ifThen(b.ult(number, capacity), [&] {
          storeFold(number, ValueRange(before[i]).drop_back());
        });
      if (areDiscarding(firsts))
        return;
      Value own = countSegments(b, before[i].back(), /*less=*/0);
      kernel.ifThen(b.ult(own, capacity),
                    [&] { storeAt(own, firsts, found.keys[i]); });
    });
}

void RunKernel::storeDense(ArrayRef<ValueTuple> before, const TileFolds &found,
                           Value first, Value end) {
  unsigned numFolds = areDiscarding(folds) ? 0 : before.front().size() - 1;
  unsigned numKeys = areDiscarding(firsts) ? 0 : firsts.size();
  if (numFolds + numKeys == 0)
    return;
  // A segment's start brings its keys, and the fold of the segment before it.
  SmallVector<ValueTuple> items;
  SmallVector<ValueTuple> ranks;
  Value none = b.i32(-1);
  for (auto [i, start] : llvm::enumerate(found.segments.starts)) {
    ValueTuple item(ArrayRef(before[i]).take_front(numFolds));
    if (numKeys)
      llvm::append_range(item, found.keys[i]);
    items.push_back(item);
    Value own = countSegments(b, before[i].back(), /*less=*/0);
    ranks.push_back({b.select(start, b.sub(own, first), none)});
  }
  auto pack = [&](ArrayRef<ValueTuple> tuples) {
    SmallVector<Type> types = llvm::map_to_vector(
        tuples.front(), [](Value value) { return value.getType(); });
    return packItems(b, tuples, getVectorTypes(types, shape.itemsPerThread));
  };
  auto exchange = BlockExchangeOp::create(
      b, pack(items), pack(ranks).front(), Arrangement::Blocked,
      /*fromVector=*/0, Arrangement::Striped, /*toVector=*/0);
  exchange.setGuarded(true);
  SmallVector<ValueTuple> moved = unpackItems(b, exchange.getResults());
  Value capacity = getCapacity();
  TileLayout striped(shape.blockSize, kernel.target().waveSize,
                     shape.itemsPerThread, Arrangement::Striped);
  SmallVector<Value> places = striped.positions(
      b, {kernel.threadId(), kernel.laneId(), kernel.waveId()});
  for (auto [item, place] : llvm::zip_equal(moved, places)) {
    Value own = b.add(first, place);
    Value exists = b.ult(own, end);
    kernel.ifThen(exists, [&, &item = item] {
      ValueRange values(item);
      // The first segment of all has none before it: its number is larger than
      // any.
      Value number = b.sub(own, 1);
      if (numFolds)
        kernel.ifThen(b.ult(number, capacity),
                      [&] { storeFold(number, values.take_front(numFolds)); });
      if (numKeys)
        kernel.ifThen(b.ult(own, capacity), [&] {
          storeAt(own, firsts, values.drop_front(numFolds));
        });
    });
  }
}

//===----------------------------------------------------------------------===//
// By waves
//===----------------------------------------------------------------------===//

ValueTuple RunKernel::compact(TileIO &io, ValueRange loaded,
                              ArrayRef<MemoryArray> slots) {
  WarpScanOp scan = scanPart(ScanMode::Exclusive);
  SmallVector<ValueTuple> before = unpackItems(b, scan.getExclusiveResults());
  SmallVector<MemoryArray> parts = getWaveParts(slots);
  // A segment's start brings its keys, and the fold of the segment before it.
  for (auto [i, start] : llvm::enumerate(tile->folds.segments.starts))
    kernel.ifThen(start, [&, i = i] {
      Value place = countSegments(b, before[i].back(), /*less=*/0);
      SmallVector<Value> values(tile->folds.keys[i]);
      llvm::append_range(values, ValueRange(before[i]).drop_back());
      for (auto [part, value] : llvm::zip_equal(parts, values))
        part.store(b, widenBit(b, value), place);
    });
  return ValueTuple(scan.getTotalResults());
}

void RunKernel::store(TileIO &io, const ValueTuple &own,
                      const ValueTuple &before, ArrayRef<MemoryArray> slots) {
  bool storesFolds = !areDiscarding(folds), storesKeys = !areDiscarding(firsts);
  SmallVector<MemoryArray> parts = getWaveParts(slots);
  unsigned numKeys = firsts.size(), lanes = kernel.target().waveSize;
  Value count = countSegments(b, own.back(), /*less=*/0);
  Value first = countSegments(b, before.back(), /*less=*/0);
  Value capacity = getCapacity();
  auto isLeft = [&](ValueRange args) { return b.ult(args.front(), count); };
  auto storeOne = [&](ValueRange args) -> SmallVector<Value> {
    Value place = args.front();
    Value number = b.add(first, place);
    ValueTuple values = loadAll(b, parts, place);
    if (storesKeys)
      kernel.ifThen(b.ult(number, capacity), [&] {
        storeAt(number, firsts, ArrayRef(values).take_front(numKeys));
      });
    // The first segment of all has none before it: its number is larger than
    // any.
    Value ended = b.sub(number, 1);
    if (storesFolds)
      kernel.ifThen(b.ult(ended, capacity), [&] {
        ValueTuple fold(ArrayRef(values).drop_front(numKeys));
        for (auto [value, type] : llvm::zip_equal(fold, base.getTypes()))
          value = narrowBit(b, value, type);
        Value isFirst = b.eq(place, 0);
        storeFold(ended, combineIf(b, base, isFirst,
                                   ValueRange(before).drop_back(), fold, fold));
      });
    return {b.add(place, lanes)};
  };
  b.whileLoop(kernel.laneId(), isLeft, storeOne);
}

//===----------------------------------------------------------------------===//
// Lengths
//===----------------------------------------------------------------------===//

ValueTuple LengthKernel::cutTotal(ValueRange total) {
  // A place behind the end goes on with the last run.
  Value narrow = b.truncI32(size);
  Value places = b.mul(tiles, shape.items());
  Value behind = b.sub(places, narrow);
  Value length = b.sub(total.front(), behind);
  Value border = total.back();
  if (isNontrivial) {
    // It may be the second element of it, too.
    Value isOne = b.eq(length, 1);
    Value pads = b.ne(behind, 0);
    Value over = b.zextI32(b.andi(isOne, pads));
    border = b.sub(border, over);
  }
  return {length, border};
}

void LengthKernel::storeTotal(ValueRange tilesTotal) {
  if (!isNontrivial)
    return RunKernel::storeTotal(tilesTotal);
  ValueTuple total = cutTotal(tilesTotal);
  kernel.ifThen(isLong(total.front()), [&] {
    Value number = lastNumber(total);
    storeRun(number, b.truncI32(size), total.front());
  });
  storeCount(kernel, counts.front(), countRuns(total.back()));
}

void LengthKernel::storeRun(Value number, Value end, Value length) {
  kernel.ifThen(fits(number),
                [&] { storeFold(number, {b.sub(end, length), length}); });
}

void LengthKernel::store(TileIO &io, const TileFolds &found) {
  if (!isNontrivial)
    return RunKernel::store(io, found);
  TileIO scanned(kernel, shape, TileIO::blocked, /*reverse=*/false, size,
                 io.getBase());
  SmallVector<Value> positions = scanned.positions();
  if (exchangesResults(found))
    return storeRuns(positions, b.truncI32(io.getBase()), found);
  for (auto [i, position] : llvm::enumerate(positions)) {
    ValueRange fold(found.exclusive[i]);
    Value length = fold.front();
    Value ends = b.andi(found.segments.starts[i], isLong(length));
    kernel.ifThen(ends, [&, position = position] {
      Value end = b.add(b.truncI32(io.getBase()), position);
      storeRun(lastNumber(fold), end, length);
    });
  }
}

void LengthKernel::storeRuns(ArrayRef<Value> positions, Value base,
                             const TileFolds &found) {
  // A run has two halves of a word: where it ends in the tile, and its second
  // element, whichever of them are there. What begins before the tile is the
  // first run, and its length so far is kept apart. Where the last of the most
  // runs comes to the word of the first one, it has no end and the first one
  // has no second element.
  enum { First, Before, Last, Runs };
  assert(shape.items() <= UINT16_MAX && "a half counts a tile's items");
  unsigned places = llvm::PowerOf2Ceil(shape.items() / 2);
  MemoryArray words =
      kernel.workgroupArray(b.getI32Type(), Runs + places, "runs of a tile");
  Value halves = advance(b, words.getBase(), 4 * Runs);
  ArrayRef<Value> starts = found.segments.starts;
  ArrayRef<Value> seconds = found.segments.seconds;
  ValueRange front(found.exclusive.front()), back(found.exclusive.back());
  kernel.ifThen(kernel.isFirstThread(), [&] {
    words.store(b, lastNumber(front), First);
    words.store(b, front.front(), Before);
  });
  Value isLast = b.eq(kernel.threadId(), shape.blockSize - 1);
  kernel.ifThen(isLast, [&] {
    // The run of the last item goes on, even if it has more than one element.
    Value continues = b.invert(starts.back());
    Value counted = b.add(countRuns(back.back()), b.zextI32(seconds.back()));
    words.store(b, b.sub(counted, b.zextI32(continues)), Last);
  });
  auto placeOf = [&](Value number) { return b.andi(number, places - 1); };
  for (auto [i, position] : llvm::enumerate(positions)) {
    Value isSecond = seconds[i];
    Value isLonger =
        i ? b.invert(starts[i - 1]) : isLong(found.exclusive[i].front());
    Value ends = b.andi(starts[i], isLonger);
    kernel.ifThen(b.ori(ends, isSecond), [&, i = i, position = position] {
      // An end is in the first half of the last run's word before it, a second
      // element in the second half of the next word.
      Value distance = b.select(starts[i], b.i32(-4), 2);
      Value offset = b.add(b.shli(found.exclusive[i].back(), 2), distance);
      offset = b.andi(offset, 4 * places - 1);
      StoreOp::create(b, b.trunci(b.getI16Type(), position), halves, offset);
    });
  }
  kernel.barrier();
  Value first = WarpUniformOp::create(b, words.load(b, First));
  Value before = WarpUniformOp::create(b, words.load(b, Before));
  Value last = WarpUniformOp::create(b, words.load(b, Last));
  Value skipped = b.zextI32(b.invert(isLong(before)));
  Value from = b.add(kernel.threadId(), skipped);
  kernel.forEach(from, b.sub(last, first), shape.blockSize, [&](Value run) {
    Value number = b.add(first, run);
    Value word = words.load(b, b.add(placeOf(number), Runs));
    Value end = b.andi(word, UINT16_MAX);
    Value begin = b.sub(b.shrui(word, 16), 1);
    begin = b.select(b.eq(run, 0), b.sub(b.i32(0), before), begin);
    storeRun(number, b.add(base, end), b.sub(end, begin));
  });
}

SmallVector<Value> LengthKernel::load(TileIO &io, ArrayRef<MemoryArray> slots,
                                      ValueRange ahead) {
  if (!slots.empty())
    io.setStaged(getStagedArrays(), slots);
  setEdge(ahead);
  SegmentItems items = getItems();
  SmallVector<Value> vectors = io.fullOrPartial(
      items.getTypes(), [&](bool isFull) { return items.load(io, isFull); });
  SmallVector<ValueTuple> itemKeys;
  TileSegments found = items.find(io, vectors, itemKeys);
  SmallVector<Value> loaded =
      llvm::map_to_vector(found.starts, [&](Value start) -> Value {
        return WarpBallotOp::create(b, getMaskType(), start, /*whole=*/true);
      });
  for (const ValueTuple &key : itemKeys)
    llvm::append_range(loaded, key);
  return loaded;
}

ValueTuple LengthKernel::compact(TileIO &io, ValueRange loaded,
                                 ArrayRef<MemoryArray> slots) {
  const unsigned lanes = kernel.target().waveSize;
  const unsigned part = lanes * shape.itemsPerThread;
  assert(part <= UINT16_MAX && "a half of a word counts the items of a wave");
  SmallVector<MemoryArray> parts = getWaveParts(slots);
  ValueRange masks = loaded.take_front(shape.itemsPerThread);
  ValueRange itemKeys = loaded.drop_front(shape.itemsPerThread);
  IntegerType maskType = getMaskType();
  Value none = b.constant(maskType, 0), lane = kernel.laneId();
  Value bit = b.constant(maskType, 1);
  bit = b.shli(bit, maskType.isInteger(32) ? lane : b.extui(maskType, lane));
  auto isIn = [&](Value mask) { return b.ne(b.andi(mask, bit), none); };
  auto countOnes = [&](Value mask) -> Value {
    Value ones = math::CtPopOp::create(b, mask);
    return maskType.isInteger(32) ? ones : b.truncI32(ones);
  };
  // Behind the last start that a lane has seen.
  Value last = b.i32(0), starts = b.i32(0), seconds = b.i32(0);
  Value begin;
  // The starts of runs among the items before those of a row, in whose first
  // bit the lane before them is the last one.
  Value carried;
  if (isNontrivial) {
    Value before = getItems().isStartBefore(getBeforeWave(io.getBase()));
    // Waves past the end have no second element of the last run.
    Value isNear = b.sle(getWaveStart(), io.count());
    begin = WarpUniformOp::create(b, b.zextI32(b.andi(before, isNear)));
    carried = maskType.isInteger(32) ? begin : b.extui(maskType, begin);
  }
  for (auto [i, mask] : llvm::enumerate(masks)) {
    Value position = b.add(lane, i * lanes);
    Value isStart = isIn(mask);
    last = b.select(isStart, b.add(position, 1), last);
    Value narrow = b.trunci(b.getI16Type(), position);
    if (!isNontrivial) {
      Value place = WarpMaskedBitCountOp::create(b, mask, starts);
      kernel.ifThen(isStart, [&, i = i] {
        ValueRange key = itemKeys.slice(i * numKeys, numKeys);
        for (auto [array, value] : llvm::zip(parts, key))
          array.store(b, value, place);
        parts.back().store(b, narrow, place);
      });
      starts = b.add(starts, countOnes(mask));
      continue;
    }
    // A run that has a second element has its begin in the second half of a
    // word, and its end in the first half. The word's number is that of second
    // elements up to it.
    Value follow = b.ori(b.shli(mask, b.constant(maskType, 1)), carried);
    carried = b.shrui(mask, b.constant(maskType, lanes - 1));
    Value isEvent = isIn(b.xori(mask, follow));
    Value second = b.andi(follow, b.xori(mask, b.constant(maskType, -1)));
    Value before = WarpMaskedBitCountOp::create(b, second, seconds);
    MemoryArray halves(parts.front().getBase(), b.getI16Type());
    kernel.ifThen(isEvent, [&] {
      Value place = b.shli(before, 1);
      place = b.add(place, b.select(isStart, b.i32(0), b.i32(3)));
      halves.store(b, narrow, place);
    });
    seconds = b.add(seconds, countOnes(second));
  }
  auto greatest =
      createWarpReduce(b, Combiner(CombinerKind::MaxUI, b.getI32Type()), last,
                       /*all=*/true);
  last = WarpUniformOp::create(b, greatest.getResults().front());
  Value length = b.sub(b.i32(part), b.maxsi(b.sub(last, 1), 0));
  if (!isNontrivial)
    return {length, b.sub(b.i32(0), starts)};
  Value flag = b.select(b.ne(last, 0), b.i32(INT32_MIN), b.i32(0));
  // Second elements and ends alternate, so that a last item which is a start
  // tells that all runs have ended.
  Value isStart = maskType.isInteger(32) ? carried : b.truncI32(carried);
  return {length, b.ori(flag, seconds), begin, b.add(seconds, isStart)};
}

void LengthKernel::store(TileIO &io, const ValueTuple &own,
                         const ValueTuple &before,
                         ArrayRef<MemoryArray> slots) {
  SmallVector<MemoryArray> parts = getWaveParts(slots);
  Value lanes = b.i32(kernel.target().waveSize);
  Value first, end;
  std::function<void(Value)> storeOne;
  Value length = before.front();
  if (isNontrivial) {
    first = own[2];
    end = own[3];
    Value countedBefore = countRuns(before.back());
    Value start = b.add(b.truncI32(io.getBase()), getWaveStart());
    storeOne = [=](Value place) {
      Value word = parts.front().load(b, place);
      Value over = b.andi(word, UINT16_MAX);
      Value second = b.shrui(word, 16);
      // The first run has begun before the part.
      Value isOpen = b.eq(place, 0);
      Value begin = b.select(isOpen, b.sub(b.i32(0), length), b.sub(second, 1));
      Value number = b.sub(b.add(countedBefore, place), 1);
      storeRun(number, b.add(start, over), b.sub(over, begin));
    };
  } else {
    first = b.i32(0);
    end = countSegments(b, own.back(), /*less=*/0);
    Value counted = countSegments(b, before.back(), /*less=*/0);
    Value capacity = getCapacity();
    bool storesKeys = !areDiscarding(firsts),
         storesFolds = !areDiscarding(folds);
    storeOne = [=](Value place) {
      Value number = b.add(counted, place);
      if (storesKeys)
        kernel.ifThen(b.ult(number, capacity), [&] {
          storeAt(number, firsts,
                  loadAll(b, ArrayRef(parts).drop_back(), place));
        });
      // The first segment of all has none before it: its number is larger than
      // any.
      Value ended = b.sub(number, 1);
      if (!storesFolds)
        return;
      kernel.ifThen(b.ult(ended, capacity), [&] {
        auto get = [&](Value at) {
          return b.zextI32(parts.back().load(b, at));
        };
        Value isFirst = b.eq(place, 0);
        Value begin = b.select(isFirst, b.sub(b.i32(0), length),
                               get(b.maxsi(b.sub(place, 1), 0)));
        storeFold(ended, {b.sub(get(place), begin)});
      });
    };
  }
  auto isLeft = [&](ValueRange args) { return b.ult(args.front(), end); };
  auto storeNext = [&](ValueRange args) -> SmallVector<Value> {
    storeOne(args.front());
    return {b.add(args.front(), lanes)};
  };
  b.whileLoop(b.add(first, kernel.laneId()), isLeft, storeNext);
}

/// The plan of `op`, whose kernels makeKernel() makes and write the count: by
/// reduce-then-scan, or by look-back and by resident blocks. `row` says how
/// those take tiles, if they are not tuned, and `tile` is that of the others.
static DevicePlan planRuns(DeviceOpInterface op, const TileScanForm &form,
                           TileShape tile, std::optional<LateTuningRow> row,
                           const DeviceContext &context,
                           RunKernelFn makeKernel) {
  std::optional<LateTuningRow> late;
  if (!TileScan::isReducedThenScanned(op) &&
      op.getDeviceSegmentForm() == SegmentForm::Key)
    late = LateSchedule::findRow(op, form, row, tile, context);
  // The smallest tile takes the largest workspace.
  TileShape least = tile;
  if (late && late->tile.items() < tile.items())
    least = late->tile;
  DevicePlan plan{least, RowForm::get(op)};
  plan.regions = TileScan::getRegions(op, form, plan);
  plan.limits.push_back(
      {INT32_MAX,
       "takes fewer than 2147483648 elements, found {}; reduce in parts"});
  auto addKernel = [&](TileScheduleFn schedule) {
    return PlanLaunch{plan.addKernel("runs", tile, [=](KernelBuilder &kernel) {
      schedule(*makeKernel(kernel, tile, form));
    })};
  };
  SmallVector<PlanLaunch> runs;
  if (TileScan::isReducedThenScanned(op))
    runs = addReduceThenScan(op, form, plan, addKernel);
  else
    runs = {addKernel([](TileScan &scan) { LookBackSchedule(scan).emit(); })};
  std::optional<TileShape> own;
  if (late)
    own = tile;
  plan.cases = {addEmptyCounts(op, op.getDeviceOuts().back(), plan),
                {tile.items(), /*usesWorkspace=*/false, {runs.back()}, own}};
  if (late) {
    TileScanForm waits = form;
    waits.ahead = late->ahead;
    waits.late = late->late;
    PlanLaunch launch{
        plan.addKernel("runs", late->tile, [=](KernelBuilder &kernel) {
          std::unique_ptr<RunKernel> scan =
              makeKernel(kernel, late->tile, waits);
          LateSchedule(*scan, *scan).emit();
        })};
    plan.cases.push_back(
        LateSchedule::makeCase(op, waits, *late, context, launch));
  }
  plan.cases.push_back({INT64_MAX, /*usesWorkspace=*/true, runs, own});
  return plan;
}

//===----------------------------------------------------------------------===//
// Segments
//===----------------------------------------------------------------------===//

DevicePlan mlir::prim::planRunReduce(DeviceReduceOp op, const TileShape &tile,
                                     std::optional<LateTuningRow> late,
                                     const DeviceContext &context) {
  auto makeKernel = [=](KernelBuilder &kernel, TileShape tile,
                        const TileScanForm &form) {
    return std::make_unique<RunKernel>(op, kernel, tile, form);
  };
  return planRuns(op, RunKernel::getForm(op), tile, late, context, makeKernel);
}

//===----------------------------------------------------------------------===//
// Run lengths
//===----------------------------------------------------------------------===//

namespace {

class RunLengthLowering : public OpLowering<DeviceRunLengthOp> {
public:
  explicit RunLengthLowering(DeviceRunLengthOp op)
      : OpLowering(op, DeviceAlgorithm::Runs, DeviceAlgorithm::Runs) {}

  unsigned countItemBytes(bool hasBorder) const override {
    // Lengths are folds, with a border each.
    return std::max<unsigned>(OpLowering::countItemBytes(hasBorder),
                              2 * sizeof(int32_t));
  }

  void emitSizeChecks(OperandChecks &checks) const override {
    checks.checkIns();
    checks.checkSegments(/*hasResultOfEach=*/true);
    checks.checkInit();
  }

  FailureOr<DevicePlan> plan(const DeviceContext &context) const override {
    auto makeKernel =
        [op = op](KernelBuilder &kernel, TileShape tile,
                  const TileScanForm &form) -> std::unique_ptr<RunKernel> {
      return std::make_unique<LengthKernel>(op, kernel, tile, form);
    };
    LateFamily family =
        op.getNontrivial() ? LateFamily::LongRuns : LateFamily::Lengths;
    return planRuns(
        op, LengthKernel::getForm(op), getTile(context),
        getLateTuningRow(context.getTarget(), family, countItemBytes(false)),
        context, makeKernel);
  }
};

} // namespace

std::unique_ptr<DeviceLowering>
mlir::prim::createLowering(DeviceRunLengthOp op) {
  return std::make_unique<RunLengthLowering>(op);
}
