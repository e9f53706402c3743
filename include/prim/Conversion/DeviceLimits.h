//===- DeviceLimits.h - Bounds of generated host code -------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Upper bounds on the work of one launch, one block or one step in lowered
// device ops. The defaults are bounds of drivers and of data formats. Smaller
// bounds change no result, and let small inputs reach the code for large ones.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_CONVERSION_DEVICELIMITS_H
#define PRIM_CONVERSION_DEVICELIMITS_H

#include "mlir/Support/LLVM.h"
#include <optional>
#include <string>

namespace mlir::prim {

/// The parsed option `limits` of prim-lower-device, of prim-to-rocdl-pipeline
/// and of the tools.
struct DeviceLimits {
  /// `max-blocks`: most blocks that a reduction or a histogram is split into.
  /// Default: the value of the target's tuning table.
  std::optional<int64_t> maxBlocks;
  /// `look-back-window`: tiles that a look-back reads at once, at most one per
  /// lane of a wave. Default: one per lane, or more for persistent blocks.
  std::optional<int64_t> lookBackWindow;
  /// `max-launch-threads`: most threads of one launch. HIP counts them in 32
  /// bits. A larger launch is an error status, or its blocks take several
  /// tiles.
  int64_t maxLaunchThreads = (int64_t(1) << 32) - 1;
  /// `least-columns`: the number of rows from which adjacent rows are folded by
  /// one lane each.
  int64_t minStridedRows = 16;
  /// `max-sort-items`: a sort accepts fewer items than this, since its
  /// look-back words count in 30 bits.
  int64_t maxSortItems = int64_t(1) << 30;

  /// `histogram-bytes`: most workgroup memory that a block's bins may take.
  /// Default: all that the chip has.
  std::optional<int64_t> histogramBytes;

  /// `cooperative`: whether launches may be cooperative. The launching code has
  /// to support it.
  bool cooperative = true;
  /// `overlapped`: whether launches of one op may overlap on chips that support
  /// it.
  bool overlapped = true;

  /// `copy-words`: whether batches of copies go by aligned words. Default:
  /// where the chip needs aligned accesses.
  std::optional<bool> copyWords;
  /// `align-tiles`: whether tiles of scans whose blocks take several begin at
  /// aligned elements. Default: where the chip needs aligned accesses.
  std::optional<bool> alignTiles;

  /// Reads `name=value` pairs, comma separated. On failure `error` says what is
  /// wrong and lists the valid names and values.
  static std::optional<DeviceLimits> parse(llvm::StringRef text,
                                           std::string &error);
};

} // namespace mlir::prim

#endif // PRIM_CONVERSION_DEVICELIMITS_H
