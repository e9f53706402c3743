//===- Settings.h - PRIM_EMULATOR_* of the environment ----------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The only code that reads the environment. An invalid value is an error, never
// replaced by a default: a schedule that was not run must not be mistaken for
// one that passed.
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
  /// Work-groups resident at once; unset: the schedule's default.
  std::optional<uint64_t> resident;
  /// Compute units of the device; unset: all that its chip has.
  std::optional<unsigned> units;
  bool checkRaces = true;
  /// Wave-instructions without progress after which a launch counts as hung.
  uint64_t deadlock = uint64_t(1) << 26;
  /// The file to which block coverage is appended; empty: no coverage.
  std::string coverage;

  /// Reads the current environment. False, with `error` set, if a variable has
  /// a value outside its range, or if a name that begins with PRIM_EMULATOR_ is
  /// unknown. Whether the chip exists is checked against the target table.
  static bool read(Settings &result, std::string &error);
};

} // namespace prim::emulator

#endif // PRIM_EMULATOR_CORE_SETTINGS_H
