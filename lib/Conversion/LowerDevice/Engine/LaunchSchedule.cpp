//===- LaunchSchedule.cpp - Which blocks do what of a launch *- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Counts are at least 1 where something is divided by them: there may be no
// rows, or empty ones, where only the size of a workspace is computed.
//
//===----------------------------------------------------------------------===//

#include "LaunchSchedule.h"

using namespace mlir;
using namespace mlir::prim;

static std::string toText(const Size &size) {
  std::string text;
  llvm::raw_string_ostream os(text);
  size.print(os);
  return text;
}

/// As in `at most 8 blocks`.
static std::string printLimit(int64_t maxBlocks) {
  return maxBlocks == 1 ? "one block"
                        : "at most " + std::to_string(maxBlocks) + " blocks";
}

LaunchSchedule LaunchSchedule::blockPerTile(int32_t count) {
  LaunchSchedule result(
      Size::tiles() * count, 1, Size::rows(),
      (count == 1 ? "a block" : std::to_string(count) + " blocks") +
          " for each tile");
  result.blocksPerTile = count;
  return result;
}

LaunchSchedule LaunchSchedule::oneBlock(const Size &groups) {
  return {1, Size::tiles(), groups, "one block"};
}

LaunchSchedule LaunchSchedule::fixed(const Size &blocks) {
  return {blocks, 1, Size::rows(), toText(blocks) + " blocks"};
}

LaunchSchedule LaunchSchedule::spread(int64_t maxBlocks, int64_t least,
                                      const Size &groups, const Size &tiles) {
  if (maxBlocks == 1)
    return {1, tiles, groups, "one block"};
  Size some = tiles.max(1);
  Size limit = Size(maxBlocks).div(groups.max(1)).max(1);
  Size perBlock = some.ceilDiv(some.ceilDiv(least).min(limit));
  std::string parts = least == 1 ? "" : " in parts of " + std::to_string(least);
  return {some.ceilDiv(perBlock).as("blocks"), perBlock, groups,
          printLimit(maxBlocks) + parts};
}

LaunchSchedule LaunchSchedule::gridStride(int64_t maxBlocks) {
  return {Size::tiles().min(maxBlocks).as("blocks"), 1, Size::rows(),
          printLimit(maxBlocks)};
}

LaunchSchedule LaunchSchedule::ofWork(const Size &work, const Size &unit,
                                      int64_t maxBlocks) {
  std::string parts =
      unit.getConstant() == 1 ? "" : " in parts of " + toText(unit);
  return {work.ceilDiv(unit).min(maxBlocks).max(1), unit, /*groups=*/1,
          printLimit(maxBlocks) + " of " + toText(work) + parts};
}

LaunchSchedule LaunchSchedule::cooperative() const {
  LaunchSchedule result = *this;
  result.form = Form::Cooperative;
  // At least one block: the device refuses a launch of which it holds none.
  if (!blocksPerTile)
    result.blocks = blocks.min(Size::resident().max(1));
  return result;
}

LaunchSchedule LaunchSchedule::inMergeRounds() const {
  LaunchSchedule result = *this;
  result.form = Form::MergeRounds;
  return result;
}

void LaunchSchedule::print(llvm::raw_ostream &os) const {
  os << text;
  if (form == Form::Cooperative)
    os << ", cooperative";
  if (form == Form::MergeRounds)
    os << ", in rounds";
}
