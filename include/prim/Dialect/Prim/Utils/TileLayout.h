//===- TileLayout.h - Which item of a tile is whose --*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Positions, in the tile of a block, of the items that its threads hold: the
// one place that knows what the arrangements of the block ops mean.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_DIALECT_PRIM_UTILS_TILELAYOUT_H
#define PRIM_DIALECT_PRIM_UTILS_TILELAYOUT_H

#include "prim/Dialect/Prim/IR/Prim.h"
#include "prim/Dialect/Prim/Utils/CodeBuilder.h"

namespace mlir::prim {

/// Who the calling thread is: linear id in the block, lane and wave; i32, the
/// wave uniform.
struct ThreadIds {
  Value thread, lane, wave;
};

/// An arrangement of `items` items per thread. Blocked ones are the rows of
/// which a wave has only one; so whoever walks over rows serves both.
class TileLayout {
public:
  /// `vector` is that of Arrangement::Rows, and `rowWidth` the width of the
  /// warps whose rows they are, a wave's if it is 0. Such a warp takes the
  /// place of the wave in all that follows, where what is a wave's is uniform.
  TileLayout(unsigned blockSize, unsigned waveSize, unsigned items,
             Arrangement arrangement, unsigned vector = 0,
             unsigned rowWidth = 0);

  /// Items of a thread, and of the whole tile.
  unsigned items() const { return count; }
  unsigned tileItems() const { return count * blockSize; }
  /// Neighbours that a thread has of every row, and rows of a wave: items j to
  /// j + vector() of a thread, for a multiple j of it, are one run of the tile.
  unsigned vector() const { return width; }
  unsigned rows() const { return count / width; }
  /// Lanes of a row.
  unsigned rowLanes() const { return warpSize; }

  /// Where every `step`-th item of the calling thread lies in the tile, i32:
  /// one value and a constant each, if all waves are whole, as addressing modes
  /// want it.
  SmallVector<Value> positions(CodeBuilder &b, const ThreadIds &ids,
                               unsigned step = 1) const;
  /// How many vectors lie in the tile before row `row` of the calling wave;
  /// i32, uniform. Not for a striped tile.
  Value vectorsBefore(CodeBuilder &b, const ThreadIds &ids, unsigned row) const;
  /// Where row `row` of the calling wave, or of a striped tile, begins and
  /// where it ends; i32, uniform.
  std::pair<Value, Value> rowRange(CodeBuilder &b, const ThreadIds &ids,
                                   unsigned row) const;
  /// Lanes of the calling wave that exist: a constant, if all waves are whole.
  Value lanesOfWave(CodeBuilder &b, const ThreadIds &ids) const;

private:
  /// The number of the calling thread's wave or narrower warp.
  Value warp(CodeBuilder &b, const ThreadIds &ids) const;

  unsigned blockSize, waveSize, warpSize, count, width;
  bool striped;
};

} // namespace mlir::prim

#endif // PRIM_DIALECT_PRIM_UTILS_TILELAYOUT_H
