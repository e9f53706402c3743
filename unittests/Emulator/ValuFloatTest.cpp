//===- ValuFloatTest.cpp - Floating-point vector instructions ---*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Arithmetic, NaN rules, MODE, conversions, and the compiler's division
// sequences, which must round correctly.
//
//===----------------------------------------------------------------------===//

#include "ValuCases.h"

#include <cmath>
#include <limits>
#include <random>

using namespace prim::emulator;
using namespace prim::emulator::test;

namespace {

constexpr uint32_t kNaN = 0x7fc00000, kInf = 0x7f800000;
constexpr uint32_t kMinus = 0x80000000;
uint64_t f(float x) { return bits32(x); }
uint64_t d(double x) { return bits64(x); }

const char *const kAllChips[] = {"gfx90a",  "gfx942",  "gfx950",
                                 "gfx1030", "gfx1100", "gfx1201"};

} // namespace

TEST(ValuFloat, Arithmetic32) {
  for (const char *chip : kAllChips)
    checkCases(
        chip,
        {
            {"v_add_f32 v0, v2, v4", f(1.5f), f(2.25f), 0, f(3.75f)},
            // Ties to even, and a denormal result kept.
            {"v_add_f32 v0, v2, v4", f(16777216.0f), f(1.0f), 0,
             f(16777216.0f)},
            {"v_add_f32 v0, v2, v4", 0x00000003, 0x00000004, 0, 0x00000007},
            {"v_sub_f32 v0, v2, v4", kInf, kInf, 0, kNaN},
            {"v_sub_f32 v0, v2, v4", f(1), f(3), 0, f(-2)},
            {"v_subrev_f32 v0, v2, v4", f(1), f(3), 0, f(2)},
            {"v_mul_f32 v0, v2, v4", f(3), f(-2), 0, f(-6)},
            {"v_mul_f32 v0, v2, v4", 0x00800000, f(0.5f), 0, 0x00400000},
            {"v_mul_f32 v0, v2, v4", kInf, 0, 0, kNaN},
            // The first NaN, quieted, with its payload.
            {"v_add_f32 v0, v2, v4", 0x7f801234, 0x7fc00001, 0, 0x7fc01234},
            {"v_add_f32 v0, v2, v4", f(1), 0xff800001, 0, 0xffc00001},
            // One rounding: (1 + 2^-12)^2 - 1 = 2^-11 + 2^-24.
            {"v_fma_f32 v0, v2, v4, v6", f(1 + 0x1p-12f), f(1 + 0x1p-12f),
             f(-1), f(0x1p-11f + 0x1p-24f)},
            {"v_add_f32_e64 v0, -v2, |v4|", f(1), f(-3), 0, f(2)},
            {"v_mul_f32_e64 v0, -|v2|, v4", f(-2), f(3), 0, f(-6)},
            {"v_add_f32_e64 v0, v2, v4 clamp", f(1), f(3), 0, f(1)},
            {"v_add_f32_e64 v0, v2, v4 clamp", f(-1), f(0.5f), 0, f(0)},
            {"v_add_f32_e64 v0, v2, v4 clamp", kNaN, f(0.5f), 0, f(0)},
            {"v_add_f32_e64 v0, v2, v4 clamp", f(0.25f), f(0.5f), 0, f(0.75f)},
        });
}

TEST(ValuFloat, Arithmetic64) {
  for (const char *chip : kAllChips) {
    checkCases(
        chip,
        {
            {"v_add_f64 v[0:1], v[2:3], v[4:5]", d(1.5), d(2.25), 0, d(3.75)},
            {"v_add_f64 v[0:1], v[2:3], 1.0", d(1.5), 0, 0, d(2.5)},
            {"v_mul_f64 v[0:1], v[2:3], v[4:5]", d(3), d(-2), 0, d(-6)},
            {"v_mul_f64 v[0:1], v[2:3], v[4:5]", 0x0010000000000000, d(0.5), 0,
             0x0008000000000000},
            {"v_fma_f64 v[0:1], v[2:3], v[4:5], v[6:7]", d(1 + 0x1p-27),
             d(1 + 0x1p-27), d(-1), d(0x1p-26 + 0x1p-54)},
            {"v_add_f64 v[0:1], -v[2:3], |v[4:5]|", d(1), d(-3), 0, d(2)},
            {"v_rndne_f64 v[0:1], v[2:3]", d(2.5), 0, 0, d(2)},
            {"v_rndne_f64 v[0:1], v[2:3]", d(-0.3), 0, 0, d(-0.0)},
            {"v_floor_f64 v[0:1], v[2:3]", d(-0.5), 0, 0, d(-1)},
            {"v_fract_f64 v[0:1], v[2:3]", d(-0.25), 0, 0, d(0.75)},
            {"v_ldexp_f64 v[0:1], v[2:3], v4", d(3), uint32_t(-1), 0, d(1.5)},
            {"v_ldexp_f64 v[0:1], v[2:3], v4", d(1), uint32_t(-1074), 0, 1},
            // The first bits of 2 / pi; the next ones; those for a large angle.
            {"v_trig_preop_f64 v[0:1], v[2:3], 0", d(1), 0, 0,
             d(0x145f306dc9c882p-53)},
            {"v_trig_preop_f64 v[0:1], v[2:3], 1", d(1), 0, 0,
             d(0x14a7f09d5f47d4p-106)},
            {"v_trig_preop_f64 v[0:1], v[2:3], 0", d(0x1p108), 0, 0,
             d(0x94fe13abe8fa9p-107)},
            {"v_trig_preop_f64 v[0:1], v[2:3], 31", d(0x1p1000), 0, 0, 0},
            {"v_frexp_mant_f64 v[0:1], v[2:3]", d(-12), 0, 0, d(-0.75)},
            {"v_frexp_mant_f64 v[0:1], v[2:3]", 1, 0, 0, d(0.5)},
        },
        2);
    checkCases(chip,
               {{"v_frexp_exp_i32_f64 v0, v[2:3]", d(12), 0, 0, 4},
                {"v_frexp_exp_i32_f64 v0, v[2:3]", 1, 0, 0, uint32_t(-1073)},
                {"v_frexp_exp_i32_f64 v0, v[2:3]", 0, 0, 0, 0}});
  }
  for (const char *chip : {"gfx90a", "gfx942", "gfx1030", "gfx1100"})
    checkCases(
        chip,
        {{"v_min_f64 v[0:1], v[2:3], v[4:5]", d(1), d(-2), 0, d(-2)},
         {"v_max_f64 v[0:1], v[2:3], v[4:5]", d(-0.0), d(0.0), 0, d(0.0)},
         {"v_max_f64 v[0:1], v[2:3], v[4:5]", d(NAN), d(7), 0, d(7)}},
        2);
  // A 32-bit literal is the upper half of the number.
  checkCases("gfx1100",
             {{"v_add_f64 v[0:1], v[2:3], 0x40080000", d(1.5), 0, 0, d(4.5)}},
             2);
  checkCases(
      "gfx1201",
      {{"v_min_num_f64 v[0:1], v[2:3], v[4:5]", d(1), d(-2), 0, d(-2)},
       {"v_maximum_f64 v[0:1], v[2:3], v[4:5]", d(1), d(NAN), 0, d(NAN)}},
      2);
}

TEST(ValuFloat, MinMax) {
  const uint32_t signalling = 0x7f800001;
  for (const char *chip : {"gfx90a", "gfx942", "gfx1030", "gfx1100"})
    checkCases(chip,
               {
                   {"v_min_f32 v0, v2, v4", f(1), f(-2), 0, f(-2)},
                   {"v_min_f32 v0, v2, v4", f(0.0f), f(-0.0f), 0, kMinus},
                   {"v_max_f32 v0, v2, v4", f(-0.0f), f(0.0f), 0, f(0.0f)},
                   {"v_min_f32 v0, v2, v4", kNaN, f(5), 0, f(5)},
                   {"v_max_f32 v0, v2, v4", f(5), kNaN, 0, f(5)},
                   // In IEEE mode a signalling NaN is returned quieted.
                   {"v_max_f32 v0, v2, v4", signalling, f(5), 0, 0x7fc00001},
                   {"v_max_f32 v0, v2, v2", signalling, 0, 0, 0x7fc00001},
                   {"v_min3_f32 v0, v2, v4, v6", f(3), f(1), f(2), f(1)},
                   {"v_max3_f32 v0, v2, v4, v6", f(3), f(1), f(2), f(3)},
                   {"v_med3_f32 v0, v2, v4, v6", f(3), f(1), f(2), f(2)},
                   {"v_med3_f32 v0, v2, v4, v6", f(3), kNaN, f(2), f(2)},
               });
  checkCases("gfx1100",
             {{"v_maxmin_f32 v0, v2, v4, v6", f(1), f(5), f(3), f(3)},
              {"v_minmax_f32 v0, v2, v4, v6", f(1), f(5), f(3), f(3)}});
  checkCases("gfx1201",
             {
                 {"v_min_num_f32 v0, v2, v4", f(1), f(-2), 0, f(-2)},
                 {"v_max_num_f32 v0, v2, v4", signalling, f(5), 0, f(5)},
                 {"v_max_num_f32 v0, v2, v2", signalling, 0, 0, 0x7fc00001},
                 {"v_minimum_f32 v0, v2, v4", f(1), kNaN, 0, kNaN},
                 {"v_maximum_f32 v0, v2, v4", f(-0.0f), f(0.0f), 0, f(0.0f)},
                 {"v_med3_num_f32 v0, v2, v4, v6", f(3), f(1), f(2), f(2)},
                 {"v_minimum3_f32 v0, v2, v4, v6", f(3), f(1), f(2), f(1)},
             });
}

TEST(ValuFloat, Rounding) {
  for (const char *chip : kAllChips)
    checkCases(chip,
               {
                   {"v_rndne_f32 v0, v2", f(0.5f), 0, 0, f(0)},
                   {"v_rndne_f32 v0, v2", f(1.5f), 0, 0, f(2)},
                   {"v_rndne_f32 v0, v2", f(-0.3f), 0, 0, kMinus},
                   {"v_rndne_f32 v0, v2", f(8388609.0f), 0, 0, f(8388609.0f)},
                   {"v_trunc_f32 v0, v2", f(-1.9f), 0, 0, f(-1)},
                   {"v_ceil_f32 v0, v2", f(-1.9f), 0, 0, f(-1)},
                   {"v_floor_f32 v0, v2", f(-1.1f), 0, 0, f(-2)},
                   {"v_fract_f32 v0, v2", f(-0.25f), 0, 0, f(0.75f)},
                   {"v_fract_f32 v0, v2", f(-1e-20f), 0, 0, 0x3f7fffff},
                   {"v_ldexp_f32 v0, v2, v4", f(3), 4, 0, f(48)},
                   {"v_ldexp_f32 v0, v2, v4", f(1), uint32_t(-149), 0, 1},
                   {"v_ldexp_f32 v0, v2, v4", f(1), 1000, 0, kInf},
                   {"v_frexp_mant_f32 v0, v2", f(-12), 0, 0, f(-0.75f)},
                   {"v_frexp_mant_f32 v0, v2", 1, 0, 0, f(0.5f)},
                   {"v_frexp_mant_f32 v0, v2", 0, 0, 0, 0},
                   {"v_frexp_mant_f32 v0, v2", kInf, 0, 0, kInf},
                   {"v_frexp_exp_i32_f32 v0, v2", f(12), 0, 0, 4},
                   {"v_frexp_exp_i32_f32 v0, v2", 1, 0, 0, uint32_t(-148)},
                   {"v_frexp_exp_i32_f32 v0, v2", 0, 0, 0, 0},
                   {"v_frexp_exp_i32_f32 v0, v2", kInf, 0, 0, 0},
               });
}

TEST(ValuFloat, Transcendentals) {
  for (const char *chip : kAllChips)
    checkCases(chip, {
                         {"v_rcp_f32 v0, v2", f(4), 0, 0, f(0.25f)},
                         {"v_rcp_f32 v0, v2", kMinus, 0, 0, kInf | kMinus},
                         {"v_rcp_f32 v0, v2", 1, 0, 0, kInf}, // no denormals
                         {"v_rcp_iflag_f32 v0, v2", f(3), 0, 0, f(1.0f / 3.0f)},
                         {"v_rsq_f32 v0, v2", f(16), 0, 0, f(0.25f)},
                         {"v_sqrt_f32 v0, v2", f(2), 0, 0, f(std::sqrt(2.0f))},
                         {"v_sqrt_f32 v0, v2", f(-1), 0, 0, kNaN},
                         {"v_exp_f32 v0, v2", f(-3), 0, 0, f(0.125f)},
                         {"v_log_f32 v0, v2", f(8), 0, 0, f(3)},
                         {"v_log_f32 v0, v2", f(0), 0, 0, kInf | kMinus},
                         // Arguments are turns.
                         {"v_sin_f32 v0, v2", f(0.25f), 0, 0, f(1)},
                         {"v_sin_f32 v0, v2", f(0.5f), 0, 0, kMinus},
                         {"v_cos_f32 v0, v2", f(0.5f), 0, 0, f(-1)},
                         {"v_cos_f32 v0, v2", f(7.0f), 0, 0, f(1)},
                         {"v_sin_f32 v0, v2", kInf, 0, 0, kNaN},
                     });
}

TEST(ValuFloat, Convert) {
  for (const char *chip : kAllChips) {
    checkCases(
        chip,
        {
            {"v_cvt_i32_f32 v0, v2", f(-1.9f), 0, 0, uint32_t(-1)},
            {"v_cvt_i32_f32 v0, v2", f(3e9f), 0, 0, 0x7fffffff},
            {"v_cvt_i32_f32 v0, v2", f(-3e9f), 0, 0, 0x80000000},
            {"v_cvt_i32_f32 v0, v2", kNaN, 0, 0, 0},
            {"v_cvt_u32_f32 v0, v2", f(-1), 0, 0, 0},
            {"v_cvt_u32_f32 v0, v2", f(3e9f), 0, 0, 3000000000u},
            {"v_cvt_u32_f32 v0, v2", kInf, 0, 0, 0xffffffff},
            {"v_cvt_i32_f64 v0, v[2:3]", d(-2147483648.9), 0, 0, 0x80000000},
            {"v_cvt_u32_f64 v0, v[2:3]", d(4294967295.9), 0, 0, 0xffffffff},
            {"v_cvt_f32_i32 v0, v2", uint32_t(-16777217), 0, 0,
             f(-16777216.0f)},
            {"v_cvt_f32_u32 v0, v2", 0xffffffff, 0, 0, f(4294967296.0f)},
            {"v_cvt_f32_ubyte0 v0, v2", 0x04030201, 0, 0, f(1)},
            {"v_cvt_f32_ubyte3 v0, v2", 0x04030201, 0, 0, f(4)},
            {"v_cvt_f32_f64 v0, v[2:3]", d(1 + 0x1p-25), 0, 0, f(1)},
            {"v_cvt_f32_f64 v0, v[2:3]", d(0x1p-149), 0, 0, 1},
            {"v_cvt_f32_f64 v0, v[2:3]", d(1e300), 0, 0, kInf},
        });
    checkCases(
        chip,
        {
            {"v_cvt_f64_i32 v[0:1], v2", uint32_t(-5), 0, 0, d(-5)},
            {"v_cvt_f64_u32 v[0:1], v2", uint32_t(-5), 0, 0, d(4294967291.0)},
            {"v_cvt_f64_f32 v[0:1], v2", 1, 0, 0, d(0x1p-149)},
        },
        2);
  }
  for (const char *chip : {"gfx90a", "gfx942"})
    checkCases(chip,
               {
                   {"v_cvt_f16_f32 v0, v2", f(65504), 0, 0, 0x7bff},
                   {"v_cvt_f16_f32 v0, v2", f(65520), 0, 0, 0x7c00},
                   {"v_cvt_f16_f32 v0, v2", f(1 + 0x1p-11f), 0, 0, 0x3c00},
                   {"v_cvt_f16_f32 v0, v2", f(0x1p-24f), 0, 0, 0x0001},
                   {"v_cvt_f16_f32 v0, v2", f(0x1p-25f), 0, 0, 0x0000},
                   {"v_cvt_f32_f16 v0, v2", 0x0001, 0, 0, f(0x1p-24f)},
                   {"v_cvt_f32_f16 v0, v2", 0xfc00, 0, 0, kInf | kMinus},
                   {"v_cvt_f32_f16 v0, v2", 0x7d00, 0, 0, 0x7fe00000},
                   {"v_cvt_pkrtz_f16_f32 v0, v2, v4", f(1 + 0x1p-11f), f(1e9f),
                    0, 0x7bff3c00},
                   {"v_cvt_f16_u16 v0, v2", 0xffff, 0, 0, 0x7c00},
                   {"v_cvt_f16_i16 v0, v2", 0xffff, 0, 0, 0xbc00},
                   {"v_cvt_u16_f16 v0, v2", 0xbc00, 0, 0, 0},
                   {"v_cvt_i16_f16 v0, v2", 0xfbff, 0, 0, 0x8000},
                   {"v_pack_b32_f16 v0, v2, v4", 0x11113c00, 0x22224000, 0,
                    0x40003c00},
                   {"v_cvt_flr_i32_f32 v0, v2", f(-1.5f), 0, 0, uint32_t(-2)},
                   {"v_cvt_rpi_i32_f32 v0, v2", f(1.5f), 0, 0, 2},
               });
  checkCases("gfx1201", {{"v_cvt_f16_f32 v0, v2", f(1.5f), 0, 0, 0x77773e00}});
  for (const char *chip : {"gfx1100"})
    checkCases(
        chip,
        {
            {"v_cvt_f16_f32 v0.l, v2", f(1.5f), 0, 0, 0x77773e00},
            {"v_cvt_f16_f32 v0.h, v2", f(1.5f), 0, 0, 0x3e008888},
            {"v_cvt_f32_f16 v0, v2.h", 0x3e000000, 0, 0, f(1.5f)},
            {"v_cvt_pk_rtz_f16_f32 v0, v2, v4", f(2), f(-2), 0, 0xc0004000},
            {"v_cvt_i32_i16 v0, v2.l", 0x8000, 0, 0, 0xffff8000},
            {"v_cvt_u32_u16 v0, v2.h", 0x80007fff, 0, 0, 0x8000},
            {"v_cvt_pk_i16_f32 v0, v2, v4", f(-40000), f(7.9f), 0, 0x00078000},
            {"v_cvt_pk_u16_f32 v0, v2, v4", f(-1), f(70000), 0, 0xffff0000},
        });
  checkCases("gfx950", {{"v_cvt_pk_bf16_f32 v0, v2, v4", f(1 + 0x1p-8f),
                         f(1 + 0x1.8p-7f), 0, 0x3f823f80},
                        // NaNs whose upper half alone would be infinity.
                        {"v_cvt_pk_bf16_f32 v0, v2, v4", 0x7f800001, 0xff808000,
                         0, 0xffc07fc0}});
}

TEST(ValuFloat, Class) {
  const uint32_t values[] = {
      0x7f800001, kNaN, kInf | kMinus, bits32(-1.0f), 0x80000001, kMinus,
      0,          1,    bits32(1.0f),  kInf};
  for (const char *chip : {"gfx942", "gfx1100"}) {
    LaneMachine machine(chip);
    machine.set(2, [&](unsigned lane) { return lane < 10 ? values[lane] : 0; });
    for (unsigned bit = 0; bit < 10; ++bit) {
      machine.set(4, 1u << bit);
      machine.run(machine.lanes() == 64 ? "v_cmp_class_f32 vcc, v2, v4"
                                        : "v_cmp_class_f32 vcc_lo, v2, v4");
      EXPECT_EQ(machine.s(kVccLo) & 0x3ff, 1u << bit) << "class " << bit;
    }
    machine.set(3,
                [&](unsigned lane) { return lane ? 0xfff80000 : 0x3ff00000; });
    machine.set(2, 0);
    machine.set(4, 0x100);
    machine.run(machine.lanes() == 64 ? "v_cmp_class_f64 vcc, v[2:3], v4"
                                      : "v_cmp_class_f64 vcc_lo, v[2:3], v4");
    EXPECT_EQ(machine.s(kVccLo), 1u);
  }
}

TEST(ValuFloat, Compare) {
  LaneMachine machine("gfx942");
  // Lane 0 less, 1 equal (of different sign zeros), 2 greater, 3 unordered.
  const float lhs[] = {-1, -0.0f, 1, NAN};
  machine.set(2, [&](unsigned lane) { return bits32(lhs[lane % 4]); });
  struct {
    const char *op;
    uint32_t expected;
  } cases[] = {{"f", 0x0},   {"lt", 0x1},  {"eq", 0x2},  {"le", 0x3},
               {"gt", 0x4},  {"lg", 0x5},  {"ge", 0x6},  {"o", 0x7},
               {"u", 0x8},   {"nge", 0x9}, {"nlg", 0xa}, {"ngt", 0xb},
               {"nle", 0xc}, {"neq", 0xd}, {"nlt", 0xe}, {"tru", 0xf}};
  for (auto &test : cases) {
    machine.run("v_cmp_" + std::string(test.op) + "_f32_e64 s[4:5], v2, 0");
    EXPECT_EQ(machine.s(4), test.expected * 0x11111111u) << test.op;
  }
  // 2.0 < 3.0 in f64 through an inline constant.
  machine.set64(6, d(3.0));
  machine.run("v_cmp_lt_f64_e64 s[4:5], 2.0, v[6:7]");
  EXPECT_EQ(machine.s(4), 0xffffffffu);
}

/// Denormal modes of f32 separately from those of f64 and f16, rounding modes,
/// omod.
TEST(ValuFloat, Mode) {
  LaneMachine machine("gfx942");
  machine.set(2, 0x80000005);
  machine.set(4, bits32(1.0f));
  machine.set64(6, 5);
  machine.wave.mode &= ~(kModeDenormInF32 | kModeDenormOutF32);
  machine.run("v_mul_f32 v0, v2, v4\nv_add_f64 v[8:9], v[6:7], v[6:7]");
  EXPECT_EQ(machine.v(0)[1], kMinus);
  EXPECT_EQ(machine.v64(8, 1), 10u);
  machine.wave.mode |= kModeDenormInF32; // sources kept, results flushed
  machine.set(4, bits32(0x1p30f));
  machine.run("v_mul_f32 v0, v2, v4\nv_mul_f32 v1, v2, 1.0");
  EXPECT_EQ(machine.v(0)[1], bits32(-5 * 0x1p-119f));
  EXPECT_EQ(machine.v(1)[1], kMinus);
  // omod works if results are flushed.
  machine.set(2, bits32(3.0f));
  machine.run("v_add_f32_e64 v0, v2, v2 mul:4\nv_add_f32_e64 v1, v2, v2 div:2");
  EXPECT_EQ(machine.v(0)[1], bits32(24.0f));
  EXPECT_EQ(machine.v(1)[1], bits32(3.0f));
  machine.wave.mode |= kModeDenormOutF32;
  machine.wave.mode &= ~(kModeDenormInF64F16 | kModeDenormOutF64F16);
  machine.run("v_add_f64 v[8:9], v[6:7], v[6:7]");
  EXPECT_EQ(machine.v64(8, 1), 0u);
  // 1 + 2^-30 in all four rounding modes.
  machine.set(2, bits32(1.0f));
  machine.set(4, bits32(0x1p-30f));
  const float expected[] = {1.0f, 1 + 0x1p-23f, 1.0f, 1.0f};
  for (unsigned mode = 0; mode < 4; ++mode) {
    machine.wave.mode = (machine.wave.mode & ~kModeRoundF32) | mode;
    machine.run("v_add_f32 v0, v2, v4");
    EXPECT_EQ(machine.v(0)[5], bits32(expected[mode])) << mode;
  }
  machine.wave.mode = (machine.wave.mode & ~uint32_t(kModeRoundF64F16)) | 0x4;
  machine.set(2, bits32(1 + 0x1p-20f));
  machine.run("v_cvt_f16_f32 v0, v2");
  EXPECT_EQ(machine.v(0)[5], 0x3c01u);
}

TEST(ValuFloat, Half) {
  for (const char *chip : {"gfx90a", "gfx942"})
    checkCases(
        chip,
        {
            {"v_add_f16 v0, v2, v4", 0x11113c00, 0x22224000, 0, 0x4200},
            // 2048 + 1 is a tie, which rounds to the even 2048.
            {"v_add_f16 v0, v2, v4", 0x6800, 0x3c00, 0, 0x6800},
            {"v_mul_f16 v0, v2, v4", 0x0001, 0x3800, 0, 0},
            {"v_mul_f16 v0, v2, v4", 0x7bff, 0x4000, 0, 0x7c00},
            {"v_sub_f16 v0, v2, v4", 0x7c00, 0x7c00, 0, 0x7e00},
            {"v_max_f16 v0, v2, v4", 0x7e00, 0x3c00, 0, 0x3c00},
            {"v_rcp_f16 v0, v2", 0x4000, 0, 0, 0x3800},
            {"v_sqrt_f16 v0, v2", 0x4400, 0, 0, 0x4000},
            {"v_rndne_f16 v0, v2", 0x4100, 0, 0, 0x4000},
            {"v_frexp_exp_i16_f16 v0, v2", 0x0001, 0, 0, 0xffe9},
            {"v_frexp_mant_f16 v0, v2", 0x0001, 0, 0, 0x3800},
            {"v_ldexp_f16 v0, v2, v4", 0x3c00, 3, 0, 0x4800},
            // fma keeps the upper half, and rounds once:
            // 1.0009765625^2 + 2^-24 lies just above a tie.
            {"v_fma_f16 v0, v2, v4, v6", 0x3c00, 0x4000, 0x3c00, 0x77774200},
            {"v_fma_f16 v0, v2, v4, v6", 0x3c20, 0x3c10, 0x0001, 0x77773c31},
            {"v_fma_f16 v0, v2, v4, v6", 0x3c20, 0x3c10, 0x0000, 0x77773c30},
            {"v_fma_f16 v0, v2, v4, v6 op_sel:[1,0,0,1]", 0x3c000000, 0x4000,
             0x3c00, 0x42008888},
        });
  checkCases("gfx1100",
             {{"v_add_f16 v0.l, v2.l, v4.h", 0x3c00, 0x40000000, 0, 0x77774200},
              {"v_add_f16 v0.h, v2.l, v4.l", 0x3c00, 0x4000, 0, 0x42008888},
              {"v_fma_f16 v0.h, v2.l, v4.l, v6.l", 0x3c00, 0x4000, 0x3c00,
               0x42008888}});
}

namespace {

/// The compiler's division sequence.
const char *const kDivide32 = R"(
  v_div_scale_f32 v10, s[6:7], v4, v4, v2
  v_div_scale_f32 v11, vcc, v2, v4, v2
  v_rcp_f32 v12, v10
  v_fma_f32 v13, -v10, v12, 1.0
  v_fma_f32 v12, v13, v12, v12
  v_mul_f32 v13, v11, v12
  v_fma_f32 v14, -v10, v13, v11
  v_fma_f32 v13, v14, v12, v13
  v_fma_f32 v10, -v10, v13, v11
  v_div_fmas_f32 v10, v10, v12, v13
  v_div_fixup_f32 v0, v10, v4, v2)";
const char *const kDivide64 = R"(
  v_div_scale_f64 v[10:11], s[6:7], v[4:5], v[4:5], v[2:3]
  v_rcp_f64 v[12:13], v[10:11]
  v_fma_f64 v[14:15], -v[10:11], v[12:13], 1.0
  v_fma_f64 v[12:13], v[12:13], v[14:15], v[12:13]
  v_fma_f64 v[14:15], -v[10:11], v[12:13], 1.0
  v_fma_f64 v[12:13], v[12:13], v[14:15], v[12:13]
  v_div_scale_f64 v[14:15], vcc, v[2:3], v[4:5], v[2:3]
  v_mul_f64 v[16:17], v[14:15], v[12:13]
  v_fma_f64 v[10:11], -v[10:11], v[16:17], v[14:15]
  v_div_fmas_f64 v[10:11], v[10:11], v[12:13], v[16:17]
  v_div_fixup_f64 v[0:1], v[10:11], v[4:5], v[2:3])";

} // namespace

/// All magnitudes are combined; the host's division is the reference.
TEST(ValuFloat, Division32) {
  std::mt19937 random(7);
  for (unsigned round = 0; round < 60; ++round) {
    LaneMachine machine("gfx942");
    auto value = [&](unsigned) {
      uint32_t bits = uint32_t(random());
      if (random() % 4 == 0)
        bits &= 0x807fffff; // denormals
      if (random() % 16 == 0)
        bits &= 0xff800000;
      return bits;
    };
    machine.set(2, value);
    machine.set(4, value);
    machine.run(kDivide32);
    for (unsigned lane = 0; lane < 64; ++lane) {
      float n, q, divisor;
      std::memcpy(&n, machine.v(2) + lane, 4);
      std::memcpy(&divisor, machine.v(4) + lane, 4);
      std::memcpy(&q, machine.v(0) + lane, 4);
      float expected = n / divisor;
      if (std::isnan(expected))
        EXPECT_TRUE(std::isnan(q)) << n << " / " << divisor;
      else
        EXPECT_EQ(bits32(q), bits32(expected)) << n << " / " << divisor;
    }
  }
}

TEST(ValuFloat, Division64) {
  std::mt19937_64 random(7);
  for (unsigned round = 0; round < 60; ++round) {
    LaneMachine machine("gfx942");
    double n[64], divisor[64];
    auto fill = [&](double *to, unsigned reg) {
      for (unsigned lane = 0; lane < 64; ++lane) {
        uint64_t bits = random();
        if (random() % 4 == 0)
          bits &= 0x800fffffffffffff;
        if (random() % 16 == 0)
          bits &= 0xfff0000000000000;
        std::memcpy(to + lane, &bits, 8);
        machine.v(reg)[lane] = uint32_t(bits);
        machine.v(reg + 1)[lane] = uint32_t(bits >> 32);
      }
    };
    fill(n, 2);
    fill(divisor, 4);
    machine.run(kDivide64);
    for (unsigned lane = 0; lane < 64; ++lane) {
      double expected = n[lane] / divisor[lane], q;
      uint64_t bits = machine.v64(0, lane);
      std::memcpy(&q, &bits, 8);
      if (std::isnan(expected))
        EXPECT_TRUE(std::isnan(q)) << n[lane] << " / " << divisor[lane];
      else
        EXPECT_EQ(bits, bits64(expected)) << n[lane] << " / " << divisor[lane];
    }
  }
}
