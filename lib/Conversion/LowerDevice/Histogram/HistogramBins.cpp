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
#include "llvm/Support/SaveAndRestore.h"

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

HistogramBins::HistogramBins(DeviceHistogramOp op, KernelBuilder &kernel)
    : op(op), kernel(kernel), b(kernel),
      order(op.getLevelType(), op.getOrder() == SortOrder::ULT),
      compared(order.getType()) {
  for (Value out : op.getOuts()) {
    std::optional<int64_t> known = getKnownBins(out);
    Value count =
        known ? b.i32(*known)
              : b.truncI32(kernel.argument(LaunchValue::extent(out, 0)));
    bins.push_back({out, count, known});
  }
  for (auto [own, range] : llvm::zip(bins, op.getRange()))
    levels.emplace_back(kernel, order, kernel.bindStrided(range), own.count);
  even.resize(op.getEven().size() / 2);
  for (unsigned channel = 0; channel < even.size(); ++channel) {
    ValueRange bounds = op.getEven().slice(2 * channel, 2);
    SmallVector<Value> loaded = kernel.loadInit(bounds);
    even[channel].low = order.convert(b, loaded[0]);
    even[channel].high = order.convert(b, loaded[1]);
    if (order.isOfFloats())
      prepareFloats(channel);
    else
      prepareIntegers(channel);
  }
}

MemoryArray HistogramBins::getCounts(unsigned channel) {
  if (op.getEpilogue().empty())
    return kernel.bindStrided(bins[channel].out);
  return MemoryArray(kernel.argument(LaunchValue::region(HistogramCounts)),
                     op.getCountType());
}

void HistogramBins::finish(unsigned channel, Value bin, Value count) {
  Type type = op.getCountType(), found = count.getType();
  if (type.isIndex())
    count = b.indexCast(
        type, found.isInteger(64) ? count : b.extui(b.getI64Type(), count));
  else if (found != type)
    count = b.extui(type, count);
  MemoryArray out = kernel.bindStrided(bins[channel].out);
  out.store(b, kernel.map(op.getEpilogue(), count, bin).front(), bin);
}

void HistogramBins::finishAll(Value first, Value step) {
  for (unsigned channel = 0; channel < bins.size(); ++channel) {
    MemoryArray counts = getCounts(channel);
    Type type = counts.getElement();
    kernel.forEach(first, b.zextI64(bins[channel].count), step, [&](Value bin) {
      // The block's cache may have what was there before other threads added.
      bool isFloat = isa<FloatType>(type);
      Value count =
          isFloat
              ? counts.load(b, bin)
              : createAtomicLoad(b, counts.place(b, bin), getStorageType(type),
                                 MemoryOrder::Relaxed, MemoryScope::Device);
      finish(channel, bin, count);
    });
  }
}

bool HistogramBins::isFewBins(unsigned channel) const {
  return bins[channel].known && *bins[channel].known <= 1 << 20;
}

HistogramBins::Place HistogramBins::find(unsigned channel, ValueRange item,
                                         Value index) {
  if (!compared)
    return findByRegion(channel, item, index);
  Value x = order.convert(b, item.front());
  if (!levels.empty())
    return findLevels(channel, x).front();
  return order.isOfFloats() ? findEvenFloat(channel, x)
                            : findEvenInteger(channel, x);
}

SmallVector<HistogramBins::Place>
HistogramBins::findAll(ArrayRef<ValueTuple> items, ArrayRef<Value> indices,
                       ArrayRef<Value> exist) {
  unsigned channels = op.getNumChannels();
  SmallVector<Place> places(items.size());
  mlir::Region &region = op.getBin();
  bool anywhere = region.empty() || isTotalRegion(region);
  Value noBin = b.i32(-1), no = b.boolean(false);
  for (unsigned channel = 0; channel < bins.size(); ++channel) {
    if (!levels.empty()) {
      SmallVector<Value> samples;
      for (unsigned i = channel; i < items.size(); i += channels)
        samples.push_back(order.convert(b, items[i].front()));
      SmallVector<Place> found = findLevels(channel, samples);
      for (auto [number, place] : llvm::enumerate(found)) {
        unsigned i = number * channels + channel;
        if (exist[i])
          place.inside = b.andi(place.inside, exist[i]);
        places[i] = place;
      }
      continue;
    }
    for (unsigned i = channel; i < items.size(); i += channels) {
      auto findOne = [&]() -> ValueTuple {
        Place found = find(channel, items[i], indices[i]);
        return {found.bin, found.inside};
      };
      ValueTuple found =
          evaluateIf(b, exist[i], anywhere, {noBin, no}, findOne);
      places[i] = {found[0], found[1]};
    }
  }
  return places;
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
  Value ascends = b.cmpi(order.isOfUnsigned() ? arith::CmpIPredicate::ult
                                              : arith::CmpIPredicate::slt,
                         own.low, own.high);
  own.range = b.select(ascends, b.sub(own.high, own.low), 0);
  ValueRange bounds = op.getEven().slice(2 * channel, 2);
  APInt low, high;
  if (matchPattern(bounds[0], m_ConstantInt(&low)) &&
      matchPattern(bounds[1], m_ConstantInt(&high))) {
    low =
        order.isOfUnsigned() ? low.zextOrTrunc(width) : low.sextOrTrunc(width);
    high = order.isOfUnsigned() ? high.zextOrTrunc(width)
                                : high.sextOrTrunc(width);
    bool isAscending = order.isOfUnsigned() ? low.ult(high) : low.slt(high);
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

std::optional<uint64_t> HistogramBins::countTableBytes(DeviceHistogramOp op) {
  if (op.getRange().empty())
    return std::nullopt;
  Type level = SampleOrder(op.getLevelType(), /*isUnsigned=*/false).getType();
  uint64_t bytes = 0;
  for (Value out : op.getOuts()) {
    std::optional<int64_t> known = getKnownBins(out);
    if (!known)
      return std::nullopt;
    bytes += HistogramLevels::countTableBytes(*known, level);
  }
  return bytes;
}

Value HistogramBins::countTableBytes() {
  Value bytes = b.i64(0);
  for (const HistogramLevels &own : levels)
    bytes = b.add(bytes, own.countTableBytes());
  return bytes;
}

void HistogramBins::withTable(Value base, llvm::function_ref<void()> body) {
  llvm::SaveAndRestore keep(levels);
  MemoryArray next(base, b.getI8Type());
  for (HistogramLevels &own : levels) {
    Value used = own.countTableBytes();
    own = own.copyTo(next);
    next = next.from(b, used);
  }
  body();
}

SmallVector<HistogramBins::Place>
HistogramBins::findLevels(unsigned channel, ArrayRef<Value> samples) {
  SmallVector<Place> places;
  // The first level is no bin's end: a sample below it, or NaN, has bin -1.
  for (Value count : levels[channel].countAtMost(samples)) {
    Value bin = b.sub(count, 1);
    places.push_back({bin, b.ult(bin, bins[channel].count)});
  }
  return places;
}
