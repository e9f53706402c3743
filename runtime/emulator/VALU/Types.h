//===- Types.h - Lane values and floating-point modes -----------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The types of semantic functions. The argument types of a semantic function
// determine all that the lane loops need: the number of words of an operand,
// whether neg/abs apply, and whether denormals are flushed. Nothing here
// accesses wave state.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_EMULATOR_VALU_TYPES_H
#define PRIM_EMULATOR_VALU_TYPES_H

#include "VALU/Families.h"

#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

namespace prim::emulator::PRIM_VALU {

using u8 = uint8_t;
using u16 = uint16_t;
using u32 = uint32_t;
using u64 = uint64_t;
using i8 = int8_t;
using i16 = int16_t;
using i32 = int32_t;
using i64 = int64_t;
using f32 = float;
using f64 = double;

/// IEEE binary16 as its bits. Arithmetic uses f64, in which sums and products
/// of two halves are exact, and rounds once.
struct f16 {
  u16 bits;
};
/// bfloat16 as its bits.
struct bf16 {
  u16 bits;
};
/// 32 bits that take floating-point modifiers but are moved, not computed with:
/// never flushed, never quieted (v_cndmask).
struct Raw32 {
  u32 bits;
};
/// A lane's bit of a scalar lane mask (carry in, condition).
struct LaneBit {
  u32 word; // all ones or 0
  explicit operator bool() const { return word != 0; }
};
/// The number of the lane that computes.
struct LaneId {
  u32 value;
};

/// The instruction's first plain immediate.
struct Immediate {
  u32 value;
};

/// The fields of the MODE register that semantic functions read.
struct FpMode {
  bool ieee;  // min/max quiet signalling NaNs
  u8 round16; // 0 nearest even, 1 up, 2 down, 3 to zero
};

/// A value and a lane mask bit.
template <typename T>
struct WithMask {
  T value;
  bool mask;
};

template <typename To, typename From>
inline To bitCast(const From &from) {
  static_assert(sizeof(To) == sizeof(From));
  To to;
  std::memcpy(&to, &from, sizeof(to));
  return to;
}

inline u32 bitsOf(f32 x) { return bitCast<u32>(x); }
inline u64 bitsOf(f64 x) { return bitCast<u64>(x); }
inline u16 bitsOf(f16 x) { return x.bits; }

/// Layout of a binary format.
template <typename T>
struct Format;
template <>
struct Format<f32> {
  using Bits = u32;
  static constexpr unsigned mantissa = 23, exponentBits = 8;
  static constexpr int bias = 127;
};
template <>
struct Format<f64> {
  using Bits = u64;
  static constexpr unsigned mantissa = 52, exponentBits = 11;
  static constexpr int bias = 1023;
};
template <>
struct Format<f16> {
  using Bits = u16;
  static constexpr unsigned mantissa = 10, exponentBits = 5;
  static constexpr int bias = 15;
};

template <typename T>
using BitsOf = typename Format<T>::Bits;
template <typename T>
constexpr BitsOf<T> kSign = BitsOf<T>(BitsOf<T>(1) << (sizeof(T) * 8 - 1));
template <typename T>
constexpr BitsOf<T> kQuietBit =
    BitsOf<T>(BitsOf<T>(1) << (Format<T>::mantissa - 1));
template <typename T>
constexpr BitsOf<T> kMantissaMask =
    BitsOf<T>((BitsOf<T>(1) << Format<T>::mantissa) - 1);
template <typename T>
constexpr BitsOf<T> kInfBits = BitsOf<T>(
    ((BitsOf<T>(1) << Format<T>::exponentBits) - 1) << Format<T>::mantissa);
/// The NaN that an operation without a NaN input produces.
template <typename T>
constexpr BitsOf<T> kDefaultNaN = BitsOf<T>(kInfBits<T> | kQuietBit<T>);

template <typename T>
inline BitsOf<T> magnitude(T x) {
  return BitsOf<T>(bitsOf(x) & BitsOf<T>(~kSign<T>));
}
template <typename T>
inline bool isNaN(T x) {
  return magnitude(x) > kInfBits<T>;
}
template <typename T>
inline bool isInf(T x) {
  return magnitude(x) == kInfBits<T>;
}
template <typename T>
inline bool isZero(T x) {
  return magnitude(x) == 0;
}
template <typename T>
inline bool isSignalling(T x) {
  return isNaN(x) && !(bitsOf(x) & kQuietBit<T>);
}
template <typename T>
inline bool isDenormal(T x) {
  return magnitude(x) != 0 && magnitude(x) <= kMantissaMask<T>;
}
template <typename T>
inline bool signOf(T x) {
  return (bitsOf(x) & kSign<T>) != 0;
}
template <typename T>
inline T quiet(T x) {
  return bitCast<T>(BitsOf<T>(bitsOf(x) | kQuietBit<T>));
}
/// The biased exponent field.
template <typename T>
inline int exponentField(T x) {
  return int(magnitude(x) >> Format<T>::mantissa);
}
template <typename T>
inline T withSign(T magnitudeOf, bool negative) {
  return bitCast<T>(
      BitsOf<T>(magnitude(magnitudeOf) | (negative ? kSign<T> : 0)));
}

/// Rounds a finite or special f64 to a format with fewer bits, once, in
/// rounding mode `mode` (the encoding of MODE.round), keeping denormals.
template <typename T>
inline T roundFromF64(f64 x, unsigned mode) {
  using B = BitsOf<T>;
  constexpr unsigned mantissa = Format<T>::mantissa;
  constexpr int maxExponent = (1 << Format<T>::exponentBits) - 1;
  u64 bits = bitsOf(x);
  bool negative = bits >> 63;
  B sign = negative ? kSign<T> : B(0);
  u64 magnitudeBits = bits & ~(u64(1) << 63);
  if (magnitudeBits > kInfBits<f64>)
    return bitCast<T>(
        B(sign | kInfBits<T> | kQuietBit<T> |
          B(magnitudeBits >> (52 - mantissa) & kMantissaMask<T>)));
  if (magnitudeBits == kInfBits<f64>)
    return bitCast<T>(B(sign | kInfBits<T>));
  if (magnitudeBits == 0)
    return bitCast<T>(sign);
  int exponent = int(magnitudeBits >> 52);
  u64 significand = magnitudeBits & kMantissaMask<f64>;
  if (exponent)
    significand |= u64(1) << 52;
  else
    exponent = 1;
  int target = exponent - 1023 + Format<T>::bias;
  unsigned drop = 52 - mantissa;
  if (target < 1) {
    drop += unsigned(1 - target);
    target = 1;
  }
  u64 kept = drop < 64 ? significand >> drop : 0;
  u64 lost = drop < 64 ? significand & ((u64(1) << drop) - 1) : significand;
  u64 half = drop < 64 ? u64(1) << (drop - 1) : ~u64(0);
  bool up = false;
  switch (mode) {
  case 0:
    up = lost > half || (lost == half && (kept & 1));
    break;
  case 1:
    up = lost && !negative;
    break;
  case 2:
    up = lost && negative;
    break;
  default:
    break;
  }
  kept += up;
  if (kept >> (mantissa + 1)) {
    kept >>= 1;
    ++target;
  }
  if (!(kept >> mantissa))
    return bitCast<T>(B(sign | B(kept))); // denormal or zero
  if (target >= maxExponent) {
    bool toInf =
        mode == 0 || (mode == 1 && !negative) || (mode == 2 && negative);
    return bitCast<T>(B(sign | B(toInf ? kInfBits<T> : kInfBits<T> - 1)));
  }
  return bitCast<T>(
      B(sign | B(u64(target) << mantissa) | B(kept & kMantissaMask<T>)));
}

/// f16 to f64, exact. NaNs keep their payload and still count as signalling;
/// callers inspect the bits where that matters.
inline f64 widen(f16 x) {
  u64 sign = u64(x.bits >> 15) << 63;
  int exponent = x.bits >> 10 & 0x1f;
  u64 mantissa = x.bits & 0x3ff;
  if (exponent == 0x1f)
    return bitCast<f64>(sign | kInfBits<f64> | mantissa << 42);
  if (exponent == 0) {
    f64 value = f64(mantissa) * 0x1p-24;
    return bitCast<f64>(bitCast<u64>(value) | sign);
  }
  return bitCast<f64>(sign | u64(exponent - 15 + 1023) << 52 | mantissa << 42);
}
inline f32 widen32(f16 x) {
  u32 sign = u32(x.bits >> 15) << 31;
  u32 exponent = x.bits >> 10 & 0x1f;
  u32 mantissa = x.bits & 0x3ff;
  if (exponent == 0x1f)
    return bitCast<f32>(sign | kInfBits<f32> | mantissa << 13);
  if (exponent == 0)
    return bitCast<f32>(bitCast<u32>(f32(mantissa) * 0x1p-24f) | sign);
  return bitCast<f32>(sign | (exponent - 15 + 127) << 23 | mantissa << 13);
}
inline f32 widen32(bf16 x) { return bitCast<f32>(u32(x.bits) << 16); }

/// Conversion to the type of computation and back. For f32 and f64 it is the
/// type itself.
inline f32 compute(f32 x) { return x; }
inline f64 compute(f64 x) { return x; }
inline f64 compute(f16 x) { return widen(x); }
template <typename T>
inline T narrow(decltype(compute(T())) x, const FpMode &mode) {
  if constexpr (sizeof(T) == 2)
    return roundFromF64<T>(x, mode.round16);
  else
    return x;
}

/// The NaN rule for results: the first NaN source, quieted; without a NaN
/// source, the default.
template <typename T>
inline T settle(T r, T a) {
  return isNaN(r) ? (isNaN(a) ? quiet(a) : bitCast<T>(kDefaultNaN<T>)) : r;
}
template <typename T>
inline T settle(T r, T a, T b) {
  T nan = isNaN(a)   ? quiet(a)
          : isNaN(b) ? quiet(b)
                     : bitCast<T>(kDefaultNaN<T>);
  return isNaN(r) ? nan : r;
}
template <typename T>
inline T settle(T r, T a, T b, T c) {
  T nan = isNaN(a)   ? quiet(a)
          : isNaN(b) ? quiet(b)
          : isNaN(c) ? quiet(c)
                     : bitCast<T>(kDefaultNaN<T>);
  return isNaN(r) ? nan : r;
}

} // namespace prim::emulator::PRIM_VALU

#endif // PRIM_EMULATOR_VALU_TYPES_H
