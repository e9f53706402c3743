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

Value ItemOrder::ask(OpBuilder &b, Location loc, Value bothExist,
                     Value suffices, ValueRange lhs, ValueRange rhs) const {
  // Masks: a select of conditions takes several instructions.
  if (isTotal)
    return arith::AndIOp::create(b, loc, suffices, precedes(b, loc, lhs, rhs));
  Value no = arith::ConstantOp::create(b, loc, b.getBoolAttr(false));
  return evaluateIf(
             b, loc, bothExist, /*anywhere=*/false, no,
             [&]() -> ValueTuple { return {precedes(b, loc, lhs, rhs)}; })
      .front();
}

SmallVector<Value> mlir::prim::fillItem(OpBuilder &builder, Location loc,
                                        ArrayRef<Type> types,
                                        ArrayRef<unsigned> compared,
                                        ValueRange values) {
  SmallVector<Value> result;
  for (auto [member, type] : llvm::enumerate(types)) {
    const auto *place = llvm::find(compared, member);
    result.push_back(place == compared.end()
                         ? ub::PoisonOp::create(builder, loc, type).getResult()
                         : values[place - compared.begin()]);
  }
  return result;
}

ItemOrder ItemOrder::get(SortOpInterface op) {
  ItemOrder order;
  order.compared = getCompared(op);
  if (std::optional<SortOrder> builtin = op.getSortOrder()) {
    bool descending = op.isDescending();
    order.precedes = [=](OpBuilder &builder, Location loc, ValueRange lhs,
                         ValueRange rhs) -> Value {
      auto code = [&](ValueRange item) {
        return createSortCode(builder, loc, item.front(), *builtin, descending);
      };
      return arith::CmpIOp::create(builder, loc, CmpIPredicate::ult, code(lhs),
                                   code(rhs));
    };
    return order;
  }
  Region &region = op.getComparatorRegion();
  order.isTotal = isTotalRegion(region);
  SmallVector<Type> types = op.getItemTypes();
  order.precedes = [types, compared = order.compared,
                    &region](OpBuilder &builder, Location loc, ValueRange lhs,
                             ValueRange rhs) {
    SmallVector<Value> items = fillItem(builder, loc, types, compared, lhs);
    llvm::append_range(items, fillItem(builder, loc, types, compared, rhs));
    return inlineRegion(builder, region, items).front();
  };
  return order;
}

//===----------------------------------------------------------------------===//
// Searches
//===----------------------------------------------------------------------===//

namespace {

/// Arithmetic on one type of integers, at one place.
struct Arithmetic {
  OpBuilder &b;
  Location loc;
  Type type;

  Value constant(int64_t value) {
    return arith::ConstantOp::create(b, loc, b.getIntegerAttr(type, value));
  }
  /// An integer of another width, which fits.
  Value convert(Value x) {
    unsigned width = x.getType().getIntOrFloatBitWidth();
    if (width < type.getIntOrFloatBitWidth())
      return arith::ExtUIOp::create(b, loc, type, x);
    return width == type.getIntOrFloatBitWidth()
               ? x
               : arith::TruncIOp::create(b, loc, type, x).getResult();
  }
  Value add(Value x, Value y) { return arith::AddIOp::create(b, loc, x, y); }
  Value sub(Value x, Value y) { return arith::SubIOp::create(b, loc, x, y); }
  Value mul(Value x, Value y) { return arith::MulIOp::create(b, loc, x, y); }
  Value shiftRight(Value x, unsigned by) {
    return arith::ShRUIOp::create(b, loc, x, constant(by));
  }
  Value min(Value x, Value y) { return arith::MinSIOp::create(b, loc, x, y); }
  Value max(Value x, Value y) { return arith::MaxSIOp::create(b, loc, x, y); }
  Value isLess(Value x, Value y) {
    return arith::CmpIOp::create(b, loc, CmpIPredicate::slt, x, y);
  }
  Value select(Value condition, Value x, Value y) {
    return arith::SelectOp::create(b, loc, condition, x, y);
  }
};

} // namespace

/// Halves, or divides otherwise, what lies between the bounds of `diagonal`:
/// `narrow` makes new bounds of two that differ.
static Value searchBetween(
    OpBuilder &b, Location loc, const MergeRuns &runs, Value diagonal,
    llvm::function_ref<std::pair<Value, Value>(Value, Value)> narrow) {
  Arithmetic a{b, loc, diagonal.getType()};
  Value low = a.max(a.sub(diagonal, runs.secondSize), a.constant(0));
  Value high = a.min(diagonal, runs.firstSize);
  SmallVector<Type> types(2, a.type);
  auto loop = scf::WhileOp::create(b, loc, types, ValueRange{low, high});
  OpBuilder::InsertionGuard guard(b);
  SmallVector<Location> locations(2, loc);
  Block *test = b.createBlock(&loop.getBefore(), {}, types, locations);
  scf::ConditionOp::create(b, loc,
                           a.isLess(test->getArgument(0), test->getArgument(1)),
                           test->getArguments());
  Block *body = b.createBlock(&loop.getAfter(), {}, types, locations);
  auto [from, to] = narrow(body->getArgument(0), body->getArgument(1));
  scf::YieldOp::create(b, loc, ValueRange{from, to});
  return loop.getResult(0);
}

/// Whether item `number` of the first run has to wait for its counterpart.
static Value isPreceded(OpBuilder &b, Location loc, const ItemOrder &order,
                        const MergeRuns &runs, Value diagonal, Value number) {
  Arithmetic a{b, loc, diagonal.getType()};
  Value counterpart = a.sub(a.sub(diagonal, a.constant(1)), number);
  ValueTuple first = runs.first(number), second = runs.second(counterpart);
  return order.precedes(b, loc, second, first);
}

Value mlir::prim::searchMergePath(OpBuilder &b, Location loc,
                                  const ItemOrder &order, const MergeRuns &runs,
                                  Value diagonal) {
  Arithmetic a{b, loc, diagonal.getType()};
  return searchBetween(
      b, loc, runs, diagonal,
      [&](Value low, Value high) -> std::pair<Value, Value> {
        Value middle = a.shiftRight(a.add(low, high), 1);
        Value waits = isPreceded(b, loc, order, runs, diagonal, middle);
        return {a.select(waits, low, a.add(middle, a.constant(1))),
                a.select(waits, middle, high)};
      });
}

Value mlir::prim::searchMergePathByWave(OpBuilder &b, Location loc,
                                        const ItemOrder &order,
                                        const MergeRuns &runs, Value diagonal,
                                        Value lane, unsigned waveSize) {
  Arithmetic a{b, loc, diagonal.getType()};
  lane = a.convert(lane);
  return searchBetween(
      b, loc, runs, diagonal,
      [&](Value low, Value high) -> std::pair<Value, Value> {
        // Lanes look at items that are a step apart. Those that go before
        // their counterparts come first: the border is behind the last of them.
        Value step =
            a.shiftRight(a.add(a.sub(high, low), a.constant(waveSize - 1)),
                         llvm::Log2_32(waveSize));
        Value probe = a.add(low, a.mul(lane, step));
        Value exists = a.isLess(probe, high);
        probe = a.min(probe, a.sub(high, a.constant(1)));
        Value waits = isPreceded(b, loc, order, runs, diagonal, probe);
        Value no = arith::ConstantOp::create(b, loc, b.getBoolAttr(true));
        Value goes = arith::AndIOp::create(
            b, loc, exists, arith::XOrIOp::create(b, loc, waits, no));
        Value votes =
            WarpBallotOp::create(b, loc, b.getI64Type(), goes, /*whole=*/true);
        Value count = a.convert(math::CtPopOp::create(b, loc, votes));
        Value behind = a.add(low, a.mul(count, step));
        Value from = a.add(a.sub(behind, step), a.constant(1));
        Value isNone = arith::CmpIOp::create(b, loc, CmpIPredicate::eq, count,
                                             a.constant(0));
        return {a.select(isNone, low, from), a.min(behind, high)};
      });
}

//===----------------------------------------------------------------------===//
// Merging
//===----------------------------------------------------------------------===//

MergedItems mlir::prim::mergeSerially(
    OpBuilder &b, Location loc, const ItemOrder &order, MergePart part,
    llvm::function_ref<ValueTuple(Value)> load, unsigned count) {
  Arithmetic a{b, loc, b.getI32Type()};
  Value one = a.constant(1);
  Value first = part.first, second = part.second;
  ValueTuple firstItem = load(first), secondItem = load(second);
  MergedItems merged;
  for (unsigned i = 0; i < count; ++i) {
    Value hasFirst = a.isLess(first, part.firstEnd);
    Value hasSecond = a.isLess(second, part.secondEnd);
    Value hasNoFirst = arith::XOrIOp::create(
        b, loc, hasFirst,
        arith::ConstantOp::create(b, loc, b.getBoolAttr(true)));
    // The one that there is goes without being asked.
    Value takesSecond = arith::OrIOp::create(
        b, loc, hasNoFirst,
        order.ask(b, loc, arith::AndIOp::create(b, loc, hasFirst, hasSecond),
                  hasSecond, secondItem, firstItem));
    merged.places.push_back(a.select(takesSecond, second, first));
    merged.compared.push_back(
        selectTuple(b, loc, takesSecond, secondItem, firstItem));
    if (i + 1 == count)
      break;
    Value next = a.add(merged.places.back(), one);
    ValueTuple item = load(next);
    first = a.select(takesSecond, first, next);
    second = a.select(takesSecond, next, second);
    firstItem = selectTuple(b, loc, takesSecond, firstItem, item);
    secondItem = selectTuple(b, loc, takesSecond, item, secondItem);
  }
  return merged;
}
