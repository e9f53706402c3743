//===- BlockNeighbours.h - Items beside a thread's own *- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What lies before and behind the runs of items that a thread holds: the
// neighbour in the wave has it, or, at the wave's border, another wave.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_LIB_CONVERSION_LOWERBLOCK_BLOCKNEIGHBOURS_H
#define PRIM_LIB_CONVERSION_LOWERBLOCK_BLOCKNEIGHBOURS_H

#include "BlockContext.h"
#include "prim/Dialect/Prim/Utils/ThreadScan.h"

namespace mlir::prim {

class BlockNeighbours {
public:
  /// Which neighbours are wanted.
  struct Sides {
    bool before, behind;
  };
  /// Emits what waves have to tell each other, with a barrier, if there are
  /// several: all threads of the block must come here. `items` are those of the
  /// thread in `layout`, which is not striped.
  BlockNeighbours(CodeBuilder &b, BlockContext &context,
                  const TileLayout &layout, ArrayRef<ValueTuple> items,
                  Sides sides);

  /// The item before the thread's run in `row`; any value where that is the
  /// block's first one.
  ValueTuple before(unsigned row);
  /// The item behind the run; any value where that is the block's last one.
  ValueTuple behind(unsigned row);
  /// The first and the last item of the block, in all threads, of a blocked
  /// tile; for the side behind and the side before.
  ValueTuple firstOfBlock();
  ValueTuple lastOfBlock();

private:
  ValueRange first(unsigned row) const { return items[row * layout.vector()]; }
  ValueRange last(unsigned row) const {
    return items[(row + 1) * layout.vector() - 1];
  }
  ValueTuple shuffle(ValueRange tuple, ShuffleMode mode);
  /// The tuple of one lane, which is the same for all of them.
  ValueTuple ofLane(ValueRange tuple, Value lane);
  ValueTuple load(ArrayRef<MemoryArray> borders, Value wave);
  Value lastLane();
  Value isLane(Value lane);

  CodeBuilder &b;
  BlockContext &context;
  TileLayout layout;
  ArrayRef<ValueTuple> items;
  SmallVector<Type> types;
  /// The first and last items of the waves, an array per member; empty where
  /// there is one wave only.
  SmallVector<MemoryArray> firsts, lasts;
};

} // namespace mlir::prim

#endif // PRIM_LIB_CONVERSION_LOWERBLOCK_BLOCKNEIGHBOURS_H
