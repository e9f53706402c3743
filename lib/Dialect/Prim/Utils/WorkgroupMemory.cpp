//===- WorkgroupMemory.cpp - Buffers inside kernels -------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Making a buffer, and access to arrays of elements.
//
//===----------------------------------------------------------------------===//

#include "prim/Dialect/Prim/Utils/WorkgroupMemory.h"

#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::prim;

Value mlir::prim::createI32(OpBuilder &builder, Location loc, int64_t value) {
  return arith::ConstantOp::create(builder, loc,
                                   builder.getI32IntegerAttr(value));
}

Value mlir::prim::createI64(OpBuilder &builder, Location loc, int64_t value) {
  return arith::ConstantOp::create(builder, loc,
                                   builder.getI64IntegerAttr(value));
}

Value mlir::prim::createAbsent(OpBuilder &builder, Location loc, Type type) {
  return arith::ConstantOp::create(builder, loc, builder.getZeroAttr(type));
}

unsigned mlir::prim::getElementBytes(Type element) {
  return llvm::divideCeil(getStorageType(element).getIntOrFloatBitWidth(), 8);
}

Type mlir::prim::getStorageType(Type element) {
  return element.isIndex() ? IntegerType::get(element.getContext(), 64)
                           : element;
}

uint64_t BufferLayout::add(uint64_t bytes, uint64_t count, uint64_t alignment) {
  uint64_t offset = llvm::alignTo(end, alignment);
  end = offset + bytes * count;
  return offset;
}

Value mlir::prim::allocateWorkgroupMemory(OpBuilder &builder, Location loc,
                                          uint64_t bytes, StringRef purpose) {
  return WorkgroupAllocOp::create(
      builder, loc, BaseType::get(builder.getContext(), MemorySpace::Workgroup),
      bytes, builder.getStringAttr(purpose));
}

Value mlir::prim::acquireWorkgroupMemory(OpBuilder &builder, Location loc,
                                         uint64_t bytes, StringRef purpose) {
  Value base = allocateWorkgroupMemory(builder, loc, bytes, purpose);
  BlockBarrierOp::create(builder, loc, /*acquired=*/base,
                         /*orders=*/MemoryScopeAttr());
  return base;
}

Value mlir::prim::createLinearThreadId(OpBuilder &builder, Location loc,
                                       ArrayRef<int32_t> shape) {
  auto id = [&](gpu::Dimension dimension) -> Value {
    Value index = gpu::ThreadIdOp::create(builder, loc, dimension);
    return arith::IndexCastOp::create(builder, loc, builder.getI32Type(),
                                      index);
  };
  // x + X * (y + Y * z), leaving out dimensions of extent one.
  Value linear;
  for (auto [dim, dimension] :
       {std::pair(2, gpu::Dimension::z), std::pair(1, gpu::Dimension::y),
        std::pair(0, gpu::Dimension::x)}) {
    if (linear)
      linear = arith::MulIOp::create(builder, loc, linear,
                                     createI32(builder, loc, shape[dim]));
    if (shape[dim] == 1 && (dim != 0 || linear))
      continue;
    Value own = id(dimension);
    linear = linear ? arith::AddIOp::create(builder, loc, linear, own) : own;
  }
  return linear;
}

//===----------------------------------------------------------------------===//
// MemoryArray
//===----------------------------------------------------------------------===//

MemoryArray::MemoryArray(Value base, Type element, unsigned alignment)
    : base(base), element(element),
      alignment(std::max(alignment, getElementBytes(element))) {}

/// An i32, which is unsigned, or a number of 64 bits as index.
static Value toIndex(OpBuilder &builder, Location loc, Value value) {
  Type index = builder.getIndexType();
  if (value.getType().isIndex())
    return value;
  return value.getType().isInteger(32)
             ? builder.createOrFold<arith::IndexCastUIOp>(loc, index, value)
             : builder.createOrFold<arith::IndexCastOp>(loc, index, value);
}

Value mlir::prim::advance(OpBuilder &builder, Location loc, Value base,
                          Value bytes) {
  bytes = toIndex(builder, loc, bytes);
  return builder.createOrFold<AdvanceOp>(loc, base.getType(), base, bytes);
}

Value mlir::prim::advance(OpBuilder &builder, Location loc, Value base,
                          int64_t bytes) {
  return advance(builder, loc, base,
                 arith::ConstantIndexOp::create(builder, loc, bytes));
}

MemoryPlace MemoryArray::place(OpBuilder &builder, Location loc,
                               Value index) const {
  assert(!isDiscarding() && "there is no memory");
  auto bytes = [&](Type type) -> Value {
    return arith::ConstantOp::create(
        builder, loc, builder.getIntegerAttr(type, getElementBytes(element)));
  };
  if (levels.size() > 1) {
    Type i32 = builder.getI32Type(), i64 = builder.getI64Type();
    auto narrow = [&](Value value) {
      return value.getType() == i32
                 ? value
                 : builder.createOrFold<arith::TruncIOp>(loc, i32, value);
    };
    Value rest = narrow(index), offset;
    for (const Level &level : levels) {
      Value own = rest;
      if (&level != &levels.back()) {
        Value extent = narrow(level.extent);
        rest = arith::DivUIOp::create(builder, loc, own, extent);
        own = arith::SubIOp::create(
            builder, loc, own,
            arith::MulIOp::create(builder, loc, rest, extent));
      }
      Value part = arith::MulIOp::create(
          builder, loc, arith::ExtUIOp::create(builder, loc, i64, own),
          level.stride);
      offset =
          offset ? arith::AddIOp::create(builder, loc, offset, part) : part;
    }
    MemoryArray dense(base, element, alignment);
    return dense.place(builder, loc, offset);
  }
  if (!isDense())
    return {from(builder, loc, index).base, createI32(builder, loc, 0)};
  auto flags = arith::IntegerOverflowFlags::nuw;
  auto scale = [&](Value count) {
    return builder.createOrFold<arith::MulIOp>(loc, count,
                                               bytes(count.getType()), flags);
  };
  if (index.getType().isInteger(32)) {
    // A constant goes last, where targets take it into the instruction.
    auto sum = index.getDefiningOp<arith::AddIOp>();
    if (sum && matchPattern(sum.getRhs(), m_Constant()) &&
        bitEnumContainsAll(sum.getOverflowFlags(), flags))
      return {base, builder.createOrFold<arith::AddIOp>(
                        loc, scale(sum.getLhs()), scale(sum.getRhs()), flags)};
    return {base, scale(index)};
  }
  return {from(builder, loc, index).base, createI32(builder, loc, 0)};
}

Value MemoryArray::getStride(OpBuilder &builder, Location loc) const {
  if (isDense())
    return createI64(builder, loc, 1);
  return levels.size() == 1 ? levels.front().stride : Value();
}

MemoryArray MemoryArray::from(OpBuilder &builder, Location loc,
                              Value index) const {
  assert(levels.size() <= 1 && "there is no one distance between elements");
  if (isDiscarding())
    return *this;
  index = toIndex(builder, loc, index);
  for (const Level &level : levels)
    index = builder.createOrFold<arith::MulIOp>(
        loc, index, toIndex(builder, loc, level.stride));
  Value bytes = builder.createOrFold<arith::MulIOp>(
      loc, index,
      arith::ConstantIndexOp::create(builder, loc, getElementBytes(element)));
  return MemoryArray(advance(builder, loc, base, bytes), element)
      .nested(levels);
}

MemoryArray MemoryArray::at(OpBuilder &builder, Location loc,
                            Value index) const {
  if (isDiscarding())
    return *this;
  MemoryPlace where = place(builder, loc, index);
  return {advance(builder, loc, where.base, where.offset), element};
}

/// The attribute of an access; null where nothing is asked.
static CacheHintAttr getCacheAttr(OpBuilder &builder,
                                  std::optional<CacheHint> hint) {
  return hint ? CacheHintAttr::get(builder.getContext(), *hint)
              : CacheHintAttr();
}

Value MemoryArray::load(OpBuilder &builder, Location loc, Value index) const {
  MemoryPlace at = place(builder, loc, index);
  return LoadOp::create(builder, loc, element, at.base, at.offset,
                        /*order=*/{}, /*scope=*/{}, /*alignment=*/{},
                        getCacheAttr(builder, cache));
}

void MemoryArray::store(OpBuilder &builder, Location loc, Value value,
                        Value index) const {
  if (isDiscarding())
    return;
  MemoryPlace at = place(builder, loc, index);
  StoreOp::create(builder, loc, value, at.base, at.offset, /*order=*/{},
                  /*scope=*/{}, /*alignment=*/{}, getCacheAttr(builder, cache));
}

Value MemoryArray::loadVector(OpBuilder &builder, Location loc, Value index,
                              unsigned count) const {
  assert(isDense() && "elements of a vector lie side by side");
  MemoryPlace at = place(builder, loc, index);
  return LoadOp::create(builder, loc, VectorType::get({count}, element),
                        at.base, at.offset, /*order=*/{}, /*scope=*/{},
                        builder.getI64IntegerAttr(alignment),
                        getCacheAttr(builder, cache));
}

void MemoryArray::storeVector(OpBuilder &builder, Location loc, Value vector,
                              Value index) const {
  assert(isDense() && "elements of a vector lie side by side");
  if (isDiscarding())
    return;
  MemoryPlace at = place(builder, loc, index);
  StoreOp::create(builder, loc, vector, at.base, at.offset, /*order=*/{},
                  /*scope=*/{}, builder.getI64IntegerAttr(alignment),
                  getCacheAttr(builder, cache));
}

//===----------------------------------------------------------------------===//
// Atomic accesses
//===----------------------------------------------------------------------===//

Value mlir::prim::createAtomicLoad(OpBuilder &builder, Location loc,
                                   MemoryPlace place, Type type,
                                   MemoryOrder order, MemoryScope scope) {
  MLIRContext *context = builder.getContext();
  return LoadOp::create(builder, loc, type, place.base, place.offset,
                        MemoryOrderAttr::get(context, order),
                        MemoryScopeAttr::get(context, scope),
                        /*alignment=*/IntegerAttr(), /*cache=*/{});
}

void mlir::prim::createAtomicStore(OpBuilder &builder, Location loc,
                                   Value value, MemoryPlace place,
                                   MemoryOrder order, MemoryScope scope) {
  MLIRContext *context = builder.getContext();
  StoreOp::create(builder, loc, value, place.base, place.offset,
                  MemoryOrderAttr::get(context, order),
                  MemoryScopeAttr::get(context, scope),
                  /*alignment=*/IntegerAttr(), /*cache=*/{});
}

Value mlir::prim::createAtomicAdd(OpBuilder &builder, Location loc, Value value,
                                  MemoryPlace place, MemoryOrder order,
                                  MemoryScope scope) {
  return AtomicRMWOp::create(builder, loc, AtomicKind::Add, value, place.base,
                             place.offset, order, scope);
}

void mlir::prim::createAtomicOr(OpBuilder &builder, Location loc, Value value,
                                MemoryPlace place, MemoryOrder order,
                                MemoryScope scope) {
  AtomicRMWOp::create(builder, loc, AtomicKind::Or, value, place.base,
                      place.offset, order, scope);
}
