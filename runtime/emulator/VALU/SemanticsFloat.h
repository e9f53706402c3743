//===- SemanticsFloat.h - Floating-point arithmetic -------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The floating-point instructions, for one lane. f32 and f64 use the host's
// arithmetic in the host's current rounding mode; f16 computes in f64 and
// rounds once. Callers flush denormals, except where the hardware ignores MODE
// (transcendentals): there it happens here.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_EMULATOR_VALU_SEMANTICSFLOAT_H
#define PRIM_EMULATOR_VALU_SEMANTICSFLOAT_H

#include "VALU/Types.h"

namespace prim::emulator::PRIM_VALU {

template <typename T>
inline T addF(T a, T b, const FpMode &mode) {
  return settle(narrow<T>(compute(a) + compute(b), mode), a, b);
}
template <typename T>
inline T negate(T x) {
  return bitCast<T>(BitsOf<T>(bitsOf(x) ^ kSign<T>));
}
template <typename T>
inline T subF(T a, T b, const FpMode &mode) {
  return settle(narrow<T>(compute(a) - compute(b), mode), a, b);
}
template <typename T>
inline T subrevF(T a, T b, const FpMode &mode) {
  return subF<T>(b, a, mode);
}
template <typename T>
inline T mulF(T a, T b, const FpMode &mode) {
  return settle(narrow<T>(compute(a) * compute(b), mode), a, b);
}
/// Zero times anything is +0.
template <typename T>
inline T mulLegacy(T a, T b, const FpMode &mode) {
  return isZero(a) || isZero(b) ? bitCast<T>(BitsOf<T>(0))
                                : mulF<T>(a, b, mode);
}

/// a + b rounded to odd: the inexact result has its last bit set, so that a
/// second rounding to a format narrower by two bits or more is exact.
template <typename F, typename Bits>
inline F addToOdd(F a, F b) {
  F s = a + b;
  F fromB = s - a, fromA = s - fromB;
  F error = (a - fromA) + (b - fromB);
  Bits bits = bitCast<Bits>(s);
  if (error == 0 || error != error || (bits & 1))
    return s;
  // The neighbour in the direction of the error is the odd one.
  bits += (error > 0) == (s > 0) ? 1 : Bits(-1);
  return bitCast<F>(bits);
}

inline f32 fusedExact(f32 a, f32 b, f32 c) { return __builtin_fmaf(a, b, c); }
inline f64 fusedExact(f64 a, f64 b, f64 c) { return __builtin_fma(a, b, c); }
template <typename T>
inline T fmaF(T a, T b, T c, const FpMode &mode) {
  if constexpr (sizeof(T) == 2) {
    f64 r = addToOdd<f64, u64>(widen(a) * widen(b), widen(c));
    return settle(roundFromF64<T>(r, mode.round16), a, b, c);
  } else {
    return settle(fusedExact(a, b, c), a, b, c);
  }
}
template <typename T>
inline T fmaLegacy(T a, T b, T c, const FpMode &mode) {
  return isZero(a) || isZero(b) ? addF<T>(bitCast<T>(BitsOf<T>(0)), c, mode)
                                : fmaF<T>(a, b, c, mode);
}
/// Multiply, round, add, round.
template <typename T>
inline T madF(T a, T b, T c, const FpMode &mode) {
  return addF<T>(mulF<T>(a, b, mode), c, mode);
}

/// a < b where -0 lies below +0; false for NaNs.
template <typename T>
inline bool below(T a, T b) {
  auto x = compute(a), y = compute(b);
  return x < y || (x == y && signOf(a) && !signOf(b));
}

// V_MIN/V_MAX before gfx12: the other operand for a NaN, except that IEEE mode
// quiets a signalling one and returns it.
template <typename T>
inline T minF(T a, T b, const FpMode &mode) {
  T r = isNaN(a) ? b : isNaN(b) ? a : below(b, a) ? b : a;
  r = mode.ieee && isSignalling(b) ? quiet(b) : r;
  return mode.ieee && isSignalling(a) ? quiet(a) : r;
}
template <typename T>
inline T maxF(T a, T b, const FpMode &mode) {
  T r = isNaN(a) ? b : isNaN(b) ? a : below(a, b) ? b : a;
  r = mode.ieee && isSignalling(b) ? quiet(b) : r;
  return mode.ieee && isSignalling(a) ? quiet(a) : r;
}
// gfx12: minimumNumber and maximumNumber, whatever the kind of NaN.
template <typename T>
inline T minNum(T a, T b, const FpMode &) {
  return isNaN(a)                   ? (isNaN(b) ? quiet(a) : b)
         : isNaN(b) || !below(b, a) ? a
                                    : b;
}
template <typename T>
inline T maxNum(T a, T b, const FpMode &) {
  return isNaN(a)                   ? (isNaN(b) ? quiet(a) : b)
         : isNaN(b) || !below(a, b) ? a
                                    : b;
}
// gfx12 and gfx950: NaNs propagate, signalling ones first.
template <typename T>
inline T minimumF(T a, T b, const FpMode &) {
  if (isNaN(a) || isNaN(b))
    return isSignalling(a)   ? quiet(a)
           : isSignalling(b) ? quiet(b)
           : isNaN(a)        ? a
                             : b;
  return below(b, a) ? b : a;
}
template <typename T>
inline T maximumF(T a, T b, const FpMode &) {
  if (isNaN(a) || isNaN(b))
    return isSignalling(a)   ? quiet(a)
           : isSignalling(b) ? quiet(b)
           : isNaN(a)        ? a
                             : b;
  return below(a, b) ? b : a;
}

template <typename T>
using MinMax = T (*)(T, T, const FpMode &);
template <typename T, MinMax<T> First, MinMax<T> Second>
inline T chain(T a, T b, T c, const FpMode &mode) {
  return Second(First(a, b, mode), c, mode);
}
template <typename T, MinMax<T> Min, MinMax<T> Max>
inline T med3F(T a, T b, T c, const FpMode &mode) {
  if (isNaN(a) || isNaN(b) || isNaN(c))
    return Min(Min(a, b, mode), c, mode);
  auto largest = compute(Max(Max(a, b, mode), c, mode));
  if (largest == compute(a))
    return Max(b, c, mode);
  if (largest == compute(b))
    return Max(a, c, mode);
  return Max(a, b, mode);
}

// Rounding to integral values is independent of MODE.
inline f32 evenInt(f32 x) { return __builtin_roundevenf(x); }
inline f64 evenInt(f64 x) { return __builtin_roundeven(x); }
template <typename T>
inline T rndneF(T a, const FpMode &mode) {
  return settle(narrow<T>(evenInt(compute(a)), mode), a);
}
template <typename T>
inline T truncF(T a, const FpMode &mode) {
  return settle(narrow<T>(std::trunc(compute(a)), mode), a);
}
template <typename T>
inline T ceilF(T a, const FpMode &mode) {
  return settle(narrow<T>(std::ceil(compute(a)), mode), a);
}
template <typename T>
inline T floorF(T a, const FpMode &mode) {
  return settle(narrow<T>(std::floor(compute(a)), mode), a);
}
/// The result is below one even if x - floor(x) rounds up to one.
template <typename T>
inline T fractF(T a, const FpMode &mode) {
  auto x = compute(a);
  T r = narrow<T>(x - std::floor(x), mode);
  constexpr BitsOf<T> one =
      BitsOf<T>(BitsOf<T>(Format<T>::bias) << Format<T>::mantissa);
  T belowOne = bitCast<T>(BitsOf<T>(one - 1));
  return settle(bitsOf(r) >= one && !isNaN(r) && !signOf(r) ? belowOne : r, a);
}

/// The exponent e of |x| = m * 2^e with 0.5 <= m < 1; 0 for zero, inf and NaN.
template <typename T>
inline int frexpExponent(T a) {
  if (isZero(a) || isNaN(a) || isInf(a))
    return 0;
  int e = exponentField(a);
  if (e == 0) {
    u64 m = magnitude(a);
    return 64 - __builtin_clzll(m) - int(Format<T>::mantissa) -
           Format<T>::bias + 1;
  }
  return e - Format<T>::bias + 1;
}
template <typename T>
inline i32 frexpExpI32(T a) {
  return frexpExponent(a);
}
inline i16 frexpExpI16(f16 a) { return i16(frexpExponent(a)); }
template <typename T>
inline T frexpMant(T a) {
  if (isZero(a) || isInf(a))
    return a;
  if (isNaN(a))
    return quiet(a);
  BitsOf<T> mantissa = BitsOf<T>(magnitude(a) & kMantissaMask<T>);
  if (exponentField(a) == 0) {
    int up = __builtin_clzll(u64(mantissa)) - (63 - int(Format<T>::mantissa));
    mantissa = BitsOf<T>(BitsOf<T>(mantissa << up) & kMantissaMask<T>);
  }
  BitsOf<T> half =
      BitsOf<T>(BitsOf<T>(Format<T>::bias - 1) << Format<T>::mantissa);
  return bitCast<T>(BitsOf<T>((bitsOf(a) & kSign<T>) | half | mantissa));
}

inline f64 ldexpF64(f64 a, i32 n) { return settle(std::ldexp(a, n), a); }
/// Exact in f64, rounded once.
inline f32 ldexpF32(f32 a, i32 n) {
  int limited = n < -400 ? -400 : n > 400 ? 400 : n;
  return settle(f32(std::ldexp(f64(a), limited)), a);
}
inline f16 ldexpF16(f16 a, i16 n, const FpMode &mode) {
  int limited = n < -100 ? -100 : n > 100 ? 100 : n;
  return settle(roundFromF64<f16>(std::ldexp(widen(a), limited), mode.round16),
                a);
}

/// A piece of 2 / pi for the reduction of large angles: 53 bits from bit 53 * n
/// after the binary point on. For large `a` the position is further on by an
/// amount that depends on its exponent. The result has the weight of its bits,
/// times 2^128 if it could otherwise be denormal. The chip stores 1201 bits.
inline f64 trigPreop(f64 a, i32 n) {
  static constexpr uint64_t kTwoOverPi[] = {
      0xa2f9836e4e441529, 0xfc2757d1f534ddc0, 0xdb6295993c439041,
      0xfe5163abdebbc561, 0xb7246e3a424dd2e0, 0x06492eea09d1921c,
      0xfe1deb1cb129a73e, 0xe88235f52ebb4484, 0xe99c7026b45f7e41,
      0x3991d639835339f4, 0x9c845f8bbdf9283b, 0x1ff897ffde05980f,
      0xef2f118b5a0a6d1f, 0x6d367ecf27cb09b7, 0x4f463f669e5fea2d,
      0x7527bac7ebe5f17b, 0x3d0739f78a5292ea, 0x6bfb5fb11f8d5d08,
      0x56033046fc7b6bab};
  int exponent = int(bitsOf(a) >> 52 & 0x7ff);
  int shift = (n & 31) * 53 + (exponent > 1077 ? exponent - 1077 : 0);
  uint64_t piece = 0;
  for (int bit = shift; bit < shift + 53; ++bit) {
    bool set = bit < 1201 && (kTwoOverPi[bit / 64] >> (63 - bit % 64) & 1);
    piece = piece << 1 | set;
  }
  return std::ldexp(f64(piece), -53 - shift + (exponent >= 1968 ? 128 : 0));
}

/// Transcendentals compute in f64 and round once. The f32 ones treat denormal
/// inputs and results as zero.
template <typename T>
inline T noDenormal(T x) {
  if constexpr (sizeof(T) == 4)
    return isDenormal(x) ? bitCast<T>(BitsOf<T>(bitsOf(x) & kSign<T>)) : x;
  else
    return x;
}
template <typename T, f64 (*Fn)(f64)>
inline T transcendental(T a, const FpMode &) {
  f64 r = Fn(f64(compute(noDenormal(a))));
  if constexpr (sizeof(T) == 8)
    return settle(r, a);
  else
    return settle(noDenormal(roundFromF64<T>(r, 0)), a);
}
inline f64 reciprocal(f64 x) { return 1.0 / x; }
inline f64 squareRoot(f64 x) { return std::sqrt(x); }
inline f64 reciprocalRoot(f64 x) { return 1.0 / std::sqrt(x); }
inline f64 exp2Of(f64 x) { return std::exp2(x); }
inline f64 log2Of(f64 x) { return std::log2(x); }
/// sin(2 pi x), exact at multiples of a quarter turn. Quarter 0 gives sin, 1
/// gives cos.
template <int Quarter>
inline f64 turnSine(f64 x) {
  constexpr f64 twoPi = 6.283185307179586476925286766559;
  if (std::isinf(x) || std::isnan(x))
    return std::numeric_limits<f64>::quiet_NaN();
  f64 turn = x - std::floor(x);
  f64 quarter = std::nearbyint(4 * turn);
  f64 rest = (turn - quarter / 4) * twoPi;
  switch ((int(quarter) + Quarter) & 3) {
  case 0:
    return rest == 0 ? std::copysign(0.0, x) : std::sin(rest);
  case 1:
    return std::cos(rest);
  case 2:
    return -std::sin(rest);
  default:
    return -std::cos(rest);
  }
}

//===----------------------------------------------------------------------===//
// Division: v_div_scale, v_div_fmas and v_div_fixup
//===----------------------------------------------------------------------===//

template <typename T>
struct DivisionLimits;
template <>
struct DivisionLimits<f32> {
  static constexpr int scale = 64, farApart = 96, tiny = 23, underflow = -150;
};
template <>
struct DivisionLimits<f64> {
  static constexpr int scale = 128, farApart = 768, tiny = 53,
                       underflow = -1075;
};

/// Whether n / d is below the smallest normal number. The division uses the
/// wider type, whose own denormals cannot affect the result.
inline bool quotientDenormal(f32 n, f32 d) {
  return std::fabs(f64(n) / f64(d)) < 0x1p-126;
}
inline bool quotientDenormal(f64 n, f64 d) {
  return std::fabs(n / d) < 0x1p-1022;
}

/// `value` is the numerator (if equal to `n`) or denominator. The result is
/// scaled such that the following Newton steps neither overflow nor lose bits.
/// The mask tells v_div_fmas to scale back.
template <typename T>
inline WithMask<T> divScale(T value, T d, T n) {
  using L = DivisionLimits<T>;
  auto up = [&](int by) { return T(std::ldexp(value, by)); };
  bool isDenominator = bitsOf(value) == bitsOf(d);
  bool isNumerator = bitsOf(value) == bitsOf(n);
  if (isNaN(value) || isNaN(d) || isNaN(n) || isInf(d) || isInf(n))
    return {value, false};
  if (isZero(n) || isZero(d))
    return {bitCast<T>(kDefaultNaN<T>), false};
  if (exponentField(n) - exponentField(d) >= L::farApart)
    return {isDenominator ? up(L::scale) : value, true};
  if (isDenormal(d))
    return {up(L::scale), false};
  // 1/d is denormal from 2^(bias - 1) on, except for powers of two.
  bool inverseDenormal = quotientDenormal(T(1), d);
  bool denormal = quotientDenormal(n, d);
  if (inverseDenormal && denormal)
    return {isDenominator ? up(-L::scale) : value, true};
  if (inverseDenormal)
    return {up(-L::scale), false};
  if (denormal)
    return {isNumerator ? up(L::scale) : value, true};
  if (exponentField(n) <= L::tiny)
    return {up(L::scale), false};
  return {value, false};
}

#if defined(__SIZEOF_FLOAT128__)
using Quad = __float128;
#else
using Quad = long double;
#endif
static_assert(sizeof(Quad) == 16, "v_div_fmas_f64 needs a 128-bit float");

/// fma(a, b, c) * 2^by with a single rounding.
inline f32 scaledFma(f32 a, f32 b, f32 c, int by) {
  f64 r = addToOdd<f64, u64>(f64(a) * f64(b), f64(c));
  return f32(std::ldexp(r, by));
}
inline f64 scaledFma(f64 a, f64 b, f64 c, int by) {
  Quad r = addToOdd<Quad, unsigned __int128>(Quad(a) * Quad(b), Quad(c));
  Quad factor = std::ldexp(1.0, by);
  return f64(r * factor);
}
template <typename T>
inline T divFmas(T a, T b, T c, LaneBit scaleBack, const FpMode &mode) {
  T plain = fmaF<T>(a, b, c, mode);
  if (!scaleBack || isNaN(plain) || isInf(plain))
    return plain;
  // The quotient was scaled down if it is large, and up if it is small.
  int by = DivisionLimits<T>::scale;
  return scaledFma(a, b, c, exponentField(c) > Format<T>::bias ? by : -by);
}

template <typename T>
inline T divFixup(T q, T d, T n) {
  bool negative = signOf(d) != signOf(n);
  if (isNaN(n))
    return quiet(n);
  if (isNaN(d))
    return quiet(d);
  if ((isZero(n) && isZero(d)) || (isInf(n) && isInf(d)))
    return bitCast<T>(BitsOf<T>(kDefaultNaN<T> | kSign<T>));
  if (isZero(d) || isInf(n))
    return withSign(bitCast<T>(kInfBits<T>), negative);
  if (isInf(d) || isZero(n))
    return withSign(bitCast<T>(BitsOf<T>(0)), negative);
  if constexpr (sizeof(T) > 2) {
    if (exponentField(n) - exponentField(d) < DivisionLimits<T>::underflow)
      return withSign(bitCast<T>(BitsOf<T>(0)), negative);
  }
  // The preceding steps turn an overflow into inf - inf.
  if (isNaN(q))
    return withSign(bitCast<T>(kInfBits<T>), negative);
  return withSign(q, negative);
}

// Dot products of f16 and bf16 pairs, accumulated in f32.
inline f32 dot2F16(u32 a, u32 b, f32 c, const FpMode &mode) {
  auto half = [](u32 x, unsigned k) { return widen32(f16{u16(x >> k)}); };
  f32 r = fmaF<f32>(half(a, 0), half(b, 0), c, mode);
  return fmaF<f32>(half(a, 16), half(b, 16), r, mode);
}
inline f32 dot2Bf16(u32 a, u32 b, f32 c, const FpMode &mode) {
  auto half = [](u32 x, unsigned k) { return widen32(bf16{u16(x >> k)}); };
  f32 r = fmaF<f32>(half(a, 0), half(b, 0), c, mode);
  return fmaF<f32>(half(a, 16), half(b, 16), r, mode);
}

} // namespace prim::emulator::PRIM_VALU

#endif // PRIM_EMULATOR_VALU_SEMANTICSFLOAT_H
