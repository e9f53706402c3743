//===- DeviceSort.h - Parts of the device sort --*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the host code of prim.device_sort and its kernels agree on.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_LIB_CONVERSION_LOWERDEVICE_DEVICESORT_H
#define PRIM_LIB_CONVERSION_LOWERDEVICE_DEVICESORT_H

#include "../LowerBlock/KeyCodec.h"
#include "../LowerBlock/RadixRank.h"
#include "DeviceContext.h"

namespace mlir::prim {

/// The tile of a sort in one block, next to that of a pass. It holds all
/// members and sorts by all digits, so its share of items is smaller; what is
/// more than that pays for a launch per digit.
inline TileShape getBlockSortTile(TileShape passTile) {
  return {passTile.blockSize, std::max(passTile.itemsPerThread / 4, 1u)};
}

/// How one sort is done.
struct SortPlan {
  /// Fails with a diagnostic where the op is not one that is lowered.
  static FailureOr<SortPlan> get(DeviceSortOp op, const DeviceContext &context);

  unsigned radix() const { return 1u << digitBits; }
  /// Counters of the histograms of all digits.
  unsigned histogramSize() const { return numDigits * radix(); }

  KeyCodec codec;
  /// Element types, the key's first.
  SmallVector<Type> types;
  /// Tiles of the passes, and of the sort in one block.
  TileShape tile, blockTile;
  unsigned numDigits = 0, digitBits = 0;
  /// Whether the workspace has room for a second copy of all items.
  bool needsBuffers = false;
  /// The workspace: an i32 ticket counter per digit; histograms, i32
  /// [numDigits][radix]; look-back words, i32 [tiles][radix]; second buffers.
  uint64_t histogramOffset = 0, statesOffset = 0;

private:
  explicit SortPlan(KeyCodec codec) : codec(codec) {}
};

/// What is xor-ed into the look-back words of the pass over `digit`. Status 2
/// is left behind in all words by a pass, and the next one reads it as 0: the
/// words need clearing only once.
inline int32_t sortStatusFlip(unsigned digit) {
  return digit % 2 ? INT32_MIN : 0;
}

/// The kernel that counts all digits of all keys. Parameters: keys (ptr), size
/// and number of blocks (i64), histograms (ptr), which are zero at first.
KernelBuilder emitSortHistogram(const SortPlan &plan, DeviceContext &context,
                                Location loc);

/// The kernel that moves items into order by one digit. Parameters: what to
/// read and what to write (a ptr per member each), size (i32), the digit's
/// shift (i32), sortStatusFlip() (i32), ticket counter, histogram of the digit,
/// look-back words (ptr). Fails with a diagnostic where the tile does not fit
/// the target.
FailureOr<KernelBuilder> emitSortPass(const SortPlan &plan,
                                      DeviceContext &context, Location loc);

} // namespace mlir::prim

#endif // PRIM_LIB_CONVERSION_LOWERDEVICE_DEVICESORT_H
