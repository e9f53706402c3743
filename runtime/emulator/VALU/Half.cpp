//===- Half.cpp - 16-bit instructions ---------------------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The f16 and 16-bit integer instructions of the table.
//
//===----------------------------------------------------------------------===//

#include "VALU/FloatFamily.h"
#include "VALU/SemanticsInteger.h"

using namespace prim::emulator;
using namespace prim::emulator::PRIM_VALU;

void prim::emulator::PRIM_VALU::registerHalf(Registry &r) {
  addCommonFloat<f16>(r, "F16");
  addTranscendentals<f16>(r, "F16");
  addThreeOperand<f16>(r, "F16");
  r.add("V_SUB_F16", select<subF<f16>>);
  r.add("V_SUBREV_F16", select<subrevF<f16>>);
  r.alias("V_FMA_LEGACY_F16", "V_FMA_F16");
  r.alias("V_MAD_LEGACY_F16", "V_MAD_F16");
  r.add("V_FREXP_EXP_I16_F16", select<frexpExpI16>);
  r.add("V_LDEXP_F16", select<ldexpF16>);
  r.add("V_DIV_FIXUP_F16", select<divFixup<f16>>);
  r.alias("V_DIV_FIXUP_LEGACY_F16", "V_DIV_FIXUP_F16");
}

void prim::emulator::PRIM_VALU::registerInteger16(Registry &r) {
  r.add("V_ADD_U16", select<add<u16>, addSat<u16>>);
  r.add("V_SUB_U16", select<sub<u16>, subSat<u16>>);
  r.add("V_SUBREV_U16", select<subrev<u16>, subrevSat<u16>>);
  r.add("V_ADD_I16", select<add<i16>, addSat<i16>>);
  r.add("V_SUB_I16", select<sub<i16>, subSat<i16>>);
  for (const char *type : {"U16", "I16"})
    for (const char *op : {"ADD", "SUB"})
      r.alias((std::string("V_") + op + "_NC_" + type).c_str(),
              (std::string("V_") + op + "_" + type).c_str());
  r.add("V_MUL_LO_U16", select<mulLo16>);
  r.add("V_MAD_U16", select<mad16<u16>, mad16Sat<u16>>);
  r.add("V_MAD_I16", select<mad16<i16>, mad16Sat<i16>>);
  r.alias("V_MAD_LEGACY_U16", "V_MAD_U16");
  r.alias("V_MAD_LEGACY_I16", "V_MAD_I16");
  r.add("V_MIN_U16", select<minInt<u16>>);
  r.add("V_MAX_U16", select<maxInt<u16>>);
  r.add("V_MIN_I16", select<minInt<i16>>);
  r.add("V_MAX_I16", select<maxInt<i16>>);
  r.add("V_MIN3_U16", select<min3Int<u16>>);
  r.add("V_MAX3_U16", select<max3Int<u16>>);
  r.add("V_MED3_U16", select<med3Int<u16>>);
  r.add("V_MIN3_I16", select<min3Int<i16>>);
  r.add("V_MAX3_I16", select<max3Int<i16>>);
  r.add("V_MED3_I16", select<med3Int<i16>>);
  r.add("V_LSHLREV_B16", select<lshlrev16>);
  r.add("V_LSHRREV_B16", select<lshrrev16>);
  r.add("V_ASHRREV_I16", select<ashrrev16>);
  r.add("V_AND_B16", select<and16>);
  r.add("V_OR_B16", select<or16>);
  r.add("V_XOR_B16", select<xor16>);
  r.add("V_NOT_B16", select<not16>);
  r.add("V_BITOP3_B16", select<bitop3<u16>>);
  r.add("V_MOV_B16", select<mov16>);
  r.add("V_CNDMASK_B16", select<cndmask16>);
  r.add("V_SAT_PK_U8_I16", select<satPkU8I16>);
  r.add("V_ASHR_PK_I8_I32", select<ashrPk8<i8>>);
  r.add("V_ASHR_PK_U8_I32", select<ashrPk8<u8>>);
}
