//===- HostBuilder.cpp - Host code on buffers and sizes -----*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each function emits a few ops at the insertion point.
//
//===----------------------------------------------------------------------===//

#include "prim/Dialect/Prim/Utils/HostBuilder.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mlir::prim;

Value HostBuilder::base(Value memref) {
  return BaseOfOp::create(*this, memref);
}

Value HostBuilder::address(Value memref) {
  auto type = cast<MemRefType>(memref.getType());
  Value address =
      indexCast(getI64Type(),
                memref::ExtractAlignedPointerAsIndexOp::create(*this, memref));
  auto [strides, offset] = type.getStridesAndOffset();
  if (offset != 0) {
    Value bytes =
        mul(this->offset(memref), getElementBytes(type.getElementType()));
    address = add(address, bytes);
  }
  return address;
}

Value HostBuilder::extent(Value memref, unsigned dim) {
  return indexCast(getI64Type(), memref::DimOp::create(*this, memref, dim));
}

Value HostBuilder::stride(Value memref, unsigned dim) {
  auto strides = cast<MemRefType>(memref.getType()).getStridesAndOffset().first;
  if (!ShapedType::isDynamic(strides[dim]))
    return i64(strides[dim]);
  auto metadata = memref::ExtractStridedMetadataOp::create(*this, memref);
  return indexCast(getI64Type(), metadata.getStrides()[dim]);
}

Value HostBuilder::offset(Value memref) {
  int64_t offset =
      cast<MemRefType>(memref.getType()).getStridesAndOffset().second;
  if (!ShapedType::isDynamic(offset))
    return i64(offset);
  auto metadata = memref::ExtractStridedMetadataOp::create(*this, memref);
  return indexCast(getI64Type(), metadata.getOffset());
}

Value HostBuilder::elements(Value memref) {
  Value product = i64(1);
  for (int64_t dim = 0, e = cast<MemRefType>(memref.getType()).getRank();
       dim < e; ++dim)
    product = createOrFold<arith::MulIOp>(product, extent(memref, dim));
  return product;
}

Value HostBuilder::ceilDiv(Value value, int64_t divisor) {
  return ceilDiv(value, i64(divisor));
}

Value HostBuilder::ceilDiv(Value value, Value divisor) {
  Value less = sub(divisor, 1);
  return divui(add(value, less), divisor);
}

void HostBuilder::check(Operation *op, Value condition, CheckStatus status,
                        const Twine &text, ValueRange values) {
  CheckOp::create(*this, condition, status,
                  (op->getName().getStringRef() + ": " + text).str(), values);
}

void HostBuilder::checkWorkspace(Operation *op, Value workspace, Value bytes) {
  Value given = extent(workspace, 0);
  check(op, sge(given, bytes), CheckStatus::Workspace,
        "the workspace is too small: it has {} bytes, but {} are needed; "
        "compute its size with prim.workspace_size",
        {given, bytes});
  Value rest = remui(address(workspace), workspaceAlignment);
  check(op, eq(rest, 0), CheckStatus::Workspace,
        "the workspace must be aligned to " + Twine(workspaceAlignment) +
            " bytes");
}

void HostBuilder::clear(Value workspace, Value bytes) {
  Value head = memref::SubViewOp::create(
      *this, workspace, ArrayRef<OpFoldResult>{getIndexAttr(0)},
      ArrayRef<OpFoldResult>{toIndex(bytes)},
      ArrayRef<OpFoldResult>{getIndexAttr(1)});
  gpu::MemsetOp::create(*this, /*asyncToken=*/Type(),
                        /*asyncDependencies=*/ValueRange(), head,
                        zero(getI8Type()));
}
