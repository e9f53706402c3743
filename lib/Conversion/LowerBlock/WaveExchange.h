//===- WaveExchange.h - One tuple from every wave to all --*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The second half of every block collective: each wave stores one tuple in
// workgroup memory, and after a barrier every thread can read all of them.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_LIB_CONVERSION_LOWERBLOCK_WAVEEXCHANGE_H
#define PRIM_LIB_CONVERSION_LOWERBLOCK_WAVEEXCHANGE_H

#include "BlockContext.h"
#include "prim/Dialect/Prim/Utils/ThreadScan.h"

namespace mlir::prim {

class WaveExchange {
public:
  /// Allocates memory for one tuple of `types` per wave, and for one tuple of
  /// `slotTypes` per block (the slot).
  WaveExchange(CodeBuilder &b, BlockContext &context, ArrayRef<Type> types,
               ArrayRef<Type> slotTypes = {});

  /// Lane 0 of every wave writes its `tuple`.
  void publish(ValueRange tuple);
  /// The barrier between stores and reads.
  void barrier() { context.barrier(b); }
  /// Lane 0 of the calling wave writes the `tuples` of all waves.
  void publishAll(ArrayRef<ValueTuple> tuples);
  /// Reads the tuple of `wave`, or of the calling wave, after a barrier.
  ValueTuple read(unsigned wave);
  ValueTuple readOwn();

  /// Whether lanes should fold the tuples of waves: there are enough waves, and
  /// each has enough lanes.
  bool foldsByLanes() const;
  /// The width of a logical warp with one lane per wave.
  unsigned getFoldWidth() const;
  /// Reads the tuple of the wave with the number of this lane in its logical
  /// warp; undefined after the last wave. Call after a barrier.
  ValueTuple readByLane();
  /// The number of lanes with valid tuples if `waves` (i32, null for all) are
  /// valid; null if all lanes are.
  Value countLanes(Value waves);

  /// The fold of all waves, which every lane of a logical warp has, as a tuple
  /// that is known to be the same in the whole wave.
  ValueTuple makeUniform(ValueRange fold);

  /// The tuple shared by the whole block. Lane 0 of the calling wave writes it.
  void publishSlot(ValueRange tuple);
  ValueTuple readSlot();

private:
  void inFirstLane(llvm::function_ref<void()> body);
  void write(ArrayRef<MemoryArray> to, ValueRange tuple, Value index);
  ValueTuple readAt(ArrayRef<MemoryArray> from, Value index);

  CodeBuilder &b;
  BlockContext &context;
  SmallVector<MemoryArray> waves, slot;
};

} // namespace mlir::prim

#endif // PRIM_LIB_CONVERSION_LOWERBLOCK_WAVEEXCHANGE_H
