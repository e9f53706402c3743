//===- StepPositions.h - Integers that a loop counts -------------*- C++
//-*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds integers of a loop that change by the same amount in each iteration.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_LIB_CONVERSION_LINALGTOPRIM_STEPPOSITIONS_H
#define PRIM_LIB_CONVERSION_LINALGTOPRIM_STEPPOSITIONS_H

#include "mlir/Dialect/SCF/IR/SCF.h"

#include <tuple>

namespace mlir::prim {

/// The value `scale * n + offset` in iteration n.
struct StepPosition {
  int64_t scale = 0, offset = 0;

  bool operator==(const StepPosition &other) const {
    return scale == other.scale && offset == other.offset;
  }
  bool operator<(const StepPosition &other) const {
    return std::tie(scale, offset) < std::tie(other.scale, other.offset);
  }
};

/// The positions in a loop whose number of iterations is known. Clamps and
/// selections that have no effect in any of the iterations are seen through,
/// and so are counters that the loop carries.
class StepPositions {
public:
  explicit StepPositions(scf::ForOp loop);

  /// The number of iterations; 0 if it is not known.
  int64_t getSteps() const { return steps; }
  /// The position that an integer, or the only element of a tensor, has.
  std::optional<StepPosition> find(Value value);
  /// Whether the position is known to be one below `extent` in all iterations.
  bool isWithin(Value value, int64_t extent);
  /// Whether the position takes all values below `extent`.
  bool covers(StepPosition position, int64_t extent) const;

private:
  using Found = std::optional<StepPosition>;

  Found compute(Value value);
  Found computeArgument(BlockArgument value);
  Found findCounter(BlockArgument value);
  Found computeResult(OpResult value);
  Found computeTensor(OpResult value);
  Found computeSelect(Value condition, Value yes, Value no);
  Found choose(Value one, Value other, bool isLarger);
  /// `one + factor * other`.
  Found combine(Value one, Value other, int64_t factor, Type type);
  Found product(Value one, Value other, Type type);
  /// `position` if `type` can hold it in all iterations.
  Found fit(Found position, Type type) const;
  int64_t getLast(StepPosition position) const {
    return position.scale * (steps - 1) + position.offset;
  }
  /// Whether `one <= other` in all iterations, or `one < other`.
  bool isBelow(StepPosition one, StepPosition other, bool isStrict) const;

  scf::ForOp loop;
  int64_t steps = 0;
  llvm::DenseMap<Value, Found> known;
};

} // namespace mlir::prim

#endif // PRIM_LIB_CONVERSION_LINALGTOPRIM_STEPPOSITIONS_H
