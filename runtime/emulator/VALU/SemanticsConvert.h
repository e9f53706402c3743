//===- SemanticsConvert.h - Conversions between types -----------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The conversions, for one lane. Float to integer truncates, saturates, and
// gives 0 for NaN; integer to f32 rounds in the host's current mode.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_EMULATOR_VALU_SEMANTICSCONVERT_H
#define PRIM_EMULATOR_VALU_SEMANTICSCONVERT_H

#include "VALU/SemanticsFloat.h"
#include "VALU/SemanticsInteger.h"

namespace prim::emulator::PRIM_VALU {

/// Saturates an integral value, or one that is then truncated. NaN gives 0.
template <typename To>
inline To toInteger(f64 x) {
  constexpr f64 low = f64(std::numeric_limits<To>::min());
  constexpr f64 high = f64(std::numeric_limits<To>::max());
  f64 bounded = x < low ? low : x > high ? high : x;
  return To(i64(x == x ? bounded : 0.0));
}
template <typename To, typename From>
inline To cvtFloatToInt(From x) {
  return toInteger<To>(f64(compute(x)));
}
inline i32 cvtNearestI32(f32 x) { return toInteger<i32>(std::floor(x + 0.5)); }
inline i32 cvtFloorI32(f32 x) { return toInteger<i32>(std::floor(f64(x))); }

template <typename From>
inline f32 cvtIntToF32(From x) {
  return f32(x);
}
template <typename From>
inline f64 cvtIntToF64(From x) {
  return f64(x);
}
template <typename From>
inline f16 cvtIntToF16(From x, const FpMode &mode) {
  return roundFromF64<f16>(f64(x), mode.round16);
}
template <unsigned Byte>
inline f32 cvtUbyte(u32 x) {
  return f32(x >> (8 * Byte) & 0xff);
}
/// A signed 4-bit number in sixteenths.
inline f32 cvtOffI4(u32 x) { return f32(i32(x << 28) >> 28) / 16.0f; }

inline f64 cvtF64F32(f32 x) { return f64(x); }
inline f32 cvtF32F64(f64 x) { return f32(x); }
inline f16 cvtF16F32(f32 x, const FpMode &mode) {
  return roundFromF64<f16>(f64(x), mode.round16);
}
inline f32 cvtF32F16(f16 x) {
  f32 r = widen32(x);
  return isNaN(r) ? quiet(r) : r;
}
inline f32 cvtF32Bf16(u16 x) { return widen32(bf16{x}); }
/// Round to nearest even.
inline u16 roundToBf16(f32 x) {
  u32 bits = bitsOf(x);
  if (isNaN(x))
    return u16(bits >> 16 | 0x40);
  return u16((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
}
inline u32 cvtPkBf16F32(f32 a, f32 b) {
  return roundToBf16(a) | u32(roundToBf16(b)) << 16;
}
inline u32 packHalves(f16 a, f16 b) { return a.bits | u32(b.bits) << 16; }
inline u32 cvtPkRtzF16F32(f32 a, f32 b) {
  constexpr unsigned towardZero = 3;
  return packHalves(roundFromF64<f16>(a, towardZero),
                    roundFromF64<f16>(b, towardZero));
}
inline u32 cvtPkF16F32(f32 a, f32 b, const FpMode &mode) {
  return packHalves(cvtF16F32(a, mode), cvtF16F32(b, mode));
}
inline u32 cvtPkI16F32(f32 a, f32 b) {
  return u16(toInteger<i16>(a)) | u32(u16(toInteger<i16>(b))) << 16;
}
inline u32 cvtPkU16F32(f32 a, f32 b) {
  return toInteger<u16>(a) | u32(toInteger<u16>(b)) << 16;
}

} // namespace prim::emulator::PRIM_VALU

#endif // PRIM_EMULATOR_VALU_SEMANTICSCONVERT_H
