//===- MergePath.cpp - Where parts of a merge begin ----*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An item of the first run goes before one of the second unless that one has to
// precede it. So the first run gives the diagonal all items up to the first one
// that its counterpart, as far behind the diagonal as it is before it,
// precedes.
//
//===----------------------------------------------------------------------===//

#include "MergePath.h"

#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "prim/Dialect/Prim/Utils/SortCode.h"

using namespace mlir;
using namespace mlir::prim;
using arith::CmpIPredicate;

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
  // One that compares nothing at all still has items to tell apart.
  if (compared.empty())
    compared.push_back(0);
  return compared;
}

Value ItemOrder::ask(CodeBuilder &b, Value bothExist, Value suffices,
                     ValueRange lhs, ValueRange rhs) const {
  // Masks: a select of conditions takes several instructions.
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

namespace {

/// Arithmetic on one type of integers, at one place.
struct Arithmetic {
  CodeBuilder &b;
  Type type;

  Value constant(int64_t value) { return b.constant(type, value); }
  /// An integer of another width, which fits.
  Value convert(Value x) {
    unsigned width = x.getType().getIntOrFloatBitWidth();
    if (width < type.getIntOrFloatBitWidth())
      return b.extui(type, x);
    return width == type.getIntOrFloatBitWidth() ? x : b.trunci(type, x);
  }
  Value shiftRight(Value x, unsigned by) { return b.shrui(x, constant(by)); }
};

} // namespace

/// Halves, or divides otherwise, what lies between the bounds of `diagonal`:
/// `narrow` makes new bounds of two that differ.
static Value searchBetween(
    CodeBuilder &b, const MergeRuns &runs, Value diagonal,
    llvm::function_ref<std::pair<Value, Value>(Value, Value)> narrow) {
  Arithmetic a{b, diagonal.getType()};
  Value low = b.maxsi(b.sub(diagonal, runs.secondSize), a.constant(0));
  Value high = b.minsi(diagonal, runs.firstSize);
  SmallVector<Type> types(2, a.type);
  auto loop = scf::WhileOp::create(b, types, ValueRange{low, high});
  OpBuilder::InsertionGuard guard(b);
  Block *test = b.addBlock(loop.getBefore(), types);
  scf::ConditionOp::create(b, b.slt(test->getArgument(0), test->getArgument(1)),
                           test->getArguments());
  Block *body = b.addBlock(loop.getAfter(), types);
  auto [from, to] = narrow(body->getArgument(0), body->getArgument(1));
  scf::YieldOp::create(b, ValueRange{from, to});
  return loop.getResult(0);
}

/// Whether item `number` of the first run has to wait for its counterpart.
static Value isPreceded(CodeBuilder &b, const ItemOrder &order,
                        const MergeRuns &runs, Value diagonal, Value number) {
  Arithmetic a{b, diagonal.getType()};
  Value counterpart = b.sub(b.sub(diagonal, a.constant(1)), number);
  ValueTuple first = runs.first(number), second = runs.second(counterpart);
  return order.precedes(b, second, first);
}

Value mlir::prim::searchMergePath(CodeBuilder &b, const ItemOrder &order,
                                  const MergeRuns &runs, Value diagonal) {
  Arithmetic a{b, diagonal.getType()};
  return searchBetween(
      b, runs, diagonal, [&](Value low, Value high) -> std::pair<Value, Value> {
        Value middle = a.shiftRight(b.add(low, high), 1);
        Value waits = isPreceded(b, order, runs, diagonal, middle);
        return {b.select(waits, low, b.add(middle, a.constant(1))),
                b.select(waits, middle, high)};
      });
}

Value mlir::prim::searchMergePathByWave(CodeBuilder &b, const ItemOrder &order,
                                        const MergeRuns &runs, Value diagonal,
                                        Value lane, unsigned waveSize) {
  Arithmetic a{b, diagonal.getType()};
  lane = a.convert(lane);
  return searchBetween(
      b, runs, diagonal, [&](Value low, Value high) -> std::pair<Value, Value> {
        // Lanes look at items that are a step apart. Those that go before
        // their counterparts come first: the border is behind the last of them.
        Value step =
            a.shiftRight(b.add(b.sub(high, low), a.constant(waveSize - 1)),
                         llvm::Log2_32(waveSize));
        Value probe = b.add(low, b.mul(lane, step));
        Value exists = b.slt(probe, high);
        probe = b.minsi(probe, b.sub(high, a.constant(1)));
        Value waits = isPreceded(b, order, runs, diagonal, probe);
        Value no = b.boolean(true);
        Value goes = b.andi(exists, b.xori(waits, no));
        Value votes =
            WarpBallotOp::create(b, b.getI64Type(), goes, /*whole=*/true);
        Value count = a.convert(math::CtPopOp::create(b, votes));
        Value behind = b.add(low, b.mul(count, step));
        Value from = b.add(b.sub(behind, step), a.constant(1));
        Value isNone = b.eq(count, a.constant(0));
        return {b.select(isNone, low, from), b.minsi(behind, high)};
      });
}

//===----------------------------------------------------------------------===//
// Merging
//===----------------------------------------------------------------------===//

MergedItems mlir::prim::mergeSerially(
    CodeBuilder &b, const ItemOrder &order, MergePart part,
    llvm::function_ref<ValueTuple(Value)> load, unsigned count) {
  Arithmetic a{b, b.getI32Type()};
  Value one = a.constant(1);
  Value first = part.first, second = part.second;
  ValueTuple firstItem = load(first), secondItem = load(second);
  MergedItems merged;
  for (unsigned i = 0; i < count; ++i) {
    Value hasFirst = b.slt(first, part.firstEnd);
    Value hasSecond = b.slt(second, part.secondEnd);
    Value hasNoFirst = b.invert(hasFirst);
    // The one that there is goes without being asked.
    Value takesSecond =
        b.ori(hasNoFirst, order.ask(b, b.andi(hasFirst, hasSecond), hasSecond,
                                    secondItem, firstItem));
    merged.places.push_back(b.select(takesSecond, second, first));
    merged.compared.push_back(
        selectTuple(b, takesSecond, secondItem, firstItem));
    if (i + 1 == count)
      break;
    Value next = b.add(merged.places.back(), one);
    ValueTuple item = load(next);
    first = b.select(takesSecond, first, next);
    second = b.select(takesSecond, next, second);
    firstItem = selectTuple(b, takesSecond, firstItem, item);
    secondItem = selectTuple(b, takesSecond, item, secondItem);
  }
  return merged;
}
