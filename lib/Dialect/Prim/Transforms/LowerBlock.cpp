//===- LowerBlock.cpp - prim-lower-block *- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass that lowers the block ops of every kernel in a gpu.module. The
// lowerings themselves are in BlockReduce.cpp, BlockScan.cpp, BlockSort.cpp.
//
//===----------------------------------------------------------------------===//

#include "BlockContext.h"
#include "mlir/Dialect/AMDGPU/IR/AMDGPUDialect.h"
#include "mlir/Dialect/LLVMIR/ROCDLDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "prim/Dialect/Prim/Transforms/Passes.h"
#include "prim/Dialect/Prim/Utils/Convergence.h"
#include "llvm/ADT/TypeSwitch.h"

namespace mlir::prim {
#define GEN_PASS_DEF_PRIMLOWERBLOCK
#include "prim/Dialect/Prim/Transforms/Passes.h.inc"
} // namespace mlir::prim

using namespace mlir;
using namespace mlir::prim;

namespace {

struct PrimLowerBlockPass
    : public prim::impl::PrimLowerBlockBase<PrimLowerBlockPass> {
  using PrimLowerBlockBase::PrimLowerBlockBase;

  /// Lowers all block ops of one kernel.
  LogicalResult lowerFunction(gpu::GPUFuncOp func) {
    SmallVector<Operation *> ops;
    // Inner ops first: a prefix region may hold block-independent code only,
    // but warp ops and loops in it are left as they are.
    func.walk([&](Operation *op) {
      if (isa<BlockReduceOp, BlockScanOp, BlockSortOp>(op))
        ops.push_back(op);
    });
    if (ops.empty())
      return success();
    FailureOr<BlockContext> context = BlockContext::get(func);
    if (failed(context))
      return failure();
    for (Operation *op : ops) {
      if (failed(verifyUniformPlacement(op, /*width=*/0)))
        return failure();
      LogicalResult result = llvm::TypeSwitch<Operation *, LogicalResult>(op)
                                 .Case([&](BlockReduceOp reduce) {
                                   return lowerBlockReduce(reduce, *context);
                                 })
                                 .Case([&](BlockScanOp scan) {
                                   return lowerBlockScan(scan, *context);
                                 })
                                 .Case([&](BlockSortOp sort) {
                                   return lowerBlockSort(sort, *context);
                                 });
      if (failed(result))
        return failure();
    }
    return success();
  }

  void runOnOperation() override {
    for (auto func : getOperation().getOps<gpu::GPUFuncOp>())
      if (failed(lowerFunction(func)))
        return signalPassFailure();
  }
};

} // namespace
