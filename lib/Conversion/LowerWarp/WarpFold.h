//===- WarpFold.h - Collective algorithms of a warp -----*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Scans and reductions over the lanes of a logical warp, on top of a target
// family's moves. Independent of chips.
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
  /// the lanes from j * width on. The last one may be partial.
  unsigned width;
  /// Whether a logical warp may lack lanes at its end, because the wave ends or
  /// because the block has no more threads.
  bool partial;
  /// The number of valid lanes of the logical warp (i32), or null for all.
  Value valid;
  /// The most lanes of a logical warp: fewer than `width` if the block is known
  /// to have fewer threads.
  unsigned lanes;
};

/// Folds over one logical warp with one combiner. Tuples have one scalar per
/// lane and member.
class WarpFold {
public:
  /// A combiner that is not total is applied only to folds of values of valid
  /// lanes, each to consecutive ones.
  WarpFold(CodeBuilder &b, CrossLane &lanes, const TargetInfo &target,
           const Combiner &combiner, WarpShape shape);

  /// The extent and direction of a scan.
  struct Scope {
    /// Scans from the last lane down; operands keep lane order.
    bool reverse = false;
    /// The distance (i32) of this lane from the first lane of its scan (the
    /// last one, with `reverse`). Null if the scan starts at the border of the
    /// logical warp.
    Value reach;
    /// The number of the first lane, i32, if the target needs it.
    Value head;
  };

  /// The scope of a whole logical warp.
  Scope wholeWarp(bool reverse);
  /// The scope of the segment of this lane. `flag` (i1) marks first lanes, or
  /// with `tail` last ones.
  Scope segment(Value flag, bool tail, bool reverse);
  /// The distance (i32) of this lane from the head of its segment.
  Value distanceToHead(Value flag);

  /// Inclusive scan.
  ValueTuple scan(ValueRange values, const Scope &scope);
  /// The inclusive result of the previous lane (the next one, with reverse).
  /// The first lane of the scan gets `fill`, an identity; undefined if that is
  /// empty. `own` are the scanned values.
  ValueTuple exclusive(ValueRange own, ValueRange inclusive, const Scope &scope,
                       ValueRange fill);
  /// Whether this lane is the first of its scan, i1.
  Value isFirst(const Scope &scope);
  /// The fold of the logical warp from its inclusive scan, in every lane.
  ValueTuple totalOf(ValueRange inclusive, bool reverse);
  /// The fold of the logical warp in its first lane, or in every lane.
  ValueTuple reduce(ValueRange values, bool all);
  /// The fold of every segment in its first lane.
  ValueTuple reduceSegments(ValueRange values, Value flag, bool tail);

  /// Whether this lane is valid, i1; null if all existing lanes are.
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
  /// One step of a scan: fetches with `move` and combines if `applies` holds.
  ValueTuple step(ValueRange values, bool reverse, Move move,
                  llvm::function_ref<Value()> applies);
  /// The values that one step combines with.
  ValueTuple fetch(Move move);

  Value constant(int64_t value);
  Value compare(arith::CmpIPredicate predicate, Value lhs, Value rhs);
  Value positionInWarp();
  Value firstLaneOfWarp();
  /// The last existing and valid lane of the logical warp.
  Value lastLaneOfWarp();
  /// Removes `own` from `inclusive`, for kinds with an inverse.
  std::optional<ValueTuple> takeOut(ValueRange own, ValueRange inclusive);
  bool isAligned() const { return llvm::isPowerOf2_32(shape.width); }
  bool isWhole() const { return !shape.partial && !shape.valid; }

  CodeBuilder &b;
  CrossLane &lanes;
  const TargetInfo &target;
  const Combiner &combiner;
  WarpShape shape;
  /// The neutral element, if steps use it.
  ValueTuple neutral;
};

} // namespace mlir::prim

#endif // PRIM_LIB_CONVERSION_LOWERWARP_WARPFOLD_H
