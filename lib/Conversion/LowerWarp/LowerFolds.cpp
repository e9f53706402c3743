//===- LowerFolds.cpp - Lowering of warp_reduce and warp_scan ---*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Handles the clauses of an op, and combines a thread's folds over its own
// items with WarpFold over one value per lane.
//
//===----------------------------------------------------------------------===//

#include "WarpLowering.h"

using namespace mlir;
using namespace mlir::prim;

/// The combiner of `op`, in the target's best type for folds.
static Combiner getCombiner(CombinerOpInterface op, const CrossLane &lanes) {
  Combiner combiner(op);
  if (!combiner.getKind())
    return combiner;
  Type type = lanes.getFoldType(combiner);
  return type == combiner.getTypes().front() ? combiner
                                             : combiner.widened(type);
}

/// Converts values of the op to the type of the combiner.
static void extend(CodeBuilder &b, const Combiner &combiner,
                   MutableArrayRef<ValueTuple> items) {
  for (ValueTuple &item : items)
    for (Value &value : item)
      value = combiner.extend(b, value);
}

/// Converts results back from the type of the combiner.
static ValueTuple truncate(CodeBuilder &b, const Combiner &combiner,
                           ValueRange values) {
  return ValueTuple(llvm::map_range(
      values, [&](Value value) { return combiner.truncate(b, value); }));
}

/// Reduces a reduction's items to the folds over even and odd places, if
/// operations on pairs can compute them. Built-in kinds are commutative.
static SmallVector<ValueTuple> unpackPairs(CodeBuilder &b,
                                           const Combiner &combiner,
                                           ValueRange inputs,
                                           const CrossLane &lanes) {
  auto type = dyn_cast<VectorType>(inputs.front().getType());
  if (!type || type.getNumElements() < 4 || type.getNumElements() % 2 != 0 ||
      !lanes.foldsPairs(combiner))
    return unpackItems(b, inputs);
  ValueTuple fold;
  for (int64_t i = 0, e = type.getNumElements(); i != e; i += 2) {
    ValueTuple pair = {vector::ShuffleOp::create(
        b, inputs.front(), inputs.front(), ArrayRef<int64_t>{i, i + 1})};
    fold = i == 0 ? pair : combiner.combine(b, fold, pair);
  }
  return unpackItems(b, fold);
}

/// The results of `body`, which only valid lanes use. If the combiner is not
/// total, `body` is executed only in valid lanes.
static ValueTuple whereCounted(CodeBuilder &b, const Combiner &combiner,
                               WarpFold &fold, ValueRange otherwise,
                               llvm::function_ref<ValueTuple()> body) {
  Value counts = combiner.isTotal() ? Value() : fold.counts();
  if (!counts)
    return body();
  return evaluateIf(b, counts, /*anywhere=*/false, otherwise, body);
}

/// The fold of this lane's items.
static ValueTuple foldOwn(CodeBuilder &b, const Combiner &combiner,
                          ArrayRef<ValueTuple> items, WarpFold &fold) {
  if (items.size() == 1)
    return items.front();
  return whereCounted(b, combiner, fold, items.front(),
                      [&] { return threadReduce(b, combiner, items); });
}

LogicalResult WarpLowering::lower(WarpReduceOp op) {
  FailureOr<WarpShape> shape = getShape(op, op.getWidth(), op.getValid());
  if (failed(shape) ||
      (WarpFold::needsPermute(target, *shape) && failed(checkPermute(op))))
    return failure();
  CodeBuilder b(op.getLoc(), op);
  std::unique_ptr<CrossLane> lanes = getLanes(b, op, shape->width);
  Combiner combiner = getCombiner(op, *lanes);
  WarpFold fold(b, *lanes, target, combiner, *shape);

  SmallVector<ValueTuple> items =
      unpackPairs(b, Combiner(op), op.getInputs(), *lanes);
  extend(b, combiner, items);
  ValueTuple own = foldOwn(b, combiner, items, fold);
  ValueTuple result =
      op.getFlag() ? fold.reduceSegments(own, op.getFlag(),
                                         op.getSegment() == SegmentKind::Tail)
                   : fold.reduce(own, op.getAll());
  if (!op.getInit().empty()) {
    SmallVector<ValueTuple> inits = {ValueTuple(op.getInit())};
    extend(b, combiner, inits);
    result = whereCounted(b, combiner, fold, result, [&] {
      return combiner.combine(b, inits.front(), result);
    });
  }
  op->replaceAllUsesWith(truncate(b, combiner, result));
  op->erase();
  return success();
}

/// Splits an integer into a head flag in the top bit and the value below it.
static std::pair<Value, Value> unpackHead(CodeBuilder &b, Value packed) {
  Type type = packed.getType();
  unsigned bits = type.getIntOrFloatBitWidth();
  Value head = b.slt(packed, 0);
  Value value =
      b.andi(packed, b.constant(type, APInt::getSignedMaxValue(bits)));
  return {head, value};
}

LogicalResult WarpLowering::lower(WarpScanOp op) {
  FailureOr<WarpShape> shape = getShape(op, op.getWidth(), op.getValid());
  if (failed(shape) ||
      (WarpFold::needsPermute(target, *shape) && failed(checkPermute(op))))
    return failure();
  Location loc = op.getLoc();
  CodeBuilder b(loc, op);
  std::unique_ptr<CrossLane> lanes = getLanes(b, op, shape->width);
  Combiner combiner = getCombiner(op, *lanes);
  WarpFold fold(b, *lanes, target, combiner, *shape);

  bool reverse = op.getReverse();
  SmallVector<ValueTuple> items = unpackItems(b, op.getInputs());
  Value head = op.getFlag();
  if (op.getPacked())
    std::tie(head, items[0][0]) = unpackHead(b, items[0][0]);
  extend(b, combiner, items);
  ValueTuple own = foldOwn(b, combiner, items, fold);
  WarpFold::Scope scope =
      head ? fold.segment(head, false, reverse) : fold.wholeWarp(reverse);
  ValueTuple inclusive = fold.scan(own, scope);
  // The fold of the lanes before this one. The scan's first lane gets `none`
  // instead if the combiner has an identity.
  auto lanesBefore = [&](llvm::function_ref<ValueTuple()> none) {
    if (combiner.hasIdentity())
      return OptionalTuple(fold.exclusive(own, inclusive, scope, none()));
    Value isLater = b.invert(fold.isFirst(scope));
    return OptionalTuple(fold.exclusive(own, inclusive, scope, {}), isLater);
  };
  auto neutral = [&]() -> ValueTuple { return combiner.neutral(b); };

  // Scans the lane's items, continuing `start` and the earlier lanes.
  auto scanItems = [&](const OptionalTuple &start, const OptionalTuple &before,
                       ScanMode mode) {
    ValueTuple none;
    for (size_t i = 0; i != items.size(); ++i)
      llvm::append_range(none, poisonTuple(b, combiner));
    ValueTuple flat = whereCounted(b, combiner, fold, none, [&] {
      OptionalTuple prefix = reverse
                                 ? combineOptional(b, combiner, before, start)
                                 : combineOptional(b, combiner, start, before);
      ValueTuple results;
      for (ValueTuple &item :
           threadScan(b, combiner, presentItems(items), prefix, mode, reverse))
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
    extend(b, combiner, inits);
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
    // The identity must not become part of the later items' folds.
    bool needsNeutral = items.size() > 1 && !combiner.isIdentityNeutral();
    OptionalTuple before = lanesBefore([&]() -> ValueTuple {
      return needsNeutral ? combiner.neutral(b) : combiner.identity(b);
    });
    SmallVector<ValueTuple> results =
        scanItems({}, before, ScanMode::Exclusive);
    if (needsNeutral)
      startWithIdentity(b, combiner, results, [&](unsigned item) {
        bool comesFirst = item == (reverse ? items.size() - 1 : 0);
        return comesFirst ? fold.isFirst(scope) : Value();
      });
    return results;
  };

  auto replace = [&](ResultRange results, ArrayRef<ValueTuple> values) {
    SmallVector<ValueTuple> narrow =
        llvm::map_to_vector(values, [&](const ValueTuple &item) {
          return truncate(b, combiner, item);
        });
    SmallVector<Value> packed = packItems(b, narrow, results.getTypes());
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
