//===- PrivateMemory.cpp - Memory of a thread ---------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Puts allocations where AMDGPU has a thread's stack. Upstream's lowering of
// memref.alloca leaves them in the default memory space, for which the back end
// has no frame, and where they stand, which in a loop is a stack that grows.
//
//===----------------------------------------------------------------------===//

#include "PrivateMemory.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/ROCDLDialect.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;

static LogicalResult placeAllocation(LLVM::AllocaOp alloca) {
  IntegerAttr size;
  if (!matchPattern(alloca.getArraySize(), m_Constant(&size)))
    return emitError(alloca.getLoc(),
                     "memory of a thread needs a size that is known at compile "
                     "time; allocate the largest size, or pass a buffer to the "
                     "kernel");
  auto function = alloca->getParentOfType<LLVM::LLVMFuncOp>();
  if (!function)
    return success();
  Block &entry = function.front();
  OpBuilder builder = OpBuilder::atBlockBegin(&entry);
  Value count = LLVM::ConstantOp::create(builder, alloca.getLoc(),
                                         alloca.getArraySize().getType(), size);
  auto type = LLVM::LLVMPointerType::get(
      alloca.getContext(), ROCDL::ROCDLDialect::kPrivateMemoryAddressSpace);
  Value place = LLVM::AllocaOp::create(builder, alloca.getLoc(), type,
                                       alloca.getElemType(), count,
                                       alloca.getAlignment().value_or(0));
  if (place.getType() != alloca.getType())
    place = LLVM::AddrSpaceCastOp::create(builder, alloca.getLoc(),
                                          alloca.getType(), place);
  alloca.replaceAllUsesWith(place);
  alloca.erase();
  return success();
}

LogicalResult mlir::prim::placePrivateMemory(Operation *module) {
  SmallVector<LLVM::AllocaOp> allocations;
  module->walk([&](LLVM::AllocaOp alloca) { allocations.push_back(alloca); });
  bool sound = true;
  for (LLVM::AllocaOp alloca : allocations)
    sound &= succeeded(placeAllocation(alloca));
  return success(sound);
}
