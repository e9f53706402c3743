//===- RadixRank.h - Where a block's digits go --*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Ranks the items of a block by one radix digit, stably: what block_sort and
// every pass of the device sort have in common. Items are in wave-striped
// order, and an exchange through workgroup memory moves them to their ranks.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_LIB_CONVERSION_LOWERBLOCK_RADIXRANK_H
#define PRIM_LIB_CONVERSION_LOWERBLOCK_RADIXRANK_H

#include "BlockContext.h"

namespace mlir::prim {

/// Bits of the largest digit. A ballot per bit and item against a scan of
/// 2^bits counters per wave: 8 bits cost the least per key bit from two items
/// per thread on, and four digits then make a 32-bit key.
constexpr unsigned maxRadixDigitBits = 8;

/// Items in wave-striped order: each wave has consecutive ones, striped over
/// its lanes.
inline TileLayout getWaveStriped(const BlockContext &context, unsigned count) {
  return context.getLayout(count, Arrangement::Rows, /*vector=*/1);
}

/// How far apart a thread's items are in wave-striped order; none where that
/// differs between waves.
std::optional<unsigned> getWaveStride(const BlockContext &context);

/// The exclusive sums over the block of `counts`, a vector of i32 per thread in
/// blocked arrangement, by a block_scan. That uses the first
/// RadixRank::getScanBytes() bytes of the block's workgroup buffer.
Value createExclusiveSum(OpBuilder &builder, Location loc, Value counts);

/// Ranks by one digit of `digitBits` bits. Every thread of the block takes part
/// in each step.
class RadixRank {
public:
  /// `base` (workgroup memory) points at getBytes() bytes of this object's
  /// own, aligned to 16. The first getScanBytes() bytes of the block's
  /// workgroup buffer are used besides.
  RadixRank(OpBuilder &builder, Location loc, BlockContext &context,
            unsigned digitBits, Value base);

  static uint64_t getBytes(const BlockContext &context, unsigned digitBits);
  static uint64_t getScanBytes(const BlockContext &context);

  /// Digits that one thread looks after between count() and finish(): thread t
  /// those from t * getDigitsPerThread() on, where there are any.
  unsigned getDigitsPerThread() const { return digitsPerThread; }
  /// i1, whether the calling thread looks after digits; null where all do.
  Value hasDigits();

  /// Counts `digits`, one per item, in wave-striped order. The object's memory
  /// must not be in use by anyone; a barrier must lie in between. Returns how
  /// often each digit of the calling thread occurs in the block, as i32; 0
  /// where the thread has none.
  SmallVector<Value> count(ValueRange digits);

  /// After count(), with what it returned: the ranks (i32) of the thread's
  /// items in the block. `bases` gets the rank at which each of the thread's
  /// digits starts. The object's memory is free after the next barrier.
  SmallVector<Value> finish(ValueRange counts, SmallVectorImpl<Value> &bases);

private:
  unsigned radix() const { return 1u << digitBits; }
  /// Sets the counters of the calling wave to zero.
  void clear();
  /// The index of the counter of `digit` in this wave.
  Value counterOf(Value digit);
  /// Index of the counter of this thread's first digit in `wave`.
  Value ownCounter(OpBuilder &b, unsigned wave);
  /// Runs `body` in the threads that have digits; gives zeros elsewhere.
  SmallVector<Value>
  inOwners(unsigned results,
           llvm::function_ref<SmallVector<Value>(OpBuilder &)> body);

  OpBuilder &builder;
  Location loc;
  BlockContext &context;
  unsigned digitBits, digitsPerThread;
  Value base;
  MemoryArray counters;
  /// Per item: its counter, and its rank among the wave's items of its digit.
  SmallVector<Value> ownCounters, waveRanks;
  /// Per wave, what it has of this thread's digits in the waves before.
  SmallVector<SmallVector<Value>> before;
};

} // namespace mlir::prim

#endif // PRIM_LIB_CONVERSION_LOWERBLOCK_RADIXRANK_H
