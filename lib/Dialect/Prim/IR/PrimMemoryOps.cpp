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

#include "OpClauses.h"
#include "OpVerify.h"
#include "mlir/IR/Matchers.h"
#include "prim/Dialect/Prim/IR/Prim.h"

using namespace mlir;
using namespace mlir::prim;
using namespace mlir::prim::detail;

//===----------------------------------------------------------------------===//
// Bases
//===----------------------------------------------------------------------===//

/// The space of a memref; nothing for memory that is private to a thread.
static std::optional<MemorySpace> getSpace(MemRefType type) {
  Attribute space = type.getMemorySpace();
  if (!space)
    return MemorySpace::Global;
  // The number of global memory on both GPU targets.
  if (auto number = dyn_cast<IntegerAttr>(space);
      number && number.getInt() == 1)
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
    return emitOptionalError(
        location,
        "'prim.base_of' op expects memory that threads share; give the memref "
        "no memory space, or #gpu.address_space<global> or <workgroup>");
  inferred.push_back(BaseType::get(context, *space));
  return success();
}

LogicalResult BaseOfOp::verify() {
  Type element = cast<MemRefType>(getMemref().getType()).getElementType();
  if (isElementType(element) || element.isInteger(1))
    return success();
  return emitOpError()
         << "expects memory of elements that prim can load and store, found "
         << element;
}

OpFoldResult AdvanceOp::fold(FoldAdaptor adaptor) {
  if (matchPattern(adaptor.getBytes(), m_Zero()))
    return getBase();
  return {};
}

LogicalResult WorkgroupAllocOp::verify() {
  // The attribute is unsigned in C++, so a negative value appears as a too
  // large one.
  constexpr uint64_t most = std::numeric_limits<int32_t>::max();
  if (getBytes() <= most)
    return success();
  return emitOpError() << "has " << static_cast<int64_t>(getBytes())
                       << " bytes, expected 0 to " << most
                       << "; keep larger buffers in device memory";
}

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

/// Verifies that chips make an access in one piece and beyond their nearest
/// caches; `what` is the reason for diagnostics.
template <typename OpTy>
static LogicalResult verifySingle(OpTy op, StringRef what) {
  Type type = op.getValue().getType();
  unsigned bits = isa<VectorType>(type) ? 0
                  : type.isIndex()      ? 64
                                        : type.getIntOrFloatBitWidth();
  if (bits != 32 && bits != 64)
    return op.emitOpError()
           << what << ", which requires one element of 4 or 8 bytes, found "
           << type;
  if (op.getAlignment() && *op.getAlignment() < bits / 8)
    return op.emitOpError() << what << " and needs the alignment of its type, "
                            << bits / 8 << ", found " << *op.getAlignment();
  return success();
}

/// Verifies the common parts of a load and a store.
template <typename OpTy>
static LogicalResult verifyAccess(OpTy op) {
  if (op.getOrder().has_value() != op.getScope().has_value())
    return op.emitOpError(
        "has only one of order and scope; give both, or none");
  if (std::optional<uint64_t> alignment = op.getAlignment())
    if (!llvm::isPowerOf2_64(*alignment))
      return op.emitOpError() << "expects an alignment that is a power of two, "
                                 "found "
                              << *alignment;
  std::optional<CacheHint> cache = op.getCache();
  if (failed(verifyCache(op, op.getBase().getType(), cache)))
    return failure();
  if (op.getOrder() && cache)
    return op.emitOpError("is atomic and has a cache hint; remove the hint, "
                          "because the scope selects the caches");
  if (cache == CacheHint::Device)
    return verifySingle(op, "has cache(device)");
  if (!op.getOrder())
    return success();
  if (failed(verifyWord(op, "order")))
    return failure();
  return verifySingle(op, "is atomic");
}

/// Keeps atomic accesses from being merged, removed or moved over another
/// access. Other threads may access the memory between two of them, and ordered
/// accesses keep others in place. A device or volatile cache hint has the same
/// effect, since such accesses are for values that other threads write.
template <typename OpTy>
static void
getAccessEffects(OpTy op, MemoryEffects::Effect *own,
                 SmallVectorImpl<MemoryEffects::EffectInstance> &effects) {
  effects.emplace_back(own);
  std::optional<CacheHint> cache = op.getCache();
  if (!op.getOrder() && cache != CacheHint::Device &&
      cache != CacheHint::Volatile)
    return;
  effects.emplace_back(MemoryEffects::Read::get());
  effects.emplace_back(MemoryEffects::Write::get());
}

void LoadOp::getEffects(
    SmallVectorImpl<MemoryEffects::EffectInstance> &effects) {
  getAccessEffects(*this, MemoryEffects::Read::get(), effects);
}

void StoreOp::getEffects(
    SmallVectorImpl<MemoryEffects::EffectInstance> &effects) {
  getAccessEffects(*this, MemoryEffects::Write::get(), effects);
}

LogicalResult CopyAsyncOp::verify() {
  int64_t bytes = getBytes();
  if (bytes >= 1 && bytes <= 16 && llvm::isPowerOf2_64(bytes))
    return success();
  return emitOpError() << "copies 1, 2, 4, 8 or 16 bytes, found " << bytes
                       << "; use several copies for more";
}

LogicalResult LoadOp::verify() { return verifyAccess(*this); }

LogicalResult StoreOp::verify() {
  if (failed(verifyWord(*this, "cache")))
    return failure();
  return verifyAccess(*this);
}

//===----------------------------------------------------------------------===//
// Order
//===----------------------------------------------------------------------===//

LogicalResult BlockBarrierOp::verify() {
  if (!getOrders())
    return success();
  if (failed(verifyWord(*this, "orders")))
    return failure();
  if (getAcquired())
    return emitOpError("acquires a buffer, so it can be removed, and orders "
                       "device memory, so it cannot; use two barriers");
  return success();
}
