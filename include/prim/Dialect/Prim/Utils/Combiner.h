//===- Combiner.h - The fold of a collective ------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One way to combine two tuples and to name their neutral element, whether an
// op folds with a built-in kind or with a region. Every lowering goes through
// it, from device to warp.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_DIALECT_PRIM_UTILS_COMBINER_H
#define PRIM_DIALECT_PRIM_UTILS_COMBINER_H

#include "mlir/IR/IRMapping.h"
#include "prim/Dialect/Prim/IR/Prim.h"
#include "prim/Dialect/Prim/Utils/CodeBuilder.h"

#include <memory>

namespace mlir::prim {

/// The combiner of one op. It refers to the op's region and identity values and
/// must not outlive them.
class Combiner {
public:
  explicit Combiner(CombinerOpInterface op);
  /// A built-in kind on one element.
  Combiner(CombinerKind kind, Type type,
           arith::FastMathFlags fastmath = arith::FastMathFlags::none);

  std::optional<CombinerKind> getKind() const { return kind; }
  /// Types of the accumulator tuple.
  ArrayRef<Type> getTypes() const { return types; }
  bool isCommutative() const { return commutative; }
  arith::FastMathFlags getFastMath() const { return fastmath; }

  /// Folds two tuples at the builder's insertion point, `lhs` before `rhs`. A
  /// built-in kind also takes vectors, element by element.
  SmallVector<Value> combine(CodeBuilder &b, ValueRange lhs,
                             ValueRange rhs) const;

  /// Whether identity() and neutral() have something to give.
  bool hasIdentity() const {
    return base ? base->hasIdentity() : kind || !identityValues.empty();
  }
  /// What an empty fold gives. For float `add` that is +0.0.
  SmallVector<Value> identity(CodeBuilder &b) const;
  /// What can be combined into any fold without changing a bit of it: as
  /// identity(), but -0.0 for float `add` (+0.0 where `nsz` allows it).
  SmallVector<Value> neutral(CodeBuilder &b) const;

  /// Whether identity() may be combined into any fold without changing a bit
  /// of it, as neutral() may: not for float `add`, unless `nsz` allows it.
  bool isIdentityNeutral() const;

  /// Whether the fold may be applied to any two values, results unused.
  bool isTotal() const;

  /// The identity values to pass on to another op with this combiner; empty for
  /// a built-in kind.
  SmallVector<Value> identityOperands(CodeBuilder &b) const;

  /// The same fold with the order of its operands reversed.
  Combiner flipped() const;

  /// What the i32 beside a fold of segments says of the borders between them.
  enum class SegmentFlag {
    /// Whether segments start, or end, somewhere in what has been folded.
    Starts,
    Ends,
    /// Whether any start, and whether there is anything at all: then the border
    /// is not 0.
    StartsOfSome,
    /// How many segments start there.
    Count,
    /// Whether the last segment that starts there is a gap between segments.
    Gaps,
    /// Whether any start, and how many items are marked, of those that start
    /// none.
    Marks
  };
  /// The fold that starts anew with every segment, on tuples of this one with
  /// an i32 behind them, which is made by createBorder() and negative where a
  /// segment starts in what has been folded: the rest is then the fold from the
  /// last such place on. With SegmentFlag::Ends the i32 says where segments
  /// end, and the rest is the fold up to the first such place. Values of two
  /// segments never meet. The fold of nothing is this combiner's neutral
  /// element and 0, which the fold of something may be, too.
  Combiner segmented(SegmentFlag flag = SegmentFlag::Starts) const;
  /// The border of an item, of which `flag` (i1) says whether it is one. As a
  /// count, one border is -1. Of SegmentFlag::Gaps `gap` (i1) says whether a
  /// gap starts with the item instead, and of SegmentFlag::Marks whether it is
  /// marked.
  Value createBorder(CodeBuilder &b, Value flag, Value gap = {}) const;
  /// With SegmentFlag::Marks: the bits that count.
  static constexpr int32_t markMask = INT32_MAX;
  /// With SegmentFlag::Gaps: set where what has been folded ends in a gap.
  static constexpr int32_t gapBit = 2;

  /// The same built-in kind on the wider type `wide`. extend() brings values
  /// into it, truncate() results back; identity() is what the narrow fold has.
  /// `wide` may be i32 for a minimum or maximum of floats up to f32 that hands
  /// on NaN: keys in whose order as signed integers -0.0 is below 0.0 and NaN
  /// beyond the infinity that the fold looks for.
  Combiner widened(Type wide) const;
  /// `value` of the narrow type of a widened combiner in the wide one.
  Value extend(CodeBuilder &b, Value value) const;
  Value truncate(CodeBuilder &b, Value value) const;

  /// Gives `op`, which has just been created with an empty combiner region,
  /// this combiner. Values in `mapping` replace captured ones. Identity
  /// operands are the caller's to pass.
  void attachTo(CombinerOpInterface op, const IRMapping &mapping = {}) const;

  /// Replaces captured values and identity values as `mapping` says, for use in
  /// another function. The mapping must outlive this object.
  void setMapping(const IRMapping *newMapping) { captures = newMapping; }

private:
  Combiner() = default;
  SmallVector<Value> constants(CodeBuilder &b, bool exact) const;

  SmallVector<Value> combineSegments(CodeBuilder &b, ValueRange lhs,
                                     ValueRange rhs) const;

  std::optional<CombinerKind> kind;
  Region *region = nullptr;
  bool commutative = true;
  bool swapped = false;
  arith::FastMathFlags fastmath = arith::FastMathFlags::none;
  SmallVector<Type> types;
  /// What a widened combiner stands for.
  Type narrow;
  std::optional<CombinerKind> narrowKind;
  SmallVector<Value> identityValues;
  const IRMapping *captures = nullptr;
  /// What a segmented combiner folds each segment with.
  std::shared_ptr<const Combiner> base;
  SegmentFlag segmentFlag = SegmentFlag::Starts;
};

/// The constant that an empty fold with `kind` on `type` gives; with `exact`,
/// the one that leaves every bit of a fold alone (they differ in the sign of
/// zero for float `add`).
TypedAttr getIdentityAttr(CombinerKind kind, Type type, bool exact);

/// Clones the block of `region` at the builder's insertion point with its
/// arguments replaced by `args`; returns what it yields. `captures` may map
/// values from outside of it.
SmallVector<Value> inlineRegion(OpBuilder &b, Region &region, ValueRange args,
                                const IRMapping *captures = nullptr);

/// Whether `region` may be applied to any values: one with loops or divisions
/// may not come to an end, or not be defined, on values that no lane has.
bool isTotalRegion(Region &region);

} // namespace mlir::prim

#endif // PRIM_DIALECT_PRIM_UTILS_COMBINER_H
