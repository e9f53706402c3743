//===- RelaxPrecision.cpp - prim-relax-precision ------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Marks the divisions and exponentials whose error is lost in a rounding to a
// narrow float. An operation qualifies if every path from its result ends at
// such a rounding, and only passes operations that keep the relative error. So
// there are no subtractions on these paths, and only sums of values of one
// sign. A bound on the error of all marked operations together is checked at
// every rounding.
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Matchers.h"
#include "prim/Dialect/Prim/IR/Prim.h"
#include "prim/Dialect/Prim/Transforms/Passes.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MathExtras.h"

namespace mlir::prim {
#define GEN_PASS_DEF_PRIMRELAXPRECISION
#include "prim/Dialect/Prim/Transforms/Passes.h.inc"
} // namespace mlir::prim

using namespace mlir;
using namespace mlir::prim;

namespace {

/// The sign bit of a value that is no NaN.
enum class Sign { Unknown, Plus, Minus };

/// A bound on a relative error, in units of 2^-24: half a unit in the last
/// place of an f32 at most.
using Error = uint64_t;
constexpr unsigned singlePrecision = 24;

/// The operations of a region that may be inexact.
class Relaxation {
public:
  explicit Relaxation(Region &region);
  void mark();

private:
  Sign getSign(Value value);
  Sign findSign(Value value);
  /// The error of `value` if all candidates are relaxed. Defined for values
  /// without uses that end the rule.
  Error getError(Value value);
  Error findError(Value value);
  /// Whether each use of `value` is a rounding, or keeps the relative error and
  /// ends at roundings.
  bool isRounded(Value value);
  bool isRounded(OpOperand &use);
  /// Excludes the roundings for which the error is too large. Returns whether
  /// there were any.
  bool excludeRoundings();

  SmallVector<Operation *> candidates;
  SmallVector<arith::TruncFOp> roundings;
  llvm::DenseSet<Operation *> excluded;
  llvm::DenseMap<Value, Sign> signs;
  llvm::DenseMap<Value, Error> errors;
  llvm::DenseMap<Value, bool> rounded;
};

} // namespace

/// The error of `op` where it is relaxed; none for ops that cannot be. These
/// are the bounds of prim-expand-kernels.
static std::optional<Error> getOwnError(Operation *op) {
  if (op->getNumResults() != 1 || !op->getResult(0).getType().isF32())
    return std::nullopt;
  return TypeSwitch<Operation *, std::optional<Error>>(op)
      .Case([](arith::DivFOp) { return 6; })
      .Case([](math::Exp2Op) { return 10; })
      .Case([](math::ExpOp) { return 136; })
      .Default(std::nullopt);
}

/// Whether `op` rounds an f32 to the nearest float of at most 11 bits.
static bool isNarrowing(arith::TruncFOp op) {
  auto narrow = dyn_cast<FloatType>(op.getType());
  constexpr unsigned halfPrecision = 11;
  return narrow && op.getIn().getType().isF32() &&
         narrow.getFPMantissaWidth() <= halfPrecision &&
         op.getRoundingmode().value_or(arith::RoundingMode::to_nearest_even) ==
             arith::RoundingMode::to_nearest_even;
}

/// The error before the rounding `op` that is allowed: an eighth of the least
/// that the rounding may add.
static Error getAllowed(arith::TruncFOp op) {
  unsigned lost =
      singlePrecision - cast<FloatType>(op.getType()).getFPMantissaWidth();
  return Error(1) << (lost - 4);
}

Relaxation::Relaxation(Region &region) {
  region.walk([&](Operation *op) {
    if (getOwnError(op))
      candidates.push_back(op);
    else if (auto rounding = dyn_cast<arith::TruncFOp>(op))
      if (isNarrowing(rounding))
        roundings.push_back(rounding);
  });
}

//===----------------------------------------------------------------------===//
// Signs
//===----------------------------------------------------------------------===//

static Sign negate(Sign sign) {
  return sign == Sign::Plus    ? Sign::Minus
         : sign == Sign::Minus ? Sign::Plus
                               : Sign::Unknown;
}

Sign Relaxation::getSign(Value value) {
  auto [found, isNew] = signs.try_emplace(value, Sign::Unknown);
  if (!isNew)
    return found->second;
  Sign sign = findSign(value);
  signs[value] = sign;
  return sign;
}

Sign Relaxation::findSign(Value value) {
  APFloat constant(0.0f);
  if (matchPattern(value, m_ConstantFloat(&constant)))
    return constant.isNegative() ? Sign::Minus : Sign::Plus;
  Operation *def = value.getDefiningOp();
  if (!def)
    return Sign::Unknown;
  auto ofBoth = [&](Value left, Value right) {
    Sign sign = getSign(left);
    return sign == getSign(right) ? sign : Sign::Unknown;
  };
  auto ofProduct = [&](Value left, Value right) {
    if (left == right)
      return Sign::Plus;
    Sign sign = getSign(left);
    if (sign == Sign::Unknown)
      return Sign::Unknown;
    return sign == Sign::Plus ? getSign(right) : negate(getSign(right));
  };
  return TypeSwitch<Operation *, Sign>(def)
      .Case<math::ExpOp, math::Exp2Op, math::AbsFOp, arith::UIToFPOp>(
          [](auto) { return Sign::Plus; })
      .Case<arith::MulFOp, arith::DivFOp>(
          [&](auto op) { return ofProduct(op.getLhs(), op.getRhs()); })
      .Case<arith::AddFOp, arith::MaximumFOp, arith::MinimumFOp>(
          [&](auto op) { return ofBoth(op.getLhs(), op.getRhs()); })
      .Case([&](arith::SelectOp op) {
        return ofBoth(op.getTrueValue(), op.getFalseValue());
      })
      .Case([&](arith::NegFOp op) { return negate(getSign(op.getOperand())); })
      .Case<arith::ExtFOp, arith::TruncFOp>(
          [&](auto op) { return getSign(op.getIn()); })
      .Case([&](BlockReduceOp op) {
        std::optional<CombinerKind> kind = op.getKind();
        if (kind != CombinerKind::Add && kind != CombinerKind::MaximumF)
          return Sign::Unknown;
        unsigned number = cast<OpResult>(value).getResultNumber();
        return getSign(op.getInputs()[number]);
      })
      .Default(Sign::Unknown);
}

//===----------------------------------------------------------------------===//
// Errors
//===----------------------------------------------------------------------===//

Error Relaxation::getError(Value value) {
  auto [found, isNew] = errors.try_emplace(value, 0);
  if (!isNew)
    return found->second;
  Error error = findError(value);
  errors[value] = error;
  return error;
}

Error Relaxation::findError(Value value) {
  Operation *def = value.getDefiningOp();
  if (!def)
    return 0;
  Error own = isRounded(value) ? getOwnError(def).value_or(0) : 0;
  return TypeSwitch<Operation *, Error>(def)
      .Case<arith::MulFOp, arith::DivFOp>([&](auto op) {
        return llvm::SaturatingAdd(own, getError(op.getLhs()),
                                   getError(op.getRhs()));
      })
      .Case([&](arith::AddFOp op) {
        return std::max(getError(op.getLhs()), getError(op.getRhs()));
      })
      .Case([&](arith::SelectOp op) {
        return std::max(getError(op.getTrueValue()),
                        getError(op.getFalseValue()));
      })
      .Case<arith::NegFOp, math::AbsFOp>(
          [&](auto op) { return getError(op.getOperand()); })
      .Case([&](BlockReduceOp op) -> Error {
        if (op.getKind() != CombinerKind::Add)
          return 0;
        return getError(
            op.getInputs()[cast<OpResult>(value).getResultNumber()]);
      })
      .Default(own);
}

bool Relaxation::isRounded(Value value) {
  auto [found, isNew] = rounded.try_emplace(value, false);
  if (!isNew)
    return found->second;
  bool result = llvm::all_of(value.getUses(),
                             [&](OpOperand &use) { return isRounded(use); });
  rounded[value] = result;
  return result;
}

bool Relaxation::isRounded(OpOperand &use) {
  auto isResultRounded = [&](auto op) { return isRounded(op->getResult(0)); };
  return TypeSwitch<Operation *, bool>(use.getOwner())
      .Case([&](arith::TruncFOp op) {
        return isNarrowing(op) && !excluded.contains(op);
      })
      .Case<arith::MulFOp, arith::DivFOp, arith::NegFOp, math::AbsFOp,
            arith::SelectOp>(isResultRounded)
      .Case([&](arith::AddFOp op) {
        return getSign(op.getResult()) != Sign::Unknown && isResultRounded(op);
      })
      .Case([&](BlockReduceOp op) {
        if (op.getKind() != CombinerKind::Add ||
            use.getOperandNumber() >= op.getInputs().size())
          return false;
        return getSign(use.get()) != Sign::Unknown &&
               isRounded(op.getResult(use.getOperandNumber()));
      })
      .Default(false);
}

bool Relaxation::excludeRoundings() {
  bool isAny = false;
  for (arith::TruncFOp rounding : roundings)
    if (!excluded.contains(rounding) &&
        getError(rounding.getIn()) > getAllowed(rounding)) {
      excluded.insert(rounding);
      isAny = true;
    }
  return isAny;
}

void Relaxation::mark() {
  if (candidates.empty())
    return;
  while (excludeRoundings()) {
    errors.clear();
    rounded.clear();
  }
  PrimDialect::RelaxedAttrHelper attribute(candidates.front()->getContext());
  for (Operation *op : candidates)
    if (isRounded(op->getResult(0)))
      attribute.setAttr(op, UnitAttr::get(op->getContext()));
}

namespace {

struct PrimRelaxPrecisionPass
    : public prim::impl::PrimRelaxPrecisionBase<PrimRelaxPrecisionPass> {
  using PrimRelaxPrecisionBase::PrimRelaxPrecisionBase;

  void runOnOperation() override {
    getOperation()->walk<WalkOrder::PreOrder>([](Operation *op) {
      // Kernels that users write compute what they say.
      if (isa<gpu::GPUModuleOp>(op))
        return WalkResult::skip();
      if (!isa<DeviceOpInterface, linalg::LinalgOp>(op))
        return WalkResult::advance();
      // The instructions of chips differ, and so would the bits.
      auto reduce = dyn_cast<DeviceReduceOp>(op);
      if (!reduce || reduce.getDeterministic() != Determinism::Any)
        for (Region &region : op->getRegions())
          Relaxation(region).mark();
      return WalkResult::skip();
    });
  }
};

} // namespace
