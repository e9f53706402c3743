//===- TileIO.h - A tile of a buffer, thread by thread --*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Moves the tile that a block works on between device memory and the
// registers of its threads. Tiles that the end of the buffer cuts off take a
// guarded path; which path is taken is uniform over the block.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_LIB_CONVERSION_LOWERDEVICE_TILE_TILEIO_H
#define PRIM_LIB_CONVERSION_LOWERDEVICE_TILE_TILEIO_H

#include "../Engine/KernelBuilder.h"
#include "prim/Dialect/Prim/Utils/ThreadScan.h"
#include "prim/Dialect/Prim/Utils/TileLayout.h"

namespace mlir::prim {

/// One tile of logical elements [base, base + items), spread over the threads
/// in an arrangement of the block ops.
class TileIO {
public:
  /// `size` (i64, at least one) is the buffer's; `base` (i64) is uniform and
  /// below it. In a `reverse` tile element i of the buffer's n has the logical
  /// index n - 1 - i. `vector` is that of rows, or one of the constants below.
  TileIO(KernelBuilder &kernel, TileShape tile, unsigned vector, bool reverse,
         Value size, Value base);
  static constexpr unsigned blocked = 0, striped = ~0u;

  /// The index that a prologue sees of element 0; i64, null for 0.
  void setOrigin(Value first) { origin = first; }
  /// The index that a prologue sees of each of the thread's items; i64.
  void setIndices(ArrayRef<Value> indices) { seen = llvm::to_vector(indices); }
  /// The tile shall have no more than `most` items (i32, uniform).
  void clamp(Value most);
  /// Begins to copy the tile of `arrays`, which are dense, to those of
  /// workgroup memory; all of the tile is there.
  void stage(ArrayRef<MemoryArray> arrays, ArrayRef<MemoryArray> slots);
  /// Items of a full tile of `arrays` are loaded from `slots`, where they have
  /// been staged; `slots` may be empty.
  void setStaged(ArrayRef<MemoryArray> arrays, ArrayRef<MemoryArray> slots) {
    origins = llvm::to_vector(arrays);
    staged = llvm::to_vector(slots);
  }

  /// The vector of the rows in which a tile of `buffers` moves best: the widest
  /// access to their widest elements that divides a thread's items.
  static unsigned getRowVector(const TargetInfo &target, ValueRange buffers,
                               const TileShape &tile);
  /// Such a vector for elements of `bytes` bytes.
  static unsigned getVector(const TargetInfo &target, unsigned bytes,
                            const TileShape &tile);

  /// Whether the whole tile lies in the buffer (i1, uniform).
  Value isFull() const { return full; }
  /// Elements of the buffer in this tile, in [1, items]; i32, uniform.
  Value count() const { return valid; }
  /// Threads that have any of these elements, which are the first ones of the
  /// block, and have their first item; i32, uniform.
  Value countThreads();
  /// Emits `body(true)` for a full tile and `body(false)` for another one;
  /// returns what the one that runs gives, of `types`.
  SmallVector<Value>
  fullOrPartial(TypeRange types,
                llvm::function_ref<SmallVector<Value>(bool)> body);
  void fullOrPartial(llvm::function_ref<void(bool)> body);

  /// The thread's items, of a full tile where `valid` is null, else of one that
  /// has so many elements (i32, uniform); items past these are `fill`, a value
  /// for each array, or mean nothing.
  SmallVector<ValueTuple> load(ArrayRef<MemoryArray> arrays, Value valid,
                               ValueRange fill = {});
  /// The items that say where segments start, inside fullOrPartial(): one
  /// vector of the thread's for each array. Items past the end are `behind`, if
  /// that is given, one for each array.
  SmallVector<Value> loadItemVectors(ArrayRef<MemoryArray> arrays, bool isFull,
                                     ValueRange behind);
  /// For each of `items`, which are those of `arrays` in a tile that is not
  /// striped, the one before it; for the first of all, some element. All
  /// threads of a wave must be active.
  SmallVector<ValueTuple> previous(ArrayRef<MemoryArray> arrays,
                                   ArrayRef<ValueTuple> items);
  /// The items before `items`, where `load` gives the element with an index
  /// (i64, uniform).
  SmallVector<ValueTuple> previous(ArrayRef<ValueTuple> items,
                                   llvm::function_ref<ValueTuple(Value)> load) {
    return neighbours(items, /*behind=*/false, load);
  }
  /// The item behind each of `items`; the last one of all has one only where
  /// the tile is full.
  SmallVector<ValueTuple> next(ArrayRef<ValueTuple> items,
                               llvm::function_ref<ValueTuple(Value)> load) {
    return neighbours(items, /*behind=*/true, load);
  }
  /// The items of a fold, to be called inside fullOrPartial(): mapped by
  /// `prologue` (which may be empty and may take the index). It sees no items
  /// past the end; with `pads` these are neutral ones of `combiner` if it has
  /// an identity, else they mean nothing.
  SmallVector<ValueTuple> loadMapped(ArrayRef<MemoryArray> arrays,
                                     Region &prologue, const Combiner &combiner,
                                     bool pads, bool isFull);
  /// The items of a fold where those past the end are `neutral()`, or mean
  /// nothing if that is null.
  SmallVector<ValueTuple> loadMapped(ArrayRef<MemoryArray> arrays,
                                     Region &prologue,
                                     llvm::function_ref<ValueTuple()> neutral,
                                     bool isFull);
  /// The index that regions see of each of the thread's items, i64; null for
  /// all where `region` takes none behind `members` values.
  SmallVector<Value> getIndices();
  SmallVector<Value> getIndicesFor(Region &region, unsigned members);
  /// Writes the thread's items that lie in the buffer, mapped by `epilogue`
  /// (null or empty for none).
  void store(ArrayRef<MemoryArray> arrays, ArrayRef<ValueTuple> items,
             Region *epilogue = nullptr);
  /// Writes the items as store() does, inside fullOrPartial().
  void storeCase(ArrayRef<MemoryArray> arrays, ArrayRef<ValueTuple> items,
                 bool isFull, Region *epilogue = nullptr);
  /// Writes the items for which `stores` (i1) says so, one by one.
  void storeIf(ArrayRef<Value> stores, ArrayRef<MemoryArray> arrays,
               ArrayRef<ValueTuple> items, Region *epilogue = nullptr);

  /// Whether each of the thread's items lies in the buffer; null inside
  /// fullOrPartial() where the tile is full, and all do.
  SmallVector<Value> areValid();
  SmallVector<Value> areValidUnless(bool isFull);
  /// Whether the thread has the first element of all.
  Value hasFirst();
  /// Where each of the thread's items lies in the tile; i32.
  SmallVector<Value> positions();
  /// Where item number `item` (i32) of the thread lies in the tile; i32.
  Value position(Value item);
  /// Rows of a tile that is not striped.
  unsigned countRows() const { return layout.rows(); }
  /// The index in the buffer of the element with a logical index; i64.
  Value toElement(Value logical);
  /// Where the element with a logical index (i64) lies in the tile: i32, -1 if
  /// it lies before it, and the number of its items if behind.
  Value inTile(Value logical);
  /// The logical index of the tile's first element; i64, uniform.
  Value getBase() const { return base; }
  /// Elements of the buffer; i64.
  Value getSize() const { return size; }

private:
  /// The thread's items as one vector for each array.
  SmallVector<Value> loadVectors(ArrayRef<MemoryArray> arrays, Value valid,
                                 ValueRange fill = {});
  Value loadVector(const MemoryArray &array, Value valid, Value fill);
  /// The items of a full tile at `slot`.
  Value loadStaged(const MemoryArray &slot);
  /// Loads and stores for an array whose elements do not lie side by side.
  Value loadStrided(const MemoryArray &array, Value valid);
  void storeStrided(const MemoryArray &array, Value vector, bool isFull);
  /// previous() and next().
  SmallVector<ValueTuple>
  neighbours(ArrayRef<ValueTuple> items, bool behind,
             llvm::function_ref<ValueTuple(Value)> load);
  /// The index in the buffer of the tile's first element, as loads and stores
  /// take it.
  Value offset();
  /// The tile's `valid` clause inside fullOrPartial(), in bounds that say that
  /// there is something, and not all.
  Value validUnless(bool isFull);
  /// Index in the buffer of each of the thread's items, whatever the direction;
  /// i64.
  SmallVector<Value> elementIndices();

  KernelBuilder &kernel;
  Arrangement arrangement;
  TileLayout layout;
  IntegerAttr rowVector;
  bool reverse;
  Value size, base, full, valid, origin;
  SmallVector<Value> seen;
  SmallVector<MemoryArray> origins, staged;
};

} // namespace mlir::prim

#endif // PRIM_LIB_CONVERSION_LOWERDEVICE_TILE_TILEIO_H
