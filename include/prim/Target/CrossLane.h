//===- CrossLane.h - Moving values across lanes ---------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The part of the target interface (TargetLowering.h) that moves values across
// the lanes of a wave. The collective algorithms are written once on top;
// targets select the instructions.
//
// A family must implement six functions: the lane id, a ballot, a count of lane
// mask bits, a read of one lane, a permute and a barrier. All other moves have
// defaults made of these, and all preferences default to none. Families
// override them where they have a better instruction.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_TARGET_CROSSLANE_H
#define PRIM_TARGET_CROSSLANE_H

#include "prim/Dialect/Prim/Utils/ThreadScan.h"
#include "prim/Target/TargetInfo.h"
#include <memory>

namespace mlir::prim {

// Defaults of virtual functions do not use all of their parameters.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-parameter"
/// Cross-lane moves for one target, emitted at the insertion point of a
/// builder. Moves take a tuple of scalars of any prim element types and return
/// one of the same types.
///
/// A `fill` is the tuple for lanes without a source. If it is empty, these
/// lanes get an undefined value. Lanes that do not exist, or are not active,
/// are no source.
class CrossLane {
public:
  virtual ~CrossLane();

  //===--------------------------------------------------------------------===//
  // Implemented by every family
  //===--------------------------------------------------------------------===//

  /// The position of this lane in its wave, i32.
  virtual Value laneId() = 0;
  /// The lanes for which `predicate` (i1) holds, lane 0 in bit 0; an integer as
  /// wide as a wave. Inactive lanes give 0.
  virtual Value ballot(Value predicate) = 0;
  /// How many bits of the lane mask are set below this lane, plus `add` unless
  /// null; i32. The mask has at least as many bits as a wave has lanes.
  virtual Value countBelow(Value mask, Value add) = 0;
  /// All lanes get lane `lane` (i32, the same in all lanes), which must exist
  /// and be active. The result is uniform.
  virtual ValueTuple readLane(ValueRange values, Value lane) = 0;
  /// This lane gets lane `lane` (i32, taken modulo the wave); undefined if that
  /// lane does not exist. Needs canPermute(). With `whole`, all lanes of the
  /// wave exist and are active.
  virtual ValueTuple permute(ValueRange values, Value lane,
                             bool whole = false) = 0;
  /// Orders the memory accesses of the active lanes.
  virtual void barrier() = 0;

  //===--------------------------------------------------------------------===//
  // Moves, made of the above
  //===--------------------------------------------------------------------===//

  /// Lane i gets lane i - `by` of its row; 0 < |by| < row size. From higher
  /// lanes (by < 0) the value is undefined in a lane whose source does not
  /// exist.
  virtual ValueTuple shiftRow(ValueRange values, int by, ValueRange fill);
  /// Lane i gets lane i - `by` of its wave, 0 < |by| < wave size; undefined in
  /// lanes without a source.
  virtual ValueTuple shift(ValueRange values, int by);
  /// Lane i gets lane i - 1 of its wave, or with `down` lane i + 1. With
  /// `down`, the last existing lane gets `fill` only if the wave is whole.
  virtual ValueTuple shiftOne(ValueRange values, bool down, ValueRange fill);
  /// In each aligned group of `group` lanes (a power of two up to the wave),
  /// all lanes get the one at position `lane`, which must exist and be active.
  virtual ValueTuple readGroup(ValueRange values, unsigned group,
                               unsigned lane);
  /// In each aligned group of `group` lanes (more than a row), the lanes of the
  /// upper half get the last lane of the lower half. The lower half is
  /// undefined.
  virtual ValueTuple carry(ValueRange values, unsigned group);
  /// Lane `lane` (i32) gets this lane's value; every existing lane must be the
  /// target of exactly one. Needs canScatter().
  virtual ValueTuple scatter(ValueRange values, Value lane);
  /// Lane i gets lane i ^ `mask`, 0 <= mask < wave size; zeros if that lane
  /// does not exist or is not active. Needs canPermute() where
  /// needsPermute(mask). `whole` says that all lanes of every aligned group
  /// that exchanges exist and are active, so that values may travel through
  /// other lanes.
  virtual ValueTuple exchangeXor(ValueRange values, unsigned mask, bool whole);
  /// Half of a sorting network's step, on i32 words compared as unsigned
  /// integers: `own`, and `other` of lane i ^ `mask`. The lane with the lower
  /// number keeps the smaller word, and the other lane the larger one; with
  /// `largestFirst` the reverse. As for exchangeXor(), lanes that do not exist
  /// give zeros.
  virtual Value keepOne(Value own, Value other, unsigned mask, bool whole,
                        bool largestFirst);
  /// The lanes of `among` whose `label` equals this lane's in its lowest `bits`
  /// bits. `among` is a lane mask in words (empty: all lanes); `label` is in
  /// words, too. Inactive lanes count as zeros.
  virtual SmallVector<Value> matchLabel(ValueRange label, unsigned bits,
                                        ValueRange among);
  /// The value of the first active lane, uniform. For values that are equal in
  /// all lanes but not known to be.
  virtual Value readFirst(Value word) { return word; }
  /// Leaves a note for the emulator, which reports if only some lanes of a
  /// logical warp of `width` lanes are active, or with 0 only some threads of
  /// the block. `what` names the op.
  virtual void checkConvergence(StringRef what, unsigned width) {}

  //===--------------------------------------------------------------------===//
  // Limits of some moves
  //===--------------------------------------------------------------------===//

  /// Lanes of a row, within which shiftRow() shifts. A power of two.
  virtual unsigned getRowSize() const { return target.waveSize; }
  /// Whether permute() and shift() reach every lane of a wave.
  virtual bool canPermute() const { return true; }
  virtual bool canScatter() const { return false; }
  /// Whether exchangeXor() by this mask, or a smaller one, needs a permute.
  virtual bool needsPermute(unsigned mask) const { return true; }

  //===--------------------------------------------------------------------===//
  // Preferences
  //===--------------------------------------------------------------------===//

  /// The type in which to fold with `combiner`: the type of its one element, or
  /// a wider one with cheaper operations and moves.
  virtual Type getFoldType(const Combiner &combiner) const {
    return combiner.getTypes().front();
  }
  /// Whether `combiner` folds a pair of elements in one operation on a vector
  /// of two.
  virtual bool foldsPairs(const Combiner &combiner) const { return false; }
  /// Whether exchangeXor() with a `mask` of ones is much more expensive than
  /// with its highest bit only. If so, keys are inverted before and after.
  virtual bool avoidsMirror(unsigned mask, bool whole) const { return false; }

  /// A scan of logical warps of `width` lanes. Every lane is less than `lanes`
  /// lanes away from the first lane of its scan.
  struct Extent {
    unsigned width, lanes;
    /// From the last lane down.
    bool reverse;
    /// The distance (i32) of this lane from the first one of its scan; all
    /// lanes between exist. None if the scan starts at the border of the
    /// logical warp, whose width is then a power of two.
    llvm::function_ref<Value()> reach;
    /// The number (i32) of the first lane, if namesHeads() returns true.
    Value head = Value();
  };
  /// Whether scans need the number of their first lane if it depends on data.
  virtual bool namesHeads() const { return false; }
  /// The number (i32) of the last lane of `mask` up to this one, or with
  /// `reverse` of the first one from this one on; undefined if there is none.
  virtual Value findHead(Value mask, bool reverse) {
    llvm_unreachable("namesHeads() does not hold");
  }
  /// The inclusive scan of all lanes of `extent` with a total combiner;
  /// `neutral` is empty if it has no neutral element. Lanes may be missing at
  /// the end. Returns nothing if the family has no better code than the generic
  /// steps.
  virtual std::optional<ValueTuple> scanWarp(const Combiner &combiner,
                                             ValueRange neutral,
                                             ValueRange values,
                                             const Extent &extent) {
    return std::nullopt;
  }
  /// In every logical warp of `extent`, lane i gets lane i - `by`, or lane i +
  /// `by` if it is reversed; 0 < `by` < width. Lanes less than `by` lanes away
  /// from the first one get `fill`. Returns nothing if the family has no such
  /// move.
  virtual std::optional<ValueTuple> shiftInWarp(ValueRange values, unsigned by,
                                                const Extent &extent,
                                                ValueRange fill) {
    return std::nullopt;
  }
  /// Whether removing a lane's own value from its fold, if `combiner` has an
  /// inverse, is cheaper than a move of the fold from the previous lane.
  virtual bool prefersInverse() const { return false; }
  /// The fold of every aligned logical warp of `width` lanes (a power of two)
  /// with a total combiner. No lane may be missing. The result is in the first
  /// lane, or in `all`. Returns nothing if the family has no better code than
  /// the generic steps.
  virtual std::optional<ValueTuple> reduceWarp(const Combiner &combiner,
                                               ValueRange values,
                                               unsigned width, bool all) {
    return std::nullopt;
  }

  /// Returns `values`, the result of a move, such that the move is not merged
  /// into an operation that cannot take it. The users are operations of
  /// `combiner`, or any if it is null.
  virtual ValueTuple detach(ValueRange values,
                            const Combiner *combiner = nullptr) {
    return ValueTuple(values);
  }
  /// Returns `values`, made by `combiner` from moved values, such that a later
  /// selection of lanes is not moved before the fold.
  virtual ValueTuple keepFolded(const Combiner &combiner, ValueRange values) {
    return ValueTuple(values);
  }
  /// Returns `word` (32 bits), made opaque to LLVM so that LLVM uses its
  /// register and does not compute the value in another form.
  virtual Value opaque(Value word) { return word; }

  //===--------------------------------------------------------------------===//
  // Conveniences
  //===--------------------------------------------------------------------===//

  /// The position of this lane among the `width` consecutive lanes of its
  /// logical warp, i32. Logical warps start at multiples of their width.
  Value positionIn(unsigned width);
  /// The number in its wave of the lane at `position` (i32) of this lane's
  /// logical warp.
  Value laneAt(Value position, unsigned width);
  /// An i32 all of whose bits are bit `bit` of laneId(), or its inverse.
  Value spreadLaneBit(unsigned bit, bool inverted);

  /// The 32-bit words of a scalar, the low one first. A narrow one is extended
  /// with zeros.
  SmallVector<Value> toWords(Value scalar);
  /// The inverse of toWords().
  Value fromWords(ArrayRef<Value> words, Type type);

  /// Zeros above and below all set bits of `mask`, which must not be 0; i32.
  /// The math dialect's counts are defined for 0 as well, which costs
  /// instructions.
  Value countLeadingZeros(Value mask);
  Value countTrailingZeros(Value mask);

protected:
  /// Replaces `moved` by zeros if its source, `lane` (i32), does not exist or
  /// is not active.
  ValueTuple zeroIfMissing(ValueRange moved, Value lane);

  CrossLane(CodeBuilder &b, const TargetInfo &target) : b(b), target(target) {}

  /// Applies `move` to every 32-bit word of `values`; the second argument is
  /// the word of `fill`, or null. Narrow types are extended, wide ones split.
  ValueTuple mapWords(ValueRange values, ValueRange fill,
                      function_ref<Value(Value, Value)> move);
  /// Applies `step` to all words of each value at once.
  ValueTuple mapValues(ValueRange values,
                       function_ref<SmallVector<Value>(ArrayRef<Value>)> step);

  /// Adds to `differ`, a lane mask in words, the lanes whose `label` (a word)
  /// differs from this lane's in its lowest `count` bits.
  virtual void addDifferent(MutableArrayRef<Value> differ, Value label,
                            unsigned count);

  /// The smaller of two unsigned words if `mask` has zeros, the larger if it
  /// has ones. All bits of `mask` are equal within a lane.
  Value smallerOrLarger(Value lhs, Value rhs, Value mask);

  CodeBuilder &b;
  const TargetInfo target;

private:
  /// Shifts within groups of `width` lanes: lane i gets lane i - `by`.
  ValueTuple shiftWithin(ValueRange values, int by, unsigned width,
                         ValueRange fill);
};
#pragma GCC diagnostic pop

} // namespace mlir::prim

#endif // PRIM_TARGET_CROSSLANE_H
