//===- TuningTest.cpp - Tests of the tuning tables -----------------------===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "prim/Target/Tuning.h"

#include "prim/Target/RowStrips.h"
#include "gtest/gtest.h"

using namespace mlir::prim;

namespace {

constexpr RowFamily families[] = {RowFamily::Reduce, RowFamily::Scan,
                                  RowFamily::Rank,   RowFamily::RankFew,
                                  RowFamily::Sort,   RowFamily::SegmentSort};

TEST(Tuning, StripsDivideBlocks) {
  for (const TargetInfo &target : TargetInfo::all())
    for (unsigned bytes : {1, 2, 4, 8, 16}) {
      SCOPED_TRACE(target.chip.str() + ", " + std::to_string(bytes));
      llvm::SmallVector<RowStrip> strips = getRowStrips(target, bytes);
      ASSERT_FALSE(strips.empty());
      unsigned longest = maxRowOfThread;
      for (const RowStrip &strip : strips) {
        EXPECT_LE(strip.rows, target.waveSize);
        EXPECT_TRUE(llvm::isPowerOf2_32(strip.rows));
        EXPECT_EQ(strip.blockSize % strip.rows, 0u);
        EXPECT_EQ(strip.blockSize % target.waveSize, 0u);
        EXPECT_LE(strip.blockSize, target.maxBlockSize);
      }
      for (const RowStrip &strip : llvm::ArrayRef(strips).drop_back()) {
        EXPECT_GE(strip.countTile(), longest);
        longest = strip.countTile();
      }
    }
}

TEST(Tuning, BlocksOfRowsAscend) {
  for (const TargetInfo &target : TargetInfo::all())
    for (RowFamily family : families)
      for (unsigned bytes : {1, 2, 4, 8, 16}) {
        SCOPED_TRACE(target.chip.str() + ", " + std::to_string(bytes));
        int64_t longest = 0;
        for (const RowGrouping &rows : getRowGroups(target, family, bytes)) {
          if (rows.group == RowGroup::Waves) {
            EXPECT_LT(rows.minElements, rows.maxElements);
            EXPECT_LE(rows.waves * target.waveSize, target.maxBlockSize);
          } else {
            EXPECT_GT(rows.maxElements, longest);
            longest = rows.maxElements;
            EXPECT_EQ(rows.tile.items(), rows.maxElements);
            EXPECT_EQ(rows.tile.blockSize % 32, 0u);
            EXPECT_LE(rows.tile.blockSize, target.maxBlockSize);
          }
        }
      }
}

TEST(Tuning, SizesWithoutGroups) {
  std::string error;
  TargetInfo amd = *TargetInfo::get("gfx942", "", error);
  EXPECT_TRUE(getRowGroups(amd, RowFamily::Reduce, 4).empty());
  EXPECT_EQ(getRowGroups(amd, RowFamily::Reduce, 8).size(), 1u);
  EXPECT_TRUE(getRowGroups(amd, RowFamily::Reduce, 16).empty());
}

TEST(Tuning, ChoicesOfChips) {
  std::string error;
  TargetInfo amd = *TargetInfo::get("gfx1100", "", error);
  TargetInfo nvidia = *TargetInfo::get("sm_90", "", error);
  EXPECT_EQ(getRowsScannedTogether(amd, 8), 4u);
  EXPECT_EQ(getRowsScannedTogether(amd, 2), 1u);
  EXPECT_EQ(getRowsScannedTogether(nvidia, 8), 1u);
  EXPECT_TRUE(countsDigitsFirst(nvidia));
  EXPECT_FALSE(countsDigitsFirst(amd));
  EXPECT_EQ(getMaxReduceBlocks(nvidia), 528u);
  EXPECT_EQ(getMaxReduceBlocks(amd), getMaxPartials(amd));
  // Two blocks with so much memory run on a unit at once.
  for (const TargetInfo &target : TargetInfo::all())
    EXPECT_GE(target.getBlocksPerUnit(256, 32, getHistogramBytes(target)), 2u);
}

} // namespace
