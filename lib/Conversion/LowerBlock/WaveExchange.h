//===- WaveExchange.h - One tuple from every wave to all --*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The second half of every block collective: each wave leaves one tuple in
// workgroup memory, and after a barrier every thread sees all of them.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_LIB_CONVERSION_LOWERBLOCK_WAVEEXCHANGE_H
#define PRIM_LIB_CONVERSION_LOWERBLOCK_WAVEEXCHANGE_H

#include "BlockContext.h"
#include "prim/Dialect/Prim/Utils/ThreadScan.h"

namespace mlir::prim {

class WaveExchange {
public:
  /// Acquires room for one tuple of `types` from each wave, and for one tuple
  /// of `slotTypes` that the block shares (the slot).
  WaveExchange(CodeBuilder &b, BlockContext &context, ArrayRef<Type> types,
               ArrayRef<Type> slotTypes = {});

  /// Lane 0 of every wave writes its `tuple`.
  void publish(ValueRange tuple);
  /// The barrier between writing and reading.
  void barrier() { context.barrier(b); }
  /// The tuple of `wave`, to be called after a barrier.
  ValueTuple read(unsigned wave);

  /// Whether there are so many waves that lanes should fold what they give, and
  /// lanes enough in each of them.
  bool foldsByLanes() const;
  /// Lanes of a logical warp that has one for each wave.
  unsigned getFoldWidth() const;
  /// The tuple of the wave whose number is this lane's in its logical warp; any
  /// tuple behind the last wave. To be called after a barrier.
  ValueTuple readByLane();
  /// The lanes whose tuples count if `waves` (i32, null for all) do; null where
  /// all lanes' do.
  Value countLanes(Value waves);

  /// The tuple that all of the block share. Lane 0 of the calling wave writes.
  void publishSlot(ValueRange tuple);
  ValueTuple readSlot();

private:
  void write(ArrayRef<MemoryArray> to, ValueRange tuple, Value index);
  ValueTuple readAt(ArrayRef<MemoryArray> from, Value index);

  CodeBuilder &b;
  BlockContext &context;
  SmallVector<MemoryArray> waves, slot;
};

} // namespace mlir::prim

#endif // PRIM_LIB_CONVERSION_LOWERBLOCK_WAVEEXCHANGE_H
