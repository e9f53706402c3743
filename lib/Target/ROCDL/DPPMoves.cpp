//===- DPPMoves.cpp - Moves that become part of folds ------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Scans take steps of doubling distance: first within the rows, in which the
// hardware shifts for free, then by carrying a row's fold into the next rows.
//
// The cost of a step depends on its handling of lanes without a source. The
// best steps are operations that do not change such lanes, followed by moves
// with a neutral element at no cost. Otherwise the results are moved to their
// places by a move that also leaves lanes without a source unchanged.
//
// Lanes that do not exist are always the last ones of a wave. Scans towards
// higher lanes never read them; other folds require whole logical warps.
//
//===----------------------------------------------------------------------===//

#include "DPPMoves.h"

#include "prim/Dialect/Prim/Utils/WorkgroupMemory.h"

using namespace mlir;
using namespace mlir::prim;

//===----------------------------------------------------------------------===//
// Folding properties
//===----------------------------------------------------------------------===//

bool DPPMoves::foldsFill(const Combiner &combiner, bool carry) const {
  if (combiner.getTypes().size() != 1 || !combiner.getKind())
    return false;
  Type type = combiner.getTypes().front();
  CombinerKind kind = *combiner.getKind();
  // LLVM knows the neutral elements of one-word integer operations with a DPP
  // form.
  if (type.isInteger() && type.getIntOrFloatBitWidth() <= 32 &&
      kind != CombinerKind::Mul)
    return true;
  // Zeros are possible in lanes without a source, but not in rows that a mask
  // excludes.
  bool isZero = isa<FloatType>(type)
                    ? kind == CombinerKind::Add &&
                          bitEnumContainsAll(combiner.getFastMath(),
                                             arith::FastMathFlags::nsz)
                    : kind == CombinerKind::Add || kind == CombinerKind::Or ||
                          kind == CombinerKind::Xor ||
                          kind == CombinerKind::MaxUI;
  return isZero && !carry;
}

bool DPPMoves::foldsMove(const Combiner &combiner) const {
  if (combiner.getTypes().size() != 1 || !combiner.getKind())
    return false;
  Type type = combiner.getTypes().front();
  CombinerKind kind = *combiner.getKind();
  if (type.isF32())
    return kind == CombinerKind::Add || kind == CombinerKind::Mul;
  return type.isInteger(32) && kind != CombinerKind::Mul;
}

ValueTuple DPPMoves::detach(ValueRange values, const Combiner *combiner) {
  // A product may become part of a multiply-add with its user.
  bool isOneOperation = combiner && combiner->getKind() &&
                        combiner->getKind() != CombinerKind::Mul;
  return isOneOperation ? ValueTuple(values) : hideMove(values);
}

ValueTuple DPPMoves::keepFolded(const Combiner &combiner, ValueRange values) {
  // LLVM would turn the selection into one between operands, and the move would
  // no longer fold into the operation.
  if (foldsMove(combiner) && combiner.getTypes().front().isInteger(32))
    return {opaque(values.front())};
  return ValueTuple(values);
}

//===----------------------------------------------------------------------===//
// Folds
//===----------------------------------------------------------------------===//

namespace {

/// Folds of aligned logical warps of `width` lanes with one total combiner.
class RowFold {
public:
  RowFold(CodeBuilder &b, DPPMoves &moves, const Combiner &combiner,
          ValueRange neutral, unsigned width)
      : b(b), moves(moves), combiner(combiner), neutral(neutral), width(width) {
  }

  /// The inclusive scan of logical warps of at least a row.
  ValueTuple scanRows(ValueRange values, bool reverse);
  /// Computes the fold in the last lane.
  ValueTuple foldToLast(ValueRange values);
  /// Computes the fold of every aligned group of `group` lanes, up to a row, in
  /// its first lane.
  ValueTuple foldToFirst(ValueRange values, unsigned group);
  /// The fold of a wave of two or four rows, in its first lane or in all lanes.
  ValueTuple reduceWave(ValueRange values, bool all);
  /// The fold of logical warps of up to a row, in all lanes; requires a
  /// commutative combiner.
  ValueTuple exchangeAll(ValueRange values);

private:
  using Move = llvm::function_ref<ValueTuple(ValueRange fill)>;
  /// The values that one step combines with.
  ValueTuple fetch(Move move, ValueRange fill) {
    return moves.detach(move(fill), &combiner);
  }
  ValueTuple combine(ValueRange earlier, ValueRange later) {
    return combiner.combine(b, earlier, later);
  }
  /// One step whose result is used only in lanes with a source.
  ValueTuple freeStep(ValueRange values, bool reverse, Move move);
  /// Steps that combine with lane i - `by` of the row, and with the fold of the
  /// other half of a group. Lanes without a source keep their values.
  ValueTuple stepRow(ValueRange values, int by);
  ValueTuple stepCarry(ValueRange values, bool reverse, unsigned group);
  /// Whether to do the steps of a reduction in place. Not if LLVM also folds
  /// plain moves, which it can optimise.
  bool usesInPlace() const {
    return moves.combinesInPlace(combiner) && !moves.foldsMove(combiner);
  }

  CodeBuilder &b;
  DPPMoves &moves;
  const Combiner &combiner;
  /// The neutral element, if steps use it.
  ValueTuple neutral;
  unsigned width;
};

} // namespace

/// Steps within rows towards higher lanes, or with a `sign` of -1 towards lower
/// ones, then carries up to groups of `width` lanes.
static SmallVector<DPPMoves::RowStep> inPlaceSteps(int sign, unsigned row,
                                                   unsigned width) {
  SmallVector<DPPMoves::RowStep> steps;
  for (unsigned by = 1; by < row; by *= 2)
    steps.push_back({sign * int(by), 0});
  for (unsigned group = 2 * row; group <= width; group *= 2)
    steps.push_back({0, group});
  return steps;
}

ValueTuple RowFold::freeStep(ValueRange values, bool reverse, Move move) {
  ValueTuple fetched = fetch(move, {});
  return reverse ? combine(values, fetched) : combine(fetched, values);
}

ValueTuple RowFold::stepRow(ValueRange values, int by) {
  // The lanes with the source values compute the results for the lanes that
  // receive them.
  bool reverse = by < 0;
  ValueTuple fetched = fetch(
      [&](ValueRange fill) { return moves.shiftRow(values, -by, fill); }, {});
  ValueTuple combined =
      reverse ? combine(fetched, values) : combine(values, fetched);
  return moves.shiftRow(combined, by, values);
}

ValueTuple RowFold::stepCarry(ValueRange values, bool reverse, unsigned group) {
  if (!reverse && !neutral.empty() &&
      moves.foldsFill(combiner, /*carry=*/true)) {
    ValueTuple fetched = fetch(
        [&](ValueRange fill) {
          return moves.carryWithFill(values, group, fill);
        },
        neutral);
    return combine(fetched, values);
  }
  ValueTuple combined = freeStep(values, reverse, [&](ValueRange fill) {
    return reverse ? moves.readGroup(values, group, group / 2)
                   : moves.carryWithFill(values, group, fill);
  });
  return reverse ? moves.mergeHalves(combined, values, group)
                 : moves.mergeHalves(values, combined, group);
}

ValueTuple RowFold::scanRows(ValueRange values, bool reverse) {
  ValueTuple current(values);
  unsigned row = moves.getRowSize();
  int sign = reverse ? -1 : 1;
  bool inPlace = moves.combinesInPlace(combiner);
  if (inPlace) {
    current = moves.foldInPlace(combiner, current,
                                inPlaceSteps(sign, row, reverse ? row : width));
  } else if (!neutral.empty() && moves.foldsFill(combiner, /*carry=*/false)) {
    for (unsigned by = 1; by < row; by *= 2) {
      ValueTuple fetched = fetch(
          [&](ValueRange fill) {
            return moves.shiftRow(current, sign * int(by), fill);
          },
          neutral);
      current = reverse ? combine(current, fetched) : combine(fetched, current);
    }
  } else if (!neutral.empty() && combiner.isCommutative()) {
    // The steps cover the same lanes in any order. From the largest distance
    // down, the set of lanes without a source shrinks. So the fetched value of
    // one step is the fill of the next, and the neutral element is needed only
    // once.
    ValueTuple fetched = neutral;
    for (unsigned by = row / 2; by; by /= 2) {
      fetched = fetch(
          [&](ValueRange fill) {
            return moves.shiftRow(current, sign * int(by), fill);
          },
          fetched);
      current = reverse ? combine(current, fetched) : combine(fetched, current);
    }
  } else {
    for (unsigned by = 1; by < row; by *= 2)
      current = stepRow(current, sign * int(by));
  }
  if (!inPlace || reverse)
    for (unsigned group = 2 * row; group <= width; group *= 2)
      current = stepCarry(current, reverse, group);
  return current;
}

ValueTuple RowFold::foldToLast(ValueRange values) {
  // The last lane of a row reads only lanes of its row, and these do the same
  // for their parts. Values that other lanes compute are not used, so no step
  // needs a neutral element.
  ValueTuple current(values);
  unsigned row = moves.getRowSize();
  if (width >= row && usesInPlace())
    return moves.foldInPlace(combiner, current, inPlaceSteps(1, row, width));
  for (unsigned by = 1; by < std::min(width, row); by *= 2)
    current = freeStep(current, /*reverse=*/false, [&](ValueRange fill) {
      return moves.shiftRow(current, by, fill);
    });
  for (unsigned group = 2 * row; group <= width; group *= 2)
    current = freeStep(current, /*reverse=*/false, [&](ValueRange fill) {
      return moves.carryWithFill(current, group, fill);
    });
  return current;
}

ValueTuple RowFold::foldToFirst(ValueRange values, unsigned group) {
  // The mirror image of foldToLast().
  ValueTuple current(values);
  if (group == moves.getRowSize() && usesInPlace())
    return moves.foldInPlace(combiner, current, inPlaceSteps(-1, group, group));
  for (unsigned by = 1; by < group; by *= 2)
    current = freeStep(current, /*reverse=*/true, [&](ValueRange fill) {
      return moves.shiftRow(current, -int(by), fill);
    });
  return current;
}

ValueTuple RowFold::reduceWave(ValueRange values, bool all) {
  // A move between rows is a separate instruction. So the last move reads
  // uniform values, which reach all lanes without further moves.
  unsigned row = moves.getRowSize(), half = width / 2;
  ValueTuple current = foldToFirst(values, row);
  if (usesInPlace() && isa<FloatType>(combiner.getTypes().front())) {
    current = moves.foldUpperRowInPlace(combiner, current);
    if (half == row)
      return all ? moves.readLane(current, b.i32(0)) : current;
  } else if (half != row) {
    current = combine(
        current,
        fetch([&](ValueRange) { return moves.fromUpperRow(current); }, {}));
  }
  assert(half <= 2 * row && "two or four rows");
  ValueTuple upper = moves.readLane(current, b.i32(half));
  return combine(all ? moves.readLane(current, b.i32(0)) : current, upper);
}

ValueTuple RowFold::exchangeAll(ValueRange values) {
  ValueTuple current(values);
  for (unsigned by = 1; by < width; by *= 2)
    current = freeStep(current, /*reverse=*/false, [&](ValueRange) {
      return moves.exchangeHalves(current, by);
    });
  return current;
}

std::optional<ValueTuple> DPPMoves::scanWarp(const Combiner &combiner,
                                             ValueRange neutral,
                                             ValueRange values,
                                             const Extent &extent) {
  if (extent.reach || extent.width < getRowSize())
    return std::nullopt;
  return RowFold(b, *this, combiner, neutral, extent.width)
      .scanRows(values, extent.reverse);
}

std::optional<ValueTuple> DPPMoves::reduceWarp(const Combiner &combiner,
                                               ValueRange values,
                                               unsigned width, bool all) {
  RowFold fold(b, *this, combiner, /*neutral=*/{}, width);
  unsigned row = getRowSize();
  bool wave = width == target.waveSize;
  if (wave && width > row && !foldsCarry())
    return fold.reduceWave(values, all);
  if (wave && width > row && !all)
    return lastToFirst(fold.foldToLast(values));
  if (wave || width > row)
    return readGroup(fold.foldToLast(values), width, width - 1);
  if (all && combiner.isCommutative())
    return fold.exchangeAll(values);
  ValueTuple folded = fold.foldToFirst(values, width);
  return all ? readGroup(folded, width, 0) : folded;
}
