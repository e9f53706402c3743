//===- DeviceBatchCopy.cpp - Lower prim.device_batch_copy *- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The unit of work is what one access writes: an aligned vector of the outputs,
// or the part of one that a copy has. A first kernel counts the units of all
// copies, by a scan. In a second one every block takes tiles of so many units,
// whosever they are: it looks up in the counts which copies these belong to,
// and so does each thread for its own. An empty copy has a unit, too, so that a
// tile never has more copies than units.
//
//===----------------------------------------------------------------------===//

#include "../Engine/OperandChecks.h"
#include "../Scan/TileSchedule.h"
#include "../Tile/PartitionPoint.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "prim/Dialect/Prim/IR/PrimMapOps.h"

using namespace mlir;
using namespace mlir::prim;

namespace {

using Values = SmallVector<Value>;

/// Regions of the workspace behind those of the scan: the first unit of each
/// copy, i64, and how many units there are.
enum CopyRegion : unsigned { Starts = TileScan::States + 1, Total };

/// The units of copies, on which the kernels agree.
class CopyUnits {
public:
  CopyUnits(DeviceBatchCopyOp op, KernelBuilder &kernel)
      : kernel(kernel), b(kernel), addressed(op.getAddressed().value_or(0)),
        prologue(op.getPrologue()), source(bindBuffer(op.getIns())),
        place(bindBuffer(op.getOuts())) {
    if (!addressed) {
      sourceSize = kernel.argument(LaunchValue::extent(op.getIns()[0], 0));
      placeSize = kernel.argument(LaunchValue::extent(op.getOuts()[0], 0));
    }
    if (source.isDense() && place.isDense() && prologue.empty())
      width = std::max(kernel.target().accessBytes /
                           getElementBytes(place.getElement()),
                       1u);
  }

  /// A part of a copy, i64: elements from `from` on, to those from `to` on.
  struct Range {
    Value from, to, count;
  };
  /// The part of a copy that lies in the buffers, for a copy by integers or
  /// index; an empty range from 0 to 0 if none does.
  Range clip(ArrayRef<Value> copy);
  /// How many units (i64, at least one) a copy has.
  Value count(const Range &copy);
  /// Unit `number` (i64) of it.
  Range getUnit(const Range &copy, Value number);
  /// Copies the units, at most `width` elements each, of those threads that
  /// have them.
  void move(ArrayRef<Range> units);

  /// A memref of rank 1, whose elements are taken for integers as wide unless
  /// `asIs`.
  MemoryArray bind(Value memref, bool asIs = false);
  /// The buffer that is copied from, or to. Addresses are places in all of
  /// device memory.
  MemoryArray bindBuffer(ValueRange buffer);
  /// Elements of a unit.
  unsigned width = 1;

private:
  bool alignsAccesses() const { return kernel.target().alignsAccesses(); }
  /// Whether a whole unit of each thread is read at once.
  Value isWide(const Range &unit);
  /// Copies what is no whole unit.
  void moveRest(const Range &unit, Value isWhole);
  /// The element at `from`, as it is written.
  Value loadOne(Value from);
  Value shift(Value value) { return b.shrui(value, llvm::Log2_32(width)); }

  KernelBuilder &kernel;
  CodeBuilder &b;
  /// Bytes of an element at an address; 0 where copies are in buffers.
  unsigned addressed;
  Region &prologue;
  MemoryArray source, place;
  Value sourceSize, placeSize;
};

/// A scan has a prologue, and this op no region.
struct NoPrologue {
  Region none;
};

/// The kernel that counts units.
class CopyCountKernel : private NoPrologue, public TileScan {
public:
  CopyCountKernel(DeviceBatchCopyOp op, KernelBuilder &kernel, TileShape tile)
      : TileScan(op, none, kernel, tile, getForm(op)), units(op, kernel) {}

  static TileScanForm getForm(DeviceBatchCopyOp op) {
    TileScanForm form{ScanMode::Exclusive};
    form.total = true;
    form.counts = IntegerType::get(op.getContext(), 64);
    return form;
  }

private:
  void bindOuts(BindFn bind) override {}
  SmallVector<ValueTuple> loadItems(TileIO &io, bool pads, bool isFull,
                                    SmallVector<Value> &kept) override;
  void storeTotal(ValueRange total) override;
  void store(TileIO &io, const TileFolds &folds) override;

  CopyUnits units;
};

/// The kernel that copies.
class CopyKernel {
public:
  CopyKernel(DeviceBatchCopyOp op, KernelBuilder &kernel, TileShape tile)
      : kernel(kernel), tile(tile), b(kernel), units(op, kernel),
        starts(kernel.argument(LaunchValue::region(Starts)), b.getI64Type()),
        count(kernel.elements()) {
    for (Value memref : op.getDeviceIns())
      copies.push_back(units.bind(memref));
  }

  void emit();

private:
  /// The copies (i64, uniform) that have each of `wanted`, which are units.
  Values findCopies(ArrayRef<Value> wanted);
  void emitTile(Value base, Value total, const MemoryArray &begins);

  KernelBuilder &kernel;
  TileShape tile;
  CodeBuilder &b;
  CopyUnits units;
  MemoryArray starts;
  Value count;
  SmallVector<MemoryArray> copies;
};

} // namespace

//===----------------------------------------------------------------------===//
// Units
//===----------------------------------------------------------------------===//

MemoryArray CopyUnits::bind(Value memref, bool asIs) {
  MemoryArray array = kernel.bindStrided(memref);
  if (asIs)
    return array;
  return array.retyped(
      kernel.getIntegerType(8 * getElementBytes(array.getElement())));
}

MemoryArray CopyUnits::bindBuffer(ValueRange buffer) {
  if (!addressed)
    return bind(buffer.front(), /*asIs=*/!prologue.empty());
  return {BaseAtOp::create(b, b.i64(0)), b.getIntegerType(8 * addressed)};
}

CopyUnits::Range CopyUnits::clip(ArrayRef<Value> copy) {
  auto widen = [&](Value value) -> Value {
    return value.getType().isInteger(64) ? value : b.sextI64(value);
  };
  Value from = widen(copy[0]), to = widen(copy[1]), size = widen(copy[2]);
  if (addressed)
    return {b.shrui(from, llvm::Log2_32(addressed)),
            b.shrui(to, llvm::Log2_32(addressed)), b.maxsi(size, 0)};
  // Element i of the copy is in both buffers for i in [begin, end). No sum is
  // more than 64 bits count: no copy has more elements than these, so that one
  // from further away does not reach the buffers.
  bool isWide = copy.front().getType().isInteger(64);
  Value nearest = b.minsi(from, to);
  if (isWide)
    nearest = b.maxsi(nearest, INT64_MIN + 1);
  Value begin = b.maxsi(b.sub(b.i64(0), nearest), 0);
  auto upTo = [&](Value extent, Value first) {
    if (isWide)
      first = b.maxsi(first, b.sub(extent, INT64_MAX));
    return b.sub(extent, first);
  };
  Value end =
      b.minsi(size, b.minsi(upTo(sourceSize, from), upTo(placeSize, to)));
  Value isSome = b.slt(begin, end);
  auto orNone = [&](Value value) { return b.select(isSome, value, 0); };
  return {orNone(b.add(from, begin)), orNone(b.add(to, begin)),
          orNone(b.sub(end, begin))};
}

Value CopyUnits::count(const Range &copy) {
  Value behind = b.add(b.add(copy.to, copy.count), width - 1);
  Value last = shift(behind);
  return b.maxsi(b.sub(last, shift(copy.to)), 1);
}

CopyUnits::Range CopyUnits::getUnit(const Range &copy, Value number) {
  Value unit = b.shli(b.add(shift(copy.to), number), llvm::Log2_32(width));
  Value begin = b.maxsi(copy.to, unit);
  Value end = b.add(copy.to, copy.count);
  end = b.minsi(end, b.add(unit, width));
  return {b.add(copy.from, b.sub(begin, copy.to)), begin, b.sub(end, begin)};
}

Value CopyUnits::isWide(const Range &unit) {
  Value isWhole = b.eq(unit.count, width);
  if (!alignsAccesses() || width == 1)
    return isWhole;
  Value rest = b.andi(unit.from, width - 1);
  Value isWide = b.andi(isWhole, b.eq(rest, 0));
  for (const MemoryArray &array : {source, place})
    isWide = b.andi(isWide, IsAlignedOp::create(b, array.getBase(),
                                                kernel.target().accessBytes));
  return isWide;
}

void CopyUnits::moveRest(const Range &unit, Value isWhole) {
  // By pieces of half of what is left to choose from each, where they may be
  // anywhere.
  Value done = b.i64(0);
  if (!alignsAccesses()) {
    for (unsigned piece = width / 2; piece; piece /= 2) {
      Value has = b.ne(b.andi(unit.count, piece), 0);
      kernel.ifThen(has, [&] {
        Value vector = source.loadVector(b, b.add(unit.from, done), piece);
        place.storeVector(b, vector, b.add(unit.to, done));
      });
      done = b.select(has, b.add(done, piece), done);
    }
    return;
  }
  Value count = b.select(isWhole, b.i64(0), unit.count);
  kernel.forEach(b.i64(0), count, 1, [&](Value i) {
    Value element = source.load(b, b.add(unit.from, i));
    place.store(b, element, b.add(unit.to, i));
  });
}

Value CopyUnits::loadOne(Value from) {
  if (prologue.empty())
    return source.load(b, from);
  Value item =
      kernel.map(prologue, kernel.loadElement(source, from), from).front();
  return widenBit(b, item);
}

void CopyUnits::move(ArrayRef<Range> units) {
  // Elements of one unit come while those of the others are asked for.
  Values wide, vectors;
  auto type = VectorType::get({width}, widenBit(place.getElement()));
  auto whole = [&](const MemoryArray &array) {
    return alignsAccesses() ? array.aligned(kernel.target().accessBytes)
                            : array;
  };
  for (const Range &unit : units) {
    wide.push_back(isWide(unit));
    auto load = [&]() -> Values {
      if (width > 1)
        return {whole(source).loadVector(b, unit.from, width)};
      return {vector::FromElementsOp::create(b, type, loadOne(unit.from))};
    };
    // Poison, which costs no register: a lane stores what it has loaded itself,
    // and nothing else.
    auto none = [&]() -> Values { return {ub::PoisonOp::create(b, type)}; };
    vectors.push_back(b.select(wide.back(), type, load, none).front());
  }
  for (auto [unit, isWide, vector] : llvm::zip_equal(units, wide, vectors)) {
    kernel.ifThen(isWide, [&, &unit = unit, &vector = vector] {
      if (width == 1)
        place.store(b, vector::ExtractOp::create(b, vector, 0), unit.to);
      else
        whole(place).storeVector(b, vector, unit.to);
    });
    if (width > 1)
      moveRest(unit, isWide);
  }
}

//===----------------------------------------------------------------------===//
// Counting
//===----------------------------------------------------------------------===//

SmallVector<ValueTuple> CopyCountKernel::loadItems(TileIO &io, bool pads,
                                                   bool isFull,
                                                   SmallVector<Value> &) {
  Values exist;
  if (!isFull)
    exist = io.areValid();
  SmallVector<ValueTuple> counts;
  for (auto [i, copy] : llvm::enumerate(
           io.loadMapped(ins, prologue, /*neutral=*/nullptr, isFull))) {
    for (Value &value : copy)
      if (value.getType().isIndex())
        value = b.indexCast(b.getI64Type(), value);
    Value count = units.count(units.clip(copy));
    // A copy past the end has none.
    if (!isFull)
      count = b.select(exist[i], count, 0);
    counts.push_back({count});
  }
  return counts;
}

void CopyCountKernel::storeTotal(ValueRange total) {
  MemoryArray(kernel.argument(LaunchValue::region(Total)), b.getI64Type())
      .store(b, total.front(), 0);
}

void CopyCountKernel::store(TileIO &io, const TileFolds &folds) {
  SmallVector<ValueTuple> items;
  for (const ValueTuple &before : folds.exclusive)
    items.push_back({b.add(before.front(), folds.before.front())});
  MemoryArray starts(kernel.argument(LaunchValue::region(Starts)),
                     b.getI64Type());
  io.store(starts, items);
}

//===----------------------------------------------------------------------===//
// Copying
//===----------------------------------------------------------------------===//

SmallVector<Value> CopyKernel::findCopies(ArrayRef<Value> wanted) {
  // Each lane looks at another copy, and the wave goes on where the last one is
  // that begins in time.
  Type i64 = b.getI64Type();
  unsigned lanes = kernel.target().waveSize, number = wanted.size();
  Value one = b.i64(1), lane = b.zextI64(kernel.laneId());
  Values start(number, b.i64(0));
  start.push_back(count);
  auto isMore = [&](ValueRange values) { return b.ugt(values.back(), one); };
  Values owners = b.whileLoop(start, isMore, [&](ValueRange values) {
    // A lane looks at the first of each `step` of those left.
    Value left = values.back();
    Value step = b.ceildivui(left, lanes);
    Value offset = b.mul(lane, step);
    Value last = b.sub(count, one);
    Values found, next;
    for (Value first : values.drop_back()) {
      Value index = b.minsi(b.add(first, offset), last);
      found.push_back(starts.load(b, index));
    }
    for (auto [first, begin, unit] :
         llvm::zip_equal(values.drop_back(), found, wanted)) {
      // A place behind the last copy begins too late.
      Value exists = b.sle(b.add(first, offset), last);
      Value holds = b.andi(exists, b.sle(begin, unit));
      Value mask = WarpBallotOp::create(b, i64, holds, /*whole=*/true);
      Value passed = b.sub(math::CtPopOp::create(b, mask), one);
      next.push_back(b.add(first, b.mul(passed, step)));
    }
    next.push_back(step);
    return next;
  });
  owners.pop_back();
  return llvm::map_to_vector(owners, [&](Value copy) -> Value {
    return WarpUniformOp::create(b, copy);
  });
}

void CopyKernel::emitTile(Value base, Value total, const MemoryArray &begins) {
  Value last = b.sub(total, 1);
  Value end = b.minsi(b.add(base, tile.items() - 1), last);
  Values ends = findCopies({base, end});
  Value first = ends.front();
  Value several = b.truncI32(b.add(b.sub(ends.back(), first), 1));
  // Where in the tile its copies begin. The first one may begin before it,
  // and needs no search.
  kernel.barrier();
  Value thread = kernel.threadId();
  Value own = b.zextI64(thread);
  kernel.forEach(own, b.zextI64(several), tile.blockSize, [&](Value i) {
    Value begin = b.sub(starts.load(b, b.add(first, i)), base);
    begin = b.truncI32(begin);
    begins.store(b, begin, b.truncI32(i));
  });
  kernel.barrier();

  Values places;
  for (unsigned i = 0; i < tile.itemsPerThread; ++i)
    places.push_back(b.add(thread, i * tile.blockSize));
  Values owners = findPartitionPoint(
      kernel, places.size(), several, [&](ValueRange indices) {
        Values found = llvm::map_to_vector(indices, [&](Value index) -> Value {
          return begins.load(b, index);
        });
        Values holds;
        for (auto [begin, place] : llvm::zip_equal(found, places))
          holds.push_back(b.ule(begin, place));
        return holds;
      });
  SmallVector<CopyUnits::Range> parts;
  for (auto [owner, place] : llvm::zip_equal(owners, places)) {
    Value copy = b.add(first, b.zextI64(owner));
    Values given = loadAll(b, copies, copy);
    Value unit = b.add(base, b.zextI64(place));
    CopyUnits::Range part =
        units.getUnit(units.clip(given), b.sub(unit, starts.load(b, copy)));
    // A place behind the last unit is no part of any.
    part.count = b.select(b.slt(unit, total), part.count, 0);
    parts.push_back(part);
  }
  units.move(parts);
}

void CopyKernel::emit() {
  Value total =
      MemoryArray(kernel.argument(LaunchValue::region(Total)), b.getI64Type())
          .load(b, 0);
  MemoryArray begins =
      kernel.workgroupArray(b.getI32Type(), tile.items(), "copies");
  kernel.forGridStride(b.ceildivui(total, tile.items()), [&](Value number) {
    emitTile(b.mul(number, tile.items()), total, begins);
  });
}

namespace {

class BatchCopyLowering : public OpLowering<DeviceBatchCopyOp> {
public:
  explicit BatchCopyLowering(DeviceBatchCopyOp op)
      : OpLowering(op, DeviceAlgorithm::Scan) {}

  /// The bounds of a copy take registers while it is cut off.
  void limitTile(TileShape &tile, bool hasBorder) const override {
    OpLowering::limitTile(tile, hasBorder);
    tile.itemsPerThread = std::min(tile.itemsPerThread, copyUnitsPerThread);
  }

  std::string nameIn(unsigned number) const override {
    return ArrayRef<StringRef>{"from", "to", "sizes"}[number].str();
  }

  void emitSizeChecks(OperandChecks &checks) const override {
    checks.checkIns();
    if (op.getAddressed())
      return;
    checks.checkGroup("ins", op.getIns());
    checks.checkGroup("outs", op.getOuts());
  }

  FailureOr<DevicePlan> plan(const DeviceContext &context) const override;
};

} // namespace

FailureOr<DevicePlan>
BatchCopyLowering::plan(const DeviceContext &context) const {
  TileShape tile = getTile(context);
  DevicePlan plan{tile, RowForm::get(op)};
  plan.regions = TileScan::getRegions(op, CopyCountKernel::getForm(op), plan);
  Size indexBytes = sizeof(int64_t);
  plan.regions.push_back(
      WorkspaceRegion::scratch(Size::elements() * Size::rows() * indexBytes));
  plan.regions.push_back(WorkspaceRegion::scratch(indexBytes));
  plan.limits.push_back(
      {INT32_MAX,
       "takes fewer than 2147483648 copies, found {}; copy in parts"});
  PlanLaunch count{
      plan.addKernel("copies_count", tile, [=, op = op](KernelBuilder &kernel) {
        CopyCountKernel scan(op, kernel, tile);
        LookBackSchedule(scan).emit();
      })};
  // Copies to addresses have any size.
  Size work = op.getOuts().empty()
                  ? Size(std::numeric_limits<int64_t>::max() / 2)
                  : Size::elements() + Size::extent(op.getOuts().front());
  PlanLaunch copy{plan.addKernel("copies", tile.blockSize,
                                 [=, op = op](KernelBuilder &kernel) {
                                   CopyKernel(op, kernel, tile).emit();
                                 }),
                  LaunchSchedule::ofWork(work, tile.items(),
                                         context.getMaxBlocks(tile.blockSize))};
  plan.cases = {{0}, {INT64_MAX, /*usesWorkspace=*/true, {count, copy}}};
  return plan;
}

std::unique_ptr<DeviceLowering>
mlir::prim::createLowering(DeviceBatchCopyOp op) {
  return std::make_unique<BatchCopyLowering>(op);
}
