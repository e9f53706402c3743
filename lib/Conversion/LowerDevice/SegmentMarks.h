//===- SegmentMarks.h - Offsets of segments, turned around --*- C++ -*-===//
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

#ifndef PRIM_LIB_CONVERSION_LOWERDEVICE_SEGMENTMARKS_H
#define PRIM_LIB_CONVERSION_LOWERDEVICE_SEGMENTMARKS_H

#include "KernelBuilder.h"

namespace mlir::prim {

/// The bitmap of a buffer with offsets: two bits for each position in scan
/// direction.
class SegmentMarks {
public:
  /// Bits of a mark, and marks of an i32.
  static constexpr unsigned start = 1, end = 2, perWord = 16;

  /// What the kernel does besides marking where segments of one element or more
  /// start.
  struct Form {
    /// Ends are marked at the last element of a segment, and not behind it.
    bool endsAtLast = false;
    /// Positions are counted from the end of the buffer.
    bool reverse = false;
  };
  /// What is done for segment `number` (i64) whose last element is at position
  /// `last` (i64), or which has none (null).
  using SegmentFn = llvm::function_ref<void(Value number, Value last)>;

  /// A workspace region for the bitmap of `tile`'s buffers; zero before, and
  /// left to the host to clear.
  static WorkspaceRegion getRegion(const TileShape &tile);
  /// The body of the kernel, of which the bitmap is at `marks`.
  static void emit(DeviceOpInterface op, KernelBuilder &kernel, Value marks,
                   const Form &form, SegmentFn perSegment = nullptr);
  /// A launch of it, which is kernel `kernel` of a plan.
  static PlanLaunch getLaunch(DeviceOpInterface op, unsigned kernel,
                              const DeviceContext &context);
  /// Threads of a block of it.
  static constexpr unsigned blockSize = 256;
};

} // namespace mlir::prim

#endif // PRIM_LIB_CONVERSION_LOWERDEVICE_SEGMENTMARKS_H
