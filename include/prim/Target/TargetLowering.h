//===- TargetLowering.h - What a target family puts in place -*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The interface behind which a target family keeps its numbers and names for
// memory, and its barriers. Moves across lanes are in CrossLane.h. Nothing
// above the target layer names an address space, a scope or an instruction.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_TARGET_TARGETLOWERING_H
#define PRIM_TARGET_TARGETLOWERING_H

#include "mlir/IR/Builders.h"
#include "prim/Dialect/Prim/IR/Prim.h"
#include "prim/Target/TargetInfo.h"
#include <memory>

namespace mlir::prim {

class TargetLowering {
public:
  virtual ~TargetLowering();

  /// That of the family of `target`.
  static std::unique_ptr<TargetLowering> create(const TargetInfo &target);

  /// LLVM's number of an address space.
  virtual unsigned getAddressSpace(MemorySpace space) const = 0;
  /// LLVM's name of a synchronisation scope.
  virtual StringRef getSyncScope(MemoryScope scope) const = 0;
  /// Waits for all threads of the block and their accesses to workgroup memory.
  virtual void createBlockBarrier(OpBuilder &builder, Location loc) const = 0;
};

} // namespace mlir::prim

#endif // PRIM_TARGET_TARGETLOWERING_H
