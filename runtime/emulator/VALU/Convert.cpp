//===- Convert.cpp - Conversions --------------------------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The conversion instructions of the table.
//
//===----------------------------------------------------------------------===//

#include "VALU/Families.h"
#include "VALU/LaneLoop.h"
#include "VALU/SemanticsConvert.h"

using namespace prim::emulator;
using namespace prim::emulator::PRIM_VALU;

void prim::emulator::PRIM_VALU::registerConvert(Registry &r) {
  r.add("V_CVT_I32_F32", select<cvtFloatToInt<i32, f32>>);
  r.add("V_CVT_U32_F32", select<cvtFloatToInt<u32, f32>>);
  r.add("V_CVT_I32_F64", select<cvtFloatToInt<i32, f64>>);
  r.add("V_CVT_U32_F64", select<cvtFloatToInt<u32, f64>>);
  r.add("V_CVT_I16_F16", select<cvtFloatToInt<i16, f16>>);
  r.add("V_CVT_U16_F16", select<cvtFloatToInt<u16, f16>>);
  r.add("V_CVT_RPI_I32_F32", select<cvtNearestI32>);
  r.add("V_CVT_FLR_I32_F32", select<cvtFloorI32>);
  r.alias("V_CVT_NEAREST_I32_F32", "V_CVT_RPI_I32_F32");
  r.alias("V_CVT_FLOOR_I32_F32", "V_CVT_FLR_I32_F32");
  r.add("V_CVT_F32_I32", select<cvtIntToF32<i32>>);
  r.add("V_CVT_F32_U32", select<cvtIntToF32<u32>>);
  r.add("V_CVT_F64_I32", select<cvtIntToF64<i32>>);
  r.add("V_CVT_F64_U32", select<cvtIntToF64<u32>>);
  r.add("V_CVT_F16_I16", select<cvtIntToF16<i16>>);
  r.add("V_CVT_F16_U16", select<cvtIntToF16<u16>>);
  r.add("V_CVT_F32_UBYTE0", select<cvtUbyte<0>>);
  r.add("V_CVT_F32_UBYTE1", select<cvtUbyte<1>>);
  r.add("V_CVT_F32_UBYTE2", select<cvtUbyte<2>>);
  r.add("V_CVT_F32_UBYTE3", select<cvtUbyte<3>>);
  r.add("V_CVT_OFF_F32_I4", select<cvtOffI4>);
  r.add("V_CVT_F64_F32", select<cvtF64F32>);
  r.add("V_CVT_F32_F64", select<cvtF32F64>);
  r.add("V_CVT_F16_F32", select<cvtF16F32>);
  r.add("V_CVT_F32_F16", select<cvtF32F16>);
  r.add("V_CVT_F32_BF16", select<cvtF32Bf16>);
  r.add("V_CVT_PK_BF16_F32", select<cvtPkBf16F32>);
  r.add("V_CVT_PKRTZ_F16_F32", select<cvtPkRtzF16F32>);
  r.alias("V_CVT_PK_RTZ_F16_F32", "V_CVT_PKRTZ_F16_F32");
  r.add("V_CVT_PK_F16_F32", select<cvtPkF16F32>);
  r.add("V_CVT_PK_I16_F32", select<cvtPkI16F32>);
  r.add("V_CVT_PK_U16_F32", select<cvtPkU16F32>);
  r.add("V_PACK_B32_F16", select<packHalves>);
  r.add("V_CVT_I32_I16", select<cvtI32I16>);
  r.add("V_CVT_U32_U16", select<cvtU32U16>);
}
