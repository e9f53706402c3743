//===- Scatter.cpp - Scatters of frontends ------------------------*- C++
//-*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScatterPlaces.h"

#include "../LinalgToPrim/Fold.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/Matchers.h"
#include "prim/Dialect/Prim/IR/Elements.h"

using namespace mlir;
using namespace mlir::prim;

static constexpr llvm::StringLiteral kRoundsDifferently =
    "would round differently in another order; allow that with the fast-math "
    "flag reassoc, or the option reassociate";

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

} // namespace

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

/// Converts a scatter that adds, and whose order does not matter.
static Value convertSum(ForeignOp op, CodeBuilder &builder, Places &places,
                        const Addition &addition) {
  Type element = op.getType(2).getElementType();
  bool countsFloats = isa<FloatType>(element) && addition.isCount(op);
  Value sums = places.createHistogram(
      builder, countsFloats ? builder.getI32Type() : element,
      addition.getWeights(builder, op));
  if (countsFloats)
    sums = convertCounts(builder, sums, places.createFlat(builder, element));
  sums = places.expand(builder, sums);
  if (getConstantSplat(op.getOperand(2)) == builder.getZeroAttr(element))
    return sums;
  return linalg::AddOp::create(builder, op.getType(2),
                               ValueRange{op.getOperand(2), sums},
                               createEmpty(builder, op.getOperand(2)))
      ->getResult(0);
}

/// Whether several updates with one value give the same as one.
static bool isIdempotent(std::optional<CombinerKind> kind) {
  return !kind || (*kind != CombinerKind::Add && *kind != CombinerKind::Mul &&
                   *kind != CombinerKind::Xor);
}

namespace {

/// A scatter whose region does not add.
struct Combination {
  /// The operator that combines the element with the update, or with `scalar`;
  /// null if the region does not use the element.
  Operation *step = nullptr;
  std::optional<CombinerKind> kind;
  bool usesElement, usesUpdate;
  /// The value of all updates, if that is known; null otherwise.
  Value scalar;

  Combination(ForeignOp op, CodeBuilder &builder)
      : usesElement(!op.getBody()->getArgument(1).use_empty()),
        usesUpdate(!op.getBody()->getArgument(0).use_empty()),
        scalar(getSplat(builder, op.getOperand(0))) {
    Operation *found = op.getYielded().getDefiningOp();
    Value update = op.getBody()->getArgument(0),
          element = op.getBody()->getArgument(1);
    if (found && found->getBlock() == op.getBody() && getKind(found) &&
        ((found->getOperand(0) == element && found->getOperand(1) == update) ||
         (found->getOperand(0) == update && found->getOperand(1) == element))) {
      step = found;
      kind = getKind(found);
    }
  }
};

} // namespace

/// Whether the frontend states that no two updates are of one element.
static bool hasUniqueIndices(ForeignOp op) {
  auto attribute = op.getOperation()->getAttrOfType<BoolAttr>("unique_indices");
  return attribute && attribute.getValue();
}

static StringRef convertOther(ForeignOp op, CodeBuilder &builder,
                              const PrimFrontendToPrimOptions &options,
                              Places &places, SmallVectorImpl<Value> &results) {
  Type element = op.getType(2).getElementType();
  Combination combination(op, builder);
  bool isUnique = hasUniqueIndices(op);
  std::optional<CombinerKind> kind = combination.kind;
  if (combination.usesElement && !kind && !isUnique)
    return combination.usesUpdate
               ? "has a region that is neither one of prim's operators on the "
                 "update and the element, nor computes with the update alone; "
                 "state unique_indices if no two updates are of one element"
               : "changes an element once for each index; state unique_indices "
                 "if no two are of one element";
  bool isOfOneValue = combination.scalar || !combination.usesUpdate;
  bool changesOnce =
      isUnique || !combination.usesElement || (kind && isIdempotent(kind));
  if (isOfOneValue && changesOnce) {
    results.push_back(
        convertScatterByCount(op, builder, places, combination.scalar));
    return "";
  }
  if (!isElementType(element))
    return "has elements of a type that prim's sorts and reductions do not "
           "have";
  if (isUnique)
    kind = std::nullopt;
  if (kind && isa<arith::AddFOp, arith::MulFOp>(combination.step) &&
      !options.reassociate &&
      !arith::bitEnumContainsAny(getFastMath(combination.step),
                                 arith::FastMathFlags::reassoc))
    return kRoundsDifferently;
  if (ShapedType::isDynamicShape(op.getType(0).getShape()) &&
      op.getType(0).getRank() != 1)
    return "has slices of a shape that is not known";
  results.push_back(convertScatterBySort(op, builder, places, kind));
  return "";
}

/// A scatter's operands are the updates, the indices, and the tensor that they
/// change. The region combines an update with an element.
StringRef prim::convertScatter(ForeignOp op, CodeBuilder &builder,
                               const PrimFrontendToPrimOptions &options,
                               SmallVectorImpl<Value> &results) {
  StringRef obstacle = op.check(/*results=*/1, /*arguments=*/2, isStoredType);
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
  if (op.getYielded() == op.getBody()->getArgument(0) &&
      places.matchSingle().empty()) {
    results.push_back(places.replace(builder));
    return "";
  }
  std::optional<Addition> addition = Addition::match(op);
  bool isCounted = element.isInteger(32) || element.isInteger(64) ||
                   element.isIndex() || element.isF32() || element.isF64();
  if (!addition || !isCounted)
    return convertOther(op, builder, options, places, results);
  if (isa<arith::AddFOp>(addition->step) && !options.reassociate &&
      !arith::bitEnumContainsAny(getFastMath(addition->step),
                                 arith::FastMathFlags::reassoc))
    return kRoundsDifferently;
  results.push_back(convertSum(op, builder, places, *addition));
  return "";
}
