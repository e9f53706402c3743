//===- LaneForm.h - Dependence on the lane ----------------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The lattice of the uniformity analysis: among which threads a value is the
// same, and the integer arithmetic that decides it. For example, `tid < 64` and
// `tid / 64` are uniform in whole waves though `tid` differs in every lane.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_DIALECT_PRIM_ANALYSIS_LANEFORM_H
#define PRIM_DIALECT_PRIM_ANALYSIS_LANEFORM_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include <array>
#include <optional>

namespace mlir::prim {

class TargetLowering;

/// Threads among which a value is the same: all of a block, all of a wave, or
/// groups of `n` lanes, counted from the first lane of each wave. The last
/// group is shorter if `n` does not divide the wave. Ordered from block down to
/// lanes(1), where no agreement is known.
class UniformGroup {
public:
  static UniformGroup block() { return UniformGroup(0); }
  static UniformGroup wave() { return UniformGroup(kWave); }
  static UniformGroup lanes(unsigned number) { return UniformGroup(number); }

  UniformGroup() : size(0) {}
  bool isBlock() const { return size == 0; }
  bool isWave() const { return size == kWave; }
  /// The lanes of a group that is neither a wave nor a block.
  unsigned getLanes() const { return size; }

  /// Whether a value that is the same within these groups is the same within
  /// every one of `other`.
  bool covers(UniformGroup other) const;
  /// The groups in which both of two values are the same.
  static UniformGroup join(UniformGroup a, UniformGroup b);
  bool operator==(const UniformGroup &other) const {
    return size == other.size;
  }
  bool operator!=(const UniformGroup &other) const {
    return size != other.size;
  }
  /// block, wave, or lanes(n).
  void print(raw_ostream &os) const;

private:
  static constexpr unsigned kWave = ~0u;
  explicit UniformGroup(unsigned size) : size(size) {}
  unsigned size;
};

/// The threads of a block, as far as they are known, and the target.
struct BlockGeometry {
  unsigned waveSize;
  /// Threads by dimension. Without it, ids in x are assumed to number the
  /// threads of a block, and ids in y and z are unknown.
  std::optional<std::array<int64_t, 3>> shape;
  /// Classifies the target's own operations; may be null.
  const TargetLowering *target = nullptr;

  /// Whether a block is known to have one wave only.
  bool isOneWave() const;
  /// Logical warps of `width` lanes.
  UniformGroup warp(unsigned width) const;
  /// The groups in which a value is the same that changes only where the linear
  /// thread id is a multiple of `step`.
  UniformGroup steps(int64_t step) const;
};

/// A value in the form
///
///   sum of ids[d] * thread id in d + stride * ((lane mod period) / quantum) +
///   u
///
/// where u is the same in every one of `group` and u = residue (mod modulus);
/// with modulus 0, u is the residue. An unknown value is u alone. Ids and
/// values computed from them are assumed not to overflow their types.
class LaneForm {
public:
  /// A value that is the same in every one of `group`.
  static LaneForm opaque(UniformGroup group);
  static LaneForm constant(int64_t value);
  static LaneForm threadId(unsigned dimension);
  static LaneForm laneId(const BlockGeometry &geometry);
  /// An id or a count: the same in every one of `group`, and nonnegative.
  static LaneForm index(UniformGroup group);

  /// The threads among which the value is the same.
  UniformGroup getGroup(const BlockGeometry &geometry) const;
  /// Whether the value is known to be nonnegative.
  bool isNonNegative() const { return nonNegative; }
  std::optional<int64_t> getConstant() const;

  /// The form of a value that is one of two, with the same choice in all
  /// threads.
  static LaneForm join(const LaneForm &a, const LaneForm &b);
  /// This form, with its uniformity restricted to at most `group`.
  LaneForm limitedTo(UniformGroup group) const;
  /// The form of lower + k * step, where k is the same in all threads.
  static LaneForm induction(const LaneForm &lower, const LaneForm &step,
                            const BlockGeometry &geometry);

  static LaneForm add(const LaneForm &a, const LaneForm &b,
                      const BlockGeometry &geometry);
  static LaneForm subtract(const LaneForm &a, const LaneForm &b,
                           const BlockGeometry &geometry);
  static LaneForm multiply(const LaneForm &a, const LaneForm &b,
                           const BlockGeometry &geometry);
  /// The quotient, rounded down, by a constant above 0.
  LaneForm divide(int64_t divisor, const BlockGeometry &geometry) const;
  /// The remainder of the division by a constant above 0, as for divide().
  LaneForm remainder(int64_t divisor, const BlockGeometry &geometry) const;
  LaneForm andMask(int64_t mask, const BlockGeometry &geometry) const;
  /// The sum if no bit can be set in both operands; otherwise the group of
  /// both.
  static LaneForm bitOr(const LaneForm &a, const LaneForm &b,
                        const BlockGeometry &geometry);
  /// The threads among which the result of a comparison is the same.
  static UniformGroup compare(arith::CmpIPredicate predicate, const LaneForm &a,
                              const LaneForm &b, const BlockGeometry &geometry);
  /// Truncated to `bits` bits and extended again, with or without the sign.
  LaneForm convert(unsigned bits, const BlockGeometry &geometry) const;

  bool operator==(const LaneForm &other) const;

private:
  bool hasIds() const { return ids[0] || ids[1] || ids[2]; }
  /// The value with thread ids replaced by forms of the lane.
  LaneForm resolve(const BlockGeometry &geometry) const;
  /// The threads among which (value < 0) is the same.
  UniformGroup getSignGroup(const BlockGeometry &geometry) const;
  /// The groups within which (lane mod period) / quantum does not pass a step.
  /// Steps are the numbers congruent to `first` modulo `every`, or only `first`
  /// if `every` is 0.
  UniformGroup getStepGroup(int64_t first, int64_t every,
                            const BlockGeometry &geometry) const;
  LaneForm multiply(int64_t factor) const;
  /// Reduces the residue to its range; gives up if a coefficient grows too
  /// large.
  LaneForm normalized() const;

  std::array<int64_t, 3> ids = {0, 0, 0};
  int64_t stride = 0;
  int64_t period = 1, quantum = 1;
  UniformGroup group;
  int64_t modulus = 1, residue = 0;
  bool nonNegative = false;
};

} // namespace mlir::prim

#endif // PRIM_DIALECT_PRIM_ANALYSIS_LANEFORM_H
