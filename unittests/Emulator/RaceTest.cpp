//===- RaceTest.cpp - Races of workgroup memory -----------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two waves access a word of LDS in turns, without a barrier. The tests check
// which pairs of accesses are races, and which accesses order others.
//
//===----------------------------------------------------------------------===//

#include "Assembler.h"

#include "gtest/gtest.h"

using namespace prim::test;

namespace {

const char *const chips[] = {"gfx90a", "gfx942", "gfx1100"};

/// The action of wave `wave` in its turn.
struct Turn {
  unsigned wave;
  std::string code;
};

class Races : public ::testing::TestWithParam<const char *> {
protected:
  /// v1 is 0, v2 is 1; s_sleep hands over to the other wave.
  Outcome take(const std::vector<Turn> &turns) {
    std::string chip = GetParam();
    unsigned lanes = waveSizeOf(chip);
    Kernel kernel;
    kernel.chip = chip;
    kernel.lds = 64;
    kernel.body = rowPrologue(chip) + "v_mov_b32 v1, 0\nv_mov_b32 v2, 1\n"
                                      "v_readfirstlane_b32 s4, v0\n";
    unsigned label = 0;
    for (const Turn &turn : turns) {
      std::string skip = ".Lskip" + std::to_string(label++);
      kernel.body += "s_cmp_eq_u32 s4, " + std::to_string(turn.wave * lanes) +
                     "\ns_cbranch_scc0 " + skip + "\n" + turn.code +
                     "s_waitcnt lgkmcnt(0)\n" + skip + ":\ns_sleep 1\n";
    }
    return run(kernel, {}, 1, 2 * lanes);
  }
  std::string read(const std::string &more = "") const {
    return isNew() ? "ds_load_b32 v3, v1" + more + "\n"
                   : "ds_read_b32 v3, v1" + more + "\n";
  }
  std::string write(const std::string &more = "") const {
    return isNew() ? "ds_store_b32 v1, v2" + more + "\n"
                   : "ds_write_b32 v1, v2" + more + "\n";
  }
  std::string add() const { return "ds_add_u32 v1, v2\n"; }
  bool isNew() const { return GetParam() == std::string("gfx1100"); }

  void expectRace(const std::vector<Turn> &turns) {
    Outcome outcome = take(turns);
    EXPECT_EQ(outcome.error, 719);
    EXPECT_NE(outcome.message.find("LDS race"), std::string::npos)
        << outcome.message;
  }
  void expectNone(const std::vector<Turn> &turns) {
    Outcome outcome = take(turns);
    EXPECT_EQ(outcome.error, 0) << outcome.message;
  }
};

INSTANTIATE_TEST_SUITE_P(Emulator, Races, ::testing::ValuesIn(chips),
                         [](const ::testing::TestParamInfo<const char *> &i) {
                           return std::string(i.param);
                         });

TEST_P(Races, OfTwoWaves) {
  expectRace({{0, write()}, {1, read()}});
  expectRace({{0, read()}, {1, write()}});
  expectRace({{0, write()}, {1, write()}});
  expectRace({{0, read()}, {1, add()}});
  expectRace({{0, write()}, {1, add()}});
  expectRace({{0, read()}, {1, read()}, {0, write()}});
}

TEST_P(Races, NotOfOneWave) {
  expectNone({{0, write() + add() + read() + write()}});
  expectNone({{0, read()}, {1, read(" offset:4") + write(" offset:8")}});
}

TEST_P(Races, NotBehindAtomics) {
  expectNone({{0, add()}, {1, add()}, {0, read()}});
  expectNone({{0, add()}, {1, write()}, {0, read()}});
}

TEST_P(Races, NotBehindPolls) {
  // The first wave writes data, then adds to the flag that the second one
  // polls.
  std::string poll = ".Lpoll:\n" + read() +
                     "s_waitcnt lgkmcnt(0)\nv_readfirstlane_b32 s5, v3\n"
                     "s_cmp_eq_u32 s5, 0\ns_cbranch_scc1 .Lpoll\n";
  std::string clear = "ds_and_b32 v1, v1\n";
  std::string tell = write(" offset:4") + add();
  expectNone({{0, clear}, {1, poll + read(" offset:4")}, {0, tell}});
  expectRace({{0, clear}, {1, read(" offset:4")}, {0, tell}});
}

TEST_P(Races, OfBytes) {
  expectRace({{0, write()}, {1, read(" offset:2")}});
  expectRace({{0, write(" offset:2")}, {1, read(" offset:4")}});
  expectNone({{0, write(" offset:2")}, {1, read(" offset:6")}});
}

} // namespace
