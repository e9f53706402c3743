//===- ValuIntegerTest.cpp - Integer vector instructions --------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Integer and bit instructions with their carries, comparisons and clamps. The
// values are derived from the ISA guides.
//
//===----------------------------------------------------------------------===//

#include "ValuCases.h"

using namespace prim::emulator;
using namespace prim::emulator::test;

TEST(ValuInteger, Arithmetic) {
  for (const char *chip : {"gfx90a", "gfx942", "gfx950"})
    checkCases(chip,
               {
                   {"v_add_u32 v0, v2, v4", 0xffffffff, 3, 0, 2},
                   {"v_sub_u32 v0, v2, v4", 3, 5, 0, 0xfffffffe},
                   {"v_subrev_u32 v0, v2, v4", 3, 5, 0, 2},
                   {"v_add_u32 v0, v2, v4 clamp", 0xfffffffe, 3, 0, 0xffffffff},
                   {"v_sub_u32 v0, v2, v4 clamp", 3, 5, 0, 0},
                   {"v_subrev_u32 v0, v2, v4 clamp", 3, 5, 0, 2},
                   {"v_add_i32 v0, v2, v4 clamp", 0x7fffffff, 1, 0, 0x7fffffff},
                   {"v_sub_i32 v0, v2, v4 clamp", 0x80000000, 1, 0, 0x80000000},
               });
  for (const char *chip : {"gfx1030", "gfx1100", "gfx1201"})
    checkCases(chip, {
                         {"v_add_nc_u32 v0, v2, v4", 0xffffffff, 3, 0, 2},
                         {"v_sub_nc_u32 v0, v2, v4", 3, 5, 0, 0xfffffffe},
                         {"v_subrev_nc_u32 v0, v2, v4", 3, 5, 0, 2},
                         {"v_add_nc_u32_e64 v0, v2, v4 clamp", 0xfffffffe, 3, 0,
                          0xffffffff},
                         {"v_add_nc_i32 v0, v2, v4 clamp", 0x80000000,
                          0xffffffff, 0, 0x80000000},
                         {"v_sub_nc_i32 v0, v2, v4 clamp", 0x7fffffff,
                          0xffffffff, 0, 0x7fffffff},
                     });
}

TEST(ValuInteger, ThreeSources) {
  for (const char *chip :
       {"gfx90a", "gfx942", "gfx950", "gfx1030", "gfx1100", "gfx1201"})
    checkCases(
        chip,
        {
            {"v_add3_u32 v0, v2, v4, v6", 1, 2, 0xffffffff, 2},
            {"v_lshl_add_u32 v0, v2, v4, v6", 3, 33, 1, 7},
            {"v_add_lshl_u32 v0, v2, v4, v6", 1, 2, 4, 48},
            {"v_lshl_or_b32 v0, v2, v4, v6", 3, 4, 0x105, 0x135},
            {"v_and_or_b32 v0, v2, v4, v6", 0xff0, 0x0ff, 0x8000, 0x80f0},
            {"v_or3_b32 v0, v2, v4, v6", 1, 2, 4, 7},
            {"v_xad_u32 v0, v2, v4, v6", 0xf0, 0xff, 1, 0x10},
            {"v_min3_i32 v0, v2, v4, v6", 5, 0xffffffff, 3, 0xffffffff},
            {"v_max3_i32 v0, v2, v4, v6", 5, 0xffffffff, 3, 5},
            {"v_med3_i32 v0, v2, v4, v6", 5, 0xffffffff, 3, 3},
            {"v_min3_u32 v0, v2, v4, v6", 5, 0xffffffff, 3, 3},
            {"v_max3_u32 v0, v2, v4, v6", 5, 0xffffffff, 3, 0xffffffff},
            {"v_med3_u32 v0, v2, v4, v6", 5, 0xffffffff, 3, 5},
            {"v_mad_u32_u24 v0, v2, v4, v6", 0xff000003, 5, 1, 16},
            {"v_mad_i32_i24 v0, v2, v4, v6", 0x00ffffff, 5, 1, 0xfffffffc},
            {"v_bfe_u32 v0, v2, v4, v6", 0x12345678, 8, 12, 0x456},
            {"v_bfe_u32 v0, v2, v4, v6", 0xf0000000, 28, 12, 0xf},
            {"v_bfe_i32 v0, v2, v4, v6", 0x00000800, 8, 4, 0xfffffff8},
            {"v_bfe_i32 v0, v2, v4, v6", 0x80000000, 28, 12, 0xfffffff8},
            {"v_bfe_i32 v0, v2, v4, v6", 0xffffffff, 5, 0, 0},
            {"v_bfi_b32 v0, v2, v4, v6", 0xff00, 0x1234, 0xabcd, 0x12cd},
            {"v_alignbit_b32 v0, v2, v4, v6", 0x11223344, 0x55667788, 8,
             0x44556677},
            {"v_alignbit_b32 v0, v2, v4, v6", 0x11223344, 0x55667788, 32,
             0x55667788},
            {"v_alignbyte_b32 v0, v2, v4, v6", 0x11223344, 0x55667788, 3,
             0x22334455},
            {"v_perm_b32 v0, v2, v4, v6", 0x33221180, 0x77665588, 0x07040300,
             0x33807788},
            {"v_perm_b32 v0, v2, v4, v6", 0x8322c1a0, 0x07665588, 0x0d0c0b0a,
             0xff00ffff},
            {"v_perm_b32 v0, v2, v4, v6", 0x8322c1a0, 0x07665588, 0x08090b05,
             0x00'00'ff'c1},
            {"v_sad_u8 v0, v2, v4, v6", 0x01ff0300, 0x0200ff05, 1,
             1 + 255 + 252 + 5 + 1},
            {"v_sad_u32 v0, v2, v4, v6", 3, 10, 1, 8},
            {"v_sad_u16 v0, v2, v4, v6", 0x00050003, 0x00010009, 1, 11},
            {"v_lerp_u8 v0, v2, v4, v6", 0x01020304, 0x01030506, 0x00010001,
             0x01030405},
        });
  for (const char *chip : {"gfx1030", "gfx1100", "gfx1201"})
    checkCases(chip, {{"v_xor3_b32 v0, v2, v4, v6", 1, 3, 4, 6}});
  for (const char *chip : {"gfx1100", "gfx1201"})
    checkCases(chip, {{"v_maxmin_u32 v0, v2, v4, v6", 5, 9, 7, 7},
                      {"v_minmax_u32 v0, v2, v4, v6", 5, 9, 7, 7},
                      {"v_maxmin_i32 v0, v2, v4, v6", 0xffffffff, 2, 1, 1},
                      {"v_minmax_i32 v0, v2, v4, v6", 0xffffffff, 2, 1, 1}});
  checkCases("gfx950", {{"v_bitop3_b32 v0, v2, v4, v6 bitop3:0x96", 0xf0f0,
                         0xff00, 0xaaaa, 0xf0f0 ^ 0xff00 ^ 0xaaaa}});
}

TEST(ValuInteger, Bits) {
  for (const char *chip :
       {"gfx90a", "gfx942", "gfx950", "gfx1030", "gfx1100", "gfx1201"})
    checkCases(
        chip,
        {
            {"v_not_b32 v0, v2", 0x0f0f0000, 0, 0, 0xf0f0ffff},
            {"v_bfrev_b32 v0, v2", 0x00000013, 0, 0, 0xc8000000},
            {"v_bfm_b32 v0, v2, v4", 4, 8, 0, 0xf00},
            {"v_bcnt_u32_b32 v0, v2, v4", 0xff0001, 10, 0, 19},
            {"v_lshlrev_b32 v0, v2, v4", 36, 3, 0, 48},
            {"v_lshrrev_b32 v0, v2, v4", 4, 0x80000000, 0, 0x08000000},
            {"v_ashrrev_i32 v0, v2, v4", 4, 0x80000000, 0, 0xf8000000},
            {"v_xnor_b32 v0, v2, v4", 0xff00, 0xf0f0, 0, 0xfffff00f},
            {"v_ffbh_u32 v0, v2", 0x00010000, 0, 0, 15},
            {"v_ffbh_u32 v0, v2", 0, 0, 0, 0xffffffff},
            {"v_ffbl_b32 v0, v2", 0x00010000, 0, 0, 16},
            {"v_ffbl_b32 v0, v2", 0, 0, 0, 0xffffffff},
            {"v_mul_lo_u32 v0, v2, v4", 0x10001, 0x10001, 0, 0x20001},
            {"v_mul_hi_u32 v0, v2, v4", 0xffffffff, 0xffffffff, 0, 0xfffffffe},
            {"v_mul_hi_i32 v0, v2, v4", 0xffffffff, 2, 0, 0xffffffff},
            {"v_mul_u32_u24 v0, v2, v4", 0xff800001, 0x01000002, 0, 0x01000002},
            {"v_mul_i32_i24 v0, v2, v4", 0x00800000, 2, 0, 0xff000000},
            {"v_mul_hi_u32_u24 v0, v2, v4", 0xffffff, 0xffffff, 0, 0xffff},
            {"v_mul_hi_i32_i24 v0, v2, v4", 0xffffff, 1, 0, 0xffffffff},
            {"v_min_i32 v0, v2, v4", 0xffffffff, 1, 0, 0xffffffff},
            {"v_max_i32 v0, v2, v4", 0xffffffff, 1, 0, 1},
            {"v_min_u32 v0, v2, v4", 0xffffffff, 1, 0, 1},
            {"v_max_u32 v0, v2, v4", 0xffffffff, 1, 0, 0xffffffff},
            {"v_cvt_pk_u16_u32 v0, v2, v4", 0x12345, 7, 0, 0x0007ffff},
            {"v_cvt_pk_i16_i32 v0, v2, v4", 0xffff0000, 0x8000, 0, 0x7fff8000},
        });
}

/// Position of the first bit that differs from the sign bit.
TEST(ValuInteger, CountSignBits) {
  for (const char *chip : {"gfx942", "gfx1030"})
    checkCases(chip, {{"v_ffbh_i32 v0, v2", 0xffff0000, 0, 0, 16},
                      {"v_ffbh_i32 v0, v2", 0x0000ffff, 0, 0, 16},
                      {"v_ffbh_i32 v0, v2", 0xffffffff, 0, 0, 0xffffffff},
                      {"v_ffbh_i32 v0, v2", 0, 0, 0, 0xffffffff}});
  for (const char *chip : {"gfx1100", "gfx1201"})
    checkCases(chip, {{"v_cls_i32 v0, v2", 0xffff0000, 0, 0, 16},
                      {"v_cls_i32 v0, v2", 0, 0, 0, 0xffffffff}});
}

TEST(ValuInteger, SixtyFourBits) {
  for (const char *chip :
       {"gfx90a", "gfx942", "gfx950", "gfx1030", "gfx1100", "gfx1201"})
    checkCases(chip,
               {
                   {"v_lshlrev_b64 v[0:1], v2, v[4:5]", 68, 0x1234567890abcdef,
                    0, 0x234567890abcdef0},
                   {"v_lshrrev_b64 v[0:1], v2, v[4:5]", 4, 0x8234567890abcdef,
                    0, 0x08234567890abcde},
                   {"v_ashrrev_i64 v[0:1], v2, v[4:5]", 36, 0x8234567890abcdef,
                    0, 0xfffffffff8234567},
               },
               2);
  for (const char *chip : {"gfx942", "gfx950"})
    checkCases(chip,
               {
                   {"v_lshl_add_u64 v[0:1], v[2:3], v4, v[6:7]",
                    0x80000000ffffffff, 1, 3, 0x0000000200000001},
                   // The largest shift amount that is defined.
                   {"v_lshl_add_u64 v[0:1], v[2:3], v4, v[6:7]",
                    0xf123456789abcdef, 4, 1, 0x123456789abcdef1},
                   {"v_mov_b64 v[0:1], v[2:3]", 0x123456789abcdef0, 0, 0,
                    0x123456789abcdef0},
                   // Inline integers are sign-extended to 64 bits.
                   {"v_lshl_add_u64 v[0:1], v[2:3], 0, -2", 5, 0, 0, 3},
               },
               2);
  // An overlap of result and sources must not matter.
  LaneMachine machine("gfx1100");
  machine.set64(0, 0x00000001'80000000);
  machine.run("v_lshlrev_b64 v[1:2], 1, v[0:1]");
  EXPECT_EQ(machine.v64(1, 5), 0x00000003'00000000u);
}

TEST(ValuInteger, MultiplyAddWide) {
  for (const char *chip : {"gfx90a", "gfx942", "gfx1030", "gfx1100"}) {
    LaneMachine machine(chip);
    machine.set(2, 0xffffffff);
    machine.set(4, [](unsigned lane) { return lane; });
    machine.set64(6, 0xffffffffffffffff);
    machine.run(machine.lanes() == 64
                    ? "v_mad_u64_u32 v[0:1], s[10:11], v2, v4, v[6:7]"
                    : "v_mad_u64_u32 v[0:1], s10, v2, v4, v[6:7]");
    for (unsigned lane = 0; lane < machine.lanes(); ++lane)
      EXPECT_EQ(machine.v64(0, lane), 0xffffffffull * lane - 1);
    // Every product except 0 carries out of 64 bits.
    EXPECT_EQ(machine.s(10), 0xfffffffeu);
    machine.set(2, 0xffffffff); // -1
    machine.set64(6, 10);
    machine.run(machine.lanes() == 64
                    ? "v_mad_i64_i32 v[0:1], vcc, v2, v4, v[6:7]"
                    : "v_mad_i64_i32 v[0:1], vcc_lo, v2, v4, v[6:7]");
    for (unsigned lane = 0; lane < machine.lanes(); ++lane)
      EXPECT_EQ(machine.v64(0, lane), uint64_t(10) - lane);
  }
}

TEST(ValuInteger, Carries) {
  LaneMachine machine("gfx942");
  auto odd = [](unsigned lane) { return lane % 2 ? 0xffffffffu : 5u; };
  machine.set(2, odd);
  machine.set(4, 1);
  machine.run("v_add_co_u32 v0, vcc, v2, v4");
  EXPECT_EQ(machine.v(0)[0], 6u);
  EXPECT_EQ(machine.v(0)[1], 0u);
  EXPECT_EQ(machine.wave.vcc(), 0xaaaaaaaaaaaaaaaau);
  machine.run("v_addc_co_u32 v1, vcc, v4, v4, vcc");
  EXPECT_EQ(machine.v(1)[0], 2u);
  EXPECT_EQ(machine.v(1)[1], 3u);
  EXPECT_EQ(machine.wave.vcc(), 0u);
  // 5 - 1 and -1 - 1 do not borrow; 1 - (-1) does.
  machine.run("v_sub_co_u32 v0, s[20:21], v4, v2");
  EXPECT_EQ(machine.wave.pair(20), ~uint64_t(0));
  machine.run("v_subb_co_u32_e64 v0, s[22:23], v4, v4, s[20:21]");
  EXPECT_EQ(machine.v(0)[0], 0xffffffffu);
  EXPECT_EQ(machine.wave.pair(22), ~uint64_t(0));
  // Subtracting a number from itself does not borrow either.
  machine.run("v_sub_co_u32 v0, s[20:21], v4, v4");
  EXPECT_EQ(machine.wave.pair(20), 0u);
  machine.run("v_subrev_co_u32 v0, vcc, v4, v2");
  EXPECT_EQ(machine.v(0)[0], 4u);
  EXPECT_EQ(machine.wave.vcc(), 0u);
  machine.run("v_subbrev_co_u32 v0, vcc, v4, v2, vcc");
  EXPECT_EQ(machine.v(0)[1], 0xfffffffeu);
  // A carry bit of an inactive lane is 0.
  machine.setExec(0xf0);
  machine.run("v_add_co_u32 v0, vcc, v2, v4");
  EXPECT_EQ(machine.wave.vcc(), 0xa0u);

  LaneMachine rdna("gfx1100");
  rdna.set(2, odd);
  rdna.set(4, 1);
  rdna.s(kVccHi) = 0x12345678;
  rdna.run("v_add_co_u32 v0, vcc_lo, v2, v4");
  EXPECT_EQ(rdna.s(kVccLo), 0xaaaaaaaau);
  EXPECT_EQ(rdna.s(kVccHi), 0x12345678u); // wave32 leaves it alone
  rdna.run("v_add_co_ci_u32 v1, vcc_lo, v4, v4, vcc_lo");
  EXPECT_EQ(rdna.v(1)[0], 2u);
  EXPECT_EQ(rdna.v(1)[1], 3u);
  EXPECT_EQ(rdna.s(kVccLo), 0u);
  rdna.run("v_sub_co_u32 v0, s4, v4, v2\n"
           "v_sub_co_ci_u32_e64 v0, null, v4, v4, s4");
  EXPECT_EQ(rdna.s(4), 0xffffffffu);
  EXPECT_EQ(rdna.v(0)[3], 0xffffffffu);
}

TEST(ValuInteger, Compare) {
  LaneMachine machine("gfx942");
  machine.set(2, [](unsigned lane) { return lane - 32; });
  struct {
    const char *op;
    uint64_t expected;
  } cases[] = {
      {"lt_i32", 0x00000000ffffffff}, {"lt_u32", 0},
      {"gt_i32", 0xfffffffe00000000}, {"gt_u32", 0xfffffffeffffffff},
      {"eq_i32", 0x0000000100000000}, {"ne_u32", 0xfffffffeffffffff},
      {"le_i32", 0x00000001ffffffff}, {"ge_u32", 0xffffffffffffffff},
      {"ge_i32", 0xffffffff00000000}, {"le_u32", 0x0000000100000000},
  };
  machine.set(4, 0);
  for (auto &test : cases) {
    machine.run("v_cmp_" + std::string(test.op) + " vcc, v2, v4");
    EXPECT_EQ(machine.wave.vcc(), test.expected) << test.op;
    machine.run("v_cmp_" + std::string(test.op) + "_e64 s[6:7], v2, 0");
    EXPECT_EQ(machine.wave.pair(6), test.expected) << test.op;
    machine.setExec(0x0ff0000000000ff0);
    machine.run("v_cmp_" + std::string(test.op) + " vcc, v2, v4");
    EXPECT_EQ(machine.wave.vcc(), test.expected & 0x0ff0000000000ff0)
        << test.op << " with inactive lanes";
    machine.setExec(~uint64_t(0));
  }
  machine.set64(4, 0x100000000);
  machine.set(6, [](unsigned lane) { return lane; });
  machine.set(7, [](unsigned lane) { return lane / 16; });
  machine.run("v_cmp_lt_u64 vcc, v[4:5], v[6:7]");
  EXPECT_EQ(machine.wave.vcc(), 0xffffffffffff0000u);
  machine.run("v_cmp_gt_i64 vcc, v[4:5], v[6:7]");
  EXPECT_EQ(machine.wave.vcc(), 0xffffu);
  machine.set(6, [](unsigned lane) { return 0x80000000u + lane; });
  machine.run("v_cmp_eq_u16 vcc, 3, v6");
  EXPECT_EQ(machine.wave.vcc(), 8u);
  machine.set(6, 0x1234ffff);
  machine.run("v_cmp_gt_i16 vcc, 0, v6");
  EXPECT_EQ(machine.wave.vcc(), ~uint64_t(0));
}

/// gfx9 writes VCC and EXEC, later chips EXEC only.
TEST(ValuInteger, CompareExec) {
  LaneMachine machine("gfx942");
  machine.set(2, [](unsigned lane) { return lane; });
  machine.run("v_cmpx_gt_u32 vcc, 8, v2");
  EXPECT_EQ(machine.wave.exec(), 0xffu);
  EXPECT_EQ(machine.wave.vcc(), 0xffu);
  machine.run("v_cmpx_lt_u32_e64 s[8:9], 3, v2");
  EXPECT_EQ(machine.wave.exec(), 0xf0u);
  EXPECT_EQ(machine.wave.pair(8), 0xf0u);

  LaneMachine rdna("gfx1100");
  rdna.set(2, [](unsigned lane) { return lane; });
  rdna.s(kVccLo) = 77;
  rdna.run("v_cmpx_gt_u32 8, v2");
  EXPECT_EQ(rdna.wave.exec(), 0xffu);
  rdna.run("v_cmpx_lt_u32_e64 3, v2");
  EXPECT_EQ(rdna.wave.exec(), 0xf0u);
  EXPECT_EQ(rdna.s(kVccLo), 77u);
}

TEST(ValuInteger, SelectAndCountBelow) {
  LaneMachine machine("gfx942");
  machine.set(2, 10);
  machine.set(4, [](unsigned lane) { return lane; });
  machine.wave.setPair(kVccLo, 0xf00000000000000f);
  machine.run("v_cndmask_b32 v0, v2, v4, vcc");
  EXPECT_EQ(machine.v(0)[3], 3u);
  EXPECT_EQ(machine.v(0)[4], 10u);
  EXPECT_EQ(machine.v(0)[60], 60u);
  machine.wave.setPair(12, 0x5);
  machine.run("v_cndmask_b32_e64 v0, -v4, 1.0, s[12:13]");
  EXPECT_EQ(machine.v(0)[0], bits32(1.0f));
  EXPECT_EQ(machine.v(0)[1], 0x80000001u); // a denormal, only its sign changed
  machine.run("v_mbcnt_lo_u32_b32 v0, -1, 0\n"
              "v_mbcnt_hi_u32_b32 v0, -1, v0");
  for (unsigned lane = 0; lane < 64; ++lane)
    EXPECT_EQ(machine.v(0)[lane], lane);
  machine.s(3) = 0x0000ff01;
  machine.run("v_mbcnt_lo_u32_b32 v0, s3, 60");
  EXPECT_EQ(machine.v(0)[0], 60u);
  EXPECT_EQ(machine.v(0)[1], 61u);
  EXPECT_EQ(machine.v(0)[10], 63u);
  EXPECT_EQ(machine.v(0)[40], 69u);
  LaneMachine rdna("gfx1201");
  rdna.run("v_mbcnt_lo_u32_b32 v0, -1, 0");
  for (unsigned lane = 0; lane < 32; ++lane)
    EXPECT_EQ(rdna.v(0)[lane], lane);
}

TEST(ValuInteger, AccumulatorRegisters) {
  LaneMachine machine("gfx942");
  machine.set(2, [](unsigned lane) { return lane * 3; });
  machine.run("v_accvgpr_write_b32 a5, v2\n"
              "v_accvgpr_mov_b32 a6, a5\n"
              "v_accvgpr_read_b32 v0, a6");
  EXPECT_EQ(machine.a(5)[7], 21u);
  EXPECT_EQ(machine.v(0)[7], 21u);
}

TEST(ValuInteger, SixteenBits) {
  // gfx9 clears the upper half of the result, later chips keep it.
  const std::vector<Case> gfx9 = {
      {"v_add_u16 v0, v2, v4", 0x1111ffff, 0x22220003, 0, 0x00000002},
      {"v_sub_u16 v0, v2, v4", 1, 2, 0, 0x0000ffff},
      {"v_subrev_u16 v0, v2, v4", 1, 2, 0, 1},
      {"v_mul_lo_u16 v0, v2, v4", 0x101, 0x101, 0, 0x0201},
      {"v_lshlrev_b16 v0, v2, v4", 20, 3, 0, 48},
      {"v_lshrrev_b16 v0, v2, v4", 4, 0xfff8000, 0, 0x0800},
      {"v_ashrrev_i16 v0, v2, v4", 4, 0x8000, 0, 0xf800},
      {"v_min_i16 v0, v2, v4", 0xffff, 1, 0, 0xffff},
      {"v_max_i16 v0, v2, v4", 0xffff, 1, 0, 1},
      {"v_min_u16 v0, v2, v4", 0xffff, 1, 0, 1},
      {"v_max_u16 v0, v2, v4", 0xffff, 1, 0, 0xffff},
  };
  for (const char *chip : {"gfx90a", "gfx942"})
    checkCases(chip, gfx9);
  checkCases("gfx942",
             {{"v_mad_u16 v0, v2, v4, v6", 0x100, 0x100, 7, 0x77770007},
              {"v_mad_u16 v0, v2, v4, v6 op_sel:[1,0,0,1]", 0x00030000, 5, 7,
               0x00168888}});
  const std::vector<Case> gfx10 = {
      {"v_add_nc_u16 v0, v2, v4", 0x1111ffff, 3, 0, 0x77770002},
      {"v_sub_nc_i16 v0, v2, v4 clamp", 0x8000, 1, 0, 0x77778000},
      {"v_mul_lo_u16 v0, v2, v4", 0x101, 0x101, 0, 0x77770201},
      {"v_ashrrev_i16 v0, v2, v4", 4, 0x8000, 0, 0x7777f800},
  };
  checkCases("gfx1030", gfx10);
  checkCases("gfx1100",
             {{"v_add_nc_u16 v0.l, v2.l, v4.l", 0x1111ffff, 3, 0, 0x77770002},
              {"v_add_nc_u16 v0.h, v2.h, v4.l", 0x11110000, 3, 0, 0x11148888},
              {"v_and_b16 v0.l, v2.h, v4.l", 0xff0f0000, 0xabcd, 0, 0x7777ab0d},
              {"v_mov_b16 v0.h, v2.l", 0x1234, 0, 0, 0x12348888}});
  checkCases(
      "gfx1201",
      {{"v_add_nc_u16 v0, v2, v4", 0x1111ffff, 3, 0, 0x77770002},
       {"v_add_nc_u16 v0, v2, v4 op_sel:[1,0,1]", 0x11110000, 3, 0, 0x11148888},
       {"v_max_i16 v0, v2, v4", 0xffff, 1, 0, 0x77770001}});
}
