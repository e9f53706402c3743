//===- Combiner.cpp - The fold of a collective ----------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Emits arith ops for built-in kinds and clones regions for others.
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
      // For a NaN, the result is the other operand, even an infinity.
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

SmallVector<Value> mlir::prim::inlineRegion(OpBuilder &b, Region &region,
                                            ValueRange args,
                                            const IRMapping *captures) {
  IRMapping mapping = captures ? *captures : IRMapping();
  Block &block = region.front();
  mapping.map(block.getArguments(), args);
  for (Operation &op : block.without_terminator())
    b.clone(op, mapping);
  return llvm::map_to_vector(
      block.getTerminator()->getOperands(),
      [&](Value value) { return mapping.lookupOrDefault(value); });
}

/// Whether `kind` compares signed integers.
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

SmallVector<Value> Combiner::combine(CodeBuilder &b, ValueRange lhs,
                                     ValueRange rhs) const {
  if (swapped)
    std::swap(lhs, rhs);
  if (base)
    return combineSegments(b, lhs, rhs);
  if (!kind) {
    SmallVector<Value> args(lhs);
    llvm::append_range(args, rhs);
    return inlineRegion(b, *region, args, captures);
  }
  Value first = lhs.front(), second = rhs.front();
  bool isFloat = isa<FloatType>(getElementTypeOrSelf(first.getType()));
  switch (*kind) {
  case CombinerKind::Add:
    if (isFloat)
      return {arith::AddFOp::create(b, first, second, fastmath)};
    return {b.add(first, second)};
  case CombinerKind::Mul:
    if (isFloat)
      return {arith::MulFOp::create(b, first, second, fastmath)};
    return {b.mul(first, second)};
  case CombinerKind::MinSI:
    return {b.minsi(first, second)};
  case CombinerKind::MaxSI:
    return {b.maxsi(first, second)};
  case CombinerKind::MinUI:
    return {b.minui(first, second)};
  case CombinerKind::MaxUI:
    return {b.maxui(first, second)};
  case CombinerKind::And:
    return {b.andi(first, second)};
  case CombinerKind::Or:
    return {b.ori(first, second)};
  case CombinerKind::Xor:
    return {b.xori(first, second)};
  case CombinerKind::MinimumF:
    return {arith::MinimumFOp::create(b, first, second, fastmath)};
  case CombinerKind::MaximumF:
    return {arith::MaximumFOp::create(b, first, second, fastmath)};
  case CombinerKind::MinNumF:
    return {arith::MinNumFOp::create(b, first, second, fastmath)};
  case CombinerKind::MaxNumF:
    return {arith::MaxNumFOp::create(b, first, second, fastmath)};
  }
  llvm_unreachable("covered switch");
}

SmallVector<Value> Combiner::constants(CodeBuilder &b, bool exact) const {
  if (!kind)
    return identityOperands(b);
  // The wide type has extremes that the narrow one lacks. They are as neutral
  // in folds, but must not become a result.
  if (narrow && !exact) {
    Combiner plain(*narrowKind, narrow, fastmath);
    return {extend(b, plain.constants(b, exact).front())};
  }
  TypedAttr value = getIdentityAttr(*kind, types.front(), exact);
  // A value that the fast-math flags exclude would make the fold poison. The
  // nearest permitted value is neutral for all permitted values.
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
  return {b.constant(value)};
}

SmallVector<Value> Combiner::identity(CodeBuilder &b) const {
  return constants(b, /*exact=*/false);
}

SmallVector<Value> Combiner::neutral(CodeBuilder &b) const {
  return constants(b, !bitEnumContainsAll(fastmath, arith::FastMathFlags::nsz));
}

bool Combiner::isIdentityNeutral() const {
  return kind != CombinerKind::Add || !isa<FloatType>(types.front()) ||
         bitEnumContainsAll(fastmath, arith::FastMathFlags::nsz);
}

bool Combiner::isTotal() const {
  return base ? base->isTotal() : kind || isTotalRegion(*region);
}

SmallVector<Value> Combiner::identityOperands(CodeBuilder &b) const {
  if (base && base->hasIdentity()) {
    SmallVector<Value> values = base->neutral(b);
    values.push_back(b.zero(types.back()));
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

/// Inverts the bits below the sign if the sign is set: maps the bits of a float
/// to an integer in the same order, and back.
static Value flipBelowSign(CodeBuilder &b, Value bits) {
  Value sign = b.shrsi(bits, 31);
  Value mask = b.shrui(sign, 1);
  return b.xori(bits, mask);
}

Value Combiner::extend(CodeBuilder &b, Value value) const {
  if (!narrow)
    return value;
  Type wide = types.front();
  if (isa<FloatType>(narrow) && isa<IntegerType>(wide)) {
    if (!narrow.isF32())
      value = arith::ExtFOp::create(b, b.getF32Type(), value);
    Value bits = b.bitcast(wide, value);
    if (!bitEnumContainsAll(fastmath, arith::FastMathFlags::nnan)) {
      // A NaN of either sign must be beyond all numbers.
      Value isNaN =
          arith::CmpFOp::create(b, arith::CmpFPredicate::UNO, value, value);
      Value last =
          b.i32(int32_t(kind == CombinerKind::MinSI ? 0xffc00000 : 0x7fc00000));
      bits = b.select(isNaN, last, bits);
    }
    return flipBelowSign(b, bits);
  }
  if (isa<FloatType>(wide))
    return arith::ExtFOp::create(b, wide, value);
  if (isSigned(*kind))
    return b.extsi(wide, value);
  return b.extui(wide, value);
}

Value Combiner::truncate(CodeBuilder &b, Value value) const {
  if (!narrow)
    return value;
  if (!isa<FloatType>(narrow))
    return b.trunci(narrow, value);
  if (isa<IntegerType>(types.front()))
    value = b.bitcast(b.getF32Type(), flipBelowSign(b, value));
  if (narrow.isF32())
    return value;
  if (!narrow.isBF16() || kind == CombinerKind::Add ||
      kind == CombinerKind::Mul)
    return arith::TruncFOp::create(b, narrow, value);
  // A minimum or maximum is one of the operands, so no rounding is needed.
  Value bits = b.bitcast(b.getI32Type(), value);
  bits = b.shrui(bits, 16);
  bits = b.trunci(b.getI16Type(), bits);
  return b.bitcast(narrow, bits);
}

Combiner Combiner::flipped() const {
  Combiner result = *this;
  result.swapped = !swapped;
  return result;
}

Combiner Combiner::segmented(SegmentFlag flag) const {
  assert(!base && !narrow && "segments of segments, or of a widened fold");
  Combiner result;
  result.base = std::make_shared<Combiner>(*this);
  result.segmentFlag = flag;
  result.commutative = false;
  result.types = types;
  result.types.push_back(
      IntegerType::get(types.front().getContext(), /*width=*/32));
  return result;
}

Value Combiner::createBorder(CodeBuilder &b, Value flag, Value gap) const {
  assert(base && "only folds of segments have borders");
  constexpr int32_t first = INT32_MIN;
  Value border = b.select(flag, b.i32(gap ? first : -1),
                          segmentFlag == SegmentFlag::StartsOfSome ? 1 : 0);
  if (!gap)
    return border;
  if (segmentFlag == SegmentFlag::Marks) {
    Value one = b.i32(1);
    return b.select(gap, one, b.select(flag, b.i32(first), 0));
  }
  return b.select(gap, b.i32(first | gapBit), border);
}

SmallVector<Value> Combiner::combineSegments(CodeBuilder &b, ValueRange lhs,
                                             ValueRange rhs) const {
  // Values do not cross a border in the operand on this side.
  ValueRange bounded = segmentFlag == SegmentFlag::Ends ? lhs : rhs;
  Value joined = b.sge(bounded.back(), 0);
  SmallVector<Value> fold = combineIf(b, *base, joined, lhs.drop_back(),
                                      rhs.drop_back(), bounded.drop_back());
  if (segmentFlag == SegmentFlag::Count) {
    fold.push_back(b.add(lhs.back(), rhs.back()));
    return fold;
  }
  Value either = b.ori(lhs.back(), rhs.back());
  if (segmentFlag == SegmentFlag::Marks) {
    auto mask = [&](Value value, int32_t bits) {
      return b.andi(value, b.constant(types.back(), bits));
    };
    Value sum = b.add(lhs.back(), rhs.back());
    fold.push_back(b.ori(mask(sum, markMask), mask(either, ~markMask)));
    return fold;
  }
  if (segmentFlag == SegmentFlag::Gaps)
    either = b.select(joined, either, rhs.back());
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
    CodeBuilder b(target->getLoc(), context);
    SmallVector<Type> arguments(types);
    llvm::append_range(arguments, types);
    ValueRange values = b.addBlock(body, arguments)->getArguments();
    YieldOp::create(b, combine(b, values.take_front(types.size()),
                               values.drop_front(types.size())));
    return;
  }
  IRMapping all = captures ? *captures : IRMapping();
  for (auto [from, to] : mapping.getValueMap())
    all.map(from, to);
  region->cloneInto(&body, all);
  if (!swapped)
    return;
  // Swaps the two argument tuples of the clone.
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

/// Whether `op` may be executed on any values. Upstream returns true for
/// remainders and powers as well, which become divisions; ops of other dialects
/// are unknown.
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
