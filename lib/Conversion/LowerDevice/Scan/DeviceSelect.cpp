//===- DeviceSelect.cpp - Lower prim.device_select *- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A select is a scan of counts by tiles. Within its tile an item goes to where
// it belongs among those of its class, through workgroup memory. Classes are
// contiguous there, and items that are not selected come last. Then
// neighbouring lanes store neighbours, each class after its items of earlier
// tiles.
//
//===----------------------------------------------------------------------===//

#include "../Engine/OperandChecks.h"
#include "TileSchedule.h"
#include "prim/Dialect/Prim/IR/Limits.h"
#include "prim/Dialect/Prim/IR/PrimSelectOps.h"
#include "prim/Dialect/Prim/Utils/TileLayout.h"

using namespace mlir;
using namespace mlir::prim;

namespace {

class SelectKernel : public TileScan {
public:
  SelectKernel(DeviceSelectOp op, KernelBuilder &kernel, TileShape tile)
      : TileScan(op, op.getPrologue(), kernel, tile, getForm(op)), op(op),
        items(op.getItemTypes()), numCounted(op.getNumCounted()),
        written(findWritten(op, items.size())) {}

  static TileScanForm getForm(DeviceSelectOp op) {
    TileScanForm form{ScanMode::Exclusive};
    form.total = true;
    // Counts of two classes share a word, 32 bits each: they stay below 2^31.
    form.counts =
        IntegerType::get(op.getContext(), countBits * op.getNumCounted());
    return form;
  }

private:
  static constexpr unsigned countBits = 32;
  using Values = SmallVector<Value>;

  /// The members that are written of some class.
  static SmallVector<unsigned> findWritten(DeviceSelectOp op, unsigned members);

  void bindOuts(BindFn bind) override;
  SmallVector<ValueTuple> loadItems(TileIO &io, bool pads, bool isFull,
                                    SmallVector<Value> &kept) override;
  SmallVector<Type> getKeptTypes() override;
  void storeTotal(ValueRange total) override;
  void store(TileIO &io, const TileFolds &folds) override;

  /// Whether each of the thread's items is of class c, for the counted ones.
  SmallVector<Values> findFlagged(TileIO &io, ArrayRef<ValueTuple> values,
                                  bool isFull);
  SmallVector<Values> findHeads(TileIO &io, ArrayRef<ValueTuple> values,
                                bool isFull);
  /// The answer of `where` for an item.
  Values askWhere(ValueRange item, Value flag, Value index);
  /// The counts in one word, i32 each.
  Values split(Value counts);
  /// Where each of the thread's items goes in the tile; `ones` are what they
  /// count.
  Value rank(TileIO &io, const TileFolds &folds, ValueRange ones,
             ValueRange totals);
  /// Writes those of `moved`, the thread's items in striped order, whose places
  /// in the tile begin with `first` (null for 0) and are `count`: to `arrays`
  /// from element `before` on, as far as `out` holds them. All are i32 and
  /// uniform.
  void storeClass(ArrayRef<MemoryArray> arrays, Value out,
                  ArrayRef<Values> moved, Value first, Value count,
                  Value before);
  /// Writes the items of a class from the end of `arrays` on.
  void storeReversed(ArrayRef<MemoryArray> arrays, ArrayRef<Values> moved,
                     Value first, Value count, Value before);
  /// Writes what has one of `limit` places from `first` on: that of place p to
  /// element `origin` + p, or `origin` - 1 - p.
  void storeFrom(Value origin, ArrayRef<MemoryArray> arrays,
                 ArrayRef<Values> moved, Value first, Value limit,
                 bool reversed);
  Values makeUniform(Values values) {
    for (Value &value : values)
      value = WarpUniformOp::create(b, value);
    return values;
  }

  Values positions() {
    return TileLayout(shape.blockSize, kernel.target().waveSize,
                      shape.itemsPerThread, Arrangement::Striped)
        .positions(b, {kernel.threadId(), kernel.laneId(), kernel.waveId()});
  }

  DeviceSelectOp op;
  SmallVector<Type> items;
  unsigned numCounted;
  SmallVector<unsigned> written;
  SmallVector<SmallVector<MemoryArray>> outs;
  SmallVector<MemoryArray> counts, rest;
};

} // namespace

SmallVector<unsigned> SelectKernel::findWritten(DeviceSelectOp op,
                                                unsigned members) {
  auto device = cast<DeviceOpInterface>(op.getOperation());
  auto isWritten = [&](unsigned member) {
    for (unsigned number = 0; number < op.getNumCounted(); ++number)
      if (!device.isDiscarded(number * members + member))
        return true;
    return !op.getRest().empty() &&
           !device.isDiscarded(op.getOuts().size() + member);
  };
  return llvm::filter_to_vector(llvm::seq(members), isWritten);
}

void SelectKernel::bindOuts(BindFn bind) {
  auto bindStored = [&](ValueRange buffers) {
    SmallVector<MemoryArray> all = bind(buffers), arrays;
    if (!all.empty())
      for (unsigned member : written)
        arrays.push_back(
            all[member].retyped(widenBit(all[member].getElement())));
    return arrays;
  };
  outs.clear();
  for (unsigned number = 0; number < numCounted; ++number)
    outs.push_back(bindStored(op.getOutsOf(number)));
  counts = bind(op.getCounts());
  rest = bindStored(op.getRest());
}

//===----------------------------------------------------------------------===//
// What is selected
//===----------------------------------------------------------------------===//

SmallVector<Value> SelectKernel::askWhere(ValueRange item, Value flag,
                                          Value index) {
  Values arguments(item);
  if (flag)
    arguments.push_back(flag);
  Value answer = kernel.map(op.getWhere(), arguments, index).front();
  if (!op.getClasses())
    return {answer};
  Values isOf;
  for (unsigned number = 0; number < numCounted; ++number)
    isOf.push_back(b.eq(answer, number));
  return isOf;
}

SmallVector<SmallVector<Value>>
SelectKernel::findFlagged(TileIO &io, ArrayRef<ValueTuple> values,
                          bool isFull) {
  Values flags(values.size());
  if (op.getFlags()) {
    const MemoryArray &array = ins.back();
    Value none = b.zero(array.getElement());
    SmallVector<Value> vectors = io.loadItemVectors(array, isFull, none);
    for (auto [flag, tuple] : llvm::zip_equal(flags, unpackItems(b, vectors)))
      flag = tuple.front();
  }
  SmallVector<Values> result;
  if (op.getWhere().empty()) {
    for (Value flag : flags)
      result.push_back({flag.getType().isInteger(1) ? flag : b.ne(flag, 0)});
    return result;
  }
  mlir::Region &where = op.getWhere();
  Values indices =
      io.getIndicesFor(where, items.size() + (op.getFlags() ? 1 : 0));
  Values exist = io.areValidUnless(isFull);
  Value no = b.boolean(false);
  Values none(numCounted, no);
  bool anywhere = isTotalRegion(where);
  for (auto [i, item] : llvm::enumerate(values)) {
    auto ask = [&, &item = item, i = i]() -> ValueTuple {
      return askWhere(item, flags[i], indices[i]);
    };
    result.push_back(evaluateIf(b, exist[i], anywhere, none, ask));
  }
  return result;
}

SmallVector<SmallVector<Value>>
SelectKernel::findHeads(TileIO &io, ArrayRef<ValueTuple> values, bool isFull) {
  unsigned numKeys = *op.getHeads();
  auto takeKeys = [&](ValueRange item) {
    return llvm::map_to_vector(item.take_front(numKeys),
                               [&](Value value) { return widenBit(b, value); });
  };
  SmallVector<ValueTuple> keys = llvm::map_to_vector(
      values, [&](const ValueTuple &item) { return takeKeys(item); });
  SmallVector<ValueTuple> before =
      io.previous(keys, [&](Value element) -> ValueTuple {
        // Without a prologue members that are no keys are not looked at.
        if (prologue.empty())
          return kernel.loadWide(ArrayRef(ins).take_front(numKeys), element);
        return takeKeys(
            kernel.map(prologue, kernel.loadElement(ins, element), element));
      });
  // Keys are compared by bit 0 of their bytes.
  auto narrow = [&](Value value, Type type) -> Value {
    return value.getType() == type ? value : b.trunci(type, value);
  };
  Values exist = io.areValidUnless(isFull);
  Value no = b.boolean(false);
  bool anywhere = op.getEqual().empty() || isTotalRegion(op.getEqual());
  SmallVector<Values> result;
  for (auto [i, own, other] : llvm::enumerate(keys, before)) {
    auto differ = [&, &own = own, &other = other, i = i]() -> ValueTuple {
      Values lhs, rhs;
      for (unsigned key = 0; key < numKeys; ++key) {
        lhs.push_back(narrow(other[key], items[key]));
        rhs.push_back(narrow(own[key], items[key]));
      }
      Value isHead = areDifferent(kernel, {&op.getEqual()}, lhs, rhs);
      // The first element is compared with itself.
      if (i == 0)
        isHead = b.ori(isHead, io.hasFirst());
      return {isHead};
    };
    result.push_back(evaluateIf(b, exist[i], anywhere, no, differ));
  }
  return result;
}

SmallVector<Type> SelectKernel::getKeptTypes() {
  SmallVector<Type> types;
  for (unsigned i = 0; i < shape.itemsPerThread; ++i) {
    for (unsigned member : written)
      types.push_back(items[member]);
    types.push_back(form.counts);
  }
  return types;
}

SmallVector<ValueTuple> SelectKernel::loadItems(TileIO &io, bool pads,
                                                bool isFull,
                                                SmallVector<Value> &kept) {
  SmallVector<ValueTuple> values =
      io.loadMapped(ArrayRef(ins).take_front(op.getIns().size()), prologue,
                    /*neutral=*/nullptr, isFull);
  SmallVector<Values> classes = op.getHeads() ? findHeads(io, values, isFull)
                                              : findFlagged(io, values, isFull);
  SmallVector<ValueTuple> ones;
  for (auto [item, isOf] : llvm::zip_equal(values, classes)) {
    Value sum;
    for (auto [number, is] : llvm::enumerate(isOf)) {
      Value one = b.extui(form.counts, is);
      if (number)
        one = b.shli(one, number * countBits);
      sum = sum ? b.ori(sum, one) : one;
    }
    for (unsigned member : written)
      kept.push_back(item[member]);
    // Carrying a mask out of two branches costs more than carrying a number.
    kept.push_back(sum);
    ones.push_back({sum});
  }
  return ones;
}

//===----------------------------------------------------------------------===//
// Where it goes
//===----------------------------------------------------------------------===//

SmallVector<Value> SelectKernel::split(Value counts) {
  Values parts;
  for (unsigned number = 0; number < numCounted; ++number) {
    Value part = counts;
    if (number)
      part = b.shrui(part, number * countBits);
    parts.push_back(part.getType().isInteger(countBits) ? part
                                                        : b.truncI32(part));
  }
  return parts;
}

void SelectKernel::storeTotal(ValueRange total) {
  for (auto [array, count] : llvm::zip_equal(counts, split(total.front())))
    storeCount(kernel, array, count);
}

Value SelectKernel::rank(TileIO &io, const TileFolds &folds, ValueRange ones,
                         ValueRange totals) {
  Value all = totals.front();
  for (Value total : totals.drop_front())
    all = b.add(all, total);
  Values ranks;
  for (auto [position, own, exclusive] :
       llvm::zip_equal(io.positions(), ones, folds.exclusive)) {
    // An item that is not selected goes behind all that are, in its order.
    Values before = split(exclusive.front());
    Value rank = b.add(position, all);
    for (Value count : before)
      rank = b.sub(rank, count);
    Value first;
    for (auto [one, count, total] :
         llvm::zip_equal(split(own), before, totals)) {
      Value is = b.ne(one, 0);
      Value place = first ? b.add(first, count) : count;
      rank = b.select(is, place, rank);
      first = first ? b.add(first, total) : total;
    }
    ranks.push_back(rank);
  }
  return vector::FromElementsOp::create(
      b, VectorType::get({shape.itemsPerThread}, b.getI32Type()), ranks);
}

void SelectKernel::storeFrom(Value origin, ArrayRef<MemoryArray> arrays,
                             ArrayRef<Values> moved, Value first, Value limit,
                             bool reversed) {
  if (areDiscarding(arrays))
    return;
  unsigned widest = 1;
  for (const MemoryArray &array : arrays)
    widest = std::max(widest, getElementBytes(array.getElement()));
  unsigned step = shape.blockSize;
  unsigned near = shape.itemsPerThread;
  if (unsigned bits = kernel.target().offsetBits)
    near = std::clamp((1u << (bits - 1)) / (step * widest), 1u, near);
  SmallVector<MemoryArray> begins;
  for (auto [i, place] : llvm::enumerate(positions())) {
    unsigned number = i % near;
    if (number == 0) {
      // Items that instructions reach from one address share an origin.
      int64_t distance = int64_t(i) * step;
      if (reversed)
        distance = -distance - int64_t(near) * step;
      Value from = WarpUniformOp::create(b, b.add(origin, distance));
      begins = llvm::map_to_vector(arrays, [&](const MemoryArray &array) {
        return array.from(b, b.sextI64(from));
      });
    }
    Value inside = b.ult(first ? b.sub(place, first) : place, limit);
    kernel.ifThen(inside, [&, i = i] {
      Value thread = kernel.threadId();
      int64_t distance = int64_t(number) * step;
      if (reversed) {
        thread = b.sub(b.i32(step - 1), thread);
        distance = int64_t(near - 1 - number) * step;
      }
      Value index = b.add(thread, distance, arith::IntegerOverflowFlags::nuw);
      for (auto [array, values] : llvm::zip_equal(begins, moved))
        array.store(b, values[i], index);
    });
  }
}

void SelectKernel::storeClass(ArrayRef<MemoryArray> arrays, Value out,
                              ArrayRef<Values> moved, Value first, Value count,
                              Value before) {
  Value room = b.maxsi(b.sub(getCapacity(kernel, out), before), 0);
  Value limit = b.minsi(count, room);
  // Where place 0 of the tile would go.
  Value origin = first ? b.sub(before, first) : before;
  storeFrom(origin, arrays, moved, first, limit, /*reversed=*/false);
}

void SelectKernel::storeReversed(ArrayRef<MemoryArray> arrays,
                                 ArrayRef<Values> moved, Value first,
                                 Value count, Value before) {
  // Place p goes to size - 1 - before - (p - first): this is the one behind
  // that of place 0.
  Value narrow = b.truncI32(size);
  Value origin = b.sub(b.add(narrow, first), before);
  storeFrom(origin, arrays, moved, first, count, /*reversed=*/true);
}

void SelectKernel::store(TileIO &io, const TileFolds &folds) {
  if (written.empty())
    return;
  SmallVector<Values> members(written.size());
  Values ones;
  unsigned arity = written.size() + 1;
  for (unsigned i = 0; i < shape.itemsPerThread; ++i) {
    ArrayRef<Value> kept = ArrayRef(folds.kept).slice(i * arity, arity);
    for (auto [member, value] :
         llvm::zip_equal(members, kept.take_front(written.size())))
      member.push_back(widenBit(b, value));
    ones.push_back(kept.back());
  }
  Values totals = makeUniform(split(folds.total.front()));
  Values before = makeUniform(split(folds.before.front()));
  Values vectors;
  for (Values &member : members)
    vectors.push_back(vector::FromElementsOp::create(
        b, VectorType::get({shape.itemsPerThread}, member.front().getType()),
        member));
  auto exchange = BlockExchangeOp::create(
      b, vectors, rank(io, folds, ones, totals), Arrangement::Blocked,
      /*fromVector=*/0, Arrangement::Striped, /*toVector=*/0);
  SmallVector<Values> moved(written.size());
  for (const ValueTuple &item : unpackItems(b, exchange.getResults()))
    for (auto [member, value] : llvm::zip_equal(moved, item))
      member.push_back(value);

  Value first;
  // Elements of no counted class, in this tile and in those before it.
  Value left = io.count();
  Value leftBefore = b.truncI32(io.getBase());
  for (unsigned number = 0; number < numCounted; ++number) {
    storeClass(outs[number], op.getOutsOf(number).front(), moved, first,
               totals[number], before[number]);
    first = first ? b.add(first, totals[number]) : totals[number];
    left = b.sub(left, totals[number]);
    leftBefore = b.sub(leftBefore, before[number]);
  }
  if (op.getRestReversed())
    storeReversed(outs.front(), moved, first, left, leftBefore);
  else if (!rest.empty())
    storeClass(rest, op.getRest().front(), moved, first, left, leftBefore);
}

namespace {

class SelectLowering : public OpLowering<DeviceSelectOp> {
public:
  explicit SelectLowering(DeviceSelectOp op)
      : OpLowering(op, DeviceAlgorithm::Select) {}

  unsigned countItemBytes(bool hasBorder) const override {
    unsigned bytes = OpLowering::countItemBytes(hasBorder);
    for (Type type : op.getItemTypes())
      bytes = std::max(bytes, getElementBytes(type));
    return bytes;
  }

  uint64_t countItemRegisters() const override {
    // An item that the prologue makes, and whether it is kept.
    return std::max(OpLowering::countItemRegisters(),
                    countRegisters(op.getItemTypes())) +
           op.getNumCounted();
  }

  std::string nameIn(unsigned number) const override {
    return number == op.getIns().size() ? "flags 0"
                                        : OpLowering::nameIn(number);
  }

  /// Each class has a size of its own.
  void emitSizeChecks(OperandChecks &checks) const override {
    auto checkGroup = [&](StringRef group, ValueRange outs, unsigned first) {
      if (outs.empty())
        return;
      if (op.getRestReversed())
        for (auto [number, out] : llvm::enumerate(outs))
          checks.compareToIns(group, first + number, out);
      checks.checkGroup(group, outs, first);
    };
    checks.checkIns();
    for (unsigned number = 0; number < op.getNumCounted(); ++number) {
      ValueRange outs = op.getOutsOf(number);
      checkGroup("outs", outs, number * outs.size());
    }
    checkGroup("rest", op.getRest(), /*first=*/0);
  }

  FailureOr<DevicePlan> plan(const DeviceContext &context) const override;
};

} // namespace

FailureOr<DevicePlan> SelectLowering::plan(const DeviceContext &context) const {
  TileShape tile = getTile(context);
  DevicePlan plan{tile, RowForm::get(op)};
  plan.regions = TileScan::getRegions(op, SelectKernel::getForm(op), plan);
  plan.limits.push_back(
      {INT32_MAX,
       "takes fewer than 2147483648 elements, found {}; select in parts"});
  PlanLaunch select{
      plan.addKernel("select", tile, [=, op = op](KernelBuilder &kernel) {
        SelectKernel scan(op, kernel, tile);
        LookBackSchedule(scan).emit();
      })};
  plan.cases = {addEmptyCounts(op, op.getCounts(), plan),
                {tile.items(), /*usesWorkspace=*/false, {select}},
                {INT64_MAX, /*usesWorkspace=*/true, {select}}};
  return plan;
}

std::unique_ptr<DeviceLowering> mlir::prim::createLowering(DeviceSelectOp op) {
  return std::make_unique<SelectLowering>(op);
}
