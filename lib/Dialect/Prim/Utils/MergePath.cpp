//===- MergePath.cpp - Partitions of a merge --------------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An item of the first run precedes one of the second unless the second must
// come first. An item at some distance before the diagonal has a counterpart in
// the second run at the same distance after it. The part of the first run
// before the diagonal ends at its first item whose counterpart must precede it.
//
//===----------------------------------------------------------------------===//

#include "prim/Dialect/Prim/Utils/MergePath.h"

#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "prim/Dialect/Prim/Utils/SortCode.h"

using namespace mlir;
using namespace mlir::prim;

//===----------------------------------------------------------------------===//
// ItemOrder
//===----------------------------------------------------------------------===//

SmallVector<unsigned> ItemOrder::getCompared(SortOpInterface op) {
  Region &region = op.getComparatorRegion();
  unsigned members = op.getItemTypes().size();
  SmallVector<unsigned> compared;
  if (!op.getSortOrder())
    for (unsigned member = 0; member < members; ++member)
      if (!region.getArgument(member).use_empty() ||
          !region.getArgument(members + member).use_empty())
        compared.push_back(member);
  // A comparator that reads no members still has items to merge.
  if (compared.empty())
    compared.push_back(0);
  return compared;
}

Value ItemOrder::ask(CodeBuilder &b, Value bothExist, Value suffices,
                     ValueRange lhs, ValueRange rhs) const {
  // Bitwise operations, because a select of conditions takes several
  // instructions.
  if (isTotal)
    return b.andi(suffices, precedes(b, lhs, rhs));
  Value no = b.boolean(false);
  return evaluateIf(b, bothExist, /*anywhere=*/false, no,
                    [&]() -> ValueTuple { return {precedes(b, lhs, rhs)}; })
      .front();
}

SmallVector<Value> mlir::prim::fillItem(CodeBuilder &b, ArrayRef<Type> types,
                                        ArrayRef<unsigned> compared,
                                        ValueRange values) {
  SmallVector<Value> result;
  for (auto [member, type] : llvm::enumerate(types)) {
    const auto *place = llvm::find(compared, member);
    result.push_back(place == compared.end()
                         ? ub::PoisonOp::create(b, type).getResult()
                         : values[place - compared.begin()]);
  }
  return result;
}

ItemOrder ItemOrder::get(SortOpInterface op) {
  ItemOrder order;
  order.compared = getCompared(op);
  if (std::optional<SortOrder> builtin = op.getSortOrder()) {
    bool descending = op.isDescending();
    order.precedes = [=](CodeBuilder &b, ValueRange lhs,
                         ValueRange rhs) -> Value {
      auto code = [&](ValueRange item) {
        return createSortCode(b, item.front(), *builtin, descending);
      };
      return b.ult(code(lhs), code(rhs));
    };
    return order;
  }
  Region &region = op.getComparatorRegion();
  order.isTotal = isTotalRegion(region);
  SmallVector<Type> types = op.getItemTypes();
  order.precedes = [types, compared = order.compared,
                    &region](CodeBuilder &b, ValueRange lhs, ValueRange rhs) {
    SmallVector<Value> items = fillItem(b, types, compared, lhs);
    llvm::append_range(items, fillItem(b, types, compared, rhs));
    return inlineRegion(b, region, items).front();
  };
  return order;
}

//===----------------------------------------------------------------------===//
// Searches
//===----------------------------------------------------------------------===//

/// Converts an integer whose value fits into `type`.
static Value convert(CodeBuilder &b, Type type, Value value) {
  unsigned width = value.getType().getIntOrFloatBitWidth();
  if (width < type.getIntOrFloatBitWidth())
    return b.extui(type, value);
  return width == type.getIntOrFloatBitWidth() ? value : b.trunci(type, value);
}

unsigned mlir::prim::getMergeUnit(const ItemOrder &order, TypeRange types,
                                  uint64_t count, unsigned bits) {
  if (order.compared.size() != 1)
    return 1;
  unsigned bytes = getElementBytes(types[order.compared.front()]);
  bool fits = count * bytes <= llvm::maxUIntN(bits);
  return llvm::isPowerOf2_32(bytes) && fits ? bytes : 1;
}

Value mlir::prim::toItemNumber(CodeBuilder &b, Value multiple, unsigned unit) {
  return unit == 1 ? multiple : b.shrui(multiple, llvm::Log2_32(unit));
}

ValueTuple mlir::prim::loadMerged(CodeBuilder &b,
                                  ArrayRef<MemoryArray> compared,
                                  Value multiple, unsigned unit) {
  if (unit == 1)
    return loadAll(b, compared, multiple);
  assert(compared.size() == 1 && "numbers are offsets of one member");
  const MemoryArray &array = compared.front();
  return {LoadOp::create(b, array.getElement(), array.getBase(), multiple)};
}

/// The least and the largest result of a search.
static std::pair<Value, Value> getBounds(CodeBuilder &b, const MergeRuns &runs,
                                         Value diagonal) {
  Value low = b.maxsi(b.sub(diagonal, runs.secondSize), 0);
  Value high = b.minsi(diagonal, runs.firstSize);
  return {low, high};
}

/// The position in the second run that is the counterpart of position 0 of the
/// first run. The counterpart of another position is as far before it.
static Value getMirror(CodeBuilder &b, const MergeRuns &runs, Value diagonal) {
  Value mirror = b.sub(diagonal, runs.unit);
  for (Value begin : {runs.firstBegin, runs.secondBegin})
    if (begin)
      mirror = b.add(mirror, begin);
  return mirror;
}

/// Whether the counterpart of the item at `position` of the first run precedes
/// it.
static Value isPreceded(CodeBuilder &b, const ItemOrder &order,
                        const MergeRuns &runs, Value mirror, Value position) {
  Value counterpart = b.sub(mirror, position);
  ValueTuple first = runs.first(position), second = runs.second(counterpart);
  return order.precedes(b, second, first);
}

Value mlir::prim::searchMergePath(CodeBuilder &b, const ItemOrder &order,
                                  const MergeRuns &runs, Value diagonal,
                                  Value most) {
  Type type = diagonal.getType();
  auto [low, high] = getBounds(b, runs, diagonal);
  auto search = [&, low = low, high = high]() -> SmallVector<Value> {
    // The last item that is known to precede its counterpart, and the last one
    // that may. Steps are all powers of two from the largest one on, so their
    // sum reaches every item. A step that would go too far ends at the last
    // item, which is right in any later step, too.
    Value before = b.i32(-int64_t(runs.unit));
    if (runs.firstBegin)
      before = b.sub(runs.firstBegin, runs.unit);
    Value known = b.add(low, before), last = b.add(high, before);
    Value mirror = getMirror(b, runs, diagonal);
    Value zeros = math::CountLeadingZerosOp::create(b, most);
    Value largest = b.shrui(b.i32(INT32_MIN), zeros);
    auto goesOn = [&](ValueRange values) {
      return b.uge(values[1], runs.unit);
    };
    auto halve = [&](ValueRange values) -> SmallVector<Value> {
      Value probe = b.minsi(b.add(values[0], values[1]), last);
      Value waits = isPreceded(b, order, runs, mirror, probe);
      Value found = b.select(waits, values[0], probe);
      return {found, b.shrui(values[1], 1)};
    };
    known = b.whileLoop({known, largest}, goesOn, halve).front();
    return {b.sub(known, before)};
  };
  auto none = [&, low = low]() -> SmallVector<Value> { return {low}; };
  Value isOpen = b.slt(low, high);
  return b.select(isOpen, type, search, none).front();
}

Value mlir::prim::searchMergePathByWave(CodeBuilder &b, const ItemOrder &order,
                                        const MergeRuns &runs, Value diagonal,
                                        Value lane, unsigned waveSize) {
  Type type = diagonal.getType();
  lane = convert(b, type, lane);
  Value mirror = getMirror(b, runs, diagonal);
  auto narrow = [&](ValueRange bounds) -> SmallVector<Value> {
    // Lanes look at items that are a step apart. Those that go before their
    // counterparts come first: the border is behind the last of them.
    Value low = bounds[0], high = bounds[1];
    Value bumped = b.add(b.sub(high, low), waveSize - 1);
    Value step = b.shrui(bumped, llvm::Log2_32(waveSize));
    Value probe = b.add(low, b.mul(lane, step));
    Value exists = b.slt(probe, high);
    probe = b.minsi(probe, b.sub(high, 1));
    Value waits = isPreceded(b, order, runs, mirror, probe);
    Value goes = b.andi(exists, b.invert(waits));
    Value votes = WarpBallotOp::create(b, b.getI64Type(), goes, /*whole=*/true);
    Value count = convert(b, type, math::CtPopOp::create(b, votes));
    Value behind = b.add(low, b.mul(count, step));
    Value from = b.add(b.sub(behind, step), 1);
    Value isNone = b.eq(count, 0);
    return {b.select(isNone, low, from), b.minsi(behind, high)};
  };
  auto differ = [&](ValueRange bounds) { return b.slt(bounds[0], bounds[1]); };
  auto [low, high] = getBounds(b, runs, diagonal);
  return b.whileLoop({low, high}, differ, narrow).front();
}

//===----------------------------------------------------------------------===//
// Merging
//===----------------------------------------------------------------------===//

MergedItems mlir::prim::mergeSerially(
    CodeBuilder &b, const ItemOrder &order, MergePart part,
    llvm::function_ref<ValueTuple(Value)> load, unsigned count) {
  Value first = part.first, second = part.second;
  ValueTuple firstItem = load(first), secondItem = load(second);
  MergedItems merged;
  for (unsigned i = 0; i < count; ++i) {
    Value hasFirst = b.slt(first, part.firstEnd);
    Value hasSecond = b.slt(second, part.secondEnd);
    Value hasNoFirst = b.invert(hasFirst);
    // If only one run has items left, its item is taken without a comparison.
    Value takesSecond =
        b.ori(hasNoFirst, order.ask(b, b.andi(hasFirst, hasSecond), hasSecond,
                                    secondItem, firstItem));
    merged.places.push_back(b.select(takesSecond, second, first));
    merged.compared.push_back(
        selectTuple(b, takesSecond, secondItem, firstItem));
    if (i + 1 == count)
      break;
    Value next = b.add(merged.places.back(), part.unit);
    ValueTuple item = load(next);
    first = b.select(takesSecond, first, next);
    second = b.select(takesSecond, next, second);
    firstItem = selectTuple(b, takesSecond, firstItem, item);
    secondItem = selectTuple(b, takesSecond, item, secondItem);
  }
  return merged;
}
