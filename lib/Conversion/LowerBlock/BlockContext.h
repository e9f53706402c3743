//===- BlockContext.h - A kernel as block lowerings see it --*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The kernel around a block op during its lowering: its shape in waves, and the
// ids of the calling thread.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_LIB_CONVERSION_LOWERBLOCK_BLOCKCONTEXT_H
#define PRIM_LIB_CONVERSION_LOWERBLOCK_BLOCKCONTEXT_H

#include "prim/Dialect/Prim/IR/PrimBlockMoveOps.h"
#include "prim/Dialect/Prim/Utils/TileLayout.h"
#include "prim/Dialect/Prim/Utils/WorkgroupMemory.h"
#include "prim/Target/TargetInfo.h"

namespace mlir::prim {

class BlockContext {
public:
  /// Fails with a diagnostic if `func` has no `known_block_size`, or one that
  /// the target does not support.
  static FailureOr<BlockContext> get(gpu::GPUFuncOp func);

  const TargetInfo &getTarget() const { return target; }
  unsigned getBlockSize() const { return blockSize; }
  /// Waves of the block; the last one may be partial.
  unsigned getNumWaves() const {
    return llvm::divideCeil(blockSize, target.waveSize);
  }

  /// Linear thread id, lane within the wave, wave within the block: i32 values
  /// that are computed once, at the start of the kernel. The wave is uniform.
  Value getThreadId();
  Value getLaneId();
  Value getWaveId();
  ThreadIds getThreadIds() { return {getThreadId(), getLaneId(), getWaveId()}; }

  /// The arrangement of `items` items per thread. `vector` is that of rows, and
  /// `rowWidth` the width of their warps, 0 for a wave's.
  TileLayout getLayout(unsigned items, Arrangement arrangement, unsigned vector,
                       unsigned rowWidth = 0) const {
    return TileLayout(blockSize, target.waveSize, items, arrangement, vector,
                      rowWidth);
  }
  /// The layout of the items (or the vector of items) of a block op's thread.
  template <typename OpTy>
  TileLayout getLayout(OpTy op, Type items) const {
    auto vector = dyn_cast<VectorType>(items);
    unsigned rowWidth = 0;
    if constexpr (std::is_same_v<OpTy, BlockLoadOp> ||
                  std::is_same_v<OpTy, BlockStageOp> ||
                  std::is_same_v<OpTy, BlockStoreOp>)
      rowWidth = op.getRowWidth().value_or(0);
    return getLayout(vector ? vector.getNumElements() : 1, op.getArrangement(),
                     op.getRowVector().value_or(0), rowWidth);
  }
  /// Reports rows of warps that are wider than a wave.
  LogicalResult checkRowWidth(Operation *op,
                              std::optional<uint32_t> rowWidth) const;

  /// Waits for all threads of the block and their accesses to workgroup memory.
  /// Does not order global memory.
  void barrier(CodeBuilder &b);

private:
  BlockContext(gpu::GPUFuncOp func, const TargetInfo &target,
               unsigned blockSize)
      : func(func), target(target), blockSize(blockSize) {}
  /// A builder at the start of the kernel, after the ops that it inserted
  /// before.
  CodeBuilder topBuilder();

  gpu::GPUFuncOp func;
  TargetInfo target;
  unsigned blockSize;
  Operation *lastTop = nullptr;
  Value threadId, laneId, waveId;
};

/// The lowerings of block ops; each replaces the op or fails with a diagnostic.
LogicalResult lowerBlockAdjacent(BlockAdjacentOp op, BlockContext &context);
LogicalResult lowerBlockExchange(BlockExchangeOp op, BlockContext &context);
LogicalResult lowerBlockHistogram(BlockHistogramOp op, BlockContext &context);
LogicalResult lowerBlockLoad(BlockLoadOp op, BlockContext &context);
LogicalResult lowerBlockRadixRank(BlockRadixRankOp op, BlockContext &context);
LogicalResult lowerBlockReduce(BlockReduceOp op, BlockContext &context);
LogicalResult lowerBlockRunLengthDecode(BlockRunLengthDecodeOp op,
                                        BlockContext &context);
LogicalResult lowerBlockScan(BlockScanOp op, BlockContext &context);
LogicalResult lowerBlockShuffle(BlockShuffleOp op, BlockContext &context);
void lowerBlockSort(BlockSortOp op, BlockContext &context);
/// The lowering of a sort with a comparator.
void lowerBlockMergeSort(BlockSortOp op, BlockContext &context);
/// The lowerings of folds with segment flags.
LogicalResult lowerSegments(BlockReduceOp op, BlockContext &context);
LogicalResult lowerSegments(BlockScanOp op, BlockContext &context);
LogicalResult lowerBlockStore(BlockStoreOp op, BlockContext &context);
LogicalResult lowerBlockStage(BlockStageOp op, BlockContext &context);

/// Bytes of workgroup memory for ranking by a digit of `bits` bits.
uint64_t getRadixRankBytes(const BlockContext &context, unsigned bits);

} // namespace mlir::prim

#endif // PRIM_LIB_CONVERSION_LOWERBLOCK_BLOCKCONTEXT_H
