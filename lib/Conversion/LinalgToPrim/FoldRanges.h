//===- FoldRanges.h - Ranges of elements by position ------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Describes, for a tensor along one dimension, of which elements of an input
// each position holds the fold. The description is a few arithmetic
// progressions; its size does not depend on that of the tensor.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_LIB_CONVERSION_LINALGTOPRIM_FOLDRANGES_H
#define PRIM_LIB_CONVERSION_LINALGTOPRIM_FOLDRANGES_H

#include "mlir/Support/LLVM.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"

#include <cstdint>
#include <optional>

namespace mlir::prim {

/// The numbers start, start + step, and so on, `count` of them (at least one).
/// Numbers and steps are less than 2^31, so that products fit 64 bits.
struct Progression {
  int64_t start = 0, step = 1, count = 1;

  int64_t at(int64_t number) const { return start + step * number; }
  int64_t back() const { return at(count - 1); }
  bool operator==(const Progression &other) const {
    return start == other.start && count == other.count &&
           (count == 1 || step == other.step);
  }
};

/// The folds of the elements [first, last) at some positions.
struct FoldRun {
  Progression positions;
  /// By number of the position. They may be constant.
  Progression first, last;
};

/// The positions 0 to size - 1 of a tensor, some of which hold folds.
class FoldRanges {
public:
  explicit FoldRanges(int64_t size = 0) : size(size) {}
  /// Every position holds its element of the input.
  static FoldRanges ofInput(int64_t size);

  int64_t getSize() const { return size; }
  bool isEmpty() const { return runs.empty(); }
  /// Whether every position holds a fold.
  bool isFull() const;

  /// The positions that `slice` selects, in its order.
  FoldRanges extract(const Progression &slice) const;
  /// Adds the folds of `source` at the positions `slice`. False if one of them
  /// already holds a fold, or if there are too many progressions.
  bool insert(const FoldRanges &source, const Progression &slice);

  /// Whether both are full, and each position holds the same fold.
  bool operator==(const FoldRanges &other) const;
  /// If both are full, and the elements at each position of `right` follow
  /// those at the same position of `left`: the folds of both together.
  static std::optional<FoldRanges> join(const FoldRanges &left,
                                        const FoldRanges &right);

  /// Whether each position holds the fold of all elements up to its own.
  bool isPrefixes() const;
  /// Whether each position holds the fold of all elements from its own on.
  bool isSuffixes() const;

private:
  /// Calls `visit` for the parts of runs of both that have the same positions.
  /// Whether these are all positions, and each call returned true.
  static bool
  forEachPair(const FoldRanges &left, const FoldRanges &right,
              function_ref<bool(const FoldRun &, const FoldRun &)> visit);
  bool add(FoldRun run);

  int64_t size;
  SmallVector<FoldRun, 1> runs;
};

} // namespace mlir::prim

#endif // PRIM_LIB_CONVERSION_LINALGTOPRIM_FOLDRANGES_H
