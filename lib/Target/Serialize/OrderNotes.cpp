//===- OrderNotes.cpp - Notes about atomic accesses -----*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A note is an assembly statement with a label and an entry of a section. LLVM
// does not move the atomic access beside it past side effects, so that access
// is the next one after the note. Nothing else depends on its place.
//
//===----------------------------------------------------------------------===//

#include "OrderNotes.h"

#include "AtomicOrder.h"
#include "prim/CodeObject/Disassembler.h"
#include "prim/CodeObject/OrderNote.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace mlir::prim;

/// Whether `barrier` orders stores to device memory, and not only to workgroup
/// memory.
static bool isForDeviceMemory(const Instruction &barrier) {
  for (const Instruction *before = barrier.getPrevNode(); before;
       before = before->getPrevNode()) {
    if (auto *fence = dyn_cast<FenceInst>(before)) {
      if (releasesDeviceMemory(*fence))
        return true;
    } else if (!isa<CallInst>(before)) {
      return false;
    }
  }
  return false;
}

/// Whether a barrier that orders only workgroup memory is the last one before
/// `place` on some path. A release there does not cover stores of other waves
/// before that barrier.
static bool followsLocalBarrier(const Instruction &place) {
  SmallPtrSet<const BasicBlock *, 16> seen;
  SmallVector<std::pair<const BasicBlock *, const Instruction *>, 8> work = {
      {place.getParent(), place.getPrevNode()}};
  while (!work.empty()) {
    auto [block, last] = work.pop_back_val();
    const Instruction *each = last;
    for (; each; each = each->getPrevNode()) {
      if (!isBlockBarrier(*each))
        continue;
      if (!isForDeviceMemory(*each))
        return true;
      break;
    }
    if (each)
      continue;
    for (const BasicBlock *before : predecessors(block))
      if (seen.insert(before).second)
        work.push_back({before, &before->back()});
  }
  return false;
}

static void addNote(Instruction *before, OrderNote::Kind kind,
                    bool isForSystem) {
  IRBuilder<> builder(before);
  auto *type = FunctionType::get(builder.getVoidTy(), /*isVarArg=*/false);
  std::string text =
      (Twine(".Lprim_order${:uid}:\n.pushsection ") + OrderNote::section +
       ",\"\",@progbits\n.quad .Lprim_order${:uid}\n.quad " +
       Twine(OrderNote::encode(kind, isForSystem)) + "\n.popsection")
          .str();
  builder.CreateCall(type, InlineAsm::get(type, text, /*Constraints=*/"",
                                          /*hasSideEffects=*/true));
}

/// The kind of access of `place`, if it is atomic and other blocks can reach
/// its memory.
static std::optional<OrderNote::Kind> getExchange(const Instruction &place) {
  unsigned space;
  OrderNote::Kind kind;
  if (auto *load = dyn_cast<LoadInst>(&place)) {
    if (!load->isAtomic())
      return std::nullopt;
    space = load->getPointerAddressSpace();
    kind = OrderNote::Load;
  } else if (auto *store = dyn_cast<StoreInst>(&place)) {
    if (!store->isAtomic())
      return std::nullopt;
    space = store->getPointerAddressSpace();
    kind = OrderNote::Store;
  } else if (auto *update = dyn_cast<AtomicRMWInst>(&place)) {
    space = update->getPointerAddressSpace();
    kind = OrderNote::Update;
  } else if (auto *exchange = dyn_cast<AtomicCmpXchgInst>(&place)) {
    space = exchange->getPointerAddressSpace();
    kind = OrderNote::Update;
  } else {
    return std::nullopt;
  }
  constexpr unsigned generic = 0, global = 1;
  if (space != generic && space != global)
    return std::nullopt;
  return kind;
}

static void note(Instruction &place, const Chip &chip) {
  bool isForSystem = mlir::prim::isForSystem(place);
  std::optional<OrderNote::Kind> exchange = getExchange(place);
  if (releasesDeviceMemory(place)) {
    // A release to the device is visible in the code as a write-back.
    if (followsLocalBarrier(place))
      addNote(&place, OrderNote::OwnRelease, isForSystem);
    else if (!(chip.crossLane & DeviceWriteBack))
      addNote(&place, OrderNote::BlockRelease, isForSystem);
  }
  if (exchange)
    addNote(&place, *exchange, isForSystem);
  if (acquiresDeviceMemory(place) && (exchange || isa<FenceInst>(place)))
    addNote(place.getNextNode(), OrderNote::Acquire, isForSystem);
}

void mlir::prim::noteOrder(Module &module) {
  if (!module.getTargetTriple().isAMDGPU())
    return;
  for (Function &function : module) {
    const Chip *chip = findAMDGPUChip(
        function.getFnAttribute("target-cpu").getValueAsString());
    if (!chip)
      continue;
    SmallVector<Instruction *> places;
    for (Instruction &place : instructions(function))
      if (place.isAtomic() && !isWithinWave(place) && !isForBlock(place))
        places.push_back(&place);
    for (Instruction *place : places)
      note(*place, *chip);
  }
}
