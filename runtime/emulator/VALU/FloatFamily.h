//===- FloatFamily.h - Instructions every float type has --------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The parts of the table that are identical for f16, f32 and f64 except for the
// type in the name.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_EMULATOR_VALU_FLOATFAMILY_H
#define PRIM_EMULATOR_VALU_FLOATFAMILY_H

#include "VALU/Families.h"
#include "VALU/LaneLoop.h"
#include "VALU/SemanticsFloat.h"

#include <string>

namespace prim::emulator::PRIM_VALU {

/// Adds entries named `V_<op>_<type>`.
class TypedRegistry {
public:
  TypedRegistry(Registry &registry, const char *type)
      : registry(registry), type(type) {}
  void add(const char *op, Selector selector) {
    registry.add(name(op).c_str(), selector);
  }
  void alias(const char *op, const char *of) {
    registry.alias(name(op).c_str(), name(of).c_str());
  }

private:
  std::string name(const char *op) const {
    return std::string("V_") + op + "_" + type;
  }
  Registry &registry;
  std::string type;
};

/// Two-operand arithmetic, minima and maxima, fma and rounding: all types.
template <typename T>
void addCommonFloat(Registry &registry, const char *type) {
  TypedRegistry r(registry, type);
  r.add("ADD", select<addF<T>>);
  r.add("MUL", select<mulF<T>>);
  r.add("FMA", select<fmaF<T>>);
  r.add("MIN", select<minF<T>>);
  r.add("MAX", select<maxF<T>>);
  r.add("MIN_NUM", select<minNum<T>>);
  r.add("MAX_NUM", select<maxNum<T>>);
  r.add("MINIMUM", select<minimumF<T>>);
  r.add("MAXIMUM", select<maximumF<T>>);
  r.add("RNDNE", select<rndneF<T>>);
  r.add("TRUNC", select<truncF<T>>);
  r.add("CEIL", select<ceilF<T>>);
  r.add("FLOOR", select<floorF<T>>);
  r.add("FRACT", select<fractF<T>>);
  r.add("FREXP_MANT", select<frexpMant<T>>);
}

/// The approximations: f16 and f32.
template <typename T>
void addTranscendentals(Registry &registry, const char *type) {
  TypedRegistry r(registry, type);
  r.add("RCP", select<transcendental<T, reciprocal>>);
  r.add("RSQ", select<transcendental<T, reciprocalRoot>>);
  r.add("SQRT", select<transcendental<T, squareRoot>>);
  r.add("EXP", select<transcendental<T, exp2Of>>);
  r.add("LOG", select<transcendental<T, log2Of>>);
  r.add("SIN", select<transcendental<T, turnSine<0>>>);
  r.add("COS", select<transcendental<T, turnSine<1>>>);
}

/// Three-operand minima and maxima and the other spellings of fma: f16 and f32.
template <typename T>
void addThreeOperand(Registry &registry, const char *type) {
  TypedRegistry r(registry, type);
  for (const char *op : {"FMAC", "FMAAK", "FMAMK"})
    r.alias(op, "FMA");
  r.add("MAD", select<madF<T>>);
  for (const char *op : {"MAC", "MADAK", "MADMK"})
    r.alias(op, "MAD");
  r.add("MIN3", select<chain<T, minF<T>, minF<T>>>);
  r.add("MAX3", select<chain<T, maxF<T>, maxF<T>>>);
  r.add("MED3", select<med3F<T, minF<T>, maxF<T>>>);
  r.add("MAXMIN", select<chain<T, maxF<T>, minF<T>>>);
  r.add("MINMAX", select<chain<T, minF<T>, maxF<T>>>);
  r.add("MIN3_NUM", select<chain<T, minNum<T>, minNum<T>>>);
  r.add("MAX3_NUM", select<chain<T, maxNum<T>, maxNum<T>>>);
  r.add("MED3_NUM", select<med3F<T, minNum<T>, maxNum<T>>>);
  r.add("MAXMIN_NUM", select<chain<T, maxNum<T>, minNum<T>>>);
  r.add("MINMAX_NUM", select<chain<T, minNum<T>, maxNum<T>>>);
  r.add("MINIMUM3", select<chain<T, minimumF<T>, minimumF<T>>>);
  r.add("MAXIMUM3", select<chain<T, maximumF<T>, maximumF<T>>>);
  r.add("MINIMUMMAXIMUM", select<chain<T, minimumF<T>, maximumF<T>>>);
  r.add("MAXIMUMMINIMUM", select<chain<T, maximumF<T>, minimumF<T>>>);
}

} // namespace prim::emulator::PRIM_VALU

#endif // PRIM_EMULATOR_VALU_FLOATFAMILY_H
