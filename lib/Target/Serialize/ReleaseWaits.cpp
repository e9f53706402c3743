//===- ReleaseWaits.cpp - Waits that releases lack -*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A thread that tells other blocks what its own block has written comes to a
// barrier of the block first and then releases to the device. Two waits of that
// are missing in LLVM 22 on gfx9:
//
// * A release to the block waits for no store there, as the waves of a block
//   share a vector cache that keeps their order. A later release to the device
//   waits for the stores of its own wave only, so that those of other waves may
//   be under way when the block is counted. LLVM mended that for gfx10 and
//   later alone (llvm/llvm-project#160501, #161638). Every wave waits for its
//   stores before the barrier here, if such a release may follow.
// * What releases to the device, on gfx90a to the system, writes the L2 cache
//   back. LLVM waits for that as for the stores before it, and so not at all
//   where the wave has none under way (llvm/llvm-project#178316). Every such
//   release becomes a fence, a wait that LLVM keeps, and an access that does
//   not release.
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

/// Waits until no access to device memory of the wave is under way.
static void addWait(IRBuilder<> &builder) {
  // vmcnt(0) in gfx9's encoding; the other counters at their most.
  constexpr unsigned noneInDeviceMemory = 0x0f70;
  builder.CreateIntrinsic(Intrinsic::amdgcn_s_waitcnt,
                          builder.getInt32(noneInDeviceMemory));
}

//===----------------------------------------------------------------------===//
// Barriers
//===----------------------------------------------------------------------===//

/// Whether behind `fence`, and before anything else, comes a barrier.
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

/// Finds the releases to the block at which waves have to wait for their
/// stores: a release to others may follow, by any thread that has seen them.
/// Where a barrier in between has every wave wait, those before it need not.
class DrainFinder {
public:
  explicit DrainFinder(Function &function);

  /// In the order of the function.
  SmallVector<Instruction *> find();

private:
  /// Goes back through `block`. Returns whether a release to others may follow
  /// its begin with no such barrier before it; with `drains`, adds places.
  bool scan(BasicBlock &block, SmallVectorImpl<Instruction *> *drains = {});

  Function &function;
  /// Blocks of which that is so.
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
  // Whoever called the function may release; the end of a kernel releases what
  // all waves wrote.
  bool follows = isa<ReturnInst>(block.getTerminator())
                     ? function.getCallingConv() != CallingConv::AMDGPU_KERNEL
                     : any_of(successors(&block), [&](BasicBlock *next) {
                         return releasing.contains(next);
                       });
  for (Instruction &place : reverse(block)) {
    if (auto *call = dyn_cast<CallBase>(&place)) {
      // What a function does that is called is not known here.
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

/// Whether a block has no more than one wave, whose release covers all it did.
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
    // Behind a fence no store comes before the wait any more.
    IRBuilder<> builder(isa<FenceInst>(place) ? place->getNextNode() : place);
    addWait(builder);
  }
}

//===----------------------------------------------------------------------===//
// Write-backs
//===----------------------------------------------------------------------===//

/// Whether `place`, which releases to more than the block, writes back what
/// `chip` has in its L2 cache.
static bool writesBack(const Instruction &place, const Chip &chip) {
  return chip.crossLane &
         (isForSystem(place) ? SystemWriteBack : DeviceWriteBack);
}

/// What is left of `ordering` behind a fence that releases. On AMD chips what
/// is sequentially consistent acquires and releases, and no more.
static AtomicOrdering withoutRelease(AtomicOrdering ordering) {
  return isAcquireOrStronger(ordering) ? AtomicOrdering::Acquire
                                       : AtomicOrdering::Monotonic;
}

/// Splits `place`, which releases, and waits behind the first part.
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
