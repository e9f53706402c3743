//===- SettingsTest.cpp - PRIM_EMULATOR_* and block coverage ----*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Invalid variables are rejected, valid ones are honoured in every schedule,
// and the coverage record lists the basic blocks that ran.
//
//===----------------------------------------------------------------------===//

#include "Assembler.h"

#include "gtest/gtest.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sstream>

using namespace prim::test;

namespace {

/// Sets a variable for the lifetime of the object.
class Environment {
public:
  Environment(const char *name, const char *value) : name(name) {
    setenv(name, value, 1);
  }
  ~Environment() { unsetenv(name); }

private:
  const char *name;
};

TEST(Settings, BadValuesAreRefused) {
  struct {
    const char *name, *value, *complaint;
  } const cases[] = {
      {"PRIM_EMULATOR_SEED", "abc",
       "a number from 0 to 2^63 - 1, newest or -1"},
      {"PRIM_EMULATOR_SEED", "-2", "newest or -1"},
      {"PRIM_EMULATOR_SEED", "9223372036854775808", "newest or -1"},
      {"PRIM_EMULATOR_SEED", "7x", "newest or -1"},
      {"PRIM_EMULATOR_SEED", " 7", "newest or -1"},
      {"PRIM_EMULATOR_RESIDENT", "-3", "a number from 1 to 1048576"},
      {"PRIM_EMULATOR_RESIDENT", "0", "a number from 1 to 1048576"},
      {"PRIM_EMULATOR_RESIDENT", "1048577", "a number from 1 to 1048576"},
      {"PRIM_EMULATOR_DEADLOCK", "0", "a number from 1 to 2^62"},
      {"PRIM_EMULATOR_DEADLOCK", "99999999999999999999", "from 1 to 2^62"},
      {"PRIM_EMULATOR_CHECK", "off", "all or none"},
      {"PRIM_EMULATOR_RESIDNT", "4", "is not a variable of the emulator"},
  };
  Kernel kernel;
  kernel.chip = "gfx942";
  for (auto &test : cases) {
    Environment environment(test.name, test.value);
    Outcome outcome = run(kernel, {}, 1);
    EXPECT_EQ(outcome.error, 1) << test.name << "=" << test.value;
    EXPECT_NE(outcome.message.find(test.name), std::string::npos)
        << outcome.message;
    EXPECT_NE(outcome.message.find(test.complaint), std::string::npos)
        << outcome.message;
  }
  EXPECT_EQ(run(kernel, {}, 1).error, 0);
}

TEST(Settings, GoodValuesAreTaken) {
  struct {
    const char *name, *value;
  } const cases[] = {{"PRIM_EMULATOR_SEED", "newest"},
                     {"PRIM_EMULATOR_SEED", "9223372036854775807"},
                     {"PRIM_EMULATOR_SEED", ""},
                     {"PRIM_EMULATOR_RESIDENT", "1"},
                     {"PRIM_EMULATOR_DEADLOCK", "1"},
                     {"PRIM_EMULATOR_CHECK", "all"},
                     {"PRIM_EMULATOR_CHECK", "none"},
                     {"PRIM_EMULATOR_LIBRARY", "/some/where.so"}};
  Kernel kernel;
  kernel.chip = "gfx942";
  for (auto &test : cases) {
    Environment environment(test.name, test.value);
    Outcome outcome = run(kernel, {}, 1);
    EXPECT_EQ(outcome.error, 0) << test.name << ": " << outcome.message;
  }
}

/// The maximum number of groups between their begin and their end at the same
/// time. Each group increments a counter, idles for longer than any turn, reads
/// the counter and decrements it.
uint32_t mostTogether(unsigned groups) {
  Kernel kernel;
  kernel.chip = "gfx942";
  kernel.body = rowPrologue("gfx942") +
                "v_mov_b32 v1, 0\nv_mov_b32 v2, 1\n"
                "global_atomic_add v1, v2, s[88:89]\n"
                "s_movk_i32 s4, 0x1000\n1:\ns_sub_u32 s4, s4, 1\n"
                "s_cmp_lg_u32 s4, 0\ns_cbranch_scc1 1b\n"
                "global_load_dword v3, v1, s[88:89]\ns_waitcnt vmcnt(0)\n"
                "s_lshl_b32 s5, s2, 2\nv_mov_b32 v4, s5\n"
                "global_store_dword v4, v3, s[90:91]\n"
                "global_atomic_sub v1, v2, s[88:89]\n";
  Outcome outcome = run(kernel, {0}, groups, 1, groups);
  EXPECT_EQ(outcome.error, 0) << outcome.message;
  if (outcome.output.empty())
    return 0;
  return *std::max_element(outcome.output.begin(), outcome.output.end());
}

TEST(Settings, ResidentGroupsWhateverTheSchedule) {
  for (int64_t seed : {0, 7, -1}) {
    primEmulatorSetSeed(seed);
    EXPECT_EQ(mostTogether(8), 8u) << "seed " << seed;
    Environment two("PRIM_EMULATOR_RESIDENT", "2");
    EXPECT_EQ(mostTogether(8), 2u) << "seed " << seed;
  }
  primEmulatorSetSeed(0);
}

/// The longest run of rounds that one group executed alone. 16 groups draw a
/// ticket 1000 times each and write their number at the ticket's place.
size_t longestRun(int64_t seed) {
  constexpr unsigned groups = 16, rounds = 1000;
  Kernel kernel;
  kernel.chip = "gfx942";
  kernel.body = rowPrologue("gfx942") +
                "v_mov_b32 v1, 0\nv_mov_b32 v2, 1\nv_mov_b32 v4, s2\n"
                "s_movk_i32 s4, " +
                std::to_string(rounds) +
                "\n1:\nglobal_atomic_add v3, v1, v2, s[88:89] sc0\n"
                "s_waitcnt vmcnt(0)\nv_lshlrev_b32 v3, 2, v3\n"
                "global_store_dword v3, v4, s[90:91]\ns_nop 0\n"
                "s_sub_u32 s4, s4, 1\ns_cmp_lg_u32 s4, 0\n"
                "s_cbranch_scc1 1b\n";
  primEmulatorSetSeed(seed);
  Outcome outcome = run(kernel, {0}, groups * rounds, 1, groups);
  primEmulatorSetSeed(0);
  EXPECT_EQ(outcome.error, 0) << outcome.message;
  size_t longest = 0, length = 0;
  for (size_t i = 0; i < outcome.output.size(); ++i) {
    length = i && outcome.output[i] == outcome.output[i - 1] ? length + 1 : 1;
    longest = std::max(longest, length);
  }
  return longest;
}

TEST(Settings, RandomSchedulesFavourOneGroupForAWhile) {
  // An even mix runs at most four turns of at most 512 instructions at once. A
  // round is 8 instructions.
  constexpr size_t even = 4 * 512 / 8;
  EXPECT_LE(longestRun(0), even);
  for (int64_t seed : {1, 2, 3})
    EXPECT_GT(longestRun(seed), even) << "seed " << seed;
}

TEST(Settings, CooperativeLaunchesNeedTheirGroupsResident) {
  Kernel kernel;
  kernel.chip = "gfx942";
  kernel.arguments = 0;
  std::string error;
  std::vector<char> image = assemble(kernel, error);
  ASSERT_FALSE(image.empty()) << error;
  ASSERT_EQ(primEmulatorSetChip("gfx942"), 0);
  void *module, *function;
  ASSERT_EQ(hipModuleLoadData(&module, image.data()), 0);
  ASSERT_EQ(hipModuleGetFunction(&function, module, "k"), 0);
  Environment four("PRIM_EMULATOR_RESIDENT", "4");
  auto launch = [&](unsigned grid) {
    return hipModuleLaunchCooperativeKernel(function, grid, 1, 1, 64, 1, 1, 0,
                                            nullptr, nullptr);
  };
  EXPECT_EQ(launch(4), 0);
  EXPECT_EQ(launch(5), 720);
  EXPECT_NE(std::string(primEmulatorLastError()).find("PRIM_EMULATOR_RESIDENT"),
            std::string::npos);
  EXPECT_EQ(hipModuleUnload(module), 0);
}

/// The coverage lines of `kernel` after a run for each of `blocks`.
std::string coverageOf(const Kernel &kernel, std::vector<unsigned> blocks) {
  std::string file = ::testing::TempDir() + "prim-coverage.json";
  std::remove(file.c_str());
  EXPECT_EQ(primEmulatorSetCoverage(file.c_str()), 0);
  for (unsigned block : blocks) {
    Outcome outcome = run(kernel, {}, 64, block);
    EXPECT_EQ(outcome.error, 0) << outcome.message;
  }
  EXPECT_EQ(primEmulatorSetCoverage(nullptr), 0);
  std::stringstream text;
  text << std::ifstream(file).rdbuf();
  std::remove(file.c_str());
  return text.str();
}

TEST(Coverage, BlocksThatRan) {
  Kernel kernel;
  kernel.chip = "gfx942";
  kernel.arguments = 0;
  // Two paths, one of which is never taken.
  kernel.body = "v_readfirstlane_b32 s4, v0\ns_cmp_eq_u32 s4, 0\n"
                "s_cbranch_scc1 1f\nv_mov_b32 v1, 3\n1:\ns_nop 0\n";
  std::string text = coverageOf(kernel, {64, 64});
  EXPECT_NE(text.find(R"("chip":"gfx942","wave":64,"kernel":"k")"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find(R"({"at":0,"bytes":12,"runs":2})"), std::string::npos)
      << text;
  EXPECT_NE(text.find(R"("runs":0,"text":["v_mov_b32_e32 v1, 3"]})"),
            std::string::npos)
      << text;
  // The second wave does not contain lane 0 of the group.
  text = coverageOf(kernel, {128});
  EXPECT_EQ(text.find(R"("runs":0)"), std::string::npos) << text;
}

TEST(Coverage, WhatControlCannotComeToIsNoBlock) {
  Kernel kernel;
  kernel.chip = "gfx942";
  kernel.arguments = 0;
  kernel.body = "s_branch 1f\ns_branch 1f\nv_mov_b32 v1, 3\n1:\ns_nop 0\n";
  std::string text = coverageOf(kernel, {64});
  EXPECT_NE(text.find(R"("runs":1)"), std::string::npos) << text;
  EXPECT_EQ(text.find(R"("runs":0)"), std::string::npos) << text;
  // The target of a branch starts a block of its own.
  EXPECT_NE(text.find(R"({"at":12,"bytes":8,"runs":1})"), std::string::npos)
      << text;
}

TEST(Coverage, NoActiveLaneIsNoRun) {
  Kernel kernel;
  kernel.chip = "gfx942";
  kernel.arguments = 0;
  // There is no branch around it: the predicated instruction is issued anyway.
  kernel.body = "v_cmp_lt_u32 vcc, 9, v0\ns_and_saveexec_b64 s[4:5], vcc\n"
                "v_mov_b32 v1, 3\ns_or_b64 exec, exec, s[4:5]\ns_nop 0\n";
  std::string text = coverageOf(kernel, {10});
  EXPECT_NE(text.find(R"("runs":0,"text":["v_mov_b32_e32 v1, 3")"),
            std::string::npos)
      << text;
  text = coverageOf(kernel, {11});
  EXPECT_EQ(text.find(R"("runs":0)"), std::string::npos) << text;
}

TEST(Coverage, KernelsThatWereNotLaunched) {
  Kernel kernel;
  kernel.chip = "gfx942";
  std::string error;
  std::vector<char> image = assemble(kernel, error);
  ASSERT_FALSE(image.empty()) << error;
  std::string file = ::testing::TempDir() + "prim-coverage.json";
  std::remove(file.c_str());
  ASSERT_EQ(primEmulatorSetChip("gfx942"), 0);
  ASSERT_EQ(primEmulatorSetCoverage(file.c_str()), 0);
  void *module;
  ASSERT_EQ(hipModuleLoadData(&module, image.data()), 0);
  ASSERT_EQ(hipModuleUnload(module), 0);
  ASSERT_EQ(primEmulatorSetCoverage(nullptr), 0);
  std::stringstream text;
  text << std::ifstream(file).rdbuf();
  std::remove(file.c_str());
  EXPECT_NE(text.str().find(R"("runs":0,"text":["s_endpgm"])"),
            std::string::npos)
      << text.str();
}

TEST(Coverage, AFileThatCannotBeWritten) {
  EXPECT_EQ(primEmulatorSetCoverage("/nowhere/coverage.json"), 1);
  EXPECT_NE(std::string(primEmulatorLastError())
                .find("cannot write the coverage file /nowhere/coverage.json"),
            std::string::npos);
}

} // namespace
