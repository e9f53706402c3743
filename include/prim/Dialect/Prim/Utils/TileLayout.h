//===- TileLayout.h - Positions of items ------------------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Positions, in the tile of a block, of the items of its threads. All
// interpretation of the arrangements of block ops is here.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_DIALECT_PRIM_UTILS_TILELAYOUT_H
#define PRIM_DIALECT_PRIM_UTILS_TILELAYOUT_H

#include "prim/Dialect/Prim/IR/Prim.h"
#include "prim/Dialect/Prim/Utils/CodeBuilder.h"

namespace mlir::prim {

/// The linear id of the calling thread in the block, its lane and its wave;
/// i32. The wave is uniform.
struct ThreadIds {
  Value thread, lane, wave;
};

/// An arrangement of `items` items per thread. Blocked items are the rows of a
/// wave with one row, so code for rows handles both.
class TileLayout {
public:
  /// `vector` is the one of Arrangement::Rows. `rowWidth` is the width of the
  /// logical warps that own the rows, or 0 for the wave. With such warps,
  /// "wave" below means the logical warp, and uniform means uniform within it.
  TileLayout(unsigned blockSize, unsigned waveSize, unsigned items,
             Arrangement arrangement, unsigned vector = 0,
             unsigned rowWidth = 0);

  /// Items of a thread, and of the whole tile.
  unsigned items() const { return count; }
  unsigned tileItems() const { return count * blockSize; }
  /// The number of adjacent items that a thread has of every row, and the rows
  /// of a wave. Items j to j + vector() of a thread, for a multiple j of
  /// vector(), are one run of the tile.
  unsigned vector() const { return width; }
  unsigned rows() const { return count / width; }
  /// Lanes of a row.
  unsigned rowLanes() const { return warpSize; }

  /// The positions of every `step`-th item of the calling thread in the tile,
  /// i32. If all waves are whole, each is one common value plus a constant,
  /// which fits addressing modes.
  SmallVector<Value> positions(CodeBuilder &b, const ThreadIds &ids,
                               unsigned step = 1) const;
  /// The number of threads that have an item among the first `items` (i32) of
  /// the tile: i32. They are the first threads of the block, and their first
  /// item is among them.
  Value countThreads(CodeBuilder &b, Value items) const;
  /// The position of item number `item` (i32) of the calling thread; i32.
  Value position(CodeBuilder &b, const ThreadIds &ids, Value item) const;
  /// The number of vectors in the tile before row `row` of the calling wave;
  /// i32, uniform. Not for a striped tile.
  Value vectorsBefore(CodeBuilder &b, const ThreadIds &ids, unsigned row) const;
  /// The first and the end position of row `row` of the calling wave, or of a
  /// striped tile; i32, uniform.
  std::pair<Value, Value> rowRange(CodeBuilder &b, const ThreadIds &ids,
                                   unsigned row) const;
  /// The number of items in each row of the calling wave, or of a striped tile;
  /// i32, uniform, and a constant if all waves are whole.
  Value itemsOfRow(CodeBuilder &b, const ThreadIds &ids) const;
  /// The number of existing lanes of the calling wave: a constant if all waves
  /// are whole.
  Value lanesOfWave(CodeBuilder &b, const ThreadIds &ids) const;

private:
  /// The number of the calling thread's wave or narrower warp.
  Value warp(CodeBuilder &b, const ThreadIds &ids) const;
  /// The position of the calling thread's first item, and the lanes that have
  /// items between it and the thread's next run; i32.
  std::pair<Value, Value> firstRun(CodeBuilder &b, const ThreadIds &ids) const;

  unsigned blockSize, waveSize, warpSize, count, width;
  bool striped;
};

} // namespace mlir::prim

#endif // PRIM_DIALECT_PRIM_UTILS_TILELAYOUT_H
