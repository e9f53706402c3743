//===- Combiner.cpp - The fold of a collective ----------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Emits arith ops for built-in kinds and clones regions for the rest.
//
//===----------------------------------------------------------------------===//

#include "prim/Dialect/Prim/Utils/OptionalTuple.h"

#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"
#include "prim/Dialect/Prim/IR/PrimOrderOps.h"

using namespace mlir;
using namespace mlir::prim;

TypedAttr mlir::prim::getIdentityAttr(CombinerKind kind, Type type,
                                      bool exact) {
  Builder builder(type.getContext());
  if (auto floatType = dyn_cast<FloatType>(type)) {
    const llvm::fltSemantics &sem = floatType.getFloatSemantics();
    auto get = [&](const APFloat &value) -> TypedAttr {
      return FloatAttr::get(type, value);
    };
    switch (kind) {
    case CombinerKind::Add:
      return get(APFloat::getZero(sem, /*Negative=*/exact));
    case CombinerKind::Mul:
      return get(APFloat::getOne(sem));
    case CombinerKind::MinimumF:
      return get(APFloat::getInf(sem));
    case CombinerKind::MaximumF:
      return get(APFloat::getInf(sem, /*Negative=*/true));
    case CombinerKind::MinNumF:
    case CombinerKind::MaxNumF:
      // The other operand wins over a NaN, infinities included.
      return get(APFloat::getQNaN(sem));
    default:
      llvm_unreachable("verifier admits no integer kind on floats");
    }
  }
  unsigned width = type.isIndex() ? 64 : type.getIntOrFloatBitWidth();
  auto get = [&](const APInt &value) -> TypedAttr {
    return IntegerAttr::get(type, value);
  };
  switch (kind) {
  case CombinerKind::Add:
  case CombinerKind::Or:
  case CombinerKind::Xor:
  case CombinerKind::MaxUI:
    return get(APInt::getZero(width));
  case CombinerKind::Mul:
    return get(APInt(width, 1));
  case CombinerKind::And:
  case CombinerKind::MinUI:
    return get(APInt::getAllOnes(width));
  case CombinerKind::MinSI:
    return get(APInt::getSignedMaxValue(width));
  case CombinerKind::MaxSI:
    return get(APInt::getSignedMinValue(width));
  default:
    llvm_unreachable("verifier admits no float kind on integers");
  }
}

SmallVector<Value> mlir::prim::inlineRegion(OpBuilder &builder, Region &region,
                                            ValueRange args,
                                            const IRMapping *captures) {
  IRMapping mapping = captures ? *captures : IRMapping();
  Block &block = region.front();
  mapping.map(block.getArguments(), args);
  for (Operation &op : block.without_terminator())
    builder.clone(op, mapping);
  return llvm::map_to_vector(
      block.getTerminator()->getOperands(),
      [&](Value value) { return mapping.lookupOrDefault(value); });
}

/// Whether `kind` looks at the sign of integers.
static bool isSigned(CombinerKind kind) {
  return kind == CombinerKind::MinSI || kind == CombinerKind::MaxSI;
}

Combiner::Combiner(CombinerOpInterface op)
    : kind(op.getCombinerKind()),
      region(kind ? nullptr : &op.getCombinerRegion()),
      commutative(op.isCommutative()), fastmath(op.getCombinerFastMath()),
      types(op.getAccumulatorTypes()),
      identityValues(op.getIdentityValues().begin(),
                     op.getIdentityValues().end()) {}

Combiner::Combiner(CombinerKind kind, Type type, arith::FastMathFlags fastmath)
    : kind(kind), fastmath(fastmath), types({type}) {}

SmallVector<Value> Combiner::combine(OpBuilder &builder, Location loc,
                                     ValueRange lhs, ValueRange rhs) const {
  if (swapped)
    std::swap(lhs, rhs);
  if (base)
    return combineSegments(builder, loc, lhs, rhs);
  if (!kind) {
    SmallVector<Value> args(lhs);
    llvm::append_range(args, rhs);
    return inlineRegion(builder, *region, args, captures);
  }
  Value a = lhs.front(), b = rhs.front();
  bool isFloat = isa<FloatType>(getElementTypeOrSelf(a.getType()));
  switch (*kind) {
  case CombinerKind::Add:
    if (isFloat)
      return {arith::AddFOp::create(builder, loc, a, b, fastmath)};
    return {arith::AddIOp::create(builder, loc, a, b)};
  case CombinerKind::Mul:
    if (isFloat)
      return {arith::MulFOp::create(builder, loc, a, b, fastmath)};
    return {arith::MulIOp::create(builder, loc, a, b)};
  case CombinerKind::MinSI:
    return {arith::MinSIOp::create(builder, loc, a, b)};
  case CombinerKind::MaxSI:
    return {arith::MaxSIOp::create(builder, loc, a, b)};
  case CombinerKind::MinUI:
    return {arith::MinUIOp::create(builder, loc, a, b)};
  case CombinerKind::MaxUI:
    return {arith::MaxUIOp::create(builder, loc, a, b)};
  case CombinerKind::And:
    return {arith::AndIOp::create(builder, loc, a, b)};
  case CombinerKind::Or:
    return {arith::OrIOp::create(builder, loc, a, b)};
  case CombinerKind::Xor:
    return {arith::XOrIOp::create(builder, loc, a, b)};
  case CombinerKind::MinimumF:
    return {arith::MinimumFOp::create(builder, loc, a, b, fastmath)};
  case CombinerKind::MaximumF:
    return {arith::MaximumFOp::create(builder, loc, a, b, fastmath)};
  case CombinerKind::MinNumF:
    return {arith::MinNumFOp::create(builder, loc, a, b, fastmath)};
  case CombinerKind::MaxNumF:
    return {arith::MaxNumFOp::create(builder, loc, a, b, fastmath)};
  }
  llvm_unreachable("covered switch");
}

SmallVector<Value> Combiner::constants(OpBuilder &builder, Location loc,
                                       bool exact) const {
  if (!kind)
    return identityOperands(builder, loc);
  // The wide type has extremes that the narrow one lacks. For folds they are as
  // neutral; a result they must not be.
  if (narrow && !exact) {
    Combiner plain(*narrowKind, narrow, fastmath);
    return {extend(builder, loc, plain.constants(builder, loc, exact).front())};
  }
  TypedAttr value = getIdentityAttr(*kind, types.front(), exact);
  // An operand that the fast-math flags rule out would make the fold poison:
  // the next best one leaves every value alone that they admit.
  if (auto floatValue = dyn_cast<FloatAttr>(value)) {
    APFloat number = floatValue.getValue();
    const llvm::fltSemantics &semantics = number.getSemantics();
    bool negative =
        kind == CombinerKind::MaxNumF || kind == CombinerKind::MaximumF;
    if (number.isNaN() &&
        bitEnumContainsAll(fastmath, arith::FastMathFlags::nnan))
      number = APFloat::getInf(semantics, negative);
    if (number.isInfinity() &&
        bitEnumContainsAll(fastmath, arith::FastMathFlags::ninf))
      number = APFloat::getLargest(semantics, negative);
    value = FloatAttr::get(types.front(), number);
  }
  return {arith::ConstantOp::create(builder, loc, value)};
}

SmallVector<Value> Combiner::identity(OpBuilder &builder, Location loc) const {
  return constants(builder, loc, /*exact=*/false);
}

SmallVector<Value> Combiner::neutral(OpBuilder &builder, Location loc) const {
  return constants(builder, loc,
                   !bitEnumContainsAll(fastmath, arith::FastMathFlags::nsz));
}

bool Combiner::isIdentityNeutral() const {
  return kind != CombinerKind::Add || !isa<FloatType>(types.front()) ||
         bitEnumContainsAll(fastmath, arith::FastMathFlags::nsz);
}

bool Combiner::isTotal() const {
  return base ? base->isTotal() : kind || isTotalRegion(*region);
}

SmallVector<Value> Combiner::identityOperands(OpBuilder &builder,
                                              Location loc) const {
  if (base && base->hasIdentity()) {
    SmallVector<Value> values = base->neutral(builder, loc);
    values.push_back(arith::ConstantOp::create(
        builder, loc, builder.getZeroAttr(types.back())));
    return values;
  }
  return llvm::map_to_vector(identityValues, [&](Value value) {
    return captures ? captures->lookupOrDefault(value) : value;
  });
}

Combiner Combiner::widened(Type wide) const {
  assert(kind && !narrow && "only built-in kinds can be widened, and once");
  Combiner result(*this);
  result.narrow = types.front();
  result.narrowKind = kind;
  result.types = {wide};
  if (isa<FloatType>(result.narrow) && isa<IntegerType>(wide)) {
    assert(kind == CombinerKind::MinimumF || kind == CombinerKind::MaximumF);
    result.kind = kind == CombinerKind::MinimumF ? CombinerKind::MinSI
                                                 : CombinerKind::MaxSI;
  }
  return result;
}

static Value getWord(OpBuilder &builder, Location loc, uint32_t value) {
  return arith::ConstantOp::create(
      builder, loc, builder.getI32IntegerAttr(static_cast<int32_t>(value)));
}

/// Turns the bits below the sign over where it is set: from the bits of a float
/// to an integer with its place in the order, and back.
static Value flipBelowSign(OpBuilder &builder, Location loc, Value bits) {
  Value sign =
      arith::ShRSIOp::create(builder, loc, bits, getWord(builder, loc, 31));
  Value mask =
      arith::ShRUIOp::create(builder, loc, sign, getWord(builder, loc, 1));
  return arith::XOrIOp::create(builder, loc, bits, mask);
}

Value Combiner::extend(OpBuilder &builder, Location loc, Value value) const {
  if (!narrow)
    return value;
  Type wide = types.front();
  if (isa<FloatType>(narrow) && isa<IntegerType>(wide)) {
    if (!narrow.isF32())
      value = arith::ExtFOp::create(builder, loc, builder.getF32Type(), value);
    Value bits = arith::BitcastOp::create(builder, loc, wide, value);
    if (!bitEnumContainsAll(fastmath, arith::FastMathFlags::nnan)) {
      // A NaN of either sign goes beyond all numbers.
      Value isNaN = arith::CmpFOp::create(
          builder, loc, arith::CmpFPredicate::UNO, value, value);
      Value last = getWord(
          builder, loc, kind == CombinerKind::MinSI ? 0xffc00000 : 0x7fc00000);
      bits = arith::SelectOp::create(builder, loc, isNaN, last, bits);
    }
    return flipBelowSign(builder, loc, bits);
  }
  if (isa<FloatType>(wide))
    return arith::ExtFOp::create(builder, loc, wide, value);
  if (isSigned(*kind))
    return arith::ExtSIOp::create(builder, loc, wide, value);
  return arith::ExtUIOp::create(builder, loc, wide, value);
}

Value Combiner::truncate(OpBuilder &builder, Location loc, Value value) const {
  if (!narrow)
    return value;
  if (!isa<FloatType>(narrow))
    return arith::TruncIOp::create(builder, loc, narrow, value);
  if (isa<IntegerType>(types.front()))
    value = arith::BitcastOp::create(builder, loc, builder.getF32Type(),
                                     flipBelowSign(builder, loc, value));
  if (narrow.isF32())
    return value;
  if (!narrow.isBF16() || kind == CombinerKind::Add ||
      kind == CombinerKind::Mul)
    return arith::TruncFOp::create(builder, loc, narrow, value);
  // A minimum or maximum is one of the operands: nothing is to be rounded.
  Value bits =
      arith::BitcastOp::create(builder, loc, builder.getI32Type(), value);
  Value shift =
      arith::ConstantOp::create(builder, loc, builder.getI32IntegerAttr(16));
  bits = arith::ShRUIOp::create(builder, loc, bits, shift);
  bits = arith::TruncIOp::create(builder, loc, builder.getI16Type(), bits);
  return arith::BitcastOp::create(builder, loc, narrow, bits);
}

Combiner Combiner::flipped() const {
  Combiner result = *this;
  result.swapped = !swapped;
  return result;
}

Combiner Combiner::segmented(Borders borders) const {
  assert(!base && !narrow && "segments of segments, or of a widened fold");
  Combiner result;
  result.base = std::make_shared<Combiner>(*this);
  result.borders = borders;
  result.commutative = false;
  result.types = types;
  result.types.push_back(
      IntegerType::get(types.front().getContext(), /*width=*/32));
  return result;
}

Value Combiner::createBorder(OpBuilder &builder, Location loc, Value flag,
                             Value gap) const {
  assert(base && "only folds of segments have borders");
  auto constant = [&](int32_t value) -> Value {
    return arith::ConstantOp::create(builder, loc,
                                     builder.getI32IntegerAttr(value));
  };
  constexpr int32_t first = INT32_MIN;
  Value border = arith::SelectOp::create(
      builder, loc, flag, constant(gap ? first : -1),
      constant(borders == Borders::StartsOfSome ? 1 : 0));
  if (!gap)
    return border;
  if (borders == Borders::Marks)
    return arith::SelectOp::create(builder, loc, gap, constant(1),
                                   arith::SelectOp::create(builder, loc, flag,
                                                           constant(first),
                                                           constant(0)));
  return arith::SelectOp::create(builder, loc, gap, constant(first | gapBit),
                                 border);
}

SmallVector<Value> Combiner::combineSegments(OpBuilder &builder, Location loc,
                                             ValueRange lhs,
                                             ValueRange rhs) const {
  // Nothing gets past a border in the operand on this side.
  ValueRange bounded = borders == Borders::Ends ? lhs : rhs;
  Value joined = arith::CmpIOp::create(
      builder, loc, arith::CmpIPredicate::sge, bounded.back(),
      arith::ConstantOp::create(builder, loc,
                                builder.getZeroAttr(types.back())));
  SmallVector<Value> fold =
      combineIf(builder, loc, *base, joined, lhs.drop_back(), rhs.drop_back(),
                bounded.drop_back());
  if (borders == Borders::Count) {
    fold.push_back(arith::AddIOp::create(builder, loc, lhs.back(), rhs.back()));
    return fold;
  }
  Value either = arith::OrIOp::create(builder, loc, lhs.back(), rhs.back());
  if (borders == Borders::Marks) {
    auto mask = [&](Value value, int32_t bits) {
      return arith::AndIOp::create(
          builder, loc, value,
          arith::ConstantOp::create(
              builder, loc, builder.getIntegerAttr(types.back(), bits)));
    };
    Value sum = arith::AddIOp::create(builder, loc, lhs.back(), rhs.back());
    fold.push_back(arith::OrIOp::create(builder, loc, mask(sum, markMask),
                                        mask(either, ~markMask)));
    return fold;
  }
  if (borders == Borders::Gaps)
    either = arith::SelectOp::create(builder, loc, joined, either, rhs.back());
  fold.push_back(either);
  return fold;
}

void Combiner::attachTo(CombinerOpInterface op,
                        const IRMapping &mapping) const {
  Operation *target = op.getOperation();
  MLIRContext *context = target->getContext();
  if (kind) {
    target->setAttr("kind", CombinerKindAttr::get(context, *kind));
    target->setAttr("fastmath",
                    arith::FastMathFlagsAttr::get(context, fastmath));
    return;
  }
  if (commutative)
    target->setAttr("commutative", UnitAttr::get(context));
  Region &body = op.getCombinerRegion();
  if (base) {
    assert(mapping.getValueMap().empty() && "captured in the base's own way");
    OpBuilder builder(context);
    SmallVector<Type> arguments(types);
    llvm::append_range(arguments, types);
    SmallVector<Location> locations(arguments.size(), target->getLoc());
    Block *block = builder.createBlock(&body, {}, arguments, locations);
    ValueRange values = block->getArguments();
    YieldOp::create(builder, target->getLoc(),
                    combine(builder, target->getLoc(),
                            values.take_front(types.size()),
                            values.drop_front(types.size())));
    return;
  }
  IRMapping all = captures ? *captures : IRMapping();
  for (auto [from, to] : mapping.getValueMap())
    all.map(from, to);
  region->cloneInto(&body, all);
  if (!swapped)
    return;
  // The clone's two argument tuples change places.
  Block &block = body.front();
  unsigned arity = types.size();
  for (unsigned i = 0; i < arity; ++i) {
    BlockArgument left = block.getArgument(i);
    BlockArgument right = block.getArgument(arity + i);
    SmallVector<OpOperand *> leftUses;
    for (OpOperand &use : left.getUses())
      leftUses.push_back(&use);
    right.replaceAllUsesWith(left);
    for (OpOperand *use : leftUses)
      use->set(right);
  }
}

/// Whether `op` may be executed on any values. Upstream says so of remainders
/// and powers, too, which become divisions; and nothing is known of dialects
/// other than these.
static bool isTotal(Operation &op) {
  if (op.getNumRegions() != 0 || !isPure(&op) || isa<math::IPowIOp>(op))
    return false;
  if (isa<arith::RemSIOp, arith::RemUIOp>(op)) {
    APInt divisor;
    return matchPattern(op.getOperand(1), m_ConstantInt(&divisor)) &&
           !divisor.isZero() && !divisor.isAllOnes();
  }
  if (isa<SortCodeOp, SortKeyOp>(op))
    return true;
  return isa_and_nonnull<arith::ArithDialect, math::MathDialect,
                         vector::VectorDialect>(op.getDialect());
}

bool mlir::prim::isTotalRegion(Region &region) {
  return llvm::all_of(region, [](Block &block) {
    return llvm::all_of(block.without_terminator(), isTotal);
  });
}
