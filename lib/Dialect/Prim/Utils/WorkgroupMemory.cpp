//===- WorkgroupMemory.cpp - Buffers inside kernels -------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Allocates buffers and accesses arrays of elements in them.
//
//===----------------------------------------------------------------------===//

#include "prim/Dialect/Prim/Utils/WorkgroupMemory.h"

#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::prim;

Value mlir::prim::createAbsent(CodeBuilder &b, Type type) {
  return b.zero(type);
}

unsigned mlir::prim::getElementBytes(Type element) {
  return llvm::divideCeil(getStorageType(element).getIntOrFloatBitWidth(), 8);
}

uint64_t mlir::prim::countBytes(TypeRange elements) {
  uint64_t bytes = 0;
  for (Type type : elements)
    bytes += getElementBytes(type);
  return bytes;
}

Type mlir::prim::getStorageType(Type element) {
  return element.isIndex() ? IntegerType::get(element.getContext(), 64)
                           : element;
}

Type mlir::prim::widenBit(Type type) {
  if (!getElementTypeOrSelf(type).isInteger(1))
    return type;
  Type byte = IntegerType::get(type.getContext(), 8);
  auto vector = dyn_cast<VectorType>(type);
  return vector ? vector.clone(byte) : byte;
}

Value mlir::prim::widenBit(CodeBuilder &b, Value value) {
  Type type = widenBit(value.getType());
  return type == value.getType() ? value : b.extui(type, value);
}

Value mlir::prim::narrowBit(CodeBuilder &b, Value value, Type type) {
  return value.getType() == type ? value : b.ne(value, 0);
}

uint64_t BufferLayout::add(uint64_t bytes, uint64_t count, uint64_t alignment) {
  uint64_t offset = llvm::alignTo(end, alignment);
  end = offset + bytes * count;
  return offset;
}

Value mlir::prim::allocateWorkgroupMemory(CodeBuilder &b, uint64_t bytes,
                                          StringRef purpose) {
  return WorkgroupAllocOp::create(
      b, BaseType::get(b.getContext(), MemorySpace::Workgroup), bytes,
      b.getStringAttr(purpose));
}

Value mlir::prim::acquireWorkgroupMemory(CodeBuilder &b, uint64_t bytes,
                                         StringRef purpose) {
  Value base = allocateWorkgroupMemory(b, bytes, purpose);
  BlockBarrierOp::create(b, /*acquired=*/base,
                         /*orders=*/MemoryScopeAttr());
  return base;
}

Value mlir::prim::createLinearThreadId(CodeBuilder &b,
                                       ArrayRef<int32_t> shape) {
  auto id = [&](gpu::Dimension dimension) -> Value {
    Value index = gpu::ThreadIdOp::create(b, dimension);
    return b.indexCast(b.getI32Type(), index);
  };
  // x + X * (y + Y * z), without dimensions of extent one.
  Value linear;
  for (auto [dim, dimension] :
       {std::pair(2, gpu::Dimension::z), std::pair(1, gpu::Dimension::y),
        std::pair(0, gpu::Dimension::x)}) {
    if (linear)
      linear = b.mul(linear, shape[dim]);
    if (shape[dim] == 1 && (dim != 0 || linear))
      continue;
    Value own = id(dimension);
    linear = linear ? b.add(linear, own) : own;
  }
  return linear;
}

//===----------------------------------------------------------------------===//
// MemoryArray
//===----------------------------------------------------------------------===//

MemoryArray::MemoryArray(Value base, Type element, unsigned alignment)
    : base(base), element(element),
      alignment(std::max(alignment, getElementBytes(element))) {}

/// Converts an i32, which is unsigned, or a 64-bit number to index.
static Value toIndex(CodeBuilder &b, Value value) {
  Type index = b.getIndexType();
  if (value.getType().isIndex())
    return value;
  return value.getType().isInteger(32)
             ? b.createOrFold<arith::IndexCastUIOp>(index, value)
             : b.createOrFold<arith::IndexCastOp>(index, value);
}

Value mlir::prim::advance(CodeBuilder &b, Value base, Value bytes) {
  bytes = toIndex(b, bytes);
  return b.createOrFold<AdvanceOp>(base.getType(), base, bytes);
}

Value mlir::prim::advance(CodeBuilder &b, Value base, int64_t bytes) {
  return advance(b, base, b.index(bytes));
}

MemoryPlace MemoryArray::place(CodeBuilder &b, Value index) const {
  assert(!isDiscarding() && "there is no memory");
  auto bytes = [&](Type type) -> Value {
    return b.constant(type, getElementBytes(element));
  };
  if (levels.size() > 1) {
    Type i32 = b.getI32Type(), i64 = b.getI64Type();
    auto narrow = [&](Value value) {
      return value.getType() == i32
                 ? value
                 : b.createOrFold<arith::TruncIOp>(i32, value);
    };
    Value rest = narrow(index), offset;
    for (const Level &level : levels) {
      Value own = rest;
      if (&level != &levels.back()) {
        Value extent = narrow(level.extent);
        rest = b.divui(own, extent);
        own = b.sub(own, b.mul(rest, extent));
      }
      Value part = b.mul(b.extui(i64, own), level.stride);
      offset = offset ? b.add(offset, part) : part;
    }
    MemoryArray dense(base, element, alignment);
    return dense.place(b, offset);
  }
  if (!isDense())
    return {from(b, index).base, b.i32(0)};
  auto flags = arith::IntegerOverflowFlags::nuw;
  auto scale = [&](Value count) {
    return b.createOrFold<arith::MulIOp>(count, bytes(count.getType()), flags);
  };
  if (index.getType().isInteger(32)) {
    // A constant is added last, so that targets can fold it into the
    // instruction.
    auto sum = index.getDefiningOp<arith::AddIOp>();
    if (sum && matchPattern(sum.getRhs(), m_Constant()) &&
        bitEnumContainsAll(sum.getOverflowFlags(), flags))
      return {base, b.createOrFold<arith::AddIOp>(scale(sum.getLhs()),
                                                  scale(sum.getRhs()), flags)};
    return {base, scale(index)};
  }
  return {from(b, index).base, b.i32(0)};
}

Value MemoryArray::getStride(CodeBuilder &b) const {
  if (isDense())
    return b.i64(1);
  return levels.size() == 1 ? levels.front().stride : Value();
}

MemoryArray MemoryArray::from(CodeBuilder &b, Value index) const {
  assert(levels.size() <= 1 && "there is no one distance between elements");
  if (isDiscarding())
    return *this;
  index = toIndex(b, index);
  for (const Level &level : levels)
    index = b.createOrFold<arith::MulIOp>(index, toIndex(b, level.stride));
  Value bytes =
      b.createOrFold<arith::MulIOp>(index, b.index(getElementBytes(element)));
  return MemoryArray(advance(b, base, bytes), element).nested(levels);
}

MemoryArray MemoryArray::at(CodeBuilder &b, Value index) const {
  if (isDiscarding())
    return *this;
  MemoryPlace where = place(b, index);
  return {advance(b, where.base, where.offset), element};
}

/// The cache attribute of an access; null without a hint.
static CacheHintAttr getCacheAttr(OpBuilder &b, std::optional<CacheHint> hint) {
  return hint ? CacheHintAttr::get(b.getContext(), *hint) : CacheHintAttr();
}

Value MemoryArray::load(CodeBuilder &b, Index index) const {
  MemoryPlace at = place(b, index.get(b, b.getI32Type()));
  return LoadOp::create(b, element, at.base, at.offset,
                        /*order=*/{}, /*scope=*/{}, /*alignment=*/{},
                        getCacheAttr(b, cache));
}

void MemoryArray::store(CodeBuilder &b, Value value, Index index) const {
  if (isDiscarding())
    return;
  MemoryPlace at = place(b, index.get(b, b.getI32Type()));
  StoreOp::create(b, value, at.base, at.offset, /*order=*/{},
                  /*scope=*/{}, /*alignment=*/{}, getCacheAttr(b, cache));
}

Value MemoryArray::loadVector(CodeBuilder &b, Value index,
                              unsigned count) const {
  assert(isDense() && "elements of a vector lie side by side");
  MemoryPlace at = place(b, index);
  return LoadOp::create(b, VectorType::get({count}, element), at.base,
                        at.offset, /*order=*/{}, /*scope=*/{},
                        b.getI64IntegerAttr(alignment), getCacheAttr(b, cache));
}

void MemoryArray::storeVector(CodeBuilder &b, Value vector, Value index) const {
  assert(isDense() && "elements of a vector lie side by side");
  if (isDiscarding())
    return;
  MemoryPlace at = place(b, index);
  StoreOp::create(b, vector, at.base, at.offset, /*order=*/{},
                  /*scope=*/{}, b.getI64IntegerAttr(alignment),
                  getCacheAttr(b, cache));
}

SmallVector<Value> mlir::prim::loadAll(CodeBuilder &b,
                                       ArrayRef<MemoryArray> arrays,
                                       MemoryArray::Index index) {
  return llvm::map_to_vector(
      arrays, [&](const MemoryArray &array) { return array.load(b, index); });
}

void mlir::prim::storeAll(CodeBuilder &b, ArrayRef<MemoryArray> arrays,
                          ValueRange values, MemoryArray::Index index) {
  for (auto [array, value] : llvm::zip_equal(arrays, values))
    array.store(b, value, index);
}

Value mlir::prim::countUnaligned(CodeBuilder &b, const MemoryArray &array,
                                 unsigned width) {
  Value none = b.i64(0);
  unsigned bytes = getElementBytes(array.getElement());
  auto count = [&]() -> SmallVector<Value> {
    // One bit of the address after another.
    Value before = none;
    for (unsigned multiple = 2; multiple <= width; multiple *= 2) {
      Value base = array.from(b, before).getBase();
      Value isAligned = IsAlignedOp::create(b, base, multiple * bytes);
      before = b.add(before, b.select(isAligned, none, b.i64(multiple / 2)));
    }
    return {before};
  };
  Value isAligned = IsAlignedOp::create(b, array.getBase(), width * bytes);
  return b
      .select(
          isAligned, none.getType(), [&] { return SmallVector<Value>{none}; },
          count)
      .front();
}

//===----------------------------------------------------------------------===//
// Atomic accesses
//===----------------------------------------------------------------------===//

Value mlir::prim::createAtomicLoad(CodeBuilder &b, MemoryPlace place, Type type,
                                   MemoryOrder order, MemoryScope scope) {
  MLIRContext *context = b.getContext();
  return LoadOp::create(b, type, place.base, place.offset,
                        MemoryOrderAttr::get(context, order),
                        MemoryScopeAttr::get(context, scope),
                        /*alignment=*/IntegerAttr(), /*cache=*/{});
}

void mlir::prim::createAtomicStore(CodeBuilder &b, Value value,
                                   MemoryPlace place, MemoryOrder order,
                                   MemoryScope scope) {
  MLIRContext *context = b.getContext();
  StoreOp::create(b, value, place.base, place.offset,
                  MemoryOrderAttr::get(context, order),
                  MemoryScopeAttr::get(context, scope),
                  /*alignment=*/IntegerAttr(), /*cache=*/{});
}

Value mlir::prim::createAtomicAdd(CodeBuilder &b, CodeBuilder::Operand value,
                                  MemoryPlace place, MemoryOrder order,
                                  MemoryScope scope) {
  Value added = value.get(b, b.getI32Type());
  return AtomicRMWOp::create(b, AtomicKind::Add, added, place.base,
                             place.offset, order, scope);
}

void mlir::prim::createAtomicOr(CodeBuilder &b, Value value, MemoryPlace place,
                                MemoryOrder order, MemoryScope scope) {
  AtomicRMWOp::create(b, AtomicKind::Or, value, place.base, place.offset, order,
                      scope);
}
