//===- Float.cpp - Scalar floating-point instructions -----------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The f32 and f16 operations of gfx12's scalar unit. They compute as one lane
// of the vector instruction with the same name does, under the same MODE.
//
//===----------------------------------------------------------------------===//

#include "Core/Registry.h"
#include "Scalar/Families.h"
#include "Scalar/Operands.h"
#include "VALU/SemanticsConvert.h"
#include "VALU/SemanticsFloat.h"

#include <cfenv>
#include <string>

using namespace prim::emulator;
using namespace prim::emulator::valu;

namespace {

/// Sets the host's rounding mode to that of MODE for one instruction.
class Rounding {
public:
  explicit Rounding(unsigned mode) : changed(mode & 3) {
    static const int modes[] = {FE_TONEAREST, FE_UPWARD, FE_DOWNWARD,
                                FE_TOWARDZERO};
    if (changed)
      std::fesetround(modes[mode & 3]);
  }
  ~Rounding() {
    if (changed)
      std::fesetround(FE_TONEAREST);
  }

private:
  bool changed;
};

FpMode modeOf(const Wave &w) {
  return {(w.mode & kModeIeee) != 0, u8(w.mode >> 2 & 3)};
}

template <typename T>
constexpr bool kIsHalf = sizeof(T) == 2;

template <typename T>
T flush(T value, const Wave &w, uint32_t keep32, uint32_t keep16) {
  bool keep = w.mode & (kIsHalf<T> ? keep16 : keep32);
  return !keep && isDenormal(value)
             ? bitCast<T>(BitsOf<T>(bitsOf(value) & kSign<T>))
             : value;
}

template <typename T>
T readFloat(const Wave &w, const Operand &operand) {
  u32 bits = readScalar<u32>(w, operand);
  T value = bitCast<T>(BitsOf<T>(bits));
  return flush(value, w, kModeDenormInF32, kModeDenormInF64F16);
}
template <typename T>
void writeFloat(Wave &w, const Operand &operand, T value) {
  value = flush(value, w, kModeDenormOutF32, kModeDenormOutF64F16);
  writeScalar(w, operand, u32(bitsOf(value)));
}

template <typename T, T (*F)(T, T, const FpMode &)>
void binary(Wave &w, const Instruction &i) {
  Rounding rounding(w.mode);
  T a = readFloat<T>(w, i.src[0]), b = readFloat<T>(w, i.src[1]);
  writeFloat(w, i.dst, F(a, b, modeOf(w)));
}
template <typename T, T (*F)(T, const FpMode &)>
void unary(Wave &w, const Instruction &i) {
  writeFloat(w, i.dst, F(readFloat<T>(w, i.src[0]), modeOf(w)));
}
/// fmac (the third source is the destination), fmaak and fmamk (the constant is
/// at its position in the assembly).
template <typename T>
void fused(Wave &w, const Instruction &i) {
  Rounding rounding(w.mode);
  T a = readFloat<T>(w, i.src[0]), b = readFloat<T>(w, i.src[1]),
    c = readFloat<T>(w, i.numSrc > 2 ? i.src[2] : i.dst);
  writeFloat(w, i.dst, fmaF<T>(a, b, c, modeOf(w)));
}

enum Relation { Lt = 1, Eq = 2, Gt = 4, Unordered = 8 };
template <typename T, int Relations>
void compare(Wave &w, const Instruction &i) {
  T a = readFloat<T>(w, i.src[0]), b = readFloat<T>(w, i.src[1]);
  int is = isNaN(a) || isNaN(b)       ? Unordered
           : compute(a) < compute(b)  ? Lt
           : compute(a) == compute(b) ? Eq
                                      : Gt;
  w.scc = (is & Relations) != 0;
}

void cvtI32F32(Wave &w, const Instruction &i) {
  writeScalar(w, i.dst, cvtFloatToInt<i32, f32>(readFloat<f32>(w, i.src[0])));
}
void cvtU32F32(Wave &w, const Instruction &i) {
  writeScalar(w, i.dst, cvtFloatToInt<u32, f32>(readFloat<f32>(w, i.src[0])));
}
template <typename From>
void cvtToF32(Wave &w, const Instruction &i) {
  Rounding rounding(w.mode);
  writeFloat(w, i.dst, cvtIntToF32<From>(readScalar<From>(w, i.src[0])));
}
void cvtF16F32Scalar(Wave &w, const Instruction &i) {
  writeFloat(w, i.dst, cvtF16F32(readFloat<f32>(w, i.src[0]), modeOf(w)));
}
void cvtF32F16Scalar(Wave &w, const Instruction &i) {
  writeFloat(w, i.dst, cvtF32F16(readFloat<f16>(w, i.src[0])));
}
void cvtHiF32F16(Wave &w, const Instruction &i) {
  f16 high = bitCast<f16>(u16(readScalar<u32>(w, i.src[0]) >> 16));
  writeFloat(w, i.dst,
             cvtF32F16(flush(high, w, kModeDenormInF32, kModeDenormInF64F16)));
}
void cvtPkRtz(Wave &w, const Instruction &i) {
  writeScalar(
      w, i.dst,
      cvtPkRtzF16F32(readFloat<f32>(w, i.src[0]), readFloat<f32>(w, i.src[1])));
}

template <typename T>
void addType(Registry &r, const std::string &type) {
  auto add = [&](const std::string &op, Handler handler) {
    r.add(("S_" + op + "_" + type).c_str(), handler);
  };
  add("ADD", binary<T, addF<T>>);
  add("SUB", binary<T, subF<T>>);
  add("MUL", binary<T, mulF<T>>);
  add("MIN", binary<T, minNum<T>>);
  add("MAX", binary<T, maxNum<T>>);
  add("MINIMUM", binary<T, minimumF<T>>);
  add("MAXIMUM", binary<T, maximumF<T>>);
  add("CEIL", unary<T, ceilF<T>>);
  add("FLOOR", unary<T, floorF<T>>);
  add("TRUNC", unary<T, truncF<T>>);
  add("RNDNE", unary<T, rndneF<T>>);
  for (const char *op : {"FMAC", "FMAAK", "FMAMK"})
    add(op, fused<T>);
  constexpr int all = Lt | Eq | Gt | Unordered;
  add("CMP_LT", compare<T, Lt>);
  add("CMP_EQ", compare<T, Eq>);
  add("CMP_LE", compare<T, Lt | Eq>);
  add("CMP_GT", compare<T, Gt>);
  add("CMP_LG", compare<T, Lt | Gt>);
  add("CMP_GE", compare<T, Gt | Eq>);
  add("CMP_O", compare<T, all & ~Unordered>);
  add("CMP_U", compare<T, Unordered>);
  add("CMP_NLT", compare<T, all & ~Lt>);
  add("CMP_NEQ", compare<T, all & ~Eq>);
  add("CMP_NLE", compare<T, all & ~(Lt | Eq)>);
  add("CMP_NGT", compare<T, all & ~Gt>);
  add("CMP_NLG", compare<T, all & ~(Lt | Gt)>);
  add("CMP_NGE", compare<T, all & ~(Gt | Eq)>);
}

} // namespace

void prim::emulator::registerScalarFloat(Registry &r) {
  addType<f32>(r, "F32");
  addType<f16>(r, "F16");
  r.add("S_CVT_F32_I32", cvtToF32<i32>);
  r.add("S_CVT_F32_U32", cvtToF32<u32>);
  r.add("S_CVT_I32_F32", cvtI32F32);
  r.add("S_CVT_U32_F32", cvtU32F32);
  r.add("S_CVT_F16_F32", cvtF16F32Scalar);
  r.add("S_CVT_F32_F16", cvtF32F16Scalar);
  r.add("S_CVT_HI_F32_F16", cvtHiF32F16);
  r.add("S_CVT_PK_RTZ_F16_F32", cvtPkRtz);
}
