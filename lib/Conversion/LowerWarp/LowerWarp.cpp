//===- LowerWarp.cpp - prim-lower-warp --------------------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass that lowers the warp ops of a gpu.module, and the checks that the
// lowerings share.
//
//===----------------------------------------------------------------------===//

#include "Interleaver.h"
#include "WarpLowering.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "prim/Conversion/Passes.h"
#include "prim/Dialect/Prim/Analysis/Uniformity.h"
#include "prim/Dialect/Prim/IR/PrimOrderOps.h"
#include "prim/Dialect/Prim/Utils/SortCode.h"
#include "llvm/ADT/TypeSwitch.h"

namespace mlir::prim {
#define GEN_PASS_DEF_PRIMLOWERWARP
#include "prim/Conversion/Passes.h.inc"
} // namespace mlir::prim

using namespace mlir;
using namespace mlir::prim;

FailureOr<unsigned> WarpLowering::getKnownBlockSize(Operation *op) {
  auto func = op->getParentOfType<gpu::GPUFuncOp>();
  return func ? target.getKnownBlockSize(func) : FailureOr<unsigned>(0u);
}

FailureOr<WarpShape> WarpLowering::getShape(Operation *op,
                                            std::optional<uint32_t> width,
                                            Value valid) {
  unsigned lanes = width.value_or(target.waveSize);
  WarpShape shape{lanes, /*partial=*/true, valid, lanes};
  if (shape.width == 0 || shape.width > target.waveSize)
    return op->emitOpError("has logical warps of ")
           << shape.width << " lanes, but a wave of " << target.chip
           << " has only " << target.waveSize
           << "; use a smaller width or a block op";
  FailureOr<unsigned> blockSize = getKnownBlockSize(op);
  if (failed(blockSize))
    return failure();
  shape.partial =
      shape.width > 1 && (target.waveSize % shape.width != 0 ||
                          *blockSize == 0 || *blockSize % shape.width != 0);
  if (*blockSize != 0)
    shape.lanes = std::min(shape.width, *blockSize);
  return shape;
}

LogicalResult WarpLowering::checkPermute(Operation *op) {
  CodeBuilder b(op->getLoc(), op);
  if (getLanes(b)->canPermute())
    return success();
  return op->emitOpError("needs any lane to read any other, which ")
         << target.chip << " cannot do in waves of " << target.waveSize
         << " lanes; use waves of 32 lanes";
}

bool WarpLowering::comesWhole(Operation *op) const {
  // Other functions may have unknown callers.
  auto kernel = op->getParentOfType<gpu::GPUFuncOp>();
  return kernel && kernel.isKernel() &&
         uniformity.getConvergence(op).covers(UniformGroup::wave());
}

namespace {

struct PrimLowerWarp : prim::impl::PrimLowerWarpBase<PrimLowerWarp> {
  using PrimLowerWarpBase::PrimLowerWarpBase;

  void getDependentDialects(DialectRegistry &registry) const override {
    PrimLowerWarpBase::getDependentDialects(registry);
    TargetLowering::getDependentDialects(registry);
  }

  void runOnOperation() override {
    // Sort codes are plain arithmetic and do not need a kernel around them.
    getOperation().walk([&](SortCodeOp op) {
      CodeBuilder b(op);
      op.replaceAllUsesWith(
          createSortCode(b, op.getKey(), op.getOrder(), op.getDescending()));
      op.erase();
    });
    getOperation().walk([&](SortKeyOp op) {
      CodeBuilder b(op);
      op.replaceAllUsesWith(decodeSortCode(b, op.getCode(), op.getType(),
                                           op.getOrder(), op.getDescending()));
      op.erase();
    });
    SmallVector<Operation *> ops;
    getOperation().walk([&](Operation *op) {
      if (op->getName().getStringRef().starts_with("prim.warp_") ||
          isa<CheckConvergenceOp>(op))
        ops.push_back(op);
    });
    if (ops.empty())
      return;
    FailureOr<TargetInfo> target = TargetInfo::lookup(getOperation());
    if (failed(target))
      return signalPassFailure();
    // Must run before any lowering, because the analysis follows values through
    // warp ops.
    Uniformity uniformity(getOperation(), *target);
    bool diverges = false;
    for (Operation *op : ops)
      if (op->getParentOfType<FunctionOpInterface>())
        diverges |= failed(uniformity.verifyConvergence(op));
    if (diverges)
      return signalPassFailure();
    for (Operation *op : ops)
      if (op->getParentOfType<FunctionOpInterface>())
        uniformity.warnOfPartialResults(op);
    WarpLowering lowering(*target, uniformity);
    Interleaver interleaver(lowering.getFamily());
    for (Operation *op : ops) {
      interleaver.begin(op);
      LogicalResult result =
          llvm::TypeSwitch<Operation *, LogicalResult>(op)
              .Case<WarpReduceOp, WarpScanOp, WarpSortOp, WarpBroadcastOp,
                    WarpShuffleOp, WarpBallotOp, WarpMatchAnyOp,
                    WarpMaskedBitCountOp, WarpGroupSelectOp, WarpBarrierOp,
                    WarpExchangeOp, WarpLoadOp, WarpStoreOp, WarpUniformOp,
                    CheckConvergenceOp>(
                  [&](auto warpOp) { return lowering.lower(warpOp); });
      if (failed(result))
        return signalPassFailure();
      interleaver.end();
    }
    interleaver.flush();
  }
};

} // namespace
