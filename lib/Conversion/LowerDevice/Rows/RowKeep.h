//===- RowKeep.h - Rows that workgroup memory keeps *- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A row that is walked along several times is read from global memory by the
// first walk only: its elements stay in workgroup memory. Each thread keeps its
// own elements, so no barrier is needed for them.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_LIB_CONVERSION_LOWERDEVICE_ROWS_ROWKEEP_H
#define PRIM_LIB_CONVERSION_LOWERDEVICE_ROWS_ROWKEEP_H

#include "RowBody.h"
#include "RowThreads.h"

namespace mlir::prim {

class RowKeep {
public:
  /// The bytes that each element of a row takes.
  static uint64_t countBytes(DeviceRowsOp op, const RowBody &body);

  /// Memory for `elements` of a row, which a block has.
  RowKeep(KernelBuilder &kernel, DeviceRowsOp op, const RowBody &body,
          unsigned elements);

  /// Begins tile `number` (i64) of `threads`.
  void beginTile(RowThreads &threads, Value number);
  /// Whether the elements of `ins` number `in` are there since an earlier walk.
  bool has(unsigned in) const { return kept.contains(in); }
  /// Whether the elements of `ins` number `in` are kept, and may be copied in
  /// vectors of `width` elements that are `alignment` bytes aligned (0 for an
  /// element's).
  bool canCopy(unsigned in, unsigned width, unsigned alignment) const;
  /// Copies the vectors of the tile of `memory` that begin at `from`.
  void copy(unsigned in, const MemoryArray &memory, ArrayRef<Value> from,
            unsigned width);
  /// The items of a thread in the tile.
  SmallVector<Value> load(unsigned in);
  /// Keeps them, if a later walk reads them.
  void store(unsigned in, ArrayRef<Value> items);
  void endWalk();

private:
  /// How many elements of `memory` one access has.
  unsigned getWidth(const MemoryArray &memory) const;

  KernelBuilder &kernel;
  CodeBuilder &b;
  llvm::SmallDenseMap<unsigned, MemoryArray> arrays;
  llvm::SmallDenseSet<unsigned> stored, kept;
  /// Where the vectors of the thread's tile begin, and how long they are.
  SmallVector<Value> starts;
  unsigned vector = 1;
};

} // namespace mlir::prim

#endif // PRIM_LIB_CONVERSION_LOWERDEVICE_ROWS_ROWKEEP_H
