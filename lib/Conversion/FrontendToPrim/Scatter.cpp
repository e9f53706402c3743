//===- Scatter.cpp - Scatters of frontends ------------------------*- C++
//-*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ForeignOp.h"

#include "../LinalgToPrim/Fold.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "prim/Dialect/Prim/IR/PrimHistogramOps.h"

using namespace mlir;
using namespace mlir::prim;

/// The indices as a tensor of rank 1; null if there are several for an update.
static Value getNumbers(CodeBuilder &builder, ForeignOp op) {
  Value indices = op.getOperand(1);
  RankedTensorType type = op.getType(1);
  if (type.getRank() == 1)
    return indices;
  if (type.getRank() != 2 || type.getDimSize(1) != 1)
    return Value();
  auto expand = indices.getDefiningOp<tensor::ExpandShapeOp>();
  if (expand && expand.getSrcType().getRank() == 1)
    return expand.getSrc();
  return tensor::CollapseShapeOp::create(
      builder, indices, SmallVector<ReassociationIndices>{{0, 1}});
}

static bool isOne(TypedAttr value) {
  if (auto number = dyn_cast_or_null<FloatAttr>(value))
    return number.getValue().isExactlyValue(1.0);
  auto number = dyn_cast_or_null<IntegerAttr>(value);
  return number && number.getValue().isOne();
}

/// Whether each sum of ones is exact in the float type of `updates`, so that it
/// can be counted in integers.
static bool isExactCount(RankedTensorType updates) {
  auto element = dyn_cast<FloatType>(updates.getElementType());
  return element && updates.hasStaticShape() &&
         updates.getNumElements() <=
             (int64_t(1) << std::min(element.getFPMantissaWidth(), 31u)) - 1;
}

/// `counts` in the type of `out`.
static Value convertCounts(CodeBuilder &builder, Value counts, Value out) {
  auto map = linalg::MapOp::create(
      builder, counts, out,
      [&](OpBuilder &inner, Location loc, ValueRange arguments) {
        Value sum = arith::SIToFPOp::create(
            inner, loc, getElementTypeOrSelf(out), arguments.front());
        linalg::YieldOp::create(inner, loc, sum);
      });
  return map->getResult(0);
}

/// A scatter's operands are the updates, an index for each, and the tensor that
/// they change. The region combines an update with an element.
StringRef prim::convertScatter(ForeignOp op, CodeBuilder &builder,
                               const PrimFrontendToPrimOptions &options,
                               SmallVectorImpl<Value> &results) {
  StringRef obstacle = op.check(/*results=*/1, /*arguments=*/2);
  if (!obstacle.empty())
    return obstacle;
  if (op.getNumOperands() != 3)
    return "has other operands than updates, indices and an output";
  auto dimensions = dyn_cast_or_null<DenseI64ArrayAttr>(
      op.getOperation()->getAttr("dimension_map"));
  if (!dimensions || dimensions.asArrayRef() != ArrayRef<int64_t>{0} ||
      op.getType(0).getRank() != 1 || op.getType(2).getRank() != 1)
    return "has slices or several indices for an update; only scatters to "
           "single elements of a tensor of rank 1 are converted";
  Type element = op.getType(2).getElementType(),
       index = op.getType(1).getElementType();
  if (op.getType(0).getElementType() != element || !index.isIntOrIndex())
    return "has operands of several types of elements";
  Operation *step = op.getYielded().getDefiningOp();
  if (!isa_and_nonnull<arith::AddIOp, arith::AddFOp>(step) ||
      !llvm::is_contained(step->getOperands(), op.getBody()->getArgument(0)) ||
      !llvm::is_contained(step->getOperands(), op.getBody()->getArgument(1)))
    return "does not add updates to elements";
  if (!element.isInteger(32) && !element.isInteger(64) && !element.isIndex() &&
      !element.isF32() && !element.isF64())
    return "adds elements that are not i32, i64, f32 or f64";
  if (isa<arith::AddFOp>(step) && !options.reassociate &&
      !arith::bitEnumContainsAny(getFastMath(step),
                                 arith::FastMathFlags::reassoc))
    return "would round differently in another order; allow that with the "
           "fast-math flag reassoc, or the option reassociate";
  Value numbers = getNumbers(builder, op);
  if (!numbers)
    return "has several indices for an update";

  Value out = createEmpty(builder, op.getOperand(2));
  bool isCount = isOne(getConstantSplat(op.getOperand(0)));
  bool isCountOfFloats = isCount && isExactCount(op.getType(0));
  Value counts = out;
  if (isCountOfFloats)
    counts = tensor::EmptyOp::create(
        builder, tensor::getMixedSizes(builder, builder.getLoc(), out),
        builder.getI32Type());
  bool isWeighted = !isCount || (isa<FloatType>(element) && !isCountOfFloats);
  auto histogram = DeviceHistogramOp::create(
      builder, counts.getType(), /*order=*/SortOrderAttr(), numbers,
      isWeighted ? op.getOperand(0) : Value(), counts,
      /*workspace=*/Value(), /*even=*/ValueRange(), /*range=*/ValueRange(),
      /*reads=*/ValueRange(), /*asyncDependencies=*/ValueRange(),
      /*channels=*/IntegerAttr(), /*active=*/IntegerAttr(),
      /*deterministic=*/DeterminismAttr(), /*initialized=*/UnitAttr(),
      /*tuning=*/TuningAttr(), /*discards=*/DenseI64ArrayAttr());
  {
    OpBuilder::InsertionGuard guard(builder);
    Value bin = builder.addBlock(histogram.getBin(), index)->getArgument(0);
    if (index.isInteger(64))
      bin = builder.toIndex(bin);
    else if (!index.isIndex() && !index.isInteger(32))
      bin = builder.extsi(builder.getI32Type(), bin);
    YieldOp::create(builder, bin);
  }
  Value sums = histogram.getResult(0);
  if (isCountOfFloats)
    sums = convertCounts(builder, sums, out);
  Attribute start = getConstantSplat(op.getOperand(2));
  if (start != builder.getZeroAttr(element))
    sums = linalg::AddOp::create(builder, out.getType(),
                                 ValueRange{op.getOperand(2), sums}, out)
               ->getResult(0);
  results.push_back(sums);
  return "";
}
