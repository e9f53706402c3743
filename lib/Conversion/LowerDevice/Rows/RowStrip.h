//===- RowStrip.h - The threads of a strip of rows *- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A block has a strip of rows whose elements lie side by side. Threads side by
// side have neighbouring rows, so that they load neighbouring elements, and
// several threads go along each row.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_LIB_CONVERSION_LOWERDEVICE_ROWS_ROWSTRIP_H
#define PRIM_LIB_CONVERSION_LOWERDEVICE_ROWS_ROWSTRIP_H

#include "RowThreads.h"
#include "prim/Target/RowStrips.h"

namespace mlir::prim {

/// The threads of a strip that share a row. Operators are commutative and have
/// an identity, and there are neither prefixes nor sorts.
class StripThreads : public RowThreads {
public:
  StripThreads(KernelBuilder &kernel, const RowStrip &strip)
      : RowThreads(kernel, strip.itemsPerThread, /*vector=*/1), strip(strip) {}

  /// Which row of the strip the thread has; i32.
  static Value getRow(KernelBuilder &kernel, const RowStrip &strip);

  unsigned countTile() const override { return strip.countTile(); }
  SmallVector<Value> getStarts() override;
  Value getNumber() override;
  Value isFirst() override { return b.eq(getNumber(), 0); }
  void barrier() override { kernel.barrier(); }
  ValueTuple reduce(const Combiner &combiner, ArrayRef<ValueTuple> items,
                    Value valid) override;
  RowPrefixes scan(const Combiner &combiner, BlockScanOp scan,
                   ArrayRef<ValueTuple> items, ValueRange init,
                   Value valid) override;

private:
  /// Puts `own` into `memory` as tuple `number` of the row (i32).
  void put(ArrayRef<MemoryArray> memory, ValueRange own, Value number);
  /// The fold of `count` tuples of the row, from number `first` (i32) on.
  ValueTuple fold(const Combiner &combiner, ArrayRef<MemoryArray> memory,
                  Value first, unsigned count);
  /// Memory for `count` tuples of each row.
  SmallVector<MemoryArray> acquire(TypeRange types, unsigned count);

  RowStrip strip;
};

} // namespace mlir::prim

#endif // PRIM_LIB_CONVERSION_LOWERDEVICE_ROWS_ROWSTRIP_H
