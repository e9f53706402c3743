//===- DeviceSort.h - Parts of the device sort --*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The description of a sort that the plan of prim.device_sort and its kernels
// share.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_LIB_CONVERSION_LOWERDEVICE_SORT_DEVICESORT_H
#define PRIM_LIB_CONVERSION_LOWERDEVICE_SORT_DEVICESORT_H

#include "../Engine/DeviceLowering.h"
#include "../Engine/KernelBuilder.h"
#include "prim/Dialect/Prim/IR/Limits.h"
#include "prim/Dialect/Prim/Utils/KeyCodec.h"

namespace mlir::prim {

/// The tile of a sort in one block, next to that of a pass. It holds all
/// members and sorts by all digits, so its share of items is smaller; what is
/// more than that pays for a launch per digit.
inline TileShape getBlockSortTile(TileShape passTile) {
  return {passTile.blockSize, std::max(passTile.itemsPerThread / 4, 1u)};
}

/// The limit of a sort by tiles of `tile`, of a row.
PlanLimit getSortLimit(DeviceSortOp op, const DeviceContext &context,
                       const TileShape &tile);

/// How sorts are lowered, by digits or by merging.
struct SortLowering : public OpLowering<DeviceSortOp> {
  using OpLowering::OpLowering;

  std::unique_ptr<Decomposition>
  decompose(const DeviceContext &context) const override;
};

/// The lowering of a sort by digits.
std::unique_ptr<DeviceLowering> createRadixSortLowering(DeviceSortOp op);

/// The parts that a sort keeps apart: none, rows, or segments.
enum class SortForm { Whole, Rows, Segments };

/// Segments of up to so many elements are sorted by groups of lanes.
constexpr unsigned tinySortItems = 16;

/// The members that a radix sort sorts, and the digits it goes by.
struct RadixSort {
  /// Fails with a diagnostic where the op is not one that is lowered.
  static FailureOr<RadixSort> get(DeviceSortOp op,
                                  const DeviceLowering &lowering,
                                  const DeviceContext &context);

  unsigned radix() const { return 1u << digitBits; }
  /// Counters of the histograms of all digits.
  unsigned histogramSize() const { return numDigits * radix(); }
  unsigned members() const { return types.size(); }
  /// Bytes of an element of the widest member.
  unsigned getWidest() const {
    unsigned bytes = 0;
    for (Type type : types)
      bytes = std::max(bytes, getElementBytes(type));
    return bytes;
  }
  /// Elements of a segment that is sorted in one go; 0 if all need passes.
  unsigned maxWithoutPasses() const {
    if (blockTiles.empty())
      return 0;
    return std::max(waveTile.items(), blockTiles.back().items());
  }

  /// Lanes that sort a tiny segment.
  unsigned getTinyLanes() const {
    return tinySortItems / waveTile.itemsPerThread;
  }

  SortForm form;
  /// Whether keys go nowhere in the end: values are all that is wanted.
  bool discardsKeys = false;
  KeyCodec codec;
  /// Element types, the key's first.
  SmallVector<Type> types;
  /// The tile of the passes, and that of the histogram.
  TileShape tile, histogramTile;
  /// Counters of each digit in a block of the histogram.
  unsigned histogramCopies = 1;
  unsigned numDigits = 0, digitBits = 0;
  /// Whether passes count the digits of a tile before they rank its items. All
  /// members of the tile are then in workgroup memory at once.
  bool countsFirst = false;
  /// By what segments that need no passes are sorted: what a wave sorts in
  /// registers, and, by ascending size, what a block does in one go. No blocks
  /// if all segments are known to need passes.
  TileShape waveTile;
  SmallVector<TileShape> blockTiles;
  /// The tiles of blocks that all run at once, by ascending numbers of elements
  /// up to which they do.
  SmallVector<CooperativeSortTile> cooperativeTiles;
  /// The regions of the workspace with the lists of segments, and with the
  /// first member of the second buffers; that with the counts of blocks that
  /// all run at once.
  unsigned lists = 0, buffers = 0, counts = 0;

private:
  explicit RadixSort(KeyCodec codec) : codec(codec) {}
};

/// Regions of the workspace: an i32 ticket counter per digit, or the words that
/// blocks wait by which all run at once; the counters of lists; histograms, i32
/// [segments][numDigits][radix]; and the state of a look-back with a chain per
/// value of a digit, in which the digits are epochs, for each row. Then come
/// for each member of an item, where needed, a second buffer, the lists,
/// operands put into the order of rows, and what blocks that all run at once
/// count, i32 [blocks][radix].
enum SortRegion : unsigned { Tickets, SortCounters, Histograms, States };

/// Bits of a count: all items of a segment are fewer than 2 to this power.
constexpr int32_t sortCountBits = 30;
static_assert(kMaxSortElements < int64_t(1) << sortCountBits);

/// The memory by which blocks that all run at once wait: the state of a
/// barrier, and how many have read all that is shared.
constexpr int64_t cooperativeFinishedOffset = 4, cooperativeStateBytes = 8;

/// Tiles that a block of the histogram counts at least: in the end it adds all
/// of its counters, a quarter as many as a tile has items, in device memory.
constexpr int64_t sortHistogramTiles = 4;

/// The parameters of the kernels.
struct SortParams {
  /// Buffers to read and to write, a base for each member. Blocks that all run
  /// at once move items from the sources to the destinations by the first
  /// digit, to the others by the next one, and so on in turns.
  static constexpr BasesParam sources{"sources"}, destinations{"destinations"},
      others{"others"};
  /// Parameters of a pass: the digit's lowest bit and its number, the ticket
  /// counter and the histogram.
  static constexpr I32Param shift{"shift"}, digit{"digit"};
  static constexpr BasesParam ticket{"ticket"}, histogram{"histogram"};
};

// The bodies of the kernels.

/// Sorts the segments of list `list`, or all rows, or everything, in one block
/// each, of `tile`.
void emitSortBlock(DeviceSortOp op, const RadixSort &sort, unsigned list,
                   KernelBuilder &kernel);
/// Sorts segments that a wave's tile holds, and puts others on lists.
void emitSortShort(DeviceSortOp op, const RadixSort &sort,
                   KernelBuilder &kernel);
/// Counts all digits of all keys into the histograms, which are zero at first.
void emitSortHistogram(DeviceSortOp op, const RadixSort &sort,
                       KernelBuilder &kernel);
/// A thread's items, in striped order, when those of the block have gone to
/// their ranks in the tile.
SmallVector<Value> moveToRanks(CodeBuilder &b, Value items, Value ranks);
/// Moves items into order by one digit. `isLast` says whether it is the digit
/// after which keys may be discarded.
void emitSortPass(DeviceSortOp op, const RadixSort &sort, bool isLast,
                  KernelBuilder &kernel);

/// Sorts by all digits, in blocks that all run at once and have a tile each.
void emitSortCooperative(DeviceSortOp op, const RadixSort &sort, TileShape tile,
                         KernelBuilder &kernel);

} // namespace mlir::prim

#endif // PRIM_LIB_CONVERSION_LOWERDEVICE_SORT_DEVICESORT_H
