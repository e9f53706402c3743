//===- LowerFolds.cpp - Lowering of warp_reduce and warp_scan ---*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads the clauses of an op and puts the result together from what a thread
// does with its own items and what WarpFold does with one value per lane.
//
//===----------------------------------------------------------------------===//

#include "WarpLowering.h"

using namespace mlir;
using namespace mlir::prim;

/// The combiner of `op`, in the type in which the target folds best.
static Combiner getCombiner(CombinerOpInterface op, const CrossLane &lanes) {
  Combiner combiner(op);
  if (!combiner.getKind())
    return combiner;
  Type type = lanes.getFoldType(combiner);
  return type == combiner.getTypes().front() ? combiner
                                             : combiner.widened(type);
}

/// Brings values of the op into the type of the combiner.
static void extend(ImplicitLocOpBuilder &builder, const Combiner &combiner,
                   MutableArrayRef<ValueTuple> items) {
  for (ValueTuple &item : items)
    for (Value &value : item)
      value = combiner.extend(builder, builder.getLoc(), value);
}

/// The reverse, for results.
static ValueTuple truncate(ImplicitLocOpBuilder &builder,
                           const Combiner &combiner, ValueRange values) {
  return ValueTuple(llvm::map_range(values, [&](Value value) {
    return combiner.truncate(builder, builder.getLoc(), value);
  }));
}

/// A reduction's items, of which the folds over even and odd places are left if
/// they can be found with operations on pairs. Built-in kinds commute.
static SmallVector<ValueTuple> unpackPairs(ImplicitLocOpBuilder &builder,
                                           const Combiner &combiner,
                                           ValueRange inputs,
                                           const CrossLane &lanes) {
  auto type = dyn_cast<VectorType>(inputs.front().getType());
  if (!type || type.getNumElements() < 4 || type.getNumElements() % 2 != 0 ||
      !lanes.foldsPairs(combiner))
    return unpackItems(builder, builder.getLoc(), inputs);
  ValueTuple fold;
  for (int64_t i = 0, e = type.getNumElements(); i != e; i += 2) {
    ValueTuple pair = {vector::ShuffleOp::create(
        builder, inputs.front(), inputs.front(), ArrayRef<int64_t>{i, i + 1})};
    fold =
        i == 0 ? pair : combiner.combine(builder, builder.getLoc(), fold, pair);
  }
  return unpackItems(builder, builder.getLoc(), fold);
}

/// What `body`, of which only lanes that count have a use, gives with a
/// combiner that only their values may be given to.
static ValueTuple whereCounted(ImplicitLocOpBuilder &builder,
                               const Combiner &combiner, WarpFold &fold,
                               ValueRange otherwise,
                               llvm::function_ref<ValueTuple()> body) {
  Value counts = combiner.isTotal() ? Value() : fold.counts();
  if (!counts)
    return body();
  return evaluateIf(builder, builder.getLoc(), counts, /*anywhere=*/false,
                    otherwise, body);
}

/// The fold of this lane's items.
static ValueTuple foldOwn(ImplicitLocOpBuilder &builder,
                          const Combiner &combiner, ArrayRef<ValueTuple> items,
                          WarpFold &fold) {
  if (items.size() == 1)
    return items.front();
  return whereCounted(builder, combiner, fold, items.front(), [&] {
    return threadReduce(builder, builder.getLoc(), combiner, items);
  });
}

LogicalResult WarpLowering::lower(WarpReduceOp op) {
  FailureOr<WarpShape> shape = getShape(op, op.getWidth(), op.getValid());
  if (failed(shape) ||
      (WarpFold::needsPermute(target, *shape) && failed(checkPermute(op))))
    return failure();
  ImplicitLocOpBuilder builder(op.getLoc(), op);
  std::unique_ptr<CrossLane> lanes = getLanes(builder, op, shape->width);
  Combiner combiner = getCombiner(op, *lanes);
  WarpFold fold(builder, *lanes, target, combiner, *shape);

  SmallVector<ValueTuple> items =
      unpackPairs(builder, Combiner(op), op.getInputs(), *lanes);
  extend(builder, combiner, items);
  ValueTuple own = foldOwn(builder, combiner, items, fold);
  ValueTuple result =
      op.getFlag() ? fold.reduceSegments(own, op.getFlag(),
                                         op.getSegment() == SegmentKind::Tail)
                   : fold.reduce(own, op.getAll());
  if (!op.getInit().empty()) {
    SmallVector<ValueTuple> inits = {ValueTuple(op.getInit())};
    extend(builder, combiner, inits);
    result = whereCounted(builder, combiner, fold, result, [&] {
      return combiner.combine(builder, op.getLoc(), inits.front(), result);
    });
  }
  op->replaceAllUsesWith(truncate(builder, combiner, result));
  op->erase();
  return success();
}

/// A head flag in the top bit of an integer, and the value below it.
static std::pair<Value, Value> unpackHead(ImplicitLocOpBuilder &builder,
                                          Value packed) {
  Type type = packed.getType();
  auto constant = [&](const APInt &value) -> Value {
    return arith::ConstantOp::create(builder,
                                     builder.getIntegerAttr(type, value));
  };
  unsigned bits = type.getIntOrFloatBitWidth();
  Value head = arith::CmpIOp::create(builder, arith::CmpIPredicate::slt, packed,
                                     constant(APInt::getZero(bits)));
  Value value = arith::AndIOp::create(builder, packed,
                                      constant(APInt::getSignedMaxValue(bits)));
  return {head, value};
}

LogicalResult WarpLowering::lower(WarpScanOp op) {
  FailureOr<WarpShape> shape = getShape(op, op.getWidth(), op.getValid());
  if (failed(shape) ||
      (WarpFold::needsPermute(target, *shape) && failed(checkPermute(op))))
    return failure();
  Location loc = op.getLoc();
  ImplicitLocOpBuilder builder(loc, op);
  std::unique_ptr<CrossLane> lanes = getLanes(builder, op, shape->width);
  Combiner combiner = getCombiner(op, *lanes);
  WarpFold fold(builder, *lanes, target, combiner, *shape);

  bool reverse = op.getReverse();
  SmallVector<ValueTuple> items = unpackItems(builder, loc, op.getInputs());
  Value head = op.getFlag();
  if (op.getPacked())
    std::tie(head, items[0][0]) = unpackHead(builder, items[0][0]);
  extend(builder, combiner, items);
  ValueTuple own = foldOwn(builder, combiner, items, fold);
  WarpFold::Scope scope =
      head ? fold.segment(head, false, reverse) : fold.wholeWarp(reverse);
  ValueTuple inclusive = fold.scan(own, scope);
  // The fold of the lanes before this one, which the scan's first has not got:
  // `none` of a combiner with an identity stands in its place.
  auto lanesBefore = [&](llvm::function_ref<ValueTuple()> none) {
    if (combiner.hasIdentity())
      return OptionalTuple(fold.exclusive(own, inclusive, scope, none()));
    Value isLater = arith::XOrIOp::create(
        builder, fold.isFirst(scope),
        arith::ConstantOp::create(builder, builder.getBoolAttr(true)));
    return OptionalTuple(fold.exclusive(own, inclusive, scope, {}), isLater);
  };
  auto neutral = [&]() -> ValueTuple { return combiner.neutral(builder, loc); };

  // Scans the lane's items behind `start` and the lanes before.
  auto scanItems = [&](const OptionalTuple &start, const OptionalTuple &before,
                       ScanMode mode) {
    ValueTuple none;
    for (size_t i = 0; i != items.size(); ++i)
      llvm::append_range(none, poisonTuple(builder, loc, combiner));
    ValueTuple flat = whereCounted(builder, combiner, fold, none, [&] {
      OptionalTuple prefix =
          reverse ? combineOptional(builder, loc, combiner, before, start)
                  : combineOptional(builder, loc, combiner, start, before);
      ValueTuple results;
      for (ValueTuple &item :
           threadScan(builder, loc, combiner, presentItems(items), prefix, mode,
                      reverse))
        llvm::append_range(results, item);
      return results;
    });
    SmallVector<ValueTuple> results;
    for (size_t i = 0, arity = own.size(); i != flat.size(); i += arity)
      results.emplace_back(ArrayRef(flat).slice(i, arity));
    return results;
  };
  auto itemsFromInit = [&](ScanMode mode) {
    SmallVector<ValueTuple> inits = {ValueTuple(op.getInit())};
    extend(builder, combiner, inits);
    return scanItems(inits.front(), lanesBefore(neutral), mode);
  };
  auto inclusiveItems = [&]() -> SmallVector<ValueTuple> {
    if (op.getMode() == ScanMode::Inclusive && !op.getInit().empty())
      return itemsFromInit(ScanMode::Inclusive);
    if (items.size() == 1)
      return {inclusive};
    return scanItems({}, lanesBefore(neutral), ScanMode::Inclusive);
  };
  auto exclusiveItems = [&]() -> SmallVector<ValueTuple> {
    if (!op.getInit().empty())
      return itemsFromInit(ScanMode::Exclusive);
    // The identity is no part of the later items' folds.
    bool needsNeutral = items.size() > 1 && !combiner.isIdentityNeutral();
    OptionalTuple before = lanesBefore([&]() -> ValueTuple {
      return needsNeutral ? combiner.neutral(builder, loc)
                          : combiner.identity(builder, loc);
    });
    SmallVector<ValueTuple> results =
        scanItems({}, before, ScanMode::Exclusive);
    if (needsNeutral)
      startWithIdentity(builder, loc, combiner, results, [&](unsigned item) {
        bool comesFirst = item == (reverse ? items.size() - 1 : 0);
        return comesFirst ? fold.isFirst(scope) : Value();
      });
    return results;
  };

  auto replace = [&](ResultRange results, ArrayRef<ValueTuple> values) {
    SmallVector<ValueTuple> narrow =
        llvm::map_to_vector(values, [&](const ValueTuple &item) {
          return truncate(builder, combiner, item);
        });
    SmallVector<Value> packed =
        packItems(builder, loc, narrow, results.getTypes());
    for (auto [result, value] : llvm::zip_equal(results, packed))
      result.replaceAllUsesWith(value);
  };
  if (!op.getInclusiveResults().empty())
    replace(op.getInclusiveResults(), inclusiveItems());
  if (!op.getExclusiveResults().empty())
    replace(op.getExclusiveResults(), exclusiveItems());
  if (!op.getTotalResults().empty())
    replace(op.getTotalResults(), {head ? fold.reduce(own, /*all=*/true)
                                        : fold.totalOf(inclusive, reverse)});
  if (Value distance = op.getDistanceResult())
    distance.replaceAllUsesWith(fold.distanceToHead(head));
  op->erase();
  return success();
}
