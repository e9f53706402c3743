//===- PrimMemoryOps.cpp - Memory inside kernels -----------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Verification, inferred types and folds of bases and of accesses to memory.
//
//===----------------------------------------------------------------------===//

#include "mlir/IR/Matchers.h"
#include "prim/Dialect/Prim/IR/Prim.h"

using namespace mlir;
using namespace mlir::prim;

//===----------------------------------------------------------------------===//
// Bases
//===----------------------------------------------------------------------===//

/// The space of a memref; nothing for memory that only one thread sees.
static std::optional<MemorySpace> getSpace(MemRefType type) {
  Attribute space = type.getMemorySpace();
  if (!space)
    return MemorySpace::Global;
  auto address = dyn_cast<gpu::AddressSpaceAttr>(space);
  if (!address)
    return std::nullopt;
  switch (address.getValue()) {
  case gpu::AddressSpace::Global:
    return MemorySpace::Global;
  case gpu::AddressSpace::Workgroup:
    return MemorySpace::Workgroup;
  default:
    return std::nullopt;
  }
}

LogicalResult BaseOfOp::inferReturnTypes(MLIRContext *context,
                                         std::optional<Location> location,
                                         ValueRange operands, DictionaryAttr,
                                         OpaqueProperties, RegionRange,
                                         SmallVectorImpl<Type> &inferred) {
  auto type = operands.empty() ? MemRefType()
                               : dyn_cast<MemRefType>(operands[0].getType());
  std::optional<MemorySpace> space =
      type ? getSpace(type) : std::optional<MemorySpace>();
  if (!space)
    return emitOptionalError(location,
                             "'prim.base_of' op takes memory that threads "
                             "share: give the memref no memory space, or "
                             "#gpu.address_space<global> or <workgroup>");
  inferred.push_back(BaseType::get(context, *space));
  return success();
}

LogicalResult BaseOfOp::verify() { return success(); }

OpFoldResult AdvanceOp::fold(FoldAdaptor adaptor) {
  if (matchPattern(adaptor.getBytes(), m_Zero()))
    return getBase();
  return {};
}

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

/// Checks what a load and a store have in common. `refused` is the order that
/// only the other one can have.
template <typename OpTy>
static LogicalResult verifyAccess(OpTy op, MemoryOrder refused) {
  if (op.getOrder().has_value() != op.getScope().has_value())
    return op.emitOpError("has an order or a scope without the other");
  if (std::optional<uint64_t> alignment = op.getAlignment())
    if (!llvm::isPowerOf2_64(*alignment))
      return op.emitOpError() << "expects an alignment that is a power of two, "
                                 "found "
                              << *alignment;
  if (!op.getOrder())
    return success();
  if (*op.getOrder() == refused || *op.getOrder() == MemoryOrder::AcqRel)
    return op.emitOpError()
           << "cannot be '" << stringifyMemoryOrder(*op.getOrder())
           << "': loads acquire, and stores release";
  Type type = op.getValue().getType();
  unsigned bits = isa<VectorType>(type) ? 0
                  : type.isIndex()      ? 64
                                        : type.getIntOrFloatBitWidth();
  if (bits != 32 && bits != 64)
    return op.emitOpError() << "is atomic, which one element of 4 or 8 bytes "
                               "can be; found "
                            << type;
  return success();
}

LogicalResult LoadOp::verify() {
  return verifyAccess(*this, MemoryOrder::Release);
}

LogicalResult StoreOp::verify() {
  return verifyAccess(*this, MemoryOrder::Acquire);
}
