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

#ifndef PRIM_LIB_CONVERSION_LOWERDEVICE_TILEIO_H
#define PRIM_LIB_CONVERSION_LOWERDEVICE_TILEIO_H

#include "KernelBuilder.h"
#include "prim/Dialect/Prim/Utils/ThreadScan.h"

namespace mlir::prim {

/// One tile of logical elements [base, base + items). A thread's item i is the
/// tile's element ((i / vector) * blockSize + thread) * vector + i % vector:
/// `vector` = 1 is striped, `vector` = items per thread is blocked.
class TileIO {
public:
  /// `size` (i64, at least one) is the buffer's; `base` (i64) is uniform and
  /// below it. In a `reverse` tile element i of the buffer's n has the logical
  /// index n - 1 - i.
  TileIO(KernelBuilder &kernel, TileShape tile, unsigned vector, bool reverse,
         Value size, Value base);

  /// Whether the whole tile lies in the buffer (i1, uniform).
  Value isFull() const { return full; }
  /// Elements of the buffer in this tile, in [1, items]; i32, uniform.
  Value count() const { return valid; }
  /// The tile's element that is a thread's item `item`; i32.
  Value position(unsigned item);
  /// Whether item `item` of the thread lies in the buffer.
  Value isValid(unsigned item);
  /// Index of item `item` in the buffer, whatever the direction; i64.
  Value elementIndex(unsigned item);

  /// Emits `body(true)` for a full tile and `body(false)` for another one;
  /// returns what the one that runs gives, of `types`.
  SmallVector<Value> byCase(TypeRange types,
                            llvm::function_ref<SmallVector<Value>(bool)> body);

  /// The thread's items, to be called inside byCase(). Where the tile is not
  /// full, items past the end repeat the last element.
  SmallVector<ValueTuple> load(ArrayRef<MemoryArray> arrays, bool isFull);
  /// The same for a fold: items mapped by `prologue` (which may be empty and
  /// may take the index). It sees no items past the end; with `pads` these are
  /// neutral ones of `combiner` if it has an identity, else they mean nothing.
  SmallVector<ValueTuple> loadMapped(ArrayRef<MemoryArray> arrays,
                                     Region &prologue, const Combiner &combiner,
                                     bool pads, bool isFull);
  /// Writes the thread's items that lie in the buffer, mapped by `epilogue`
  /// (null or empty for none).
  void store(ArrayRef<MemoryArray> arrays, ArrayRef<ValueTuple> items,
             Region *epilogue = nullptr);

private:
  void storeFull(ArrayRef<MemoryArray> arrays, ArrayRef<ValueTuple> items);
  /// How far item `item` of a thread lies behind its first one, and that one's
  /// position; i32.
  unsigned distance(unsigned item) const;
  Value firstPosition();
  /// `array` from the tile's lowest address on.
  MemoryArray tileOf(const MemoryArray &array);
  /// The index in tileOf() of a position, or of the thread's item `item`; of
  /// `width` neighbours that start with it, that of the lowest address. i32.
  Value memoryIndex(Value position);
  Value memoryIndex(unsigned item, unsigned width);

  KernelBuilder &kernel;
  TileShape tile;
  unsigned vector;
  bool reverse;
  Value size, base, full, valid;
};

} // namespace mlir::prim

#endif // PRIM_LIB_CONVERSION_LOWERDEVICE_TILEIO_H
