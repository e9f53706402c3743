//===- DeviceLimits.h - Bounds of generated host code -------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How much work the lowering of device ops gives to one launch, one block or
// one step. The bounds of drivers and of data formats are the defaults; smaller
// ones change no result, and bring small inputs to the code for large ones.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_CONVERSION_DEVICELIMITS_H
#define PRIM_CONVERSION_DEVICELIMITS_H

#include "mlir/Support/LLVM.h"
#include <optional>
#include <string>

namespace mlir::prim {

/// The option `limits` of prim-lower-device, of prim-to-rocdl-pipeline and of
/// the tools, read.
struct DeviceLimits {
  /// `max-blocks`: most blocks that a reduction or a histogram is split into.
  /// Not given: what the target's tuning table says.
  std::optional<int64_t> maxBlocks;
  /// `look-back-window`: tiles that a look-back reads at once, at most one per
  /// lane of a wave. Not given: as many, or more where blocks stay.
  std::optional<int64_t> lookBackWindow;
  /// `max-launch-threads`: most threads of one launch. HIP counts them in 32
  /// bits. What does not fit is an error status, or work for several tiles per
  /// block.
  int64_t maxLaunchThreads = (int64_t(1) << 32) - 1;
  /// `least-columns`: from so many rows on, rows that lie side by side are
  /// folded by a lane each.
  int64_t minStridedRows = 16;
  /// `max-sort-items`: a sort accepts fewer items than this; its look-back
  /// words count in 30 bits.
  int64_t maxSortItems = int64_t(1) << 30;

  /// `histogram-bytes`: most workgroup memory that a block's bins may take. Not
  /// given: what the chip has.
  std::optional<int64_t> histogramBytes;

  /// `cooperative`: whether launches may be cooperative, which is a matter of
  /// whoever launches.
  bool cooperative = true;
  /// `overlapped`: whether launches of one op may overlap, where the chip can
  /// do that.
  bool overlapped = true;

  /// Reads `name=value` pairs, comma separated. On failure `error` says what is
  /// wrong and which names and values there are.
  static std::optional<DeviceLimits> parse(llvm::StringRef text,
                                           std::string &error);
};

} // namespace mlir::prim

#endif // PRIM_CONVERSION_DEVICELIMITS_H
