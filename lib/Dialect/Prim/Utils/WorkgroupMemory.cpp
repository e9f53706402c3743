//===- WorkgroupMemory.cpp - Buffers inside kernels -------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Making the global behind a buffer, and access to arrays of elements.
//
//===----------------------------------------------------------------------===//

#include "prim/Dialect/Prim/Utils/WorkgroupMemory.h"

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

Value WorkgroupBuffer::get(OpBuilder &builder, Location loc, uint64_t request) {
  auto module = func->getParentOfType<gpu::GPUModuleOp>();
  auto arrayOf = [&](uint64_t size) {
    return LLVM::LLVMArrayType::get(IntegerType::get(func.getContext(), 8),
                                    size);
  };
  // Both back ends number workgroup (shared) memory 3.
  constexpr unsigned workgroupSpace = 3;
  if (!global) {
    // A symbol of the user's may have taken the name.
    while (!isa_and_nonnull<LLVM::GlobalOp>(module.lookupSymbol(name)) &&
           module.lookupSymbol(name))
      name += "_";
    if (Operation *existing = module.lookupSymbol(name)) {
      global = cast<LLVM::GlobalOp>(existing);
      bytes =
          cast<LLVM::LLVMArrayType>(global.getGlobalType()).getNumElements();
    } else {
      OpBuilder moduleBuilder(func);
      global = LLVM::GlobalOp::create(
          moduleBuilder, func.getLoc(), arrayOf(0), /*isConstant=*/false,
          LLVM::Linkage::Internal, name, /*value=*/Attribute(),
          /*alignment=*/16, workgroupSpace);
    }
  }
  if (request > bytes) {
    bytes = llvm::alignTo(request, 16);
    // Where there is too much of it, this is the op to look at.
    global->setLoc(loc);
    global.setGlobalType(arrayOf(bytes));
  }
  return LLVM::AddressOfOp::create(
      builder, loc,
      LLVM::LLVMPointerType::get(builder.getContext(), workgroupSpace),
      global.getSymName());
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

Value MemoryArray::address(OpBuilder &builder, Location loc,
                           Value index) const {
  if (index.getType().isIndex())
    index =
        arith::IndexCastOp::create(builder, loc, builder.getI64Type(), index);
  return LLVM::GEPOp::create(builder, loc, base.getType(),
                             getStorageType(element), base, ValueRange{index},
                             LLVM::GEPNoWrapFlags::inbounds);
}

Value MemoryArray::load(OpBuilder &builder, Location loc, Value index) const {
  Value value = LLVM::LoadOp::create(builder, loc, getStorageType(element),
                                     address(builder, loc, index),
                                     getElementBytes(element));
  if (element.isIndex())
    value = arith::IndexCastOp::create(builder, loc, element, value);
  return value;
}

void MemoryArray::store(OpBuilder &builder, Location loc, Value value,
                        Value index) const {
  if (element.isIndex())
    value =
        arith::IndexCastOp::create(builder, loc, builder.getI64Type(), value);
  LLVM::StoreOp::create(builder, loc, value, address(builder, loc, index),
                        getElementBytes(element));
}

Value MemoryArray::loadVector(OpBuilder &builder, Location loc, Value index,
                              unsigned count) const {
  auto type = VectorType::get({count}, getStorageType(element));
  Value vector = LLVM::LoadOp::create(builder, loc, type,
                                      address(builder, loc, index), alignment);
  if (element.isIndex())
    vector = arith::IndexCastOp::create(
        builder, loc, VectorType::get({count}, element), vector);
  return vector;
}

void MemoryArray::storeVector(OpBuilder &builder, Location loc, Value vector,
                              Value index) const {
  auto type = cast<VectorType>(vector.getType());
  if (element.isIndex())
    vector = arith::IndexCastOp::create(
        builder, loc, type.clone(builder.getI64Type()), vector);
  LLVM::StoreOp::create(builder, loc, vector, address(builder, loc, index),
                        alignment);
}
