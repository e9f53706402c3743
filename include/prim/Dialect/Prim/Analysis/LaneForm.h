//===- LaneForm.h - How a value depends on the lane ---------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The lattice of the uniformity analysis: among which threads a value is the
// same, and, for integers, the arithmetic that decides it. `tid < 64` and
// `tid / 64` are the same in whole waves though `tid` differs in every lane.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_DIALECT_PRIM_ANALYSIS_LANEFORM_H
#define PRIM_DIALECT_PRIM_ANALYSIS_LANEFORM_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include <array>
#include <optional>

namespace mlir::prim {

class TargetLowering;

/// Threads among which something is the same: all of a block, all of a wave, or
/// groups of `n` lanes, counted from the first lane of each wave (a group that
/// the end of a wave cuts off is shorter). Ordered from block down to lanes(1),
/// where nothing is known to agree.
class UniformGroup {
public:
  static UniformGroup block() { return UniformGroup(0); }
  static UniformGroup wave() { return UniformGroup(kWave); }
  static UniformGroup lanes(unsigned number) { return UniformGroup(number); }

  UniformGroup() : size(0) {}
  bool isBlock() const { return size == 0; }
  bool isWave() const { return size == kWave; }
  /// The lanes of a group that is no wave and no block.
  unsigned getLanes() const { return size; }

  /// Whether what is the same in these groups is the same in every one of
  /// `other`.
  bool covers(UniformGroup other) const;
  /// The groups in which both of two things are the same.
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

/// The threads of a block, as far as they are known, and what they run on.
struct BlockGeometry {
  unsigned waveSize;
  /// Threads by dimension; without it, ids in x are taken to number the threads
  /// of a block, and nothing is known of those in y and z.
  std::optional<std::array<int64_t, 3>> shape;
  /// Knows the target's own operations; null where there are none.
  const TargetLowering *target = nullptr;

  /// Whether a block is known to have one wave only.
  bool isOneWave() const;
  /// Logical warps of `width` lanes.
  UniformGroup warp(unsigned width) const;
  /// What changes only where the linear thread id is a multiple of `step`.
  UniformGroup steps(int64_t step) const;
};

/// A value in the form
///
///   sum of ids[d] * thread id in d + stride * ((lane mod period) / quantum) +
///   u
///
/// where u is the same in every one of `group` and u = residue (mod modulus);
/// with modulus 0, u is the residue. A value of which nothing else is known is
/// u alone. The arithmetic takes it that ids and what is computed from them
/// stay within the range of their types.
class LaneForm {
public:
  /// A value that is the same in every one of `group`.
  static LaneForm opaque(UniformGroup group);
  static LaneForm constant(int64_t value);
  static LaneForm threadId(unsigned dimension);
  static LaneForm laneId(const BlockGeometry &geometry);
  /// An id or a count: the same in every one of `group`, and not negative.
  static LaneForm index(UniformGroup group);

  /// Among which threads the value is the same.
  UniformGroup getGroup(const BlockGeometry &geometry) const;
  /// Whether the value is known to be no less than 0.
  bool isNonNegative() const { return nonNegative; }
  std::optional<int64_t> getConstant() const;

  /// The form of a value that is one of two, in all threads the same one.
  static LaneForm join(const LaneForm &a, const LaneForm &b);
  /// The form of a value that is also at most as uniform as `group`.
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
  /// What divide() leaves.
  LaneForm remainder(int64_t divisor, const BlockGeometry &geometry) const;
  LaneForm andMask(int64_t mask, const BlockGeometry &geometry) const;
  /// The sum, where no bit can be set in both; else what both agree in.
  static LaneForm bitOr(const LaneForm &a, const LaneForm &b,
                        const BlockGeometry &geometry);
  /// Among which threads the result of a comparison is the same.
  static UniformGroup compare(arith::CmpIPredicate predicate, const LaneForm &a,
                              const LaneForm &b, const BlockGeometry &geometry);
  /// Cut to `bits` bits and extended again, with or without the sign.
  LaneForm convert(unsigned bits, const BlockGeometry &geometry) const;

  bool operator==(const LaneForm &other) const;

private:
  bool hasIds() const { return ids[0] || ids[1] || ids[2]; }
  /// The same value without thread ids: in terms of the lane.
  LaneForm resolve(const BlockGeometry &geometry) const;
  /// Among which threads (value < 0) is the same.
  UniformGroup getSignGroup(const BlockGeometry &geometry) const;
  /// Where the value of (lane mod period) / quantum passes one of the numbers
  /// that are `first` modulo `every`, or only `first` with 0.
  UniformGroup getStepGroup(int64_t first, int64_t every,
                            const BlockGeometry &geometry) const;
  LaneForm multiply(int64_t factor) const;
  /// Brings the residue into its range; gives up what grows too large.
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
