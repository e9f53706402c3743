//===- ScatterPlaces.cpp - Places of updates -*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScatterPlaces.h"

#include "../LinalgToPrim/StepPositions.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/SmallBitVector.h"

using namespace mlir;
using namespace mlir::prim;

StringRef Places::match() {
  auto attribute = dyn_cast_or_null<DenseI64ArrayAttr>(
      op.getOperation()->getAttr("dimension_map"));
  if (!attribute || attribute.empty())
    return "has no attribute 'dimension_map'";
  indexed = attribute.asArrayRef();
  int64_t depth = indexed.size();
  bool isTuple = indices.getRank() == 2 && indices.getDimSize(1) == depth;
  if (!isTuple && (indices.getRank() != 1 || depth != 1))
    return "has indices of several dimensions";
  if (updates.getRank() == 0 || updates.getRank() - 1 > output.getRank())
    return "has operands whose shapes differ";
  unindexed = output.getRank() - (updates.getRank() - 1);
  llvm::SmallBitVector seen(output.getRank());
  for (int64_t dim : indexed) {
    if (dim < 0 || dim >= output.getRank() || seen.test(dim))
      return "has an attribute 'dimension_map' that does not name different "
             "dimensions of its output";
    seen.set(dim);
  }
  for (int64_t dim = 0; dim < unindexed; ++dim)
    if (!seen.test(dim))
      return "has neither an index nor a slice along a dimension of its "
             "output";
  if (!ShapedType::isDynamic(updates.getDimSize(0)) &&
      !ShapedType::isDynamic(indices.getDimSize(0)) &&
      updates.getDimSize(0) != indices.getDimSize(0))
    return "has operands whose shapes differ";
  return "";
}

StringRef Places::matchSingle() const {
  if (!updates.hasStaticShape() || !output.hasStaticShape() ||
      updates.getDimSize(0) != 1 || output.getNumElements() == 0)
    return "replaces elements by several updates";
  for (int64_t dim : indexed)
    if (dim >= unindexed && updates.getDimSize(dim - unindexed + 1) != 1)
      return "replaces elements by slices that an index moves";
  return "";
}

Value Places::replace(CodeBuilder &builder) const {
  int64_t rank = output.getRank();
  SmallVector<OpFoldResult> offsets(rank, builder.getIndexAttr(0)),
      strides(rank, builder.getIndexAttr(1)), sizes;
  SmallVector<int64_t> shape(unindexed, 1);
  llvm::append_range(shape, updates.getShape().drop_front());
  for (int64_t size : shape)
    sizes.push_back(builder.getIndexAttr(size));
  Value isInside;
  for (auto [member, dim] : llvm::enumerate(indexed))
    offsets[dim] = getOffset(builder, member, output.getDimSize(dim), isInside);
  // The leading dimensions of a slice have an extent of 1.
  auto type = RankedTensorType::get(updates.getShape().drop_front(),
                                    updates.getElementType());
  Value slice = tensor::ExtractSliceOp::create(
      builder, type, op.getOperand(0),
      SmallVector<OpFoldResult>(updates.getRank(), builder.getIndexAttr(0)),
      tensor::getMixedSizes(builder, builder.getLoc(), op.getOperand(0)),
      SmallVector<OpFoldResult>(updates.getRank(), builder.getIndexAttr(1)));
  if (isInside) {
    Value old = tensor::ExtractSliceOp::create(builder, type, op.getOperand(2),
                                               offsets, sizes, strides);
    slice = linalg::MapOp::create(
                builder, ValueRange{slice, old}, createEmpty(builder, slice),
                [&](OpBuilder &inner, Location loc, ValueRange elements) {
                  Value chosen = arith::SelectOp::create(
                      inner, loc, isInside, elements[0], elements[1]);
                  linalg::YieldOp::create(inner, loc, chosen);
                })
                ->getResult(0);
  }
  return tensor::InsertSliceOp::create(builder, slice, op.getOperand(2),
                                       offsets, sizes, strides);
}

Value Places::getNumbers(CodeBuilder &builder) const {
  Value numbers = op.getOperand(1);
  if (indices.getRank() == 1)
    return numbers;
  auto expand = numbers.getDefiningOp<tensor::ExpandShapeOp>();
  if (expand && expand.getSrcType().getRank() == 1)
    return expand.getSrc();
  return tensor::CollapseShapeOp::create(
      builder, numbers, SmallVector<ReassociationIndices>{{0, 1}});
}

void Places::prepare(CodeBuilder &builder) {
  for (int64_t dim = 0; dim < updates.getRank(); ++dim)
    updateExtents.push_back(
        builder.createOrFold<tensor::DimOp>(op.getOperand(0), dim));
  for (int64_t dim = 0; dim < output.getRank(); ++dim)
    outputExtents.push_back(
        builder.createOrFold<tensor::DimOp>(op.getOperand(2), dim));
  // Indices are loaded for every update.
  if (updates.isDynamicDim(0) || indices.isDynamicDim(0)) {
    Value count = builder.createOrFold<tensor::DimOp>(op.getOperand(1), 0);
    cf::AssertOp::create(
        builder, builder.eq(updateExtents.front(), count),
        "a scatter has another number of updates than of indices");
  }
}

Value Places::getPlace(CodeBuilder &builder, Value number) const {
  SmallVector<Value> position(updates.getRank());
  for (int64_t dim = updates.getRank(); --dim > 0;) {
    if (updates.getDimSize(dim) == 1) {
      position[dim] = builder.index(0);
      continue;
    }
    position[dim] = builder.remui(number, updateExtents[dim]);
    number = builder.divui(number, updateExtents[dim]);
  }
  position[0] = number;
  Value place = builder.index(0), isInside = builder.boolean(true);
  for (int64_t dim = 0; dim < output.getRank(); ++dim) {
    Value at = dim >= unindexed ? position[dim - unindexed + 1] : Value();
    if (const auto *found = llvm::find(indexed, dim); found != indexed.end()) {
      Value index = loadIndex(builder, number, found - indexed.begin());
      at = at ? builder.add(at, index) : index;
    }
    isInside = builder.andi(isInside, builder.ult(at, outputExtents[dim]));
    place = builder.add(builder.mul(place, outputExtents[dim]), at);
  }
  return builder.select(isInside, place, builder.index(-1));
}

OpFoldResult Places::countElements(CodeBuilder &builder) const {
  if (output.hasStaticShape())
    return builder.getIndexAttr(output.getNumElements());
  Value product = outputExtents.front();
  for (Value extent : ArrayRef(outputExtents).drop_front())
    product = builder.mul(product, extent);
  return product;
}

Value Places::createFlat(CodeBuilder &builder, Type type) const {
  OpFoldResult count =
      output.getRank() == 1
          ? tensor::getMixedSize(builder, builder.getLoc(), op.getOperand(2), 0)
          : countElements(builder);
  return tensor::EmptyOp::create(builder, count, type);
}

Value Places::expand(CodeBuilder &builder, Value flat) const {
  if (output.getRank() == 1)
    return flat;
  ReassociationIndices all =
      llvm::to_vector(llvm::seq<int64_t>(0, output.getRank()));
  return tensor::ExpandShapeOp::create(
      builder,
      RankedTensorType::get(output.getShape(), getElementTypeOrSelf(flat)),
      flat, SmallVector<ReassociationIndices>{all},
      tensor::getMixedSizes(builder, builder.getLoc(), op.getOperand(2)));
}

void Places::buildBin(CodeBuilder &builder, DeviceHistogramOp histogram) const {
  OpBuilder::InsertionGuard guard(builder);
  Type item = getElementTypeOrSelf(histogram.getIns().front());
  if (!isOfElements()) {
    Block *block =
        builder.addBlock(histogram.getBin(), {item, builder.getIndexType()});
    YieldOp::create(builder, getPlace(builder, block->getArgument(1)));
    return;
  }
  Value bin = builder.addBlock(histogram.getBin(), item)->getArgument(0);
  if (item.isInteger(64))
    bin = builder.toIndex(bin);
  else if (!item.isIndex() && !item.isInteger(32))
    bin = builder.extsi(builder.getI32Type(), bin);
  YieldOp::create(builder, bin);
}

Value Places::createHistogram(CodeBuilder &builder, Type count, Value weights) {
  Value ins = op.getOperand(0);
  SmallVector<Value> reads;
  if (isOfElements()) {
    ins = getNumbers(builder);
  } else {
    prepare(builder);
    reads.push_back(op.getOperand(1));
  }
  Value counts = createFlat(builder, count);
  auto histogram = DeviceHistogramOp::create(
      builder, counts.getType(), /*order=*/SortOrderAttr(), ins, weights,
      counts, /*workspace=*/Value(), /*even=*/ValueRange(),
      /*range=*/ValueRange(), reads,
      /*asyncDependencies=*/ValueRange(),
      /*channels=*/IntegerAttr(), /*active=*/IntegerAttr(),
      /*deterministic=*/DeterminismAttr(), /*initialized=*/UnitAttr(),
      /*tuning=*/TuningAttr(), /*discards=*/DenseI64ArrayAttr());
  buildBin(builder, histogram);
  return histogram.getResult(0);
}

Value Places::getOffset(CodeBuilder &builder, int64_t member, int64_t extent,
                        Value &isInside) const {
  Value index, tuple = op.getOperand(1);
  auto expand = tuple.getDefiningOp<tensor::ExpandShapeOp>();
  if (expand && expand.getSrcType().getRank() == 0) {
    index = tensor::ExtractOp::create(builder, expand.getSrc(), ValueRange());
    if (!index.getType().isIndex())
      index = builder.toIndex(index);
    auto loop = op.getOperation()->getParentOfType<scf::ForOp>();
    if (loop && StepPositions(loop).isWithin(expand.getSrc(), extent))
      return index;
  } else {
    index = loadIndex(builder, builder.index(0), member);
  }
  Value isHere = builder.ult(index, extent);
  isInside = isInside ? builder.andi(isInside, isHere) : isHere;
  return builder.minsi(builder.maxsi(index, 0), extent - 1);
}

Value Places::loadIndex(CodeBuilder &builder, Value number,
                        int64_t member) const {
  SmallVector<Value> position{number};
  if (indices.getRank() == 2)
    position.push_back(builder.index(member));
  Value index = tensor::ExtractOp::create(builder, op.getOperand(1), position);
  return index.getType().isIndex() ? index : builder.toIndex(index);
}
