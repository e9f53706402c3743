//===- RowForm.h - Ops that go along dimensions --*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An op goes over all elements of its operands at once, or over each of their
// rows: the elements along its dimensions, in row-major order, for one set of
// the other indices. A kernel that works on a part of one row at a time needs
// no more than to have its operands shown as that row.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_LIB_CONVERSION_LOWERDEVICE_ENGINE_ROWFORM_H
#define PRIM_LIB_CONVERSION_LOWERDEVICE_ENGINE_ROWFORM_H

#include "prim/Dialect/Prim/IR/Prim.h"
#include "prim/Dialect/Prim/Utils/HostBuilder.h"
#include "prim/Dialect/Prim/Utils/WorkgroupMemory.h"

namespace mlir::prim {

class KernelBuilder;

/// The operand whose shape an op has, the first one: a map may have no inputs.
inline Value getShapedOperand(DeviceOpInterface op) {
  OperandRange ins = op.getDeviceIns();
  return ins.empty() ? op.getDeviceOuts().front() : ins.front();
}

/// How an op on memrefs goes over its operands.
class RowForm {
public:
  /// All elements in row-major order.
  RowForm() = default;
  /// The form of an op whose elements are those of `shaped`, or of
  /// getShapedOperand().
  static RowForm get(DeviceOpInterface op, Value shaped = {});

  bool isByRow() const { return !dimensions.empty(); }
  bool isAlong(int64_t dimension) const {
    return llvm::is_contained(dimensions, dimension);
  }
  /// The dimensions that are (not) gone along, all without rows; ascending.
  SmallVector<int64_t> getDimensions(bool along) const;
  /// Whether rows of a buffer of type `type`, which has the dimensions of the
  /// op's first input, are contiguous, without holes.
  bool isDense(MemRefType type) const;
  /// The most elements of a row, which is less if the row goes along several
  /// dimensions that are not contiguous.
  int64_t getMaxLength() const { return isNested ? INT32_MAX : INT64_MAX; }

  /// Elements of a row and rows, or elements and 1, if they are known at
  /// compile time and 64 bits count them.
  std::optional<int64_t> getKnownLength() const;
  std::optional<int64_t> getKnownRows() const;
  /// Elements of a row and rows as i64 of the host function.
  Value emitLength(HostBuilder &host) const;
  Value emitRows(HostBuilder &host) const;

private:
  std::optional<int64_t> getKnown(bool along) const;
  Value emit(HostBuilder &host, bool along) const;

  SmallVector<int64_t> dimensions;
  bool isNested = false;
  Value first;
};

/// The operands of a kernel, seen from one row.
class RowView {
public:
  /// `row` (i32) is counted in row-major order over the other
  /// dimensions; null where there is one row only.
  RowView(DeviceOpInterface op, KernelBuilder &kernel, Value row);

  /// The row of a buffer of as many dimensions as the first input, or the
  /// element of one that has one for each row. What has rank 0 is the same for
  /// all rows.
  MemoryArray at(Value memref) { return at(memref, /*isAsLong=*/true); }
  SmallVector<MemoryArray> at(ValueRange memrefs) {
    return llvm::map_to_vector(memrefs,
                               [&](Value memref) { return at(memref); });
  }
  /// The row of a buffer whose rows have another length, of an op along one
  /// dimension.
  MemoryArray atOther(Value memref) { return at(memref, /*isAsLong=*/false); }

private:
  MemoryArray at(Value memref, bool isAsLong);
  /// `array`, which begins where the row does, along the row.
  MemoryArray goAlong(MemoryArray array, Value memref);
  /// The extent of the op's rows in `dim`, i64.
  Value getExtent(int64_t dim);
  /// Indices of the row in all dimensions but the op's own, in their order;
  /// i64.
  ArrayRef<Value> getIndices();
  /// The stride of `memref` in `dim`, i64.
  Value getStride(Value memref, int64_t dim);
  Value toI64(Value value);

  DeviceOpInterface op;
  KernelBuilder &kernel;
  const RowForm &form;
  Value row;
  SmallVector<Value> indices;
};

} // namespace mlir::prim

#endif // PRIM_LIB_CONVERSION_LOWERDEVICE_ENGINE_ROWFORM_H
