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

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

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

// A block has at most 1024 threads, so that a launch of fewer threads might not
// hold one. A window of more tiles than any wave has lanes cannot be looked at.
static constexpr LimitRow rows[] = {
    {"max-blocks", 1, 65536,
     [](DeviceLimits &limits, int64_t value) { limits.maxBlocks = value; }},
    {"look-back-window", 1, 64,
     [](DeviceLimits &limits, int64_t value) {
       limits.lookBackWindow = value;
     }},
    {"max-launch-threads", 1024, (int64_t(1) << 32) - 1,
     [](DeviceLimits &limits, int64_t value) {
       limits.maxLaunchThreads = value;
     }},
    {"max-sort-items", 1, int64_t(1) << 30,
     [](DeviceLimits &limits, int64_t value) { limits.maxSortItems = value; }},
};

std::optional<DeviceLimits> DeviceLimits::parse(StringRef text,
                                                std::string &error) {
  DeviceLimits limits;
  if (text.empty())
    return limits;
  for (StringRef pair : llvm::split(text, ',')) {
    StringRef name, number;
    std::tie(name, number) = pair.split('=');
    const LimitRow *row = llvm::find_if(
        rows, [&](const LimitRow &known) { return known.name == name; });
    if (row == std::end(rows)) {
      error = ("limits has no '" + name + "'; it takes " +
               llvm::join(llvm::map_range(
                              rows, [](const LimitRow &r) { return r.name; }),
                          ", "))
                  .str();
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
