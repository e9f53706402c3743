//===- TargetLowering.h - What a target family puts in place -*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The one interface behind which a target family keeps its instructions, and
// its numbers and names for memory: memory and the block here, the wave in the
// CrossLane that it creates. Nothing above the target layer names
// an address space, a scope or an instruction. What is a number of a chip's is
// in its row of TargetInfo.
//
// A family implements the pure virtual functions of both classes; what it can
// do better than with these it overrides.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_TARGET_TARGETLOWERING_H
#define PRIM_TARGET_TARGETLOWERING_H

#include "prim/Target/CrossLane.h"

namespace mlir::prim {

class TargetLowering {
public:
  virtual ~TargetLowering();

  /// That of the family of `target`.
  static std::unique_ptr<TargetLowering> create(const TargetInfo &target);
  /// Adds what every family needs: for passes that lower to whichever target
  /// they find.
  static void getDependentDialects(DialectRegistry &registry);

  /// Adds the dialects of the operations that the family makes.
  virtual void registerDialects(DialectRegistry &registry) const = 0;

  /// LLVM's number of an address space.
  virtual unsigned getAddressSpace(MemorySpace space) const = 0;
  /// LLVM's name of a synchronisation scope.
  virtual StringRef getSyncScope(MemoryScope scope) const = 0;

  /// Waits for all threads of the block and their accesses to workgroup memory.
  virtual void createBlockBarrier(OpBuilder &builder, Location loc) const = 0;
  /// What lanes do together. All lanes that exist of a logical warp of `width`
  /// lanes are active together; without a width any may be.
  virtual std::unique_ptr<CrossLane>
  createCrossLane(ImplicitLocOpBuilder &builder,
                  std::optional<unsigned> width) const = 0;

protected:
  explicit TargetLowering(const TargetInfo &target) : target(target) {}

  const TargetInfo target;
};

} // namespace mlir::prim

#endif // PRIM_TARGET_TARGETLOWERING_H
