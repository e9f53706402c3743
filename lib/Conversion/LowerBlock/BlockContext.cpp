//===- BlockContext.cpp - A kernel as block lowerings see it *- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Who the threads are is made once per kernel.
//
//===----------------------------------------------------------------------===//

#include "BlockContext.h"

using namespace mlir;
using namespace mlir::prim;

FailureOr<BlockContext> BlockContext::get(gpu::GPUFuncOp func) {
  FailureOr<TargetInfo> target = TargetInfo::lookup(func);
  if (failed(target))
    return failure();
  FailureOr<unsigned> size = target->getKnownBlockSize(func);
  if (failed(size))
    return failure();
  if (*size == 0)
    return func.emitOpError("contains prim.block_* ops and needs its block "
                            "size: add 'known_block_size = array<i32: x, y, "
                            "z>'");
  return BlockContext(func, *target, *size);
}

LogicalResult
BlockContext::checkRowWidth(Operation *op,
                            std::optional<uint32_t> rowWidth) const {
  if (rowWidth.value_or(0) <= target.waveSize)
    return success();
  return op->emitOpError("has rows of warps of ")
         << *rowWidth << " lanes, but a wave of " << target.chip << " has only "
         << target.waveSize << "; use a smaller width, or leave it out";
}

OpBuilder BlockContext::topBuilder() {
  OpBuilder builder(func.getContext());
  if (lastTop)
    builder.setInsertionPointAfter(lastTop);
  else
    builder.setInsertionPointToStart(&func.getBody().front());
  return builder;
}

Value BlockContext::getThreadId() {
  if (threadId)
    return threadId;
  OpBuilder builder = topBuilder();
  threadId =
      createLinearThreadId(builder, func.getLoc(), *func.getKnownBlockSize());
  lastTop = threadId.getDefiningOp();
  return threadId;
}

Value BlockContext::getLaneId() {
  if (laneId)
    return laneId;
  Value thread = getThreadId();
  OpBuilder builder = topBuilder();
  Value mask = createI32(builder, func.getLoc(), target.waveSize - 1);
  laneId = arith::AndIOp::create(builder, func.getLoc(), thread, mask);
  lastTop = laneId.getDefiningOp();
  return laneId;
}

Value BlockContext::getWaveId() {
  if (waveId)
    return waveId;
  Value thread = getThreadId();
  OpBuilder builder = topBuilder();
  Location loc = func.getLoc();
  if (getNumWaves() == 1) {
    waveId = createI32(builder, loc, 0);
  } else {
    Value shift = createI32(builder, loc, llvm::Log2_32(target.waveSize));
    waveId = arith::ShRUIOp::create(builder, loc, thread, shift);
    // Waves are cut from consecutive linear ids, so the value is uniform;
    // saying so keeps what depends on it in scalar registers.
    waveId = WarpUniformOp::create(builder, loc, waveId);
  }
  lastTop = waveId.getDefiningOp();
  return waveId;
}

void BlockContext::barrier(OpBuilder &builder, Location loc) {
  BlockBarrierOp::create(builder, loc);
}
