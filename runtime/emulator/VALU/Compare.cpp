//===- Compare.cpp - Vector comparisons -------------------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// V_CMP and V_CMPX for every type and predicate, and the class tests. V_CMPX
// writes EXEC because the decoder chooses it as the destination.
//
//===----------------------------------------------------------------------===//

#include "VALU/Families.h"
#include "VALU/LaneLoop.h"
#include "VALU/SemanticsInteger.h"

#include <string>

using namespace prim::emulator;
using namespace prim::emulator::PRIM_VALU;

/// Floating-point predicates, by whether they hold for less, equal, greater and
/// unordered operands.
template <typename T, bool Less, bool Equal, bool Greater, bool Unordered>
static bool cmpFloat(T a, T b) {
  auto x = compute(a), y = compute(b);
  bool less = x<y, equal = x == y, greater = x> y;
  bool unordered = !(less || equal || greater);
  return (Less && less) || (Equal && equal) || (Greater && greater) ||
         (Unordered && unordered);
}

/// Mask bits of the class test, from bit 0: signalling NaN, quiet NaN, -inf,
/// -normal, -denormal, -0, +0, +denormal, +normal, +inf.
template <typename T, typename Mask>
static bool cmpClass(T x, Mask mask) {
  unsigned bit;
  if (isNaN(x))
    bit = isSignalling(x) ? 0 : 1;
  else {
    unsigned size = isInf(x) ? 3 : isZero(x) ? 0 : isDenormal(x) ? 1 : 2;
    bit = signOf(x) ? 5 - size : 6 + size;
  }
  return mask >> bit & 1;
}

static void addBoth(Registry &r, const std::string &rest, Selector selector) {
  r.add(("V_CMP_" + rest).c_str(), selector);
  r.add(("V_CMPX_" + rest).c_str(), selector);
}

template <typename T>
static void addInteger(Registry &r, const std::string &type) {
  addBoth(r, "F_" + type, select<cmpF<T>>);
  addBoth(r, "LT_" + type, select<cmpLt<T>>);
  addBoth(r, "EQ_" + type, select<cmpEq<T>>);
  addBoth(r, "LE_" + type, select<cmpLe<T>>);
  addBoth(r, "GT_" + type, select<cmpGt<T>>);
  addBoth(r, "NE_" + type, select<cmpNe<T>>);
  addBoth(r, "GE_" + type, select<cmpGe<T>>);
  addBoth(r, "T_" + type, select<cmpT<T>>);
}

template <typename T, typename Mask>
static void addFloat(Registry &r, const std::string &type) {
  addBoth(r, "F_" + type, select<cmpFloat<T, false, false, false, false>>);
  addBoth(r, "LT_" + type, select<cmpFloat<T, true, false, false, false>>);
  addBoth(r, "EQ_" + type, select<cmpFloat<T, false, true, false, false>>);
  addBoth(r, "LE_" + type, select<cmpFloat<T, true, true, false, false>>);
  addBoth(r, "GT_" + type, select<cmpFloat<T, false, false, true, false>>);
  addBoth(r, "LG_" + type, select<cmpFloat<T, true, false, true, false>>);
  addBoth(r, "GE_" + type, select<cmpFloat<T, false, true, true, false>>);
  addBoth(r, "O_" + type, select<cmpFloat<T, true, true, true, false>>);
  addBoth(r, "U_" + type, select<cmpFloat<T, false, false, false, true>>);
  addBoth(r, "NGE_" + type, select<cmpFloat<T, true, false, false, true>>);
  addBoth(r, "NLG_" + type, select<cmpFloat<T, false, true, false, true>>);
  addBoth(r, "NGT_" + type, select<cmpFloat<T, true, true, false, true>>);
  addBoth(r, "NLE_" + type, select<cmpFloat<T, false, false, true, true>>);
  addBoth(r, "NEQ_" + type, select<cmpFloat<T, true, false, true, true>>);
  addBoth(r, "NLT_" + type, select<cmpFloat<T, false, true, true, true>>);
  addBoth(r, "TRU_" + type, select<cmpFloat<T, true, true, true, true>>);
  addBoth(r, "T_" + type, select<cmpFloat<T, true, true, true, true>>);
  addBoth(r, "CLASS_" + type, select<cmpClass<T, Mask>>);
}

void prim::emulator::PRIM_VALU::registerCompare(Registry &registry) {
  addInteger<u16>(registry, "U16");
  addInteger<i16>(registry, "I16");
  addInteger<u32>(registry, "U32");
  addInteger<i32>(registry, "I32");
  addInteger<u64>(registry, "U64");
  addInteger<i64>(registry, "I64");
  addFloat<f16, u16>(registry, "F16");
  addFloat<f32, u32>(registry, "F32");
  addFloat<f64, u32>(registry, "F64");
}
