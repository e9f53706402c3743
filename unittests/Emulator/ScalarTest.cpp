//===- ScalarTest.cpp - Scalar instructions ---------------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// SALU and SMEM semantics, with values derived from the ISA manuals. Each case
// sets registers, runs one instruction and reads back the result and SCC.
//
//===----------------------------------------------------------------------===//

#include "Assembler.h"

#include "gtest/gtest.h"

using namespace prim::test;

namespace {

struct ScalarCase {
  const char *name;
  const char *chip;
  const char *setup; // s[4:5] and s[6:7] as sources
  const char *code;  // result in s[8:9]
  uint32_t low, high, scc;
};

class Scalar : public ::testing::TestWithParam<ScalarCase> {};

/// A word of a result that is not compared.
constexpr uint32_t kAny = 0x5eed5eed;

TEST_P(Scalar, Result) {
  const ScalarCase &c = GetParam();
  std::string chip = c.chip;
  bool newNames = chip == "gfx1100" || chip == "gfx1201";
  Kernel kernel;
  kernel.chip = chip;
  kernel.body = rowPrologue(chip) + "s_mov_b32 s8, 0x5eed5eed\n" +
                "s_mov_b32 s9, 0x5eed5eed\n" + "s_cmp_eq_u32 s8, 0\n" +
                c.setup + "\n" + c.code +
                "\ns_cselect_b32 s10, 1, 0\n"
                "v_mov_b32 v1, s8\nv_mov_b32 v2, s9\nv_mov_b32 v3, s10\n" +
                storeRow(chip, 0, "v1") + storeRow(chip, 1, "v2") +
                storeRow(chip, 2, "v3");
  (void)newNames;
  unsigned lanes = waveSizeOf(chip);
  Outcome outcome = run(kernel, {}, 3 * lanes);
  ASSERT_EQ(outcome.error, 0) << outcome.message;
  for (unsigned lane : {0u, lanes - 1}) {
    EXPECT_EQ(outcome.output[lane], c.low);
    EXPECT_EQ(outcome.output[lanes + lane], c.high);
    EXPECT_EQ(outcome.output[2 * lanes + lane], c.scc);
  }
}

const ScalarCase cases[] = {
    {"AddU32Carry", "gfx942", "s_mov_b32 s4, -1\ns_mov_b32 s5, 2",
     "s_add_u32 s8, s4, s5", 1, kAny, 1},
    {"AddU32Zero", "gfx942", "s_mov_b32 s4, 5", "s_add_u32 s8, s4, 0", 5, kAny,
     0},
    {"AbsDiffI32", "gfx942", "s_mov_b32 s4, 3", "s_absdiff_i32 s8, s4, 10", 7,
     kAny, 1},
    {"BfeU32Wide", "gfx942", "s_mov_b32 s4, 0xabcdef12",
     "s_bfe_u32 s8, s4, 0x140004", 0xcdef1, kAny, 1},
    {"BfmB64Wide", "gfx942", "", "s_bfm_b64 s[8:9], 40, 4", 0xfffffff0, 0xfff,
     0},
    {"PackHighLow", "gfx1100",
     "s_mov_b32 s4, 0x12345678\ns_mov_b32 s5, 0x9abcdef0",
     "s_pack_hl_b32_b16 s8, s4, s5", 0xdef01234, kAny, 0},
    {"CompareWithNegative", "gfx942", "s_mov_b32 s4, 3",
     "s_cmpk_gt_i32 s4, 0xfffe", kAny, kAny, 1},
    {"BranchOnHighHalfOfVcc", "gfx942", "s_mov_b64 vcc, 0\ns_mov_b32 vcc_hi, 1",
     "s_mov_b32 s8, 1\ns_cbranch_vccz .Lz\ns_mov_b32 s8, 2\n.Lz:", 2, kAny, 0},
    {"BranchOnHighHalfOfExec", "gfx942",
     "s_mov_b64 s[4:5], exec\ns_mov_b64 exec, 0\ns_mov_b32 exec_hi, 1",
     "s_mov_b32 s8, 1\ns_cbranch_execnz .Le\ns_mov_b32 s8, 2\n.Le:\n"
     "s_mov_b64 exec, s[4:5]",
     1, kAny, 0},
    {"CallAndReturn", "gfx942", "",
     "s_getpc_b64 s[4:5]\n.Lpc:\ns_add_u32 s4, s4, .Lf-.Lpc\n"
     "s_addc_u32 s5, s5, 0\ns_mov_b32 s8, 1\ns_swappc_b64 s[6:7], s[4:5]\n"
     "s_branch .Lback\n.Lf:\ns_mov_b32 s8, 2\ns_setpc_b64 s[6:7]\n.Lback:",
     2, kAny, 0},
    {"AddI32Overflow", "gfx942", "s_mov_b32 s4, 0x7fffffff",
     "s_add_i32 s8, s4, 1", 0x80000000, kAny, 1},
    {"AddI32NoOverflow", "gfx942", "s_mov_b32 s4, -1", "s_add_i32 s8, s4, 1", 0,
     kAny, 0},
    {"SubU32Borrow", "gfx942", "s_mov_b32 s4, 1", "s_sub_u32 s8, s4, 2",
     0xffffffff, kAny, 1},
    {"SubI32Overflow", "gfx1100", "s_mov_b32 s4, 0x80000000",
     "s_sub_i32 s8, s4, 1", 0x7fffffff, kAny, 1},
    {"AddcChain", "gfx942", "s_mov_b32 s4, -1\ns_mov_b32 s5, 3",
     "s_add_u32 s8, s4, 1\ns_addc_u32 s9, s5, 0", 0, 4, 0},
    {"SubbChain", "gfx1100", "s_mov_b32 s4, 0\ns_mov_b32 s5, 0",
     "s_sub_u32 s8, s4, 1\ns_subb_u32 s9, s5, 0", 0xffffffff, 0xffffffff, 1},
    {"MinI32", "gfx942", "s_mov_b32 s4, -5", "s_min_i32 s8, s4, 3", 0xfffffffb,
     kAny, 1},
    {"MaxU32", "gfx942", "s_mov_b32 s4, -5", "s_max_u32 s8, s4, 3", 0xfffffffb,
     kAny, 1},
    {"AbsDiffOverflow", "gfx942",
     "s_mov_b32 s4, 0x80000000\ns_mov_b32 s5, 0x7fffffff",
     "s_absdiff_i32 s8, s4, s5", 1, kAny, 1},
    {"AndB64", "gfx942",
     "s_mov_b64 s[4:5], -1\ns_mov_b32 s6, 0xf0\ns_mov_b32 s7, 1",
     "s_and_b64 s[8:9], s[4:5], s[6:7]", 0xf0, 1, 1},
    {"Andn2B32Zero", "gfx942", "s_mov_b32 s4, 0xff", "s_andn2_b32 s8, s4, -1",
     0, kAny, 0},
    {"XnorB32", "gfx1100", "s_mov_b32 s4, 0xff", "s_xnor_b32 s8, s4, 0xf",
     0xffffff0f, kAny, 1},
    {"LshlB64", "gfx942", "s_mov_b64 s[4:5], 1",
     "s_lshl_b64 s[8:9], s[4:5], 35", 0, 8, 1},
    {"AshrI32", "gfx942", "s_mov_b32 s4, 0x80000000", "s_ashr_i32 s8, s4, 31",
     0xffffffff, kAny, 1},
    {"BfeI32", "gfx942", "s_mov_b32 s4, 0x0000f800",
     "s_bfe_i32 s8, s4, 0x5000b", 0xffffffff, kAny, 1},
    {"BfeU32Width0", "gfx942", "s_mov_b32 s4, -1", "s_bfe_u32 s8, s4, 0x0", 0,
     kAny, 0},
    {"BfeU64", "gfx942", "s_mov_b32 s4, 0\ns_mov_b32 s5, 0xabc",
     "s_bfe_u64 s[8:9], s[4:5], 0x80024", 0xab, 0, 1},
    {"BfmB32", "gfx942", "s_mov_b32 s4, 4", "s_bfm_b32 s8, s4, 8", 0xf00, kAny,
     0},
    {"MulHiI32", "gfx942", "s_mov_b32 s4, -2", "s_mul_hi_i32 s8, s4, 3",
     0xffffffff, kAny, 0},
    {"MulHiU32", "gfx942", "s_mov_b32 s4, -2", "s_mul_hi_u32 s8, s4, 3", 2,
     kAny, 0},
    {"Lshl3Add", "gfx942", "s_mov_b32 s4, 0x20000000",
     "s_lshl3_add_u32 s8, s4, 5", 5, kAny, 1},
    {"PackLh", "gfx942", "s_mov_b32 s4, 0x11112222\ns_mov_b32 s5, 0x33334444",
     "s_pack_lh_b32_b16 s8, s4, s5", 0x33332222, kAny, 0},
    {"Brev", "gfx942", "s_mov_b32 s4, 1", "s_brev_b32 s8, s4", 0x80000000, kAny,
     0},
    {"Bcnt1B64", "gfx942", "s_mov_b64 s[4:5], -1", "s_bcnt1_i32_b64 s8, s[4:5]",
     64, kAny, 1},
    {"Ff1None", "gfx942", "s_mov_b32 s4, 0", "s_ff1_i32_b32 s8, s4", 0xffffffff,
     kAny, 0},
    {"Ctz", "gfx1100", "s_mov_b32 s4, 0x50", "s_ctz_i32_b32 s8, s4", 4, kAny,
     0},
    {"FlbitI32", "gfx942", "s_mov_b32 s4, 0xffff0000", "s_flbit_i32 s8, s4", 16,
     kAny, 0},
    {"FlbitI32AllSame", "gfx942", "s_mov_b32 s4, -1", "s_flbit_i32 s8, s4",
     0xffffffff, kAny, 0},
    {"FlbitB64", "gfx942", "s_mov_b64 s[4:5], 1", "s_flbit_i32_b64 s8, s[4:5]",
     63, kAny, 0},
    {"SextI8", "gfx942", "s_mov_b32 s4, 0x80", "s_sext_i32_i8 s8, s4",
     0xffffff80, kAny, 0},
    {"Bitset1B64", "gfx942", "s_mov_b32 s4, 40",
     "s_mov_b64 s[8:9], 0\ns_bitset1_b64 s[8:9], s4", 0, 0x100, 0},
    {"BitReplicate", "gfx942", "s_mov_b32 s4, 0x80000005",
     "s_bitreplicate_b64_b32 s[8:9], s4", 0x33, 0xc0000000, 0},
    {"Wqm", "gfx942", "s_mov_b32 s4, 0x10002", "s_wqm_b32 s8, s4", 0xf000f,
     kAny, 1},
    {"Cmov", "gfx942", "s_mov_b32 s4, 7",
     "s_cmp_eq_u32 s4, 7\ns_cmov_b32 s8, s4", 7, kAny, 1},
    {"Cselect", "gfx942", "s_mov_b32 s4, 7",
     "s_cmp_lg_u32 s4, 7\ns_cselect_b64 s[8:9], -1, 3", 3, 0, 0},
    {"MovkNegative", "gfx942", "", "s_movk_i32 s8, 0x8001", 0xffff8001, kAny,
     0},
    {"AddkOverflow", "gfx942", "s_mov_b32 s8, 0x7fffffff", "s_addk_i32 s8, 0x1",
     0x80000000, kAny, 1},
    {"MulkNegative", "gfx1100", "s_mov_b32 s8, 3", "s_mulk_i32 s8, 0xfffe",
     0xfffffffa, kAny, 0},
    {"CmpkSigned", "gfx942", "s_mov_b32 s4, -3", "s_cmpk_lt_i32 s4, 0xfffe",
     kAny, kAny, 1},
    {"CmpkUnsigned", "gfx942", "s_mov_b32 s4, 0xfffd",
     "s_cmpk_lt_u32 s4, 0xfffe", kAny, kAny, 1},
    {"CmpU64", "gfx942", "s_mov_b64 s[4:5], -1", "s_cmp_eq_u64 s[4:5], -1",
     kAny, kAny, 1},
    {"Bitcmp1", "gfx942", "s_mov_b32 s4, 0x10", "s_bitcmp1_b32 s4, 4", kAny,
     kAny, 1},
    {"Literal64", "gfx942", "", "s_mov_b64 s[8:9], 0x12345678", 0x12345678, 0,
     0},
    {"InlineDouble", "gfx942", "", "s_mov_b64 s[8:9], 1.0", 0, 0x3ff00000, 0},
    {"InlineNegative64", "gfx942", "", "s_mov_b64 s[8:9], -16", 0xfffffff0,
     0xffffffff, 0},
    {"SaveExec", "gfx942", "s_mov_b64 s[4:5], exec\ns_mov_b64 s[6:7], 0",
     "s_and_saveexec_b64 s[8:9], s[6:7]\ns_mov_b64 exec, s[4:5]", 0xffffffff,
     0xffffffff, 0},
    {"SaveExec32", "gfx1100", "s_mov_b32 s4, exec_lo\ns_mov_b32 s6, 0xff",
     "s_and_saveexec_b32 s8, s6\ns_mov_b32 s9, exec_lo\ns_mov_b32 exec_lo, s4",
     0xffffffff, 0xff, 1},
    {"NullSource", "gfx1100", "", "s_mov_b32 s8, null", 0, kAny, 0},
    {"GetPcCall", "gfx942", "",
     "s_mov_b32 s8, 0\ns_getpc_b64 s[4:5]\ns_add_u32 s4, s4, 16\ns_addc_u32 "
     "s5, "
     "s5, 0\ns_swappc_b64 s[6:7], s[4:5]\ns_mov_b32 s8, 1\ns_mov_b32 s9, 2\n"
     "s_cmp_eq_u32 s8, 0",
     0, 2, 1},
    {"SetregDenorm", "gfx942", "s_mov_b32 s4, 0",
     "s_setreg_b32 hwreg(HW_REG_MODE, 4, 2), s4\n"
     "s_getreg_b32 s8, hwreg(HW_REG_MODE, 4, 4)",
     0xc, kAny, 0},
    {"SetregImmediate", "gfx942", "",
     "s_setreg_imm32_b32 hwreg(HW_REG_MODE, 0, 4), 0x5\n"
     "s_getreg_b32 s8, hwreg(HW_REG_MODE, 0, 4)",
     5, kAny, 0},
    {"Branch", "gfx942", "s_mov_b32 s8, 0\ns_mov_b32 s4, 5",
     "1:\ns_add_u32 s8, s8, 3\ns_sub_u32 s4, s4, 1\ns_cmp_lg_u32 s4, 0\n"
     "s_cbranch_scc1 1b",
     15, kAny, 0},
    {"VccBranch", "gfx942", "s_mov_b64 vcc, 0",
     "s_mov_b32 s8, 1\ns_cbranch_vccz 1f\ns_mov_b32 s8, 2\n1:", 1, kAny, 0},
};

INSTANTIATE_TEST_SUITE_P(Emulator, Scalar, ::testing::ValuesIn(cases),
                         [](const ::testing::TestParamInfo<ScalarCase> &info) {
                           return std::string(info.param.name) + "_" +
                                  info.param.chip;
                         });

TEST(ScalarMemory, EveryWidth) {
  std::vector<uint32_t> input(64);
  for (unsigned i = 0; i < input.size(); ++i)
    input[i] = 1000 + i;
  for (std::string chip : {"gfx942", "gfx1100", "gfx1201"}) {
    bool newNames = chip != "gfx942";
    Kernel kernel;
    kernel.chip = chip;
    auto load = [&](unsigned words) {
      return newNames ? "s_load_b" + std::to_string(words * 32)
                      : "s_load_dword" +
                            (words == 1 ? "" : "x" + std::to_string(words));
    };
    std::string wait =
        chip == "gfx1201" ? "s_wait_kmcnt 0x0\n" : "s_waitcnt lgkmcnt(0)\n";
    kernel.body = rowPrologue(chip) + "s_mov_b32 s3, 64\n" + load(1) +
                  " s4, s[88:89], 0x4\n" + load(2) +
                  " s[6:7], s[88:89], 0x8\n" + load(4) +
                  " s[8:11], s[88:89], s3\n" + load(8) +
                  " s[16:23], s[88:89], 0x20\n" + load(16) +
                  " s[32:47], s[88:89], 0x40\n" + wait +
                  "v_mov_b32 v1, s4\nv_mov_b32 v2, s7\nv_mov_b32 v3, s11\n"
                  "v_mov_b32 v4, s23\nv_mov_b32 v5, s47\n";
    for (unsigned i = 0; i < 5; ++i)
      kernel.body += storeRow(chip, i, "v" + std::to_string(i + 1));
    unsigned lanes = waveSizeOf(chip);
    Outcome outcome = run(kernel, input, 5 * lanes);
    ASSERT_EQ(outcome.error, 0) << chip << ": " << outcome.message;
    const uint32_t expected[] = {1001, 1003, 1019, 1015, 1031};
    for (unsigned i = 0; i < 5; ++i)
      EXPECT_EQ(outcome.output[i * lanes + 3], expected[i]) << chip << i;
  }
}

TEST(ScalarMemory, LowBitsOfAddressesAreDropped) {
  Kernel kernel;
  kernel.chip = "gfx942";
  kernel.body = rowPrologue(kernel.chip) +
                "s_add_u32 s4, s88, 6\ns_addc_u32 s5, s89, 0\n"
                "s_load_dword s6, s[4:5], 0x0\ns_waitcnt lgkmcnt(0)\n"
                "v_mov_b32 v1, s6\n" +
                storeRow(kernel.chip, 0, "v1");
  Outcome outcome = run(kernel, {7, 8, 9}, 64);
  ASSERT_EQ(outcome.error, 0) << outcome.message;
  EXPECT_EQ(outcome.output[0], 8u);
}

TEST(ScalarMemory, SignsOfBytes) {
  Kernel kernel;
  kernel.chip = "gfx1201";
  kernel.body = rowPrologue(kernel.chip) +
                "s_load_i8 s4, s[88:89], 0x1\ns_load_u8 s5, s[88:89], 0x1\n"
                "s_wait_kmcnt 0x0\nv_mov_b32 v1, s4\nv_mov_b32 v2, s5\n" +
                storeRow(kernel.chip, 0, "v1") + storeRow(kernel.chip, 1, "v2");
  Outcome outcome = run(kernel, {0x80f001}, 64);
  ASSERT_EQ(outcome.error, 0) << outcome.message;
  EXPECT_EQ(outcome.output[0], 0xfffffff0u);
  EXPECT_EQ(outcome.output[32], 0xf0u);
}

TEST(ScalarMemory, WordsPastTheEndOfABufferAreZero) {
  Kernel kernel;
  kernel.chip = "gfx942";
  kernel.body = rowPrologue(kernel.chip) +
                "s_mov_b32 s4, s88\ns_mov_b32 s5, s89\ns_mov_b32 s6, 8\n"
                "s_mov_b32 s7, 0x00020000\n"
                "s_buffer_load_dwordx4 s[8:11], s[4:7], 0x0\n"
                "s_waitcnt lgkmcnt(0)\nv_mov_b32 v1, s9\nv_mov_b32 v2, s10\n" +
                storeRow(kernel.chip, 0, "v1") + storeRow(kernel.chip, 1, "v2");
  Outcome outcome = run(kernel, {7, 8, 9, 10}, 128);
  ASSERT_EQ(outcome.error, 0) << outcome.message;
  EXPECT_EQ(outcome.output[0], 8u);
  EXPECT_EQ(outcome.output[64], 0u);
}

} // namespace
