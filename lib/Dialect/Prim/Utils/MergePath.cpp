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

/// Searches between the bounds of `diagonal`: `narrow` reduces two bounds that
/// differ, by halving or otherwise.
static Value searchBetween(
    CodeBuilder &b, const MergeRuns &runs, Value diagonal,
    llvm::function_ref<std::pair<Value, Value>(Value, Value)> narrow) {
  Type type = diagonal.getType();
  Value low = b.maxsi(b.sub(diagonal, runs.secondSize), 0);
  Value high = b.minsi(diagonal, runs.firstSize);
  auto differ = [&](ValueRange bounds) -> CodeBuilder::Tested {
    return {b.slt(bounds[0], bounds[1]), SmallVector<Value>(bounds)};
  };
  return b
      .whileLoop({low, high}, {type, type}, differ,
                 [&](ValueRange bounds) -> SmallVector<Value> {
                   auto [from, to] = narrow(bounds[0], bounds[1]);
                   return {from, to};
                 })
      .front();
}

/// Whether the counterpart of item `number` of the first run precedes it.
static Value isPreceded(CodeBuilder &b, const ItemOrder &order,
                        const MergeRuns &runs, Value diagonal, Value number) {
  Value counterpart = b.sub(b.sub(diagonal, 1), number);
  ValueTuple first = runs.first(number), second = runs.second(counterpart);
  return order.precedes(b, second, first);
}

Value mlir::prim::searchMergePath(CodeBuilder &b, const ItemOrder &order,
                                  const MergeRuns &runs, Value diagonal) {
  return searchBetween(
      b, runs, diagonal, [&](Value low, Value high) -> std::pair<Value, Value> {
        Value middle = b.shrui(b.add(low, high), 1);
        Value waits = isPreceded(b, order, runs, diagonal, middle);
        return {b.select(waits, low, b.add(middle, 1)),
                b.select(waits, middle, high)};
      });
}

Value mlir::prim::searchMergePathByWave(CodeBuilder &b, const ItemOrder &order,
                                        const MergeRuns &runs, Value diagonal,
                                        Value lane, unsigned waveSize) {
  Type type = diagonal.getType();
  lane = convert(b, type, lane);
  return searchBetween(
      b, runs, diagonal, [&](Value low, Value high) -> std::pair<Value, Value> {
        // Lanes look at items that are a step apart. Those that go before
        // their counterparts come first: the border is behind the last of them.
        Value bumped = b.add(b.sub(high, low), waveSize - 1);
        Value step = b.shrui(bumped, llvm::Log2_32(waveSize));
        Value probe = b.add(low, b.mul(lane, step));
        Value exists = b.slt(probe, high);
        probe = b.minsi(probe, b.sub(high, 1));
        Value waits = isPreceded(b, order, runs, diagonal, probe);
        Value goes = b.andi(exists, b.invert(waits));
        Value votes =
            WarpBallotOp::create(b, b.getI64Type(), goes, /*whole=*/true);
        Value count = convert(b, type, math::CtPopOp::create(b, votes));
        Value behind = b.add(low, b.mul(count, step));
        Value from = b.add(b.sub(behind, step), 1);
        Value isNone = b.eq(count, 0);
        return {b.select(isNone, low, from), b.minsi(behind, high)};
      });
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
    Value next = b.add(merged.places.back(), 1);
    ValueTuple item = load(next);
    first = b.select(takesSecond, first, next);
    second = b.select(takesSecond, next, second);
    firstItem = selectTuple(b, takesSecond, firstItem, item);
    secondItem = selectTuple(b, takesSecond, item, secondItem);
  }
  return merged;
}
