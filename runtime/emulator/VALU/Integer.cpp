//===- Integer.cpp - Integer and bit instructions ---------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The 32- and 64-bit integer instructions of the table.
//
//===----------------------------------------------------------------------===//

#include "VALU/Families.h"
#include "VALU/LaneLoop.h"
#include "VALU/SemanticsInteger.h"

using namespace prim::emulator;
using namespace prim::emulator::PRIM_VALU;

static void addArithmetic(Registry &r) {
  // gfx9's V_ADD_U32 is V_ADD_NC_U32 in later chips; LLVM uses one name or the
  // other.
  r.add("V_ADD_U32", select<add<u32>, addSat<u32>>);
  r.add("V_SUB_U32", select<sub<u32>, subSat<u32>>);
  r.add("V_SUBREV_U32", select<subrev<u32>, subrevSat<u32>>);
  r.add("V_ADD_I32", select<add<i32>, addSat<i32>>);
  r.add("V_SUB_I32", select<sub<i32>, subSat<i32>>);
  for (const char *type : {"U32", "I32"})
    for (const char *op : {"ADD", "SUB", "SUBREV"})
      r.alias((std::string("V_") + op + "_NC_" + type).c_str(),
              (std::string("V_") + op + "_" + type).c_str());
  r.add("V_ADD_CO_U32", select<addCarryOut, addCarryOutSat>);
  r.add("V_SUB_CO_U32", select<subBorrowOut, subBorrowOutSat>);
  r.add("V_SUBREV_CO_U32", select<subrevBorrowOut, subrevBorrowOutSat>);
  r.add("V_ADDC_U32", select<addCarry>);
  r.add("V_SUBB_U32", select<subBorrow>);
  r.add("V_SUBBREV_U32", select<subrevBorrow>);
  r.alias("V_ADDC_CO_U32", "V_ADDC_U32");
  r.alias("V_SUBB_CO_U32", "V_SUBB_U32");
  r.alias("V_SUBBREV_CO_U32", "V_SUBBREV_U32");
  r.alias("V_ADD_CO_CI_U32", "V_ADDC_U32");
  r.alias("V_SUB_CO_CI_U32", "V_SUBB_U32");
  r.alias("V_SUBREV_CO_CI_U32", "V_SUBBREV_U32");
  r.add("V_MIN_U32", select<minInt<u32>>);
  r.add("V_MAX_U32", select<maxInt<u32>>);
  r.add("V_MIN_I32", select<minInt<i32>>);
  r.add("V_MAX_I32", select<maxInt<i32>>);
  r.add("V_MIN3_U32", select<min3Int<u32>>);
  r.add("V_MAX3_U32", select<max3Int<u32>>);
  r.add("V_MED3_U32", select<med3Int<u32>>);
  r.add("V_MIN3_I32", select<min3Int<i32>>);
  r.add("V_MAX3_I32", select<max3Int<i32>>);
  r.add("V_MED3_I32", select<med3Int<i32>>);
  r.add("V_MAXMIN_U32", select<maxminInt<u32>>);
  r.add("V_MINMAX_U32", select<minmaxInt<u32>>);
  r.add("V_MAXMIN_I32", select<maxminInt<i32>>);
  r.add("V_MINMAX_I32", select<minmaxInt<i32>>);
}

static void addMultiplication(Registry &r) {
  r.add("V_MUL_LO_U32", select<mulLo32>);
  r.add("V_MUL_LO_I32", select<mulLo32>);
  r.add("V_MUL_HI_U32", select<mulHiU32>);
  r.add("V_MUL_HI_I32", select<mulHiI32>);
  r.add("V_MUL_U32_U24", select<mulU24>);
  r.add("V_MUL_I32_I24", select<mulI24>);
  r.add("V_MUL_HI_U32_U24", select<mulHiU24>);
  r.add("V_MUL_HI_I32_I24", select<mulHiI24>);
  r.add("V_MAD_U32_U24", select<madU24, madU24Sat>);
  r.add("V_MAD_I32_I24", select<madI24, madI24Sat>);
  r.add("V_MAD_U32_U16", select<madU32U16>);
  r.add("V_MAD_I32_I16", select<madI32I16>);
  r.add("V_MAD_U64_U32", select<madU64U32>);
  r.add("V_MAD_I64_I32", select<madI64I32>);
  r.alias("V_MAD_CO_U64_U32", "V_MAD_U64_U32");
  r.alias("V_MAD_CO_I64_I32", "V_MAD_I64_I32");
  r.add("V_DOT4_I32_I8", select<dotI<8>, dotISat<8>>);
  r.add("V_DOT4_U32_U8", select<dotU<8>, dotUSat<8>>);
  r.add("V_DOT8_I32_I4", select<dotI<4>, dotISat<4>>);
  r.add("V_DOT8_U32_U4", select<dotU<4>, dotUSat<4>>);
  r.add("V_DOT2_I32_I16", select<dotI<16>, dotISat<16>>);
  r.add("V_DOT2_U32_U16", select<dotU<16>, dotUSat<16>>);
  r.alias("V_DOT4C_I32_I8", "V_DOT4_I32_I8");
  r.alias("V_DOT8C_I32_I4", "V_DOT8_I32_I4");
  r.alias("V_DOT2C_I32_I16", "V_DOT2_I32_I16");
}

static void addBits(Registry &r) {
  r.add("V_MOV_B64", select<mov64>);
  r.add("V_ACCVGPR_MOV_B32", select<mov32>);
  r.add("V_ACCVGPR_READ_B32", select<mov32>);
  r.add("V_ACCVGPR_WRITE_B32", select<mov32>);
  r.add("V_CNDMASK_B32", select<cndmask32>);
  r.add("V_NOT_B32", select<not32>);
  r.add("V_AND_B32", select<and32>);
  r.add("V_OR_B32", select<or32>);
  r.add("V_XOR_B32", select<xor32>);
  r.add("V_XNOR_B32", select<xnor32>);
  r.add("V_LSHLREV_B32", select<lshlrev32>);
  r.add("V_LSHRREV_B32", select<lshrrev32>);
  r.add("V_ASHRREV_I32", select<ashrrev32>);
  r.add("V_LSHLREV_B64", select<lshlrev64>);
  r.add("V_LSHRREV_B64", select<lshrrev64>);
  r.add("V_ASHRREV_I64", select<ashrrev64>);
  r.add("V_ALIGNBIT_B32", select<alignbit>);
  r.add("V_ALIGNBYTE_B32", select<alignbyte>);
  r.add("V_ADD3_U32", select<add3>);
  r.add("V_LSHL_ADD_U32", select<lshlAdd>);
  r.add("V_ADD_LSHL_U32", select<addLshl>);
  r.add("V_LSHL_OR_B32", select<lshlOr>);
  r.add("V_AND_OR_B32", select<andOr>);
  r.add("V_OR3_B32", select<or3>);
  r.add("V_XOR3_B32", select<xor3>);
  r.add("V_XAD_U32", select<xad>);
  r.add("V_LSHL_ADD_U64", select<lshlAdd64>);
  r.add("V_BFE_U32", select<bfeU32>);
  r.add("V_BFE_I32", select<bfeI32>);
  r.add("V_BFI_B32", select<bfi>);
  r.add("V_BFM_B32", select<bfm>);
  r.add("V_BFREV_B32", select<bfrev>);
  r.add("V_BCNT_U32_B32", select<bcnt>);
  r.add("V_FFBH_U32", select<ffbhU32>);
  r.add("V_FFBH_I32", select<ffbhI32>);
  r.add("V_FFBL_B32", select<ffblB32>);
  r.alias("V_CLZ_I32_U32", "V_FFBH_U32");
  r.alias("V_CLS_I32", "V_FFBH_I32");
  r.alias("V_CTZ_I32_B32", "V_FFBL_B32");
  r.add("V_BITOP3_B32", select<bitop3<u32>>);
  r.add("V_PERM_B32", select<perm>);
  r.add("V_LERP_U8", select<lerpU8>);
  r.add("V_SAD_U8", select<sadU8>);
  r.add("V_SAD_HI_U8", select<sadHiU8>);
  r.add("V_MSAD_U8", select<msadU8>);
  r.add("V_SAD_U16", select<sadU16>);
  r.add("V_SAD_U32", select<sadU32>);
  r.add("V_QSAD_PK_U16_U8", select<quadSad<sadU8>>);
  r.add("V_MQSAD_PK_U16_U8", select<quadSad<msadU8>>);
  r.add("V_MBCNT_LO_U32_B32", select<mbcntLo>);
  r.add("V_MBCNT_HI_U32_B32", select<mbcntHi>);
  r.add("V_CVT_PK_U16_U32", select<cvtPkU16U32>);
  r.add("V_CVT_PK_I16_I32", select<cvtPkI16I32>);
  r.add("V_PRNG_B32", select<prng>);
}

void prim::emulator::PRIM_VALU::registerInteger(Registry &registry) {
  addArithmetic(registry);
  addMultiplication(registry);
  addBits(registry);
}
