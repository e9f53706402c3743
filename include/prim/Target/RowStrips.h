//===- RowStrips.h - Tiles of rows that lie side by side --------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The shapes of blocks that go along several rows at once, from the tables of
// Tuning.cpp.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_TARGET_ROWSTRIPS_H
#define PRIM_TARGET_ROWSTRIPS_H

#include "prim/Target/TargetInfo.h"

namespace mlir::prim {

/// A block for a strip of rows whose elements lie side by side. Threads side by
/// side have neighbouring rows.
struct RowStrip {
  /// Rows of the strip, a power of two that divides the threads of the block.
  unsigned rows;
  /// Threads of the block, and elements of a row that each has in a tile.
  unsigned blockSize, itemsPerThread;

  /// The threads that share a row, and their elements of a tile.
  constexpr unsigned countThreads() const { return blockSize / rows; }
  constexpr unsigned countTile() const {
    return countThreads() * itemsPerThread;
  }
};

/// The strips for rows of elements of `bytes` bytes, by ascending tiles; the
/// first one for a length is the best. A row is one tile, except that the last
/// strip goes tile by tile along rows of any length.
SmallVector<RowStrip> getRowStrips(const TargetInfo &target, unsigned bytes);

/// The longest row that a single thread goes along, if others could share it.
inline constexpr int64_t maxRowOfThread = 32;

} // namespace mlir::prim

#endif // PRIM_TARGET_ROWSTRIPS_H
