//===- DeviceMerge.h - Merges of runs in device memory ----*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The step that prim.device_merge and the passes of a merge sort share: a block
// computes a tile of the result of two sorted runs.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_LIB_CONVERSION_LOWERDEVICE_MERGE_DEVICEMERGE_H
#define PRIM_LIB_CONVERSION_LOWERDEVICE_MERGE_DEVICEMERGE_H

#include "../Engine/KernelBuilder.h"
#include "prim/Dialect/Prim/Utils/MergePath.h"

namespace mlir::prim {

/// The order of `op`, for use in the kernel.
ItemOrder getKernelOrder(SortOpInterface op, KernelBuilder &kernel);

/// The tile of `op`, at most `tile`: of what is compared, all that a block
/// sorts or merges is in workgroup memory at once.
TileShape getMergeTile(DeviceOpInterface op, TileShape tile,
                       const DeviceContext &context);

/// More elements (of a row) do not go with tiles of so many items: 32 bits,
/// signed, count them, and what a tile reaches beyond them.
constexpr int64_t getMaxMerged(const TileShape &tile) {
  return INT32_MAX - int64_t(tile.items());
}

/// Two sorted runs in device memory, with an array for each member, and where
/// their merge goes.
struct TileRuns {
  SmallVector<MemoryArray> first, second, outs;
  /// i32 or i64, uniform.
  Value firstSize, secondSize;
  /// Makes items from elements and their index (i64), which counts the second
  /// run after the first; null if elements are the items.
  std::function<ValueTuple(ValueRange, Value)> map = {};
};

/// Writes the tile of the merge that begins at its item `begin` (as wide as
/// sizes are, uniform), which there is.
void emitTileMerge(KernelBuilder &kernel, SortOpInterface op,
                   const TileShape &tile, const TileRuns &runs, Value begin);

/// `condition ? yes : no`, for arrays of the same elements.
SmallVector<MemoryArray> selectArrays(KernelBuilder &kernel, Value condition,
                                      ArrayRef<MemoryArray> yes,
                                      ArrayRef<MemoryArray> no);

} // namespace mlir::prim

#endif // PRIM_LIB_CONVERSION_LOWERDEVICE_MERGE_DEVICEMERGE_H
