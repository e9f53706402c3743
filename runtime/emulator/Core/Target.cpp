//===- Target.cpp - The table of emulated chips -----------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Looks up the row of a chip.
//
//===----------------------------------------------------------------------===//

#include "Core/Target.h"

#include <cstring>
#include <vector>

using namespace prim::emulator;

static const std::vector<Target> &allTargets() {
  static const std::vector<Target> targets = [] {
    std::vector<Target> result;
    for (const mlir::prim::Chip &chip : mlir::prim::chips)
      if (chip.family == mlir::prim::TargetFamily::AMDGPU)
        result.push_back(Target{chip});
    return result;
  }();
  return targets;
}

const Target *prim::emulator::findTarget(const char *chip) {
  for (const Target &target : allTargets())
    if (std::strcmp(target.chip, chip) == 0)
      return &target;
  return nullptr;
}

const Target *prim::emulator::findTargetByMach(unsigned mach) {
  for (const Target &target : allTargets())
    if (target.encoding.elfMach == mach)
      return &target;
  return nullptr;
}

std::string prim::emulator::targetNames() {
  std::string names;
  for (const Target &target : allTargets())
    names += (names.empty() ? "" : ", ") + std::string(target.chip);
  return names;
}
