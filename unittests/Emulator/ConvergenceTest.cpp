//===- ConvergenceTest.cpp - Collectives without their lanes ----*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The emulator's handling of the section .prim.convergence. Marked instructions
// that some lanes or waves do not reach are reported; others cost nothing.
//
//===----------------------------------------------------------------------===//

#include "Assembler.h"

#include "gtest/gtest.h"

using namespace prim::test;

namespace {

class Convergence : public ::testing::TestWithParam<const char *> {
protected:
  Outcome runBody(const std::string &body, unsigned threads) {
    Kernel kernel;
    kernel.chip = GetParam();
    kernel.body = body;
    return run(kernel, {}, 1, threads);
  }
  unsigned lanes() const { return waveSizeOf(GetParam()); }
  /// Sets EXEC, or its lower half, to `mask`.
  std::string exec(const std::string &mask) const {
    return lanes() == 64 ? "s_mov_b64 exec, " + mask + "\n"
                         : "s_mov_b32 exec_lo, " + mask + "\n";
  }
  /// Jumps to label `target` in all waves except the first, by the item's
  /// number.
  std::string otherWaves(const std::string &target) const {
    std::string number = std::string(GetParam()) == "gfx1030"
                             ? "v0"
                             : "v1"; // ids are packed in v0 elsewhere
    std::string text;
    if (number == "v1")
      text = "v_and_b32 v1, 0x3ff, v0\n";
    return text + "v_readfirstlane_b32 s20, " + number +
           "\ns_cmp_lg_u32 s20, 0\ns_cbranch_scc1 " + target + "\n";
  }
};

INSTANTIATE_TEST_SUITE_P(Emulator, Convergence,
                         ::testing::Values("gfx942", "gfx1030", "gfx1100"));

/// An instruction that `width` lanes (0: the block) must reach together.
std::string mark(unsigned width, const std::string &name) {
  static unsigned number = 0;
  std::string label = ".Lmark" + std::to_string(number++);
  return label + ":\ns_nop 0\n.pushsection .prim.convergence,\"\",@progbits\n" +
         ".quad " + label + "\n.long " + std::to_string(width) + "\n.asciz \"" +
         name + "\"\n.popsection\n";
}

bool contains(const std::string &text, const std::string &part) {
  return text.find(part) != std::string::npos;
}

TEST_P(Convergence, WholeWarpsPass) {
  // All lanes of a logical warp, or none of them; and a partial wave at the end
  // of the block.
  Outcome outcome = runBody(exec("0xff00") + mark(8, "op") + exec("0xffff") +
                                mark(16, "op") + exec("0") + mark(8, "op"),
                            lanes());
  EXPECT_EQ(outcome.error, 0) << outcome.message;
  outcome = runBody(mark(0, "op") + mark(8, "op"), lanes() + 3);
  EXPECT_EQ(outcome.error, 0) << outcome.message;
}

TEST_P(Convergence, MissingLanesAreNamed) {
  Outcome outcome = runBody(exec("0x1f3f") + mark(8, "'op' at f:1:2"), lanes());
  EXPECT_NE(outcome.error, 0);
  EXPECT_TRUE(contains(outcome.message, "kernel 'k'")) << outcome.message;
  EXPECT_TRUE(contains(outcome.message,
                       "'op' at f:1:2 is run with only some of the lanes of a "
                       "logical warp: lanes 0-5 are active, lanes 6-7 are "
                       "missing"))
      << outcome.message;
}

TEST_P(Convergence, LanesThatTheBlockLacksAreNotMissed) {
  Outcome outcome = runBody(exec("0x7") + mark(8, "op"), 3);
  EXPECT_EQ(outcome.error, 0) << outcome.message;
  outcome = runBody(exec("0x3") + mark(8, "op"), 3);
  EXPECT_TRUE(contains(outcome.message, "lanes 2 are missing"))
      << outcome.message;
}

TEST_P(Convergence, BlockNeedsAllLanes) {
  Outcome outcome = runBody(exec("0xff") + mark(0, "op"), lanes());
  EXPECT_TRUE(contains(outcome.message, "of the block")) << outcome.message;
}

TEST_P(Convergence, BlockNeedsAllWaves) {
  // The other waves end without reaching it.
  Outcome outcome = runBody(
      otherWaves(".Lleave") + mark(0, "'first'") + ".Lleave:\n", 2 * lanes());
  EXPECT_NE(outcome.error, 0);
  EXPECT_TRUE(contains(outcome.message, "'first'")) << outcome.message;
  EXPECT_TRUE(contains(outcome.message, "of the block")) << outcome.message;
  // The other waves reach another one.
  outcome = runBody(otherWaves(".Lother") + mark(0, "'first'") +
                        "s_branch .Ldone\n.Lother:\n" + mark(0, "'second'") +
                        ".Ldone:\n",
                    2 * lanes());
  EXPECT_TRUE(contains(outcome.message,
                       "'second' is run by this wave while other waves of the "
                       "block run 'first'"))
      << outcome.message;
  // Copies of one place count as that place.
  outcome = runBody(otherWaves(".Lcopy") + mark(0, "'first'") +
                        "s_branch .Lmeet\n.Lcopy:\n" + mark(0, "'first'") +
                        ".Lmeet:\n" + mark(0, "'third'"),
                    2 * lanes());
  EXPECT_EQ(outcome.error, 0) << outcome.message;
}

TEST_P(Convergence, LoopsAreCounted) {
  // 300 rounds in the first wave, one in the others.
  std::string rounds = "s_movk_i32 s21, 0x12c\n" + otherWaves(".Lone") +
                       "s_branch .Lloop\n.Lone:\ns_mov_b32 s21, 1\n" +
                       ".Lloop:\n" + mark(0, "'round'") +
                       "s_sub_u32 s21, s21, 1\ns_cmp_lg_u32 s21, 0\n"
                       "s_cbranch_scc1 .Lloop\n";
  Outcome outcome = runBody(rounds, 2 * lanes());
  EXPECT_TRUE(contains(outcome.message, "'round'")) << outcome.message;
  outcome = runBody("s_movk_i32 s21, 0x12c\n.Lloop:\n" + mark(0, "'round'") +
                        "s_sub_u32 s21, s21, 1\ns_cmp_lg_u32 s21, 0\n"
                        "s_cbranch_scc1 .Lloop\n",
                    2 * lanes());
  EXPECT_EQ(outcome.error, 0) << outcome.message;
}

TEST_P(Convergence, MalformedSectionsAreRefused) {
  Outcome outcome = runBody("s_nop 0\n.pushsection .prim.convergence,\"\","
                            "@progbits\n.long 1\n.popsection\n",
                            lanes());
  EXPECT_NE(outcome.error, 0);
  EXPECT_TRUE(contains(outcome.message, ".prim.convergence"))
      << outcome.message;
}

} // namespace
