//===- SortSegments.h - What a sort keeps apart ----*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A sort puts one or many segments of a buffer into order, each by itself: all
// of it, its rows, or its segments. How long rows are the host knows, and
// launches what sorts such ones. How long segments are shows in a kernel only:
// a wave sorts short ones where it comes by them, and puts others on lists, one
// for each tile that sorts them in a block and one for the passes.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_LIB_CONVERSION_LOWERDEVICE_SORT_SORTSEGMENTS_H
#define PRIM_LIB_CONVERSION_LOWERDEVICE_SORT_SORTSEGMENTS_H

#include "../Engine/KernelBuilder.h"

namespace mlir::prim {

struct RadixSort;

/// Elements that are sorted by themselves: the first one (i64), and how many;
/// i64.
struct SortSegment {
  Value begin, size;
};

/// The segments of an op, by number; without any, a row is one.
class SortSegmentTable {
public:
  SortSegmentTable(DeviceSortOp op, KernelBuilder &kernel)
      : op(op), kernel(kernel) {}

  /// How many there are; i64.
  Value count();
  /// Segment `number` (i64). Segments are cut to the buffer.
  SortSegment load(Value number);

private:
  DeviceSortOp op;
  KernelBuilder &kernel;
};

/// The lists of segments that are too long for a wave. Of segments that
/// overlap there may be more than lists hold: these are not put there, and all
/// that is read from lists is cut to the buffer.
class SortLists {
public:
  SortLists(const RadixSort &sort, KernelBuilder &kernel);

  /// Regions of the workspace: a counter for each list, and the lists.
  static WorkspaceRegion getCounters(const RadixSort &sort);
  static WorkspaceRegion getRegion(const RadixSort &sort);
  /// At most so many tiles of the passes do segments have for each tile of the
  /// buffer.
  static unsigned getTilesPerTile(const RadixSort &sort);
  /// And so many are their segments.
  static unsigned getSegmentsPerTile(const RadixSort &sort) {
    return getTilesPerTile(sort) - 1;
  }

  /// Puts a segment on the list for its size. Each lane may do so alone.
  void add(const SortSegment &segment);
  /// How many segments a list has, i64, and one of them. The list of the passes
  /// is the last one.
  Value count(unsigned list);
  SortSegment load(unsigned list, Value slot);

  /// Tiles of all segments of the passes; i32.
  Value tiles();
  /// Clears the histograms and the state of the passes, with all threads of a
  /// launch that follows the one in which segments are added.
  void clearForPasses();
  /// The owner of tile number `tile` (i32, uniform): the slot on the list, the
  /// segment, and its first tile (both i32).
  struct Found {
    Value slot;
    SortSegment segment;
    Value firstTile;
  };
  Found find(Value tile);

private:
  /// A record of a list: begin, size and first tile of a segment.
  static constexpr unsigned recordWords = 4;

  unsigned passes() const;
  /// The most segments that a list has for each tile of the buffer, of those
  /// before it, and of itself.
  static unsigned getCapacity(const RadixSort &sort, unsigned list);
  static unsigned getStart(const RadixSort &sort, unsigned list);
  /// `value` segments for each tile of the buffer; i32.
  Value times(Value value);
  Value counter(unsigned list);
  Value record(unsigned list, Value slot);
  SortSegment toSegment(Value record);
  Value word(Value record, unsigned number);

  const RadixSort &sort;
  KernelBuilder &kernel;
  CodeBuilder &b;
  MemoryArray counters, records;
};

} // namespace mlir::prim

#endif // PRIM_LIB_CONVERSION_LOWERDEVICE_SORT_SORTSEGMENTS_H
