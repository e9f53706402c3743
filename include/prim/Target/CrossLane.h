//===- CrossLane.h - Moving values across lanes ---------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a target family offers to move values across the lanes of a wave, at the
// granularity in which the collective algorithms want it. The algorithms are
// written once on top; which instruction does a move is decided below.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_TARGET_CROSSLANE_H
#define PRIM_TARGET_CROSSLANE_H

#include "mlir/IR/ImplicitLocOpBuilder.h"
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

  /// The implementation for `target`, or null if its family has none yet.
  static std::unique_ptr<CrossLane> create(ImplicitLocOpBuilder &builder,
                                           const TargetInfo &target);

  /// Lanes of a row: what shiftRow() shifts in. A power of two.
  virtual unsigned getRowSize() const = 0;
  /// Whether permute() and shift() reach every lane of a wave.
  virtual bool canPermute() const = 0;
  /// The type in which to fold with `combiner`: the type of its one element, or
  /// a wider one in which operations and moves are cheaper.
  virtual Type getFoldType(const Combiner &combiner) const = 0;
  /// Whether the neutral element of `combiner`, which has one, costs nothing as
  /// the fill of shiftRow(), or with `carry` of carry(): it is there anyway, or
  /// the move folds into the operation with it.
  virtual bool foldsFill(const Combiner &combiner, bool carry) const = 0;
  /// Whether a move whose result is not looked at in lanes without a source
  /// folds into the operation of `combiner`.
  virtual bool foldsMove(const Combiner &combiner) const = 0;

  /// The position of this lane among the `width` consecutive lanes of its
  /// logical warp, i32. Logical warps start at multiples of their width.
  Value positionIn(unsigned width);
  /// The lane of the wave at `position` (i32) of this lane's logical warp.
  Value laneAt(Value position, unsigned width);

  /// The 32-bit words of a scalar, the low one first. A narrow one is extended
  /// with zeros.
  SmallVector<Value> toWords(Value scalar);
  /// The inverse of toWords().
  Value fromWords(ArrayRef<Value> words, Type type);

  /// What the first active lane has; the same in all lanes. For values that are
  /// the same already but not known to be.
  virtual Value readFirst(Value word) = 0;
  /// The position of this lane in its wave, i32.
  virtual Value laneId() = 0;
  /// An i32 all of whose bits are bit `bit` of laneId(), or its inverse.
  Value spreadLaneBit(unsigned bit, bool inverted);
  /// The lanes for which `predicate` (i1) holds, lane 0 in bit 0; an integer as
  /// wide as a wave. Inactive lanes give 0.
  virtual Value ballot(Value predicate) = 0;

  /// How many bits of the lane mask are set below this lane, plus `add` unless
  /// null; i32. The mask has at least as many bits as a wave has lanes.
  virtual Value countBelow(Value mask, Value add) = 0;
  /// Zeros above and below all set bits of `mask`, which has some; i32. The
  /// math dialect's counts are defined for 0 too, which costs instructions.
  Value countLeadingZeros(Value mask);
  Value countTrailingZeros(Value mask);
  /// The same 32-bit word, of which LLVM knows nothing, so that it takes it
  /// from where it is instead of computing another form of it.
  virtual Value opaque(Value word) = 0;
  /// Orders the memory accesses of the lanes of the wave.
  virtual void barrier() = 0;
  /// Leaves a note for the emulator, which says so if only some lanes of a
  /// logical warp of `width` lanes come here, or with 0 of the block. `what`
  /// names the place.
  virtual void checkConvergence(StringRef what, unsigned width) = 0;

  /// Lane i gets lane i - `by` of its row; 0 < |by| < row size.
  virtual ValueTuple shiftRow(ValueRange values, int by, ValueRange fill) = 0;
  /// Lane i gets lane i - `by` of its wave, 0 < |by| < wave size; anything in
  /// lanes without a source.
  virtual ValueTuple shift(ValueRange values, int by) = 0;
  /// Lane i gets lane i - 1 of its wave, or with `down` lane i + 1. Downwards
  /// the last existing lane gets `fill` only if the wave is whole.
  virtual ValueTuple shiftOne(ValueRange values, bool down,
                              ValueRange fill) = 0;
  /// In each aligned group of `group` lanes (more than a row), the lanes of the
  /// upper half get the last lane of the lower half, which gets `fill`.
  virtual ValueTuple carry(ValueRange values, unsigned group,
                           ValueRange fill) = 0;
  /// Whether carry() folds into operations that use it, as moves in a row do.
  virtual bool foldsCarry() const = 0;
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

  // Steps of a fold that are one operation and leave lanes without a source
  // alone, so that they need no neutral element. Values go through
  // prepareInPlace() before the first step and finishInPlace() after the last.

  /// Whether there are such steps for `combiner`, which is commutative then.
  virtual bool combinesInPlace(const Combiner &combiner) const = 0;
  virtual ValueTuple prepareInPlace(const Combiner &combiner,
                                    ValueRange values) = 0;
  /// Combines with what shiftRow() gives.
  virtual ValueTuple combineRow(const Combiner &combiner, ValueRange values,
                                int by) = 0;
  /// Combines with what carry() gives.
  virtual ValueTuple combineCarry(const Combiner &combiner, ValueRange values,
                                  unsigned group) = 0;
  /// Combines the first lane of every two rows with what fromUpperRow() gives;
  /// where foldsCarry() does not hold.
  virtual ValueTuple combineUpperRow(const Combiner &combiner,
                                     ValueRange values) = 0;
  virtual ValueTuple finishInPlace(ValueRange values) = 0;

  /// In each aligned group of `group` lanes (a power of two up to the wave),
  /// all lanes get the one at position `lane`, which must exist and be active.
  virtual ValueTuple readGroup(ValueRange values, unsigned group,
                               unsigned lane) = 0;
  /// All lanes get lane `lane` (i32, the same in all lanes), which must exist
  /// and be active. The result is uniform.
  virtual ValueTuple readLane(ValueRange values, Value lane) = 0;
  /// This lane gets lane `lane` (i32, taken modulo the wave); anything if that
  /// is no lane that exists.
  /// With `whole`, all lanes of the wave exist and are active.
  virtual ValueTuple permute(ValueRange values, Value lane,
                             bool whole = false) = 0;
  /// Lane `lane` (i32) gets this lane's; every lane that exists is the target
  /// of one. Needs canScatter().
  virtual ValueTuple scatter(ValueRange values, Value lane) = 0;
  virtual bool canScatter() const = 0;
  /// In each aligned group of 2 * `distance` lanes, up to a row, every lane
  /// gets one of the other half; each half as a whole gets all of the other.
  virtual ValueTuple exchangeHalves(ValueRange values, unsigned distance) = 0;
  /// Whether exchangeXor() by this mask, or a smaller one, is a permute.
  virtual bool needsPermute(unsigned mask) const = 0;
  /// Lane i gets lane i ^ `mask`, 0 <= mask < wave size; zeros if that lane
  /// does not exist or is not active. Needs canPermute() where
  /// needsPermute(mask). `whole` says that all lanes of every aligned group
  /// that exchanges exist and are active, so that values may travel through
  /// other lanes.
  virtual ValueTuple exchangeXor(ValueRange values, unsigned mask,
                                 bool whole) = 0;
  /// Whether exchangeXor() with a `mask` of ones alone is so much dearer than
  /// with its highest bit that it pays to invert keys before and after.
  virtual bool avoidsMirror(unsigned mask, bool whole) const { return false; }
  /// Half of a sorting network's step, on i32 words compared as unsigned
  /// integers: of `own` and what lane i ^ `mask` has in `other`, lane i gets
  /// the smaller if it is the one with the lower number, else the larger; with
  /// `largestFirst` the other way round. As for exchangeXor(), lanes that do
  /// not exist give zeros.
  virtual Value keepOne(Value own, Value other, unsigned mask, bool whole,
                        bool largestFirst);

  /// The same values, but no move that made them is folded into an operation
  /// that uses them. For uses that are not one built-in kind, since LLVM is
  /// known to fold into instructions that cannot take it.
  virtual ValueTuple detach(ValueRange values) { return ValueTuple(values); }

protected:
  CrossLane(ImplicitLocOpBuilder &builder, const TargetInfo &target)
      : builder(builder), target(target) {}

  /// Applies `move` to every 32-bit word of `values`; the second argument is
  /// the word of `fill`, or null. Narrow types are extended, wide ones split.
  ValueTuple mapWords(ValueRange values, ValueRange fill,
                      function_ref<Value(Value, Value)> move);
  /// Applies `step` to all words of a value at a time.
  ValueTuple mapValues(ValueRange values,
                       function_ref<SmallVector<Value>(ArrayRef<Value>)> step);

  Value constant(int64_t value);
  /// The smaller of two unsigned words where `mask` has zeros, the larger where
  /// it has ones; the same in all bits of a lane.
  Value smallerOrLarger(Value a, Value b, Value mask);

  ImplicitLocOpBuilder &builder;
  const TargetInfo target;
};

/// Implementations, one per family.
std::unique_ptr<CrossLane> createAMDCrossLane(ImplicitLocOpBuilder &builder,
                                              const TargetInfo &target);

} // namespace mlir::prim

#endif // PRIM_TARGET_CROSSLANE_H
