//===- HostBuilder.cpp - Host code on buffers and sizes -----*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each function makes a few ops at the builder's place.
//
//===----------------------------------------------------------------------===//

#include "prim/Dialect/Prim/Utils/HostBuilder.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::prim;

HostBuilder::HostBuilder(Operation *op) : builder(op), location(op->getLoc()) {}

Value HostBuilder::base(Value memref) {
  return BaseOfOp::create(builder, location, memref);
}

Value HostBuilder::address(Value memref) {
  auto type = cast<MemRefType>(memref.getType());
  Value index =
      memref::ExtractAlignedPointerAsIndexOp::create(builder, location, memref);
  Value address = arith::IndexCastOp::create(builder, location,
                                             builder.getI64Type(), index);
  auto [strides, offset] = type.getStridesAndOffset();
  if (offset != 0)
    address =
        add(address, mul(this->offset(memref),
                         constant(getElementBytes(type.getElementType()))));
  return address;
}

Value HostBuilder::extent(Value memref, unsigned dim) {
  Value size = memref::DimOp::create(builder, location, memref, dim);
  return arith::IndexCastOp::create(builder, location, builder.getI64Type(),
                                    size);
}

Value HostBuilder::stride(Value memref, unsigned dim) {
  auto strides = cast<MemRefType>(memref.getType()).getStridesAndOffset().first;
  if (!ShapedType::isDynamic(strides[dim]))
    return constant(strides[dim]);
  auto metadata =
      memref::ExtractStridedMetadataOp::create(builder, location, memref);
  return arith::IndexCastOp::create(builder, location, builder.getI64Type(),
                                    metadata.getStrides()[dim]);
}

Value HostBuilder::offset(Value memref) {
  int64_t offset =
      cast<MemRefType>(memref.getType()).getStridesAndOffset().second;
  if (!ShapedType::isDynamic(offset))
    return constant(offset);
  auto metadata =
      memref::ExtractStridedMetadataOp::create(builder, location, memref);
  return arith::IndexCastOp::create(builder, location, builder.getI64Type(),
                                    metadata.getOffset());
}

Value HostBuilder::elements(Value memref) {
  Value product = constant(1);
  for (int64_t dim = 0, e = cast<MemRefType>(memref.getType()).getRank();
       dim < e; ++dim)
    product = builder.createOrFold<arith::MulIOp>(location, product,
                                                  extent(memref, dim));
  return product;
}

void HostBuilder::check(Operation *op, Value condition, CheckStatus status,
                        const Twine &text, ValueRange values) {
  CheckOp::create(builder, location, condition, status,
                  (op->getName().getStringRef() + ": " + text).str(), values);
}

void HostBuilder::checkWorkspace(Operation *op, Value workspace, Value bytes) {
  Value given = extent(workspace, 0);
  check(op, compare(arith::CmpIPredicate::sge, given, bytes),
        CheckStatus::Workspace,
        "the workspace is too small: it has {} bytes, and {} are needed; ask "
        "prim.workspace_size for its size",
        {given, bytes});
  Value rest = arith::RemUIOp::create(builder, location, address(workspace),
                                      constant(workspaceAlignment));
  check(op, compare(arith::CmpIPredicate::eq, rest, constant(0)),
        CheckStatus::Workspace,
        "the workspace must be aligned to " + Twine(workspaceAlignment) +
            " bytes");
}

Value HostBuilder::ceilDiv(Value value, int64_t divisor) {
  return ceilDiv(value, constant(divisor));
}

Value HostBuilder::ceilDiv(Value value, Value divisor) {
  Value less = arith::SubIOp::create(builder, location, divisor, constant(1));
  return arith::DivUIOp::create(builder, location, add(value, less), divisor);
}

Value HostBuilder::mul(Value a, Value b) {
  return arith::MulIOp::create(builder, location, a, b);
}

Value HostBuilder::add(Value a, Value b) {
  return arith::AddIOp::create(builder, location, a, b);
}

Value HostBuilder::sub(Value a, Value b) {
  return arith::SubIOp::create(builder, location, a, b);
}

Value HostBuilder::div(Value a, Value b) {
  return arith::DivUIOp::create(builder, location, a, b);
}

Value HostBuilder::min(Value a, Value b) {
  return arith::MinSIOp::create(builder, location, a, b);
}

Value HostBuilder::max(Value a, Value b) {
  return arith::MaxSIOp::create(builder, location, a, b);
}

Value HostBuilder::both(Value a, Value b) {
  return arith::AndIOp::create(builder, location, a, b);
}

Value HostBuilder::either(Value a, Value b) {
  return arith::OrIOp::create(builder, location, a, b);
}

Value HostBuilder::compare(arith::CmpIPredicate predicate, Value a, Value b) {
  return arith::CmpIOp::create(builder, location, predicate, a, b);
}

void HostBuilder::ifThenElse(Value condition, llvm::function_ref<void()> yes,
                             llvm::function_ref<void()> no) {
  auto op = scf::IfOp::create(builder, location, condition,
                              /*withElseRegion=*/bool(no));
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(op.thenBlock());
  yes();
  if (!no)
    return;
  builder.setInsertionPointToStart(op.elseBlock());
  no();
}

void HostBuilder::clear(Value workspace, Value bytes) {
  Value size = arith::IndexCastOp::create(builder, location,
                                          builder.getIndexType(), bytes);
  Value head = memref::SubViewOp::create(
      builder, location, workspace,
      ArrayRef<OpFoldResult>{builder.getIndexAttr(0)},
      ArrayRef<OpFoldResult>{size},
      ArrayRef<OpFoldResult>{builder.getIndexAttr(1)});
  Value zero =
      arith::ConstantOp::create(builder, location, builder.getI8IntegerAttr(0));
  gpu::MemsetOp::create(builder, location, /*asyncToken=*/Type(),
                        /*asyncDependencies=*/ValueRange(), head, zero);
}
