//===- MathFallbacks.cpp - Math without a device library ----*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Functions on f32 for which upstream's expansions are wrong: for infinities
// and NaN, for negative bases and zeros, or for all but small arguments. The
// functions follow C's Annex F. Terms that cancel, or that need many bits of an
// intermediate result, are computed in f64.
//
//===----------------------------------------------------------------------===//

#include "KernelExpansion.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "prim/Dialect/Prim/Utils/CodeBuilder.h"
#include "llvm/ADT/STLForwardCompat.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/MathExtras.h"
#include <cmath>
#include <limits>

using namespace mlir;
using namespace mlir::prim;

namespace {

/// Arithmetic in short notation.
class Formula {
public:
  explicit Formula(Operation *op) : builder(op->getLoc(), op) {}

  Type f32() { return builder.getF32Type(); }
  Type f64() { return builder.getF64Type(); }
  Type i64() { return builder.getI64Type(); }

  /// A constant of the type of `like`.
  Value constant(Value like, double value) {
    return builder.constant(builder.getFloatAttr(like.getType(), value));
  }
  Value bits(int64_t value) { return builder.i64(value); }

  template <typename OpTy, typename... Args>
  Value make(Args &&...args) {
    return OpTy::create(builder, std::forward<Args>(args)...);
  }

  Value add(Value a, Value b) { return make<arith::AddFOp>(a, b); }
  Value sub(Value a, Value b) { return make<arith::SubFOp>(a, b); }
  Value mul(Value a, Value b) { return make<arith::MulFOp>(a, b); }
  Value div(Value a, Value b) { return make<arith::DivFOp>(a, b); }
  Value add(Value a, double b) { return add(a, constant(a, b)); }
  Value sub(Value a, double b) { return sub(a, constant(a, b)); }
  Value mul(Value a, double b) { return mul(a, constant(a, b)); }
  Value abs(Value a) { return make<math::AbsFOp>(a); }
  Value negate(Value a) { return make<arith::NegFOp>(a); }
  Value round(Value a) { return make<math::RoundEvenOp>(a); }
  Value withSign(Value a, Value sign) {
    return make<math::CopySignOp>(a, sign);
  }
  Value both(Value a, Value b) { return make<arith::AndIOp>(a, b); }
  Value either(Value a, Value b) { return make<arith::OrIOp>(a, b); }
  Value select(Value condition, Value yes, Value no) {
    return make<arith::SelectOp>(condition, yes, no);
  }
  Value is(arith::CmpFPredicate predicate, Value a, Value b) {
    return make<arith::CmpFOp>(predicate, a, b);
  }
  Value is(arith::CmpFPredicate predicate, Value a, double b) {
    return is(predicate, a, constant(a, b));
  }
  Value widen(Value a) { return make<arith::ExtFOp>(f64(), a); }
  Value narrow(Value a) { return make<arith::TruncFOp>(f32(), a); }

  /// The polynomial of `coefficients`, the constant one first.
  Value polynomial(Value x, ArrayRef<double> coefficients) {
    Value sum = constant(x, coefficients.back());
    for (double coefficient : llvm::reverse(coefficients.drop_back()))
      sum = make<math::FmaOp>(sum, x, constant(x, coefficient));
    return sum;
  }

  CodeBuilder builder;
};

using Compare = arith::CmpFPredicate;
constexpr double infinity = std::numeric_limits<double>::infinity();

//===----------------------------------------------------------------------===//
// Circular functions
//===----------------------------------------------------------------------===//

/// A float as a multiple of a right angle and a remainder.
struct Angle {
  /// 0 to 3, as f64.
  Value quadrant;
  Value sine, cosine;
};

/// Reduces `x` (f32) times 2/pi. The product with every 24-bit digit is exact,
/// and multiples of four right angles are dropped. The eight digits reach 50
/// bits below the point for the largest float.
Angle reduce(Formula &f, Value x) {
  constexpr int64_t digits[] = {0xa2f983, 0x6e4e44, 0x1529fc, 0x2757d1,
                                0xf534dd, 0xc0db62, 0x95993c, 0x439041};
  Value wide = f.widen(x);
  Value rest, quadrant;
  auto split = [&](Value value) {
    Value whole = f.round(value);
    quadrant = quadrant ? f.add(quadrant, whole) : whole;
    return f.sub(value, whole);
  };
  // The smallest products come first, so that their sum keeps its precision.
  for (size_t number = std::size(digits); number-- > 0;) {
    double digit = std::ldexp(static_cast<double>(digits[number]),
                              -24 * (static_cast<int>(number) + 1));
    Value product = f.mul(wide, digit);
    Value turns = f.mul(f.round(f.mul(product, 0.25)), 4);
    Value part = split(f.sub(product, turns));
    rest = rest ? f.add(rest, part) : part;
  }
  rest = f.mul(split(rest), llvm::numbers::pi / 2);
  Value turns = f.make<math::FloorOp>(f.mul(quadrant, 0.25));
  Value square = f.mul(rest, rest);
  Angle angle;
  angle.quadrant = f.sub(quadrant, f.mul(turns, 4));
  angle.sine = f.mul(
      rest, f.polynomial(square, {1, -1. / 6, 1. / 120, -1. / 5040, 1. / 362880,
                                  -1. / 39916800, 1. / 6227020800}));
  angle.cosine =
      f.polynomial(square, {1, -1. / 2, 1. / 24, -1. / 720, 1. / 40320,
                            -1. / 3628800, 1. / 479001600, -1. / 87178291200});
  return angle;
}

Value isQuadrant(Formula &f, const Angle &angle, double first, double second) {
  return f.either(f.is(Compare::OEQ, angle.quadrant, first),
                  f.is(Compare::OEQ, angle.quadrant, second));
}

/// Returns a zero `x` itself, because `result` has lost its sign.
Value keepZero(Formula &f, Value x, Value result) {
  return f.select(f.is(Compare::OEQ, x, 0), x, result);
}

Value expandSin(Formula &f, Value x) {
  Angle angle = reduce(f, x);
  Value value = f.select(isQuadrant(f, angle, 1, 3), angle.cosine, angle.sine);
  value = f.select(isQuadrant(f, angle, 2, 3), f.negate(value), value);
  return keepZero(f, x, f.narrow(value));
}

Value expandCos(Formula &f, Value x) {
  Angle angle = reduce(f, x);
  Value value = f.select(isQuadrant(f, angle, 1, 3), angle.sine, angle.cosine);
  return f.narrow(f.select(isQuadrant(f, angle, 1, 2), f.negate(value), value));
}

Value expandTan(Formula &f, Value x) {
  Angle angle = reduce(f, x);
  Value odd = isQuadrant(f, angle, 1, 3);
  Value above = f.select(odd, f.negate(angle.cosine), angle.sine);
  Value below = f.select(odd, angle.sine, angle.cosine);
  return keepZero(f, x, f.narrow(f.div(above, below)));
}

/// The angle of the smaller coordinate over the larger one, at most 45 degrees,
/// moved to its octant by the signs and by which one is larger.
Value expandAtan2(Formula &f, Value y, Value x) {
  Value up = f.abs(y), along = f.abs(x);
  Value steep = f.is(Compare::OGT, up, along);
  Value large = f.select(steep, up, along), small = f.select(steep, along, up);
  Value ratio = f.div(small, large);
  ratio = f.select(f.is(Compare::OEQ, large, 0), large, ratio);
  ratio =
      f.select(f.is(Compare::OEQ, small, infinity), f.constant(x, 1), ratio);
  Value angle = f.make<math::AtanOp>(ratio);
  angle = f.select(steep, f.sub(f.constant(x, llvm::numbers::pi / 2), angle),
                   angle);
  // True for -0 and for negative numbers.
  Value left = f.is(Compare::OLT, f.withSign(f.constant(x, 1), x), 0);
  angle = f.select(left, f.sub(f.constant(x, llvm::numbers::pi), angle), angle);
  angle = f.withSign(angle, y);
  return f.select(f.is(Compare::UNO, x, y), f.add(x, y), angle);
}

//===----------------------------------------------------------------------===//
// Hyperbolic functions
//===----------------------------------------------------------------------===//

/// The argument from which exp(x) of the larger function may be infinite while
/// half of it is not.
constexpr double nearOverflow = 88;
/// The argument from which x * x + 1 and x * x - 1 round to x * x.
constexpr double large = 1 << 20;

/// exp(x) / 2 as a product of two roots.
Value halfExp(Formula &f, Value x) {
  Value root = f.make<math::ExpOp>(f.mul(x, 0.5));
  return f.mul(f.mul(root, 0.5), root);
}

Value expandSinh(Formula &f, Value x) {
  Value size = f.abs(x);
  Value grown = f.make<math::ExpM1Op>(size);
  Value value = f.mul(f.add(grown, f.div(grown, f.add(grown, 1))), 0.5);
  value =
      f.select(f.is(Compare::OGT, size, nearOverflow), halfExp(f, size), value);
  return f.withSign(value, x);
}

Value expandCosh(Formula &f, Value x) {
  Value size = f.abs(x);
  Value grown = f.make<math::ExpOp>(size);
  Value value = f.mul(f.add(grown, f.div(f.constant(x, 1), grown)), 0.5);
  return f.select(f.is(Compare::OGT, size, nearOverflow), halfExp(f, size),
                  value);
}

/// log(2 * x).
Value logOfTwice(Formula &f, Value x) {
  return f.add(f.make<math::LogOp>(x), llvm::numbers::ln2);
}

Value expandAsinh(Formula &f, Value x) {
  Value size = f.abs(x);
  Value square = f.mul(size, size);
  Value root = f.make<math::SqrtOp>(f.add(square, 1));
  Value value =
      f.make<math::Log1pOp>(f.add(size, f.div(square, f.add(root, 1))));
  value = f.select(f.is(Compare::OGT, size, large), logOfTwice(f, size), value);
  return f.withSign(value, x);
}

Value expandAcosh(Formula &f, Value x) {
  Value above = f.sub(x, 1);
  Value root =
      f.make<math::SqrtOp>(f.add(f.mul(above, 2), f.mul(above, above)));
  Value value = f.make<math::Log1pOp>(f.add(above, root));
  value = f.select(f.is(Compare::OGT, x, large), logOfTwice(f, x), value);
  Value none = f.constant(x, std::numeric_limits<double>::quiet_NaN());
  return f.select(f.is(Compare::OLT, x, 1), none, value);
}

Value expandAtanh(Formula &f, Value x) {
  Value size = f.abs(x);
  Value value = f.make<math::Log1pOp>(
      f.div(f.mul(size, 2), f.sub(f.constant(x, 1), size)));
  return f.withSign(f.mul(value, 0.5), x);
}

//===----------------------------------------------------------------------===//
// Powers and roots
//===----------------------------------------------------------------------===//

/// The logarithm of a nonnegative float that was widened to f64: the exponent,
/// and a series for the significand between the roots of 1/2 and 2.
Value log2OfWidened(Formula &f, Value x) {
  constexpr int significand = 52;
  constexpr double rootOfHalf = 0x1.6a09e667f3bcdp-1;
  Value word = f.make<arith::BitcastOp>(f.i64(), x);
  Value exponent = f.make<arith::ShRSIOp>(
      f.make<arith::SubIOp>(word, f.bits(llvm::bit_cast<int64_t>(rootOfHalf))),
      f.bits(significand));
  Value rest = f.make<arith::BitcastOp>(
      f.f64(), f.make<arith::SubIOp>(
                   word, f.make<arith::ShLIOp>(exponent, f.bits(significand))));
  Value ratio = f.div(f.sub(rest, 1), f.add(rest, 1));
  Value series =
      f.polynomial(f.mul(ratio, ratio), {1, 1. / 3, 1. / 5, 1. / 7, 1. / 9,
                                         1. / 11, 1. / 13, 1. / 15, 1. / 17});
  Value fraction = f.mul(f.mul(ratio, series), 2 * llvm::numbers::log2e);
  Value result = f.add(f.make<arith::SIToFPOp>(f.f64(), exponent), fraction);
  result = f.select(f.is(Compare::OEQ, x, 0), f.constant(x, -infinity), result);
  // Infinity and NaN are their own logarithms.
  return f.select(f.is(Compare::OLT, x, infinity), result, x);
}

/// 2 to the power of `x` (f64), for a result that is narrowed to f32.
Value exp2ToNarrow(Formula &f, Value x) {
  // Beyond the range of all f32, and within the exponents of f64.
  constexpr double most = 1000, bias = 1023;
  x = f.make<arith::MinimumFOp>(x, f.constant(x, most));
  x = f.make<arith::MaximumFOp>(x, f.constant(x, -most));
  Value whole = f.round(x);
  Value rest = f.mul(f.sub(x, whole), llvm::numbers::ln2);
  Value series =
      f.polynomial(rest, {1, 1, 1. / 2, 1. / 6, 1. / 24, 1. / 120, 1. / 720,
                          1. / 5040, 1. / 40320, 1. / 362880, 1. / 3628800});
  // NaN has no integer exponent, and the series propagates it.
  Value scale = f.select(f.is(Compare::UNO, x, x), f.constant(x, 0), whole);
  scale = f.make<arith::FPToSIOp>(f.i64(), f.add(scale, bias));
  scale = f.make<arith::ShLIOp>(scale, f.bits(52));
  return f.mul(series, f.make<arith::BitcastOp>(f.f64(), scale));
}

Value expandPow(Formula &f, Value x, Value y) {
  Value base = f.widen(f.abs(x)), exponent = f.widen(y);
  Value value =
      f.narrow(exp2ToNarrow(f, f.mul(exponent, log2OfWidened(f, base))));
  // Infinities count as even.
  Value half = f.mul(exponent, 0.5);
  Value isWhole = f.is(Compare::OEQ, f.round(exponent), exponent);
  Value isOdd = f.both(isWhole, f.is(Compare::ONE, f.round(half), half));
  value = f.select(isOdd, f.withSign(value, x), value);
  // A finite negative base requires an integer exponent.
  Value finite =
      f.both(f.is(Compare::OLT, x, 0), f.is(Compare::OGT, x, -infinity));
  Value fraction = f.is(Compare::ONE, f.round(exponent), exponent);
  Value none = f.constant(x, std::numeric_limits<double>::quiet_NaN());
  value = f.select(f.both(finite, fraction), none, value);
  // 1 to any power and any base to 0 are 1, even for NaN.
  Value one = f.either(f.is(Compare::OEQ, x, 1), f.is(Compare::OEQ, y, 0));
  one = f.either(one, f.both(f.is(Compare::OEQ, x, -1),
                             f.is(Compare::OEQ, f.abs(y), infinity)));
  return f.select(one, f.constant(x, 1), value);
}

/// Upstream's polynomial supports only finite normal numbers.
Value expandCbrt(Formula &f, Value x) {
  Value tiny = f.is(Compare::OLT, f.abs(x), 0x1p-126);
  Value normal = f.select(tiny, f.mul(x, 0x1p24), x);
  Value root = f.make<math::CbrtOp>(normal);
  root = f.select(tiny, f.mul(root, 0x1p-8), root);
  Value finite =
      f.both(f.is(Compare::ONE, x, 0), f.is(Compare::OLT, f.abs(x), infinity));
  return f.select(finite, root, x);
}

/// Upstream's polynomial loses the sign of a zero.
Value expandErf(Formula &f, Value x) {
  return keepZero(f, x, f.make<math::ErfOp>(x));
}

//===----------------------------------------------------------------------===//
// The table of fallbacks
//===----------------------------------------------------------------------===//

template <Value (*expand)(Formula &, Value)>
Value ofOne(Formula &f, Operation *op) {
  return expand(f, op->getOperand(0));
}

template <Value (*expand)(Formula &, Value, Value)>
Value ofTwo(Formula &f, Operation *op) {
  return expand(f, op->getOperand(0), op->getOperand(1));
}

struct Fallback {
  StringLiteral op;
  Value (*expand)(Formula &, Operation *);
};

constexpr Fallback fallbacks[] = {
    {"math.acosh", ofOne<expandAcosh>}, {"math.asinh", ofOne<expandAsinh>},
    {"math.atan2", ofTwo<expandAtan2>}, {"math.atanh", ofOne<expandAtanh>},
    {"math.cbrt", ofOne<expandCbrt>},   {"math.cos", ofOne<expandCos>},
    {"math.cosh", ofOne<expandCosh>},   {"math.erf", ofOne<expandErf>},
    {"math.powf", ofTwo<expandPow>},    {"math.sin", ofOne<expandSin>},
    {"math.sinh", ofOne<expandSinh>},   {"math.tan", ofOne<expandTan>},
};

const Fallback *findFallback(Operation *op) {
  const Fallback *found = llvm::find_if(fallbacks, [&](const Fallback &entry) {
    return entry.op == op->getName().getStringRef();
  });
  return found == std::end(fallbacks) ? nullptr : found;
}

} // namespace

bool mlir::prim::hasFallback(Operation *op) { return findFallback(op); }

Value mlir::prim::expandFallback(Operation *op) {
  Formula f(op);
  return findFallback(op)->expand(f, op);
}
