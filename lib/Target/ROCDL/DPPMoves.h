//===- DPPMoves.h - Moves that become part of folds ---------------*- C++
//-*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// DPP moves can be part of the operation that uses them, and leave lanes
// without a source alone: what a step of a fold does in such lanes decides its
// cost. The moves that have these properties, which operations take them, and
// the scans and reductions of logical warps that line up with rows, made of
// such steps.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_LIB_TARGET_ROCDL_DPPMOVES_H
#define PRIM_LIB_TARGET_ROCDL_DPPMOVES_H

#include "prim/Dialect/Prim/Utils/CodeBuilder.h"
#include "prim/Target/CrossLane.h"

namespace mlir::prim {

class DPPMoves : public CrossLane {
public:
  using CrossLane::CrossLane;

  std::optional<ValueTuple> scanWarp(const Combiner &combiner,
                                     ValueRange neutral, ValueRange values,
                                     const Extent &extent) final;
  std::optional<ValueTuple> reduceWarp(const Combiner &combiner,
                                       ValueRange values, unsigned width,
                                       bool all) final;

  ValueTuple detach(ValueRange values, const Combiner *combiner) final;
  ValueTuple keepFolded(const Combiner &combiner, ValueRange values) final;

  ValueTuple carry(ValueRange values, unsigned group) final {
    return carryWithFill(values, group, {});
  }

  //===--------------------------------------------------------------------===//
  // What folds
  //===--------------------------------------------------------------------===//

  /// Whether the neutral element of `combiner`, which has one, costs nothing as
  /// the fill of shiftRow(), or with `carry` of carryWithFill(): it is there
  /// anyway, or the move folds into the operation with it.
  bool foldsFill(const Combiner &combiner, bool carry) const;
  /// Whether a move whose result is not looked at in lanes without a source
  /// folds into the operation of `combiner`.
  bool foldsMove(const Combiner &combiner) const;
  /// Whether carry() folds into operations that use it, as moves in a row do.
  virtual bool foldsCarry() const = 0;

  //===--------------------------------------------------------------------===//
  // Moves
  //===--------------------------------------------------------------------===//

  /// carry(), and lanes of the lower half get `fill`.
  virtual ValueTuple carryWithFill(ValueRange values, unsigned group,
                                   ValueRange fill) = 0;
  /// In each aligned group of two rows, the first lane gets the first lane of
  /// the upper row; anything in other lanes.
  virtual ValueTuple fromUpperRow(ValueRange values) = 0;
  /// In each aligned group of `group` lanes (more than a row), the lanes of the
  /// upper half have `upper`, the others `lower`.
  virtual ValueTuple mergeHalves(ValueRange lower, ValueRange upper,
                                 unsigned group) = 0;
  /// Lane 0 gets the last lane of the wave, which must exist and be active;
  /// anything in the other lanes.
  virtual ValueTuple lastToFirst(ValueRange values) = 0;
  /// In each aligned group of 2 * `distance` lanes, up to a row, every lane
  /// gets one of the other half; each half as a whole gets all of the other.
  virtual ValueTuple exchangeHalves(ValueRange values, unsigned distance) = 0;
  /// `values` out of an instruction that LLVM does not look into.
  virtual ValueTuple hideMove(ValueRange values) = 0;

  //===--------------------------------------------------------------------===//
  // Steps in place
  //===--------------------------------------------------------------------===//
  // Steps of a fold that are one operation and leave lanes without a source
  // alone, so that they need no neutral element (InPlaceFold.h).

  /// Combines with what shiftRow() gives by `by`, or, if there is a `group`,
  /// with what carry() gives.
  struct RowStep {
    int by = 0;
    unsigned group = 0;
  };

  /// Whether there are such steps for `combiner`, which is commutative then.
  virtual bool combinesInPlace(const Combiner &combiner) const = 0;
  /// One step after the other.
  virtual ValueTuple foldInPlace(const Combiner &combiner, ValueRange values,
                                 ArrayRef<RowStep> steps) = 0;
  /// Combines the first lane of every two rows of what foldInPlace() gave with
  /// what fromUpperRow() gives; where foldsCarry() does not hold.
  virtual ValueTuple foldUpperRowInPlace(const Combiner &combiner,
                                         ValueRange values) = 0;
};

/// The moves of `target`, an AMD chip.
std::unique_ptr<CrossLane> createAMDCrossLane(CodeBuilder &b,
                                              const TargetInfo &target);

} // namespace mlir::prim

#endif // PRIM_LIB_TARGET_ROCDL_DPPMOVES_H
