//===- HistogramBins.cpp - Which bin an element belongs to *- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Even bins of integers are exact. Where what is known of the bounds does not
// make it one cheap division, a product of floats narrows it down to two
// neighbouring bins, and integers of twice the width decide between these.
//
//===----------------------------------------------------------------------===//

#include "HistogramBins.h"

#include "mlir/Dialect/Math/IR/Math.h"
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

HistogramBins::HistogramBins(DeviceHistogramOp op, KernelBuilder &kernel)
    : op(op), kernel(kernel), b(kernel),
      isUnsigned(op.getOrder() == SortOrder::ULT) {
  for (Value out : op.getOuts()) {
    std::optional<int64_t> known = getKnownBins(out);
    Value count =
        known ? b.i32(*known)
              : b.truncI32(kernel.argument(LaunchValue::extent(out, 0)));
    bins.push_back({kernel.bindStrided(out), count, known});
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
    levels.push_back(kernel.bindStrided(range));
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
    value = b.indexCast(b.getI64Type(), value);
    from = value.getType();
  }
  if (from == compared)
    return value;
  if (isa<FloatType>(from))
    return arith::ExtFOp::create(b, compared, value);
  // The values of an i1 are 0 and 1.
  bool isPositive = isUnsigned || from.isInteger(1);
  if (isa<FloatType>(compared))
    return isPositive ? arith::UIToFPOp::create(b, compared, value).getResult()
                      : arith::SIToFPOp::create(b, compared, value);
  return isPositive ? b.extui(compared, value) : b.extsi(compared, value);
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
    return {number, b.ult(number, bins[channel].count)};
  Type i64 = b.getI64Type();
  Value wide = b.indexCast(i64, number);
  Value count = b.extui(i64, bins[channel].count);
  return {b.truncI32(wide), b.ult(wide, count)};
}

//===----------------------------------------------------------------------===//
// Even
//===----------------------------------------------------------------------===//

void HistogramBins::prepareIntegers(unsigned channel) {
  Even &own = even[channel];
  unsigned width = compared.getIntOrFloatBitWidth();
  // As unsigned numbers distances fit the width; one of no elements is 0.
  Value ascends =
      b.cmpi(isUnsigned ? arith::CmpIPredicate::ult : arith::CmpIPredicate::slt,
             own.low, own.high);
  own.range = b.select(ascends, b.sub(own.high, own.low), 0);
  ValueRange bounds = op.getEven().slice(2 * channel, 2);
  APInt low, high;
  if (matchPattern(bounds[0], m_ConstantInt(&low)) &&
      matchPattern(bounds[1], m_ConstantInt(&high))) {
    low = isUnsigned ? low.zextOrTrunc(width) : low.sextOrTrunc(width);
    high = isUnsigned ? high.zextOrTrunc(width) : high.sextOrTrunc(width);
    bool isAscending = isUnsigned ? low.ult(high) : low.slt(high);
    own.knownRange = isAscending ? high - low : APInt(width, 0);
  }
  Type real = isFewBins(channel) ? b.getF32Type() : b.getF64Type();
  Value count = arith::UIToFPOp::create(b, real, bins[channel].count);
  Value range = arith::UIToFPOp::create(b, real, own.range);
  own.scale = arith::DivFOp::create(b, count, range);
}

HistogramBins::Place HistogramBins::findEvenInteger(unsigned channel, Value x) {
  const Even &own = even[channel];
  Type i32 = b.getI32Type();
  unsigned width = compared.getIntOrFloatBitWidth();
  // A value below the bounds is far above them as an unsigned number.
  Value distance = b.sub(x, own.low);
  Value inside = b.ult(distance, own.range);
  auto toBin = [&](Value value) {
    return value.getType() == i32 ? value : b.trunci(i32, value);
  };
  std::optional<int64_t> known = bins[channel].known;
  if (own.knownRange && known && *known > 0 && !own.knownRange->isZero()) {
    APInt count(width, *known);
    if (own.knownRange->urem(count).isZero()) {
      Value size = b.constant(compared, own.knownRange->udiv(count));
      return {toBin(b.divui(distance, size)), inside};
    }
    bool overflows = false;
    (void)own.knownRange->umul_ov(count, overflows);
    if (!overflows) {
      Value product = b.mul(distance, b.constant(compared, count));
      return {toBin(b.divui(product, b.constant(compared, *own.knownRange))),
              inside};
    }
  }
  // The estimate is off by one at most: it has a relative error of a few units
  // in the last place, and there are far fewer bins than those count.
  Type real = own.scale.getType();
  Value estimate = arith::FPToUIOp::create(
      b, i32,
      arith::MulFOp::create(b, arith::UIToFPOp::create(b, real, distance),
                            own.scale));
  Type wide = b.getIntegerType(2 * width);
  auto multiply = [&](Value lhs, Value rhs) {
    Value left = b.extui(wide, lhs);
    return b.mul(left, b.extui(wide, rhs));
  };
  Value product = multiply(distance, bins[channel].count);
  Value begin = multiply(estimate, own.range);
  Value end = b.add(begin, b.extui(wide, own.range));
  Value isHigh = b.ult(product, begin);
  Value isLow = b.uge(product, end);
  Value bin = b.sub(estimate, b.extui(i32, isHigh));
  bin = b.add(bin, b.extui(i32, isLow));
  return {bin, inside};
}

void HistogramBins::prepareFloats(unsigned channel) {
  Even &own = even[channel];
  const llvm::fltSemantics &semantics =
      cast<FloatType>(compared).getFloatSemantics();
  int most = llvm::APFloat::semanticsMaxExponent(semantics);
  auto power = [&](int exponent) {
    APFloat one(semantics, 1);
    return b.constant(b.getFloatAttr(
        compared, scalbn(one, exponent, APFloat::rmNearestTiesToEven)));
  };
  // A distance that overflows is halved, and one that bins are too many for is
  // enlarged, so that neither it nor the scale is infinite.
  Value range = arith::SubFOp::create(b, own.high, own.low);
  auto less = [&](Value lhs, Value rhs) {
    return arith::CmpFOp::create(b, arith::CmpFPredicate::OLT, lhs, rhs);
  };
  Value isFinite = less(range, power(most));
  Value isTiny = less(range, power(40 - most));
  Value up = power(most / 2), even = power(0), down = power(-1);
  own.factor = b.select(isTiny, up, b.select(isFinite, even, down));
  Value low = arith::MulFOp::create(b, own.low, own.factor);
  Value high = arith::MulFOp::create(b, own.high, own.factor);
  own.range = arith::NegFOp::create(b, low);
  Value count = arith::UIToFPOp::create(b, compared, bins[channel].count);
  Value extent = arith::SubFOp::create(b, high, low);
  own.scale = arith::DivFOp::create(b, count, extent);
}

HistogramBins::Place HistogramBins::findEvenFloat(unsigned channel, Value x) {
  const Even &own = even[channel];
  Type i32 = b.getI32Type();
  // Ordered comparisons: NaN is nowhere.
  Value isAbove =
      arith::CmpFOp::create(b, arith::CmpFPredicate::OGE, x, own.low);
  Value isBelow =
      arith::CmpFOp::create(b, arith::CmpFPredicate::OLT, x, own.high);
  Value inside = b.andi(isAbove, isBelow);
  Value distance = math::FmaOp::create(b, x, own.factor, own.range);
  // It may be NaN if a bound is infinite.
  Value scaled = arith::MulFOp::create(b, distance, own.scale);
  Value real = arith::MaxNumFOp::create(b, scaled, floatOf(compared, 0));
  Value bin = arith::FPToUIOp::create(b, i32, real);
  // Rounding may move an element just below the upper bound past the last bin.
  Value last = b.sub(bins[channel].count, 1);
  return {b.minui(bin, last), inside};
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
    MemoryArray slot = all.from(b, b.i32(first));
    kernel.forEach(kernel.threadId(), *own.known + 1, kernel.blockSize(),
                   [&, from = array](Value number) {
                     slot.store(b, from.load(b, number), number);
                   });
    first += *own.known + 1;
    array = slot;
  }
}

Value HistogramBins::loadLevel(unsigned channel, Value number) {
  return toCompared(levels[channel].load(b, number));
}

Value HistogramBins::isAtMost(Value level, Value x) {
  if (isa<FloatType>(compared))
    return arith::CmpFOp::create(b, arith::CmpFPredicate::OLE, level, x);
  return b.cmpi(isUnsigned ? arith::CmpIPredicate::ule
                           : arith::CmpIPredicate::sle,
                level, x);
}

HistogramBins::Place HistogramBins::findLevel(unsigned channel, Value x) {
  const Bins &own = bins[channel];
  Value last = own.count;
  Value zero = b.i32(0);
  // The last level that is not above x, in steps of powers of two. The first
  // one is none: x is below, or NaN.
  auto step = [&](Value found, Value distance) -> Value {
    Value next = b.add(found, distance);
    Value exists = b.ule(next, last);
    Value level = loadLevel(channel, b.minui(next, last));
    Value isNext = b.andi(exists, isAtMost(level, x));
    return b.select(isNext, next, found);
  };
  Value found = zero;
  if (own.known) {
    for (uint64_t distance = llvm::bit_floor(uint64_t(*own.known)); distance;
         distance /= 2)
      found = step(found, b.i32(distance));
  } else {
    Value one = b.i32(1);
    Value zeros = math::CountLeadingZerosOp::create(b, last);
    Value steps = b.sub(b.i32(32), zeros);
    auto halve = [&](Value done, ValueRange found) -> SmallVector<Value> {
      Value shift = b.sub(b.sub(steps, one), done);
      return {step(found.front(), b.shli(one, shift))};
    };
    found = b.forEach(zero, steps, one, zero, halve).front();
  }
  Value aboveFirst = isAtMost(loadLevel(channel, zero), x);
  Value isLast = b.eq(found, last);
  Value one = b.boolean(true);
  Value inside = b.andi(aboveFirst, b.xori(isLast, one));
  return {found, inside};
}
