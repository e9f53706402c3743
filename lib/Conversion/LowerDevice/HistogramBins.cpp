//===- HistogramBins.cpp - Which bin an element belongs to *- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Even bins of integers are exact. Where what is known of the bounds does not
// make it one cheap division, a product of floats says which bin it is but for
// one, and integers of twice the width say which of these.
//
//===----------------------------------------------------------------------===//

#include "HistogramBins.h"

#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::prim;

/// Elements of an output, if that is known.
static std::optional<int64_t> getKnownBins(Value out) {
  auto type = cast<MemRefType>(out.getType());
  if (type.isDynamicDim(0))
    return std::nullopt;
  return type.getDimSize(0);
}

std::optional<int64_t> HistogramBins::countKnown(DeviceHistogramOp op) {
  int64_t sum = 0;
  for (Value out : op.getOuts()) {
    std::optional<int64_t> known = getKnownBins(out);
    if (!known || *known > INT32_MAX)
      return std::nullopt;
    sum += *known;
  }
  return sum;
}

std::optional<uint64_t> HistogramBins::countLevelBytes(DeviceHistogramOp op) {
  std::optional<int64_t> known = countKnown(op);
  if (op.getRange().empty() || !known)
    return std::nullopt;
  return (*known + op.getRange().size()) * getElementBytes(op.getLevelType());
}

/// One dimension of a memref as an array.
static MemoryArray bindArray(KernelBuilder &kernel, Value memref) {
  MemoryArray array = kernel.bind(memref).front();
  int64_t stride =
      cast<MemRefType>(memref.getType()).getStridesAndOffset().first.front();
  if (stride == 1)
    return array;
  if (ShapedType::isDynamic(stride))
    return array.strided(kernel.argument(LaunchValue::stride(memref, 0)));
  return array.strided(createI64(kernel.b(), kernel.loc(), stride));
}

HistogramBins::HistogramBins(DeviceHistogramOp op, KernelBuilder &kernel)
    : op(op), kernel(kernel), b(kernel.b()), loc(kernel.loc()),
      isUnsigned(op.getOrder() == SortOrder::ULT) {
  for (Value out : op.getOuts()) {
    std::optional<int64_t> known = getKnownBins(out);
    Value count = known ? createI32(b, loc, *known)
                        : arith::TruncIOp::create(
                              b, loc, b.getI32Type(),
                              kernel.argument(LaunchValue::extent(out, 0)))
                              .getResult();
    bins.push_back({out, bindArray(kernel, out), count, known});
  }
  Type level = op.getLevelType();
  if (!level)
    return;
  if (level.isIndex())
    compared = b.getI64Type();
  else if (level.getIntOrFloatBitWidth() >= 32)
    compared = level;
  else
    compared = isa<FloatType>(level) ? Type(b.getF32Type()) : b.getI32Type();
  for (Value range : op.getRange())
    levels.push_back(bindArray(kernel, range));
  even.resize(op.getEven().size() / 2);
  for (unsigned channel = 0; channel < even.size(); ++channel) {
    ValueRange bounds = op.getEven().slice(2 * channel, 2);
    SmallVector<Value> loaded = kernel.loadInit(bounds);
    even[channel].low = toCompared(loaded[0]);
    even[channel].high = toCompared(loaded[1]);
    if (isa<FloatType>(compared))
      prepareFloats(channel);
    else
      prepareIntegers(channel);
  }
}

Value HistogramBins::toCompared(Value value) {
  Type from = value.getType();
  if (from.isIndex()) {
    value = arith::IndexCastOp::create(b, loc, b.getI64Type(), value);
    from = value.getType();
  }
  if (from == compared)
    return value;
  if (isa<FloatType>(from))
    return arith::ExtFOp::create(b, loc, compared, value);
  // What i1 holds are 0 and 1.
  bool isPositive = isUnsigned || from.isInteger(1);
  if (isa<FloatType>(compared))
    return isPositive
               ? arith::UIToFPOp::create(b, loc, compared, value).getResult()
               : arith::SIToFPOp::create(b, loc, compared, value);
  return isPositive
             ? arith::ExtUIOp::create(b, loc, compared, value).getResult()
             : arith::ExtSIOp::create(b, loc, compared, value);
}

bool HistogramBins::isFewBins(unsigned channel) const {
  return bins[channel].known && *bins[channel].known <= 1 << 20;
}

HistogramBins::Place HistogramBins::find(unsigned channel, ValueRange item,
                                         Value index) {
  if (!compared)
    return findByRegion(channel, item, index);
  Value x = toCompared(item.front());
  if (even.empty())
    return findLevel(channel, x);
  return isa<FloatType>(compared) ? findEvenFloat(channel, x)
                                  : findEvenInteger(channel, x);
}

HistogramBins::Place HistogramBins::findByRegion(unsigned channel,
                                                 ValueRange item, Value index) {
  Value number = kernel.map(op.getBin(), item, index).front();
  if (number.getType().isInteger(32))
    return {number,
            compare(arith::CmpIPredicate::ult, number, bins[channel].count)};
  Type i64 = b.getI64Type();
  Value wide = arith::IndexCastOp::create(b, loc, i64, number);
  Value count = arith::ExtUIOp::create(b, loc, i64, bins[channel].count);
  return {arith::TruncIOp::create(b, loc, b.getI32Type(), wide),
          compare(arith::CmpIPredicate::ult, wide, count)};
}

//===----------------------------------------------------------------------===//
// Even
//===----------------------------------------------------------------------===//

void HistogramBins::prepareIntegers(unsigned channel) {
  Even &own = even[channel];
  unsigned width = compared.getIntOrFloatBitWidth();
  // As unsigned numbers distances fit the width; one of no elements is 0.
  Value ascends = compare(isUnsigned ? arith::CmpIPredicate::ult
                                     : arith::CmpIPredicate::slt,
                          own.low, own.high);
  own.range = arith::SelectOp::create(
      b, loc, ascends, arith::SubIOp::create(b, loc, own.high, own.low),
      constantOf(compared, APInt(width, 0)));
  ValueRange bounds = op.getEven().slice(2 * channel, 2);
  APInt low, high;
  if (matchPattern(bounds[0], m_ConstantInt(&low)) &&
      matchPattern(bounds[1], m_ConstantInt(&high))) {
    low = isUnsigned ? low.zextOrTrunc(width) : low.sextOrTrunc(width);
    high = isUnsigned ? high.zextOrTrunc(width) : high.sextOrTrunc(width);
    own.knownLow = low;
    bool isAscending = isUnsigned ? low.ult(high) : low.slt(high);
    own.knownRange = isAscending ? high - low : APInt(width, 0);
  }
  Type real = isFewBins(channel) ? b.getF32Type() : b.getF64Type();
  own.scale = arith::DivFOp::create(
      b, loc, arith::UIToFPOp::create(b, loc, real, bins[channel].count),
      arith::UIToFPOp::create(b, loc, real, own.range));
}

HistogramBins::Place HistogramBins::findEvenInteger(unsigned channel, Value x) {
  const Even &own = even[channel];
  Type i32 = b.getI32Type();
  unsigned width = compared.getIntOrFloatBitWidth();
  // What lies below is far above as an unsigned number.
  Value distance = arith::SubIOp::create(b, loc, x, own.low);
  Value inside = compare(arith::CmpIPredicate::ult, distance, own.range);
  auto toBin = [&](Value value) {
    return value.getType() == i32
               ? value
               : arith::TruncIOp::create(b, loc, i32, value).getResult();
  };
  std::optional<int64_t> known = bins[channel].known;
  if (own.knownRange && known && *known > 0 && !own.knownRange->isZero()) {
    APInt count(width, *known);
    if (own.knownRange->urem(count).isZero()) {
      Value size = constantOf(compared, own.knownRange->udiv(count));
      return {toBin(arith::DivUIOp::create(b, loc, distance, size)), inside};
    }
    bool overflows = false;
    (void)own.knownRange->umul_ov(count, overflows);
    if (!overflows) {
      Value product =
          arith::MulIOp::create(b, loc, distance, constantOf(compared, count));
      return {toBin(arith::DivUIOp::create(
                  b, loc, product, constantOf(compared, *own.knownRange))),
              inside};
    }
  }
  // The estimate is off by one at most: it has a relative error of a few units
  // in the last place, and there are far fewer bins than those count.
  Type real = own.scale.getType();
  Value estimate = arith::FPToUIOp::create(
      b, loc, i32,
      arith::MulFOp::create(
          b, loc, arith::UIToFPOp::create(b, loc, real, distance), own.scale));
  Type wide = b.getIntegerType(2 * width);
  auto widen = [&](Value value) {
    return arith::ExtUIOp::create(b, loc, wide, value);
  };
  auto multiply = [&](Value lhs, Value rhs) {
    return arith::MulIOp::create(b, loc, widen(lhs), widen(rhs));
  };
  Value product = multiply(distance, bins[channel].count);
  Value begin = multiply(estimate, own.range);
  Value end = arith::AddIOp::create(b, loc, begin, widen(own.range));
  Value isHigh = compare(arith::CmpIPredicate::ult, product, begin);
  Value isLow = compare(arith::CmpIPredicate::uge, product, end);
  Value bin = arith::SubIOp::create(
      b, loc, estimate, arith::ExtUIOp::create(b, loc, i32, isHigh));
  bin = arith::AddIOp::create(b, loc, bin,
                              arith::ExtUIOp::create(b, loc, i32, isLow));
  return {bin, inside};
}

void HistogramBins::prepareFloats(unsigned channel) {
  Even &own = even[channel];
  const llvm::fltSemantics &semantics =
      cast<FloatType>(compared).getFloatSemantics();
  int most = llvm::APFloat::semanticsMaxExponent(semantics);
  auto power = [&](int exponent) {
    APFloat one(semantics, 1);
    return arith::ConstantOp::create(
        b, loc,
        b.getFloatAttr(compared,
                       scalbn(one, exponent, APFloat::rmNearestTiesToEven)));
  };
  // A distance that overflows is halved, and one that bins are too many for is
  // enlarged, so that neither it nor the scale is infinite.
  Value range = arith::SubFOp::create(b, loc, own.high, own.low);
  auto less = [&](Value lhs, Value rhs) {
    return arith::CmpFOp::create(b, loc, arith::CmpFPredicate::OLT, lhs, rhs);
  };
  Value isFinite = less(range, power(most));
  Value isTiny = less(range, power(40 - most));
  own.factor = arith::SelectOp::create(
      b, loc, isTiny, power(most / 2),
      arith::SelectOp::create(b, loc, isFinite, power(0), power(-1)));
  Value low = arith::MulFOp::create(b, loc, own.low, own.factor);
  Value high = arith::MulFOp::create(b, loc, own.high, own.factor);
  own.range = arith::NegFOp::create(b, loc, low);
  own.scale = arith::DivFOp::create(
      b, loc, arith::UIToFPOp::create(b, loc, compared, bins[channel].count),
      arith::SubFOp::create(b, loc, high, low));
}

HistogramBins::Place HistogramBins::findEvenFloat(unsigned channel, Value x) {
  const Even &own = even[channel];
  Type i32 = b.getI32Type();
  // Ordered comparisons: NaN is nowhere.
  Value inside = arith::AndIOp::create(
      b, loc,
      arith::CmpFOp::create(b, loc, arith::CmpFPredicate::OGE, x, own.low),
      arith::CmpFOp::create(b, loc, arith::CmpFPredicate::OLT, x, own.high));
  Value distance = math::FmaOp::create(b, loc, x, own.factor, own.range);
  // Of an infinite bound it may be no number.
  Value real = arith::MaxNumFOp::create(
      b, loc, arith::MulFOp::create(b, loc, distance, own.scale),
      floatOf(compared, 0));
  Value bin = arith::FPToUIOp::create(b, loc, i32, real);
  // Rounded up, what is just below the upper bound would be behind it.
  Value last =
      arith::SubIOp::create(b, loc, bins[channel].count, createI32(b, loc, 1));
  return {arith::MinUIOp::create(b, loc, bin, last), inside};
}

//===----------------------------------------------------------------------===//
// Levels
//===----------------------------------------------------------------------===//

void HistogramBins::stageLevels() {
  uint64_t bytes = *countLevelBytes(op);
  unsigned size = getElementBytes(op.getLevelType());
  MemoryArray all =
      kernel.workgroupArray(op.getLevelType(), bytes / size, "levels");
  unsigned first = 0;
  for (auto [own, array] : llvm::zip_equal(bins, levels)) {
    MemoryArray slot = all.from(b, loc, createI32(b, loc, first));
    Value step = createI32(b, loc, kernel.blockSize());
    auto loop = scf::ForOp::create(b, loc, kernel.threadId(),
                                   createI32(b, loc, *own.known + 1), step);
    {
      OpBuilder::InsertionGuard guard(b);
      b.setInsertionPointToStart(loop.getBody());
      Value number = loop.getInductionVar();
      slot.store(b, loc, array.load(b, loc, number), number);
    }
    first += *own.known + 1;
    array = slot;
  }
}

Value HistogramBins::loadLevel(unsigned channel, Value number) {
  return toCompared(levels[channel].load(b, loc, number));
}

Value HistogramBins::isAtMost(Value level, Value x) {
  if (isa<FloatType>(compared))
    return arith::CmpFOp::create(b, loc, arith::CmpFPredicate::OLE, level, x);
  return compare(isUnsigned ? arith::CmpIPredicate::ule
                            : arith::CmpIPredicate::sle,
                 level, x);
}

HistogramBins::Place HistogramBins::findLevel(unsigned channel, Value x) {
  const Bins &own = bins[channel];
  Value last = own.count;
  Value zero = createI32(b, loc, 0);
  // The last level that is not above x, in steps of powers of two. The first
  // one is none: x is below, or NaN.
  auto step = [&](Value found, Value distance) -> Value {
    Value next = arith::AddIOp::create(b, loc, found, distance);
    Value exists = compare(arith::CmpIPredicate::ule, next, last);
    Value level =
        loadLevel(channel, arith::MinUIOp::create(b, loc, next, last));
    Value isNext = arith::AndIOp::create(b, loc, exists, isAtMost(level, x));
    return arith::SelectOp::create(b, loc, isNext, next, found);
  };
  Value found = zero;
  if (own.known) {
    for (uint64_t distance = llvm::bit_floor(uint64_t(*own.known)); distance;
         distance /= 2)
      found = step(found, createI32(b, loc, distance));
  } else {
    Value one = createI32(b, loc, 1);
    Value zeros = math::CountLeadingZerosOp::create(b, loc, last);
    Value steps = arith::SubIOp::create(b, loc, createI32(b, loc, 32), zeros);
    auto loop = scf::ForOp::create(b, loc, zero, steps, one, zero);
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(loop.getBody());
    Value shift =
        arith::SubIOp::create(b, loc, arith::SubIOp::create(b, loc, steps, one),
                              loop.getInductionVar());
    Value distance = arith::ShLIOp::create(b, loc, one, shift);
    scf::YieldOp::create(b, loc,
                         step(loop.getRegionIterArgs().front(), distance));
    found = loop.getResult(0);
  }
  Value aboveFirst = isAtMost(loadLevel(channel, zero), x);
  Value isLast = compare(arith::CmpIPredicate::eq, found, last);
  Value one = arith::ConstantOp::create(b, loc, b.getBoolAttr(true));
  Value inside = arith::AndIOp::create(
      b, loc, aboveFirst, arith::XOrIOp::create(b, loc, isLast, one));
  return {found, inside};
}
