//===- HeadFlagBitmap.h - Offsets of segments, turned around --*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Offsets say for a segment where it lies; who goes over the elements asks for
// an element which segment starts there. A kernel with a thread for each
// segment answers that in a bitmap, so that what follows costs the same however
// long segments are.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_LIB_CONVERSION_LOWERDEVICE_TILE_HEADFLAGBITMAP_H
#define PRIM_LIB_CONVERSION_LOWERDEVICE_TILE_HEADFLAGBITMAP_H

#include "../Engine/KernelBuilder.h"

namespace mlir::prim {

/// Offsets in a memref, holes or not.
class SegmentOffsets {
public:
  SegmentOffsets(KernelBuilder &kernel, Value memref);

  /// Offset `index` (i64), cut to the elements that there are; i64.
  Value load(Value index) const;
  /// The offset as an i32, where elements are fewer than 2^31.
  Value loadNarrow(Value index) const;

private:
  KernelBuilder &kernel;
  MemoryArray array;
};

/// Elements side by side: the first one, and how many; i64.
struct Segment {
  Value begin, elements;
};

/// The segments that the offsets of an op give, by number.
class SegmentTable {
public:
  SegmentTable(DeviceOpInterface op, KernelBuilder &kernel)
      : op(op), kernel(kernel), begins(kernel, op.getDeviceSegments().front()),
        ends(kernel, op.getDeviceSegments().back()) {}

  /// How many there are; i64.
  Value count();
  /// Segment `number` (i64), cut to the buffer.
  Segment find(Value number);

private:
  DeviceOpInterface op;
  KernelBuilder &kernel;
  SegmentOffsets begins, ends;
};

/// The bitmap of a buffer with offsets, by position in scan direction. Shared
/// offsets leave no gaps between segments: it has a bit for each position where
/// one starts. Of begins and ends it has two, one for where a segment has just
/// ended.
class HeadFlagBitmap {
public:
  /// In a kernel of `op`, of which the bitmap is at `marks`.
  HeadFlagBitmap(DeviceOpInterface op, KernelBuilder &kernel, Value marks,
                 bool reverse);

  /// Whether each segment starts where the one before ends.
  static bool isShared(DeviceOpInterface op) {
    return op.getDeviceSegments().size() == 1;
  }
  /// A workspace region for the bitmap, with tiles of a plan or larger ones;
  /// zero before, and left to the host to clear.
  static WorkspaceRegion getRegion(DeviceOpInterface op, const TileShape &tile,
                                   const TileShape &larger);

  /// The body of the kernel with a thread for each segment.
  void emit();
  /// A launch of it, which is kernel `kernel` of a plan.
  static PlanLaunch getLaunch(DeviceOpInterface op, unsigned kernel,
                              const DeviceContext &context);
  /// Threads of a block of it.
  static constexpr unsigned blockSize = 256;

  /// The first position of all segments and the one after the last, for shared
  /// offsets; i64, uniform.
  std::pair<Value, Value> getRange();
  /// How many segments an op has; i64.
  static Value count(DeviceOpInterface op, KernelBuilder &kernel);

  /// The words with the marks at `count` neighbouring positions, from `first`
  /// (i32) of a tile on that starts at `base` (i64).
  SmallVector<Value> load(Value base, Value first, unsigned count);
  /// The marks (i1) in these words: where segments start, and where they have
  /// ended (none, if offsets are shared).
  void split(ArrayRef<Value> words, Value first, unsigned count,
             SmallVector<Value> &starts, SmallVector<Value> &ends);

private:
  /// Sets bit `number` of the mark at `position`.
  void set(Value position, unsigned number);
  unsigned bits() const { return shared ? 1 : 2; }
  unsigned perWord() const { return 32 / bits(); }
  /// Whether the marks of a thread with `count` items begin with a word's first
  /// one, or are all in one word.
  bool isAligned(unsigned count) const {
    return perWord() % count == 0 || count % perWord() == 0;
  }
  Value mirror(Value position) { return b.sub(kernel.elements(), position); }

  DeviceOpInterface op;
  KernelBuilder &kernel;
  CodeBuilder &b;
  MemoryArray words;
  bool reverse, shared;
};

} // namespace mlir::prim

#endif // PRIM_LIB_CONVERSION_LOWERDEVICE_TILE_HEADFLAGBITMAP_H
