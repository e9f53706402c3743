//===- CrossLane.h - Moving values across lanes ---------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The part of the target interface (TargetLowering.h) that moves values across
// the lanes of a wave. The collective algorithms are written once on top; which
// instruction does a move is decided below.
//
// A family has to say six things: which lane this is, a ballot, a count of lane
// mask bits, a read of one lane, a permute and a barrier. All other moves are
// made of these, and all preferences are none, until the family has something
// better.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_TARGET_CROSSLANE_H
#define PRIM_TARGET_CROSSLANE_H

#include "prim/Dialect/Prim/Utils/ThreadScan.h"
#include "prim/Target/TargetInfo.h"
#include <memory>

namespace mlir::prim {

/// Cross-lane moves for one target, emitted at the insertion point of a
/// builder. Moves take a tuple of scalars of any prim element types and return
/// one of the same types.
///
/// A `fill` is the tuple that lanes without a source get. An empty one means
/// that the caller does not look at those lanes. Lanes that do not exist, or
/// are not active, are no source.
class CrossLane {
public:
  virtual ~CrossLane();

  //===--------------------------------------------------------------------===//
  // What every family has
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
  /// This lane gets lane `lane` (i32, taken modulo the wave); anything if that
  /// is no lane that exists. Needs canPermute().
  /// With `whole`, all lanes of the wave exist and are active.
  virtual ValueTuple permute(ValueRange values, Value lane,
                             bool whole = false) = 0;
  /// Orders the memory accesses of the lanes that are active together.
  virtual void barrier() = 0;

  //===--------------------------------------------------------------------===//
  // Moves, made of the above
  //===--------------------------------------------------------------------===//

  /// Lane i gets lane i - `by` of its row; 0 < |by| < row size. From higher
  /// lanes (by < 0) a lane whose source would not exist may get anything.
  virtual ValueTuple shiftRow(ValueRange values, int by, ValueRange fill);
  /// Lane i gets lane i - `by` of its wave, 0 < |by| < wave size; anything in
  /// lanes without a source.
  virtual ValueTuple shift(ValueRange values, int by);
  /// Lane i gets lane i - 1 of its wave, or with `down` lane i + 1. Downwards
  /// the last existing lane gets `fill` only if the wave is whole.
  virtual ValueTuple shiftOne(ValueRange values, bool down, ValueRange fill);
  /// In each aligned group of `group` lanes (a power of two up to the wave),
  /// all lanes get the one at position `lane`, which must exist and be active.
  virtual ValueTuple readGroup(ValueRange values, unsigned group,
                               unsigned lane);
  /// In each aligned group of `group` lanes (more than a row), the lanes of the
  /// upper half get the last lane of the lower half; the lower half anything.
  virtual ValueTuple carry(ValueRange values, unsigned group);
  /// Lane `lane` (i32) gets this lane's; every lane that exists is the target
  /// of one. Needs canScatter().
  virtual ValueTuple scatter(ValueRange values, Value lane);
  /// Lane i gets lane i ^ `mask`, 0 <= mask < wave size; zeros if that lane
  /// does not exist or is not active. Needs canPermute() where
  /// needsPermute(mask). `whole` says that all lanes of every aligned group
  /// that exchanges exist and are active, so that values may travel through
  /// other lanes.
  virtual ValueTuple exchangeXor(ValueRange values, unsigned mask, bool whole);
  /// Half of a sorting network's step, on i32 words compared as unsigned
  /// integers: of `own` and what lane i ^ `mask` has in `other`, lane i gets
  /// the smaller if it is the one with the lower number, else the larger; with
  /// `largestFirst` the other way round. As for exchangeXor(), lanes that do
  /// not exist give zeros.
  virtual Value keepOne(Value own, Value other, unsigned mask, bool whole,
                        bool largestFirst);
  /// The lanes of `among`, a lane mask in words (none of them: all lanes),
  /// whose `label`, in words too, is this lane's in its lowest `bits` bits.
  /// Lanes that are not active count as having zeros.
  virtual SmallVector<Value> matchLabel(ValueRange label, unsigned bits,
                                        ValueRange among);
  /// What the first active lane has; the same in all lanes. For values that are
  /// the same already but not known to be.
  virtual Value readFirst(Value word) { return word; }
  /// Leaves a note for the emulator, which says so if only some lanes of a
  /// logical warp of `width` lanes come here, or with 0 of the block. `what`
  /// names the place.
  virtual void checkConvergence(StringRef what, unsigned width) {}

  //===--------------------------------------------------------------------===//
  // What some moves do not do
  //===--------------------------------------------------------------------===//

  /// Lanes of a row: what shiftRow() shifts in. A power of two.
  virtual unsigned getRowSize() const { return target.waveSize; }
  /// Whether permute() and shift() reach every lane of a wave.
  virtual bool canPermute() const { return true; }
  virtual bool canScatter() const { return false; }
  /// Whether exchangeXor() by this mask, or a smaller one, is a permute.
  virtual bool needsPermute(unsigned mask) const { return true; }

  //===--------------------------------------------------------------------===//
  // What is cheaper
  //===--------------------------------------------------------------------===//

  /// The type in which to fold with `combiner`: the type of its one element, or
  /// a wider one in which operations and moves are cheaper.
  virtual Type getFoldType(const Combiner &combiner) const {
    return combiner.getTypes().front();
  }
  /// Whether `combiner` folds a pair of elements in one operation on a vector
  /// of two.
  virtual bool foldsPairs(const Combiner &combiner) const { return false; }
  /// Whether exchangeXor() with a `mask` of ones alone is so much dearer than
  /// with its highest bit that it pays to invert keys before and after.
  virtual bool avoidsMirror(unsigned mask, bool whole) const { return false; }

  /// A scan of logical warps of `width` lanes, of which no lane is `lanes` or
  /// more away from the first one of its scan.
  struct Extent {
    unsigned width, lanes;
    /// From the last lane down.
    bool reverse;
    /// How many lanes this one is away from the first one of its scan, i32, all
    /// of which exist; none where that is the border of the logical warp, whose
    /// width is a power of two then.
    llvm::function_ref<Value()> reach;
    /// The number of that first lane, i32, where namesHeads() asked for it.
    Value head = Value();
  };
  /// Whether scans are to be told which lane is the first one of theirs, if
  /// data say so.
  virtual bool namesHeads() const { return false; }
  /// The number (i32) of the last lane of `mask` up to this one, or with
  /// `reverse` of the first one from here on; anything where there is none.
  virtual Value findHead(Value mask, bool reverse) {
    llvm_unreachable("namesHeads() does not hold");
  }
  /// The inclusive scan of all lanes of `extent` with a total combiner;
  /// `neutral` is empty if it has no neutral element. Lanes may be missing at
  /// the end. Nothing where the family knows no better way than the steps of
  /// any other scan.
  virtual std::optional<ValueTuple> scanWarp(const Combiner &combiner,
                                             ValueRange neutral,
                                             ValueRange values,
                                             const Extent &extent) {
    return std::nullopt;
  }
  /// In every logical warp of `extent`, lane i gets lane i - `by`, or lane
  /// i + `by` if it is reversed; 0 < `by` < width. Lanes that are fewer than
  /// `by` lanes away from the first one get `fill`. Nothing where the family
  /// has no such move.
  virtual std::optional<ValueTuple> shiftInWarp(ValueRange values, unsigned by,
                                                const Extent &extent,
                                                ValueRange fill) {
    return std::nullopt;
  }
  /// Whether a lane takes its own value out of its fold again, where `combiner`
  /// can do so, more cheaply than it gets the fold of the lane before.
  virtual bool prefersInverse() const { return false; }
  /// The fold of every aligned logical warp of `width` lanes (a power of two),
  /// none of which is missing, in its first lane, or in `all`, with a total
  /// combiner. Nothing as for scanWarp().
  virtual std::optional<ValueTuple> reduceWarp(const Combiner &combiner,
                                               ValueRange values,
                                               unsigned width, bool all) {
    return std::nullopt;
  }

  /// `values`, which a move made, as operands of `combiner`, or of anything if
  /// that is null: the same, but the move does not become part of an operation
  /// that cannot take it.
  virtual ValueTuple detach(ValueRange values,
                            const Combiner *combiner = nullptr) {
    return ValueTuple(values);
  }
  /// What `combiner` made of moved values, of which only some lanes are
  /// selected: the same, but the selection does not come before the fold.
  virtual ValueTuple keepFolded(const Combiner &combiner, ValueRange values) {
    return ValueTuple(values);
  }
  /// The same 32-bit word, of which LLVM knows nothing, so that it takes it
  /// from where it is instead of computing another form of it.
  virtual Value opaque(Value word) { return word; }

  //===--------------------------------------------------------------------===//
  // Conveniences
  //===--------------------------------------------------------------------===//

  /// The position of this lane among the `width` consecutive lanes of its
  /// logical warp, i32. Logical warps start at multiples of their width.
  Value positionIn(unsigned width);
  /// The lane of the wave at `position` (i32) of this lane's logical warp.
  Value laneAt(Value position, unsigned width);
  /// An i32 all of whose bits are bit `bit` of laneId(), or its inverse.
  Value spreadLaneBit(unsigned bit, bool inverted);

  /// The 32-bit words of a scalar, the low one first. A narrow one is extended
  /// with zeros.
  SmallVector<Value> toWords(Value scalar);
  /// The inverse of toWords().
  Value fromWords(ArrayRef<Value> words, Type type);

  /// Zeros above and below all set bits of `mask`, which has some; i32. The
  /// math dialect's counts are defined for 0 too, which costs instructions.
  Value countLeadingZeros(Value mask);
  Value countTrailingZeros(Value mask);

protected:
  /// Zeros for the lanes that got `moved` from a lane, `lane` (i32), that does
  /// not exist or is not active.
  ValueTuple zeroIfMissing(ValueRange moved, Value lane);

  CrossLane(CodeBuilder &b, const TargetInfo &target) : b(b), target(target) {}

  /// Applies `move` to every 32-bit word of `values`; the second argument is
  /// the word of `fill`, or null. Narrow types are extended, wide ones split.
  ValueTuple mapWords(ValueRange values, ValueRange fill,
                      function_ref<Value(Value, Value)> move);
  /// Applies `step` to all words of a value at a time.
  ValueTuple mapValues(ValueRange values,
                       function_ref<SmallVector<Value>(ArrayRef<Value>)> step);

  /// Adds to `differ`, a lane mask in words, the lanes whose `label` (a word)
  /// is not this lane's in its lowest `count` bits.
  virtual void addDifferent(MutableArrayRef<Value> differ, Value label,
                            unsigned count);

  /// The smaller of two unsigned words where `mask` has zeros, the larger where
  /// it has ones; the same in all bits of a lane.
  Value smallerOrLarger(Value lhs, Value rhs, Value mask);

  CodeBuilder &b;
  const TargetInfo target;

private:
  /// Lane i gets lane i - `by` of its group of `width` lanes.
  ValueTuple shiftWithin(ValueRange values, int by, unsigned width,
                         ValueRange fill);
};

} // namespace mlir::prim

#endif // PRIM_TARGET_CROSSLANE_H
