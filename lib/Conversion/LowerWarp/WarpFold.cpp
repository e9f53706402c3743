//===- WarpFold.cpp - Collective algorithms of a warp ---*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Scans take steps that double the distance: first within the rows in which
// the hardware shifts for free, then by carrying a row's fold into the next
// ones. Where rows and logical warps do not line up, all steps are shifts of
// the whole wave.
//
// What a step does in lanes that have nothing to fetch decides its cost. The
// best are operations that leave such lanes alone, then fetching a neutral
// element that costs nothing. Otherwise the lanes keep their values because
// their results are moved to where they belong, with the same kind of move that
// leaves lanes without a source alone. Only where the lanes that receive depend
// on data (segments, logical warps of odd widths) is the result selected.
//
// A region that is not total is the exception: every one of its steps is
// branched around in lanes that have nothing to combine.
//
// Lanes that do not exist are always the last ones of a wave. Scans towards
// higher lanes never read them; whatever else might is guarded by a select on
// lane numbers.
//
//===----------------------------------------------------------------------===//

#include "WarpFold.h"

using namespace mlir;
using namespace mlir::prim;
using arith::CmpIPredicate;

WarpFold::WarpFold(ImplicitLocOpBuilder &builder, CrossLane &lanes,
                   const TargetInfo &target, const Combiner &combiner,
                   WarpShape shape)
    : builder(builder), lanes(lanes), target(target), combiner(combiner),
      shape(shape) {
  if (combiner.hasIdentity())
    neutral = combiner.neutral(builder, builder.getLoc());
}

bool WarpFold::needsPermute(const TargetInfo &target, const WarpShape &shape) {
  if (shape.width == target.waveSize)
    return false;
  return !llvm::isPowerOf2_32(shape.width) || shape.partial || shape.valid;
}

//===----------------------------------------------------------------------===//
// Lane numbers
//===----------------------------------------------------------------------===//

Value WarpFold::constant(int64_t value) {
  return arith::ConstantOp::create(builder, builder.getI32IntegerAttr(value));
}

Value WarpFold::compare(CmpIPredicate predicate, Value lhs, Value rhs) {
  return arith::CmpIOp::create(builder, predicate, lhs, rhs);
}

Value WarpFold::positionInWarp() { return lanes.positionIn(shape.width); }

Value WarpFold::counts() {
  return shape.valid
             ? compare(CmpIPredicate::slt, positionInWarp(), shape.valid)
             : Value();
}

Value WarpFold::firstLaneOfWarp() {
  if (shape.width == target.waveSize)
    return constant(0);
  return arith::SubIOp::create(builder, lanes.laneId(), positionInWarp());
}

Value WarpFold::lastLaneOfWarp() {
  Value first = firstLaneOfWarp();
  Value last = arith::AddIOp::create(builder, first, constant(shape.width - 1));
  if (shape.partial) {
    // All lanes that exist are active, at least those of this logical warp: if
    // it lacks some, no lane behind it is active.
    Value active = lanes.ballot(
        arith::ConstantOp::create(builder, builder.getBoolAttr(true)));
    Value zeros = lanes.countLeadingZeros(active);
    Value lastActive =
        arith::SubIOp::create(builder, constant(target.waveSize - 1), zeros);
    last = shape.width == target.waveSize
               ? lastActive
               : arith::MinUIOp::create(builder, last, lastActive);
  }
  if (shape.valid) {
    // May be the lane before the first one. Cut to the logical warp first, for
    // counts with which the sum would wrap.
    Value count = arith::MinSIOp::create(
        builder, arith::MaxSIOp::create(builder, shape.valid, constant(0)),
        constant(shape.width));
    Value lastValid = arith::SubIOp::create(
        builder, arith::AddIOp::create(builder, first, count), constant(1));
    last = arith::MinSIOp::create(builder, last, lastValid);
  }
  return last;
}

//===----------------------------------------------------------------------===//
// Scopes
//===----------------------------------------------------------------------===//

WarpFold::Scope WarpFold::wholeWarp(bool reverse) {
  Scope scope{reverse, Value()};
  // Where the scan comes from a last lane that is not always the same.
  if (reverse && !isWhole())
    scope.reach =
        arith::SubIOp::create(builder, lastLaneOfWarp(), lanes.laneId());
  return scope;
}

/// The bit at `lane` of a lane mask as wide as `type`.
static Value laneBit(ImplicitLocOpBuilder &builder, Value lane, Type type) {
  if (type != lane.getType())
    lane = arith::ExtUIOp::create(builder, type, lane);
  Value one =
      arith::ConstantOp::create(builder, builder.getIntegerAttr(type, 1));
  return arith::ShLIOp::create(builder, one, lane);
}

Value WarpFold::distanceToHead(Value flag) {
  Value mask = lanes.ballot(flag);
  Type type = mask.getType();
  // The first lane of the logical warp is always a head; later lanes' flags do
  // not matter.
  mask = arith::OrIOp::create(builder, mask,
                              laneBit(builder, firstLaneOfWarp(), type));
  Value behind = arith::SubIOp::create(builder, constant(target.waveSize - 1),
                                       lanes.laneId());
  Value amount = behind;
  if (type != amount.getType())
    amount = arith::ExtUIOp::create(builder, type, amount);
  // This lane's bit comes to the top: leading zeros are the distance.
  mask = arith::ShLIOp::create(builder, mask, amount);
  return lanes.countLeadingZeros(mask);
}

WarpFold::Scope WarpFold::segment(Value flag, bool tail, bool reverse) {
  if (!reverse) {
    assert(!tail && "only reductions take tail flags");
    return {false, distanceToHead(flag)};
  }
  Value mask = lanes.ballot(flag);
  Type type = mask.getType();
  Value amount = lanes.laneId();
  if (type != amount.getType())
    amount = arith::ExtUIOp::create(builder, type, amount);
  // A head ends the segment one lane before it. Shift in two steps, since the
  // sum may be the width of the mask.
  if (!tail)
    mask = arith::ShRUIOp::create(
        builder, mask,
        arith::ConstantOp::create(builder, builder.getIntegerAttr(type, 1)));
  mask = arith::ShRUIOp::create(builder, mask, amount);
  // Nor does a segment go past the last lane. Lanes behind it, which have no
  // results, are kept from an oversized shift.
  Value rest = arith::SubIOp::create(builder, lastLaneOfWarp(), lanes.laneId());
  Value end =
      arith::AndIOp::create(builder, rest, constant(target.waveSize - 1));
  mask = arith::OrIOp::create(builder, mask, laneBit(builder, end, type));
  return {true, lanes.countTrailingZeros(mask)};
}

Value WarpFold::isFirst(const Scope &scope) {
  if (scope.reach)
    return compare(CmpIPredicate::eq, scope.reach, constant(0));
  return compare(CmpIPredicate::eq, positionInWarp(),
                 constant(scope.reverse ? shape.width - 1 : 0));
}

//===----------------------------------------------------------------------===//
// Steps
//===----------------------------------------------------------------------===//

ValueTuple WarpFold::combine(ValueRange earlier, ValueRange later) {
  return combiner.combine(builder, builder.getLoc(), earlier, later);
}

ValueTuple WarpFold::fetch(Move move, ValueRange fill) {
  ValueTuple fetched = move(fill);
  // A product may become part of a multiply-add with what uses it.
  bool isOneOperation =
      combiner.getKind() && combiner.getKind() != CombinerKind::Mul;
  return isOneOperation ? fetched : lanes.detach(fetched);
}

ValueTuple WarpFold::freeStep(ValueRange values, bool reverse, Move move) {
  ValueTuple fetched = fetch(move, {});
  return reverse ? combine(values, fetched) : combine(fetched, values);
}

ValueTuple WarpFold::step(ValueRange values, bool reverse, Move move,
                          llvm::function_ref<Value()> applies) {
  if (!combiner.isTotal()) {
    ValueTuple fetched = fetch(move, {});
    Value condition = applies();
    // Lanes that do not count have what to fetch, but nothing to combine.
    if (Value here = counts())
      condition = arith::AndIOp::create(builder, condition, here);
    ValueRange lhs = fetched, rhs = values;
    if (reverse)
      std::swap(lhs, rhs);
    return combineIf(builder, builder.getLoc(), combiner, condition, lhs, rhs,
                     values);
  }
  ValueTuple combined = freeStep(values, reverse, move);
  // LLVM would make the selection one between operands, and the move would no
  // longer be part of the operation.
  if (lanes.foldsMove(combiner) && combiner.getTypes().front().isInteger(32))
    combined = {lanes.opaque(combined.front())};
  return selectTuple(builder, builder.getLoc(), applies(), combined, values);
}

ValueTuple WarpFold::stepRow(ValueRange values, int by) {
  // Results for the lanes that receive are computed in the lanes that have the
  // values to fetch.
  bool reverse = by < 0;
  ValueTuple fetched = fetch(
      [&](ValueRange fill) { return lanes.shiftRow(values, -by, fill); }, {});
  ValueTuple combined =
      reverse ? combine(fetched, values) : combine(values, fetched);
  return lanes.shiftRow(combined, by, values);
}

ValueTuple WarpFold::stepCarry(ValueRange values, bool reverse,
                               unsigned group) {
  if (!reverse && !neutral.empty() &&
      lanes.foldsFill(combiner, /*carry=*/true)) {
    ValueTuple fetched =
        fetch([&](ValueRange fill) { return lanes.carry(values, group, fill); },
              neutral);
    return combine(fetched, values);
  }
  ValueTuple combined = freeStep(values, reverse, [&](ValueRange fill) {
    return reverse ? lanes.readGroup(values, group, group / 2)
                   : lanes.carry(values, group, fill);
  });
  return reverse ? lanes.mergeHalves(combined, values, group)
                 : lanes.mergeHalves(values, combined, group);
}

ValueTuple WarpFold::scanRows(ValueRange values, bool reverse) {
  ValueTuple current(values);
  unsigned row = lanes.getRowSize();
  int sign = reverse ? -1 : 1;
  bool inPlace = lanes.combinesInPlace(combiner);
  if (inPlace) {
    current = lanes.prepareInPlace(combiner, current);
    for (unsigned by = 1; by < row; by *= 2)
      current = lanes.combineRow(combiner, current, sign * int(by));
  } else if (!neutral.empty() && lanes.foldsFill(combiner, /*carry=*/false)) {
    for (unsigned by = 1; by < row; by *= 2) {
      ValueTuple fetched = fetch(
          [&](ValueRange fill) {
            return lanes.shiftRow(current, sign * int(by), fill);
          },
          neutral);
      current = reverse ? combine(current, fetched) : combine(fetched, current);
    }
  } else if (!neutral.empty() && combiner.isCommutative()) {
    // In any order the steps cover the same lanes. From the largest distance
    // down, the lanes without a source become fewer: what one step fetched is
    // the fill of the next, and the neutral element is needed once.
    ValueTuple fetched = neutral;
    for (unsigned by = row / 2; by; by /= 2) {
      fetched = fetch(
          [&](ValueRange fill) {
            return lanes.shiftRow(current, sign * int(by), fill);
          },
          fetched);
      current = reverse ? combine(current, fetched) : combine(fetched, current);
    }
  } else {
    for (unsigned by = 1; by < row; by *= 2)
      current = stepRow(current, sign * int(by));
  }
  if (inPlace && !reverse)
    for (unsigned group = 2 * row; group <= shape.width; group *= 2)
      current = lanes.combineCarry(combiner, current, group);
  if (inPlace)
    current = lanes.finishInPlace(current);
  if (!inPlace || reverse)
    for (unsigned group = 2 * row; group <= shape.width; group *= 2)
      current = stepCarry(current, reverse, group);
  return current;
}

ValueTuple WarpFold::scan(ValueRange values, const Scope &scope) {
  ValueTuple current(values);
  bool reverse = scope.reverse;
  unsigned width = shape.width, row = lanes.getRowSize();

  // Lanes between this one and the border that shifts stop at.
  auto reachInWarp = [&]() -> Value {
    if (scope.reach)
      return scope.reach;
    if (!reverse)
      return positionInWarp();
    return arith::SubIOp::create(builder, constant(width - 1),
                                 positionInWarp());
  };
  // A step over more lanes than there are reaches none.
  if (!isAligned()) {
    for (unsigned by = 1; by < shape.lanes; by *= 2)
      current = step(
          current, reverse,
          [&](ValueRange) {
            return lanes.shift(current, reverse ? -int(by) : int(by));
          },
          [&] {
            return compare(CmpIPredicate::sge, reachInWarp(), constant(by));
          });
    return current;
  }

  // Rows and logical warps have the same borders, and nothing else stops.
  if (width >= row && !scope.reach && combiner.isTotal())
    return scanRows(values, reverse);

  unsigned inRow = std::min(width, row);
  auto positionInRow = [&]() -> Value {
    return arith::AndIOp::create(builder, lanes.laneId(), constant(inRow - 1));
  };
  auto reachInRow = [&]() -> Value {
    Value reach = positionInRow();
    if (reverse)
      reach = arith::SubIOp::create(builder, constant(inRow - 1), reach);
    if (scope.reach)
      reach = arith::MinSIOp::create(builder, reach, scope.reach);
    return reach;
  };
  for (unsigned by = 1; by < std::min(inRow, shape.lanes); by *= 2)
    current = step(
        current, reverse,
        [&](ValueRange fill) {
          return lanes.shiftRow(current, reverse ? -int(by) : int(by), fill);
        },
        [&] {
          return compare(CmpIPredicate::sge, reachInRow(), constant(by));
        });

  for (unsigned group = 2 * row; group <= width && group / 2 < shape.lanes;
       group *= 2) {
    unsigned half = group / 2;
    // The half of the group that receives, and how far its source is away.
    auto applies = [&]() -> Value {
      Value inUpper =
          arith::AndIOp::create(builder, lanes.laneId(), constant(half));
      Value receives = compare(reverse ? CmpIPredicate::eq : CmpIPredicate::ne,
                               inUpper, constant(0));
      if (!scope.reach)
        return receives;
      Value position =
          arith::AndIOp::create(builder, lanes.laneId(), constant(half - 1));
      Value reached =
          reverse ? compare(CmpIPredicate::sge, scope.reach,
                            arith::SubIOp::create(builder, constant(half),
                                                  position))
                  : compare(CmpIPredicate::sgt, scope.reach, position);
      return arith::AndIOp::create(builder, receives, reached);
    };
    current = step(
        current, reverse,
        [&](ValueRange fill) {
          return reverse ? lanes.readGroup(current, group, half)
                         : lanes.carry(current, group, fill);
        },
        applies);
  }
  return current;
}

ValueTuple WarpFold::exclusive(ValueRange inclusive, const Scope &scope,
                               ValueRange fill) {
  unsigned width = shape.width, row = lanes.getRowSize();
  bool wave = width == target.waveSize;
  // Whether lanes without a source are the first ones of the scan.
  bool bounded = !scope.reach && (wave || width == row);
  ValueRange moveFill = bounded ? fill : ValueRange();
  ValueTuple moved;
  if (wave)
    moved = lanes.shiftOne(inclusive, scope.reverse, moveFill);
  else if (isAligned() && width <= row)
    moved = lanes.shiftRow(inclusive, scope.reverse ? -1 : 1, moveFill);
  else if (!lanes.canPermute())
    // Over the borders of logical warps, too, where it is not looked at.
    moved = lanes.shiftOne(inclusive, scope.reverse, {});
  else
    moved = lanes.shift(inclusive, scope.reverse ? -1 : 1);
  moved = lanes.detach(moved);
  if (bounded || fill.empty())
    return moved;
  return selectTuple(builder, builder.getLoc(), isFirst(scope), fill, moved);
}

//===----------------------------------------------------------------------===//
// Folds
//===----------------------------------------------------------------------===//

ValueTuple WarpFold::totalOf(ValueRange inclusive, bool reverse) {
  unsigned width = shape.width;
  bool wave = width == target.waveSize;
  ValueTuple fold;
  // The first lane always exists, the last one of a whole warp does.
  if (isAligned() && (reverse || isWhole())) {
    fold = lanes.readGroup(inclusive, width, reverse ? 0 : width - 1);
  } else {
    Value lane = reverse ? firstLaneOfWarp() : lastLaneOfWarp();
    fold =
        wave ? lanes.readLane(inclusive, lane) : lanes.permute(inclusive, lane);
  }
  if (shape.valid && combiner.hasIdentity())
    fold = selectTuple(builder, builder.getLoc(),
                       compare(CmpIPredicate::sle, shape.valid, constant(0)),
                       combiner.identity(builder, builder.getLoc()), fold);
  return fold;
}

ValueTuple WarpFold::foldToLast(ValueRange values) {
  // The last lane of a row reads lanes of its row alone, and so on: what other
  // lanes compute meanwhile does not matter, and no step needs a neutral
  // element.
  ValueTuple current(values);
  unsigned row = lanes.getRowSize();
  if (shape.width >= row && usesInPlace()) {
    current = lanes.prepareInPlace(combiner, current);
    for (unsigned by = 1; by < row; by *= 2)
      current = lanes.combineRow(combiner, current, by);
    for (unsigned group = 2 * row; group <= shape.width; group *= 2)
      current = lanes.combineCarry(combiner, current, group);
    return lanes.finishInPlace(current);
  }
  for (unsigned by = 1; by < std::min(shape.width, row); by *= 2)
    current = freeStep(current, /*reverse=*/false, [&](ValueRange fill) {
      return lanes.shiftRow(current, by, fill);
    });
  for (unsigned group = 2 * row; group <= shape.width; group *= 2)
    current = freeStep(current, /*reverse=*/false, [&](ValueRange fill) {
      return lanes.carry(current, group, fill);
    });
  return current;
}

ValueTuple WarpFold::foldToFirst(ValueRange values, unsigned width) {
  // As foldToLast(), the other way round.
  ValueTuple current(values);
  bool inPlace = width == lanes.getRowSize() && usesInPlace();
  if (inPlace)
    current = lanes.prepareInPlace(combiner, current);
  for (unsigned by = 1; by < width; by *= 2) {
    if (inPlace)
      current = lanes.combineRow(combiner, current, -int(by));
    else
      current = freeStep(current, /*reverse=*/true, [&](ValueRange fill) {
        return lanes.shiftRow(current, -int(by), fill);
      });
  }
  return inPlace ? lanes.finishInPlace(current) : current;
}

ValueTuple WarpFold::reduceWave(ValueRange values, bool all) {
  // A move between rows is an instruction of its own, so the last one reads
  // uniform values, which need no more of them to reach all lanes.
  unsigned row = lanes.getRowSize(), half = shape.width / 2;
  ValueTuple current = foldToFirst(values, row);
  if (usesInPlace() && isa<FloatType>(combiner.getTypes().front())) {
    current = lanes.finishInPlace(lanes.combineUpperRow(combiner, current));
    if (half == row)
      return all ? lanes.readLane(current, constant(0)) : current;
  } else if (half != row) {
    current = combine(
        current,
        fetch([&](ValueRange) { return lanes.fromUpperRow(current); }, {}));
  }
  assert(half <= 2 * row && "two or four rows");
  ValueTuple upper = lanes.readLane(current, constant(half));
  return combine(all ? lanes.readLane(current, constant(0)) : current, upper);
}

ValueTuple WarpFold::reduce(ValueRange values, bool all) {
  unsigned width = shape.width, row = lanes.getRowSize();
  if (!isWhole() || !isAligned() || !combiner.isTotal())
    return totalOf(scan(values, Scope()), /*reverse=*/false);
  if (width == target.waveSize && width > row && !lanes.foldsCarry())
    return reduceWave(values, all);
  if (width == target.waveSize && width > row && !all)
    return lanes.lastToFirst(foldToLast(values));
  if (width > row || width == target.waveSize)
    return totalOf(foldToLast(values), /*reverse=*/false);
  if (all && combiner.isCommutative()) {
    ValueTuple current(values);
    for (unsigned by = 1; by < width; by *= 2)
      current = freeStep(current, /*reverse=*/false, [&](ValueRange) {
        return lanes.exchangeHalves(current, by);
      });
    return current;
  }
  ValueTuple current = foldToFirst(values, width);
  return all ? lanes.readGroup(current, width, 0) : current;
}

ValueTuple WarpFold::reduceSegments(ValueRange values, Value flag, bool tail) {
  return scan(values, segment(flag, tail, /*reverse=*/true));
}
