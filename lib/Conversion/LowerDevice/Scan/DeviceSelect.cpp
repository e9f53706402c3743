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
// tiles. In a late schedule, each wave does this with its own part of a tile.
//
//===----------------------------------------------------------------------===//

#include "../Engine/OperandChecks.h"
#include "LateScan.h"
#include "prim/Dialect/Prim/IR/Limits.h"
#include "prim/Dialect/Prim/IR/PrimSelectOps.h"
#include "prim/Dialect/Prim/Utils/TileLayout.h"

using namespace mlir;
using namespace mlir::prim;

namespace {

/// The part of a select that does not depend on the schedule.
class SelectKernel : public TileScan {
public:
  SelectKernel(DeviceSelectOp op, KernelBuilder &kernel, TileShape tile,
               const TileScanForm &form)
      : TileScan(op, op.getPrologue(), kernel, tile, form), op(op),
        items(op.getItemTypes()), numCounted(op.getNumCounted()),
        written(findWritten(op, items.size())) {}

  static TileScanForm getForm(DeviceSelectOp op) {
    TileScanForm form{ScanMode::Exclusive};
    form.total = true;
    // Counts of two classes share a word, 32 bits each: they stay below 2^31.
    form.counts =
        IntegerType::get(op.getContext(), countBits * op.getNumCounted());
    SmallVector<Type> items = op.getItemTypes();
    for (unsigned member : findWritten(op, items.size()))
      form.placed.push_back(widenBit(items[member]));
    return form;
  }

protected:
  static constexpr unsigned countBits = 32;
  using Values = SmallVector<Value>;

  /// The members that are written of some class.
  static SmallVector<unsigned> findWritten(DeviceSelectOp op, unsigned members);

  void bindOuts(BindFn bind) override;
  void storeTotal(ValueRange total) override;

  /// The items of a tile inside TileIO::fullOrPartial(), and whether each is of
  /// class c, for the counted ones.
  std::pair<SmallVector<ValueTuple>, SmallVector<Values>>
  loadClasses(TileIO &io, bool isFull);
  /// Whether each of the thread's items is of class c, for the counted ones.
  SmallVector<Values> findFlagged(TileIO &io, ArrayRef<ValueTuple> values,
                                  bool isFull);
  SmallVector<Values> findHeads(TileIO &io, ArrayRef<ValueTuple> values,
                                bool isFull);
  /// The keys before those of each item.
  virtual SmallVector<ValueTuple>
  findPrevious(TileIO &io, ArrayRef<ValueTuple> keys, bool isFull);
  /// The keys of an element (i64), as they are in memory.
  ValueTuple loadKeys(Value element);
  SmallVector<Value> widenKeys(ValueRange item);
  /// The answer of `where` for an item.
  Values askWhere(ValueRange item, Value flag, Value index);
  /// The counts in one word, i32 each.
  Values split(Value counts);
  /// Compacted items: thread number `thread` (i32) of each `step` threads has
  /// `places`, which are `thread`, `thread` + `step` and so on. get() gives
  /// `member` of its item number `item`.
  struct Compacted {
    Value thread;
    unsigned step;
    Values places;
    /// How many items of a thread share a test whether any of them is stored; 0
    /// for none.
    unsigned grouped;
    llvm::function_ref<Value(unsigned member, unsigned item)> get;
  };
  /// Writes those of `moved` whose places begin with `first` (null for 0) and
  /// are `count`: to `arrays` from element `before` on, as far as `out` holds
  /// them. All are i32 and uniform.
  void storeClass(ArrayRef<MemoryArray> arrays, Value out,
                  const Compacted &moved, Value first, Value count,
                  Value before);
  /// Writes the items of a class from the end of `arrays` on.
  void storeReversed(ArrayRef<MemoryArray> arrays, const Compacted &moved,
                     Value first, Value count, Value before);
  /// Writes what has one of `limit` places from `first` on: that of place p to
  /// element `origin` + p, or `origin` - 1 - p.
  void storeFrom(Value origin, ArrayRef<MemoryArray> arrays,
                 const Compacted &moved, Value first, Value limit,
                 bool reversed);
  Values makeUniform(Values values) {
    for (Value &value : values)
      value = WarpUniformOp::create(b, value);
    return values;
  }

  DeviceSelectOp op;
  SmallVector<Type> items;
  unsigned numCounted;
  SmallVector<unsigned> written;
  SmallVector<SmallVector<MemoryArray>> outs;
  SmallVector<MemoryArray> counts, rest;
};

/// A select whose tiles are ranked and exchanged by the block.
class BlockSelect : public SelectKernel {
public:
  using SelectKernel::SelectKernel;

private:
  SmallVector<ValueTuple> loadItems(TileIO &io, bool pads, bool isFull,
                                    SmallVector<Value> &kept) override;
  SmallVector<Type> getKeptTypes() override;
  void store(TileIO &io, const TileFolds &folds) override;
  /// Where each of the thread's items goes in the tile; `ones` are what they
  /// count.
  Value rank(TileIO &io, const TileFolds &folds, ValueRange ones,
             ValueRange totals);
};

/// A select whose waves compact their own parts of a tile, by votes.
class WaveSelect : public SelectKernel, public WaveCompaction {
public:
  using SelectKernel::SelectKernel;

  SmallVector<Value> loadAhead(Value tile) override;
  SmallVector<Value> load(TileIO &io, ArrayRef<MemoryArray> slots,
                          ValueRange ahead) override;
  ValueTuple compact(TileIO &io, ValueRange loaded,
                     ArrayRef<MemoryArray> slots) override;
  void store(TileIO &io, const ValueTuple &own, const ValueTuple &before,
             ArrayRef<MemoryArray> slots) override;

private:
  /// The schedule calls the functions of WaveCompaction.
  void store(TileIO &io, const TileFolds &folds) override {
    llvm_unreachable("a late schedule has no folds of items");
  }
  SmallVector<ValueTuple> findPrevious(TileIO &io, ArrayRef<ValueTuple> keys,
                                       bool isFull) override;
  IntegerType getMaskType() {
    return b.getIntegerType(kernel.target().waveSize);
  }
  bool storesRest() { return op.getRestReversed() || !rest.empty(); }

  /// Where the tile has been staged, if it has, and the keys of the element
  /// before the wave's first one.
  SmallVector<MemoryArray> staged;
  ValueTuple edge;
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
// Selected items
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
  SmallVector<ValueTuple> keys =
      llvm::map_to_vector(values, [&](const ValueTuple &item) -> ValueTuple {
        return widenKeys(item);
      });
  SmallVector<ValueTuple> before = findPrevious(io, keys, isFull);
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

SmallVector<Value> SelectKernel::widenKeys(ValueRange item) {
  return llvm::map_to_vector(item.take_front(*op.getHeads()),
                             [&](Value value) { return widenBit(b, value); });
}

ValueTuple SelectKernel::loadKeys(Value element) {
  // Without a prologue members that are no keys are not looked at.
  if (prologue.empty())
    return kernel.loadWide(ArrayRef(ins).take_front(*op.getHeads()), element);
  return widenKeys(
      kernel.map(prologue, kernel.loadElement(ins, element), element));
}

SmallVector<ValueTuple>
SelectKernel::findPrevious(TileIO &io, ArrayRef<ValueTuple> keys, bool isFull) {
  return io.previous(keys, [&](Value element) { return loadKeys(element); });
}

std::pair<SmallVector<ValueTuple>, SmallVector<SmallVector<Value>>>
SelectKernel::loadClasses(TileIO &io, bool isFull) {
  SmallVector<ValueTuple> values =
      io.loadMapped(ArrayRef(ins).take_front(op.getIns().size()), prologue,
                    /*neutral=*/nullptr, isFull);
  SmallVector<Values> classes = op.getHeads() ? findHeads(io, values, isFull)
                                              : findFlagged(io, values, isFull);
  return {values, classes};
}

SmallVector<Type> BlockSelect::getKeptTypes() {
  SmallVector<Type> types;
  for (unsigned i = 0; i < shape.itemsPerThread; ++i) {
    for (unsigned member : written)
      types.push_back(items[member]);
    types.push_back(form.counts);
  }
  return types;
}

SmallVector<ValueTuple> BlockSelect::loadItems(TileIO &io, bool pads,
                                               bool isFull,
                                               SmallVector<Value> &kept) {
  auto [values, classes] = loadClasses(io, isFull);
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

Value BlockSelect::rank(TileIO &io, const TileFolds &folds, ValueRange ones,
                        ValueRange totals) {
  Value all = totals.front();
  for (Value total : totals.drop_front())
    all = b.add(all, total);
  Values ranks;
  for (auto [position, own, exclusive] :
       llvm::zip_equal(io.positions(), ones, folds.exclusive)) {
    // An item that is not selected goes after all that are, in its order.
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
                             const Compacted &moved, Value first, Value limit,
                             bool reversed) {
  if (areDiscarding(arrays))
    return;
  unsigned widest = 1;
  for (const MemoryArray &array : arrays)
    widest = std::max(widest, getElementBytes(array.getElement()));
  unsigned step = moved.step;
  unsigned near = shape.itemsPerThread;
  if (unsigned bits = kernel.target().offsetBits)
    near = std::clamp((1u << (bits - 1)) / (step * widest), 1u, near);
  SmallVector<MemoryArray> begins;
  auto storeOne = [&](unsigned i) {
    Value place = moved.places[i];
    Value inside = b.ult(first ? b.sub(place, first) : place, limit);
    kernel.ifThen(inside, [&] {
      Value thread = moved.thread;
      unsigned number = i % near;
      if (reversed) {
        thread = b.sub(b.i32(step - 1), thread);
        number = near - 1 - number;
      }
      Value index = b.add(thread, int64_t(number) * step,
                          arith::IntegerOverflowFlags::nuw);
      for (auto [member, array] : llvm::enumerate(begins))
        array.store(b, moved.get(member, i), index);
    });
  };
  unsigned grouped = moved.grouped ? moved.grouped : near;
  for (unsigned base = 0; base < shape.itemsPerThread; base += near) {
    // Items that instructions reach from one address share an origin.
    int64_t distance = int64_t(base) * step;
    if (reversed)
      distance = -distance - int64_t(near) * step;
    Value from = WarpUniformOp::create(b, b.add(origin, distance));
    begins = llvm::map_to_vector(arrays, [&](const MemoryArray &array) {
      return array.from(b, b.sextI64(from));
    });
    unsigned end = std::min(base + near, shape.itemsPerThread);
    for (unsigned i = base; i < end; i += grouped) {
      auto storeGroup = [&] {
        for (unsigned item = i; item < std::min(i + grouped, end); ++item)
          storeOne(item);
      };
      if (moved.grouped)
        kernel.ifThen(b.ugt(limit, int64_t(i) * step), storeGroup);
      else
        storeGroup();
    }
  }
}

void SelectKernel::storeClass(ArrayRef<MemoryArray> arrays, Value out,
                              const Compacted &moved, Value first, Value count,
                              Value before) {
  Value room = b.maxsi(b.sub(getCapacity(kernel, out), before), 0);
  Value limit = b.minsi(count, room);
  // Where place 0 of the tile would go.
  Value origin = first ? b.sub(before, first) : before;
  storeFrom(origin, arrays, moved, first, limit, /*reversed=*/false);
}

void SelectKernel::storeReversed(ArrayRef<MemoryArray> arrays,
                                 const Compacted &moved, Value first,
                                 Value count, Value before) {
  // Place p goes to size - 1 - before - (p - first): this is the one behind
  // that of place 0.
  Value narrow = b.truncI32(size);
  Value origin = b.sub(first ? b.add(narrow, first) : narrow, before);
  storeFrom(origin, arrays, moved, first, count, /*reversed=*/true);
}

void BlockSelect::store(TileIO &io, const TileFolds &folds) {
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

  auto getMoved = [&](unsigned member, unsigned item) {
    return moved[member][item];
  };
  TileLayout layout(shape.blockSize, kernel.target().waveSize,
                    shape.itemsPerThread, Arrangement::Striped);
  Values places = layout.positions(
      b, {kernel.threadId(), kernel.laneId(), kernel.waveId()});
  Compacted striped{kernel.threadId(), shape.blockSize, places, /*grouped=*/0,
                    getMoved};
  Value first;
  // Elements of no counted class, in this tile and in those before it.
  Value left = io.count();
  Value leftBefore = b.truncI32(io.getBase());
  for (unsigned number = 0; number < numCounted; ++number) {
    storeClass(outs[number], op.getOutsOf(number).front(), striped, first,
               totals[number], before[number]);
    first = first ? b.add(first, totals[number]) : totals[number];
    left = b.sub(left, totals[number]);
    leftBefore = b.sub(leftBefore, before[number]);
  }
  if (op.getRestReversed())
    storeReversed(outs.front(), striped, first, left, leftBefore);
  else if (!rest.empty())
    storeClass(rest, op.getRest().front(), striped, first, left, leftBefore);
}

//===----------------------------------------------------------------------===//
// By waves
//===----------------------------------------------------------------------===//

/// How many items a lane stores for each test whether its wave has any more.
static constexpr unsigned groupedItems = 4;

SmallVector<Value> WaveSelect::loadAhead(Value tile) {
  if (!op.getHeads())
    return {};
  return loadKeys(getBeforeWave(getFirst(tile)));
}

SmallVector<ValueTuple>
WaveSelect::findPrevious(TileIO &io, ArrayRef<ValueTuple> keys, bool isFull) {
  Value isFirstLane = b.eq(kernel.laneId(), 0);
  if (!isFull || staged.empty() || !prologue.empty())
    return SelectKernel::findPrevious(io, keys, isFull);
  SmallVector<ValueTuple> previous;
  for (auto [i, position] : llvm::enumerate(io.positions())) {
    Value before = b.sub(position, 1);
    // The slot no longer has the inputs of the wave before.
    if (i == 0)
      before = b.select(isFirstLane, position, before);
    ValueTuple other;
    for (unsigned key = 0; key < *op.getHeads(); ++key)
      other.push_back(staged[key]
                          .retyped(widenBit(staged[key].getElement()))
                          .load(b, before));
    if (i == 0)
      other = selectTuple(b, isFirstLane, edge, other);
    previous.push_back(other);
  }
  return previous;
}

SmallVector<Value> WaveSelect::load(TileIO &io, ArrayRef<MemoryArray> slots,
                                    ValueRange ahead) {
  io.setStaged(ins, slots);
  staged = llvm::to_vector(slots);
  edge = ValueTuple(ahead);
  SmallVector<Type> types;
  for (unsigned i = 0; i < shape.itemsPerThread; ++i) {
    llvm::append_range(types, form.placed);
    types.append(numCounted, getMaskType());
  }
  return io.fullOrPartial(types, [&](bool isFull) {
    auto [values, classes] = loadClasses(io, isFull);
    Values loaded;
    for (auto [item, isOf] : llvm::zip_equal(values, classes)) {
      for (unsigned member : written)
        loaded.push_back(widenBit(b, item[member]));
      for (Value is : isOf)
        loaded.push_back(
            WarpBallotOp::create(b, getMaskType(), is, /*whole=*/true));
    }
    return loaded;
  });
}

ValueTuple WaveSelect::compact(TileIO &io, ValueRange loaded,
                               ArrayRef<MemoryArray> slots) {
  unsigned arity = written.size() + numCounted;
  auto getItem = [&](unsigned i) { return loaded.slice(i * arity, arity); };
  // Each item's place among those of each class, and how many each has.
  SmallVector<Values> ranks(numCounted);
  Values counts(numCounted, b.i32(0));
  for (unsigned i = 0; i < shape.itemsPerThread; ++i)
    for (auto [number, mask] :
         llvm::enumerate(getItem(i).drop_front(written.size()))) {
      Value &count = counts[number];
      ranks[number].push_back(WarpMaskedBitCountOp::create(b, mask, count));
      Value ones = math::CtPopOp::create(b, mask);
      count = b.add(count, getMaskType().getWidth() == countBits
                               ? ones
                               : b.truncI32(ones));
    }
  Value fold;
  for (auto [number, count] : llvm::enumerate(counts)) {
    Value part =
        form.counts.isInteger(countBits) ? count : b.extui(form.counts, count);
    if (number)
      part = b.shli(part, number * countBits);
    fold = fold ? b.ori(fold, part) : part;
  }
  if (written.empty())
    return {fold};
  SmallVector<MemoryArray> parts = getWaveParts(slots);
  Value one = b.constant(getMaskType(), 1), none = b.constant(getMaskType(), 0);
  Value lane = kernel.laneId();
  if (getMaskType().getWidth() != countBits)
    lane = b.extui(getMaskType(), lane);
  Value bit = b.shli(one, lane);
  for (unsigned i = 0; i < shape.itemsPerThread; ++i) {
    ValueRange item = getItem(i);
    Value place, isCounted, first;
    if (storesRest()) {
      // An item of no class lies after all that are of one, in its order.
      place = b.add(kernel.laneId(), i * kernel.target().waveSize);
      for (unsigned number = 0; number < numCounted; ++number)
        place = b.add(b.sub(place, ranks[number][i]), counts[number]);
    }
    for (unsigned number = 0; number < numCounted; ++number) {
      Value is = b.ne(b.andi(item[written.size() + number], bit), none);
      Value own = ranks[number][i];
      if (first)
        own = b.add(first, own);
      place = place ? b.select(is, own, place) : own;
      isCounted = isCounted ? b.ori(isCounted, is) : is;
      first = first ? b.add(first, counts[number]) : counts[number];
    }
    auto put = [&] {
      for (auto [part, value] :
           llvm::zip_equal(parts, item.take_front(written.size())))
        part.store(b, value, place);
    };
    if (storesRest())
      put();
    else
      kernel.ifThen(isCounted, put);
  }
  return {fold};
}

void WaveSelect::store(TileIO &io, const ValueTuple &own,
                       const ValueTuple &before, ArrayRef<MemoryArray> slots) {
  if (written.empty())
    return;
  Values counts = makeUniform(split(own.front()));
  Values starts = makeUniform(split(before.front()));
  unsigned lanes = kernel.target().waveSize;
  unsigned part = lanes * shape.itemsPerThread;
  Value start = getWaveStart();
  // Elements of no counted class, in the wave's part and before it.
  Value left = b.maxsi(b.minsi(b.sub(io.count(), start), part), 0);
  Value leftBefore = b.add(b.truncI32(io.getBase()), start);
  Value first = start;
  Values places;
  for (unsigned i = 0; i < shape.itemsPerThread; ++i)
    places.push_back(b.add(kernel.laneId(), i * lanes,
                           arith::IntegerOverflowFlags::nsw |
                               arith::IntegerOverflowFlags::nuw));
  auto storeAll = [&](Value count, llvm::function_ref<void(Compacted)> emit) {
    SmallVector<MemoryArray> parts =
        llvm::map_to_vector(slots, [&](const MemoryArray &slot) {
          return slot.from(b, b.zextI64(first));
        });
    auto get = [&](unsigned member, unsigned item) {
      return parts[member].load(b, places[item]);
    };
    emit(Compacted{kernel.laneId(), lanes, places, groupedItems, get});
    first = b.add(first, count);
  };
  for (unsigned number = 0; number < numCounted; ++number) {
    Value count = counts[number], begin = starts[number];
    storeAll(count, [&](const Compacted &moved) {
      storeClass(outs[number], op.getOutsOf(number).front(), moved,
                 /*first=*/Value(), count, begin);
    });
    left = b.sub(left, count);
    leftBefore = b.sub(leftBefore, begin);
  }
  if (op.getRestReversed())
    storeAll(left, [&](const Compacted &moved) {
      storeReversed(outs.front(), moved, /*first=*/Value(), left, leftBefore);
    });
  else if (!rest.empty())
    storeAll(left, [&](const Compacted &moved) {
      storeClass(rest, op.getRest().front(), moved, /*first=*/Value(), left,
                 leftBefore);
    });
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
  TileShape tile = getTile(context), least = tile;
  TileScanForm form = SelectKernel::getForm(op);
  LateFamily family = op.getFlags()          ? LateFamily::SelectFlags
                      : op.getRest().empty() ? LateFamily::Select
                                             : LateFamily::Partition;
  std::optional<LateTuningRow> late = LateSchedule::findRow(
      op, form,
      getLateTuningRow(context.getTarget(), family, countItemBytes(false)),
      tile, context);
  // The smallest tile takes the largest workspace.
  if (late && late->tile.items() < tile.items())
    least = late->tile;
  DevicePlan plan{least, RowForm::get(op)};
  plan.regions = TileScan::getRegions(op, form, plan);
  plan.limits.push_back(
      {INT32_MAX,
       "takes fewer than 2147483648 elements, found {}; select in parts"});
  PlanLaunch select{
      plan.addKernel("select", tile, [=, op = op](KernelBuilder &kernel) {
        BlockSelect scan(op, kernel, tile, form);
        LookBackSchedule(scan).emit();
      })};
  std::optional<TileShape> own;
  if (late)
    own = tile;
  auto addLookBack = [&](int64_t maxElements, bool usesWorkspace) {
    plan.cases.push_back({maxElements, usesWorkspace, {select}, own});
  };
  plan.cases = {addEmptyCounts(op, op.getCounts(), plan)};
  addLookBack(tile.items(), /*usesWorkspace=*/false);
  if (late) {
    form.ahead = late->ahead;
    form.late = late->late;
    PlanLaunch launch{plan.addKernel(
        "select", late->tile, [=, op = op](KernelBuilder &kernel) {
          WaveSelect scan(op, kernel, late->tile, form);
          LateSchedule(scan, scan).emit();
        })};
    plan.cases.push_back(
        LateSchedule::makeCase(op, form, *late, context, launch));
  }
  addLookBack(INT64_MAX, /*usesWorkspace=*/true);
  return plan;
}

std::unique_ptr<DeviceLowering> mlir::prim::createLowering(DeviceSelectOp op) {
  return std::make_unique<SelectLowering>(op);
}
