//===- TileSegments.h - Where segments start in a tile --*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Flags, keys and offsets all become the one question whether a segment starts
// at an item. Offsets are turned around by a kernel of their own first, which
// marks in a bitmap where segments start and end.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_LIB_CONVERSION_LOWERDEVICE_SCAN_TILESEGMENTS_H
#define PRIM_LIB_CONVERSION_LOWERDEVICE_SCAN_TILESEGMENTS_H

#include "../Tile/HeadFlagBitmap.h"
#include "../Tile/TileIO.h"

namespace mlir::prim {

/// i1 for each item of a thread, in scan direction. What it says of items
/// behind the end of the buffer is no matter where items there are none.
struct TileSegments {
  /// Whether a segment starts with the item. Something always starts with the
  /// first of all, but of offsets.
  SmallVector<Value> starts;
  /// For begins and ends only: whether a segment has ended just before the
  /// item.
  SmallVector<Value> ends;
  /// With Combiner::SegmentFlag::Marks: whether the item is the second one of
  /// its segment.
  SmallVector<Value> seconds;
};

/// Whether `op` has segments, or flags or keys that make them.
inline bool hasSegments(DeviceOpInterface op) {
  return op.getDeviceSegmentForm().has_value();
}
/// Whether its segments are said by an element for each one of the inputs.
inline bool hasSegmentItems(DeviceOpInterface op) {
  return hasSegments(op) && op.getDeviceSegmentForm() != SegmentForm::Offsets;
}

/// How keys are compared, and made of elements.
struct SegmentKeys {
  bool isBuiltin() const { return !equal || equal->empty(); }

  /// Says which keys are equal; null or empty for the built-in equality.
  Region *equal = nullptr;
  /// Makes keys, of `types`; null where elements are the keys.
  Region *prologue = nullptr;
  SmallVector<Type> types = {};
};

/// Whether the keys `lhs` and `rhs`, in the order of memory, are of two runs.
Value areDifferent(KernelBuilder &kernel, const SegmentKeys &keys,
                   ValueRange lhs, ValueRange rhs);

/// The flags or keys of an op, elements of `arrays`, on their way into the
/// registers of threads that want to know where segments start.
class SegmentItems {
public:
  /// `keys` says nothing of flags; `reverse` is the direction of the scan.
  SegmentItems(SegmentForm form, const SegmentKeys &keys, bool reverse,
               KernelBuilder &kernel, ArrayRef<MemoryArray> arrays,
               const TileShape &shape, unsigned rowVector);

  /// Whether the element before one says whether a segment starts with it.
  bool needBefore() const { return isKey || reverse; }
  /// Takes the keys of the elements before those of the wave, the last one
  /// first. Others are loaded where they are needed.
  void setEdge(ArrayRef<ValueTuple> keys) { edge = llvm::to_vector(keys); }
  /// The flags or keys of one element (i64).
  ValueTuple loadOne(Value element);
  /// One vector for each array, as a tile `io` of any arrangement has them; to
  /// be called inside of TileIO::fullOrPartial().
  SmallVector<Value> load(TileIO &io, bool isFull);
  SmallVector<Type> getTypes() const;
  /// How many neighbours of a row are one element of these vectors.
  unsigned getPacked() const { return packed; }
  /// The segments of the tile, blocked in `io`, whose items are in `vectors`;
  /// gives the items, too, if they are keys.
  TileSegments find(TileIO &io, ValueRange vectors,
                    SmallVector<ValueTuple> &itemKeys);

  /// Whether a segment starts with an element (i64) in front of the wave, of
  /// keys.
  Value isStartBefore(Value element);
  /// Whether each item of the tile, blocked in `io`, is the second one of its
  /// segment; items past the end are none that starts one. Of keys.
  SmallVector<Value> findSeconds(TileIO &io, ArrayRef<Value> starts);

private:
  /// Items past the end that are found to start nothing; empty if there are
  /// none.
  SmallVector<Value> getBehind(TileIO &io);
  bool isMasked();
  Value isStart(ValueRange item, ValueRange before, Value guard);

  const SegmentKeys &keys;
  KernelBuilder &kernel;
  SmallVector<MemoryArray> arrays;
  /// The types of flags or keys as blocks move them, of which i1 are bytes.
  SmallVector<Type> types;
  SmallVector<bool> areBits;
  SmallVector<ValueTuple> edge;
  unsigned items, packed = 1;
  bool isKey, reverse;
};

} // namespace mlir::prim

#endif // PRIM_LIB_CONVERSION_LOWERDEVICE_SCAN_TILESEGMENTS_H
