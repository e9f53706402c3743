//===- LaunchSchedule.h - Which blocks do what of a launch --*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How the work of a launch is shared out to its blocks: expressions of the size
// of the op, of which DeviceDriver.cpp makes host code.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_LIB_CONVERSION_LOWERDEVICE_ENGINE_LAUNCHSCHEDULE_H
#define PRIM_LIB_CONVERSION_LOWERDEVICE_ENGINE_LAUNCHSCHEDULE_H

#include "Size.h"

namespace mlir::prim {

/// Most schedules are of tiles. Each group of rows, a row where nothing else is
/// said, then has its own blocks, and an op that does not go by rows is one
/// group.
class LaunchSchedule {
public:
  enum class Form {
    Single,
    /// A cooperative launch: all of its blocks run at once.
    Cooperative,
    /// A launch for each round of what merges tiles, then runs of them, in
    /// pairs: as many as it takes until there is one (in each row).
    MergeRounds
  };

  /// So many blocks for each tile.
  static LaunchSchedule blockPerTile(int32_t count = 1);
  /// One block for all tiles.
  static LaunchSchedule oneBlock(const Size &groups = Size::rows());
  /// A number of blocks that does not follow from the tiles of each.
  static LaunchSchedule fixed(const Size &blocks);
  /// Tiles side by side in each block, evenly spread. All groups together have
  /// at most `maxBlocks`, unless that is less than one for each group. No block
  /// takes fewer than `least` tiles, if there are as many.
  static LaunchSchedule spread(int64_t maxBlocks, int64_t least = 1,
                               const Size &groups = Size::rows(),
                               const Size &tiles = Size::tiles());
  /// Tiles in turns: a block takes every n-th one, where at most `maxBlocks`
  /// are n.
  static LaunchSchedule gridStride(int64_t maxBlocks);
  /// Work that is no tiles, of the whole op: at most `maxBlocks` blocks, one
  /// for each `unit` of `work`, but at least one.
  static LaunchSchedule ofWork(const Size &work, const Size &unit,
                               int64_t maxBlocks);

  /// This as a cooperative launch. It has no more blocks than the device holds,
  /// unless each tile has its own.
  LaunchSchedule cooperative() const;
  /// This for each round of merging.
  LaunchSchedule inMergeRounds() const;

  /// Whether tiles are what is shared out.
  bool isOfTiles() const { return !groups.getConstant(); }

  /// As in `a block for each tile, cooperative`.
  void print(llvm::raw_ostream &os) const;

  /// Blocks (of each group), and the tiles or units that each of them takes,
  /// the last one perhaps fewer.
  Size blocks, perBlock;
  Size groups;
  /// Blocks for each tile; 0 if tiles share blocks.
  int32_t blocksPerTile = 0;
  Form form = Form::Single;

private:
  LaunchSchedule(Size blocks, Size perBlock, Size groups, std::string text)
      : blocks(std::move(blocks)), perBlock(std::move(perBlock)),
        groups(std::move(groups)), text(std::move(text)) {}

  /// A short text for people in place of the expressions.
  std::string text;
};

} // namespace mlir::prim

#endif // PRIM_LIB_CONVERSION_LOWERDEVICE_ENGINE_LAUNCHSCHEDULE_H
