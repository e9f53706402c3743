//===- DeviceLimits.cpp - Bounds of generated host code -----*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reading and validating the option `limits`.
//
//===----------------------------------------------------------------------===//

#include "prim/Conversion/DeviceLimits.h"

#include "prim/Target/TargetInfo.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace mlir::prim;

namespace {
/// A name of the option, the values it takes, and where they go.
struct LimitRow {
  llvm::StringLiteral name;
  int64_t least, most;
  void (*set)(DeviceLimits &, int64_t);
};
} // namespace

/// The names, with bounds that hold for every chip of the target table.
static std::vector<LimitRow> getRows() {
  int64_t maxThreads = 0, maxLanes = 0;
  for (const TargetInfo &target : TargetInfo::all()) {
    maxThreads = std::max<int64_t>(maxThreads, target.maxBlockSize);
    maxLanes = std::max<int64_t>(maxLanes, target.waveSize);
  }
  return {
      {"max-blocks", 1, 65536,
       [](DeviceLimits &limits, int64_t value) { limits.maxBlocks = value; }},
      // A window of more tiles than a wave has lanes cannot be looked at.
      {"look-back-window", 1, maxLanes,
       [](DeviceLimits &limits, int64_t value) {
         limits.lookBackWindow = value;
       }},
      // A launch of fewer threads might not hold a block.
      {"max-launch-threads", maxThreads, (int64_t(1) << 32) - 1,
       [](DeviceLimits &limits, int64_t value) {
         limits.maxLaunchThreads = value;
       }},
      {"least-columns", 1, 65536,
       [](DeviceLimits &limits, int64_t value) {
         limits.minStridedRows = value;
       }},
      {"cooperative", 0, 1,
       [](DeviceLimits &limits, int64_t value) { limits.cooperative = value; }},
      {"overlapped", 0, 1,
       [](DeviceLimits &limits, int64_t value) { limits.overlapped = value; }},
      {"histogram-bytes", 0, 65536,
       [](DeviceLimits &limits, int64_t value) {
         limits.histogramBytes = value;
       }},
      {"copy-words", 0, 1,
       [](DeviceLimits &limits, int64_t value) { limits.copyWords = value; }},
      {"align-tiles", 0, 1,
       [](DeviceLimits &limits, int64_t value) { limits.alignTiles = value; }},
      // A batch of one element would leave batches as many as before.
      {"max-sort-items", 2, int64_t(1) << 30,
       [](DeviceLimits &limits, int64_t value) {
         limits.maxSortItems = value;
       }},
  };
}

std::optional<DeviceLimits> DeviceLimits::parse(StringRef text,
                                                std::string &error) {
  DeviceLimits limits;
  if (text.empty())
    return limits;
  const std::vector<LimitRow> rows = getRows();
  llvm::StringSet<> given;
  for (StringRef pair : llvm::split(text, ',')) {
    StringRef name, number;
    std::tie(name, number) = pair.split('=');
    auto row = llvm::find_if(
        rows, [&](const LimitRow &known) { return known.name == name; });
    if (row == rows.end()) {
      error = ("limits has no '" + name + "'; it takes " +
               llvm::join(llvm::map_range(
                              rows, [](const LimitRow &r) { return r.name; }),
                          ", "))
                  .str();
      return std::nullopt;
    }
    if (!given.insert(name).second) {
      error = ("limits has '" + name + "' twice; remove one").str();
      return std::nullopt;
    }
    int64_t value;
    if (!llvm::to_integer(number, value, 10) || value < row->least ||
        value > row->most) {
      error = ("limits takes " + name + " from " + Twine(row->least) + " to " +
               Twine(row->most) + ", found '" + number + "'")
                  .str();
      return std::nullopt;
    }
    row->set(limits, value);
  }
  return limits;
}
