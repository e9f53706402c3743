//===- TileReduce.h - Folds of tiles in a block --*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The fold of a run of consecutive tiles by one block, in any kernel. Elements
// keep their order unless the combiner commutes.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_LIB_CONVERSION_LOWERDEVICE_REDUCE_TILEREDUCE_H
#define PRIM_LIB_CONVERSION_LOWERDEVICE_REDUCE_TILEREDUCE_H

#include "../Tile/TileIO.h"

namespace mlir::prim {

/// A kernel's way to fold the inputs of `op`.
class TileReduce {
public:
  TileReduce(DeviceReduceOp op, KernelBuilder &kernel, TileShape tile)
      : op(op), kernel(kernel), tile(tile), b(kernel),
        combiner(kernel.combiner()) {}

  const Combiner &getCombiner() const { return combiner; }
  /// Whether elements keep their order.
  bool isInOrder() const { return !combiner.isCommutative(); }
  /// Folds from now on the `elements` (i64) of `arrays`, one for each input,
  /// whose first one is element `begin` (i64, null for the first) of the op.
  void setInputs(ArrayRef<MemoryArray> arrays, Value elements,
                 Value begin = {}) {
    ins.assign(arrays.begin(), arrays.end());
    size = all = elements;
    origin = begin;
    head.clear();
  }
  /// Lets tiles begin at the first aligned element, where chips ask for that;
  /// those before it are folded with the first tile. For inputs that may begin
  /// anywhere.
  void alignTiles();
  /// The tiles of all elements, i64.
  Value countTiles() { return b.ceildivui(size, tile.items()); }
  /// Folds the only tile, which has at least one element, into thread 0.
  ValueTuple foldTile();
  /// Folds tiles [begin, end) (i64) into thread 0, or every `step`th of them
  /// where items may be reordered; absent where there is nothing to fold. These
  /// may have no `end`, and are then all from `begin` on.
  OptionalTuple foldTiles(Value begin, Value end, Value step = {});
  /// The results of the op for `fold`: from `init` (may be empty) on, and
  /// mapped.
  ValueTuple finish(const OptionalTuple &fold, ValueRange init);

private:
  /// The folds of the threads of a block. Threads from `count` (i32, at least
  /// 1; null for all threads) on have none.
  struct ThreadFolds {
    ValueTuple values;
    Value count;
  };

  /// The start of the thread's fold of tiles from `begin` (i64) on, for a
  /// combiner with an identity: an element before the first tile, or none.
  ValueTuple getStart(Value begin);
  /// The tile of elements from `base` (i64) on.
  TileIO enterTile(Value base);
  /// The fold of the thread's items, in any order; undefined if the thread has
  /// none and there is no identity to pad with.
  ValueTuple foldItems(TileIO &io, bool isFull);
  /// The fold of a tile in order, in thread 0 or `all`.
  ValueTuple foldInOrder(TileIO &io, bool all);
  ValueTuple foldThreads(const ThreadFolds &folds);
  /// Every `step`th tile of [begin, end), by each thread for itself: from
  /// padded tiles, or from those elements that exist.
  ThreadFolds foldPadded(Value begin, Value end, Value step);
  ThreadFolds foldPresent(Value begin, Value end, Value step);
  /// One block fold for each tile.
  OptionalTuple foldInOrder(Value begin, Value end);

  DeviceReduceOp op;
  KernelBuilder &kernel;
  TileShape tile;
  CodeBuilder &b;
  Combiner combiner;
  /// The inputs from the first tile on, and the elements before that, of which
  /// there are `headSize` (i64).
  SmallVector<MemoryArray> ins, head;
  Value headSize, headOrigin;
  /// Elements from the first tile on, and all.
  Value size, all, origin;
};

} // namespace mlir::prim

#endif // PRIM_LIB_CONVERSION_LOWERDEVICE_REDUCE_TILEREDUCE_H
