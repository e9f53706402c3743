//===- LastBlock.h - Folds by the block that comes last ----*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every block stores its part in device memory and increments a count. The
// block that completes the count folds all parts in order. The count releases
// the parts and is acquired, so no block waits.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_LIB_CONVERSION_LOWERGRID_LASTBLOCK_H
#define PRIM_LIB_CONVERSION_LOWERGRID_LASTBLOCK_H

#include "prim/Dialect/Prim/Utils/OptionalTuple.h"
#include "prim/Dialect/Prim/Utils/WorkgroupMemory.h"

namespace mlir::prim {

/// The fold over all tiles, for the first wave of each block. One wave does all
/// of it: the wave that reads the parts must be the one that acquired them,
/// because waves of a block may use different caches.
class LastBlock {
public:
  /// `op` is lowered at the insertion point of `b`. `lane` (i32) is this lane
  /// in a first wave of `lanes` lanes.
  LastBlock(CodeBuilder &b, GridReduceOp op, const Combiner &combiner,
            Value lane, unsigned lanes)
      : b(b), op(op), combiner(combiner), lane(lane), lanes(lanes) {}

  /// The fold; present in the first lane of the last block.
  OptionalTuple run();

private:
  /// Stores the parts of this tile, and returns the number of earlier tiles.
  Value publish();
  /// The fold of all parts, in the first lane.
  ValueTuple foldParts();
  /// The fold of all parts for combiners with a neutral element for padding, if
  /// parts may be reordered.
  ValueTuple foldReordered();
  /// Resets the parts [begin, end) in steps of `step` (i32), which are those
  /// that the lane has read. The first lane also resets the count.
  void reset(Value begin, Value end, Value step);
  ValueTuple readParts(Value index);
  /// The parts of each member of the tuple, in the order of tiles.
  SmallVector<MemoryArray> getParts();

  /// The most parts that a lane loads at once.
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
