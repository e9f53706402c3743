//===- ReleaseWaits.cpp - Waits that releases lack -*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A thread that publishes the writes of its block first executes a barrier of
// the block and then a release to the device. LLVM 22 lacks two waits for this
// on gfx9:
//
// * A release to the block waits for no store, because the waves of a block
//   share a vector cache that keeps their order. A later release to the device
//   waits only for the stores of its own wave, so stores of other waves may be
//   in flight. LLVM fixed this only for gfx10 and later
//   (llvm/llvm-project#160501, #161638). This pass makes every wave wait for
//   its stores before the barrier if such a release may follow.
// * A release to the device, on gfx90a to the system, writes the L2 cache back.
//   LLVM waits for the write-back as for earlier stores, and omits the wait if
//   the wave has no stores in flight (llvm/llvm-project#178316). This pass
//   turns every such release into a fence, a wait that LLVM keeps, and an
//   access that does not release.
//
//===----------------------------------------------------------------------===//

#include "ReleaseWaits.h"

#include "AtomicOrder.h"
#include "prim/CodeObject/Disassembler.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsAMDGPU.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace mlir::prim;

/// Waits until the wave has no access to device memory in flight.
static void addWait(IRBuilder<> &builder) {
  // vmcnt(0) in gfx9's encoding; the other counters at their maximum.
  constexpr unsigned noneInDeviceMemory = 0x0f70;
  builder.CreateIntrinsic(Intrinsic::amdgcn_s_waitcnt,
                          builder.getInt32(noneInDeviceMemory));
}

//===----------------------------------------------------------------------===//
// Barriers
//===----------------------------------------------------------------------===//

/// Whether a barrier directly follows `fence`.
static bool precedesBarrier(const FenceInst &fence) {
  for (const Instruction *next = fence.getNextNode(); next;
       next = next->getNextNode()) {
    auto *call = dyn_cast<IntrinsicInst>(next);
    if (!call)
      return false;
    if (isBlockBarrier(*call))
      return true;
    if (!call->isAssumeLikeIntrinsic())
      return false;
  }
  return false;
}

namespace {

/// Finds the releases to the block at which waves must wait for their stores: a
/// release to other blocks may follow, by any thread that has observed them. If
/// a barrier in between makes every wave wait, earlier ones need not.
class DrainFinder {
public:
  explicit DrainFinder(Function &function);

  /// In the order of the function.
  SmallVector<Instruction *> find();

private:
  /// Scans `block` backwards. Returns whether a release to other blocks may
  /// follow its beginning with no such barrier before it; with `drains`, adds
  /// places.
  bool scan(BasicBlock &block, SmallVectorImpl<Instruction *> *drains = {});

  Function &function;
  /// Blocks for which scan() returns true.
  DenseSet<const BasicBlock *> releasing;
};

} // namespace

DrainFinder::DrainFinder(Function &function) : function(function) {
  for (bool isChanged = true; isChanged;) {
    isChanged = false;
    for (BasicBlock &block : reverse(function))
      if (!releasing.contains(&block) && scan(block)) {
        releasing.insert(&block);
        isChanged = true;
      }
  }
}

bool DrainFinder::scan(BasicBlock &block,
                       SmallVectorImpl<Instruction *> *drains) {
  // The caller of a function may release; the end of a kernel releases the
  // writes of all waves.
  bool follows = isa<ReturnInst>(block.getTerminator())
                     ? function.getCallingConv() != CallingConv::AMDGPU_KERNEL
                     : any_of(successors(&block), [&](BasicBlock *next) {
                         return releasing.contains(next);
                       });
  for (Instruction &place : reverse(block)) {
    if (auto *call = dyn_cast<CallBase>(&place)) {
      // The effects of a called function are unknown.
      follows |= !isa<IntrinsicInst>(call) && !call->isInlineAsm();
      continue;
    }
    if (!releasesDeviceMemory(place))
      continue;
    if (!isForBlock(place)) {
      follows = true;
      continue;
    }
    if (!follows)
      continue;
    if (drains)
      drains->push_back(&place);
    auto *fence = dyn_cast<FenceInst>(&place);
    follows = !fence || !precedesBarrier(*fence);
  }
  return follows;
}

SmallVector<Instruction *> DrainFinder::find() {
  SmallVector<Instruction *> drains;
  for (BasicBlock &block : reverse(function))
    scan(block, &drains);
  std::reverse(drains.begin(), drains.end());
  return drains;
}

/// Whether a block has at most one wave, whose release covers all its writes.
static bool isOneWave(const Function &function, const Chip &chip) {
  StringRef most = function.getFnAttribute("amdgpu-flat-work-group-size")
                       .getValueAsString()
                       .split(',')
                       .second;
  unsigned threads;
  return !most.trim().getAsInteger(10, threads) && threads <= chip.waveSize;
}

static void drainBeforeBarriers(Function &function) {
  for (Instruction *place : DrainFinder(function).find()) {
    // After a fence, no store can be moved before the wait.
    IRBuilder<> builder(isa<FenceInst>(place) ? place->getNextNode() : place);
    addWait(builder);
  }
}

//===----------------------------------------------------------------------===//
// Write-backs
//===----------------------------------------------------------------------===//

/// Whether `place`, which releases to more than the block, writes back the L2
/// cache of `chip`.
static bool writesBack(const Instruction &place, const Chip &chip) {
  return chip.crossLane &
         (isForSystem(place) ? SystemWriteBack : DeviceWriteBack);
}

/// The rest of `ordering` after a release fence. On AMD chips sequential
/// consistency only acquires and releases.
static AtomicOrdering withoutRelease(AtomicOrdering ordering) {
  return isAcquireOrStronger(ordering) ? AtomicOrdering::Acquire
                                       : AtomicOrdering::Monotonic;
}

/// Splits `place`, which releases, and adds a wait after the first part.
static void waitForWriteBack(Instruction &place) {
  SyncScope::ID scope = *getAtomicSyncScopeID(&place);
  IRBuilder<> builder(&place);
  builder.CreateFence(AtomicOrdering::Release, scope);
  addWait(builder);
  if (auto *fence = dyn_cast<FenceInst>(&place)) {
    if (isAcquireOrStronger(fence->getOrdering()))
      fence->setOrdering(AtomicOrdering::Acquire);
    else
      fence->eraseFromParent();
  } else if (auto *store = dyn_cast<StoreInst>(&place)) {
    store->setOrdering(AtomicOrdering::Monotonic);
  } else if (auto *update = dyn_cast<AtomicRMWInst>(&place)) {
    update->setOrdering(withoutRelease(update->getOrdering()));
  } else {
    auto &exchange = cast<AtomicCmpXchgInst>(place);
    exchange.setSuccessOrdering(withoutRelease(exchange.getSuccessOrdering()));
    exchange.setFailureOrdering(withoutRelease(exchange.getFailureOrdering()));
  }
}

static void waitForWriteBacks(Function &function, const Chip &chip) {
  SmallVector<Instruction *> places;
  for (Instruction &place : instructions(function))
    if (!isa<CallBase>(place) && releasesDeviceMemory(place) &&
        !isForBlock(place) && writesBack(place, chip))
      places.push_back(&place);
  for (Instruction *place : places)
    waitForWriteBack(*place);
}

void mlir::prim::waitAtReleases(Module &module) {
  if (!module.getTargetTriple().isAMDGPU())
    return;
  for (Function &function : module) {
    if (function.isDeclaration())
      continue;
    const Chip *chip = findAMDGPUChip(
        function.getFnAttribute("target-cpu").getValueAsString());
    if (!chip)
      continue;
    if ((chip->crossLane & StoresPassBarriers) && !isOneWave(function, *chip))
      drainBeforeBarriers(function);
    waitForWriteBacks(function, *chip);
  }
}
