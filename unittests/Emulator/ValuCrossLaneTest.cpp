//===- ValuCrossLaneTest.cpp - Lane patterns, lane by lane ------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every DPP control, the masks and their edge cases, readlane and writelane,
// the permlane family, swaps and dual issue. Expected lanes are written here as
// the manual describes them; they are not computed from the emulator's tables.
//
//===----------------------------------------------------------------------===//

#include "LaneMachine.h"

using namespace prim::emulator;
using namespace prim::emulator::test;

namespace {

constexpr int kNone = -1;
constexpr uint32_t kOld = 7000;
uint32_t laneValue(unsigned lane) { return 100 + lane; }

/// Checks `v_mov_b32_dpp v0, v2 <control>` where `from(lane)` is the source
/// lane or kNone.
void checkDpp(const char *chip, const std::string &control,
              const std::function<int(unsigned)> &from) {
  LaneMachine machine(chip);
  auto reset = [&] {
    machine.set(2, laneValue);
    machine.set(0, kOld);
  };
  auto expect = [&](const char *what, uint32_t invalid) {
    for (unsigned lane = 0; lane < machine.lanes(); ++lane) {
      int source = from(lane);
      EXPECT_EQ(machine.v(0)[lane], source == kNone ? invalid : 100 + source)
          << chip << " " << control << " " << what << ", lane " << lane;
    }
  };
  reset();
  machine.run("v_mov_b32_dpp v0, v2 " + control +
              " row_mask:0xf bank_mask:0xf");
  expect("", kOld);
  reset();
  machine.run("v_mov_b32_dpp v0, v2 " + control +
              " row_mask:0xf bank_mask:0xf bound_ctrl:1");
  expect("bound_ctrl", 0);
}

} // namespace

TEST(ValuDpp, QuadPerm) {
  for (const char *chip : {"gfx90a", "gfx942", "gfx1030", "gfx1100", "gfx1201"})
    checkDpp(chip, "quad_perm:[3,0,1,1]", [](unsigned lane) {
      static const int pick[] = {3, 0, 1, 1};
      return int(lane / 4 * 4) + pick[lane % 4];
    });
}

TEST(ValuDpp, RowShifts) {
  for (const char *chip : {"gfx942", "gfx1100", "gfx1201"})
    for (int n : {1, 4, 8, 15}) {
      std::string amount = std::to_string(n);
      checkDpp(chip, "row_shl:" + amount, [=](unsigned lane) {
        return int(lane % 16) + n < 16 ? int(lane) + n : kNone;
      });
      checkDpp(chip, "row_shr:" + amount, [=](unsigned lane) {
        return int(lane % 16) - n >= 0 ? int(lane) - n : kNone;
      });
      checkDpp(chip, "row_ror:" + amount, [=](unsigned lane) {
        return int(lane / 16 * 16) + (int(lane % 16) - n + 16) % 16;
      });
    }
}

TEST(ValuDpp, Mirrors) {
  for (const char *chip : {"gfx942", "gfx1100"}) {
    checkDpp(chip, "row_mirror", [](unsigned lane) {
      return int(lane / 16 * 16 + 15 - lane % 16);
    });
    checkDpp(chip, "row_half_mirror",
             [](unsigned lane) { return int(lane / 8 * 8 + 7 - lane % 8); });
  }
}

TEST(ValuDpp, WholeWave) {
  for (const char *chip : {"gfx90a", "gfx942", "gfx950"}) {
    checkDpp(chip, "wave_shl:1",
             [](unsigned lane) { return lane < 63 ? int(lane) + 1 : kNone; });
    checkDpp(chip, "wave_shr:1",
             [](unsigned lane) { return lane > 0 ? int(lane) - 1 : kNone; });
    checkDpp(chip, "wave_rol:1",
             [](unsigned lane) { return int(lane + 1) % 64; });
    checkDpp(chip, "wave_ror:1",
             [](unsigned lane) { return int(lane + 63) % 64; });
    checkDpp(chip, "row_bcast:15", [](unsigned lane) {
      static const int last[] = {kNone, 15, 31, 47};
      return last[lane / 16];
    });
    checkDpp(chip, "row_bcast:31",
             [](unsigned lane) { return lane < 32 ? kNone : 31; });
  }
}

TEST(ValuDpp, ShareAndXor) {
  for (const char *chip : {"gfx1030", "gfx1100", "gfx1201"}) {
    checkDpp(chip, "row_share:5",
             [](unsigned lane) { return int(lane / 16 * 16 + 5); });
    checkDpp(chip, "row_xmask:6", [](unsigned lane) { return int(lane ^ 6); });
  }
  for (const char *chip : {"gfx90a", "gfx942"})
    checkDpp(chip, "row_newbcast:9",
             [](unsigned lane) { return int(lane / 16 * 16 + 9); });
}

/// Rows and banks that are masked out keep their old value even if bound_ctrl
/// would give 0.
TEST(ValuDpp, RowAndBankMasks) {
  for (const char *chip : {"gfx942", "gfx1100"}) {
    LaneMachine machine(chip);
    machine.set(2, laneValue);
    machine.set(0, kOld);
    machine.run("v_mov_b32_dpp v0, v2 row_shr:1 row_mask:0xa bank_mask:0xc "
                "bound_ctrl:1");
    for (unsigned lane = 0; lane < machine.lanes(); ++lane) {
      bool written = (lane / 16) % 2 == 1 && lane % 16 >= 8;
      EXPECT_EQ(machine.v(0)[lane], written ? 100 + lane - 1 : kOld) << lane;
    }
  }
}

/// An inactive source lane is invalid, unless fi fetches it.
TEST(ValuDpp, InactiveSources) {
  LaneMachine machine("gfx1100");
  auto run = [&](const std::string &more) {
    machine.set(2, laneValue);
    machine.set(0, kOld);
    machine.setExec(0x0000fff7); // lane 3 off
    machine.run("v_mov_b32_dpp v0, v2 row_shr:1 row_mask:0xf bank_mask:0xf" +
                more);
    EXPECT_EQ(machine.v(0)[3], kOld) << "an inactive lane is never written";
    EXPECT_EQ(machine.v(0)[5], 104u);
    EXPECT_EQ(machine.v(0)[16], kOld);
  };
  run("");
  EXPECT_EQ(machine.v(0)[4], kOld);
  EXPECT_EQ(machine.v(0)[0], kOld);
  run(" bound_ctrl:1");
  EXPECT_EQ(machine.v(0)[4], 0u);
  EXPECT_EQ(machine.v(0)[0], 0u);
  run(" fi:1");
  EXPECT_EQ(machine.v(0)[4], 103u);
  EXPECT_EQ(machine.v(0)[0], kOld);
  run(" bound_ctrl:1 fi:1");
  EXPECT_EQ(machine.v(0)[4], 103u);
  EXPECT_EQ(machine.v(0)[0], 0u);
}

/// In place: every lane reads the value that its source held before the
/// instruction.
TEST(ValuDpp, InPlaceScan) {
  LaneMachine machine("gfx942");
  machine.set(1, [](unsigned lane) { return lane + 1; });
  machine.run(
      "v_add_u32_dpp v1, v1, v1 row_shr:1 row_mask:0xf bank_mask:0xf\n"
      "v_add_u32_dpp v1, v1, v1 row_shr:2 row_mask:0xf bank_mask:0xf\n"
      "v_add_u32_dpp v1, v1, v1 row_shr:4 row_mask:0xf bank_mask:0xf\n"
      "v_add_u32_dpp v1, v1, v1 row_shr:8 row_mask:0xf bank_mask:0xf\n"
      "v_add_u32_dpp v1, v1, v1 row_bcast:15 row_mask:0xa bank_mask:0xf\n"
      "v_add_u32_dpp v1, v1, v1 row_bcast:31 row_mask:0xc bank_mask:0xf");
  for (unsigned lane = 0; lane < 64; ++lane)
    EXPECT_EQ(machine.v(1)[lane], (lane + 1) * (lane + 2) / 2) << lane;
}

TEST(ValuDpp, OtherForms) {
  LaneMachine rdna("gfx1100");
  rdna.set(2, laneValue);
  rdna.set(4, 1000);
  rdna.set(0, kOld);
  // VOP3 with DPP, a negated float source, a comparison, carry out.
  rdna.run("v_add_nc_u32_e64_dpp v0, v2, v4 row_shr:1 row_mask:0xf "
           "bank_mask:0xf");
  EXPECT_EQ(rdna.v(0)[0], kOld);
  EXPECT_EQ(rdna.v(0)[9], 1108u);
  rdna.set(2, [](unsigned lane) { return bits32(float(lane)); });
  rdna.set(4, bits32(0.5f));
  rdna.run("v_add_f32_dpp v0, -v2, v4 row_ror:1 row_mask:0xf bank_mask:0xf");
  EXPECT_EQ(rdna.v(0)[0], bits32(-14.5f));
  EXPECT_EQ(rdna.v(0)[20], bits32(-18.5f));
  rdna.set(2, laneValue);
  rdna.set(4, 104);
  rdna.run("v_cmp_gt_u32_dpp vcc_lo, v2, v4 row_shr:1 row_mask:0xf "
           "bank_mask:0xf bound_ctrl:1");
  EXPECT_EQ(rdna.s(kVccLo), 0xfffeffc0u);
  rdna.set(2, 0xffffffff);
  rdna.set(4, 1);
  rdna.run("v_add_co_u32_e64_dpp v0, s6, v2, v4 row_shl:1 row_mask:0xf "
           "bank_mask:0xf bound_ctrl:1");
  EXPECT_EQ(rdna.s(6), 0x7fff7fffu);
  EXPECT_EQ(rdna.v(0)[15], 1u);
  EXPECT_EQ(rdna.v(0)[14], 0u);
}

/// The accumulator is the destination in both encodings.
TEST(ValuDpp, Accumulate) {
  LaneMachine machine("gfx1100");
  for (const char *form : {"v_fmac_f32_dpp", "v_fmac_f32_e64_dpp"}) {
    machine.set(2, [](unsigned lane) { return bits32(float(lane)); });
    machine.set(4, bits32(2.0f));
    machine.set(0, bits32(100.0f));
    machine.run(std::string(form) +
                " v0, v2, v4 row_shr:1 row_mask:0xf bank_mask:0xf");
    EXPECT_EQ(machine.v(0)[0], bits32(100.0f)) << form;
    EXPECT_EQ(machine.v(0)[5], bits32(108.0f)) << form;
  }
}

TEST(ValuDpp, SixtyFourBitMove) {
  LaneMachine machine("gfx942");
  machine.set(2, laneValue);
  machine.set(3, [](unsigned lane) { return 500 + lane; });
  machine.run("v_mov_b64_dpp v[0:1], v[2:3] row_newbcast:3 row_mask:0xf "
              "bank_mask:0xf");
  EXPECT_EQ(machine.v64(0, 20), 119 + (uint64_t(519) << 32));
}

TEST(ValuDpp, Dpp8) {
  for (const char *chip : {"gfx1030", "gfx1100", "gfx1201"}) {
    LaneMachine machine(chip);
    machine.set(2, laneValue);
    machine.run("v_mov_b32_dpp v0, v2 dpp8:[7,6,5,4,0,0,1,3]");
    static const unsigned pick[] = {7, 6, 5, 4, 0, 0, 1, 3};
    for (unsigned lane = 0; lane < machine.lanes(); ++lane)
      EXPECT_EQ(machine.v(0)[lane], 100 + lane / 8 * 8 + pick[lane % 8]);
    machine.set(0, kOld);
    machine.setExec(0xffffff7f); // lane 7 off
    machine.run("v_mov_b32_dpp v0, v2 dpp8:[7,6,5,4,0,0,1,3]");
    EXPECT_EQ(machine.v(0)[0], 0u) << "an inactive source reads as 0";
    EXPECT_EQ(machine.v(0)[7], kOld);
    machine.run("v_mov_b32_dpp v0, v2 dpp8:[7,6,5,4,0,0,1,3] fi:1");
    EXPECT_EQ(machine.v(0)[0], 107u);
  }
}

TEST(ValuLanes, ReadAndWrite) {
  LaneMachine machine("gfx942");
  machine.set(2, laneValue);
  machine.setExec(0xff00000000000f00);
  machine.run("v_readfirstlane_b32 s4, v2");
  EXPECT_EQ(machine.s(4), 108u);
  machine.run("v_readlane_b32 s5, v2, 63"); // independent of EXEC
  EXPECT_EQ(machine.s(5), 163u);
  machine.s(6) = 64 + 5; // the lane number is reduced modulo the wave
  machine.run("v_readlane_b32 s5, v2, s6");
  EXPECT_EQ(machine.s(5), 105u);
  machine.s(7) = 9999;
  machine.set(0, kOld);
  machine.run("v_writelane_b32 v0, s7, 3");
  EXPECT_EQ(machine.v(0)[3], 9999u);
  EXPECT_EQ(machine.v(0)[4], kOld);
  machine.s(kM0) = 33;
  machine.run("v_writelane_b32 v0, 17, m0");
  EXPECT_EQ(machine.v(0)[33], 17u);
  machine.setExec(0);
  machine.run("v_readfirstlane_b32 s4, v2");
  EXPECT_EQ(machine.s(4), 100u);
}

TEST(ValuLanes, Permlane16) {
  for (const char *chip : {"gfx1030", "gfx1100", "gfx1201"}) {
    LaneMachine machine(chip);
    machine.set(2, laneValue);
    machine.s(4) = 0x89abcdef; // lanes 0..7 read 15, 14, .. 8
    machine.s(5) = 0x01234567; // lanes 8..15 read 7 .. 0
    machine.run("v_permlane16_b32 v0, v2, s4, s5");
    for (unsigned lane = 0; lane < 32; ++lane)
      EXPECT_EQ(machine.v(0)[lane], 100 + (lane ^ 15)) << lane;
    machine.run("v_permlanex16_b32 v0, v2, s4, s5");
    for (unsigned lane = 0; lane < 32; ++lane)
      EXPECT_EQ(machine.v(0)[lane], 100 + (lane ^ 31)) << lane;
    // The broadcast of the other row's last lane, as used in scans.
    machine.run("v_permlanex16_b32 v0, v2, -1, -1");
    EXPECT_EQ(machine.v(0)[3], 131u);
    EXPECT_EQ(machine.v(0)[19], 115u);
    // Inactive sources: kept, 0 with bound_ctrl, fetched with fi.
    machine.setExec(0x0000ffff);
    machine.set(0, kOld);
    machine.run("v_permlanex16_b32 v0, v2, -1, -1");
    EXPECT_EQ(machine.v(0)[3], kOld);
    machine.run("v_permlanex16_b32 v0, v2, -1, -1 op_sel:[0,1]");
    EXPECT_EQ(machine.v(0)[3], 0u);
    machine.run("v_permlanex16_b32 v0, v2, -1, -1 op_sel:[1,0]");
    EXPECT_EQ(machine.v(0)[3], 131u);
    EXPECT_EQ(machine.v(0)[19], kOld);
  }
  LaneMachine machine("gfx1201");
  machine.set(2, laneValue);
  machine.set(3, [](unsigned lane) { return lane * 3; });
  machine.run("v_permlane16_var_b32 v0, v2, v3");
  for (unsigned lane = 0; lane < 32; ++lane)
    EXPECT_EQ(machine.v(0)[lane], 100 + lane / 16 * 16 + lane * 3 % 16);
  machine.run("v_permlanex16_var_b32 v0, v2, v3");
  EXPECT_EQ(machine.v(0)[1], 119u);
}

TEST(ValuLanes, Permlane64) {
  LaneMachine machine("gfx1100", 64);
  machine.set(2, laneValue);
  machine.run("v_permlane64_b32 v0, v2");
  for (unsigned lane = 0; lane < 64; ++lane)
    EXPECT_EQ(machine.v(0)[lane], 100 + (lane ^ 32));
}

TEST(ValuLanes, Permlane64IsANopInWave32) {
  for (const char *chip : {"gfx1100", "gfx1201"}) {
    LaneMachine machine(chip, 32);
    machine.set(0, [](unsigned lane) { return 7 * lane; });
    machine.set(2, laneValue);
    machine.run("v_permlane64_b32 v0, v2");
    for (unsigned lane = 0; lane < 32; ++lane)
      EXPECT_EQ(machine.v(0)[lane], 7 * lane);
  }
}

TEST(ValuLanes, PermlaneSwap) {
  LaneMachine machine("gfx950");
  auto second = [](unsigned lane) { return 1000 + lane; };
  machine.set(2, laneValue);
  machine.set(3, second);
  machine.run("v_permlane32_swap_b32 v2, v3");
  for (unsigned lane = 0; lane < 64; ++lane) {
    EXPECT_EQ(machine.v(2)[lane], lane < 32 ? 100 + lane : 1000 + lane - 32);
    EXPECT_EQ(machine.v(3)[lane], lane < 32 ? 100 + lane + 32 : 1000 + lane);
  }
  machine.set(2, laneValue);
  machine.set(3, second);
  machine.run("v_permlane16_swap_b32 v2, v3");
  for (unsigned lane = 0; lane < 64; ++lane) {
    bool odd = lane / 16 % 2;
    EXPECT_EQ(machine.v(2)[lane], odd ? 1000 + lane - 16 : 100 + lane);
    EXPECT_EQ(machine.v(3)[lane], odd ? 1000 + lane : 100 + lane + 16);
  }
}

TEST(ValuLanes, Swap) {
  for (const char *chip : {"gfx942", "gfx1100"}) {
    LaneMachine machine(chip);
    machine.set(2, laneValue);
    machine.set(3, 5);
    machine.setExec(0xf);
    machine.run("v_swap_b32 v2, v3");
    EXPECT_EQ(machine.v(2)[3], 5u);
    EXPECT_EQ(machine.v(3)[3], 103u);
    EXPECT_EQ(machine.v(2)[4], 104u);
    EXPECT_EQ(machine.v(3)[4], 5u);
  }
  LaneMachine machine("gfx1100");
  machine.set(2, 0x11112222);
  machine.set(3, 0x33334444);
  machine.run("v_swap_b16 v2.h, v3.l");
  EXPECT_EQ(machine.v(2)[0], 0x44442222u);
  EXPECT_EQ(machine.v(3)[0], 0x33331111u);
}

/// Dual issue: both halves read their sources before either writes.
TEST(ValuLanes, Dual) {
  LaneMachine machine("gfx1100");
  machine.set(2, 20);
  machine.set(3, 30);
  machine.run("v_dual_mov_b32 v2, v3 :: v_dual_mov_b32 v3, v2");
  EXPECT_EQ(machine.v(2)[1], 30u);
  EXPECT_EQ(machine.v(3)[1], 20u);
  machine.set(2, 20);
  machine.set(3, 30);
  machine.run("v_dual_mov_b32 v2, v3 :: v_dual_add_nc_u32 v5, 7, v2");
  EXPECT_EQ(machine.v(2)[1], 30u);
  EXPECT_EQ(machine.v(5)[1], 27u);
  machine.set(2, bits32(2.0f));
  machine.set(3, bits32(3.0f));
  machine.set(4, bits32(4.0f));
  machine.set(5, bits32(5.0f));
  machine.s(kVccLo) = 1;
  machine.run("v_dual_fmac_f32 v2, v3, v4 :: v_dual_cndmask_b32 v5, v4, v3");
  EXPECT_EQ(machine.v(2)[0], bits32(14.0f));
  EXPECT_EQ(machine.v(5)[0], bits32(3.0f));
  EXPECT_EQ(machine.v(5)[1], bits32(4.0f));
  machine.set(2, bits32(2.0f));
  machine.set(3, bits32(3.0f));
  machine.run("v_dual_fmac_f32 v2, v4, v4 :: v_dual_fmac_f32 v3, v5, v5");
  EXPECT_EQ(machine.v(2)[0], bits32(18.0f));
  EXPECT_EQ(machine.v(3)[0], bits32(12.0f));
  machine.set(3, bits32(3.0f));
  machine.run("v_dual_fmamk_f32 v2, v3, 0x40800000, v4 :: "
              "v_dual_lshlrev_b32 v5, 4, v5");
  EXPECT_EQ(machine.v(2)[0], bits32(16.0f));
}

/// Register numbers from M0.
TEST(ValuLanes, IndexedRegisters) {
  LaneMachine rdna("gfx1100");
  for (unsigned reg = 10; reg < 20; ++reg)
    rdna.set(reg, reg);
  rdna.s(kM0) = 3;
  rdna.run("v_movrels_b32 v0, v10\nv_movreld_b32 v14, v19");
  EXPECT_EQ(rdna.v(0)[1], 13u);
  EXPECT_EQ(rdna.v(17)[1], 19u);
  EXPECT_EQ(rdna.v(14)[1], 14u);
  LaneMachine machine("gfx942");
  for (unsigned reg = 10; reg < 20; ++reg)
    machine.set(reg, reg);
  machine.s(4) = 5;
  Wave &wave = machine.wave;
  wave.mode |= 1u << 27; // as s_set_gpr_idx_on s4, gpr_idx(SRC0) leaves it
  wave.sgpr[kM0] = 5 | 1 << 12;
  machine.run("v_mov_b32 v0, v10");
  EXPECT_EQ(machine.v(0)[1], 15u);
  wave.sgpr[kM0] = 5 | 8 << 12;
  machine.run("v_mov_b32 v11, v10");
  EXPECT_EQ(machine.v(16)[1], 10u);
  EXPECT_EQ(machine.v(11)[1], 11u);
}
