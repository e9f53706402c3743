//===- TileBorders.h - Where segments start in a tile --*- C++ -*-===//
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

#ifndef PRIM_LIB_CONVERSION_LOWERDEVICE_TILEBORDERS_H
#define PRIM_LIB_CONVERSION_LOWERDEVICE_TILEBORDERS_H

#include "SegmentMarks.h"
#include "TileIO.h"

namespace mlir::prim {

/// i1 for each item of a thread, in scan direction, false for what lies behind
/// the end of the buffer.
struct TileBorders {
  /// Whether a segment starts with the item. Something always starts with the
  /// first of all, but of offsets.
  SmallVector<Value> starts;
  /// Of offsets only: SegmentMarks says whether a segment has ended just before
  /// the item, or does so with it.
  SmallVector<Value> ends;
};

/// Whether `op` has segments, or flags or keys that make them.
inline bool hasSegments(DeviceOpInterface op) {
  return op.getDeviceSegments().has_value();
}
/// Whether its borders have an element for each one of the inputs.
inline bool hasBorderItems(DeviceOpInterface op) {
  return hasSegments(op) && op.getDeviceSegments() != SegmentForm::Offsets;
}

/// The borders of a tile of `op` in the blocked arrangement `io`, of whose
/// flags or keys `items` are the thread's, and `arrays` all.
TileBorders findBorders(DeviceOpInterface op, KernelBuilder &kernel,
                        TileIO &io, ArrayRef<MemoryArray> arrays,
                        ArrayRef<ValueTuple> items);

/// The borders that the bitmap at `marks` has for a tile.
TileBorders loadBorders(KernelBuilder &kernel, TileIO &io, Value marks);

} // namespace mlir::prim

#endif // PRIM_LIB_CONVERSION_LOWERDEVICE_TILEBORDERS_H
