//===- PackedRows.h - Several rows in one tile ----------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Short contiguous rows are read as one run of elements in which a segment
// starts at each multiple of the row's length. A wave takes as many whole rows
// as its tile holds, so that no tile needs to know of another one.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_LIB_CONVERSION_LOWERDEVICE_SCAN_PACKEDROWS_H
#define PRIM_LIB_CONVERSION_LOWERDEVICE_SCAN_PACKEDROWS_H

#include "../Engine/KernelBuilder.h"
#include "prim/Target/Tuning.h"

namespace mlir::prim {

/// The rows of the tile that a block is at. Positions and rows are counted in
/// scan direction.
class PackedRows {
public:
  /// In a kernel that a launch with rows as work starts, of blocks of
  /// one wave.
  PackedRows(KernelBuilder &kernel, const TileShape &tile);

  /// The case of a plan for rows that are packed: a launch of its kernel
  /// `kernel`.
  static PlanCase getCase(unsigned kernel, const RowGrouping &rows,
                          const DeviceContext &context);

  /// Emits `body` for each tile that is the block's.
  void forTiles(llvm::function_ref<void()> body);

  /// Elements of all rows; i64.
  Value getElements() const { return elements; }
  /// In forTiles(): the tile's first row (i64) and how many of its rows (i32)
  /// and elements (i32) are whole, and the logical index (i64) of its first
  /// element; uniform.
  Value getFirstRow() const { return firstRow; }
  Value getCount() const { return count; }
  Value getItems() const { return items; }
  Value getBase() const { return base; }

  /// Where row `row` (i32) of the tile has its last element; i32.
  Value getLast(Value row);
  /// Whether each of the thread's items, which are neighbours, is the first one
  /// of its row; i1.
  SmallVector<Value> areFirst();
  /// Which elements of their rows the items at `positions` (i32) are, of which
  /// every `run` are neighbours; i64. With `reverse`, elements are counted in
  /// the order of memory.
  SmallVector<Value> getPlaces(ArrayRef<Value> positions, unsigned run,
                               bool reverse);

private:
  /// Which element of its row the item at `position` (i32) is; i32.
  Value getPlace(Value position) { return b.remui(position, narrowLength); }

  KernelBuilder &kernel;
  TileShape tile;
  CodeBuilder &b;
  /// The length of a row, i64 and i32; the rows of a tile, i64.
  Value length, narrowLength, perTile;
  Value elements, firstRow, count, items, base;
};

} // namespace mlir::prim

#endif // PRIM_LIB_CONVERSION_LOWERDEVICE_SCAN_PACKEDROWS_H
