//===- WarpFold.cpp - Collective algorithms of a warp ---*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Scans take steps of doubling distance: first within the rows, in which the
// hardware shifts for free, then by carrying a row's fold into the next rows.
// If rows and logical warps are not aligned, all steps are shifts of the whole
// wave.
//
// The cost of a step depends on its handling of lanes without a source. The
// best steps are operations that do not change such lanes, followed by moves
// with a neutral element at no cost. Otherwise the results are moved to their
// places by a move that also leaves lanes without a source unchanged. A select
// is used only if the receiving lanes depend on data (segments, logical warps
// of odd widths).
//
// A region that is not total is the exception: every one of its steps is
// branched around in lanes that have nothing to combine.
//
// Lanes that do not exist are always the last ones of a wave. Scans towards
// higher lanes never read them; all other reads are guarded by a select on lane
// numbers.
//
//===----------------------------------------------------------------------===//

#include "WarpFold.h"

using namespace mlir;
using namespace mlir::prim;
using arith::CmpIPredicate;

WarpFold::WarpFold(CodeBuilder &b, CrossLane &lanes, const TargetInfo &target,
                   const Combiner &combiner, WarpShape shape)
    : b(b), lanes(lanes), target(target), combiner(combiner), shape(shape) {
  if (combiner.hasIdentity())
    neutral = combiner.neutral(b);
}

bool WarpFold::needsPermute(const TargetInfo &target, const WarpShape &shape) {
  if (shape.width == target.waveSize)
    return false;
  return !llvm::isPowerOf2_32(shape.width) || shape.partial || shape.valid;
}

//===----------------------------------------------------------------------===//
// Lane numbers
//===----------------------------------------------------------------------===//

Value WarpFold::positionInWarp() { return lanes.positionIn(shape.width); }

Value WarpFold::counts() {
  return shape.valid ? b.slt(positionInWarp(), shape.valid) : Value();
}

Value WarpFold::firstLaneOfWarp() {
  if (shape.width == target.waveSize)
    return b.i32(0);
  return b.sub(lanes.laneId(), positionInWarp());
}

Value WarpFold::lastLaneOfWarp() {
  Value first = firstLaneOfWarp();
  Value last = b.add(first, shape.width - 1);
  if (shape.partial) {
    // All existing lanes of this logical warp are active. If it lacks lanes, no
    // lane after it is active.
    Value active = lanes.ballot(b.boolean(true));
    Value zeros = lanes.countLeadingZeros(active);
    Value lastActive = b.sub(b.i32(target.waveSize - 1), zeros);
    last =
        shape.width == target.waveSize ? lastActive : b.minui(last, lastActive);
  }
  if (shape.valid) {
    // May be the lane before the first one. Cut to the logical warp first, for
    // counts with which the sum would wrap.
    Value count = b.minsi(b.maxsi(shape.valid, 0), shape.width);
    Value lastValid = b.sub(b.add(first, count), 1);
    last = b.minsi(last, lastValid);
  }
  return last;
}

//===----------------------------------------------------------------------===//
// Scopes
//===----------------------------------------------------------------------===//

WarpFold::Scope WarpFold::wholeWarp(bool reverse) {
  Scope scope{reverse, Value(), Value()};
  // The distance is needed if a reverse scan starts at a last lane that varies.
  if (reverse && !isWhole())
    scope.reach = b.sub(lastLaneOfWarp(), lanes.laneId());
  return scope;
}

/// The bit at `lane` of a lane mask as wide as `type`.
static Value laneBit(CodeBuilder &b, Value lane, Type type) {
  if (type != lane.getType())
    lane = b.extui(type, lane);
  Value one = b.constant(type, 1);
  return b.shli(one, lane);
}

WarpFold::Scope WarpFold::findScope(Value mask, bool reverse) {
  Value head = lanes.findHead(mask, reverse), lane = lanes.laneId();
  Value reach = reverse ? b.sub(head, lane) : b.sub(lane, head);
  return {reverse, reach, head};
}

Value WarpFold::headsOfWarp(Value flag) {
  // The first lane of the logical warp is always a head.
  Value mask = lanes.ballot(flag);
  return b.ori(mask, laneBit(b, firstLaneOfWarp(), mask.getType()));
}

Value WarpFold::distanceToHead(Value flag) {
  // Flags of later lanes have no effect.
  Value mask = headsOfWarp(flag);
  Type type = mask.getType();
  Value last = b.i32(target.waveSize - 1);
  Value behind = b.sub(last, lanes.laneId());
  Value amount = behind;
  if (type != amount.getType())
    amount = b.extui(type, amount);
  // Shifts this lane's bit to the top, so that leading zeros are the distance.
  mask = b.shli(mask, amount);
  return lanes.countLeadingZeros(mask);
}

WarpFold::Scope WarpFold::segment(Value flag, bool tail, bool reverse) {
  if (!reverse) {
    assert(!tail && "only reductions take tail flags");
    if (lanes.namesHeads())
      return findScope(headsOfWarp(flag), reverse);
    return {false, distanceToHead(flag), Value()};
  }
  Value mask = lanes.ballot(flag);
  Type type = mask.getType();
  // A head ends the segment one lane before it. The shift takes two steps,
  // since the total distance may be the width of the mask.
  if (!tail)
    mask = b.shrui(mask, 1);
  if (lanes.namesHeads())
    return findScope(b.ori(mask, laneBit(b, lastLaneOfWarp(), type)), reverse);
  Value amount = lanes.laneId();
  if (type != amount.getType())
    amount = b.extui(type, amount);
  mask = b.shrui(mask, amount);
  // A segment ends at the last lane at the latest. Lanes after the last one
  // have no results; the mask keeps their shift in range.
  Value rest = b.sub(lastLaneOfWarp(), lanes.laneId());
  Value end = b.andi(rest, target.waveSize - 1);
  mask = b.ori(mask, laneBit(b, end, type));
  return {true, lanes.countTrailingZeros(mask), Value()};
}

Value WarpFold::isFirst(const Scope &scope) {
  if (scope.reach)
    return b.eq(scope.reach, 0);
  return b.eq(positionInWarp(), scope.reverse ? shape.width - 1 : 0);
}

//===----------------------------------------------------------------------===//
// Steps
//===----------------------------------------------------------------------===//

ValueTuple WarpFold::combine(ValueRange earlier, ValueRange later) {
  return combiner.combine(b, earlier, later);
}

ValueTuple WarpFold::fetch(Move move) {
  return lanes.detach(move(), &combiner);
}

ValueTuple WarpFold::step(ValueRange values, bool reverse, Move move,
                          llvm::function_ref<Value()> applies) {
  if (!combiner.isTotal()) {
    ValueTuple fetched = fetch(move);
    Value condition = applies();
    // Invalid lanes have a source, but must not combine.
    if (Value here = counts())
      condition = b.andi(condition, here);
    ValueRange lhs = fetched, rhs = values;
    if (reverse)
      std::swap(lhs, rhs);
    return combineIf(b, combiner, condition, lhs, rhs, values);
  }
  ValueTuple fetched = fetch(move);
  ValueTuple combined =
      reverse ? combine(values, fetched) : combine(fetched, values);
  combined = lanes.keepFolded(combiner, combined);
  return selectTuple(b, applies(), combined, values);
}

ValueTuple WarpFold::scan(ValueRange values, const Scope &scope) {
  ValueTuple current(values);
  bool reverse = scope.reverse;
  unsigned width = shape.width, row = lanes.getRowSize();

  // Lanes between this one and the border at which shifts stop.
  auto reachInWarp = [&]() -> Value {
    if (scope.reach)
      return scope.reach;
    if (!reverse)
      return positionInWarp();
    return b.sub(b.i32(width - 1), positionInWarp());
  };
  CrossLane::Extent extent{width, shape.lanes, reverse, nullptr, scope.head};
  if (scope.reach || !isAligned())
    extent.reach = reachInWarp;
  if (combiner.isTotal())
    if (std::optional<ValueTuple> scanned =
            lanes.scanWarp(combiner, neutral, values, extent))
      return *scanned;

  // A step wider than the warp has no source.
  if (!isAligned()) {
    for (unsigned by = 1; by < shape.lanes; by *= 2)
      current = step(
          current, reverse,
          [&] { return lanes.shift(current, reverse ? -int(by) : int(by)); },
          [&] { return b.sge(reachInWarp(), by); });
    return current;
  }

  unsigned inRow = std::min(width, row);
  auto positionInRow = [&]() -> Value {
    return b.andi(lanes.laneId(), inRow - 1);
  };
  auto reachInRow = [&]() -> Value {
    Value reach = positionInRow();
    if (reverse)
      reach = b.sub(b.i32(inRow - 1), reach);
    if (scope.reach)
      reach = b.minsi(reach, scope.reach);
    return reach;
  };
  for (unsigned by = 1; by < std::min(inRow, shape.lanes); by *= 2)
    current = step(
        current, reverse,
        [&] {
          return lanes.shiftRow(current, reverse ? -int(by) : int(by), {});
        },
        [&] { return b.sge(reachInRow(), by); });

  for (unsigned group = 2 * row; group <= width && group / 2 < shape.lanes;
       group *= 2) {
    unsigned half = group / 2;
    // The half of the group that receives, and the distance of its source.
    auto applies = [&]() -> Value {
      Value inUpper = b.andi(lanes.laneId(), half);
      Value receives =
          b.cmpi(reverse ? CmpIPredicate::eq : CmpIPredicate::ne, inUpper, 0);
      if (!scope.reach)
        return receives;
      Value position = b.andi(lanes.laneId(), half - 1);
      Value reached = reverse ? b.sge(scope.reach, b.sub(b.i32(half), position))
                              : b.sgt(scope.reach, position);
      return b.andi(receives, reached);
    };
    current = step(
        current, reverse,
        [&] {
          return reverse ? lanes.readGroup(current, group, half)
                         : lanes.carry(current, group);
        },
        applies);
  }
  return current;
}

std::optional<ValueTuple> WarpFold::takeOut(ValueRange own,
                                            ValueRange inclusive) {
  std::optional<CombinerKind> kind = combiner.getKind();
  Type type = combiner.getTypes().front();
  if (!kind || isa<FloatType>(type))
    return std::nullopt;
  // The result in the first lane is zero, which is the identity of these kinds.
  if (*kind == CombinerKind::Add)
    return ValueTuple{b.sub(inclusive.front(), own.front())};
  if (*kind == CombinerKind::Xor)
    return ValueTuple{b.xori(inclusive.front(), own.front())};
  return std::nullopt;
}

ValueTuple WarpFold::exclusive(ValueRange own, ValueRange inclusive,
                               const Scope &scope, ValueRange fill) {
  unsigned width = shape.width, row = lanes.getRowSize();
  if (!fill.empty() && lanes.prefersInverse())
    if (std::optional<ValueTuple> before = takeOut(own, inclusive))
      return *before;
  if (width > 1 && isAligned()) {
    auto reach = [&] { return scope.reach; };
    CrossLane::Extent extent{width, shape.lanes, scope.reverse, nullptr,
                             scope.head};
    if (scope.reach)
      extent.reach = reach;
    if (std::optional<ValueTuple> moved =
            lanes.shiftInWarp(inclusive, 1, extent, fill))
      return *moved;
  }
  bool wave = width == target.waveSize;
  // Whether lanes without a source are exactly the first ones of scans.
  bool bounded = !scope.reach && (wave || width == row);
  ValueRange moveFill = bounded ? fill : ValueRange();
  ValueTuple moved;
  if (wave)
    moved = lanes.shiftOne(inclusive, scope.reverse, moveFill);
  else if (isAligned() && width <= row)
    moved = lanes.shiftRow(inclusive, scope.reverse ? -1 : 1, moveFill);
  else if (!lanes.canPermute())
    // Also crosses borders of logical warps, where the result is not used.
    moved = lanes.shiftOne(inclusive, scope.reverse, {});
  else
    moved = lanes.shift(inclusive, scope.reverse ? -1 : 1);
  moved = lanes.detach(moved);
  if (bounded || fill.empty())
    return moved;
  return selectTuple(b, isFirst(scope), fill, moved);
}

//===----------------------------------------------------------------------===//
// Folds
//===----------------------------------------------------------------------===//

ValueTuple WarpFold::totalOf(ValueRange inclusive, bool reverse) {
  unsigned width = shape.width;
  bool wave = width == target.waveSize;
  ValueTuple fold;
  // The first lane always exists; the last lane of a whole warp does as well.
  if (isAligned() && (reverse || isWhole())) {
    fold = lanes.readGroup(inclusive, width, reverse ? 0 : width - 1);
  } else {
    Value lane = reverse ? firstLaneOfWarp() : lastLaneOfWarp();
    fold =
        wave ? lanes.readLane(inclusive, lane) : lanes.permute(inclusive, lane);
  }
  if (shape.valid && combiner.hasIdentity()) {
    Value isNone = b.sle(shape.valid, 0);
    fold = selectTuple(b, isNone, combiner.identity(b), fold);
  }
  return fold;
}

ValueTuple WarpFold::reduce(ValueRange values, bool all) {
  if (isWhole() && isAligned() && combiner.isTotal())
    if (std::optional<ValueTuple> fold =
            lanes.reduceWarp(combiner, values, shape.width, all))
      return *fold;
  return totalOf(scan(values, Scope()), /*reverse=*/false);
}

ValueTuple WarpFold::reduceSegments(ValueRange values, Value flag, bool tail) {
  return scan(values, segment(flag, tail, /*reverse=*/true));
}
