//===- Target.h - What an emulated chip is ----------------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The table of emulated chips and the properties that instruction semantics,
// the kernel launch and the HIP face depend on. Every chip-dependent decision
// of the emulator reads this record.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_EMULATOR_CORE_TARGET_H
#define PRIM_EMULATOR_CORE_TARGET_H

namespace prim::emulator {

struct Target {
  const char *chip; // "gfx942"
  unsigned major, minor, stepping;
  unsigned elfMach;  // EF_AMDGPU_MACH value of e_flags
  unsigned waveSize; // the chip's default; a code object may say otherwise
  unsigned computeUnits;
  unsigned ldsBytes;       // per work-group
  unsigned flatOffsetBits; // signed offset field of GLOBAL and SCRATCH
  bool packedWorkItemIds;  // v0 = x | y << 10 | z << 20
  bool ttmpWorkGroupIds;   // gfx12
  bool mubufScratch;       // scratch goes through buffer instructions

  bool isGfx9() const { return major == 9; }
  bool isGfx10Plus() const { return major >= 10; }
  bool isGfx11Plus() const { return major >= 11; }
  bool isGfx12Plus() const { return major >= 12; }
  /// gfx940 and later CDNA: sc0/sc1/nt cache bits, architected flat scratch.
  bool isGfx940Plus() const { return major == 9 && minor >= 4; }
};

/// The record of a chip by name ("gfx942") or by e_flags' machine number, or
/// nullptr.
const Target *findTarget(const char *chip);
const Target *findTargetByMach(unsigned mach);
/// The names of all chips, separated by ", ".
const char *targetNames();

} // namespace prim::emulator

#endif // PRIM_EMULATOR_CORE_TARGET_H
