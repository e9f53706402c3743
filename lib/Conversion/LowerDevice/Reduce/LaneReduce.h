//===- LaneReduce.h - Folds of few elements by lanes --*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The fold of a short row or segment by one lane or one wave. Elements are
// loaded one by one: a short row rarely begins where wide accesses may.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_LIB_CONVERSION_LOWERDEVICE_REDUCE_LANEREDUCE_H
#define PRIM_LIB_CONVERSION_LOWERDEVICE_REDUCE_LANEREDUCE_H

#include "../Engine/KernelBuilder.h"

namespace mlir::prim {

/// Elements of a lane: every `step`th one from `place` (i32 or i64) on, of
/// which there are `count` (i32). The first one has the index `index` (i64).
struct LaneElements {
  Value place, index, count;
  int64_t step = 1;
  /// How many elements may be read after the last one.
  int64_t padding = 0;
};

/// A kernel's way to fold few inputs of `op`.
class LaneReduce {
public:
  LaneReduce(DeviceReduceOp op, KernelBuilder &kernel)
      : op(op), kernel(kernel), b(kernel), combiner(kernel.combiner()) {}

  /// Whether the op has no regions, of which each element that is loaded
  /// together with others takes a copy.
  static bool isPlain(DeviceReduceOp op) {
    return op.getKind() && op.getPrologue().empty();
  }

  /// The fold of elements of `arrays` by each lane for itself, in order.
  /// `together` of them, a power of two, are loaded before any is folded.
  OptionalTuple fold(ArrayRef<MemoryArray> arrays, const LaneElements &elements,
                     int64_t together);
  /// The elements among `count` (i64) from index `begin` (i64) on that thread
  /// `thread` (i32) of `threads` folds, where neighbours fold neighbours.
  LaneElements takeTurns(Value begin, Value count, Value thread,
                         int64_t threads);
  /// The fold of the first `count` elements (i64, uniform, below 2^31) of
  /// `arrays`, of which the first one has the index `begin` (i64), by all lanes
  /// of a wave, in the first lane. Elements keep their order unless the
  /// combiner commutes.
  OptionalTuple foldByWave(ArrayRef<MemoryArray> arrays, Value begin,
                           Value count, int64_t together);

private:
  DeviceReduceOp op;
  KernelBuilder &kernel;
  CodeBuilder &b;
  Combiner combiner;
};

} // namespace mlir::prim

#endif // PRIM_LIB_CONVERSION_LOWERDEVICE_REDUCE_LANEREDUCE_H
