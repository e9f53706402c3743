//===- DeviceRows.cpp - Ops that go along one dimension *- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where a row lies is arithmetic on its number, the same for a whole block.
//
//===----------------------------------------------------------------------===//

#include "DeviceRows.h"

#include "KernelBuilder.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "prim/Dialect/Prim/Utils/HostMemory.h"
#include "llvm/Support/CheckedArithmetic.h"

using namespace mlir;
using namespace mlir::prim;

//===----------------------------------------------------------------------===//
// RowForm
//===----------------------------------------------------------------------===//

RowForm RowForm::get(DeviceOpInterface op) {
  RowForm form;
  form.first = op.getDeviceIns().front();
  auto shape = cast<MemRefType>(form.first.getType()).getShape();
  SmallVector<Value> buffers(op.getDeviceIns());
  llvm::append_range(buffers, op.getDeviceOuts());
  if (op.getDeviceSegments() != SegmentForm::Offsets)
    llvm::append_range(buffers, op.getDeviceBorders());
  bool isContiguous = llvm::all_of(buffers, [](Value buffer) {
    return prim::isContiguous(cast<MemRefType>(buffer.getType()));
  });
  auto attribute = op->getAttrOfType<IntegerAttr>("dimension");
  int64_t dimension = attribute ? attribute.getInt() : 0;
  // All elements are one row where no other dimension has several.
  bool isOneRow = true;
  for (auto [dim, size] : llvm::enumerate(shape))
    isOneRow &= static_cast<int64_t>(dim) == dimension || size == 1;
  if ((attribute || shape.size() == 1) && !(isOneRow && isContiguous))
    form.dimension = dimension;
  return form;
}

SmallVector<int64_t> RowForm::getDimensions(bool along) const {
  SmallVector<int64_t> dimensions;
  int64_t rank = cast<MemRefType>(first.getType()).getRank();
  for (int64_t dim = 0; dim < rank; ++dim)
    if ((!dimension || dim == *dimension) == along)
      dimensions.push_back(dim);
  return dimensions;
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
  Value product = host.constant(1);
  for (int64_t dim : getDimensions(along))
    product = host.mul(product, host.extent(first, dim));
  return product;
}

Value RowForm::emitLength(HostBuilder &host) const {
  return dimension ? emit(host, /*along=*/true) : host.elements(first);
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
  OpBuilder &b = kernel.b();
  if (value.getType().isInteger(64))
    return value;
  if (value.getType().isIndex())
    return arith::IndexCastOp::create(b, kernel.loc(), b.getI64Type(), value);
  return arith::ExtUIOp::create(b, kernel.loc(), b.getI64Type(), value);
}

ArrayRef<Value> RowView::getIndices() {
  Value first = op.getDeviceIns().front();
  auto type = cast<MemRefType>(first.getType());
  if (!indices.empty() || type.getRank() == 1)
    return indices;
  OpBuilder &b = kernel.b(), host(op);
  Location loc = kernel.loc();
  SmallVector<Value> reversed;
  Value rest = row;
  for (int64_t dim = type.getRank() - 1; dim >= 0; --dim) {
    if (dim == form.getDimension())
      continue;
    if (static_cast<int64_t>(reversed.size()) == type.getRank() - 2) {
      reversed.push_back(toI64(rest));
      break;
    }
    // There are fewer rows than blocks, which 32 bits count.
    Value extent = type.isDynamicDim(dim)
                       ? arith::IndexCastOp::create(
                             b, loc, b.getI32Type(),
                             kernel.argument(LaunchValue::scalar(
                                 memref::DimOp::create(host, loc, first, dim))))
                             .getResult()
                       : createI32(b, loc, type.getDimSize(dim));
    Value quotient = arith::DivUIOp::create(b, loc, rest, extent);
    reversed.push_back(toI64(arith::SubIOp::create(
        b, loc, rest, arith::MulIOp::create(b, loc, quotient, extent))));
    rest = quotient;
  }
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
  OpBuilder &b = kernel.b();
  if (!ShapedType::isDynamic(strides[dim]))
    return createI64(b, kernel.loc(), strides[dim]);
  Value &stride = known[{memref, dim}];
  if (!stride) {
    OpBuilder host(op);
    auto metadata =
        memref::ExtractStridedMetadataOp::create(host, kernel.loc(), memref);
    stride =
        toI64(kernel.argument(LaunchValue::scalar(metadata.getStrides()[dim])));
  }
  return stride;
}

MemoryArray RowView::at(Value memref) {
  MemoryArray array = kernel.bind(memref).front();
  auto type = cast<MemRefType>(memref.getType());
  if (!form.isByRow() || type.getRank() == 0)
    return array;
  OpBuilder &b = kernel.b();
  Location loc = kernel.loc();
  auto whole = cast<MemRefType>(op.getDeviceIns().front().getType());
  bool isRow = type.getRank() == whole.getRank();
  int64_t dimension = form.getDimension();
  bool isContiguous = prim::isContiguous(type);
  if (isContiguous && isRow)
    for (int64_t size : whole.getShape().drop_front(dimension + 1))
      isContiguous &= size == 1;

  Value offset;
  if (!row) {
    // The only row is where the buffer is.
  } else if (isContiguous) {
    offset = toI64(row);
    if (isRow)
      offset = arith::MulIOp::create(b, loc, offset, kernel.elements());
  } else {
    int64_t other = 0;
    for (Value index : getIndices()) {
      if (isRow && other == dimension)
        ++other;
      Value part =
          arith::MulIOp::create(b, loc, index, getStride(memref, other++));
      offset = offset ? arith::AddIOp::create(b, loc, offset, part) : part;
    }
  }
  if (offset)
    array = array.from(b, loc, offset);
  if (!isRow || isContiguous)
    return array;
  Value stride = getStride(memref, dimension);
  return matchPattern(stride, m_One()) ? array : array.strided(stride);
}
