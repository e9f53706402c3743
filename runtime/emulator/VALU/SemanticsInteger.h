//===- SemanticsInteger.h - Integer and bit operations ----------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The integer instructions, for one lane, as in AMD's ISA guides. Pure
// functions of their arguments.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_EMULATOR_VALU_SEMANTICSINTEGER_H
#define PRIM_EMULATOR_VALU_SEMANTICSINTEGER_H

#include "VALU/Types.h"

namespace prim::emulator::PRIM_VALU {

template <typename T>
constexpr T saturate(i64 x) {
  constexpr i64 low = std::numeric_limits<T>::min();
  constexpr i64 high = std::numeric_limits<T>::max();
  return T(x < low ? low : x > high ? high : x);
}

// Arithmetic wraps; the *Sat forms are the same instructions with clamp.
template <typename T>
inline T add(T a, T b) {
  return T(u64(a) + u64(b));
}
template <typename T>
inline T sub(T a, T b) {
  return T(u64(a) - u64(b));
}
template <typename T>
inline T subrev(T a, T b) {
  return sub<T>(b, a);
}
template <typename T>
inline T addSat(T a, T b) {
  return saturate<T>(i64(a) + i64(b));
}
template <typename T>
inline T subSat(T a, T b) {
  return saturate<T>(i64(a) - i64(b));
}
template <typename T>
inline T subrevSat(T a, T b) {
  return subSat<T>(b, a);
}

// With carry: `mask` is the carry (borrow) out.
inline WithMask<u32> addCarryOut(u32 a, u32 b) {
  u32 r = a + b;
  return {r, r < a};
}
inline WithMask<u32> subBorrowOut(u32 a, u32 b) { return {a - b, a < b}; }
inline WithMask<u32> subrevBorrowOut(u32 a, u32 b) {
  return subBorrowOut(b, a);
}
inline WithMask<u32> addCarryOutSat(u32 a, u32 b) {
  u32 r = a + b;
  return {r < a ? ~0u : r, r < a};
}
inline WithMask<u32> subBorrowOutSat(u32 a, u32 b) {
  return {a < b ? 0u : a - b, a < b};
}
inline WithMask<u32> subrevBorrowOutSat(u32 a, u32 b) {
  return subBorrowOutSat(b, a);
}
inline WithMask<u32> addCarry(u32 a, u32 b, LaneBit carry) {
  u32 partial = a + b, r = partial + (carry.word & 1);
  return {r, partial < a || r < partial};
}
inline WithMask<u32> subBorrow(u32 a, u32 b, LaneBit borrow) {
  u32 partial = a - b, in = borrow.word & 1;
  return {partial - in, a < b || partial < in};
}
inline WithMask<u32> subrevBorrow(u32 a, u32 b, LaneBit borrow) {
  return subBorrow(b, a, borrow);
}

inline u32 and32(u32 a, u32 b) { return a & b; }
inline u32 or32(u32 a, u32 b) { return a | b; }
inline u32 xor32(u32 a, u32 b) { return a ^ b; }
inline u32 xnor32(u32 a, u32 b) { return ~(a ^ b); }
inline u32 not32(u32 a) { return ~a; }
inline u16 and16(u16 a, u16 b) { return a & b; }
inline u16 or16(u16 a, u16 b) { return a | b; }
inline u16 xor16(u16 a, u16 b) { return a ^ b; }
inline u16 not16(u16 a) { return u16(~a); }
inline u32 mov32(u32 a) { return a; }
inline u16 mov16(u16 a) { return a; }
inline u64 mov64(u64 a) { return a; }
inline Raw32 cndmask32(Raw32 a, Raw32 b, LaneBit c) {
  return {(a.bits & ~c.word) | (b.bits & c.word)};
}
inline u16 cndmask16(u16 a, u16 b, LaneBit c) { return c ? b : a; }

// Shifts: `rev` forms take the amount first; amounts are truncated to the
// width.
inline u32 lshlrev32(u32 n, u32 x) { return x << (n & 31); }
inline u32 lshrrev32(u32 n, u32 x) { return x >> (n & 31); }
inline i32 ashrrev32(u32 n, i32 x) { return x >> (n & 31); }
inline u16 lshlrev16(u16 n, u16 x) { return u16(x << (n & 15)); }
inline u16 lshrrev16(u16 n, u16 x) { return u16(x >> (n & 15)); }
inline i16 ashrrev16(u16 n, i16 x) { return i16(x >> (n & 15)); }
inline u64 lshlrev64(u32 n, u64 x) { return x << (n & 63); }
inline u64 lshrrev64(u32 n, u64 x) { return x >> (n & 63); }
inline i64 ashrrev64(u32 n, i64 x) { return x >> (n & 63); }
inline u32 alignbit(u32 a, u32 b, u32 n) {
  return u32((u64(a) << 32 | b) >> (n & 31));
}
inline u32 alignbyte(u32 a, u32 b, u32 n) {
  return u32((u64(a) << 32 | b) >> (8 * (n & 3)));
}

template <typename T>
inline T minInt(T a, T b) {
  return a < b ? a : b;
}
template <typename T>
inline T maxInt(T a, T b) {
  return a < b ? b : a;
}
template <typename T>
inline T min3Int(T a, T b, T c) {
  return minInt(minInt(a, b), c);
}
template <typename T>
inline T max3Int(T a, T b, T c) {
  return maxInt(maxInt(a, b), c);
}
template <typename T>
inline T med3Int(T a, T b, T c) {
  return maxInt(minInt(a, b), minInt(maxInt(a, b), c));
}
template <typename T>
inline T maxminInt(T a, T b, T c) {
  return minInt(maxInt(a, b), c);
}
template <typename T>
inline T minmaxInt(T a, T b, T c) {
  return maxInt(minInt(a, b), c);
}

// Multiplications. The 24-bit forms look at the low 24 bits of their sources.
constexpr u32 low24(u32 x) { return x & 0xffffff; }
constexpr i32 low24s(i32 x) { return i32(u32(x) << 8) >> 8; }
inline u32 mulLo32(u32 a, u32 b) { return a * b; }
inline u32 mulHiU32(u32 a, u32 b) { return u32(u64(a) * b >> 32); }
inline i32 mulHiI32(i32 a, i32 b) { return i32(i64(a) * b >> 32); }
inline u16 mulLo16(u16 a, u16 b) { return u16(u32(a) * b); }
inline u32 mulU24(u32 a, u32 b) { return low24(a) * low24(b); }
inline i32 mulI24(i32 a, i32 b) { return i32(i64(low24s(a)) * low24s(b)); }
inline u32 mulHiU24(u32 a, u32 b) {
  return u32(u64(low24(a)) * low24(b) >> 32);
}
inline i32 mulHiI24(i32 a, i32 b) {
  return i32(i64(low24s(a)) * low24s(b) >> 32);
}
inline u32 madU24(u32 a, u32 b, u32 c) { return low24(a) * low24(b) + c; }
inline i32 madI24(i32 a, i32 b, i32 c) {
  return i32(i64(low24s(a)) * low24s(b) + c);
}
inline u32 madU24Sat(u32 a, u32 b, u32 c) {
  return saturate<u32>(i64(u64(low24(a)) * low24(b) + c));
}
inline i32 madI24Sat(i32 a, i32 b, i32 c) {
  return saturate<i32>(i64(low24s(a)) * low24s(b) + c);
}
template <typename T>
inline T mad16(T a, T b, T c) {
  return T(i32(a) * i32(b) + i32(c));
}
template <>
inline u16 mad16(u16 a, u16 b, u16 c) {
  return u16(u32(a) * b + c);
}
template <typename T>
inline T mad16Sat(T a, T b, T c) {
  return saturate<T>(i64(a) * b + c);
}
inline u32 madU32U16(u16 a, u16 b, u32 c) { return u32(a) * b + c; }
inline i32 madI32I16(i16 a, i16 b, i32 c) {
  return i32(u32(i32(a) * b) + u32(c));
}
inline WithMask<u64> madU64U32(u32 a, u32 b, u64 c) {
  u64 r = u64(a) * b + c;
  return {r, r < c};
}
inline WithMask<i64> madI64I32(i32 a, i32 b, i64 c) {
  i64 product = i64(a) * b, r;
  bool overflow = __builtin_add_overflow(product, c, &r);
  return {r, overflow};
}

// Two operations in one.
inline u32 add3(u32 a, u32 b, u32 c) { return a + b + c; }
inline u32 lshlAdd(u32 a, u32 n, u32 c) { return (a << (n & 31)) + c; }
inline u32 addLshl(u32 a, u32 b, u32 n) { return (a + b) << (n & 31); }
inline u32 lshlOr(u32 a, u32 n, u32 c) { return (a << (n & 31)) | c; }
inline u32 andOr(u32 a, u32 b, u32 c) { return (a & b) | c; }
inline u32 or3(u32 a, u32 b, u32 c) { return a | b | c; }
inline u32 xor3(u32 a, u32 b, u32 c) { return a ^ b ^ c; }
inline u32 xad(u32 a, u32 b, u32 c) { return (a ^ b) + c; }
/// Shift amounts above 4 are undefined; the hardware uses three bits.
inline u64 lshlAdd64(u64 a, u32 n, u64 c) { return (a << (n & 7)) + c; }

// Bit fields.
inline u32 bfeU32(u32 x, u32 offset, u32 width) {
  u32 w = width & 31;
  return x >> (offset & 31) & ((1u << w) - 1);
}
inline i32 bfeI32(i32 x, u32 offset, u32 width) {
  u32 w = width & 31, o = offset & 31;
  // A field that extends past bit 31 is filled with the sign.
  i32 field = x >> o;
  u32 up = (32 - w) & 31;
  return w == 0 ? 0 : i32(u32(field) << up) >> up;
}
inline u32 bfi(u32 mask, u32 a, u32 b) { return (mask & a) | (~mask & b); }
inline u32 bfm(u32 width, u32 offset) {
  return ((1u << (width & 31)) - 1) << (offset & 31);
}
inline u32 bfrev(u32 x) {
  x = (x >> 1 & 0x55555555) | (x & 0x55555555) << 1;
  x = (x >> 2 & 0x33333333) | (x & 0x33333333) << 2;
  x = (x >> 4 & 0x0f0f0f0f) | (x & 0x0f0f0f0f) << 4;
  return __builtin_bswap32(x);
}
inline u32 bcnt(u32 x, u32 c) { return u32(__builtin_popcount(x)) + c; }
/// Position of the first one from the top (bottom); all ones if there is none.
inline u32 ffbhU32(u32 x) { return x ? u32(__builtin_clz(x)) : ~0u; }
inline u32 ffblB32(u32 x) { return x ? u32(__builtin_ctz(x)) : ~0u; }
/// Position of the first bit from the top that differs from the sign.
inline u32 ffbhI32(u32 x) { return ffbhU32(x ^ u32(i32(x) >> 31)); }
/// Any function of three bits, by its truth table.
template <typename T>
inline T bitop3(T a, T b, T c, Immediate table) {
  u32 r = 0;
  for (unsigned k = 0; k < 8; ++k)
    r |= (table.value >> k & 1 ? ~0u : 0u) & (k & 4 ? a : ~a) &
         (k & 2 ? b : ~b) & (k & 1 ? c : ~c);
  return T(r);
}

inline u32 permByte(u64 data, u32 select) {
  select &= 0xff;
  if (select >= 13)
    return 0xff;
  if (select == 12)
    return 0;
  if (select >= 8)
    return data >> ((select - 8) * 16 + 15) & 1 ? 0xff : 0;
  return u32(data >> (select * 8) & 0xff);
}
inline u32 perm(u32 a, u32 b, u32 select) {
  u64 data = u64(a) << 32 | b;
  u32 r = 0;
  for (unsigned k = 0; k < 4; ++k)
    r |= permByte(data, select >> (8 * k)) << (8 * k);
  return r;
}

inline u32 lerpU8(u32 a, u32 b, u32 c) {
  u32 r = 0;
  for (unsigned k = 0; k < 32; k += 8)
    r |= ((a >> k & 0xff) + (b >> k & 0xff) + (c >> k & 1)) >> 1 << k;
  return r;
}
constexpr u32 absDiff(u32 a, u32 b) { return a > b ? a - b : b - a; }
inline u32 sadU8(u32 a, u32 b, u32 c) {
  for (unsigned k = 0; k < 32; k += 8)
    c += absDiff(a >> k & 0xff, b >> k & 0xff);
  return c;
}
inline u32 sadHiU8(u32 a, u32 b, u32 c) { return (sadU8(a, b, 0) << 16) + c; }
inline u32 msadU8(u32 a, u32 b, u32 c) {
  for (unsigned k = 0; k < 32; k += 8)
    c += (b >> k & 0xff) ? absDiff(a >> k & 0xff, b >> k & 0xff) : 0;
  return c;
}
inline u32 sadU16(u32 a, u32 b, u32 c) {
  return absDiff(a & 0xffff, b & 0xffff) + absDiff(a >> 16, b >> 16) + c;
}
inline u32 sadU32(u32 a, u32 b, u32 c) { return absDiff(a, b) + c; }
template <u32 (*Sad)(u32, u32, u32)>
inline u64 quadSad(u64 a, u32 b, u64 c) {
  u64 r = 0;
  for (unsigned k = 0; k < 4; ++k)
    r |= u64(Sad(u32(a >> (8 * k)), b, u32(c >> (16 * k)) & 0xffff) & 0xffff)
         << (16 * k);
  return r;
}

/// Lanes below this one whose mask bit is set, in either half of a wave.
inline u32 mbcntLo(u32 mask, u32 c, LaneId lane) {
  u32 below = lane.value >= 32 ? ~0u : (1u << lane.value) - 1;
  return bcnt(mask & below, c);
}
inline u32 mbcntHi(u32 mask, u32 c, LaneId lane) {
  u32 below = lane.value < 32 ? 0 : (1u << (lane.value - 32)) - 1;
  return bcnt(mask & below, c);
}

// Conversions between integer widths.
inline u32 cvtPkU16U32(u32 a, u32 b) {
  return saturate<u16>(a) | u32(saturate<u16>(b)) << 16;
}
inline u32 cvtPkI16I32(i32 a, i32 b) {
  return u16(saturate<i16>(a)) | u32(u16(saturate<i16>(b))) << 16;
}
inline i32 cvtI32I16(i16 a) { return a; }
inline u32 cvtU32U16(u16 a) { return a; }
inline u16 satPkU8I16(u32 a) {
  return u16(saturate<u8>(i16(a)) | saturate<u8>(i16(a >> 16)) << 8);
}
template <typename T>
inline u16 ashrPk8(i32 a, i32 b, u32 n) {
  return u16(u8(saturate<T>(a >> (n & 31))) | u8(saturate<T>(b >> (n & 31)))
                                                  << 8);
}
/// One step of the LFSR behind stochastic rounding.
inline u32 prng(u32 x) { return x << 1 ^ (x >> 31 ? 197u : 0u); }

// Dot products of packed integers.
template <unsigned Bits, bool SignedA, bool SignedB>
inline i64 dotPacked(u32 a, u32 b) {
  i64 sum = 0;
  for (unsigned k = 0; k < 32; k += Bits) {
    u32 x = a << (32 - Bits - k), y = b << (32 - Bits - k);
    i64 p = SignedA ? i64(i32(x) >> (32 - Bits)) : i64(x >> (32 - Bits));
    i64 q = SignedB ? i64(i32(y) >> (32 - Bits)) : i64(y >> (32 - Bits));
    sum += p * q;
  }
  return sum;
}
template <unsigned Bits, bool SignedA, bool SignedB>
inline i32 dotMixed(u32 a, u32 b, i32 c) {
  return i32(dotPacked<Bits, SignedA, SignedB>(a, b) + c);
}
template <unsigned Bits, bool SignedA, bool SignedB>
inline i32 dotMixedSat(u32 a, u32 b, i32 c) {
  return saturate<i32>(dotPacked<Bits, SignedA, SignedB>(a, b) + c);
}
template <unsigned Bits>
inline i32 dotI(u32 a, u32 b, i32 c) {
  return i32(dotPacked<Bits, true, true>(a, b) + c);
}
template <unsigned Bits>
inline i32 dotISat(u32 a, u32 b, i32 c) {
  return saturate<i32>(dotPacked<Bits, true, true>(a, b) + c);
}
template <unsigned Bits>
inline u32 dotU(u32 a, u32 b, u32 c) {
  return u32(dotPacked<Bits, false, false>(a, b) + c);
}
template <unsigned Bits>
inline u32 dotUSat(u32 a, u32 b, u32 c) {
  return saturate<u32>(dotPacked<Bits, false, false>(a, b) + c);
}

// Comparisons.
template <typename T>
inline bool cmpF(T, T) {
  return false;
}
template <typename T>
inline bool cmpT(T, T) {
  return true;
}
template <typename T>
inline bool cmpLt(T a, T b) {
  return a < b;
}
template <typename T>
inline bool cmpEq(T a, T b) {
  return a == b;
}
template <typename T>
inline bool cmpLe(T a, T b) {
  return a <= b;
}
template <typename T>
inline bool cmpGt(T a, T b) {
  return a > b;
}
template <typename T>
inline bool cmpNe(T a, T b) {
  return a != b;
}
template <typename T>
inline bool cmpGe(T a, T b) {
  return a >= b;
}

} // namespace prim::emulator::PRIM_VALU

#endif // PRIM_EMULATOR_VALU_SEMANTICSINTEGER_H
