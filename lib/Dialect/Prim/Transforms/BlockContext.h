//===- BlockContext.h - A kernel as block lowerings see it --*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the lowering of a block op knows about the kernel around it: its shape
// in waves, who this thread is, and the one workgroup buffer that all block
// ops of the kernel share.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_LIB_TRANSFORMS_BLOCKCONTEXT_H
#define PRIM_LIB_TRANSFORMS_BLOCKCONTEXT_H

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "prim/Dialect/Prim/IR/Prim.h"
#include "prim/Target/TargetInfo.h"

namespace mlir::prim {

class BlockContext {
public:
  /// Fails with a diagnostic where `func` has no `known_block_size`, or one
  /// that the target cannot run.
  static FailureOr<BlockContext> get(gpu::GPUFuncOp func);

  const TargetInfo &getTarget() const { return target; }
  unsigned getBlockSize() const { return blockSize; }
  /// Waves of the block; the last one may be partial.
  unsigned getNumWaves() const {
    return llvm::divideCeil(blockSize, target.waveSize);
  }

  /// Linear thread id, lane within the wave, wave within the block: i32 values
  /// made once, at the top of the kernel. The wave is uniform.
  Value getThreadId();
  Value getLaneId();
  Value getWaveId();

  /// The address of the first of at least `bytes` bytes of workgroup memory,
  /// aligned to 16. Every call gives the same buffer, which grows to the
  /// largest request: what two ops keep there must not live at once.
  Value getWorkgroupBuffer(OpBuilder &builder, Location loc, uint64_t bytes);

  /// Waits until all threads of the block have come here and their accesses to
  /// workgroup memory are done. Global memory is not ordered by it.
  void barrier(OpBuilder &builder, Location loc);

  /// The barrier after a block op that used the buffer; left out where nothing
  /// that follows can touch the buffer.
  void releaseBuffer(OpBuilder &builder, Location loc, Operation *op);

  /// Emits an error where the buffer has outgrown the target's workgroup
  /// memory.
  LogicalResult verifyWorkgroupMemory();

private:
  BlockContext(gpu::GPUFuncOp func, TargetInfo target, unsigned blockSize);
  /// A builder at the top of the kernel, behind what it made before.
  OpBuilder topBuilder();

  gpu::GPUFuncOp func;
  TargetInfo target;
  unsigned blockSize;
  /// Block ops of the kernel at the start; one alone needs no barrier after it.
  unsigned numBlockOps;
  Operation *lastTop = nullptr;
  Value threadId, laneId, waveId;
  LLVM::GlobalOp buffer;
  uint64_t bufferBytes = 0;
};

/// Workgroup or device memory as an array of elements; `index` values are
/// kept as i64.
class MemoryArray {
public:
  /// `base` points at the first element. Its alignment is that of an element
  /// unless `alignment` (bytes) says more.
  MemoryArray(Value base, Type element, unsigned alignment = 0);

  Type getElement() const { return element; }
  Value address(OpBuilder &builder, Location loc, Value index) const;
  /// The same memory from element `index` on.
  MemoryArray from(OpBuilder &builder, Location loc, Value index) const {
    return MemoryArray(address(builder, loc, index), element);
  }
  Value load(OpBuilder &builder, Location loc, Value index) const;
  void store(OpBuilder &builder, Location loc, Value value, Value index) const;

  /// `count` neighbours from `index` on, as a vector of that many elements.
  Value loadVector(OpBuilder &builder, Location loc, Value index,
                   unsigned count) const;
  void storeVector(OpBuilder &builder, Location loc, Value vector,
                   Value index) const;

private:
  Value base;
  Type element;
  unsigned alignment;
};

/// Bytes of one element in memory.
unsigned getElementBytes(Type element);
/// The type of an element in memory: i64 for index, else itself.
Type getStorageType(Type element);
/// i32 constants, the most common operand of all.
Value createI32(OpBuilder &builder, Location loc, int64_t value);
Value createI64(OpBuilder &builder, Location loc, int64_t value);

/// Lays arrays of elements out one behind the other, each aligned.
class BufferLayout {
public:
  /// Reserves `count` elements of `bytes` each; returns the byte offset.
  uint64_t add(uint64_t bytes, uint64_t count, uint64_t alignment = 16);
  uint64_t size() const { return end; }

private:
  uint64_t end = 0;
};

/// The lowerings; each replaces the op or fails with a diagnostic.
LogicalResult lowerBlockReduce(BlockReduceOp op, BlockContext &context);
LogicalResult lowerBlockScan(BlockScanOp op, BlockContext &context);
LogicalResult lowerBlockSort(BlockSortOp op, BlockContext &context);

} // namespace mlir::prim

#endif // PRIM_LIB_TRANSFORMS_BLOCKCONTEXT_H
