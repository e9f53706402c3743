//===- DeviceSort.h - Parts of the device sort --*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the plan of prim.device_sort and its kernels agree on.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_LIB_CONVERSION_LOWERDEVICE_DEVICESORT_H
#define PRIM_LIB_CONVERSION_LOWERDEVICE_DEVICESORT_H

#include "../LowerBlock/KeyCodec.h"
#include "KernelBuilder.h"
#include "prim/Dialect/Prim/IR/Limits.h"

namespace mlir::prim {

/// The tile of a sort in one block, next to that of a pass. It holds all
/// members and sorts by all digits, so its share of items is smaller; what is
/// more than that pays for a launch per digit.
inline TileShape getBlockSortTile(TileShape passTile) {
  return {passTile.blockSize, std::max(passTile.itemsPerThread / 4, 1u)};
}

/// What a radix sort sorts, and by which digits.
struct RadixSort {
  /// Fails with a diagnostic where the op is not one that is lowered.
  static FailureOr<RadixSort> get(DeviceSortOp op,
                                  const DeviceContext &context);

  unsigned radix() const { return 1u << digitBits; }
  /// Counters of the histograms of all digits.
  unsigned histogramSize() const { return numDigits * radix(); }

  KeyCodec codec;
  /// Element types, the key's first.
  SmallVector<Type> types;
  /// The tile of the passes.
  TileShape tile;
  unsigned numDigits = 0, digitBits = 0;

private:
  explicit RadixSort(KeyCodec codec) : codec(codec) {}
};

/// Regions of the workspace: an i32 ticket counter per digit; histograms, i32
/// [numDigits][radix]; the state of a look-back with a chain per value of a
/// digit, in which the digits are epochs; and from there on for each member of
/// an item, where needed, a second buffer.
enum SortRegion : unsigned { Tickets, Histograms, States, Buffers };

/// Bits of a count: all items are fewer than 2 to this power.
constexpr int32_t sortCountBits = 30;

/// Tiles that a block of the histogram counts at least: in the end it adds all
/// of its counters, a quarter as many as a tile has items, in device memory.
constexpr int64_t sortHistogramTiles = 4;

/// The body of the kernel that counts all digits of all `keys` into the
/// histograms, which are zero at first.
LogicalResult emitSortHistogram(const RadixSort &sort, Value keys,
                                KernelBuilder &kernel);

/// The body of the kernel that moves items into order by one digit. Its
/// launches give what to read and what to write (a base per member each), the
/// digit's shift and number (i32), its ticket counter and its histogram. Fails
/// with a diagnostic where the tile does not fit the target.
LogicalResult emitSortPass(const RadixSort &sort, KernelBuilder &kernel);

} // namespace mlir::prim

#endif // PRIM_LIB_CONVERSION_LOWERDEVICE_DEVICESORT_H
