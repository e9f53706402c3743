//===- AtomicOrder.cpp - Order and scope of atomic instructions -*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AtomicOrder.h"

#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsAMDGPU.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/MemoryModelRelaxationAnnotations.h"

using namespace llvm;

bool mlir::prim::isForWorkgroupMemory(const FenceInst &fence) {
  bool some = false, others = false;
  for (const auto &[prefix, suffix] : MMRAMetadata(fence))
    if (prefix == "amdgpu-synchronize-as")
      (suffix == "local" ? some : others) = true;
  return some && !others;
}

/// The ordering of an atomic instruction; NotAtomic for others.
static AtomicOrdering getOrdering(const Instruction &place) {
  if (auto *fence = dyn_cast<FenceInst>(&place))
    return fence->getOrdering();
  if (auto *load = dyn_cast<LoadInst>(&place))
    return load->getOrdering();
  if (auto *store = dyn_cast<StoreInst>(&place))
    return store->getOrdering();
  if (auto *update = dyn_cast<AtomicRMWInst>(&place))
    return update->getOrdering();
  if (auto *exchange = dyn_cast<AtomicCmpXchgInst>(&place))
    return exchange->getMergedOrdering();
  return AtomicOrdering::NotAtomic;
}

bool mlir::prim::isReleasing(const Instruction &place) {
  return !isa<LoadInst>(place) && isReleaseOrStronger(getOrdering(place));
}

/// Whether `place`, which is atomic, orders device memory, possibly among
/// others.
static bool ordersDeviceMemory(const Instruction &place) {
  auto *fence = dyn_cast<FenceInst>(&place);
  return !mlir::prim::isWithinWave(place) &&
         !(fence && mlir::prim::isForWorkgroupMemory(*fence));
}

bool mlir::prim::releasesDeviceMemory(const Instruction &place) {
  return isReleasing(place) && ordersDeviceMemory(place);
}

bool mlir::prim::acquiresDeviceMemory(const Instruction &place) {
  return !isa<StoreInst>(place) && isAcquireOrStronger(getOrdering(place)) &&
         ordersDeviceMemory(place);
}

StringRef mlir::prim::getScope(const Instruction &place) {
  return place.getContext()
      .getSyncScopeName(*getAtomicSyncScopeID(&place))
      .value_or("");
}

bool mlir::prim::isWithinWave(const Instruction &place) {
  StringRef scope = getScope(place);
  return scope.starts_with("singlethread") || scope.starts_with("wavefront");
}

bool mlir::prim::isForBlock(const Instruction &place) {
  return getScope(place).starts_with("workgroup");
}

bool mlir::prim::isForSystem(const Instruction &place) {
  StringRef scope = getScope(place);
  return scope.empty() || scope == "one-as";
}

bool mlir::prim::isBlockBarrier(const Instruction &place) {
  auto *call = dyn_cast<IntrinsicInst>(&place);
  // Chips with split barriers have a call for the signal and one for the wait.
  return call && (call->getIntrinsicID() == Intrinsic::amdgcn_s_barrier ||
                  call->getIntrinsicID() == Intrinsic::amdgcn_s_barrier_signal);
}
