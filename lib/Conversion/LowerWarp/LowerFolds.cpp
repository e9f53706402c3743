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

/// Whether the target folds two values of `combiner` in one operation.
static bool hasPackedForm(const Combiner &combiner, const TargetInfo &target) {
  if (!target.has(PackedHalves) || !combiner.getKind() ||
      combiner.getTypes().size() != 1)
    return false;
  Type type = combiner.getTypes().front();
  CombinerKind kind = *combiner.getKind();
  // The chips have no minimum that hands on a NaN, or not all of them.
  return type.isInteger(16) ||
         (type.isF16() && kind != CombinerKind::MinimumF &&
          kind != CombinerKind::MaximumF);
}

/// A reduction's items, of which the folds over even and odd places are left if
/// they can be found with operations on pairs. Built-in kinds commute.
static SmallVector<ValueTuple> unpackPairs(ImplicitLocOpBuilder &builder,
                                           const Combiner &combiner,
                                           ValueRange inputs,
                                           const TargetInfo &target) {
  auto type = dyn_cast<VectorType>(inputs.front().getType());
  if (!type || type.getNumElements() < 4 || type.getNumElements() % 2 != 0 ||
      !hasPackedForm(combiner, target))
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

LogicalResult WarpLowering::lower(WarpReduceOp op) {
  FailureOr<WarpShape> shape = getShape(op, op.getWidth(), op.getValid());
  if (failed(shape) ||
      (WarpFold::needsPermute(target, *shape) && failed(checkPermute(op))))
    return failure();
  ImplicitLocOpBuilder builder(op.getLoc(), op);
  std::unique_ptr<CrossLane> lanes = CrossLane::create(builder, target);
  Combiner combiner = getCombiner(op, *lanes);
  WarpFold fold(builder, *lanes, target, combiner, *shape,
                isTotalRegion(op.getCombiner()));

  SmallVector<ValueTuple> items =
      unpackPairs(builder, Combiner(op), op.getInputs(), target);
  extend(builder, combiner, items);
  ValueTuple own = threadReduce(builder, op.getLoc(), combiner, items);
  ValueTuple result =
      op.getFlag() ? fold.reduceSegments(own, op.getFlag(),
                                         op.getSegment() == SegmentKind::Tail)
                   : fold.reduce(own, op.getAll());
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
  std::unique_ptr<CrossLane> lanes = CrossLane::create(builder, target);
  Combiner combiner = getCombiner(op, *lanes);
  WarpFold fold(builder, *lanes, target, combiner, *shape,
                isTotalRegion(op.getCombiner()));

  bool reverse = op.getReverse();
  SmallVector<ValueTuple> items = unpackItems(builder, loc, op.getInputs());
  Value head = op.getFlag();
  if (op.getPacked())
    std::tie(head, items[0][0]) = unpackHead(builder, items[0][0]);
  extend(builder, combiner, items);
  ValueTuple own = threadReduce(builder, loc, combiner, items);
  WarpFold::Scope scope =
      head ? fold.segment(head, false, reverse) : fold.wholeWarp(reverse);
  ValueTuple inclusive = fold.scan(own, scope);
  auto inOrder = [&](ValueRange nearer, ValueRange farther) {
    return reverse ? fold.combine(farther, nearer)
                   : fold.combine(nearer, farther);
  };

  // Every item's prefix in the warp, its own included. With several items per
  // lane the prefix of the lanes before has to come in; the first lane has
  // none.
  auto inclusiveItems = [&]() -> SmallVector<ValueTuple> {
    if (items.size() == 1)
      return {inclusive};
    if (combiner.hasIdentity())
      return threadScan(
          builder, loc, combiner, items,
          fold.exclusive(inclusive, scope, combiner.neutral(builder, loc)),
          ScanMode::Inclusive, reverse);
    SmallVector<ValueTuple> local = threadScan(
        builder, loc, combiner, items, {}, ScanMode::Inclusive, reverse);
    // In the first lane anything that the combiner can take.
    ValueTuple before = fold.exclusive(inclusive, scope, own);
    Value first = fold.isFirst(scope);
    for (ValueTuple &item : local)
      item = fold.select(first, item, inOrder(before, item));
    return local;
  };
  auto exclusiveItems = [&]() -> SmallVector<ValueTuple> {
    ValueTuple before;
    if (!op.getInit().empty()) {
      SmallVector<ValueTuple> inits = {ValueTuple(op.getInit())};
      extend(builder, combiner, inits);
      ValueTuple init = inits.front();
      if (combiner.hasIdentity()) {
        before = inOrder(init, fold.exclusive(inclusive, scope,
                                              combiner.neutral(builder, loc)));
      } else {
        before = inOrder(init, fold.exclusive(inclusive, scope, init));
        before = fold.select(fold.isFirst(scope), init, before);
      }
    } else if (combiner.hasIdentity()) {
      before =
          fold.exclusive(inclusive, scope, combiner.identity(builder, loc));
    } else {
      before = fold.exclusive(inclusive, scope, {});
      // Only the first item of all is without a result; those after it in its
      // lane have one, which must not come from `before`.
      SmallVector<ValueTuple> shifted = inclusiveItems();
      if (reverse) {
        shifted.erase(shifted.begin());
        shifted.push_back(before);
      } else {
        shifted.pop_back();
        shifted.insert(shifted.begin(), before);
      }
      return shifted;
    }
    if (items.size() == 1)
      return {before};
    return threadScan(builder, loc, combiner, items, before,
                      ScanMode::Exclusive, reverse);
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
