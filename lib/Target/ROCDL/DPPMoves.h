//===- DPPMoves.h - Moves that become part of folds ---------------*- C++
//-*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// DPP moves can be part of the operation that uses them, and can leave lanes
// without a source unchanged. The handling of such lanes determines the cost of
// a step of a fold. This class has the moves with these properties, the
// operations that accept them, and scans and reductions built from such steps.
// The logical warps must be aligned with rows.
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
  // Folding properties
  //===--------------------------------------------------------------------===//

  /// Whether the neutral element of `combiner`, which must have one, is free as
  /// the fill of shiftRow(), or with `carry` of carryWithFill(). It is free if
  /// it exists anyway, or if the move with the fill folds into the operation.
  bool foldsFill(const Combiner &combiner, bool carry) const;
  /// Whether a move folds into the operation of `combiner` if its result is not
  /// used in lanes without a source.
  bool foldsMove(const Combiner &combiner) const;
  /// Whether carry() folds into its users, as moves in a row do.
  virtual bool foldsCarry() const = 0;

  //===--------------------------------------------------------------------===//
  // Moves
  //===--------------------------------------------------------------------===//

  /// Like carry(), except that lanes of the lower half get `fill`.
  virtual ValueTuple carryWithFill(ValueRange values, unsigned group,
                                   ValueRange fill) = 0;
  /// In each aligned group of two rows, the first lane gets the first lane of
  /// the upper row; other lanes are undefined.
  virtual ValueTuple fromUpperRow(ValueRange values) = 0;
  /// In each aligned group of `group` lanes (more than a row), the lanes of the
  /// upper half have `upper`, the others `lower`.
  virtual ValueTuple mergeHalves(ValueRange lower, ValueRange upper,
                                 unsigned group) = 0;
  /// Lane 0 gets the last lane of the wave, which must exist and be active;
  /// other lanes are undefined.
  virtual ValueTuple lastToFirst(ValueRange values) = 0;
  /// In each aligned group of 2 * `distance` lanes, up to a row, every lane
  /// gets a lane of the other half. Each half gets all lanes of the other.
  virtual ValueTuple exchangeHalves(ValueRange values, unsigned distance) = 0;
  /// Returns `values` through an instruction that is opaque to LLVM.
  virtual ValueTuple hideMove(ValueRange values) = 0;

  //===--------------------------------------------------------------------===//
  // Steps in place
  //===--------------------------------------------------------------------===//
  // Steps of a fold that are one operation and do not change lanes without a
  // source, so that they need no neutral element (InPlaceFold.h).

  /// Combines with the result of shiftRow() by `by`, or of carry() if there is
  /// a `group`.
  struct RowStep {
    int by = 0;
    unsigned group = 0;
  };

  /// Whether `combiner` has such steps; it is then commutative.
  virtual bool combinesInPlace(const Combiner &combiner) const = 0;
  /// Applies the steps in sequence.
  virtual ValueTuple foldInPlace(const Combiner &combiner, ValueRange values,
                                 ArrayRef<RowStep> steps) = 0;
  /// Combines the first lane of every two rows of a result of foldInPlace()
  /// with fromUpperRow(); for chips without foldsCarry().
  virtual ValueTuple foldUpperRowInPlace(const Combiner &combiner,
                                         ValueRange values) = 0;
};

/// The moves of `target`, an AMD chip.
std::unique_ptr<CrossLane> createAMDCrossLane(CodeBuilder &b,
                                              const TargetInfo &target);

} // namespace mlir::prim

#endif // PRIM_LIB_TARGET_ROCDL_DPPMOVES_H
