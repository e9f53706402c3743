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

/// Whether `fence` orders accesses to workgroup memory and to no other.
bool isForWorkgroupMemory(const llvm::FenceInst &fence);

/// Whether `place` is a fence or an atomic access that releases.
bool isReleasing(const llvm::Instruction &place);

/// Whether `place` releases, or acquires, device memory, among others maybe, to
/// or from other waves.
bool releasesDeviceMemory(const llvm::Instruction &place);
bool acquiresDeviceMemory(const llvm::Instruction &place);

/// The name of the scope of `place`, which is atomic; empty for the system.
llvm::StringRef getScope(const llvm::Instruction &place);

/// Whether `place`, which is atomic, orders only what lanes of one wave do,
/// which execute together.
bool isWithinWave(const llvm::Instruction &place);

/// Whether it is for the threads of the block and no others.
bool isForBlock(const llvm::Instruction &place);

/// Whether it is for other devices and the host too.
bool isForSystem(const llvm::Instruction &place);

/// Whether waves of a block that have come to `place` wait for each other from
/// there on.
bool isBlockBarrier(const llvm::Instruction &place);

} // namespace mlir::prim

#endif // PRIM_LIB_TARGET_SERIALIZE_ATOMICORDER_H
