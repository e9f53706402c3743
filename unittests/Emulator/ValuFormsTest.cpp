//===- ValuFormsTest.cpp - SDWA, packed and mixed forms ---------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sub-dword selects of SDWA, op_sel, op_sel_hi, neg_lo and neg_hi of the packed
// instructions, mixed-precision fma, dot products.
//
//===----------------------------------------------------------------------===//

#include "ValuCases.h"

using namespace prim::emulator;
using namespace prim::emulator::test;

TEST(ValuSdwa, Selects) {
  for (const char *chip : {"gfx90a", "gfx942", "gfx1030"}) {
    std::string add =
        std::string(chip) == "gfx1030" ? "v_add_nc_u32_sdwa" : "v_add_u32_sdwa";
    std::string words = add + " v0, v2, v4 dst_sel:DWORD dst_unused:UNUSED_PAD "
                              "src0_sel:WORD_1 src1_sel:BYTE_2";
    std::string extended = add + " v0, sext(v2), sext(v4) dst_sel:DWORD "
                                 "dst_unused:UNUSED_PAD src0_sel:WORD_0 "
                                 "src1_sel:BYTE_3";
    checkCases(
        chip,
        {
            {words.c_str(), 0x12345678, 0x00ab0000, 0, 0x1234 + 0xab},
            {extended.c_str(), 0x0000fffe, 0x80000000, 0, uint32_t(-2 - 128)},
            {"v_mov_b32_sdwa v0, v2 dst_sel:BYTE_1 "
             "dst_unused:UNUSED_PAD src0_sel:BYTE_3",
             0xab000000, 0, 0, 0x0000ab00},
            {"v_mov_b32_sdwa v0, v2 dst_sel:BYTE_1 "
             "dst_unused:UNUSED_SEXT src0_sel:BYTE_3",
             0xab000000, 0, 0, 0xffffab00},
            {"v_mov_b32_sdwa v0, v2 dst_sel:BYTE_1 "
             "dst_unused:UNUSED_PRESERVE src0_sel:BYTE_3",
             0xab000000, 0, 0, 0x7777ab88},
            {"v_mov_b32_sdwa v0, v2 dst_sel:WORD_1 "
             "dst_unused:UNUSED_PRESERVE src0_sel:WORD_0",
             0x00001234, 0, 0, 0x12348888},
            {"v_or_b32_sdwa v0, v2, v4 dst_sel:WORD_1 "
             "dst_unused:UNUSED_PAD src0_sel:BYTE_0 src1_sel:DWORD",
             0x000000f0, 0xffff000f, 0, 0x00ff0000},
            {"v_add_f32_sdwa v0, -v2, |v4| dst_sel:DWORD "
             "dst_unused:UNUSED_PAD src0_sel:DWORD src1_sel:DWORD",
             bits32(1.0f), bits32(-3.0f), 0, bits32(2.0f)},
            {"v_add_f16_sdwa v0, v2, v4 dst_sel:WORD_1 "
             "dst_unused:UNUSED_PRESERVE src0_sel:WORD_1 "
             "src1_sel:WORD_0",
             0x3c000000, 0x4000, 0, 0x42008888},
        });
  }
}

TEST(ValuSdwa, Compare) {
  LaneMachine machine("gfx942");
  machine.set(2, [](unsigned lane) { return lane << 8; });
  machine.set(4, 4);
  machine.run("v_cmp_lt_u32_sdwa vcc, v2, v4 src0_sel:BYTE_1 src1_sel:DWORD");
  EXPECT_EQ(machine.wave.vcc(), 0xfu);
  machine.run("v_cmp_eq_u16_sdwa s[6:7], v2, v4 src0_sel:BYTE_1 "
              "src1_sel:BYTE_0");
  EXPECT_EQ(machine.wave.pair(6), 0x10u);
}

TEST(ValuPacked, Integers) {
  for (const char *chip :
       {"gfx90a", "gfx942", "gfx950", "gfx1030", "gfx1100", "gfx1201"})
    checkCases(
        chip,
        {
            {"v_pk_add_u16 v0, v2, v4", 0xffff0001, 0x00010002, 0, 0x00000003},
            {"v_pk_add_u16 v0, v2, v4 clamp", 0xffff0001, 0x00010002, 0,
             0xffff0003},
            {"v_pk_add_i16 v0, v2, v4 clamp", 0x7fff8000, 0x0001ffff, 0,
             0x7fff8000},
            {"v_pk_sub_i16 v0, v2, v4", 0x00050001, 0x00010002, 0, 0x0004ffff},
            // The low result uses the high halves, and the high one uses the
            // low halves.
            {"v_pk_add_u16 v0, v2, v4 op_sel:[1,1] op_sel_hi:[0,0]", 0x00050001,
             0x00100020, 0, 0x00210015},
            {"v_pk_add_u16 v0, v2, v4 op_sel_hi:[1,0]", 0x00050001, 0x00100020,
             0, 0x00250021},
            {"v_pk_mul_lo_u16 v0, v2, v4", 0x01000003, 0x01000004, 0,
             0x0000000c},
            {"v_pk_mad_u16 v0, v2, v4, v6", 0x00020003, 0x00040005, 0x00010001,
             0x00090010},
            {"v_pk_lshlrev_b16 v0, v2, v4", 0x00040001, 0x00010003, 0,
             0x00100006},
            {"v_pk_ashrrev_i16 v0, v2, v4", 0x00040001, 0x80000003, 0,
             0xf8000001},
            {"v_pk_min_i16 v0, v2, v4", 0xffff0001, 0x00010002, 0, 0xffff0001},
            {"v_pk_max_u16 v0, v2, v4", 0xffff0001, 0x00010002, 0, 0xffff0002},
        });
}

TEST(ValuPacked, Floats) {
  for (const char *chip : {"gfx90a", "gfx942", "gfx1030", "gfx1100", "gfx1201"})
    checkCases(
        chip,
        {
            {"v_pk_add_f16 v0, v2, v4", 0x40003c00, 0x3c004000, 0, 0x42004200},
            {"v_pk_add_f16 v0, v2, v4 neg_lo:[1,0] neg_hi:[0,1]", 0x40003c00,
             0x3c004000, 0, 0x3c003c00},
            {"v_pk_mul_f16 v0, v2, v4 op_sel:[1,0] op_sel_hi:[0,1]", 0x40003c00,
             0x44004200, 0, 0x44004600},
            {"v_pk_fma_f16 v0, v2, v4, v6", 0x40003c00, 0x40003c00, 0x3c003c00,
             0x45004000},
            {"v_pk_add_f16 v0, v2, v4 clamp", 0x4000bc00, 0x3c003c00, 0,
             0x3c000000},
            // f32 fma of an f32, a low half and a high half.
            {"v_fma_mix_f32 v0, v2, v4, v6 op_sel:[0,0,1] op_sel_hi:[0,1,1]",
             bits32(3.0f), 0x00004000, 0x3c000000, bits32(7.0f)},
            {"v_fma_mixlo_f16 v0, v2, v4, v6", bits32(3.0f), bits32(2.0f),
             bits32(1.0f), 0x77774700},
            {"v_fma_mixhi_f16 v0, v2, v4, v6", bits32(3.0f), bits32(2.0f),
             bits32(1.0f), 0x47008888},
            {"v_fma_mix_f32 v0, -v2, |v4|, v6", bits32(3.0f), bits32(-2.0f),
             bits32(1.0f), bits32(-5.0f)},
        });
  auto pair = [](float lo, float hi) {
    return bits32(lo) | uint64_t(bits32(hi)) << 32;
  };
  for (const char *chip : {"gfx90a", "gfx942", "gfx950"})
    checkCases(
        chip,
        {
            {"v_pk_add_f32 v[0:1], v[2:3], v[4:5]", pair(1, 2), pair(10, 20), 0,
             pair(11, 22)},
            {"v_pk_mul_f32 v[0:1], v[2:3], v[4:5] op_sel:[1,0] "
             "op_sel_hi:[0,1]",
             pair(1, 2), pair(10, 20), 0, pair(20, 20)},
            {"v_pk_fma_f32 v[0:1], v[2:3], v[4:5], v[6:7] neg_lo:[1,0,0]",
             pair(1, 2), pair(10, 20), pair(5, 6), pair(-5, 46)},
            {"v_pk_add_f32 v[0:1], v[2:3], 1.0 op_sel_hi:[1,0]", pair(1, 2), 0,
             0, pair(2, 3)},
            {"v_pk_mov_b32 v[0:1], v[2:3], v[4:5] op_sel:[1,0]", pair(1, 2),
             pair(10, 20), 0, pair(2, 10)},
        },
        2);
}

/// 1 * 2 - 2^-13 rounds to 2, and 2 * 2 + 30576 to 30576, because f16 has steps
/// of 16 there.
TEST(ValuPacked, Accumulate) {
  for (const char *chip : {"gfx1030", "gfx1100", "gfx1201"})
    checkCases(chip, {{"v_pk_fmac_f16 v0, v2, v4\nv_mov_b32 v0, v0", 0x40003c00,
                       0x40004000, 0, 0x77774000}});
}

TEST(ValuPacked, DotProducts) {
  for (const char *chip : {"gfx90a", "gfx942", "gfx950", "gfx1030"})
    checkCases(chip, {{"v_dot4_i32_i8 v0, v2, v4, v6", 0x010203ff, 0x01010102,
                       10, uint32_t(10 + 1 + 2 + 3 - 2)},
                      {"v_dot4_u32_u8 v0, v2, v4, v6", 0x010203ff, 0x01010102,
                       10, 10 + 1 + 2 + 3 + 510}});
  for (const char *chip : {"gfx1100", "gfx1201"})
    checkCases(chip, {{"v_dot4_i32_iu8 v0, v2, v4, v6", 0x010203ff, 0x01010102,
                       10, 10 + 1 + 2 + 3 + 510},
                      {"v_dot4_i32_iu8 v0, v2, v4, v6 neg_lo:[1,0,0]",
                       0x010203ff, 0x01010102, 10, 14}});
}

/// gfx12 computes transcendentals on scalar registers.
TEST(ValuForms, ScalarTranscendentals) {
  LaneMachine machine("gfx1201");
  machine.s(4) = bits32(4.0f);
  machine.run("v_s_rcp_f32 s5, s4\nv_s_sqrt_f32 s6, -|s4|");
  EXPECT_EQ(machine.s(5), bits32(0.25f));
  EXPECT_EQ(machine.s(6), 0x7fc00000u);
}

/// Scalar sources of every kind reach the lanes.
TEST(ValuForms, ScalarSources) {
  LaneMachine machine("gfx942");
  machine.s(7) = 1000;
  machine.set(2, [](unsigned lane) { return lane; });
  machine.run("v_add_u32 v0, s7, v2");
  EXPECT_EQ(machine.v(0)[63], 1063u);
  machine.run("v_add_u32 v0, 0x12345, v2");
  EXPECT_EQ(machine.v(0)[1], 0x12346u);
  machine.wave.setPair(8, 0x0000000500000003);
  machine.run("v_lshlrev_b64 v[0:1], 4, s[8:9]");
  EXPECT_EQ(machine.v64(0, 9), 0x0000005000000030u);
  machine.wave.scc = 1;
  machine.run("v_add_u32_e64 v0, src_scc, v2");
  EXPECT_EQ(machine.v(0)[8], 9u);
}
