//===- Settings.h - PRIM_EMULATOR_* of the environment ----------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The one place that reads the environment. A value that means nothing is an
// error and never a default: a schedule that was not run would be taken for one
// that passed.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_EMULATOR_CORE_SETTINGS_H
#define PRIM_EMULATOR_CORE_SETTINGS_H

#include <cstdint>
#include <optional>
#include <string>

namespace prim::emulator {

struct Settings {
  std::string chip = "gfx942";
  /// 0 round robin, n > 0 random from that seed, -1 newest group first.
  int64_t seed = 0;
  /// Work-groups resident at once; unset: what the schedule prefers.
  std::optional<uint64_t> resident;
  /// Compute units that the device lends; unset: all that its chip has.
  std::optional<unsigned> units;
  bool checkRaces = true;
  /// Wave-instructions without progress after which a launch counts as hung.
  uint64_t deadlock = uint64_t(1) << 26;
  /// File that block coverage is appended to; empty: none is recorded.
  std::string coverage;

  /// Reads the environment as it is now. False with `error` set when a variable
  /// has a value outside its range, or a name in PRIM_EMULATOR_ is not one of
  /// ours. Whether there is such a chip is for the target table to say.
  static bool read(Settings &result, std::string &error);
};

} // namespace prim::emulator

#endif // PRIM_EMULATOR_CORE_SETTINGS_H
