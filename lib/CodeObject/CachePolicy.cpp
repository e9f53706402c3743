//===- CachePolicy.cpp - The cache bits of memory instructions -*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One row per kind of memory model. Source: the code sequences of AMDGPUUsage
// for load atomic monotonic and fence release at agent scope.
//
//===----------------------------------------------------------------------===//

#include "CachePolicy.h"

using namespace llvm;
using namespace mlir::prim;

namespace {

/// Bits of the cache policy operand, as in LLVM's SIDefines.h.
enum CacheBits : unsigned {
  GLC = 1, // sc0 of gfx940
  DLC = 4,
  SC1 = 16,
  // From gfx12 on a scope.
  ScopeMask = 3 << 3,
  ScopeDevice = 2 << 3,
};

struct MemoryModel {
  /// Bits that a load of device scope has, and their names.
  unsigned mask, least;
  StringLiteral names;
};

} // namespace

static const MemoryModel &modelOf(const Chip &chip) {
  static constexpr MemoryModel gfx90a = {GLC, GLC, "glc"},
                               gfx940 = {SC1, SC1, "sc1"},
                               gfx10 = {GLC | DLC, GLC | DLC, "glc dlc"},
                               gfx11 = {GLC, GLC, "glc"},
                               gfx12 = {ScopeMask, ScopeDevice,
                                        "scope:SCOPE_DEV"};
  switch (chip.encoding.major) {
  case 9:
    return chip.encoding.minor >= 4 ? gfx940 : gfx90a;
  case 10:
    return gfx10;
  case 11:
    return gfx11;
  default:
    return gfx12;
  }
}

/// The cache policy operand: the last immediate, but for buffer accesses, where
/// a bit that says whether they are swizzled follows it.
static unsigned policyOf(const MachineInstruction &inst) {
  SmallVector<int64_t, 4> immediates = inst.immediates();
  if (inst.has(tsflags::MUBUF | tsflags::MTBUF) &&
      (inst.isLoad() || inst.isStore()) && immediates.size() > 1)
    immediates.pop_back();
  return immediates.empty() ? 0 : unsigned(immediates.back());
}

bool mlir::prim::loadsFromDevice(const Chip &chip,
                                 const MachineInstruction &inst) {
  const MemoryModel &model = modelOf(chip);
  // A scope is a number, of which larger ones do as well.
  if (model.mask == ScopeMask)
    return (policyOf(inst) & ScopeMask) >= model.least;
  return (policyOf(inst) & model.mask) == model.least;
}

StringRef mlir::prim::deviceLoadBits(const Chip &chip) {
  return modelOf(chip).names;
}

bool mlir::prim::isWriteBack(const MachineInstruction &inst) {
  return inst.name == "BUFFER_WBL2" || inst.name == "GLOBAL_WB" ||
         inst.name == "GLOBAL_WBINV";
}

bool mlir::prim::isInvalidate(const MachineInstruction &inst) {
  return inst.name.starts_with("BUFFER_WBINVL1") || inst.name == "BUFFER_INV" ||
         inst.name == "BUFFER_INVL2" || inst.name == "BUFFER_GL0_INV" ||
         inst.name == "BUFFER_GL1_INV" || inst.name == "GLOBAL_INV" ||
         inst.name == "GLOBAL_WBINV";
}

bool mlir::prim::isDeviceWriteBack(const Chip &chip,
                                   const MachineInstruction &inst) {
  if (!isWriteBack(inst))
    return false;
  // That of gfx90a has no scope: it is for what lies outside the device.
  const MemoryModel &model = modelOf(chip);
  if (model.mask == ScopeMask)
    return (policyOf(inst) & ScopeMask) >= ScopeDevice;
  return model.mask != SC1 || policyOf(inst) & SC1;
}
