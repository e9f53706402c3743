//===- BlockContext.cpp - A kernel as block lowerings see it *- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Ids of threads are computed once per kernel.
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
         << target.waveSize << "; use a smaller width, or remove it";
}

CodeBuilder BlockContext::topBuilder() {
  Block *top = &func.getBody().front();
  return CodeBuilder(func.getLoc(), top,
                     lastTop ? std::next(lastTop->getIterator())
                             : top->begin());
}

Value BlockContext::getThreadId() {
  if (threadId)
    return threadId;
  CodeBuilder b = topBuilder();
  threadId = createLinearThreadId(b, *func.getKnownBlockSize());
  lastTop = threadId.getDefiningOp();
  return threadId;
}

Value BlockContext::getLaneId() {
  if (laneId)
    return laneId;
  Value thread = getThreadId();
  CodeBuilder b = topBuilder();
  laneId = b.andi(thread, target.waveSize - 1);
  lastTop = laneId.getDefiningOp();
  return laneId;
}

Value BlockContext::getWaveId() {
  if (waveId)
    return waveId;
  Value thread = getThreadId();
  CodeBuilder b = topBuilder();
  if (getNumWaves() == 1) {
    waveId = b.i32(0);
  } else {
    waveId = b.shrui(thread, llvm::Log2_32(target.waveSize));
    // Waves are cut from consecutive linear ids, so the value is uniform;
    // saying so keeps what depends on it in scalar registers.
    waveId = WarpUniformOp::create(b, waveId);
  }
  lastTop = waveId.getDefiningOp();
  return waveId;
}

void BlockContext::barrier(CodeBuilder &b) { BlockBarrierOp::create(b); }
