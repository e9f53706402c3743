//===- LowerBlock.cpp - prim-lower-block *- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass that lowers the block ops of every kernel in a gpu.module. The
// lowerings themselves are in the files named after the ops.
//
//===----------------------------------------------------------------------===//

#include "BlockContext.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "prim/Conversion/Passes.h"
#include "prim/Dialect/Prim/Analysis/ItemPlaces.h"
#include "prim/Dialect/Prim/Analysis/Uniformity.h"
#include "llvm/ADT/TypeSwitch.h"

namespace mlir::prim {
#define GEN_PASS_DEF_PRIMLOWERBLOCK
#include "prim/Conversion/Passes.h.inc"
} // namespace mlir::prim

using namespace mlir;
using namespace mlir::prim;

namespace {

/// Copies the promise of a block op to the collectives that replace it, which
/// are at the same place.
class ConvergedAttrKeeper {
public:
  ConvergedAttrKeeper(gpu::GPUFuncOp func, Operation *op) : func(func) {
    promised = op->hasAttr(PrimDialect::ConvergedAttrHelper::getNameStr());
    if (promised)
      forEachCollective([&](Operation *op) { known.insert(op); });
  }
  /// Must be called after the op has been lowered.
  void keep() {
    if (!promised)
      return;
    PrimDialect::ConvergedAttrHelper attribute(func.getContext());
    forEachCollective([&](Operation *op) {
      if (!known.contains(op))
        attribute.setAttr(op, UnitAttr::get(func.getContext()));
    });
  }

private:
  void forEachCollective(llvm::function_ref<void(Operation *)> action) {
    func.walk([&](Operation *op) {
      StringRef name = op->getName().getStringRef();
      if (name.starts_with("prim.warp_") || name.starts_with("prim.block_"))
        action(op);
    });
  }

  gpu::GPUFuncOp func;
  bool promised;
  DenseSet<Operation *> known;
};

/// The block ops of `func`, inner ones first. A prefix region contains no ops
/// that need the block; its warp ops and loops stay.
SmallVector<Operation *> findBlockOps(gpu::GPUFuncOp func) {
  SmallVector<Operation *> ops;
  func.walk([&](Operation *op) {
    if (isa<BlockLoadOp, BlockStoreOp, BlockStageOp>(op) ||
        (op->hasTrait<BlockCollective>() && !isa<BlockBarrierOp>(op)))
      ops.push_back(op);
  });
  return ops;
}

LogicalResult lower(Operation *op, BlockContext &context) {
  return llvm::TypeSwitch<Operation *, LogicalResult>(op)
      .Case([&](BlockAdjacentOp adjacent) {
        return lowerBlockAdjacent(adjacent, context);
      })
      .Case([&](BlockExchangeOp exchange) {
        return lowerBlockExchange(exchange, context);
      })
      .Case([&](BlockHistogramOp histogram) {
        return lowerBlockHistogram(histogram, context);
      })
      .Case([&](BlockRadixRankOp rank) {
        return lowerBlockRadixRank(rank, context);
      })
      .Case([&](BlockLoadOp load) { return lowerBlockLoad(load, context); })
      .Case([&](BlockStoreOp store) { return lowerBlockStore(store, context); })
      .Case([&](BlockStageOp stage) { return lowerBlockStage(stage, context); })
      .Case([&](BlockReduceOp reduce) {
        return reduce.getFlag() ? lowerSegments(reduce, context)
                                : lowerBlockReduce(reduce, context);
      })
      .Case([&](BlockRunLengthDecodeOp decode) {
        return lowerBlockRunLengthDecode(decode, context);
      })
      .Case([&](BlockScanOp scan) {
        return scan.getFlag() ? lowerSegments(scan, context)
                              : lowerBlockScan(scan, context);
      })
      .Case([&](BlockShuffleOp shuffle) {
        return lowerBlockShuffle(shuffle, context);
      })
      .Case([&](BlockSortOp sort) {
        lowerBlockSort(sort, context);
        return success();
      });
}

struct PrimLowerBlockPass
    : public prim::impl::PrimLowerBlockBase<PrimLowerBlockPass> {
  using PrimLowerBlockBase::PrimLowerBlockBase;

  /// Lowers all block ops of one kernel, including those that the lowerings
  /// create.
  LogicalResult lowerFunction(gpu::GPUFuncOp func) {
    SmallVector<Operation *> ops = findBlockOps(func);
    if (ops.empty())
      return success();
    FailureOr<BlockContext> context = BlockContext::get(func);
    if (failed(context))
      return failure();
    warnOfArrangements(func, context->getTarget().waveSize);
    for (; !ops.empty(); ops = findBlockOps(func))
      for (Operation *op : ops) {
        ConvergedAttrKeeper promise(func, op);
        if (failed(lower(op, *context)))
          return failure();
        promise.keep();
      }
    return success();
  }

  void runOnOperation() override {
    if (failed(verifyConvergence(getOperation(), [](Operation *op) {
          return op->hasTrait<BlockCollective>() ||
                 isa<gpu::BarrierOp, ClusterBarrierOp>(op);
        })))
      return signalPassFailure();
    for (auto func : getOperation().getOps<gpu::GPUFuncOp>())
      if (failed(lowerFunction(func)))
        return signalPassFailure();
  }
};

} // namespace
