//===- LowerWarp.cpp - prim-lower-warp ------------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass that lowers the warp ops of a gpu.module. It reads the clauses of an
// op and puts the result together from what a thread does with its own items
// and what WarpFold does with one value per lane.
//
//===----------------------------------------------------------------------===//

#include "WarpFold.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/ROCDLDialect.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "prim/Conversion/Passes.h"
#include "prim/Dialect/Prim/Utils/Convergence.h"
#include "llvm/ADT/TypeSwitch.h"

namespace mlir::prim {
#define GEN_PASS_DEF_PRIMLOWERWARP
#include "prim/Conversion/Passes.h.inc"
} // namespace mlir::prim

using namespace mlir;
using namespace mlir::prim;

namespace {

/// The lowering of the warp ops of one module.
class WarpLowering {
public:
  explicit WarpLowering(const TargetInfo &target) : target(target) {}

  LogicalResult lower(WarpReduceOp op);
  LogicalResult lower(WarpScanOp op);
  LogicalResult lower(WarpSortOp op) {
    return op.emitOpError("is not lowered yet on ")
           << target.chip << ": sorting " << op.getInputs().getTypes();
  }

private:
  /// The logical warp that `op` works on; an error where the target cannot.
  FailureOr<WarpShape> getShape(Operation *op, std::optional<uint32_t> width,
                                Value valid);
  LogicalResult checkCrossLane(Operation *op, const WarpShape &shape);

  const TargetInfo &target;
};

} // namespace

/// Whether the combiner may be applied to any values: a region with loops or
/// divisions may not come to an end, or not be defined, on values that no lane
/// has.
static bool isTotal(CombinerOpInterface op) {
  return llvm::all_of(op.getCombinerRegion(), [](Block &block) {
    return llvm::all_of(block.without_terminator(), [](Operation &inner) {
      return inner.getNumRegions() == 0 && isPure(&inner);
    });
  });
}

/// Threads of a block where the kernel around `op` knows them, or 0.
static uint64_t getKnownBlockSize(Operation *op) {
  auto func = op->getParentOfType<gpu::GPUFuncOp>();
  if (!func || !func.getKnownBlockSize())
    return 0;
  uint64_t size = 1;
  ArrayRef<int32_t> dimensions = *func.getKnownBlockSize();
  for (int32_t dimension : dimensions)
    size *= dimension;
  return size;
}

FailureOr<WarpShape> WarpLowering::getShape(Operation *op,
                                            std::optional<uint32_t> width,
                                            Value valid) {
  WarpShape shape{width.value_or(target.waveSize), true, valid};
  if (shape.width == 0 || shape.width > target.waveSize)
    return op->emitOpError("has logical warps of ")
           << shape.width << " lanes, but a wave of " << target.chip
           << " has only " << target.waveSize
           << "; use a smaller width or a block op";
  uint64_t blockSize = getKnownBlockSize(op);
  shape.partial =
      shape.width > 1 && (target.waveSize % shape.width != 0 ||
                          blockSize == 0 || blockSize % shape.width != 0);
  if (failed(checkCrossLane(op, shape)) ||
      failed(verifyUniformPlacement(op, shape.width)))
    return failure();
  return shape;
}

LogicalResult WarpLowering::checkCrossLane(Operation *op,
                                           const WarpShape &shape) {
  OpBuilder builder(op);
  ImplicitLocOpBuilder located(op->getLoc(), builder);
  std::unique_ptr<CrossLane> lanes = CrossLane::create(located, target);
  if (!lanes)
    return op->emitOpError("is not lowered yet on ") << target.chip;
  if (WarpFold::needsPermute(target, shape) && !lanes->canPermute())
    return op->emitOpError("is not lowered yet on ")
           << target.chip << " in waves of " << target.waveSize
           << " lanes: logical warps of " << shape.width
           << " lanes that may be cut off; use waves of 32 lanes";
  return success();
}

LogicalResult WarpLowering::lower(WarpReduceOp op) {
  FailureOr<WarpShape> shape = getShape(op, op.getWidth(), op.getValid());
  if (failed(shape))
    return failure();
  ImplicitLocOpBuilder builder(op.getLoc(), op);
  std::unique_ptr<CrossLane> lanes = CrossLane::create(builder, target);
  Combiner combiner(op);
  WarpFold fold(builder, *lanes, target, combiner, *shape, isTotal(op));

  ValueTuple own =
      threadReduce(builder, op.getLoc(), combiner,
                   unpackItems(builder, op.getLoc(), op.getInputs()));
  ValueTuple result =
      op.getFlag() ? fold.reduceSegments(own, op.getFlag(),
                                         op.getSegment() == SegmentKind::Tail)
                   : fold.reduce(own, op.getAll());
  op->replaceAllUsesWith(result);
  op->erase();
  return success();
}

LogicalResult WarpLowering::lower(WarpScanOp op) {
  FailureOr<WarpShape> shape = getShape(op, op.getWidth(), op.getValid());
  if (failed(shape))
    return failure();
  Location loc = op.getLoc();
  ImplicitLocOpBuilder builder(loc, op);
  std::unique_ptr<CrossLane> lanes = CrossLane::create(builder, target);
  Combiner combiner(op);
  WarpFold fold(builder, *lanes, target, combiner, *shape, isTotal(op));

  bool reverse = op.getReverse();
  SmallVector<ValueTuple> items = unpackItems(builder, loc, op.getInputs());
  ValueTuple own = threadReduce(builder, loc, combiner, items);
  WarpFold::Scope scope = op.getFlag()
                              ? fold.segment(op.getFlag(), false, reverse)
                              : fold.wholeWarp(reverse);
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
      ValueTuple init(op.getInit());
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
    SmallVector<Value> packed =
        packItems(builder, loc, values, results.getTypes());
    for (auto [result, value] : llvm::zip_equal(results, packed))
      result.replaceAllUsesWith(value);
  };
  if (!op.getInclusiveResults().empty())
    replace(op.getInclusiveResults(), inclusiveItems());
  if (!op.getExclusiveResults().empty())
    replace(op.getExclusiveResults(), exclusiveItems());
  if (!op.getTotalResults().empty())
    replace(op.getTotalResults(),
            {op.getFlag() ? fold.reduce(own, /*all=*/true)
                          : fold.totalOf(inclusive, reverse)});
  if (Value distance = op.getDistanceResult())
    distance.replaceAllUsesWith(fold.distanceToHead(op.getFlag()));
  op->erase();
  return success();
}

namespace {

struct PrimLowerWarp : prim::impl::PrimLowerWarpBase<PrimLowerWarp> {
  using PrimLowerWarpBase::PrimLowerWarpBase;

  void runOnOperation() override {
    SmallVector<Operation *> ops;
    getOperation().walk([&](Operation *op) {
      if (isa<WarpReduceOp, WarpScanOp, WarpSortOp>(op))
        ops.push_back(op);
    });
    if (ops.empty())
      return;
    FailureOr<TargetInfo> target = TargetInfo::lookup(getOperation());
    if (failed(target))
      return signalPassFailure();
    WarpLowering lowering(*target);
    for (Operation *op : ops) {
      LogicalResult result =
          llvm::TypeSwitch<Operation *, LogicalResult>(op)
              .Case<WarpReduceOp, WarpScanOp, WarpSortOp>(
                  [&](auto warpOp) { return lowering.lower(warpOp); });
      if (failed(result))
        return signalPassFailure();
    }
  }
};

} // namespace
