//===- LastBlock.h - Folds by the block that comes last ----*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every block leaves its part in device memory and counts itself; the one that
// completes the count folds all parts in order. Parts go with the count, which
// releases them and is acquired: nobody waits.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_LIB_CONVERSION_LOWERGRID_LASTBLOCK_H
#define PRIM_LIB_CONVERSION_LOWERGRID_LASTBLOCK_H

#include "prim/Dialect/Prim/Utils/OptionalTuple.h"
#include "prim/Dialect/Prim/Utils/WorkgroupMemory.h"

namespace mlir::prim {

/// The fold over all tiles, for the first wave of each block. One wave does all
/// of it: the wave that reads the parts must be the one that acquired them, as
/// waves of a block may use different caches.
class LastBlock {
public:
  /// `op` is lowered at `b`'s place. `lane` (i32) is this lane of a first
  /// wave of `lanes` lanes.
  LastBlock(CodeBuilder &b, GridReduceOp op, const Combiner &combiner,
            Value lane, unsigned lanes)
      : b(b), op(op), combiner(combiner), lane(lane), lanes(lanes) {}

  /// The fold; present in the first lane of the last block.
  OptionalTuple run();

private:
  /// Leaves the parts of this tile, and gives how many tiles came before.
  Value publish();
  /// The fold of all parts, in the first lane.
  ValueTuple foldParts();
  /// The same where parts may be reordered, and there is something to pad with.
  ValueTuple foldReordered();
  /// Each lane resets the parts [begin, end) in steps of `step` (i32), those
  /// that it has read, and the first one the count.
  void reset(Value begin, Value end, Value step);
  ValueTuple readParts(Value index);
  /// The parts of each member of the tuple, tile by tile.
  SmallVector<MemoryArray> getParts();

  /// Parts that a lane has under way at once, where it may.
  static constexpr unsigned partsTogether = 8;

  CodeBuilder &b;
  GridReduceOp op;
  const Combiner &combiner;
  Value lane;
  unsigned lanes;
  /// Whether this is the first lane.
  Value isFirst;
};

} // namespace mlir::prim

#endif // PRIM_LIB_CONVERSION_LOWERGRID_LASTBLOCK_H
