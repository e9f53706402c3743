//===- BlockNeighbours.h - Items beside a thread's own *- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The neighbours before and after the runs of items that a thread holds. They
// are in an adjacent lane or, at the wave's border, in another wave.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_LIB_CONVERSION_LOWERBLOCK_BLOCKNEIGHBOURS_H
#define PRIM_LIB_CONVERSION_LOWERBLOCK_BLOCKNEIGHBOURS_H

#include "BlockContext.h"
#include "prim/Dialect/Prim/Utils/ThreadScan.h"

namespace mlir::prim {

class BlockNeighbours {
public:
  /// The sides on which neighbours are needed.
  struct Sides {
    bool before, behind;
  };
  /// Emits the exchange between waves, with a barrier, if the block has
  /// several. All threads of the block must be active. `items` are those of the
  /// thread in `layout`, which is not striped.
  BlockNeighbours(CodeBuilder &b, BlockContext &context,
                  const TileLayout &layout, ArrayRef<ValueTuple> items,
                  Sides sides);

  /// The item before the thread's run in `row`; undefined for the first run of
  /// the block.
  ValueTuple before(unsigned row);
  /// The item after the run; undefined for the last run of the block.
  ValueTuple behind(unsigned row);
  /// The first and the last item of the block, in all threads, of a blocked
  /// tile. They require the side after and the side before, respectively.
  ValueTuple firstOfBlock();
  ValueTuple lastOfBlock();

private:
  ValueRange first(unsigned row) const { return items[row * layout.vector()]; }
  ValueRange last(unsigned row) const {
    return items[(row + 1) * layout.vector() - 1];
  }
  ValueTuple shuffle(ValueRange tuple, ShuffleMode mode);
  /// The tuple of one lane; `lane` is uniform.
  ValueTuple ofLane(ValueRange tuple, Value lane);
  ValueTuple load(ArrayRef<MemoryArray> borders, Value wave);
  Value lastLane();
  Value isLane(Value lane);

  CodeBuilder &b;
  BlockContext &context;
  TileLayout layout;
  ArrayRef<ValueTuple> items;
  SmallVector<Type> types;
  /// The first and last items of the waves, an array per member; empty with
  /// only one wave.
  SmallVector<MemoryArray> firsts, lasts;
};

} // namespace mlir::prim

#endif // PRIM_LIB_CONVERSION_LOWERBLOCK_BLOCKNEIGHBOURS_H
