//===- WarpFold.h - Collective algorithms of a warp -----*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Scans and reductions over the lanes of a logical warp, on top of the moves
// that a target family offers. They know no chip.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_LIB_CONVERSION_LOWERWARP_WARPFOLD_H
#define PRIM_LIB_CONVERSION_LOWERWARP_WARPFOLD_H

#include "prim/Dialect/Prim/Utils/CodeBuilder.h"
#include "prim/Target/CrossLane.h"

namespace mlir::prim {

/// The lanes that fold together.
struct WarpShape {
  /// Lanes of a logical warp, 1 to the wave size. Logical warp j of a wave has
  /// the lanes from j * width on; the last one may be cut off by its end.
  unsigned width;
  /// Whether a logical warp may lack lanes at its end, because the wave does or
  /// because the block has no more threads.
  bool partial;
  /// How many lanes of the logical warp count (i32), or null for all.
  Value valid;
  /// Lanes that a logical warp has at most: fewer than `width` where the block
  /// is known to have fewer threads.
  unsigned lanes;
};

/// Folds over one logical warp with one combiner. Tuples have one scalar per
/// lane and member.
class WarpFold {
public:
  /// A combiner that is not total only sees folds of values of lanes that
  /// count, each of those after the one that it comes after.
  WarpFold(CodeBuilder &b, CrossLane &lanes, const TargetInfo &target,
           const Combiner &combiner, WarpShape shape);

  /// Where a scan goes.
  struct Scope {
    /// From the last lane down; operands keep lane order all the same.
    bool reverse = false;
    /// How many lanes this one is away from the first lane of its scan (the
    /// last one, with `reverse`), i32; null if that is the border of the
    /// logical warp.
    Value reach;
    /// The number of that first lane, i32, where the target asks for it.
    Value head;
  };

  /// The scope of a whole logical warp.
  Scope wholeWarp(bool reverse);
  /// The scope of the segment this lane is in. `flag` (i1) marks first lanes,
  /// or with `tail` last ones.
  Scope segment(Value flag, bool tail, bool reverse);
  /// How many lanes away the head of this lane's segment is, i32.
  Value distanceToHead(Value flag);

  /// Inclusive scan.
  ValueTuple scan(ValueRange values, const Scope &scope);
  /// The inclusive result of the lane before (after, with reverse); the first
  /// lane of the scan gets `fill`, an identity, or anything if that is empty.
  /// `own` is what was scanned.
  ValueTuple exclusive(ValueRange own, ValueRange inclusive, const Scope &scope,
                       ValueRange fill);
  /// Whether this lane is the first of its scan, i1.
  Value isFirst(const Scope &scope);
  /// The fold of the logical warp out of its inclusive scan, in every lane.
  ValueTuple totalOf(ValueRange inclusive, bool reverse);
  /// The fold of the logical warp in its first lane, or in every lane.
  ValueTuple reduce(ValueRange values, bool all);
  /// The fold of every segment in its first lane.
  ValueTuple reduceSegments(ValueRange values, Value flag, bool tail);

  /// Whether this lane counts, i1; null if all do that exist.
  Value counts();

  /// The lanes in which segments start, as a lane mask.
  Value headsOfWarp(Value flag);
  /// The scope whose first lane is in `mask`.
  Scope findScope(Value mask, bool reverse);

  ValueTuple combine(ValueRange earlier, ValueRange later);

  /// Whether the algorithms above need CrossLane::permute() for this shape.
  static bool needsPermute(const TargetInfo &target, const WarpShape &shape);

private:
  using Move = llvm::function_ref<ValueTuple()>;
  /// One step of a scan: fetch with `move` and combine, where `applies` holds.
  ValueTuple step(ValueRange values, bool reverse, Move move,
                  llvm::function_ref<Value()> applies);
  /// The values that one step combines with.
  ValueTuple fetch(Move move);

  Value constant(int64_t value);
  Value compare(arith::CmpIPredicate predicate, Value lhs, Value rhs);
  Value positionInWarp();
  Value firstLaneOfWarp();
  /// The last lane of the logical warp that exists and counts.
  Value lastLaneOfWarp();
  /// What `own` has been folded into `inclusive` behind, for kinds that say so.
  std::optional<ValueTuple> takeOut(ValueRange own, ValueRange inclusive);
  bool isAligned() const { return llvm::isPowerOf2_32(shape.width); }
  bool isWhole() const { return !shape.partial && !shape.valid; }

  CodeBuilder &b;
  CrossLane &lanes;
  const TargetInfo &target;
  const Combiner &combiner;
  WarpShape shape;
  /// The neutral element, where steps are to use it.
  ValueTuple neutral;
};

} // namespace mlir::prim

#endif // PRIM_LIB_CONVERSION_LOWERWARP_WARPFOLD_H
