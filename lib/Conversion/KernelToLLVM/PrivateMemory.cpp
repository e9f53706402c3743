//===- PrivateMemory.cpp - Memory of a thread ---------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Moves allocations to a thread's stack. Upstream's lowering of memref.alloca
// uses the default memory space, for which AMDGPU has no frame. It also keeps
// allocations in place, which makes the stack grow in a loop.
//
//===----------------------------------------------------------------------===//

#include "PrivateMemory.h"

#include "mlir/Analysis/Liveness.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;

/// Whether `op` computes an address or a descriptor from its operands.
static bool passesAddress(Operation *op) {
  return isa<LLVM::AddrSpaceCastOp, LLVM::BitcastOp, LLVM::GEPOp,
             LLVM::InsertValueOp, LLVM::IntToPtrOp, LLVM::PtrToIntOp,
             LLVM::SelectOp>(op) ||
         (isa<LLVM::ExtractValueOp>(op) &&
          isa<LLVM::LLVMPointerType, LLVM::LLVMStructType>(
              op->getResult(0).getType()));
}

/// Whether memory of an earlier execution of `alloca` is still in use at a
/// later one: its address reaches it through a block argument.
static bool outlivesIteration(LLVM::AllocaOp alloca, Liveness &liveness) {
  Block *block = alloca->getBlock();
  const LivenessBlockInfo *info = liveness.getLiveness(block);
  auto isLive = [&](Value address) {
    bool before = info->isLiveIn(address);
    if (address.getParentBlock() == block)
      before = isa<BlockArgument>(address) ||
               address.getDefiningOp()->isBeforeInBlock(alloca);
    return before && (info->isLiveOut(address) ||
                      llvm::any_of(address.getUsers(), [&](Operation *user) {
                        return user->getBlock() == block &&
                               alloca->isBeforeInBlock(user);
                      }));
  };
  llvm::SetVector<Value> addresses;
  addresses.insert(alloca);
  for (unsigned next = 0; next < addresses.size(); ++next) {
    if (isLive(addresses[next]))
      return true;
    for (OpOperand &use : addresses[next].getUses()) {
      Operation *user = use.getOwner();
      if (passesAddress(user))
        addresses.insert(user->getResult(0));
      if (auto branch = dyn_cast<BranchOpInterface>(user))
        if (std::optional<BlockArgument> argument =
                branch.getSuccessorBlockArgument(use.getOperandNumber()))
          addresses.insert(*argument);
    }
  }
  return false;
}

static LogicalResult placeAllocation(LLVM::AllocaOp alloca, unsigned space) {
  IntegerAttr size;
  if (!matchPattern(alloca.getArraySize(), m_Constant(&size)))
    return emitError(
        alloca.getLoc(),
        "private memory needs a size that is known at compile time; allocate "
        "the largest size, or pass a buffer to the kernel");
  auto function = alloca->getParentOfType<LLVM::LLVMFuncOp>();
  if (!function)
    return success();
  Block &entry = function.front();
  OpBuilder builder = OpBuilder::atBlockBegin(&entry);
  Value count = LLVM::ConstantOp::create(builder, alloca.getLoc(),
                                         alloca.getArraySize().getType(), size);
  auto type = LLVM::LLVMPointerType::get(alloca.getContext(), space);
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

LogicalResult mlir::prim::placePrivateMemory(Operation *module,
                                             unsigned space) {
  SmallVector<LLVM::AllocaOp> allocations;
  bool sound = true;
  module->walk([&](LLVM::LLVMFuncOp function) {
    size_t first = allocations.size();
    function.walk(
        [&](LLVM::AllocaOp alloca) { allocations.push_back(alloca); });
    if (first == allocations.size())
      return;
    Liveness liveness(function);
    for (LLVM::AllocaOp alloca : ArrayRef(allocations).drop_front(first)) {
      if (!outlivesIteration(alloca, liveness))
        continue;
      sound = false;
      emitError(alloca.getLoc(),
                "private memory that is allocated in a loop is the same in all "
                "iterations, but here an iteration uses the memory of an "
                "earlier one; allocate one buffer before the loop for each "
                "that is live at a time");
    }
  });
  if (!sound)
    return failure();
  for (LLVM::AllocaOp alloca : allocations)
    sound &= succeeded(placeAllocation(alloca, space));
  return success(sound);
}
