//===- RowThreads.h - The threads that share a row *- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A row is shared by a cluster of blocks, by a block, by a group of lanes of a
// wave, or by none: a thread has a row of its own. Where the items of these
// threads lie, and how they fold them, is all that a kernel of rows need not
// know.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_LIB_CONVERSION_LOWERDEVICE_ROWS_ROWTHREADS_H
#define PRIM_LIB_CONVERSION_LOWERDEVICE_ROWS_ROWTHREADS_H

#include "../Engine/KernelBuilder.h"

namespace mlir::prim {

/// Prefixes over a tile; what is not asked for is empty.
struct RowPrefixes {
  SmallVector<ValueTuple> inclusive, exclusive;
  /// The fold of the tile, without what was before it.
  ValueTuple total;
};

class RowThreads {
public:
  virtual ~RowThreads() = default;

  /// A thread has `items` elements of a tile, `vector` of them side by side.
  unsigned getItems() const { return items; }
  unsigned getVector() const { return vector; }
  /// Elements of a tile.
  virtual unsigned countTile() const = 0;
  /// Where each vector of the thread begins in the tile; i32.
  virtual SmallVector<Value> getStarts() = 0;
  /// Elements of the part of a tile that one block has, and where the vectors
  /// begin in this part.
  virtual unsigned countOwnTile() const { return countTile(); }
  virtual SmallVector<Value> getOwnStarts() { return getStarts(); }
  /// The number of the thread among those of the row; i32.
  virtual Value getNumber() = 0;
  /// Whether the thread writes what the row has one of; i1, null for each.
  virtual Value isFirst() = 0;
  /// Every thread has read what it reads of memory that others write.
  virtual void barrier() {}

  /// The fold of `items`, which are those of a tile or one for each thread. All
  /// of them take part where `valid` is null, else so many (i32, at least one).
  virtual ValueTuple reduce(const Combiner &combiner,
                            ArrayRef<ValueTuple> items, Value valid) = 0;
  /// Their prefixes from `init` (may be empty) on, in the directions of the
  /// clauses of `scan`, and the total.
  virtual RowPrefixes scan(const Combiner &combiner, BlockScanOp scan,
                           ArrayRef<ValueTuple> items, ValueRange init,
                           Value valid) = 0;
  /// The items in the order of `sort`: its keys and any other members. Of a
  /// tile's items the first `valid` (i32, null for all) take part, and come
  /// first. `captures` maps what the comparator uses.
  virtual SmallVector<ValueTuple> sort(BlockSortOp sort,
                                       ArrayRef<ValueTuple> items, Value valid,
                                       const IRMapping &captures) {
    llvm_unreachable("a block or lanes of a wave hold rows that are sorted");
  }

protected:
  RowThreads(KernelBuilder &kernel, unsigned items, unsigned vector)
      : kernel(kernel), b(kernel), items(items), vector(vector) {}

  KernelBuilder &kernel;
  CodeBuilder &b;
  unsigned items, vector;
};

/// The elements of `memory` that vectors of `vector` elements at `starts` have,
/// loaded `width` at once.
SmallVector<Value> loadItems(CodeBuilder &b, const MemoryArray &memory,
                             ArrayRef<Value> starts, unsigned vector,
                             unsigned width);

/// A block for a row.
class BlockThreads : public RowThreads {
public:
  BlockThreads(KernelBuilder &kernel, const TileShape &tile, unsigned vector)
      : RowThreads(kernel, tile.itemsPerThread, vector), tile(tile) {}

  unsigned countTile() const override { return tile.items(); }
  SmallVector<Value> getStarts() override;
  Value getNumber() override { return kernel.threadId(); }
  Value isFirst() override { return kernel.isFirstThread(); }
  void barrier() override;
  ValueTuple reduce(const Combiner &combiner, ArrayRef<ValueTuple> items,
                    Value valid) override;
  RowPrefixes scan(const Combiner &combiner, BlockScanOp scan,
                   ArrayRef<ValueTuple> items, ValueRange init,
                   Value valid) override;
  SmallVector<ValueTuple> sort(BlockSortOp sort, ArrayRef<ValueTuple> items,
                               Value valid, const IRMapping &captures) override;

protected:
  TileShape tile;
};

/// A cluster of blocks for a row, which has no prefixes. Folds have an
/// identity.
class ClusterThreads : public BlockThreads {
public:
  /// `rank` is the number of the block in its cluster; i32.
  ClusterThreads(KernelBuilder &kernel, const RowGrouping &rows, Value rank,
                 unsigned vector)
      : BlockThreads(kernel, rows.tile, vector), blocks(rows.blocks),
        rank(rank) {}

  unsigned countTile() const override {
    return blocks * BlockThreads::countTile();
  }
  SmallVector<Value> getStarts() override;
  unsigned countOwnTile() const override { return BlockThreads::countTile(); }
  SmallVector<Value> getOwnStarts() override {
    return BlockThreads::getStarts();
  }
  Value getNumber() override;
  Value isFirst() override;
  void barrier() override;
  ValueTuple reduce(const Combiner &combiner, ArrayRef<ValueTuple> items,
                    Value valid) override;
  RowPrefixes scan(const Combiner &combiner, BlockScanOp scan,
                   ArrayRef<ValueTuple> items, ValueRange init,
                   Value valid) override;

private:
  /// The tuples that the blocks have for `own`, in the order of the blocks.
  SmallVector<ValueTuple> gather(ValueRange own);

  unsigned blocks;
  Value rank;
};

/// A group of lanes for a row. Folds have an identity.
class LaneThreads : public RowThreads {
public:
  /// A lane has `run` neighbours of each part of the row that the lanes have
  /// together; a multiple of `vector`.
  LaneThreads(KernelBuilder &kernel, const TileShape &tile, unsigned vector,
              unsigned run)
      : RowThreads(kernel, tile.itemsPerThread, vector), lanes(tile.blockSize),
        run(run) {}

  unsigned countTile() const override { return lanes * items; }
  SmallVector<Value> getStarts() override;
  Value getNumber() override { return getLane(); }
  Value isFirst() override { return b.eq(getLane(), 0); }
  ValueTuple reduce(const Combiner &combiner, ArrayRef<ValueTuple> items,
                    Value valid) override;
  RowPrefixes scan(const Combiner &combiner, BlockScanOp scan,
                   ArrayRef<ValueTuple> items, ValueRange init,
                   Value valid) override;
  /// Requires that all items of a lane are one run.
  SmallVector<ValueTuple> sort(BlockSortOp sort, ArrayRef<ValueTuple> items,
                               Value valid, const IRMapping &captures) override;

private:
  Value getLane();
  /// The width of a logical warp; none for the wave.
  std::optional<unsigned> getWidth();

  unsigned lanes, run;
};

/// A thread for a row.
class SingleThread : public RowThreads {
public:
  SingleThread(KernelBuilder &kernel, unsigned items)
      : RowThreads(kernel, items, /*vector=*/1) {}

  unsigned countTile() const override { return items; }
  SmallVector<Value> getStarts() override;
  Value getNumber() override { return b.i32(0); }
  Value isFirst() override { return {}; }
  ValueTuple reduce(const Combiner &combiner, ArrayRef<ValueTuple> items,
                    Value valid) override;
  RowPrefixes scan(const Combiner &combiner, BlockScanOp scan,
                   ArrayRef<ValueTuple> items, ValueRange init,
                   Value valid) override;

private:
  SmallVector<OptionalTuple> mark(const Combiner &combiner,
                                  ArrayRef<ValueTuple> items, Value valid);
};

} // namespace mlir::prim

#endif // PRIM_LIB_CONVERSION_LOWERDEVICE_ROWS_ROWTHREADS_H
