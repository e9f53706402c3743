//===- Target.h - What an emulated chip is ----------------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The properties of a chip on which instruction semantics, the kernel launch
// and the HIP functions depend: a row of prim/Target/Chips.h, which contains
// only data. Every chip-dependent decision of the emulator reads this record.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_EMULATOR_CORE_TARGET_H
#define PRIM_EMULATOR_CORE_TARGET_H

#include "prim/Target/Chips.h"

#include <string>

namespace prim::emulator {

/// A row of the table, which prim's compiler reads too.
struct Target : mlir::prim::Chip {
  bool isGfx9() const { return encoding.major == 9; }
  bool isGfx10Plus() const { return encoding.major >= 10; }
  bool isGfx11Plus() const { return encoding.major >= 11; }
  bool isGfx12Plus() const { return encoding.major >= 12; }
  /// gfx940 and later CDNA: sc0/sc1/nt cache bits, architected flat scratch.
  bool isGfx940Plus() const {
    return encoding.major == 9 && encoding.minor >= 4;
  }
};

/// The record of a chip by name ("gfx942") or by e_flags' machine number, or
/// nullptr.
const Target *findTarget(const char *chip);
const Target *findTargetByMach(unsigned mach);
/// The names of all chips, separated by ", ".
std::string targetNames();

} // namespace prim::emulator

#endif // PRIM_EMULATOR_CORE_TARGET_H
