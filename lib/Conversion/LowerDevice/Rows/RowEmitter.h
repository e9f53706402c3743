//===- RowEmitter.h - The region of rows, item by item *- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Emits the region of prim.device_rows for one row: elementwise ops once for
// each item of a thread, folds, prefixes and sorts by the threads that share
// it, and what is the same for the row once. Items past the end of a row stand
// for elements that exist, so that regions never see others; folds leave them
// out.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_LIB_CONVERSION_LOWERDEVICE_ROWS_ROWEMITTER_H
#define PRIM_LIB_CONVERSION_LOWERDEVICE_ROWS_ROWEMITTER_H

#include "RowBody.h"
#include "RowKeep.h"
#include "RowSource.h"
#include "RowThreads.h"

namespace mlir::prim {

/// The vectors that a row is known to have.
enum class RowSteps {
  /// The row has all elements of the threads' tiles.
  Full,
  /// The row has a multiple of the threads' vector.
  Whole,
  /// It has at least one vector; the last one may overlap the one before it.
  Overlapping,
  /// Vectors have aligned addresses, and the row at least one of them. The
  /// other elements are items of a thread each, so that items have no order.
  Peeled
};

class RowEmitter {
public:
  /// `active` (i1), if it is not null, says whether the threads write anything.
  /// If it `isWide`, operands are accessed by vectors, which are `alignment`
  /// bytes aligned, if that is not 0.
  RowEmitter(const RowBody &body, DeviceRowsOp op, KernelBuilder &kernel,
             RowThreads &threads, RowSource &row, Value active, RowSteps steps,
             bool isWide, unsigned alignment);

  /// The whole row, which is one tile.
  void emitHeld();
  /// The row tile by tile; `kept` may be null.
  void emitWalked(RowKeep *kept = nullptr);
  /// Writes the outputs of a row without elements.
  void emitEmpty();

private:
  using Values = SmallVector<Value>;
  /// A fold that a walk ends with.
  struct Running {
    CombinerOpInterface op;
    Combiner combiner;
    /// Whether each thread folds items of its own before the threads do.
    bool byThread;
    /// How the fold is scaled, and the number of that maximum.
    const ScaledSum *scaled = nullptr;
    size_t scale = 0;
  };

  Combiner getCombiner(CombinerOpInterface fold);
  ValueTuple lookup(ValueRange values, unsigned item);
  Value lookup(Value value) { return uniform.lookupOrDefault(value); }
  void setUniform(Value value, Value known);

  /// Finds the vectors of a row that is peeled.
  void peel();
  /// Elements of the row that are in vectors; i64.
  Value countInVectors();
  /// Begins a tile at element `first` (i64, null for 0) of which `valid` (i32)
  /// elements exist.
  void beginTile(Value first, Value valid, bool isFull);
  /// Loads what `value`, an argument of the region, stands for.
  void load(Value value);
  /// The memory from the tile on, and how many elements an access of it has.
  std::pair<MemoryArray, unsigned>
  getTile(Value operand, const MemoryArray &array, bool isColumn = false);
  Values loadItems(unsigned number);
  void store(Value out, const MemoryArray &array, Value value);
  /// Stores the elements that are among the first `count` of the row.
  void storeFirst(const MemoryArray &array, Value value, int64_t count);
  void loadIns(llvm::function_ref<bool(Value)> isUsed);
  void storeTile();
  void storeOfRow();
  /// Emits the needed ops that `takes` accepts, folds by `emitFold`, and sorts
  /// of a held row.
  void process(llvm::function_ref<bool(Operation *)> takes,
               llvm::function_ref<void(CombinerOpInterface)> emitFold);
  void emitPart(ArrayRef<Operation *> part);
  /// Emits an op for one item. Only items that exist run loops, and load at
  /// positions that depend on prefixes.
  void emitItem(Operation *each, IRMapping &item, Value exists);

  /// The items of a fold's inputs.
  SmallVector<ValueTuple> getItems(CombinerOpInterface fold);
  /// The items where those that do not exist are neutral, and `valid` for the
  /// threads where there is no such value.
  std::pair<SmallVector<ValueTuple>, Value> mask(const Combiner &combiner,
                                                 SmallVector<ValueTuple> items);
  /// Whether items that do not exist change nothing: they stand for elements of
  /// the row, and an element may be folded twice.
  bool takesAllItems(CombinerOpInterface fold, const Combiner &combiner) const;
  ValueTuple reduce(CombinerOpInterface fold, const Combiner &combiner);
  void setPrefixes(BlockScanOp scan, const RowPrefixes &prefixes);
  void foldHeld(CombinerOpInterface fold);
  void sortHeld(BlockSortOp sort);

  /// The tiles of the row (i64), and the begin of one of them.
  Value countTiles();
  void beginTile(Value number);
  /// Copies what is kept of all tiles at once, so that many bytes are in flight
  /// and take no registers.
  void copyAhead();
  /// The center of terms whose maximum is `maximum`.
  Value getCenter(Value maximum);
  /// `sum` for the center `to` instead of `from`.
  Value scale(const ScaledSum &scaled, Value sum, Value from, Value to);
  /// `sum` of terms with this maximum for the center of more terms.
  Value scalePart(const ScaledSum &scaled, Value sum, Value maximum,
                  Value center);
  void emitWalk(unsigned walk);
  ValueTuple getStart(const Combiner &combiner, ValueRange init);
  /// A scan that continues `before`, which becomes the fold up to its end.
  void scanOn(BlockScanOp scan, ValueTuple &before, Value isFirstTile);

  const RowBody &body;
  DeviceRowsOp op;
  KernelBuilder &kernel;
  CodeBuilder &b;
  RowThreads &threads;
  RowSource &row;
  Value active;
  RowSteps steps;
  bool isWide;
  unsigned alignment;
  /// Whether elements are written in the walk.
  bool isWriting = false;
  /// Keeps elements from one walk to the next; may be null.
  RowKeep *keep = nullptr;
  SmallVector<MemoryArray> arrays, outs;
  /// Maps values that are uniform in the row, and those of each item; both have
  /// those from outside of the region.
  IRMapping uniform;
  SmallVector<IRMapping> items;
  /// Where the vectors of a row that is peeled begin, and how many elements
  /// they have; the element besides them that a thread has, what it is in the
  /// tile (all i64), and whether it exists (i1).
  Value head, inVectors, extra, place, hasExtra;
  /// Where vectors of the tile begin, and whether items exist and vectors are
  /// whole (i1, null for all).
  Value base, count;
  Values starts, exist, isWhole, isCut;
};

} // namespace mlir::prim

#endif // PRIM_LIB_CONVERSION_LOWERDEVICE_ROWS_ROWEMITTER_H
