//===- AtomicOrder.cpp - Order and scope of atomic instructions -*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AtomicOrder.h"

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

bool mlir::prim::isReleasing(const Instruction &place) {
  AtomicOrdering ordering = AtomicOrdering::NotAtomic;
  if (auto *fence = dyn_cast<FenceInst>(&place))
    ordering = fence->getOrdering();
  else if (auto *store = dyn_cast<StoreInst>(&place))
    ordering = store->getOrdering();
  else if (auto *update = dyn_cast<AtomicRMWInst>(&place))
    ordering = update->getOrdering();
  else if (auto *exchange = dyn_cast<AtomicCmpXchgInst>(&place))
    ordering = exchange->getMergedOrdering();
  return isReleaseOrStronger(ordering);
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
