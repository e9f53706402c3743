//===- Float.cpp - Floating-point instructions ------------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The f32 and f64 instructions of the table.
//
//===----------------------------------------------------------------------===//

#include "VALU/FloatFamily.h"

using namespace prim::emulator;
using namespace prim::emulator::PRIM_VALU;

void prim::emulator::PRIM_VALU::registerFloat(Registry &r) {
  addCommonFloat<f32>(r, "F32");
  addCommonFloat<f64>(r, "F64");

  r.add("V_SUB_F32", select<subF<f32>>);
  r.add("V_SUBREV_F32", select<subrevF<f32>>);
  r.add("V_MUL_LEGACY_F32", select<mulLegacy<f32>>);
  r.alias("V_MUL_DX9_ZERO_F32", "V_MUL_LEGACY_F32");
  r.add("V_FMA_LEGACY_F32", select<fmaLegacy<f32>>);
  r.alias("V_FMAC_LEGACY_F32", "V_FMA_LEGACY_F32");
  r.alias("V_FMA_DX9_ZERO_F32", "V_FMA_LEGACY_F32");
  r.alias("V_FMAC_DX9_ZERO_F32", "V_FMA_LEGACY_F32");
  r.alias("V_FMAC_F64", "V_FMA_F64");

  r.add("V_FREXP_EXP_I32_F32", select<frexpExpI32<f32>>);
  r.add("V_FREXP_EXP_I32_F64", select<frexpExpI32<f64>>);
  r.add("V_LDEXP_F32", select<ldexpF32>);
  r.add("V_LDEXP_F64", select<ldexpF64>);
  r.add("V_TRIG_PREOP_F64", select<trigPreop>);

  r.add("V_RCP_F64", select<transcendental<f64, reciprocal>>);
  r.add("V_RSQ_F64", select<transcendental<f64, reciprocalRoot>>);
  r.add("V_SQRT_F64", select<transcendental<f64, squareRoot>>);
  r.alias("V_RCP_IFLAG_F32", "V_RCP_F32");

  r.add("V_DIV_SCALE_F32", select<divScale<f32>>);
  r.add("V_DIV_SCALE_F64", select<divScale<f64>>);
  r.add("V_DIV_FMAS_F32", select<divFmas<f32>>);
  r.add("V_DIV_FMAS_F64", select<divFmas<f64>>);
  r.add("V_DIV_FIXUP_F32", select<divFixup<f32>>);
  r.add("V_DIV_FIXUP_F64", select<divFixup<f64>>);

  addTranscendentals<f32>(r, "F32");
  addThreeOperand<f32>(r, "F32");

  r.add("V_DOT2_F32_F16", select<dot2F16>);
  r.add("V_DOT2_F32_BF16", select<dot2Bf16>);
  r.alias("V_DOT2C_F32_F16", "V_DOT2_F32_F16");
  r.alias("V_DOT2ACC_F32_F16", "V_DOT2_F32_F16");
  r.alias("V_DOT2C_F32_BF16", "V_DOT2_F32_BF16");
}
