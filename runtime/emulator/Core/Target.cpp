//===- Target.cpp - The table of emulated chips -----------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The chips as data. Machine numbers are EF_AMDGPU_MACH of LLVM's AMDGPU usage
// guide; compute-unit counts are those of MI250X (one die), MI300X, MI350X, RX
// 6800 XT, RX 7900 XTX and RX 9070 XT.
//
//===----------------------------------------------------------------------===//

#include "Core/Target.h"

#include <cstring>

using namespace prim::emulator;

static const Target targets[] = {
    // chip, version, mach, wave, CUs, LDS, offset bits, packed ids, ttmp ids,
    // MUBUF scratch
    {"gfx90a", 9, 0, 10, 0x3f, 64, 110, 65536, 13, true, false, true},
    {"gfx942", 9, 4, 2, 0x4c, 64, 304, 65536, 13, true, false, false},
    {"gfx950", 9, 5, 0, 0x4f, 64, 256, 163840, 13, true, false, false},
    {"gfx1030", 10, 3, 0, 0x36, 32, 36, 65536, 12, false, false, true},
    {"gfx1100", 11, 0, 0, 0x41, 32, 48, 65536, 13, true, false, false},
    {"gfx1201", 12, 0, 1, 0x4e, 32, 32, 65536, 24, true, true, false},
};

const Target *prim::emulator::findTarget(const char *chip) {
  for (const Target &target : targets)
    if (std::strcmp(target.chip, chip) == 0)
      return &target;
  return nullptr;
}

const Target *prim::emulator::findTargetByMach(unsigned mach) {
  for (const Target &target : targets)
    if (target.elfMach == mach)
      return &target;
  return nullptr;
}

const char *prim::emulator::targetNames() {
  return "gfx90a, gfx942, gfx950, gfx1030, gfx1100, gfx1201";
}
