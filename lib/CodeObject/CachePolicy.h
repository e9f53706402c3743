//===- CachePolicy.h - The cache bits of memory instructions -*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What LLVM's memory-model tables (AMDGPUUsage) demand of accesses and cache
// operations that reach other blocks of the device.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_LIB_CODEOBJECT_CACHEPOLICY_H
#define PRIM_LIB_CODEOBJECT_CACHEPOLICY_H

#include "prim/CodeObject/MachineCode.h"
#include "prim/CodeObject/OrderNote.h"

namespace mlir::prim {

/// Whether an access to a word that blocks of a device exchange, or devices if
/// it is `forSystem`, passes the caches that they do not share. `kind` is Load,
/// Store or Update.
bool passesCaches(const Chip &chip, const MachineInstruction &inst,
                  OrderNote::Kind kind, bool forSystem);

/// The bits that passesCaches asks for, in the chip's assembly.
llvm::StringRef exchangeBits(const Chip &chip, OrderNote::Kind kind,
                             bool forSystem);

/// Whether `inst` accesses memory that other blocks reach: neither workgroup
/// memory nor the stack of a thread.
bool isSharedAccess(const Chip &chip, const MachineInstruction &inst);

/// Whether a load sees what other blocks of the device have stored, as an
/// atomic one of device scope does.
bool loadsFromDevice(const Chip &chip, const MachineInstruction &inst);

/// Whether it writes back what keeps other blocks of the device, or other
/// devices, from seeing this one's stores.
bool isDeviceWriteBack(const Chip &chip, const MachineInstruction &inst);

/// Whether it is a write-back of any scope.
bool isWriteBack(const MachineInstruction &inst);

/// Whether it drops what a cache holds, so that later loads see what others
/// have stored.
bool isInvalidate(const MachineInstruction &inst);

/// The caches that an acquire drops, a bit each, and the instructions for that.
struct Invalidates {
  unsigned caches;
  llvm::StringLiteral names;
};
Invalidates acquireInvalidates(const Chip &chip, bool forSystem);

/// Returns which of the caches of acquireInvalidates `inst` drops.
unsigned invalidatedBy(const Chip &chip, const MachineInstruction &inst,
                       bool forSystem);

} // namespace mlir::prim

#endif // PRIM_LIB_CODEOBJECT_CACHEPOLICY_H
