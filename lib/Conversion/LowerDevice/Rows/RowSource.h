//===- RowSource.h - Where a row lies ------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A row is the elements along a dimension, or a segment. Where its elements lie
// and how many it has is all that the code of a row need know of that.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_LIB_CONVERSION_LOWERDEVICE_ROWS_ROWSOURCE_H
#define PRIM_LIB_CONVERSION_LOWERDEVICE_ROWS_ROWSOURCE_H

#include "../Tile/HeadFlagBitmap.h"
#include "prim/Dialect/Prim/IR/PrimRowOps.h"

namespace mlir::prim {

/// One row of an op, in a kernel.
class RowSource {
public:
  virtual ~RowSource() = default;

  /// The elements of the row in a buffer of the shape of `ins`, or its first
  /// elements in a buffer for these.
  virtual MemoryArray getElements(Value memref) = 0;
  /// The row's element, the first one of the array, in a buffer with one for
  /// each row.
  virtual MemoryArray getOfRow(Value memref) = 0;
  /// How many elements the row has; i64.
  virtual Value getLength() = 0;
  /// How many, where that is known at compile time.
  virtual std::optional<int64_t> getKnownLength() { return std::nullopt; }
  /// The number of the row; index.
  virtual Value getNumber() = 0;

protected:
  explicit RowSource(KernelBuilder &kernel) : kernel(kernel) {}

  KernelBuilder &kernel;
};

/// A row along the dimension of an op.
class DimensionRow : public RowSource {
public:
  /// `row` (i32) may be null for the only one, or for any, of which only the
  /// length is asked, and where the first row is.
  DimensionRow(DeviceRowsOp op, KernelBuilder &kernel, Value row)
      : RowSource(kernel), op(op), row(row) {}

  MemoryArray getElements(Value memref) override {
    return op.getFirst(memref) ? getView().atOther(memref)
                               : getView().at(memref);
  }
  MemoryArray getOfRow(Value memref) override { return getView().at(memref); }
  Value getLength() override { return kernel.rowLength(); }
  std::optional<int64_t> getKnownLength() override {
    return kernel.rows().getKnownLength();
  }
  Value getNumber() override;

private:
  /// A view keeps values of where it was first used, which do not dominate
  /// other branches.
  RowView getView() {
    return RowView(cast<DeviceOpInterface>(op.getOperation()), kernel, row);
  }

  DeviceRowsOp op;
  Value row;
};

/// A segment of an op.
class SegmentRow : public RowSource {
public:
  /// `number` is i64.
  SegmentRow(KernelBuilder &kernel, Value number, const Segment &segment)
      : RowSource(kernel), number(number), segment(segment) {}

  MemoryArray getElements(Value memref) override;
  MemoryArray getOfRow(Value memref) override;
  Value getLength() override { return segment.elements; }
  Value getNumber() override;

private:
  Value number;
  Segment segment;
};

} // namespace mlir::prim

#endif // PRIM_LIB_CONVERSION_LOWERDEVICE_ROWS_ROWSOURCE_H
