//===- TargetInfoTest.cpp - Numbers of the target table --------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "prim/Target/TargetInfo.h"
#include "gtest/gtest.h"

using namespace mlir::prim;

namespace {

TargetInfo get(llvm::StringRef chip, llvm::StringRef features = "") {
  std::string error;
  std::optional<TargetInfo> info = TargetInfo::get(chip, features, error);
  EXPECT_TRUE(info) << error;
  return info.value_or(TargetInfo());
}

TEST(TargetInfo, RegistersFollowTheWave) {
  TargetInfo narrow = get("gfx1100"), wide = get("gfx1100", "+wavefrontsize64");
  EXPECT_EQ(narrow.units.registers, 1536u);
  EXPECT_EQ(narrow.units.registerGranule, 24u);
  EXPECT_EQ(wide.units.registers, 768u);
  EXPECT_EQ(wide.units.registerGranule, 12u);
}

TEST(TargetInfo, BlocksPerUnit) {
  TargetInfo cdna = get("gfx942");
  // Four SIMDs of eight waves hold eight blocks of four waves.
  EXPECT_EQ(cdna.getBlocksPerUnit(256, 64, 0), 8u);
  // One register more than 64 is a step of eight: seven waves.
  EXPECT_EQ(cdna.getBlocksPerUnit(256, 65, 0), 7u);
  EXPECT_EQ(cdna.getBlocksPerUnit(256, 512, 0), 1u);
  EXPECT_EQ(cdna.getBlocksPerUnit(256, 64, 32768), 2u);
  EXPECT_EQ(cdna.getBlocksPerUnit(1, 0, 0), 32u);
  EXPECT_EQ(cdna.getBlocksPerUnit(1025, 0, 0), 0u);
  EXPECT_EQ(cdna.getBlocksPerUnit(256, 64, 65537), 0u);
  // 96 registers are four steps of 24: 16 waves of 32 lanes.
  EXPECT_EQ(get("gfx1100").getBlocksPerUnit(256, 96, 0), 8u);
  EXPECT_EQ(get("gfx1100").getBlocksPerUnit(256, 97, 0), 6u);
  // A pair of compute units has more memory than one block may use.
  EXPECT_EQ(get("gfx1100").getBlocksPerUnit(256, 32, 65536), 2u);
  // 228 KiB hold two blocks of 113 KiB with the 1 KiB that each reserves.
  EXPECT_EQ(get("sm_90").getBlocksPerUnit(256, 32, 113 << 10), 2u);
  EXPECT_EQ(get("sm_90").getBlocksPerUnit(256, 32, 114 << 10), 1u);
  EXPECT_EQ(get("sm_90").getBlocksPerUnit(256, 32, 0), 8u);
}

TEST(TargetInfo, EveryRowHoldsABlock) {
  for (const TargetInfo &target : TargetInfo::all()) {
    SCOPED_TRACE(target.chip.str());
    EXPECT_GE(target.units.ldsBytes, target.ldsBytes);
    EXPECT_EQ(target.units.registers % target.units.registerGranule, 0u);
    EXPECT_GE(target.getBlocksPerUnit(target.maxBlockSize, 1, target.ldsBytes),
              1u);
  }
}

} // namespace
