//===- DeviceRuns.cpp - Folds and lengths of segments *- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A reduction of segments is a scan by tiles of which only the last fold of
// each segment is written: at the first item of the next one it is what lies
// before the item. With flags or keys the scan counts segments, too, and knows
// their number there. Offsets have been marked before, and segments numbered by
// where they end.
//
// The length of a run is the fold of a one for each of its elements. Of runs of
// more than one element their second elements are counted, and where a run
// begins follows from where it has ended and its length.
//
//===----------------------------------------------------------------------===//

#include "TileScan.h"
#include "prim/Dialect/Prim/IR/PrimSelectOps.h"
#include "prim/Dialect/Prim/Utils/CollectiveBuilders.h"

using namespace mlir;
using namespace mlir::prim;

namespace {

class RunKernel : public TileScanKernel {
public:
  RunKernel(DeviceReduceOp op, KernelBuilder &kernel, TileShape tile,
            const TileScanForm &form)
      : RunKernel(op, op.getPrologue(), &op.getEpilogue(), kernel, tile, form) {
  }

  static bool isCounted(DeviceOpInterface op) {
    return op.getDeviceSegments() != SegmentForm::Offsets;
  }
  static TileScanForm getForm(DeviceOpInterface op) {
    TileScanForm form{ScanMode::Exclusive};
    form.total = true;
    if (isCounted(op))
      form.borders = Combiner::Borders::Count;
    form.hasNote = !isCounted(op);
    return form;
  }

protected:
  /// `epilogue` maps folds; null for none.
  RunKernel(DeviceOpInterface op, mlir::Region &prologue,
            mlir::Region *epilogue, KernelBuilder &kernel, TileShape tile,
            const TileScanForm &form)
      : TileScanKernel(op, prologue, kernel, tile, form), epilogue(epilogue) {}

  void bindOuts(BindFn bind) override {
    ValueRange outs = op.getDeviceOuts();
    if (isCounted(op)) {
      counts = bind(outs.back());
      outs = outs.drop_back();
      unsigned numKeys = givesFirsts() ? countKeys() : 0;
      firsts = bind(outs.take_front(numKeys));
      outs = outs.drop_front(numKeys);
    }
    folds = bind(outs);
  }
  /// Whether the keys of segments are among the outputs.
  virtual unsigned countKeys() { return op.getDeviceBorders().size(); }
  virtual bool givesFirsts() {
    return op.getDeviceSegments() == SegmentForm::Key;
  }
  /// The total of all elements, where that of tiles has what lies behind them.
  virtual ValueTuple cutTotal(ValueRange total) { return ValueTuple(total); }
  void storeTotal(Value tile, ValueRange total) override;
  void store(TileIO &io, Value tile, const TileFolds &folds) override;
  virtual void storeCounted(TileIO &io, const TileFolds &found);
  void storeMarked(TileIO &io, const TileFolds &found);
  /// Which segment ends with an element.
  MemoryArray getNumbers() {
    return {kernel.argument(LaunchValue::region(Numbers)), b.getI32Type()};
  }
  /// Whether no offset is below the one before, so that all ends have numbers.
  Value areOrdered();
  /// Maps `fold` and writes it as that of segment `number`.
  void storeFold(Value number, ValueRange fold);
  /// Writes what segment `number` (i32, unsigned) has.
  void storeAt(Value number, ArrayRef<MemoryArray> arrays, ValueRange values);
  /// How many segments the outputs hold, i32.
  Value getCapacity() {
    return prim::getCapacity(kernel, op.getDeviceOuts().front());
  }
  /// Whether `number` (i32) is below the capacity.
  Value fits(Value number) {
    return arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ult, number,
                                 getCapacity());
  }

  mlir::Region *epilogue;
  SmallVector<MemoryArray> firsts, folds, counts;
};

/// Runs and their lengths.
class LengthKernel : public RunKernel {
public:
  /// Nothing is loaded but keys, of which the borders see.
  LengthKernel(DeviceRunLengthOp op, KernelBuilder &kernel, TileShape tile)
      : RunKernel(op, op.getEqual(), /*epilogue=*/nullptr, kernel, tile,
                  getForm(op)),
        numKeys(op.getItemTypes().size()), isNontrivial(op.getNontrivial()) {}

  static TileScanForm getForm(DeviceRunLengthOp op) {
    TileScanForm form = RunKernel::getForm(op);
    form.counts = IntegerType::get(op.getContext(), /*width=*/32);
    if (op.getNontrivial())
      form.borders = Combiner::Borders::Marks;
    return form;
  }

private:
  unsigned countKeys() override { return numKeys; }
  bool givesFirsts() override { return !isNontrivial; }
  /// A one for each item, past the end, too.
  SmallVector<ValueTuple> loadItems(TileIO &io, bool pads, bool isFull,
                                    SmallVector<Value> &kept) override {
    return SmallVector<ValueTuple>(shape.itemsPerThread,
                                   {createI32(b, loc, 1)});
  }
  ValueTuple cutTotal(ValueRange total) override;
  void storeTotal(Value tile, ValueRange total) override;
  void storeCounted(TileIO &io, const TileFolds &found) override;
  /// Writes the run of `fold`, a length and a border, that ends before element
  /// `end` (i32), if it has more than one element and there is room for it.
  void storeRun(Value end, ValueRange fold);

  Value isLong(Value length) {
    return arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ugt, length,
                                 createI32(b, loc, 1));
  }
  /// The number of runs that `border` has counted.
  Value countRuns(Value border) {
    return arith::AndIOp::create(b, loc, border,
                                 createI32(b, loc, Combiner::markMask));
  }

  unsigned numKeys;
  bool isNontrivial;
};

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
  Value place = arith::ExtUIOp::create(b, loc, b.getI64Type(), number);
  for (auto [array, value] : llvm::zip_equal(arrays, values))
    array.store(b, loc, value, place);
}

/// The number of segments that `border` has counted, less `less`.
static Value countSegments(OpBuilder &b, Location loc, Value border,
                           int64_t less) {
  return arith::SubIOp::create(b, loc, createI32(b, loc, -less), border);
}

void RunKernel::storeTotal(Value tile, ValueRange tilesTotal) {
  kernel.ifThen(storesTotal(tile), [&] {
    ValueTuple whole = cutTotal(tilesTotal);
    ValueRange total(whole);
    if (!isCounted(op)) {
      // The buffer ends with the last segment, or with what is in none.
      auto [begin, end] = getMarks().getRange();
      Value isEnd = arith::AndIOp::create(
          b, loc,
          arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq, end, size),
          arith::CmpIOp::create(b, loc, arith::CmpIPredicate::slt, begin, end));
      isEnd = arith::AndIOp::create(b, loc, isEnd, areOrdered());
      return kernel.ifThen(isEnd, [&] {
        Value last = arith::SubIOp::create(b, loc, size, createI64(b, loc, 1));
        storeFold(getNumbers().load(b, loc, last), total.drop_back());
      });
    }
    Value last = countSegments(b, loc, total.back(), /*less=*/1);
    kernel.ifThen(fits(last), [&] { storeFold(last, total.drop_back()); });
    Value count = countSegments(b, loc, total.back(), /*less=*/0);
    storeCount(kernel, counts.front(), count);
  });
}

void RunKernel::store(TileIO &io, Value tile, const TileFolds &found) {
  if (isCounted(op))
    storeCounted(io, found);
  else
    storeMarked(io, found);
}

void RunKernel::storeCounted(TileIO &io, const TileFolds &found) {
  Value capacity = getCapacity();
  for (auto [i, start] : llvm::enumerate(found.borders.starts)) {
    ValueTuple before = found.exclusive[i];
    // A combiner without identity has nothing there.
    if (i == 0 && !combiner.hasIdentity())
      before.back() = arith::SelectOp::create(
          b, loc, io.hasFirst(), createI32(b, loc, 0), before.back());
    kernel.ifThen(start, [&, i = i] {
      // The segment before this one, of which the first of all has none, which
      // makes its number larger than any.
      Value number = countSegments(b, loc, before.back(), /*less=*/1);
      if (!areDiscarding(folds))
        kernel.ifThen(
            arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ult, number,
                                  capacity),
            [&] { storeFold(number, ValueRange(before).drop_back()); });
      if (areDiscarding(firsts))
        return;
      Value own = countSegments(b, loc, before.back(), /*less=*/0);
      kernel.ifThen(arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ult,
                                          own, capacity),
                    [&] { storeAt(own, firsts, keys[i]); });
    });
  }
}

Value RunKernel::areOrdered() {
  Value flag = getNote(kernel).load(b, loc, createI32(b, loc, 0));
  return arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq, flag,
                               createI32(b, loc, 0));
}

void RunKernel::storeMarked(TileIO &io, const TileFolds &found) {
  TileIO scanned(kernel, shape, TileIO::blocked, /*reverse=*/false, size,
                 io.getBase());
  // Nothing ends where the first segment starts, nor before.
  Value first = scanned.inTile(getMarks().getRange().first);
  Value before =
      arith::SubIOp::create(b, loc, io.getBase(), createI64(b, loc, 1));
  MemoryArray numbers = getNumbers().from(b, loc, before);
  kernel.ifThen(areOrdered(), [&] {
    for (auto [i, position] : llvm::enumerate(scanned.positions())) {
      Value ends = arith::AndIOp::create(
          b, loc, found.borders.starts[i],
          arith::CmpIOp::create(b, loc, arith::CmpIPredicate::sgt, position,
                                first));
      kernel.ifThen(ends, [&, i = i, position = position] {
        storeFold(numbers.load(b, loc, position),
                  ValueRange(found.exclusive[i]).drop_back());
      });
    }
  });
}

//===----------------------------------------------------------------------===//
// Lengths
//===----------------------------------------------------------------------===//

ValueTuple LengthKernel::cutTotal(ValueRange total) {
  // What lies behind the end goes on with the last run.
  Value narrow = arith::TruncIOp::create(b, loc, b.getI32Type(), size);
  Value places =
      arith::MulIOp::create(b, loc, tiles, createI32(b, loc, shape.items()));
  Value behind = arith::SubIOp::create(b, loc, places, narrow);
  Value length = arith::SubIOp::create(b, loc, total.front(), behind);
  Value border = total.back();
  if (isNontrivial) {
    // It may be the second element of it, too.
    Value none = createI32(b, loc, 0);
    Value isOne = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq,
                                        length, createI32(b, loc, 1));
    Value pads =
        arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ne, behind, none);
    Value over = arith::ExtUIOp::create(
        b, loc, b.getI32Type(), arith::AndIOp::create(b, loc, isOne, pads));
    border = arith::SubIOp::create(b, loc, border, over);
  }
  return {length, border};
}

void LengthKernel::storeTotal(Value tile, ValueRange tilesTotal) {
  if (!isNontrivial)
    return RunKernel::storeTotal(tile, tilesTotal);
  kernel.ifThen(storesTotal(tile), [&] {
    ValueTuple total = cutTotal(tilesTotal);
    storeRun(arith::TruncIOp::create(b, loc, b.getI32Type(), size), total);
    storeCount(kernel, counts.front(), countRuns(total.back()));
  });
}

void LengthKernel::storeRun(Value end, ValueRange fold) {
  Value length = fold.front();
  kernel.ifThen(isLong(length), [&] {
    Value number = arith::SubIOp::create(b, loc, countRuns(fold.back()),
                                         createI32(b, loc, 1));
    kernel.ifThen(fits(number), [&] {
      storeFold(number, {arith::SubIOp::create(b, loc, end, length).getResult(),
                         length});
    });
  });
}

void LengthKernel::storeCounted(TileIO &io, const TileFolds &found) {
  if (!isNontrivial)
    return RunKernel::storeCounted(io, found);
  TileIO scanned(kernel, shape, TileIO::blocked, /*reverse=*/false, size,
                 io.getBase());
  Value base = arith::TruncIOp::create(b, loc, b.getI32Type(), io.getBase());
  for (auto [i, position] : llvm::enumerate(scanned.positions()))
    kernel.ifThen(found.borders.starts[i], [&, i = i, position = position] {
      storeRun(arith::AddIOp::create(b, loc, base, position),
               found.exclusive[i]);
    });
}

/// The cases of a plan whose launches, the last one on its own for one tile,
/// write the count of `op`.
static void addCountedCases(DeviceOpInterface op, ArrayRef<PlanLaunch> launches,
                            DevicePlan &plan) {
  plan.limits.push_back(
      {INT32_MAX, "counts the segments of fewer than 2147483648 elements, "
                  "found {}; reduce in parts"});
  plan.cases = {
      addEmptyCounts(op, op.getDeviceOuts().back(), plan),
      {plan.tile.items(), /*usesWorkspace=*/false, {launches.back()}},
      {INT64_MAX, /*usesWorkspace=*/true, SmallVector<PlanLaunch>(launches)}};
}

FailureOr<DevicePlan> mlir::prim::planRunLength(DeviceRunLengthOp op,
                                                const DeviceContext &context) {
  TileShape tile = context.getTile(op);
  DevicePlan plan{tile, RowForm::get(op)};
  plan.regions =
      TileScanKernel::getRegions(op, LengthKernel::getForm(op), plan.rows);
  PlanLaunch runs{plan.addKernel("runs", tile, [=](KernelBuilder &kernel) {
    LengthKernel(op, kernel, tile).emit();
  })};
  addCountedCases(op, {runs}, plan);
  return plan;
}

//===----------------------------------------------------------------------===//
// Segments
//===----------------------------------------------------------------------===//

/// Numbers segments by where they end, and gives empty ones what they have.
static void emitMarks(DeviceReduceOp op, KernelBuilder &kernel) {
  OpBuilder &b = kernel.b();
  Location loc = kernel.loc();
  MemoryArray numbers(
      kernel.argument(LaunchValue::region(TileScanKernel::Numbers)),
      b.getI32Type());
  Value marks = kernel.argument(LaunchValue::region(TileScanKernel::Marks));
  SmallVector<Value> nothing = kernel.loadInit(op.getInit());
  if (nothing.empty())
    nothing = kernel.combiner().identity(b, loc);
  RowView view(op, kernel, /*row=*/Value());
  SmallVector<MemoryArray> outs = view.at(op.getOuts());
  auto some = [&](Value number, Value last) {
    Value narrow = arith::TruncIOp::create(b, loc, b.getI32Type(), number);
    numbers.store(b, loc, narrow, last);
  };
  // The epilogue is for those that are empty, if there are any.
  auto none = [&](Value number) {
    for (auto [array, value] :
         llvm::zip_equal(outs, kernel.map(op.getEpilogue(), nothing)))
      array.store(b, loc, value, number);
  };
  SegmentMarks(op, kernel, marks, /*reverse=*/false)
      .emit(/*endsLast=*/true, some, none, TileScanKernel::getNote(kernel));
}

FailureOr<DevicePlan>
mlir::prim::planSegmentReduce(DeviceReduceOp op, const DeviceContext &context) {
  bool isCounted = RunKernel::isCounted(op);
  if (!isCounted && !SegmentMarks::isShared(op))
    return planRangeReduce(op, context);
  TileShape tile = context.getTile(op);
  DevicePlan plan{tile, RowForm::get(op)};
  plan.regions =
      TileScanKernel::getRegions(op, RunKernel::getForm(op), plan.rows);
  if (!isCounted) {
    plan.regions.push_back(SegmentMarks::getRegion(op, tile));
    plan.regions.push_back({WorkspaceRegion::Per::Element,
                            /*bytes=*/sizeof(int32_t), /*zeroBytes=*/0,
                            WorkspaceRegion::Reset::Host});
  }
  TileScanForm form = RunKernel::getForm(op);
  auto addKernel = [&](TileScanForm::Protocol protocol) {
    return PlanLaunch{
        plan.addKernel("runs", tile.blockSize, [=](KernelBuilder &kernel) {
          RunKernel(op, kernel, tile, form.with(protocol)).emit();
        })};
  };
  SmallVector<PlanLaunch> runs;
  if (TileScanKernel::isStored(op))
    runs = TileScanKernel::addStored(op, form, plan, addKernel);
  else
    runs = {addKernel(TileScanForm::Protocol::LookBack)};
  if (isCounted) {
    addCountedCases(op, runs, plan);
    return plan;
  }
  unsigned number =
      plan.addKernel("runs_marks", SegmentMarks::blockSize,
                     [=](KernelBuilder &kernel) { emitMarks(op, kernel); });
  PlanLaunch marks = SegmentMarks::getLaunch(op, number, context);
  runs.insert(runs.begin(), marks);
  // There is nothing to mark in an empty buffer.
  plan.cases = {{0, /*usesWorkspace=*/false, {marks}},
                {INT64_MAX, /*usesWorkspace=*/true, runs}};
  return plan;
}
