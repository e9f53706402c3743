//===- HostMemory.cpp - Host and device memory ------------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Accesses are found through the declared effects of ops, independently of
// their dialects.
//
//===----------------------------------------------------------------------===//

#include "prim/Dialect/Prim/Utils/HostMemory.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include "prim/Dialect/Prim/IR/Prim.h"
#include "prim/Dialect/Prim/Utils/ForeignOps.h"

using namespace mlir;

Value prim::getViewedMemory(Value value) {
  auto view = value.getDefiningOp<ViewLikeOpInterface>();
  return view ? view.getViewSource() : Value();
}

Operation *prim::getHostMemory(Value memory) {
  while (Value viewed = getViewedMemory(memory))
    memory = viewed;
  Operation *def = memory.getDefiningOp();
  return isa_and_present<memref::AllocaOp, memref::GetGlobalOp>(def) ? def
                                                                     : nullptr;
}

Operation *prim::getConstantGlobal(Operation *op) {
  auto get = dyn_cast_or_null<memref::GetGlobalOp>(op);
  if (!get)
    return nullptr;
  Operation *global =
      SymbolTable::lookupNearestSymbolFrom(get, get.getNameAttr());
  // During a conversion the global may already be in the LLVM dialect.
  if (auto converted = dyn_cast_or_null<LLVM::GlobalOp>(global))
    return converted.getConstant() && converted.getValueOrNull() ? global
                                                                 : nullptr;
  auto memory = dyn_cast_or_null<memref::GlobalOp>(global);
  return memory && memory.getConstant() && !memory.isExternal() &&
                 !memory.isUninitialized()
             ? global
             : nullptr;
}

bool prim::isContiguous(MemRefType type) {
  if (type.getLayout().isIdentity())
    return true;
  int64_t offset;
  SmallVector<int64_t> strides;
  if (failed(type.getStridesAndOffset(strides, offset)))
    return false;
  int64_t expected = 1;
  for (int64_t dim = type.getRank() - 1; dim >= 0; --dim) {
    // The stride of a dimension of size 1 is never used.
    if (type.getDimSize(dim) == 1)
      continue;
    if (strides[dim] != expected || ShapedType::isDynamic(expected))
      return false;
    expected = type.isDynamicDim(dim) ? ShapedType::kDynamic
                                      : expected * type.getDimSize(dim);
  }
  return true;
}

bool prim::hasTensors(func::FuncOp function) {
  auto isTensor = [](Type type) { return isa<TensorType>(type); };
  if (llvm::any_of(function.getArgumentTypes(), isTensor) ||
      llvm::any_of(function.getResultTypes(), isTensor))
    return true;
  return function
      .walk([&](Operation *op) {
        return llvm::any_of(op->getResultTypes(), isTensor)
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

/// Whether host code has pointers into a memory space. Numbered spaces are the
/// target's; numbers that device ops do not accept are reported there.
static bool isHostSpace(Attribute space) {
  if (auto named = dyn_cast_or_null<gpu::AddressSpaceAttr>(space))
    return named.getValue() == gpu::AddressSpace::Global;
  return !space || isa<IntegerAttr>(space);
}

LogicalResult prim::checkLayouts(func::FuncOp function) {
  auto check = [](Operation *op, StringRef what, TypeRange types) {
    for (Type type : types) {
      if (auto memref = dyn_cast<MemRefType>(type);
          memref && !memref.isStrided())
        return LogicalResult(op->emitOpError("has ")
                             << what << " with a layout without strides ("
                             << type << "); use a strided layout");
      auto memref = dyn_cast<BaseMemRefType>(type);
      if (memref && !isHostSpace(memref.getMemorySpace()))
        return LogicalResult(op->emitOpError("has ")
                             << what << " in a memory space that host code "
                             << "does not have (" << type
                             << "); give it no memory space, or "
                                "#gpu.address_space<global>");
    }
    return success();
  };
  if (failed(check(function, "an argument", function.getArgumentTypes())) ||
      failed(check(function, "a result", function.getResultTypes())))
    return failure();
  return walkHostOps(function, [&](Operation *op) {
    return check(op, "a result", op->getResultTypes());
  });
}

unsigned prim::getFillBytes(Type type) {
  if (type.isIndex())
    return 8;
  if (!type.isIntOrFloat())
    return 0;
  unsigned bits = type.getIntOrFloatBitWidth();
  if (bits == 1)
    return 1;
  return llvm::is_contained({8u, 16u, 32u, 64u}, bits) ? bits / 8 : 0;
}

Value prim::createBufferLike(CodeBuilder &b, Value buffer) {
  auto like = cast<MemRefType>(buffer.getType());
  auto type =
      MemRefType::get(like.getShape(), like.getElementType(),
                      MemRefLayoutAttrInterface(), like.getMemorySpace());
  SmallVector<Value> sizes;
  for (int64_t dim = 0; dim < type.getRank(); ++dim)
    if (type.isDynamicDim(dim))
      sizes.push_back(memref::DimOp::create(b, buffer, dim));
  return gpu::AllocOp::create(b, type, /*asyncToken=*/Type(),
                              /*asyncDependencies=*/ValueRange(), sizes,
                              /*symbolOperands=*/ValueRange())
      .getMemref();
}

/// The memref from whose address a pointer or an integer is computed, or null.
static Value getAddressedMemory(Value address) {
  while (Operation *def = address.getDefiningOp()) {
    if (auto aligned = dyn_cast<memref::ExtractAlignedPointerAsIndexOp>(def))
      return aligned.getSource();
    if (!isa<LLVM::GEPOp, LLVM::IntToPtrOp, LLVM::PtrToIntOp, LLVM::BitcastOp,
             LLVM::AddrSpaceCastOp, LLVM::AddOp, arith::IndexCastOp,
             arith::IndexCastUIOp, arith::AddIOp>(def))
      return {};
    address = def->getOperand(0);
  }
  return {};
}

SmallVector<Value> prim::getHostAccesses(Operation *op) {
  SmallVector<Value> accesses;
  if (isa_and_nonnull<PrimDialect, gpu::GPUDialect>(op->getDialect()) ||
      isa<memref::CopyOp>(op))
    return accesses;
  auto effects = dyn_cast<MemoryEffectOpInterface>(op);
  if (!effects)
    return accesses;
  SmallVector<MemoryEffects::EffectInstance> instances;
  effects.getEffects(instances);
  for (const MemoryEffects::EffectInstance &effect : instances) {
    Value value = effect.getValue();
    if (value &&
        isa<MemoryEffects::Read, MemoryEffects::Write>(effect.getEffect()) &&
        isa<BaseMemRefType, LLVM::LLVMPointerType>(value.getType()))
      accesses.push_back(value);
  }
  return accesses;
}

LogicalResult
prim::walkHostOps(func::FuncOp function,
                  llvm::function_ref<LogicalResult(Operation *)> visit) {
  return failure(function
                     .walk<WalkOrder::PreOrder>([&](Operation *op) {
                       if (failed(visit(op)))
                         return WalkResult::interrupt();
                       return isa<gpu::LaunchOp>(op) ||
                                      isa_and_nonnull<PrimDialect>(
                                          op->getDialect())
                                  ? WalkResult::skip()
                                  : WalkResult::advance();
                     })
                     .wasInterrupted());
}

/// Whether an access at `address` reaches device memory. Pointers of unknown
/// origin count as host pointers unless their address space says otherwise.
static bool isDeviceAccess(Value address) {
  constexpr unsigned deviceSpace = 1;
  auto pointer = dyn_cast<LLVM::LLVMPointerType>(address.getType());
  if (!pointer)
    return !prim::getHostMemory(address);
  if (pointer.getAddressSpace() == deviceSpace)
    return true;
  Value memory = getAddressedMemory(address);
  return memory && !prim::getHostMemory(memory);
}

LogicalResult prim::checkHostAccesses(func::FuncOp function) {
  return walkHostOps(function, [](Operation *op) -> LogicalResult {
    if (llvm::none_of(getHostAccesses(op), isDeviceAccess))
      return success();
    if (!findLowering(op).empty())
      return reportForeign(op);
    return op->emitOpError(
        "accesses device memory from host code, which can only load and store "
        "single elements at constant positions; use a kernel (linalg, "
        "scf.parallel or gpu.launch)");
  });
}
