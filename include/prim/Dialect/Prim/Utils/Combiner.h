//===- Combiner.h - The fold of a collective ------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Combines two tuples and provides their neutral element, for ops that fold
// with a built-in kind or with a region. All lowerings use it, from device to
// warp.
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

  /// Whether identity() and neutral() are available.
  bool hasIdentity() const {
    return base ? base->hasIdentity() : kind || !identityValues.empty();
  }
  /// The result of an empty fold. For float `add` it is +0.0.
  SmallVector<Value> identity(CodeBuilder &b) const;
  /// A value that can be combined into any fold without changing a bit of the
  /// result. It is identity(), except -0.0 for float `add` (+0.0 with `nsz`).
  SmallVector<Value> neutral(CodeBuilder &b) const;

  /// Whether identity() can replace neutral(). False for float `add`, unless it
  /// has `nsz`.
  bool isIdentityNeutral() const;

  /// Whether the fold may be applied to any two values if its result is unused.
  bool isTotal() const;

  /// The identity operands for another op with this combiner; empty for a
  /// built-in kind.
  SmallVector<Value> identityOperands(CodeBuilder &b) const;

  /// This fold with its operands swapped.
  Combiner flipped() const;

  /// The meaning of the i32 that accompanies a segmented fold.
  enum class SegmentFlag {
    /// Whether segments start, or end, within the folded items.
    Starts,
    Ends,
    /// Whether any segment starts, and whether there are any items: the i32 is
    /// then not 0.
    StartsOfSome,
    /// The number of segments that start within the folded items.
    Count,
    /// Whether the last segment that starts there is a gap between segments.
    Gaps,
    /// Whether any segment starts, and how many items that start none are
    /// marked.
    Marks
  };
  /// The fold that restarts at every segment, on the tuple of this fold
  /// followed by an i32. createBorder() makes the i32. It is negative if a
  /// segment starts within the folded items; the other members are then the
  /// fold from the last such start on. With SegmentFlag::Ends the i32 says
  /// where segments end, and the other members are the fold up to the first
  /// end. Values of two segments are never combined. The fold of no items is
  /// this combiner's neutral element and 0; a fold of some items may have the
  /// same value.
  Combiner segmented(SegmentFlag flag = SegmentFlag::Starts) const;
  /// The i32 of one item, where `flag` (i1) says whether it is a border. As a
  /// count, one border is -1. With SegmentFlag::Gaps `gap` (i1) says whether a
  /// gap starts at the item instead. With SegmentFlag::Marks it says whether
  /// the item is marked.
  Value createBorder(CodeBuilder &b, Value flag, Value gap = {}) const;
  /// The bits of the count with SegmentFlag::Marks.
  static constexpr int32_t markMask = INT32_MAX;
  /// The bit that is set with SegmentFlag::Gaps if the folded items end in a
  /// gap.
  static constexpr int32_t gapBit = 2;

  /// The built-in kind on the wider type `wide`. extend() converts values to
  /// it, truncate() converts results back; identity() is that of the narrow
  /// fold. `wide` may be i32 for a minimum or maximum of floats up to f32 that
  /// propagates NaN. The i32 keys are ordered as signed integers: -0.0 is below
  /// 0.0, and NaN is beyond the infinity in the direction of the fold.
  Combiner widened(Type wide) const;
  /// `value`, of the narrow type of a widened combiner, in the wide type.
  Value extend(CodeBuilder &b, Value value) const;
  Value truncate(CodeBuilder &b, Value value) const;

  /// Adds this combiner to `op`, which has just been created with an empty
  /// combiner region. Values in `mapping` replace captured ones. The caller
  /// passes the identity operands.
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
  /// The type and kind that a widened combiner replaces.
  Type narrow;
  std::optional<CombinerKind> narrowKind;
  SmallVector<Value> identityValues;
  const IRMapping *captures = nullptr;
  /// The combiner within each segment of a segmented combiner.
  std::shared_ptr<const Combiner> base;
  SegmentFlag segmentFlag = SegmentFlag::Starts;
};

/// The result of an empty fold with `kind` on `type`. With `exact`, the
/// constant that changes no bit of a fold; the two differ in the sign of zero
/// for float `add`.
TypedAttr getIdentityAttr(CombinerKind kind, Type type, bool exact);

/// Clones the block of `region` at the builder's insertion point with its
/// arguments replaced by `args`; returns what it yields. `captures` may map
/// values from outside of it.
SmallVector<Value> inlineRegion(OpBuilder &b, Region &region, ValueRange args,
                                const IRMapping *captures = nullptr);

/// Whether `region` may be applied to any values. Loops may not terminate, and
/// divisions may be undefined, on values that no lane has.
bool isTotalRegion(Region &region);

} // namespace mlir::prim

#endif // PRIM_DIALECT_PRIM_UTILS_COMBINER_H
