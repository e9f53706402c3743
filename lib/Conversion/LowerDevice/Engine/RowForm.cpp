//===- RowForm.cpp - Ops that go along dimensions *- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where a row lies is arithmetic on its number.
//
//===----------------------------------------------------------------------===//

#include "RowForm.h"

#include "KernelBuilder.h"
#include "prim/Dialect/Prim/Utils/HostMemory.h"
#include "llvm/Support/CheckedArithmetic.h"

using namespace mlir;
using namespace mlir::prim;

//===----------------------------------------------------------------------===//
// RowForm
//===----------------------------------------------------------------------===//

/// The loops that go along `dimensions` (ascending) of a buffer, from the
/// innermost one on. A dimension that continues where the one inside of it ends
/// joins the loop of that one.
static SmallVector<SmallVector<int64_t>>
getLoops(MemRefType type, ArrayRef<int64_t> dimensions) {
  SmallVector<int64_t> strides = type.getStridesAndOffset().first;
  bool isContiguous = prim::isContiguous(type);
  SmallVector<SmallVector<int64_t>> loops;
  for (int64_t dim : llvm::reverse(dimensions)) {
    if (type.getDimSize(dim) == 1)
      continue;
    bool follows = false;
    if (!loops.empty()) {
      int64_t inside = loops.back().back();
      follows = isContiguous;
      for (int64_t between = dim + 1; between < inside; ++between)
        follows &= type.getDimSize(between) == 1;
      follows |= !type.isDynamicDim(inside) &&
                 !ShapedType::isDynamic(strides[dim]) &&
                 !ShapedType::isDynamic(strides[inside]) &&
                 strides[dim] == strides[inside] * type.getDimSize(inside);
    }
    if (follows)
      loops.back().push_back(dim);
    else
      loops.push_back({dim});
  }
  return loops;
}

RowForm RowForm::get(DeviceOpInterface op, Value shaped) {
  RowForm form;
  form.first = shaped ? shaped : getShapedOperand(op);
  auto shape = cast<MemRefType>(form.first.getType()).getShape();
  SmallVector<Value> buffers(op.getDeviceIns());
  llvm::append_range(buffers, op.getWrittenOuts());
  if (op.getDeviceSegmentForm() != SegmentForm::Offsets)
    llvm::append_range(buffers, op.getDeviceSegments());
  bool isContiguous = llvm::all_of(buffers, [](Value buffer) {
    return prim::isContiguous(cast<MemRefType>(buffer.getType()));
  });
  SmallVector<int64_t> dimensions(op.getDeviceDimensions());
  if (dimensions.empty())
    llvm::append_range(dimensions, llvm::seq<int64_t>(0, shape.size()));
  // All elements are one row where no other dimension has several.
  bool isOneRow = true;
  for (auto [dim, size] : llvm::enumerate(shape))
    isOneRow &=
        size == 1 || llvm::is_contained(dimensions, static_cast<int64_t>(dim));
  if (isOneRow && isContiguous)
    return form;
  form.dimensions = dimensions;
  for (Value buffer : buffers)
    if (auto type = cast<MemRefType>(buffer.getType());
        type.getRank() == static_cast<int64_t>(shape.size()))
      form.isNested |= getLoops(type, dimensions).size() > 1;
  return form;
}

bool RowForm::isDense(MemRefType type) const {
  if (!prim::isContiguous(type))
    return false;
  auto whole = cast<MemRefType>(first.getType());
  bool isInside = false;
  for (auto [dim, size] : llvm::enumerate(whole.getShape())) {
    if (isInside && size != 1 && !isAlong(dim))
      return false;
    isInside |= isAlong(dim) && size != 1;
  }
  return true;
}

SmallVector<int64_t> RowForm::getDimensions(bool along) const {
  SmallVector<int64_t> result;
  int64_t rank = cast<MemRefType>(first.getType()).getRank();
  for (int64_t dim = 0; dim < rank; ++dim)
    if ((!isByRow() || isAlong(dim)) == along)
      result.push_back(dim);
  return result;
}

std::optional<int64_t> RowForm::getKnown(bool along) const {
  auto type = cast<MemRefType>(first.getType());
  std::optional<int64_t> product = 1;
  for (int64_t dim : getDimensions(along)) {
    if (type.isDynamicDim(dim) || !product)
      return std::nullopt;
    product = llvm::checkedMul(*product, type.getDimSize(dim));
  }
  return product;
}

std::optional<int64_t> RowForm::getKnownLength() const {
  return getKnown(/*along=*/true);
}
std::optional<int64_t> RowForm::getKnownRows() const {
  return getKnown(/*along=*/false);
}

Value RowForm::emit(HostBuilder &host, bool along) const {
  Value product = host.i64(1);
  for (int64_t dim : getDimensions(along))
    product = host.mul(product, host.extent(first, dim));
  return product;
}

Value RowForm::emitLength(HostBuilder &host) const {
  return isByRow() ? emit(host, /*along=*/true) : host.elements(first);
}
Value RowForm::emitRows(HostBuilder &host) const {
  return emit(host, /*along=*/false);
}

//===----------------------------------------------------------------------===//
// RowView
//===----------------------------------------------------------------------===//

RowView::RowView(DeviceOpInterface op, KernelBuilder &kernel, Value row)
    : op(op), kernel(kernel), form(kernel.rows()), row(row) {}

Value RowView::toI64(Value value) {
  CodeBuilder &b = kernel;
  if (value.getType().isInteger(64))
    return value;
  if (value.getType().isIndex())
    return b.indexCast(b.getI64Type(), value);
  return b.zextI64(value);
}

Value RowView::getExtent(int64_t dim) {
  Value first = getShapedOperand(op);
  auto type = cast<MemRefType>(first.getType());
  if (!type.isDynamicDim(dim))
    return kernel.i64(type.getDimSize(dim));
  return kernel.argument(LaunchValue::extent(first, dim));
}

ArrayRef<Value> RowView::getIndices() {
  SmallVector<int64_t> others = form.getDimensions(/*along=*/false);
  if (!indices.empty() || others.empty())
    return indices;
  CodeBuilder &b = kernel;
  SmallVector<Value> reversed;
  Value rest = row;
  for (int64_t dim : llvm::reverse(ArrayRef(others).drop_front())) {
    // Rows are fewer than 2^32: the host has checked that.
    Value extent =
        b.createOrFold<arith::TruncIOp>(b.getI32Type(), getExtent(dim));
    Value quotient = b.divui(rest, extent);
    reversed.push_back(toI64(b.sub(rest, b.mul(quotient, extent))));
    rest = quotient;
  }
  reversed.push_back(toI64(rest));
  indices.assign(reversed.rbegin(), reversed.rend());
  return indices;
}

Value RowView::getStride(Value memref, int64_t dim) {
  auto type = cast<MemRefType>(memref.getType());
  SmallVector<int64_t> strides;
  int64_t offset;
  [[maybe_unused]] LogicalResult isStrided =
      type.getStridesAndOffset(strides, offset);
  assert(succeeded(isStrided) && "operands are strided memrefs");
  if (!ShapedType::isDynamic(strides[dim]))
    return kernel.i64(strides[dim]);
  return kernel.argument(LaunchValue::stride(memref, dim));
}

MemoryArray RowView::goAlong(MemoryArray array, Value memref) {
  auto type = cast<MemRefType>(memref.getType());
  SmallVector<MemoryArray::Level> levels;
  for (ArrayRef<int64_t> loop :
       getLoops(type, form.getDimensions(/*along=*/true))) {
    Value extent = getExtent(loop.front());
    for (int64_t dim : loop.drop_front())
      extent = kernel.mul(extent, getExtent(dim));
    levels.push_back({extent, getStride(memref, loop.front())});
  }
  // One level of neighbours is what an array is anyway.
  if (levels.empty() ||
      (levels.size() == 1 && matchPattern(levels.front().stride, m_One())))
    return array;
  return array.nested(levels);
}

MemoryArray RowView::at(Value memref, bool isAsLong) {
  MemoryArray array = kernel.bind(memref).front();
  if (array.isDiscarding())
    return array;
  auto type = cast<MemRefType>(memref.getType());
  if (!form.isByRow() || type.getRank() == 0)
    return array;
  CodeBuilder &b = kernel;
  auto whole = cast<MemRefType>(getShapedOperand(op).getType());
  bool isRow = type.getRank() == whole.getRank();
  bool isContiguous = isRow ? form.isDense(type) : prim::isContiguous(type);
  bool isDense = isContiguous;
  isContiguous &= isAsLong;

  Value offset;
  if (!row) {
    // The only row is where the buffer is.
  } else if (isContiguous) {
    offset = toI64(row);
    if (isRow)
      offset = b.mul(offset, kernel.elements());
  } else {
    SmallVector<int64_t> others = form.getDimensions(/*along=*/false);
    for (auto [number, index] : llvm::enumerate(getIndices())) {
      Value part =
          b.mul(index, getStride(memref, isRow ? others[number] : number));
      offset = offset ? b.add(offset, part) : part;
    }
  }
  if (offset)
    array = array.from(b, offset);
  return isRow && !isDense ? goAlong(array, memref) : array;
}
