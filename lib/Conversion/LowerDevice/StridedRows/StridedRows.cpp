//===- StridedRows.cpp - Folds across what lies side by side *- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where the elements of a row lie apart and those of neighbouring rows side by
// side, a wave takes as many rows as it has lanes, a panel, and each lane goes
// along its own. The blocks of a panel share out what is along the rows, and so
// do the waves of a block. What each of several blocks has folded is a row in
// its turn, of partials, which lie as the elements do: a second kernel folds or
// scans these by the same code, and a scan goes over the elements once more.
//
// Short rows are not shared out: each wave of a block has a panel of its own.
//
//===----------------------------------------------------------------------===//

#include "StridedRows.h"

#include "../Engine/KernelBuilder.h"
#include "prim/Dialect/Prim/Utils/ThreadScan.h"

using namespace mlir;
using namespace mlir::prim;

/// None where only the host knows, and no choice has been made yet.
static std::optional<bool> decideSideBySide(DeviceOpInterface op,
                                            const TileShape &tile,
                                            const DeviceContext &context) {
  RowForm form = RowForm::get(op);
  if (!form.isByRow() || op.getDeviceSegmentForm())
    return false;
  if (TuningAttr tuning = op.getDeviceTuning())
    if (tuning.getAlgorithm() == Algorithm::LookBack)
      return false;
  auto type = cast<MemRefType>(op.getDeviceIns().front().getType());
  SmallVector<int64_t> strides = type.getStridesAndOffset().first;
  auto stride = [&](bool along) -> std::optional<int64_t> {
    for (int64_t dim : llvm::reverse(form.getDimensions(along)))
      if (type.getDimSize(dim) != 1)
        return strides[dim];
    return std::nullopt;
  };
  // Each lane of a block leaves a fold to the other waves.
  uint64_t bytes = countBytes(
      cast<CombinerOpInterface>(op.getOperation()).getAccumulatorTypes());
  if (bytes * tile.blockSize > context.getTarget().ldsBytes)
    return false;
  if (stride(/*along=*/false) != 1 || stride(/*along=*/true) == 1)
    return false;
  if (std::optional<int64_t> rows = form.getKnownRows())
    return *rows >= context.getLimits().minStridedRows;
  return getChoice(op);
}

bool mlir::prim::foldsRowsSideBySide(DeviceOpInterface op,
                                     const TileShape &tile,
                                     const DeviceContext &context) {
  std::optional<bool> decision = decideSideBySide(op, tile, context);
  assert(decision && "an op whose rows only the host knows is decomposed");
  return decision.value_or(false);
}

template <typename OpTy>
static std::unique_ptr<Decomposition>
chooseSideBySide(OpTy op, const TileShape &tile, const DeviceContext &context) {
  auto device = cast<DeviceOpInterface>(op.getOperation());
  if (decideSideBySide(device, tile, context))
    return nullptr;
  auto areEnough =
      [device, least = context.getLimits().minStridedRows](HostBuilder &host) {
        return host.sge(RowForm::get(device).emitRows(host), least);
      };
  return std::make_unique<Choice>(
      areEnough, std::make_unique<ChosenOp<OpTy>>(op, /*holds=*/true),
      std::make_unique<ChosenOp<OpTy>>(op, /*holds=*/false));
}

std::unique_ptr<Decomposition>
mlir::prim::decomposeStridedRows(DeviceReduceOp op, const TileShape &tile,
                                 const DeviceContext &context) {
  return chooseSideBySide(op, tile, context);
}

std::unique_ptr<Decomposition>
mlir::prim::decomposeStridedRows(DeviceScanOp op, const TileShape &tile,
                                 const DeviceContext &context) {
  return chooseSideBySide(op, tile, context);
}

namespace {

/// The source of a kernel: the elements of the op, of which a wave may have
/// whole rows, or the partials of blocks.
enum class StridedRowsSource { Elements, WholeRows, Partials };

/// The elements of a row that a wave has to itself: most of them, and those
/// that it loads together.
constexpr int64_t shortElements = 32;
constexpr unsigned shortItems = 16;
/// Elements of a scan that a lane keeps in registers. With 64 of 4 bytes ptxas
/// for sm_90 spills, and scans of 256 x 65536 take 60 us on an H200 instead of
/// 36.
constexpr unsigned maxScannedItems = 32;
/// A group of elements at the end of a row has this part of the size of the
/// groups before it, so that few loads wait for each other.
constexpr unsigned groupRatio = 4;

/// The parameter of the launch over partials: their number for each row.
struct StridedRowsParams {
  static constexpr SizeParam partials{"partials"};
};

/// Folds and loops that all kernels have in common.
class StridedRowsKernel {
public:
  /// `tile` has the waves of a block that share a panel, all of them or one,
  /// and the rows that a wave takes at a time.
  StridedRowsKernel(DeviceOpInterface op, Region &prologue, Combiner combiner,
                    KernelBuilder &kernel, TileShape tile,
                    StridedRowsSource source, bool reverse);

protected:
  using Values = SmallVector<Value>;
  /// Makes column `number` (i64) of `columns` that of the lane.
  void enterColumn(Value number, Value columns);
  Value waves(Value rows) {
    return arith::CeilDivSIOp::create(b, rows, b.i64(tile.blockSize));
  }

  /// The elements of `count` rows from row `index` (i64, uniform) on, as they
  /// are folded.
  SmallVector<ValueTuple> load(Value index, unsigned count);
  /// An array, seen from each of these rows.
  SmallVector<MemoryArray> goTo(const MemoryArray &array, Value index,
                                unsigned count);
  /// Where the element of that row lies, which may be gone along backwards.
  Value place(Value index) {
    return reverse ? b.sub(b.sub(length, 1), index) : index;
  }
  /// Calls `body` for groups of rows of [begin, end) (i64, uniform in the
  /// wave), with the first row and the number of rows. `body` gets what it
  /// returned for the group before, `start` for the first one.
  OptionalTuple forGroups(
      Value begin, Value end, OptionalTuple start,
      llvm::function_ref<OptionalTuple(Value, unsigned, OptionalTuple)> body);
  /// The fold of rows [begin, end) (i64, uniform in the wave); where there are
  /// none, the neutral element, or what is absent.
  OptionalTuple foldRows(Value begin, Value end);
  /// The rows that the wave takes of [begin, end) (i64).
  std::pair<Value, Value> getOwn(Value begin, Value end);
  /// Each wave's fold of its part of [begin, end), after `before`, in the order
  /// of waves: what comes before each wave's part, the last one for what comes
  /// before the end. All waves that share a panel must be active.
  SmallVector<OptionalTuple> chainWaves(const OptionalTuple &fold, Value begin,
                                        Value end, OptionalTuple before);
  /// Partial `chunk` (i64) of the lane's column: one place for each member.
  void storePartial(Value chunk, ValueRange values);
  ValueTuple loadPartial(Value chunk) { return loadAll(b, partials, chunk); }
  /// Runs `body` in lanes that have a column of their own, with `isFirstWave`
  /// of the panel's first wave only.
  void forRows(bool isFirstWave, llvm::function_ref<void()> body);
  /// Runs all of a kernel's work; if waves have whole rows, in lanes that have
  /// one. Others would read a row that an op in place has written already.
  void forWork(llvm::function_ref<void()> body) {
    if (source == StridedRowsSource::WholeRows)
      return kernel.ifThen(exists, body);
    body();
  }
  OptionalTuple absent();
  OptionalTuple combine(const OptionalTuple &lhs, const OptionalTuple &rhs) {
    return combineOptional(b, combiner, lhs, rhs);
  }
  bool isOfPartials() const { return source == StridedRowsSource::Partials; }
  /// Whether a wave shares its panel with no other wave of its block.
  bool isAlone() const { return tile.blockSize == 1; }
  /// The values that a loop hands on for a fold, and the fold of them.
  Values pack(const OptionalTuple &fold) {
    Values values(fold.values);
    if (!combiner.hasIdentity())
      values.push_back(fold.present);
    return values;
  }
  OptionalTuple unpack(ValueRange values) {
    if (combiner.hasIdentity())
      return ValueTuple(values);
    return {ValueTuple(values.drop_back()), values.back()};
  }

  DeviceOpInterface op;
  Region &prologue;
  KernelBuilder &kernel;
  TileShape tile;
  StridedRowsSource source;
  bool reverse;
  CodeBuilder &b;
  Combiner combiner;
  /// Rows in all, along which the lane goes, and those of this block: [begin,
  /// end).
  Value length, begin, end;
  /// The block's number among those of its panel, and whether there are others;
  /// the lane's column, one that exists, and whether it is its own.
  Value chunk, blocks, column, known, exists;
  /// The columns of all panels, those that do not exist among them.
  Value pitch;
  SmallVector<MemoryArray> ins, partials, shared;
};

} // namespace

StridedRowsKernel::StridedRowsKernel(DeviceOpInterface op, Region &prologue,
                                     Combiner combiner, KernelBuilder &kernel,
                                     TileShape tile, StridedRowsSource source,
                                     bool reverse)
    : op(op), prologue(prologue), kernel(kernel), tile(tile), source(source),
      reverse(reverse && source != StridedRowsSource::Partials), b(kernel),
      combiner(combiner) {
  unsigned lanes = kernel.target().waveSize;
  Value columns = kernel.argument({LaunchValue::Kind::Rows});
  if (source == StridedRowsSource::WholeRows) {
    Value thread = b.zextI64(kernel.threadId());
    Value before = b.mul(b.zextI64(kernel.blockId()), kernel.blockSize());
    enterColumn(b.add(before, thread), columns);
    length = end = kernel.elements();
    begin = chunk = b.i64(0);
    blocks = b.i64(1);
    return;
  }
  Value panels = b.ceildivui(columns, lanes);
  pitch = b.mul(panels, lanes);
  blocks = isOfPartials() ? kernel.param(StridedRowsParams::partials)
                          : kernel.blocks();
  Value number = kernel.blockId(), count = b.truncI32(panels);
  // Blocks one after the other take panels side by side.
  Value narrow = b.divui(number, count);
  chunk = b.zextI64(narrow);
  Value panel = b.zextI64(b.sub(number, b.mul(narrow, count)));
  Value before = b.mul(panel, lanes);
  enterColumn(b.add(before, b.zextI64(kernel.laneId())), columns);
  for (auto [member, type] : llvm::enumerate(combiner.getTypes())) {
    partials.push_back(
        MemoryArray(kernel.argument(LaunchValue::region(member)), type)
            .from(b, known)
            .strided(pitch));
    if (!isAlone())
      shared.push_back(kernel.workgroupArray(type, lanes * tile.blockSize,
                                             "folds of waves"));
  }
  if (isOfPartials()) {
    length = end = blocks;
    begin = b.i64(0);
    return;
  }
  length = kernel.elements();
  Value each = b.mul(kernel.perBlock(), tile.items());
  begin = b.mul(chunk, each);
  end = b.minsi(b.add(begin, each), length);
}

void StridedRowsKernel::enterColumn(Value number, Value columns) {
  column = number;
  exists = b.slt(column, columns);
  known = b.minsi(column, b.sub(columns, 1));
  if (isOfPartials())
    return;
  RowView view(op, kernel, b.truncI32(known));
  ins = view.at(op.getDeviceIns());
}

OptionalTuple StridedRowsKernel::absent() {
  if (combiner.hasIdentity())
    return combiner.neutral(b);
  return {poisonTuple(b, combiner), b.boolean(false)};
}

SmallVector<MemoryArray> StridedRowsKernel::goTo(const MemoryArray &array,
                                                 Value index, unsigned count) {
  if (array.isDiscarding())
    return SmallVector<MemoryArray>(count, array);
  Value stride = array.getStride(b);
  SmallVector<MemoryArray> rows;
  if (!stride) {
    for (unsigned i = 0; i < count; ++i)
      rows.push_back(array.at(b, place(b.add(index, i))));
    return rows;
  }
  // From one row to the next takes no multiplication.
  Value bytes = b.mul(stride, getElementBytes(array.getElement()));
  if (reverse)
    bytes = b.sub(b.i64(0), bytes);
  rows.push_back(array.at(b, place(index)));
  while (rows.size() < count)
    rows.emplace_back(advance(b, rows.back().getBase(), bytes),
                      array.getElement());
  return rows;
}

SmallVector<ValueTuple> StridedRowsKernel::load(Value index, unsigned count) {
  SmallVector<ValueTuple> items(count);
  for (const MemoryArray &array : isOfPartials() ? partials : ins)
    for (auto [item, row] : llvm::zip_equal(items, goTo(array, index, count)))
      item.push_back(row.load(b, 0));
  if (!isOfPartials() && !prologue.empty())
    for (auto [i, item] : llvm::enumerate(items))
      item = kernel.map(prologue, item, place(b.add(index, i)));
  return items;
}

OptionalTuple StridedRowsKernel::forGroups(
    Value begin, Value end, OptionalTuple start,
    llvm::function_ref<OptionalTuple(Value, unsigned, OptionalTuple)> body) {
  auto loop = [&](Value to, unsigned count) {
    Values results = b.forEach(
        begin, to, count, pack(start), [&](Value index, ValueRange values) {
          OptionalTuple next = body(index, count, unpack(values));
          next.present = b.boolean(true);
          return pack(next);
        });
    start = unpack(results);
  };
  unsigned count = tile.itemsPerThread;
  if (count == 1) {
    loop(end, count);
    return start;
  }
  Value left = b.maxsi(b.sub(end, begin), 0);
  end = b.add(begin, left);
  auto loopOverWhole = [&] {
    left = b.remui(left, count);
    Value middle = b.sub(end, left);
    loop(middle, count);
    begin = middle;
  };
  loopOverWhole();
  SmallVector<Type> types(combiner.getTypes());
  if (!combiner.hasIdentity())
    types.push_back(b.getI1Type());
  Values results = b.select(
      b.ne(left, 0), types,
      [&, whole = start] {
        start = whole;
        while ((count = llvm::divideCeil(count, groupRatio)) > 1)
          loopOverWhole();
        loop(end, 1);
        return pack(start);
      },
      [&, whole = start] { return pack(whole); });
  return unpack(results);
}

OptionalTuple StridedRowsKernel::foldRows(Value begin, Value end) {
  return forGroups(begin, end, absent(),
                   [&](Value index, unsigned count, OptionalTuple before) {
                     ValueTuple fold =
                         threadReduce(b, combiner, load(index, count));
                     return combine(before, fold);
                   });
}

std::pair<Value, Value> StridedRowsKernel::getOwn(Value begin, Value end) {
  if (isAlone())
    return {begin, end};
  Value each = waves(b.sub(end, begin));
  Value first =
      b.minsi(b.add(begin, b.mul(b.zextI64(kernel.waveId()), each)), end);
  return {first, b.minsi(b.add(first, each), end)};
}

SmallVector<OptionalTuple>
StridedRowsKernel::chainWaves(const OptionalTuple &fold, Value begin, Value end,
                              OptionalTuple before) {
  if (isAlone())
    return {before, combine(before, fold)};
  unsigned lanes = kernel.target().waveSize;
  auto cell = [&](Value wave) {
    Value first = b.mul(wave, lanes);
    return b.add(first, kernel.laneId());
  };
  storeAll(b, shared, fold.values, cell(kernel.waveId()));
  kernel.barrier();
  Value each = waves(b.sub(end, begin));
  SmallVector<OptionalTuple> chain{before};
  for (unsigned wave = 0; wave < tile.blockSize; ++wave) {
    OptionalTuple part(loadAll(b, shared, cell(b.i32(wave))));
    if (!combiner.hasIdentity())
      part.present = b.slt(b.add(begin, b.mul(b.i64(wave), each)), end);
    chain.push_back(combine(chain.back(), part));
  }
  return chain;
}

void StridedRowsKernel::storePartial(Value chunk, ValueRange values) {
  storeAll(b, partials, values, chunk);
}

void StridedRowsKernel::forRows(bool isFirstWave,
                                llvm::function_ref<void()> body) {
  Value runs = exists;
  if (isFirstWave && !isAlone())
    runs = b.andi(runs, b.eq(kernel.waveId(), 0));
  kernel.ifThen(runs, body);
}

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

namespace {

/// Folds the block's rows. `partial`: into a partial in any case; else into the
/// result, where the block is the only one of its panel.
class StridedRowsFold : public StridedRowsKernel {
public:
  using StridedRowsKernel::StridedRowsKernel;

  void emitPartial() {
    OptionalTuple fold = foldBlock();
    forRows(/*isFirstWave=*/true, [&] { storePartial(chunk, fold.values); });
  }

  void emitReduce(DeviceReduceOp reduce) {
    forWork([&] {
      OptionalTuple fold = foldBlock();
      auto finish = [&] { write(reduce, fold); };
      forRows(/*isFirstWave=*/true, [&] {
        if (source != StridedRowsSource::Elements)
          return finish();
        kernel.ifThen(b.eq(blocks, 1), finish,
                      [&] { storePartial(chunk, fold.values); });
      });
    });
  }

private:
  OptionalTuple foldBlock() {
    auto [first, last] = getOwn(begin, end);
    return chainWaves(foldRows(first, last), begin, end, absent()).back();
  }
  void write(DeviceReduceOp reduce, const OptionalTuple &fold) {
    RowView view(op, kernel, b.truncI32(known));
    SmallVector<Value> init = kernel.loadInit(reduce.getInit(), &view);
    Value isSome = b.ne(kernel.elements(), 0);
    ValueTuple values = kernel.finishFold(reduce.getEpilogue(), combiner,
                                          {fold.values, isSome}, init);
    storeAll(b, view.at(reduce.getOuts()), values, 0);
  }
};

} // namespace

//===----------------------------------------------------------------------===//
// Scans
//===----------------------------------------------------------------------===//

namespace {

/// Scans the elements, or the partials in place: exclusively, with nothing
/// before the first one.
class StridedRowsScan : public StridedRowsKernel {
public:
  StridedRowsScan(DeviceScanOp scan, Combiner combiner, KernelBuilder &kernel,
                  TileShape tile, StridedRowsSource source)
      : StridedRowsKernel(scan, scan.getPrologue(), combiner, kernel, tile,
                          source, scan.getReverse()),
        scan(scan) {}

  void emit() {
    forWork([&] { emitScan(); });
  }

private:
  void emitScan();
  bool scansInclusively() {
    return !isOfPartials() && !scan.getInclusiveOuts().empty();
  }
  bool scansExclusively() {
    return isOfPartials() || !scan.getExclusiveOuts().empty();
  }
  /// The fold of the blocks before this one, from which it starts.
  OptionalTuple loadBefore();
  /// `fold`, behind what the op starts from.
  OptionalTuple startFromInit(const OptionalTuple &fold) {
    return init.empty() ? fold : combine(ValueTuple(init), fold);
  }
  /// Scans rows [begin, end) (i64, uniform in the wave), which `before` comes
  /// before. Returns what comes before the end.
  OptionalTuple scanRows(Value begin, Value end, const OptionalTuple &before);
  /// Goes over up to a tile of rows from `base` on.
  OptionalTuple scanTile(Value base, const OptionalTuple &before);
  /// Writes the results of items, which begin at row `first` (i64).
  void scanItems(ArrayRef<ValueTuple> items, Value first,
                 const OptionalTuple &prefix);
  void store(ArrayRef<MemoryArray> outs, ArrayRef<ValueTuple> items,
             Value first);
  void storeTotal(const OptionalTuple &fold);

  DeviceScanOp scan;
  SmallVector<Value> init;
  SmallVector<MemoryArray> inclusive, exclusive, totals;
};

} // namespace

OptionalTuple StridedRowsScan::loadBefore() {
  if (source != StridedRowsSource::Elements)
    return absent();
  OptionalTuple none = absent();
  Value isLater = b.ne(chunk, 0);
  OptionalTuple before{b.select(
      isLater, combiner.getTypes(), [&] { return loadPartial(chunk); },
      [&] { return none.values; })};
  if (!combiner.hasIdentity())
    before.present = isLater;
  return before;
}

void StridedRowsScan::store(ArrayRef<MemoryArray> outs,
                            ArrayRef<ValueTuple> items, Value first) {
  if (outs.empty() || items.empty())
    return;
  SmallVector<ValueTuple> mapped(items);
  if (!isOfPartials())
    for (ValueTuple &item : mapped)
      item = kernel.map(scan.getEpilogue(), item);
  for (auto [member, array] : llvm::enumerate(outs))
    for (auto [item, row] :
         llvm::zip_equal(mapped, goTo(array, first, items.size())))
      row.store(b, item[member], 0);
}

void StridedRowsScan::scanItems(ArrayRef<ValueTuple> items, Value first,
                                const OptionalTuple &prefix) {
  OptionalTuple start = startFromInit(prefix);
  SmallVector<ValueTuple> after, before;
  if (scansInclusively())
    after = threadScan(b, combiner, presentItems(items), start,
                       ScanMode::Inclusive);
  if (scansExclusively())
    before = threadScan(b, combiner, presentItems(items), start,
                        ScanMode::Exclusive);
  // Nothing comes before the first element of all.
  if (!isOfPartials() && !before.empty() && init.empty() &&
      combiner.hasIdentity()) {
    Value isFirst = b.eq(first, 0);
    before.front() =
        selectTuple(b, isFirst, combiner.identity(b), before.front());
  }
  forRows(/*isFirstWave=*/false, [&] {
    store(inclusive, after, first);
    store(isOfPartials() ? partials : exclusive, before, first);
  });
}

OptionalTuple StridedRowsScan::scanTile(Value base,
                                        const OptionalTuple &before) {
  unsigned count = tile.itemsPerThread;
  Value last = b.minsi(b.add(base, tile.items()), end);
  Value isFull = b.eq(b.sub(last, base), tile.items());
  auto [from, to] = getOwn(base, last);
  Value first = from, behind = to;
  // Items of a whole tile stay in registers, those of another one are read once
  // more.
  unsigned members = combiner.getTypes().size();
  SmallVector<Type> types;
  for (unsigned i = 0; i <= count; ++i)
    llvm::append_range(types, combiner.getTypes());
  if (!combiner.hasIdentity())
    types.push_back(b.getI1Type());
  Values results = b.select(
      isFull, types,
      [&] {
        SmallVector<ValueTuple> items = load(first, count);
        Values results;
        for (const ValueTuple &item : items)
          llvm::append_range(results, item);
        OptionalTuple fold(threadReduce(b, combiner, items), b.boolean(true));
        llvm::append_range(results, pack(fold));
        return results;
      },
      [&] {
        Values results;
        for (unsigned i = 0; i < count; ++i)
          llvm::append_range(results, poisonTuple(b, combiner));
        llvm::append_range(results, pack(foldRows(first, behind)));
        return results;
      });
  SmallVector<ValueTuple> items;
  for (unsigned i = 0; i < count; ++i)
    items.emplace_back(ArrayRef(results).slice(i * members, members));
  OptionalTuple fold = unpack(ValueRange(results).drop_front(count * members));

  SmallVector<OptionalTuple> chain = chainWaves(fold, base, last, before);
  OptionalTuple prefix = chain.front();
  for (unsigned wave = 1; wave < tile.blockSize; ++wave) {
    Value isOwn = b.eq(kernel.waveId(), wave);
    prefix.values = selectTuple(b, isOwn, chain[wave].values, prefix.values);
    if (prefix.present)
      prefix.present = b.select(
          isOwn, chain[wave].present ? chain[wave].present : b.boolean(true),
          prefix.present);
  }
  // The next tile's folds come where these are.
  kernel.barrier();
  kernel.ifThen(
      isFull, [&] { scanItems(items, first, prefix); },
      [&] { scanRows(first, behind, prefix); });
  return chain.back();
}

OptionalTuple StridedRowsScan::scanRows(Value begin, Value end,
                                        const OptionalTuple &before) {
  return forGroups(begin, end, before,
                   [&](Value index, unsigned count, OptionalTuple prefix) {
                     SmallVector<ValueTuple> items = load(index, count);
                     scanItems(items, index, prefix);
                     return combine(prefix, threadReduce(b, combiner, items));
                   });
}

void StridedRowsScan::storeTotal(const OptionalTuple &fold) {
  ValueTuple values = fold.values;
  if (combiner.hasIdentity()) {
    Value isAny = b.ne(length, 0);
    values = selectTuple(b, isAny, values, combiner.identity(b));
  }
  Value isLast = b.eq(chunk, b.sub(blocks, 1));
  kernel.ifThen(isLast, [&] {
    forRows(/*isFirstWave=*/true, [&] {
      SmallVector<Value> mapped = kernel.map(scan.getEpilogue(), values);
      storeAll(b, totals, mapped, 0);
    });
  });
}

void StridedRowsScan::emitScan() {
  if (!isOfPartials()) {
    RowView view(op, kernel, b.truncI32(known));
    inclusive = view.at(scan.getInclusiveOuts());
    exclusive = view.at(scan.getExclusiveOuts());
    totals = view.at(scan.getTotalOuts());
    init = kernel.loadInit(scan.getInit(), &view);
  }
  OptionalTuple fold = loadBefore();
  if (isAlone())
    fold = scanRows(begin, end, fold);
  else
    fold = unpack(b.forEach(begin, end, tile.items(), pack(fold),
                            [&](Value base, ValueRange values) {
                              OptionalTuple next =
                                  scanTile(base, unpack(values));
                              next.present = b.boolean(true);
                              return pack(next);
                            }));
  if (!totals.empty())
    storeTotal(fold);
}

//===----------------------------------------------------------------------===//
// Plans
//===----------------------------------------------------------------------===//

namespace {

/// Makes a plan by strided rows. The blocks of a panel of rows leave a partial
/// each, which one block folds.
class StridedRowsPlanner {
public:
  StridedRowsPlanner(DeviceOpInterface op, const TileShape &blockTile,
                     const DeviceContext &context)
      : plan{blockTile, RowForm::get(op)}, lanes(context.getTarget().waveSize),
        tile{plan.tile.blockSize / lanes, plan.tile.itemsPerThread},
        maxRows(std::min<int64_t>(
            context.getMaxGrid(plan.tile.blockSize) * lanes, UINT32_MAX)),
        panels(Size::rows().ceilDiv(lanes)),
        spread(LaunchSchedule::spread(
            context.getMaxPartials(plan.tile.blockSize),
            /*least=*/1, panels, Size::elements().ceilDiv(tile.items()))) {
    auto fold = cast<CombinerOpInterface>(op.getOperation());
    for (Type type : fold.getAccumulatorTypes())
      plan.regions.push_back(WorkspaceRegion::scratch(
          spread.blocks * panels * (getElementBytes(type) * lanes)));
  }

  /// The tile of a kernel, as StridedRowsKernel has it.
  TileShape getTile(StridedRowsSource source) const {
    if (source != StridedRowsSource::WholeRows)
      return tile;
    return {1, std::min(tile.itemsPerThread, shortItems)};
  }
  /// The case of short rows.
  void addShort(llvm::StringLiteral name,
                std::function<void(KernelBuilder &)> emit) {
    PlanLaunch launch{
        plan.addKernel(name, plan.tile.blockSize, std::move(emit)),
        LaunchSchedule::oneBlock(Size::rows().ceilDiv(plan.tile.blockSize))};
    plan.cases.push_back(
        {shortElements, /*usesWorkspace=*/false, {launch}, plan.tile});
  }
  PlanLaunch addOverElements(llvm::StringLiteral name,
                             std::function<void(KernelBuilder &)> emit) {
    return {plan.addKernel(name, plan.tile.blockSize, std::move(emit)), spread};
  }
  PlanLaunch addOverPartials(llvm::StringLiteral name,
                             std::function<void(KernelBuilder &)> emit) {
    PlanLaunch launch{
        plan.addKernel(name, plan.tile.blockSize, std::move(emit)),
        LaunchSchedule::oneBlock(panels)};
    return launch.pass(StridedRowsParams::partials, spread.blocks);
  }
  /// The plan that launches `parts`, or only `whole` where a panel has one
  /// block.
  DevicePlan finish(const PlanLaunch &whole, ArrayRef<PlanLaunch> parts) {
    plan.cases.push_back({INT64_MAX, /*usesWorkspace=*/true,
                          llvm::to_vector(parts), tile,
                          CaseGuard::sharesRows(spread)});
    plan.cases.push_back({INT64_MAX, /*usesWorkspace=*/false, {whole}, tile});
    for (PlanCase &planCase : plan.cases)
      planCase.maxRows = maxRows;
    return std::move(plan);
  }

private:
  DevicePlan plan;
  unsigned lanes;
  TileShape tile;
  int64_t maxRows;
  Size panels;
  LaunchSchedule spread;
};

} // namespace

DevicePlan mlir::prim::planStridedRowsReduce(DeviceReduceOp op,
                                             const TileShape &blockTile,
                                             const DeviceContext &context) {
  StridedRowsPlanner planner(op, blockTile, context);
  auto emit = [&](StridedRowsSource source) {
    TileShape tile = planner.getTile(source);
    return [=](KernelBuilder &kernel) mutable {
      StridedRowsFold(op, op.getPrologue(), kernel.combiner(), kernel, tile,
                      source,
                      /*reverse=*/false)
          .emitReduce(op);
    };
  };
  planner.addShort("reduce_columns", emit(StridedRowsSource::WholeRows));
  PlanLaunch parts = planner.addOverElements("reduce_columns",
                                             emit(StridedRowsSource::Elements));
  PlanLaunch rest = planner.addOverPartials("reduce_columns",
                                            emit(StridedRowsSource::Partials));
  return planner.finish(parts, {parts, rest});
}

DevicePlan mlir::prim::planStridedRowsScan(DeviceScanOp op,
                                           const TileShape &blockTile,
                                           const DeviceContext &context) {
  TileShape scanTile = blockTile;
  scanTile.itemsPerThread = std::min(scanTile.itemsPerThread, maxScannedItems);
  StridedRowsPlanner planner(op, scanTile, context);
  auto getCombiner = [=](KernelBuilder &kernel) mutable {
    Combiner combiner = kernel.combiner();
    return op.getReverse() ? combiner.flipped() : combiner;
  };
  auto emit = [&](StridedRowsSource source) {
    TileShape tile = planner.getTile(source);
    return [=](KernelBuilder &kernel) mutable {
      StridedRowsScan(op, getCombiner(kernel), kernel, tile, source).emit();
    };
  };
  planner.addShort("scan_columns", emit(StridedRowsSource::WholeRows));
  TileShape tile = planner.getTile(StridedRowsSource::Elements);
  PlanLaunch parts = planner.addOverElements(
      "scan_column_parts", [=](KernelBuilder &kernel) mutable {
        StridedRowsFold(op, op.getPrologue(), getCombiner(kernel), kernel, tile,
                        StridedRowsSource::Elements, op.getReverse())
            .emitPartial();
      });
  PlanLaunch between = planner.addOverPartials(
      "scan_columns", emit(StridedRowsSource::Partials));
  PlanLaunch scan = planner.addOverElements("scan_columns",
                                            emit(StridedRowsSource::Elements));
  return planner.finish(scan, {parts, between, scan});
}
