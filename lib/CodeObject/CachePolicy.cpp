//===- CachePolicy.cpp - The cache bits of memory instructions -*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One row per kind of memory model. Source: the code sequences of AMDGPUUsage
// for monotonic atomic accesses, and for fences, of agent and system scope.
//
//===----------------------------------------------------------------------===//

#include "CachePolicy.h"

#include "Counters.h"

using namespace llvm;
using namespace mlir::prim;

namespace {

/// Bits of the cache policy operand, as in LLVM's SIDefines.h.
enum CacheBits : unsigned {
  GLC = 1, // sc0 of gfx940
  DLC = 4,
  SC1 = 16,
  // From gfx12 on, the bits are a scope.
  ScopeMask = 3 << 3,
  ScopeDevice = 2 << 3,
  ScopeSystem = 3 << 3,
};

/// Bits that an instruction must have, and their names.
struct Bits {
  unsigned bits = 0;
  StringLiteral names = "";
};

/// The bits for device scope and for system scope.
struct ScopedBits {
  Bits device, system;
};

struct MemoryModel {
  /// Whether the bits are a scope, where larger numbers include smaller ones.
  bool hasScopes;
  ScopedBits load, store, update;
  /// The bits of the only instruction that invalidates, if it has a scope.
  ScopedBits invalidate;
  Invalidates device, system;
};

} // namespace

static const MemoryModel &modelOf(const Chip &chip) {
  // The caches of Invalidates, by the instructions that invalidate them.
  constexpr unsigned first = 1, second = 2;
  static constexpr Bits none, glc = {GLC, "glc"}, sc1 = {SC1, "sc1"},
                              sc01 = {GLC | SC1, "sc0 sc1"},
                              glcDlc = {GLC | DLC, "glc dlc"},
                              scopeDevice = {ScopeDevice, "scope:SCOPE_DEV"},
                              scopeSystem = {ScopeSystem, "scope:SCOPE_SYS"};
  static constexpr MemoryModel gfx90a = {
      false,
      {glc, glc},
      {none, none},
      {none, none},
      {none, none},
      {first, "buffer_wbinvl1_vol"},
      {first | second, "buffer_invl2 and buffer_wbinvl1_vol"}};
  static constexpr MemoryModel gfx940 = {false,
                                         {sc1, sc01},
                                         {sc1, sc01},
                                         {none, sc1},
                                         {sc1, sc01},
                                         {first, "buffer_inv sc1"},
                                         {first, "buffer_inv sc0 sc1"}};
  static constexpr MemoryModel gfx10 = {
      false,
      {glcDlc, glcDlc},
      {none, none},
      {none, none},
      {none, none},
      {first | second, "buffer_gl1_inv and buffer_gl0_inv"},
      {first | second, "buffer_gl1_inv and buffer_gl0_inv"}};
  static constexpr MemoryModel gfx11 = {
      false,        {glc, glc},   {none, none}, {none, none},
      {none, none}, gfx10.device, gfx10.system};
  static constexpr MemoryModel gfx12 = {true,
                                        {scopeDevice, scopeSystem},
                                        {scopeDevice, scopeSystem},
                                        {scopeDevice, scopeSystem},
                                        {scopeDevice, scopeSystem},
                                        {first, "global_inv scope:SCOPE_DEV"},
                                        {first, "global_inv scope:SCOPE_SYS"}};
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

/// The cache policy operand: the last immediate, except for buffer accesses
/// that are not atomic. In these, a bit for swizzling follows it.
static unsigned policyOf(const MachineInstruction &inst) {
  SmallVector<int64_t, 4> immediates = inst.immediates();
  if (inst.has(tsflags::MUBUF | tsflags::MTBUF) &&
      (inst.isLoad() || inst.isStore()) && !inst.isAtomic() &&
      immediates.size() > 1)
    immediates.pop_back();
  return immediates.empty() ? 0 : unsigned(immediates.back());
}

static const Bits &select(const ScopedBits &bits, bool forSystem) {
  return forSystem ? bits.system : bits.device;
}

static bool hasBits(const MemoryModel &model, const MachineInstruction &inst,
                    const Bits &bits) {
  if (model.hasScopes)
    return (policyOf(inst) & ScopeMask) >= bits.bits;
  return (policyOf(inst) & bits.bits) == bits.bits;
}

static const Bits &bitsOf(const Chip &chip, OrderNote::Kind kind,
                          bool forSystem) {
  const MemoryModel &model = modelOf(chip);
  return select(kind == OrderNote::Load    ? model.load
                : kind == OrderNote::Store ? model.store
                                           : model.update,
                forSystem);
}

bool mlir::prim::isSharedAccess(const Chip &chip,
                                const MachineInstruction &inst) {
  bool isOfStack = inst.isScratch() ||
                   (chip.encoding.mubufScratch && inst.has(tsflags::MUBUF));
  return inst.isVMEM() && !isOfStack && !isCacheControl(inst) &&
         !isLoadToLDS(inst);
}

bool mlir::prim::passesCaches(const Chip &chip, const MachineInstruction &inst,
                              OrderNote::Kind kind, bool forSystem) {
  return hasBits(modelOf(chip), inst, bitsOf(chip, kind, forSystem));
}

StringRef mlir::prim::exchangeBits(const Chip &chip, OrderNote::Kind kind,
                                   bool forSystem) {
  return bitsOf(chip, kind, forSystem).names;
}

bool mlir::prim::loadsFromDevice(const Chip &chip,
                                 const MachineInstruction &inst) {
  return passesCaches(chip, inst, OrderNote::Load, /*forSystem=*/false);
}

Invalidates mlir::prim::acquireInvalidates(const Chip &chip, bool forSystem) {
  const MemoryModel &model = modelOf(chip);
  return forSystem ? model.system : model.device;
}

unsigned mlir::prim::invalidatedBy(const Chip &chip,
                                   const MachineInstruction &inst,
                                   bool forSystem) {
  if (inst.name.starts_with("BUFFER_WBINVL1") || inst.name == "BUFFER_GL0_INV")
    return 1;
  if (inst.name == "BUFFER_INVL2" || inst.name == "BUFFER_GL1_INV")
    return 2;
  return isInvalidate(inst) &&
         hasBits(modelOf(chip), inst,
                 select(modelOf(chip).invalidate, forSystem));
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
  // The write-back of gfx90a has no scope: it is for memory outside the device.
  return hasBits(modelOf(chip), inst, modelOf(chip).invalidate.device);
}
