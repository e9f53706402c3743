//===- WarpLowering.h - Lowering of each warp op ----------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One function per warp op, each in the file of its family, and what they
// share.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_LIB_CONVERSION_LOWERWARP_WARPLOWERING_H
#define PRIM_LIB_CONVERSION_LOWERWARP_WARPLOWERING_H

#include "WarpFold.h"

#include "prim/Dialect/Prim/Analysis/Uniformity.h"
#include "prim/Dialect/Prim/Utils/CodeBuilder.h"
#include "prim/Target/TargetLowering.h"

namespace mlir::prim {

/// The lowering of the warp ops of one module. A `lower` function replaces and
/// erases its op, or emits an error and leaves it.
class WarpLowering {
public:
  /// `uniformity` is of the module before anything is lowered.
  WarpLowering(const TargetInfo &target, const Uniformity &uniformity)
      : target(target), uniformity(uniformity),
        family(TargetLowering::create(target)) {}

  const TargetLowering &getFamily() const { return *family; }

  // LowerFolds.cpp
  LogicalResult lower(WarpReduceOp op);
  LogicalResult lower(WarpScanOp op);

  // LowerLanes.cpp
  LogicalResult lower(WarpBroadcastOp op);
  LogicalResult lower(WarpShuffleOp op);
  LogicalResult lower(WarpUniformOp op);
  LogicalResult lower(WarpBallotOp op);
  LogicalResult lower(WarpMatchAnyOp op);
  LogicalResult lower(WarpMaskedBitCountOp op);
  LogicalResult lower(WarpGroupSelectOp op);
  LogicalResult lower(WarpBarrierOp op);
  LogicalResult lower(CheckConvergenceOp op);

  // WarpSort.cpp
  LogicalResult lower(WarpSortOp op);

  // WarpExchange.cpp
  LogicalResult lower(WarpExchangeOp op);

  // WarpMemory.cpp
  LogicalResult lower(WarpLoadOp op);
  LogicalResult lower(WarpStoreOp op);

private:
  /// Moves between the lanes of a logical warp of `width` lanes, all of which
  /// are active; without a width any may be.
  std::unique_ptr<CrossLane> getLanes(CodeBuilder &b,
                                      std::optional<unsigned> width = {}) {
    return family->createCrossLane(b, width);
  }
  /// The same for `op`, whose logical warps have `width` lanes each: where the
  /// whole wave comes, moves need not say which logical warp they are for.
  std::unique_ptr<CrossLane> getLanes(CodeBuilder &b, Operation *op,
                                      unsigned width) {
    return getLanes(b, comesWhole(op) ? target.waveSize : width);
  }
  /// Whether all lanes of a wave that exist come to `op` together.
  bool comesWhole(Operation *op) const;
  /// The width for getLanes() of `op`, which says with `whole` that all lanes
  /// come.
  std::optional<unsigned> getWidth(Operation *op, bool whole) const {
    return whole || comesWhole(op) ? std::optional<unsigned>(target.waveSize)
                                   : std::nullopt;
  }
  /// Threads of a block where the kernel around `op` knows them, or 0; an error
  /// where the target runs no such block.
  FailureOr<unsigned> getKnownBlockSize(Operation *op);
  /// The logical warp that `op` works on; an error where the target cannot.
  FailureOr<WarpShape> getShape(Operation *op, std::optional<uint32_t> width,
                                Value valid = Value());
  /// Emits an error where lanes of the target cannot read any other lane.
  LogicalResult checkPermute(Operation *op);
  /// Emits an error where a wave of the target has more lanes than a mask of
  /// this type.
  LogicalResult checkMask(Operation *op, Type type);

  /// Workgroup memory for the exchanges of a kernel, and how much of it is each
  /// wave's.
  struct ExchangeMemory {
    Value base;
    uint64_t waveBytes = 0;
  };
  /// That of a kernel of so many waves; asked for the first time before any of
  /// its exchanges is lowered.
  ExchangeMemory getExchangeMemory(gpu::GPUFuncOp func, uint64_t waves);

  const TargetInfo target;
  const Uniformity &uniformity;
  const std::unique_ptr<TargetLowering> family;
  llvm::DenseMap<Operation *, ExchangeMemory> exchangeMemory;
};

} // namespace mlir::prim

#endif // PRIM_LIB_CONVERSION_LOWERWARP_WARPLOWERING_H
