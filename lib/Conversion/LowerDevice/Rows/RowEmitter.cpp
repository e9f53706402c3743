//===- RowEmitter.cpp - The region of rows, item by item *- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Between two folds, all ops of an item come before those of the next one, so
// that few values are live at once.
//
//===----------------------------------------------------------------------===//

#include "RowEmitter.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "prim/Dialect/Prim/Utils/ThreadScan.h"

using namespace mlir;
using namespace mlir::prim;

RowEmitter::RowEmitter(const RowBody &body, DeviceRowsOp op,
                       KernelBuilder &kernel, RowThreads &threads,
                       RowSource &row, Value active, RowSteps steps,
                       bool isWide, unsigned alignment)
    : body(body), op(op), kernel(kernel), b(kernel), threads(threads), row(row),
      active(active), steps(steps), isWide(isWide), alignment(alignment),
      uniform(kernel.capturesOf(op.getRow())) {
  for (Value in : op.getIns())
    arrays.push_back(row.getElements(in));
  for (Value in : op.getRowIns())
    arrays.push_back(row.getOfRow(in));
  for (Value in : op.getColumnIns())
    arrays.push_back(kernel.bindStrided(in));
  for (auto [number, out] : llvm::enumerate(op.getOuts()))
    outs.push_back(op.isOfRow(number) ? row.getOfRow(out)
                                      : row.getElements(out));
  unsigned first = op.getIns().size();
  for (unsigned i = 0; i < op.getRowIns().size(); ++i) {
    Value argument = op.getRow().getArgument(first + i);
    if (body.isNeeded(argument))
      uniform.map(argument,
                  kernel.loadElement(arrays[first + i], b.i32(0)).front());
  }
  if (body.isNeeded(op.getNumberArgument()))
    uniform.map(op.getNumberArgument(), row.getNumber());
  if (steps == RowSteps::Peeled)
    peel();
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

Combiner RowEmitter::getCombiner(CombinerOpInterface fold) {
  Combiner combiner(fold);
  combiner.setMapping(&uniform);
  return combiner;
}

void RowEmitter::setUniform(Value value, Value known) {
  uniform.map(value, known);
  for (IRMapping &item : items)
    item.map(value, known);
}

ValueTuple RowEmitter::lookup(ValueRange values, unsigned item) {
  return llvm::map_to_vector(values, [&](Value value) -> Value {
    return items[item].lookupOrDefault(value);
  });
}

SmallVector<ValueTuple> RowEmitter::getItems(CombinerOpInterface fold) {
  for (Value value : RowBody::getInputs(fold))
    load(value);
  SmallVector<ValueTuple> result;
  for (unsigned i = 0; i < items.size(); ++i)
    result.push_back(lookup(RowBody::getInputs(fold), i));
  return result;
}

//===----------------------------------------------------------------------===//
// Tiles
//===----------------------------------------------------------------------===//

void RowEmitter::peel() {
  // Where the narrowest elements are aligned, all are.
  const MemoryArray *narrowest = nullptr;
  auto take = [&](const MemoryArray &array) {
    if (!narrowest || getElementBytes(array.getElement()) <
                          getElementBytes(narrowest->getElement()))
      narrowest = &array;
  };
  for (unsigned in = 0; in < op.getIns().size(); ++in)
    if (body.isNeeded(op.getRow().getArgument(in)))
      take(arrays[in]);
  for (auto [array, value] : llvm::zip_equal(outs, body.getWritten()))
    if (value)
      take(array);
  unsigned vector = threads.getVector();
  head = countUnaligned(b, *narrowest, vector);
  Value rest = b.sub(row.getLength(), head);
  inVectors = b.sub(rest, b.andi(rest, int64_t(vector) - 1));
  Value number = b.zextI64(threads.getNumber());
  Value length = row.getLength();
  extra = b.select(b.ult(number, head), number, b.add(number, inVectors));
  hasExtra = b.ult(extra, length);
  extra = b.minui(extra, b.sub(length, 1));
}

Value RowEmitter::countInVectors() {
  return inVectors ? inVectors : row.getLength();
}

void RowEmitter::beginTile(Value first, Value valid, bool isFull) {
  base = first;
  if (head)
    base = first ? b.add(head, first) : head;
  count = valid;
  items.assign(threads.getItems() + (head ? 1 : 0), uniform);
  exist.clear();
  isWhole.clear();
  isCut.clear();
  starts = threads.getStarts();
  unsigned vector = threads.getVector();
  for (Value &start : starts) {
    if (isFull) {
      exist.append(vector, Value());
      isWhole.push_back(Value());
      isCut.push_back(Value());
      continue;
    }
    Value own = start;
    start = b.minsi(own, b.sub(count, vector));
    Value begins = b.slt(own, count);
    if (steps != RowSteps::Overlapping || vector == 1) {
      exist.append(vector, begins);
      isWhole.push_back(begins);
      isCut.push_back(Value());
      continue;
    }
    // A vector that the end cuts off begins earlier, with elements of the one
    // before it.
    Value whole = b.eq(own, start);
    isWhole.push_back(whole);
    isCut.push_back(b.andi(begins, b.xori(whole, b.boolean(true))));
    for (unsigned i = 0; i < vector; ++i)
      exist.push_back(b.sge(b.add(start, i), own));
  }
  if (!head)
    return;
  exist.push_back(hasExtra);
  place = extra;
  if (!first)
    return;
  // In other tiles than the first one it stands for an element of the tile,
  // because it may have been written.
  Value isFirst = b.eq(first, 0);
  exist.back() = b.andi(hasExtra, isFirst);
  place = b.select(isFirst, extra, b.add(base, b.zextI64(starts.front())));
}

std::pair<MemoryArray, unsigned>
RowEmitter::getTile(Value operand, const MemoryArray &array, bool isColumn) {
  MemoryArray memory = array.retyped(widenBit(array.getElement()));
  if (base)
    memory = memory.from(b, base);
  unsigned vector = threads.getVector();
  // Columns are aligned as the first element of a row, which may be no
  // vector's.
  if (vector == 1 || !isWide || (isColumn && head) || !memory.isDense() ||
      !kernel.rows().isDense(cast<MemRefType>(operand.getType())))
    return {memory, 1};
  // Elements of columns may be wider than those that vectors are chosen for.
  unsigned bytes = getElementBytes(memory.getElement());
  unsigned width = std::min(vector, kernel.target().accessBytes / bytes);
  if (alignment)
    memory = memory.aligned(bytes * width);
  return {memory, width};
}

SmallVector<Value> RowEmitter::loadItems(unsigned number) {
  const MemoryArray &array = arrays[number];
  Values loaded;
  if (keep && keep->has(number)) {
    loaded = keep->load(number);
  } else {
    unsigned columns = op.getIns().size() + op.getRowIns().size();
    auto [memory, width] = getTile(op->getOperand(number), array,
                                   /*isColumn=*/number >= columns);
    loaded = prim::loadItems(b, memory, starts, threads.getVector(), width);
    if (keep)
      keep->store(number, loaded);
  }
  if (extra)
    loaded.push_back(
        array.retyped(widenBit(array.getElement())).load(b, place));
  for (Value &item : loaded)
    item = narrowBit(b, item, array.getElement());
  return loaded;
}

void RowEmitter::load(Value value) {
  auto argument = dyn_cast<BlockArgument>(value);
  if (!argument || argument.getOwner() != &op.getRow().front() ||
      items.front().contains(value))
    return;
  Values loaded;
  if (argument == op.getIndexArgument()) {
    unsigned vector = threads.getVector();
    for (Value start : starts)
      for (unsigned i = 0; i < vector; ++i) {
        Value place = b.indexCastUI(b.getIndexType(), start);
        if (i)
          place = b.add(place, i);
        if (base)
          place = b.add(b.indexCast(b.getIndexType(), base), place);
        loaded.push_back(place);
      }
    if (extra)
      loaded.push_back(b.indexCast(b.getIndexType(), place));
  } else {
    loaded = loadItems(argument.getArgNumber());
  }
  for (auto [item, element] : llvm::zip_equal(items, loaded))
    item.map(value, element);
}

void RowEmitter::loadIns(llvm::function_ref<bool(Value)> isUsed) {
  // All at once, so that the row's loads are in flight together.
  for (unsigned i = 0; i < op.getIns().size(); ++i)
    if (Value argument = op.getRow().getArgument(i); isUsed(argument))
      load(argument);
}

void RowEmitter::storeFirst(const MemoryArray &array, Value value,
                            int64_t count) {
  load(value);
  MemoryArray memory = array.retyped(widenBit(array.getElement()));
  unsigned vector = threads.getVector();
  for (auto [number, item] : llvm::enumerate(items)) {
    Value place = starts[number / vector];
    if (unsigned offset = number % vector)
      place = b.add(place, offset, CodeBuilder::Overflow::nuw);
    Value isFirst = base ? b.slt(b.add(base, b.zextI64(place)), count)
                         : b.ult(place, count);
    if (exist[number])
      isFirst = b.andi(exist[number], isFirst);
    b.ifThen(isFirst, [&, &item = item] {
      (base ? memory.from(b, base) : memory)
          .store(b, widenBit(b, item.lookupOrDefault(value)), place);
    });
  }
}

void RowEmitter::store(Value out, const MemoryArray &array, Value value) {
  if (std::optional<int64_t> first = op.getFirst(out))
    return storeFirst(array, value, *first);
  load(value);
  MemoryArray memory = array.retyped(widenBit(array.getElement()));
  if (base)
    memory = memory.from(b, base);
  unsigned vector = threads.getVector();
  bool isVector = vector > 1 && isWide && memory.isDense() &&
                  kernel.rows().isDense(cast<MemRefType>(out.getType()));
  if (isVector && alignment)
    memory = memory.aligned(getElementBytes(memory.getElement()) * vector);
  for (auto [number, start] : llvm::enumerate(starts)) {
    Values own;
    for (unsigned i = 0; i < vector; ++i)
      own.push_back(
          widenBit(b, items[number * vector + i].lookupOrDefault(value)));
    auto storeOne = [&, start = start](unsigned i) {
      memory.store(b, own[i], b.add(start, i, CodeBuilder::Overflow::nuw));
    };
    auto storeAll = [&, start = start] {
      if (!isVector) {
        for (unsigned i = 0; i < vector; ++i)
          storeOne(i);
        return;
      }
      auto type = VectorType::get({vector}, memory.getElement());
      memory.storeVector(b, vector::FromElementsOp::create(b, type, own),
                         start);
    };
    if (!isWhole[number]) {
      storeAll();
      continue;
    }
    b.ifThen(isWhole[number], storeAll);
    if (!isCut[number])
      continue;
    b.ifThen(isCut[number], [&, number = number] {
      // The first element is never one of the lane's own.
      for (unsigned i = 1; i < vector; ++i)
        b.ifThen(exist[number * vector + i], [&] { storeOne(i); });
    });
  }
  if (extra)
    b.ifThen(exist.back(), [&] {
      array.retyped(memory.getElement())
          .store(b, widenBit(b, items.back().lookupOrDefault(value)), place);
    });
}

void RowEmitter::storeTile() {
  if (body.readsBuffers())
    threads.barrier();
  auto storeAll = [&] {
    for (auto [out, array, value] :
         llvm::zip_equal(op.getOuts(), outs, body.getWritten()))
      if (value)
        store(out, array, value);
  };
  if (active)
    b.ifThen(active, storeAll);
  else
    storeAll();
}

void RowEmitter::storeOfRow() {
  if (llvm::none_of(body.getWrittenOfRow(),
                    [](Value value) { return !!value; }))
    return;
  Value stores = threads.isFirst();
  if (stores && active)
    stores = b.andi(stores, active);
  else if (active)
    stores = active;
  auto storeAll = [&] {
    for (auto [array, value] : llvm::zip_equal(outs, body.getWrittenOfRow()))
      if (value)
        array.retyped(widenBit(array.getElement()))
            .store(b, widenBit(b, lookup(value)), 0);
  };
  if (stores)
    b.ifThen(stores, storeAll);
  else
    storeAll();
}

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

void RowEmitter::emitPart(ArrayRef<Operation *> part) {
  for (Operation *each : part) {
    if (body.isUniform(each)) {
      Operation *clone = b.clone(*each, uniform);
      for (auto [value, known] :
           llvm::zip_equal(each->getResults(), clone->getResults()))
        setUniform(value, known);
      continue;
    }
    for (Value value : body.getUses(each))
      load(value);
  }
  for (auto [item, exists] : llvm::zip(items, exist))
    for (Operation *each : part)
      if (!body.isUniform(each))
        emitItem(each, item, exists);
}

void RowEmitter::emitItem(Operation *each, IRMapping &item, Value exists) {
  bool mayMiss = exists && !isPure(each) &&
                 (RowBody::isLoadingLoop(each) ||
                  llvm::any_of(body.getUses(each), [&](Value value) {
                    return body.needsElement(value);
                  }));
  if (!mayMiss) {
    b.clone(*each, item);
    return;
  }
  Values results = b.select(
      exists, each->getResultTypes(),
      [&] { return Values(b.clone(*each, item)->getResults()); },
      [&] {
        return llvm::map_to_vector(each->getResultTypes(), [&](Type type) {
          return createAbsent(b, type);
        });
      });
  item.map(each->getResults(), results);
}

void RowEmitter::process(
    llvm::function_ref<bool(Operation *)> takes,
    llvm::function_ref<void(CombinerOpInterface)> emitFold) {
  SmallVector<Operation *> part;
  for (Operation *each : body.getOps()) {
    if (!takes(each))
      continue;
    if (!RowBody::isCollective(each)) {
      part.push_back(each);
      continue;
    }
    emitPart(part);
    part.clear();
    if (auto sort = dyn_cast<BlockSortOp>(each))
      sortHeld(sort);
    else
      emitFold(RowBody::getFold(each));
  }
  emitPart(part);
}

std::pair<SmallVector<ValueTuple>, Value>
RowEmitter::mask(const Combiner &combiner, SmallVector<ValueTuple> values) {
  bool isAll = llvm::none_of(exist, [](Value exists) { return !!exists; });
  if (isAll)
    return {std::move(values), Value()};
  if (!combiner.hasIdentity())
    return {std::move(values), count};
  ValueTuple neutral = combiner.neutral(b);
  for (auto [value, exists] : llvm::zip_equal(values, exist))
    value = selectTuple(b, exists, value, neutral);
  return {std::move(values), Value()};
}

bool RowEmitter::takesAllItems(CombinerOpInterface fold,
                               const Combiner &combiner) const {
  // Other threads may have written what they stand for.
  if (isWriting)
    return false;
  std::optional<CombinerKind> kind = combiner.getKind();
  return kind && *kind != CombinerKind::Add && *kind != CombinerKind::Mul &&
         *kind != CombinerKind::Xor &&
         llvm::none_of(RowBody::getInputs(fold),
                       [&](Value value) { return body.needsElement(value); });
}

ValueTuple RowEmitter::reduce(CombinerOpInterface fold,
                              const Combiner &combiner) {
  SmallVector<ValueTuple> values = getItems(fold);
  Value valid;
  if (!takesAllItems(fold, combiner))
    std::tie(values, valid) = mask(combiner, std::move(values));
  if (extra)
    values = {threadReduce(b, combiner, values)};
  return threads.reduce(combiner, values, valid);
}

void RowEmitter::setPrefixes(BlockScanOp scan, const RowPrefixes &prefixes) {
  for (auto [i, item] : llvm::enumerate(items)) {
    if (!prefixes.inclusive.empty())
      item.map(scan.getInclusiveResults(), prefixes.inclusive[i]);
    if (!prefixes.exclusive.empty())
      item.map(scan.getExclusiveResults(), prefixes.exclusive[i]);
  }
}

void RowEmitter::foldHeld(CombinerOpInterface fold) {
  Combiner combiner = getCombiner(fold);
  ValueTuple folds;
  if (auto scan = dyn_cast<BlockScanOp>(fold.getOperation())) {
    ValueTuple init = llvm::map_to_vector(
        scan.getInit(), [&](Value value) { return lookup(value); });
    auto [masked, valid] = mask(combiner, getItems(fold));
    RowPrefixes prefixes = threads.scan(combiner, scan, masked, init, valid);
    setPrefixes(scan, prefixes);
    folds = prefixes.total;
  } else {
    folds = reduce(fold, combiner);
  }
  for (auto [value, known] : llvm::zip(RowBody::getFolds(fold), folds))
    setUniform(value, known);
}

void RowEmitter::sortHeld(BlockSortOp sort) {
  assert(steps != RowSteps::Overlapping && "items are in the row's order");
  SmallVector<unsigned> members = body.getSorted(sort);
  SmallVector<Value> inputs, results;
  for (unsigned member : members) {
    inputs.push_back(sort.getInputs()[member]);
    results.push_back(sort.getResult(member));
    load(inputs.back());
  }
  SmallVector<ValueTuple> values;
  for (unsigned i = 0; i < threads.getItems(); ++i)
    values.push_back(lookup(inputs, i));
  bool isAll = llvm::none_of(exist, [](Value exists) { return !!exists; });
  SmallVector<ValueTuple> sorted =
      threads.sort(sort, values, isAll ? Value() : count, uniform);
  for (auto [item, own] : llvm::zip_equal(items, sorted))
    item.map(results, own);
}

void RowEmitter::emitHeld() {
  Value length = b.truncI32(countInVectors());
  beginTile(/*first=*/Value(), length, steps == RowSteps::Full);
  loadIns([&](Value value) { return body.isNeeded(value); });
  process([](Operation *) { return true; },
          [&](CombinerOpInterface fold) { foldHeld(fold); });
  storeTile();
  storeOfRow();
}

//===----------------------------------------------------------------------===//
// Walks
//===----------------------------------------------------------------------===//

ValueTuple RowEmitter::getStart(const Combiner &combiner, ValueRange init) {
  if (!init.empty())
    return llvm::map_to_vector(init,
                               [&](Value value) { return lookup(value); });
  if (combiner.hasIdentity())
    return combiner.neutral(b);
  return llvm::map_to_vector(combiner.getTypes(),
                             [&](Type type) { return createAbsent(b, type); });
}

void RowEmitter::scanOn(BlockScanOp scan, ValueTuple &before,
                        Value isFirstTile) {
  auto fold = cast<CombinerOpInterface>(scan.getOperation());
  Combiner combiner = getCombiner(fold);
  bool reverse = scan.getReverse(), hasInit = !scan.getInit().empty();
  bool hasStart = hasInit || combiner.hasIdentity();
  auto [masked, valid] = mask(combiner, getItems(fold));
  RowPrefixes prefixes = threads.scan(combiner, scan, masked,
                                      hasStart ? before : ValueTuple(), valid);
  auto combine = [&](const ValueTuple &own) {
    return reverse ? combiner.combine(b, own, before)
                   : combiner.combine(b, before, own);
  };
  if (hasStart) {
    ValueTuple all = combine(prefixes.total);
    if (!hasInit)
      startWithIdentity(b, combiner, prefixes.exclusive, [&](unsigned item) {
        unsigned vector = threads.getVector();
        Value place = b.add(starts[item / vector], item % vector);
        Value first = reverse ? b.sub(count, 1) : b.i32(0);
        Value isFirst = b.andi(isFirstTile, b.eq(place, first));
        return exist[item] ? b.andi(isFirst, exist[item]) : isFirst;
      });
    before = all;
  } else {
    // Only inclusive prefixes have neither an identity nor a start.
    Value continues = b.xori(isFirstTile, b.boolean(true));
    for (ValueTuple &item : prefixes.inclusive)
      item = evaluateIf(b, continues, combiner.isTotal(), item,
                        [&] { return combine(item); });
    before = evaluateIf(b, continues, combiner.isTotal(), prefixes.total,
                        [&] { return combine(prefixes.total); });
  }
  setPrefixes(scan, prefixes);
}

Value RowEmitter::countTiles() {
  return b.ceildivui(countInVectors(), threads.countTile());
}

void RowEmitter::beginTile(Value number) {
  int64_t tileItems = threads.countTile();
  Value first = b.mul(number, tileItems);
  Value left = b.minsi(b.sub(countInVectors(), first), tileItems);
  beginTile(first, b.truncI32(left), steps == RowSteps::Full);
  if (keep)
    keep->beginTile(threads, number);
}

void RowEmitter::copyAhead() {
  SmallVector<unsigned> copied;
  for (unsigned in = 0; in < op.getIns().size(); ++in)
    if (keep->canCopy(in, isWide ? threads.getVector() : 1, alignment))
      copied.push_back(in);
  if (copied.empty())
    return;
  b.forEach(b.i64(0), countTiles(), 1, [&](Value number) {
    beginTile(number);
    for (unsigned in : copied) {
      auto [memory, width] = getTile(op.getIns()[in], arrays[in]);
      keep->copy(in, memory, starts, width);
    }
  });
  CopyCommitOp::create(b);
  CopyWaitOp::create(b, /*pending=*/0);
  keep->endWalk();
}

Value RowEmitter::getCenter(Value maximum) {
  // Terms of infinities are as for a center of 0: none is a NaN that the center
  // of the whole row does not make.
  Type type = maximum.getType();
  Value zero = arith::ConstantOp::create(b, b.getZeroAttr(type));
  Value isFinite = math::IsFiniteOp::create(b, maximum);
  return arith::SelectOp::create(b, isFinite, maximum, zero);
}

Value RowEmitter::scale(const ScaledSum &scaled, Value sum, Value from,
                        Value to) {
  Value less = arith::SubFOp::create(b, from, to);
  // Without the flags of the terms: the first difference is infinite, and
  // errors of factors add up.
  Value factor = isa<math::ExpOp>(scaled.power)
                     ? math::ExpOp::create(b, less).getResult()
                     : math::Exp2Op::create(b, less).getResult();
  return arith::MulFOp::create(b, sum, factor);
}

Value RowEmitter::scalePart(const ScaledSum &scaled, Value sum, Value maximum,
                            Value center) {
  // The center may be 0 for an infinite maximum. A factor above 1 might then be
  // infinite, and makes a NaN of a sum without terms. The maximum of no numbers
  // is a NaN, unless NaNs are maxima.
  Value from = arith::MinNumFOp::create(b, maximum, center);
  return scale(scaled, sum, from, center);
}

void RowEmitter::emitWalk(unsigned walk) {
  // Values that are uniform in the row and known by now.
  SmallVector<Operation *> known;
  for (Operation *each : body.getOps())
    if (body.isUniform(each) && body.getWalk(each->getResult(0)) == walk)
      known.push_back(each);
  items.clear();
  emitPart(known);
  SmallVector<Running> running;
  for (CombinerOpInterface fold : body.getFolds(walk)) {
    Combiner combiner = getCombiner(fold);
    running.push_back(
        {fold, combiner, combiner.isCommutative() && combiner.hasIdentity()});
    if (const ScaledSum *scaled = body.findScaledSum(fold)) {
      auto max = llvm::find_if(running, [&](const Running &other) {
        return other.op == scaled->max;
      });
      running.back().scaled = scaled;
      running.back().scale = max - running.begin();
    }
  }
  // Whether a fold is the maximum by which sums are scaled.
  auto isScale = [&](size_t number) {
    return llvm::any_of(running, [&](const Running &fold) {
      return fold.scaled && fold.scale == number;
    });
  };
  bool isLast = walk + 1 == body.countWalks();
  isWriting = isLast && llvm::any_of(body.getWritten(),
                                     [](Value value) { return !!value; });
  llvm::DenseSet<Value> seen;
  llvm::DenseSet<Operation *> cone = body.findCone(body.getTargets(walk), seen);
  SmallVector<BlockScanOp> scans;
  for (Operation *each : body.getOps())
    if (auto scan = dyn_cast<BlockScanOp>(each); scan && cone.contains(each))
      scans.push_back(scan);

  Values start;
  for (Running &fold : running)
    llvm::append_range(start, getStart(fold.combiner, {}));
  for (BlockScanOp scan : scans) {
    Combiner combiner =
        getCombiner(cast<CombinerOpInterface>(scan.getOperation()));
    llvm::append_range(start, getStart(combiner, scan.getInit()));
  }
  bool isBackward = body.scans(/*reverse=*/true);
  Value tiles = countTiles();
  auto emitTile = [&](Value number, ValueRange values) -> Values {
    Value isFirstTile = b.eq(number, 0);
    Value place = number;
    if (isBackward)
      place = b.sub(b.sub(tiles, 1), number);
    beginTile(place);
    loadIns([&](Value value) { return seen.contains(value); });
    SmallVector<ValueTuple> current;
    auto take = [&](size_t size) {
      current.emplace_back(values.take_front(size));
      values = values.drop_front(size);
    };
    for (Running &fold : running)
      take(fold.combiner.getTypes().size());
    for (BlockScanOp scan : scans)
      take(scan.getInputs().size());
    llvm::DenseSet<Operation *> todo = cone;
    auto emitCone = [&](const llvm::DenseSet<Operation *> &part) {
      process(
          [&](Operation *each) {
            return part.contains(each) && todo.contains(each);
          },
          [&](CombinerOpInterface fold) {
            auto scan = cast<BlockScanOp>(fold.getOperation());
            unsigned number = llvm::find(scans, scan) - scans.begin();
            scanOn(scan, current[running.size() + number], isFirstTile);
          });
      for (Operation *each : part)
        todo.erase(each);
    };
    auto fold = [&](size_t number) {
      Running &fold = running[number];
      ValueTuple &before = current[number];
      auto combine = [&](const ValueTuple &own) {
        return isBackward && !fold.combiner.isCommutative()
                   ? fold.combiner.combine(b, own, before)
                   : fold.combiner.combine(b, before, own);
      };
      if (fold.byThread) {
        SmallVector<ValueTuple> values = getItems(fold.op);
        if (!takesAllItems(fold.op, fold.combiner))
          values = mask(fold.combiner, std::move(values)).first;
        before = combine(threadReduce(b, fold.combiner, values));
        return;
      }
      ValueTuple own = reduce(fold.op, fold.combiner);
      before = evaluateIf(b, b.xori(isFirstTile, b.boolean(true)),
                          fold.combiner.isTotal(), own,
                          [&] { return combine(own); });
    };
    // Sums are scaled to the maximum up to here before the tile's terms, which
    // use it as their center, are added.
    for (size_t number = 0; number < running.size(); ++number) {
      if (!isScale(number))
        continue;
      llvm::DenseSet<Value> used;
      emitCone(body.findCone(
          llvm::to_vector(RowBody::getInputs(running[number].op)), used));
      Value before = current[number].front();
      fold(number);
      Value center = getCenter(current[number].front());
      for (size_t sum = number + 1; sum < running.size(); ++sum)
        if (running[sum].scaled && running[sum].scale == number) {
          current[sum] = {scalePart(*running[sum].scaled, current[sum].front(),
                                    before, center)};
          setUniform(running[sum].scaled->center, center);
        }
    }
    emitCone(cone);
    for (size_t number = 0; number < running.size(); ++number)
      if (!isScale(number))
        fold(number);
    if (isLast)
      storeTile();
    Values next;
    for (const ValueTuple &value : current)
      llvm::append_range(next, value);
    return next;
  };
  Values ends;
  if (start.empty())
    b.forEach(b.i64(0), tiles, 1, [&](Value number) { emitTile(number, {}); });
  else
    ends = b.forEach(b.i64(0), tiles, 1, start, emitTile);
  items.clear();
  ValueRange rest(ends);
  SmallVector<ValueTuple> byThread;
  for (Running &fold : running) {
    byThread.emplace_back(rest.take_front(fold.combiner.getTypes().size()));
    rest = rest.drop_front(byThread.back().size());
  }
  for (auto [fold, own] : llvm::zip_equal(running, byThread)) {
    Value center;
    if (fold.scaled) {
      center = getCenter(lookup(RowBody::getFolds(fold.scaled->max).front()));
      own = {scalePart(*fold.scaled, own.front(), byThread[fold.scale].front(),
                       center)};
    }
    ValueTuple all = own;
    if (fold.byThread)
      all = threads.reduce(fold.combiner, own, /*valid=*/Value());
    if (fold.scaled) {
      emitPart(body.findUniformOps(fold.scaled->center, walk + 1));
      all = {scale(*fold.scaled, all.front(), center,
                   lookup(fold.scaled->center))};
    }
    for (auto [value, known] : llvm::zip_equal(RowBody::getFolds(fold.op), all))
      setUniform(value, known);
  }
}

void RowEmitter::emitWalked(RowKeep *kept) {
  keep = kept;
  if (keep)
    copyAhead();
  unsigned walks = body.countWalks();
  for (unsigned walk = 0; walk < walks; ++walk) {
    emitWalk(walk);
    if (keep)
      keep->endWalk();
  }
  // Values that depend on the last folds.
  SmallVector<Operation *> known;
  for (Operation *each : body.getOps())
    if (body.isUniform(each) && body.getWalk(each->getResult(0)) >= walks)
      known.push_back(each);
  items.clear();
  emitPart(known);
  storeOfRow();
}

void RowEmitter::emitEmpty() {
  for (Operation *each : body.getOps()) {
    if (CombinerOpInterface fold = RowBody::getFold(each)) {
      for (auto [value, known] :
           llvm::zip(RowBody::getFolds(fold), getCombiner(fold).identity(b)))
        setUniform(value, known);
    } else if (body.isUniform(each)) {
      emitPart(each);
    }
  }
  storeOfRow();
}
