//===- AtomicOrder.h - Order and scope of atomic instructions -*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_LIB_TARGET_SERIALIZE_ATOMICORDER_H
#define PRIM_LIB_TARGET_SERIALIZE_ATOMICORDER_H

#include "llvm/IR/Instructions.h"

namespace mlir::prim {

/// Whether `fence` orders only accesses to workgroup memory.
bool isForWorkgroupMemory(const llvm::FenceInst &fence);

/// Whether `place` is a fence or an atomic access that releases.
bool isReleasing(const llvm::Instruction &place);

/// Whether `place` releases, or acquires, device memory, to or from other
/// waves; possibly among other memory.
bool releasesDeviceMemory(const llvm::Instruction &place);
bool acquiresDeviceMemory(const llvm::Instruction &place);

/// The name of the scope of `place`, which is atomic; empty for the system.
llvm::StringRef getScope(const llvm::Instruction &place);

/// Whether `place`, which is atomic, orders only accesses of the lanes of one
/// wave, which execute together.
bool isWithinWave(const llvm::Instruction &place);

/// Whether the scope of `place` is the block.
bool isForBlock(const llvm::Instruction &place);

/// Whether the scope of `place` includes other devices and the host.
bool isForSystem(const llvm::Instruction &place);

/// Whether the waves of a block wait for each other at `place`.
bool isBlockBarrier(const llvm::Instruction &place);

} // namespace mlir::prim

#endif // PRIM_LIB_TARGET_SERIALIZE_ATOMICORDER_H
