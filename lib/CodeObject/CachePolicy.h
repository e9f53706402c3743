//===- CachePolicy.h - The cache bits of memory instructions -*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Requirements of LLVM's memory-model tables (AMDGPUUsage) on accesses and
// cache operations that reach other blocks of the device.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_LIB_CODEOBJECT_CACHEPOLICY_H
#define PRIM_LIB_CODEOBJECT_CACHEPOLICY_H

#include "prim/CodeObject/MachineCode.h"
#include "prim/CodeObject/OrderNote.h"

namespace mlir::prim {

/// Whether an access to an exchanged word bypasses the caches that its users do
/// not share. The users are blocks of a device, or devices if `forSystem`.
/// `kind` is Load, Store or Update.
bool passesCaches(const Chip &chip, const MachineInstruction &inst,
                  OrderNote::Kind kind, bool forSystem);

/// The bits that passesCaches requires, in the chip's assembly.
llvm::StringRef exchangeBits(const Chip &chip, OrderNote::Kind kind,
                             bool forSystem);

/// Whether `inst` accesses memory that other blocks can reach, which is neither
/// workgroup memory nor the stack of a thread.
bool isSharedAccess(const Chip &chip, const MachineInstruction &inst);

/// Whether a load observes stores of other blocks of the device, as an atomic
/// load of device scope does.
bool loadsFromDevice(const Chip &chip, const MachineInstruction &inst);

/// Whether `inst` writes back caches that hide this block's stores from other
/// blocks of the device, or from other devices.
bool isDeviceWriteBack(const Chip &chip, const MachineInstruction &inst);

/// Whether `inst` is a write-back of any scope.
bool isWriteBack(const MachineInstruction &inst);

/// Whether `inst` invalidates a cache, so that later loads observe stores of
/// others.
bool isInvalidate(const MachineInstruction &inst);

/// The caches that an acquire invalidates, one bit each, and the instructions
/// for it.
struct Invalidates {
  unsigned caches;
  llvm::StringLiteral names;
};
Invalidates acquireInvalidates(const Chip &chip, bool forSystem);

/// Returns which caches of acquireInvalidates `inst` invalidates.
unsigned invalidatedBy(const Chip &chip, const MachineInstruction &inst,
                       bool forSystem);

} // namespace mlir::prim

#endif // PRIM_LIB_CODEOBJECT_CACHEPOLICY_H
