//===- RowCopy.cpp - Contiguous copies of rows --*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Neighbours of the array are neighbours along a row. Where those of the buffer
// are not, squares of elements go through workgroup memory, so that lanes next
// to each other touch elements next to each other on both sides.
//
//===----------------------------------------------------------------------===//

#include "RowCopy.h"

#include "prim/Dialect/Prim/Utils/HostMemory.h"

using namespace mlir;
using namespace mlir::prim;

/// Elements along a side of a square.
static constexpr unsigned side = 32;
static_assert(side * side == rowCopyElements);

bool mlir::prim::hasDenseRows(DeviceOpInterface op, Value memref) {
  auto type = cast<MemRefType>(memref.getType());
  if (!isContiguous(type))
    return false;
  ArrayRef<int64_t> along = op.getDeviceDimensions();
  int64_t dimension = along.empty() ? type.getRank() - 1 : along.back();
  return llvm::all_of(type.getShape().drop_front(dimension + 1),
                      [](int64_t size) { return size == 1; });
}

namespace {

class RowCopy {
public:
  RowCopy(DeviceOpInterface op, Value memref, bool toRows,
          KernelBuilder &kernel)
      : op(op), memref(memref), toRows(toRows), kernel(kernel), b(kernel),
        rows(kernel.param(RowCopyParams::rows), getElementTypeOrSelf(memref)) {}

  void emit();

private:
  /// An element of the buffer and its place in the array, by row and place in
  /// it (i64). Moves it from the one to the other, or to and from `staged`.
  Value load(bool fromRows, Value row, Value place);
  void store(bool intoRows, Value item, Value row, Value place);
  /// The buffer, seen from a row.
  MemoryArray at(Value row) {
    Value number = b.truncI32(row);
    return RowView(op, kernel, number).at(memref);
  }
  Value inRows(Value row, Value place) {
    return b.add(b.mul(row, kernel.elements()), place);
  }
  void emitDirect();
  void emitSquares();

  DeviceOpInterface op;
  Value memref;
  bool toRows;
  KernelBuilder &kernel;
  CodeBuilder &b;
  MemoryArray rows;
};

} // namespace

Value RowCopy::load(bool fromRows, Value row, Value place) {
  return fromRows ? rows.load(b, inRows(row, place)) : at(row).load(b, place);
}

void RowCopy::store(bool intoRows, Value item, Value row, Value place) {
  if (intoRows)
    rows.store(b, item, inRows(row, place));
  else
    at(row).store(b, item, place);
}

void RowCopy::emitDirect() {
  // The order of these is that of the kernel's arguments.
  Value rows = kernel.argument({LaunchValue::Kind::Rows});
  Value count = b.mul(rows, kernel.elements());
  auto [first, step] = kernel.gridThreads();
  kernel.forEach(first, count, step, [&](Value index) {
    Value row = b.divui(index, kernel.elements());
    Value place = b.sub(index, b.mul(row, kernel.elements()));
    store(toRows, load(!toRows, row, place), row, place);
  });
}

void RowCopy::emitSquares() {
  Value count = kernel.argument({LaunchValue::Kind::Rows});
  Value length = kernel.elements();
  // One more than a side keeps columns in banks of their own.
  unsigned pitch = side + 1;
  MemoryArray square =
      kernel.workgroupArray(rows.getElement(), side * pitch, "square");
  Value lane = b.andi(kernel.threadId(), side - 1);
  Value start = b.divui(kernel.threadId(), side);
  unsigned step = kernel.blockSize() / side;
  Value across = b.ceildivui(length, side);
  kernel.forGridStride(
      b.mul(across, b.ceildivui(count, side)), [&](Value number) {
        Value down = b.divui(number, across);
        Value firstRow = b.mul(down, side);
        Value firstPlace = b.mul(b.sub(number, b.mul(down, across)), side);
        // Lanes go along the rows of the array, and across those of the
        // buffer.
        auto forSquare =
            [&](bool ofArray,
                llvm::function_ref<void(Value, Value, Value)> body) {
              for (unsigned i = 0; i < side; i += step) {
                Value other = b.add(start, i);
                Value inRow = ofArray ? other : lane;
                Value inPlace = ofArray ? lane : other;
                Value row = b.add(firstRow, b.zextI64(inRow));
                Value place = b.add(firstPlace, b.zextI64(inPlace));
                Value cell = b.add(b.mul(inRow, pitch), inPlace);
                Value exists = b.ult(row, count);
                exists = b.andi(exists, b.ult(place, length));
                kernel.ifThen(exists, [&] { body(row, place, cell); });
              }
            };
        forSquare(!toRows, [&](Value row, Value place, Value cell) {
          square.store(b, load(!toRows, row, place), cell);
        });
        kernel.barrier();
        forSquare(toRows, [&](Value row, Value place, Value cell) {
          store(toRows, square.load(b, cell), row, place);
        });
        kernel.barrier();
      });
}

void RowCopy::emit() {
  auto type = cast<MemRefType>(memref.getType());
  ArrayRef<int64_t> along = op.getDeviceDimensions();
  int64_t dimension = along.empty() ? 0 : along.front();
  if (type.getRank() == 1 || type.getStridesAndOffset().first[dimension] == 1)
    emitDirect();
  else
    emitSquares();
}

void mlir::prim::emitRowCopy(DeviceOpInterface op, Value memref, bool toRows,
                             KernelBuilder &kernel) {
  RowCopy(op, memref, toRows, kernel).emit();
}
