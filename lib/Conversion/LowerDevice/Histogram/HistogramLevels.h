//===- HistogramLevels.h - Elements among levels --------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How the samples, bounds and levels of a histogram compare, and where samples
// lie among the levels of a channel.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_LIB_CONVERSION_LOWERDEVICE_HISTOGRAM_HISTOGRAMLEVELS_H
#define PRIM_LIB_CONVERSION_LOWERDEVICE_HISTOGRAM_HISTOGRAMLEVELS_H

#include "../Engine/KernelBuilder.h"

namespace mlir::prim {

/// The order of the samples, bounds and levels of a histogram.
class SampleOrder {
public:
  /// `level` is the type of bounds or levels, null if there are none. Integers
  /// are compared without a sign if `isUnsigned`.
  SampleOrder(Type level, bool isUnsigned);

  /// The type in which values are compared, of 4 or 8 bytes; null if they are
  /// not.
  Type getType() const { return type; }
  bool isOfFloats() const { return isa<FloatType>(type); }
  bool isOfUnsigned() const { return isUnsigned; }
  /// A sample, a bound or a level in that type.
  Value convert(CodeBuilder &b, Value value) const;
  /// level <= x; false for NaN.
  Value isAtMost(CodeBuilder &b, Value level, Value x) const;
  /// How far `x` is above `low`, as an f32 that does not decrease as `x` grows,
  /// except that it may be NaN if a value is infinite or NaN.
  Value getDistance(CodeBuilder &b, Value low, Value x) const;

private:
  Type type;
  bool isUnsigned;
};

/// The levels of a channel. They lie in device memory, or in workgroup memory
/// with a table of cells that shortens the search.
///
/// A cell is a range of values. There are as many cells as levels, of one size,
/// and a level of even bins lies in the middle of its cell. The table has the
/// number of levels in all lower cells. Rounding moves the borders of cells,
/// but never makes the cell of a smaller value a higher one. So only levels of
/// the sample's own cell are compared, and results do not depend on the table.
class HistogramLevels {
public:
  /// One level more than `bins` (i32).
  HistogramLevels(KernelBuilder &kernel, const SampleOrder &order,
                  const MemoryArray &levels, Value bins)
      : kernel(&kernel), order(order), levels(levels), bins(bins) {}

  /// How many levels are not above each of `samples` (i32), up to one for each.
  SmallVector<Value> countAtMost(ArrayRef<Value> samples) const;

  /// Bytes of workgroup memory for a channel, a multiple of 16: for known
  /// `bins`, and for those of this channel (i64).
  static uint64_t countTableBytes(uint64_t bins, Type level);
  Value countTableBytes() const;
  /// Copies the levels to `memory` and makes their table. All threads of the
  /// block must be active.
  HistogramLevels copyTo(const MemoryArray &memory) const;

private:
  struct Table {
    /// For each cell, the number of levels in lower cells; i32.
    MemoryArray cells;
    /// Cells for each unit of distance from `low`; f32.
    Value low, scale;
    /// The steps of a search among the levels of one cell, i32, and whether
    /// each cell has the level of its own number, i1.
    Value steps, isEven;
  };

  /// The first `end` of `steps` steps of a search: adds to each of `found` the
  /// number of further levels that `counts` is true of, if these come first and
  /// are fewer than 2^steps.
  SmallVector<Value>
  search(Value steps, Value end, ArrayRef<Value> found,
         llvm::function_ref<Value(Value level, unsigned item)> counts) const;
  /// The cell of a value, i32.
  Value getCell(const Table &table, Value x) const;
  /// The number of levels in cells below `cell`.
  Value countLower(const Table &table, Value cell) const;
  Value loadLevel(Value number) const;
  /// Bits of an i32 without leading zeros.
  Value countBits(Value value) const;

  KernelBuilder *kernel;
  SampleOrder order;
  MemoryArray levels;
  Value bins;
  std::optional<Table> table;
};

} // namespace mlir::prim

#endif // PRIM_LIB_CONVERSION_LOWERDEVICE_HISTOGRAM_HISTOGRAMLEVELS_H
