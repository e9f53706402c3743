//===- Scatter.cpp - Scatters of frontends ------------------------*- C++
//-*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ForeignOp.h"

#include "../LinalgToPrim/Fold.h"
#include "../LinalgToPrim/StepPositions.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "prim/Dialect/Prim/IR/PrimHistogramOps.h"
#include "llvm/ADT/SmallBitVector.h"

using namespace mlir;
using namespace mlir::prim;

static bool isOne(TypedAttr value) {
  if (auto number = dyn_cast_or_null<FloatAttr>(value))
    return number.getValue().isExactlyValue(1.0);
  auto number = dyn_cast_or_null<IntegerAttr>(value);
  return number && number.getValue().isOne();
}

/// Whether each sum of ones is exact in the type of `updates`, so that it can
/// be counted in integers.
static bool isExactCount(RankedTensorType updates) {
  auto element = dyn_cast<FloatType>(updates.getElementType());
  return !element ||
         (updates.hasStaticShape() &&
          updates.getNumElements() <=
              (int64_t(1) << std::min(element.getFPMantissaWidth(), 31u)) - 1);
}

namespace {

/// The addend of a scatter: the update of an element, or a constant.
struct Addition {
  Operation *step = nullptr;
  TypedAttr constant;

  static std::optional<Addition> match(ForeignOp op) {
    Addition found;
    found.step = op.getYielded().getDefiningOp();
    if (!isa_and_nonnull<arith::AddIOp, arith::AddFOp>(found.step))
      return std::nullopt;
    Value update = op.getBody()->getArgument(0),
          element = op.getBody()->getArgument(1);
    Value left = found.step->getOperand(0), right = found.step->getOperand(1);
    if (left != element)
      std::swap(left, right);
    if (left != element ||
        (right != update && !matchPattern(right, m_Constant(&found.constant))))
      return std::nullopt;
    return found;
  }

  /// Whether ones are added, of which integers hold each sum.
  bool isCount(ForeignOp op) const {
    return isOne(constant ? constant : getConstantSplat(op.getOperand(0))) &&
           isExactCount(op.getType(0));
  }
  /// The weights of a histogram; null where it counts.
  Value getWeights(CodeBuilder &builder, ForeignOp op) const {
    Value updates = op.getOperand(0);
    if (isCount(op))
      return Value();
    if (!constant)
      return updates;
    return linalg::FillOp::create(builder, builder.constant(constant),
                                  createEmpty(builder, updates))
        .getResult(0);
  }
};

/// Which element of the output each element of the updates is for.
class Places {
public:
  explicit Places(ForeignOp op)
      : op(op), updates(op.getType(0)), indices(op.getType(1)),
        output(op.getType(2)) {}

  /// Why the operands' shapes are not those of a scatter with one index, or one
  /// tuple of them, for each slice of the updates; empty if they are. The
  /// slice's dimensions are the last ones of the output. The attribute names
  /// the dimensions to which indices are added.
  StringRef match() {
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

  /// Whether each update is one element of an output of rank 1.
  bool isOfElements() const {
    return updates.getRank() == 1 && output.getRank() == 1;
  }

  /// Why the scatter is not one of a single slice with one position in each
  /// dimension that has an index; empty if it is.
  StringRef matchSingle() const {
    if (!updates.hasStaticShape() || !output.hasStaticShape() ||
        updates.getDimSize(0) != 1 || output.getNumElements() == 0)
      return "replaces elements by several updates";
    for (int64_t dim : indexed)
      if (dim >= unindexed && updates.getDimSize(dim - unindexed + 1) != 1)
        return "replaces elements by slices that an index moves";
    return "";
  }

  /// The output with the only slice of the updates.
  Value replace(CodeBuilder &builder) const {
    int64_t rank = output.getRank();
    SmallVector<OpFoldResult> offsets(rank, builder.getIndexAttr(0)),
        strides(rank, builder.getIndexAttr(1)), sizes;
    SmallVector<int64_t> shape(unindexed, 1);
    llvm::append_range(shape, updates.getShape().drop_front());
    for (int64_t size : shape)
      sizes.push_back(builder.getIndexAttr(size));
    Value isInside;
    for (auto [member, dim] : llvm::enumerate(indexed))
      offsets[dim] =
          getOffset(builder, member, output.getDimSize(dim), isInside);
    // The leading dimensions of a slice have an extent of 1.
    auto type = RankedTensorType::get(updates.getShape().drop_front(),
                                      updates.getElementType());
    Value slice = tensor::ExtractSliceOp::create(
        builder, type, op.getOperand(0),
        SmallVector<OpFoldResult>(updates.getRank(), builder.getIndexAttr(0)),
        tensor::getMixedSizes(builder, builder.getLoc(), op.getOperand(0)),
        SmallVector<OpFoldResult>(updates.getRank(), builder.getIndexAttr(1)));
    if (isInside) {
      Value old = tensor::ExtractSliceOp::create(
          builder, type, op.getOperand(2), offsets, sizes, strides);
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

  /// The indices as a tensor of rank 1, one for each update.
  Value getNumbers(CodeBuilder &builder) const {
    Value numbers = op.getOperand(1);
    if (indices.getRank() == 1)
      return numbers;
    auto expand = numbers.getDefiningOp<tensor::ExpandShapeOp>();
    if (expand && expand.getSrcType().getRank() == 1)
      return expand.getSrc();
    return tensor::CollapseShapeOp::create(
        builder, numbers, SmallVector<ReassociationIndices>{{0, 1}});
  }

  /// Computes the extents that getPlace() uses, in host code.
  void prepare(CodeBuilder &builder) {
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

  /// The row-major number of the output's element for the element `number` of
  /// the updates; -1 if there is none.
  Value getPlace(CodeBuilder &builder, Value number) const {
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
      if (const auto *found = llvm::find(indexed, dim);
          found != indexed.end()) {
        Value index = loadIndex(builder, number, found - indexed.begin());
        at = at ? builder.add(at, index) : index;
      }
      isInside = builder.andi(isInside, builder.ult(at, outputExtents[dim]));
      place = builder.add(builder.mul(place, outputExtents[dim]), at);
    }
    return builder.select(isInside, place, builder.index(-1));
  }

  /// A tensor of rank 1 for all elements of the output, which are not set.
  Value createFlat(CodeBuilder &builder) const {
    if (output.getRank() == 1)
      return createEmpty(builder, op.getOperand(2));
    OpFoldResult count = builder.getIndexAttr(
        output.hasStaticShape() ? output.getNumElements() : 0);
    if (!output.hasStaticShape()) {
      Value product = outputExtents.front();
      for (Value extent : ArrayRef(outputExtents).drop_front())
        product = builder.mul(product, extent);
      count = product;
    }
    return tensor::EmptyOp::create(builder, count, output.getElementType());
  }

  /// `flat` in the shape of the output.
  Value expand(CodeBuilder &builder, Value flat) const {
    if (output.getRank() == 1)
      return flat;
    ReassociationIndices all =
        llvm::to_vector(llvm::seq<int64_t>(0, output.getRank()));
    return tensor::ExpandShapeOp::create(
        builder, output, flat, SmallVector<ReassociationIndices>{all},
        tensor::getMixedSizes(builder, builder.getLoc(), op.getOperand(2)));
  }

private:
  /// The index `member` of the only update, within a dimension of `extent`.
  /// Unless it is known to be there, `isInside` tells whether it is.
  Value getOffset(CodeBuilder &builder, int64_t member, int64_t extent,
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

  Value loadIndex(CodeBuilder &builder, Value number, int64_t member) const {
    SmallVector<Value> position{number};
    if (indices.getRank() == 2)
      position.push_back(builder.index(member));
    Value index =
        tensor::ExtractOp::create(builder, op.getOperand(1), position);
    return index.getType().isIndex() ? index : builder.toIndex(index);
  }

  ForeignOp op;
  RankedTensorType updates, indices, output;
  ArrayRef<int64_t> indexed;
  /// How many dimensions of the output come before those of a slice.
  int64_t unindexed = 0;
  SmallVector<Value> updateExtents, outputExtents;
};

} // namespace

/// Builds the region of a histogram that yields the bin.
static void buildBin(CodeBuilder &builder, DeviceHistogramOp histogram,
                     const Places &places) {
  OpBuilder::InsertionGuard guard(builder);
  Type item = getElementTypeOrSelf(histogram.getIns().front());
  if (!places.isOfElements()) {
    Block *block =
        builder.addBlock(histogram.getBin(), {item, builder.getIndexType()});
    YieldOp::create(builder, places.getPlace(builder, block->getArgument(1)));
    return;
  }
  Value bin = builder.addBlock(histogram.getBin(), item)->getArgument(0);
  if (item.isInteger(64))
    bin = builder.toIndex(bin);
  else if (!item.isIndex() && !item.isInteger(32))
    bin = builder.extsi(builder.getI32Type(), bin);
  YieldOp::create(builder, bin);
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

/// A scatter's operands are the updates, the indices, and the tensor that they
/// change. The region combines an update with an element.
StringRef prim::convertScatter(ForeignOp op, CodeBuilder &builder,
                               const PrimFrontendToPrimOptions &options,
                               SmallVectorImpl<Value> &results) {
  StringRef obstacle = op.check(/*results=*/1, /*arguments=*/2);
  if (!obstacle.empty())
    return obstacle;
  if (op.getNumOperands() != 3)
    return "has other operands than updates, indices and an output";
  Type element = op.getType(2).getElementType();
  if (op.getType(0).getElementType() != element ||
      !op.getType(1).getElementType().isIntOrIndex())
    return "has operands of several types of elements";
  Places places(op);
  obstacle = places.match();
  if (!obstacle.empty())
    return obstacle;
  if (op.getYielded() == op.getBody()->getArgument(0)) {
    obstacle = places.matchSingle();
    if (obstacle.empty())
      results.push_back(places.replace(builder));
    return obstacle;
  }
  std::optional<Addition> addition = Addition::match(op);
  if (!addition)
    return "does not add updates to elements";
  if (!element.isInteger(32) && !element.isInteger(64) && !element.isIndex() &&
      !element.isF32() && !element.isF64())
    return "adds elements that are not i32, i64, f32 or f64";
  if (isa<arith::AddFOp>(addition->step) && !options.reassociate &&
      !arith::bitEnumContainsAny(getFastMath(addition->step),
                                 arith::FastMathFlags::reassoc))
    return "would round differently in another order; allow that with the "
           "fast-math flag reassoc, or the option reassociate";

  Value ins = op.getOperand(0);
  SmallVector<Value> reads;
  if (places.isOfElements()) {
    ins = places.getNumbers(builder);
  } else {
    places.prepare(builder);
    reads.push_back(op.getOperand(1));
  }
  Value out = places.createFlat(builder), counts = out;
  bool countsFloats = isa<FloatType>(element) && addition->isCount(op);
  if (countsFloats)
    counts = tensor::EmptyOp::create(
        builder, tensor::getMixedSizes(builder, builder.getLoc(), out),
        builder.getI32Type());
  auto histogram = DeviceHistogramOp::create(
      builder, counts.getType(), /*order=*/SortOrderAttr(), ins,
      addition->getWeights(builder, op), counts, /*workspace=*/Value(),
      /*even=*/ValueRange(), /*range=*/ValueRange(), reads,
      /*asyncDependencies=*/ValueRange(),
      /*channels=*/IntegerAttr(), /*active=*/IntegerAttr(),
      /*deterministic=*/DeterminismAttr(), /*initialized=*/UnitAttr(),
      /*tuning=*/TuningAttr(), /*discards=*/DenseI64ArrayAttr());
  buildBin(builder, histogram, places);
  Value sums = histogram.getResult(0);
  if (countsFloats)
    sums = convertCounts(builder, sums, out);
  sums = places.expand(builder, sums);
  Attribute start = getConstantSplat(op.getOperand(2));
  if (start != builder.getZeroAttr(element))
    sums = linalg::AddOp::create(builder, op.getType(2),
                                 ValueRange{op.getOperand(2), sums},
                                 createEmpty(builder, op.getOperand(2)))
               ->getResult(0);
  results.push_back(sums);
  return "";
}
