//===- WarpLowering.h - Lowering of each warp op ----------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One lowering function per warp op, each in the file of its family, and shared
// helpers.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_LIB_CONVERSION_LOWERWARP_WARPLOWERING_H
#define PRIM_LIB_CONVERSION_LOWERWARP_WARPLOWERING_H

#include "WarpFold.h"

#include "prim/Dialect/Prim/Analysis/Uniformity.h"
#include "prim/Dialect/Prim/Utils/CodeBuilder.h"
#include "prim/Target/TargetLowering.h"

namespace mlir::prim {

/// Converts an integer, such as a lane mask, to another width.
Value resize(CodeBuilder &b, Value mask, Type type);

/// The lowering of the warp ops of one module. A `lower` function replaces and
/// erases its op, or emits an error and leaves it.
class WarpLowering {
public:
  /// `uniformity` must be that of the module before any lowering.
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
  /// Creates moves between the lanes of a logical warp of `width` lanes, all of
  /// which must be active; without a width any subset may be.
  std::unique_ptr<CrossLane> getLanes(CodeBuilder &b,
                                      std::optional<unsigned> width = {}) {
    return family->createCrossLane(b, width);
  }
  /// Creates moves for `op`, whose logical warps have `width` lanes each. If
  /// the whole wave is active, moves need not be limited to the logical warp.
  std::unique_ptr<CrossLane> getLanes(CodeBuilder &b, Operation *op,
                                      unsigned width) {
    return getLanes(b, comesWhole(op) ? target.waveSize : width);
  }
  /// Whether all existing lanes of a wave execute `op` together.
  bool comesWhole(Operation *op) const;
  /// The width for getLanes() of `op`; with `whole` the op says that all lanes
  /// are active.
  std::optional<unsigned> getWidth(Operation *op, bool whole) const {
    return whole || comesWhole(op) ? std::optional<unsigned>(target.waveSize)
                                   : std::nullopt;
  }
  /// The known block size of the kernel around `op`, or 0; an error if the
  /// target does not support it.
  FailureOr<unsigned> getKnownBlockSize(Operation *op);
  /// The logical warp of `op`; an error if the target does not support it.
  FailureOr<WarpShape> getShape(Operation *op, std::optional<uint32_t> width,
                                Value valid = Value());
  /// Emits an error if lanes of the target cannot read any other lane.
  LogicalResult checkPermute(Operation *op);
  /// Emits an error if a wave of the target has more lanes than a mask of this
  /// type.
  LogicalResult checkMask(Operation *op, Type type);

  /// Workgroup memory for the exchanges of a kernel, and the size of each
  /// wave's part.
  struct ExchangeMemory {
    Value base;
    uint64_t waveBytes = 0;
  };
  /// The exchange memory of a kernel of `waves` waves. The first call must
  /// precede the lowering of all exchanges of the kernel.
  ExchangeMemory getExchangeMemory(gpu::GPUFuncOp func, uint64_t waves);

  const TargetInfo target;
  const Uniformity &uniformity;
  const std::unique_ptr<TargetLowering> family;
  llvm::DenseMap<Operation *, ExchangeMemory> exchangeMemory;
};

} // namespace mlir::prim

#endif // PRIM_LIB_CONVERSION_LOWERWARP_WARPLOWERING_H
