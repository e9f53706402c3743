//===- FenceOrder.cpp - Loads that stay at their side of a fence *- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A barrier is a fence that releases, the barrier itself, and a fence that
// acquires. LLVM 22's IR passes respect them; its code generation does not:
//
// * MachineSink moves a load down to the one branch that needs its value, and
//   stops at what may store, but not at what merely has side effects, as the
//   fences' and the barrier's machine instructions do. Behind the barrier other
//   waves may have stored. This goes for vector and scalar loads, and for every
//   memory.
// * On AMD a load at an address that all lanes share is scalar if nothing that
//   this thread does before may change what it reads. What others do before a
//   barrier is not asked for, and the scalar cache does not see it.
// * What releases, a fence or an atomic access, waits for vector loads and for
//   workgroup memory, which counts scalar loads up to gfx11; gfx12 counts these
//   apart, and what leaves out workgroup memory has no such wait anywhere.
//
// An empty statement that says that it writes memory ends the first two.
//
//===----------------------------------------------------------------------===//

#include "FenceOrder.h"

#include "AtomicOrder.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicsAMDGPU.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/TargetParser/TargetParser.h"

using namespace llvm;
using namespace mlir::prim;

/// A statement before `place` that has no text. Code generation takes it for
/// one that accesses memory, in an order that is to be kept; what precedes
/// that, for one that writes `everything`, or nothing that a load could see.
static void addStatement(Instruction *place, bool everything) {
  IRBuilder<> builder(place);
  auto *type = FunctionType::get(builder.getVoidTy(), builder.getInt32Ty(),
                                 /*isVarArg=*/false);
  // Of an operand that is any constant, code generation believes that the text
  // may read what it stands for, and nothing that may not pass a store passes
  // a read of which it does not know the place. A clobber of memory would say
  // it outright, but LLVM 22 compares the name of each clobber with that of
  // every register in search of the stack's, a quarter of a millisecond.
  CallInst *call = builder.CreateCall(
      InlineAsm::get(type, /*AsmString=*/"", "i", /*hasSideEffects=*/true),
      builder.getInt32(0));
  call->setDoesNotThrow();
  call->addFnAttr(Attribute::WillReturn);
  if (!everything)
    call->setMemoryEffects(MemoryEffects::inaccessibleMemOnly());
}

/// Has `place`, which releases to other waves, wait for scalar loads.
static void waitForScalars(Instruction &place) {
  // It orders all memory then.
  place.setMetadata(LLVMContext::MD_mmra, nullptr);
  StringRef scope = getScope(place);
  if (scope.consume_back("one-as")) {
    scope.consume_back("-");
    setAtomicSyncScopeID(&place,
                         place.getContext().getOrInsertSyncScopeID(scope));
  }
  StringRef chip =
      place.getFunction()->getFnAttribute("target-cpu").getValueAsString();
  if (AMDGPU::getIsaVersion(chip).Major < 12)
    return;
  IRBuilder<> builder(&place);
  builder.CreateIntrinsic(Intrinsic::amdgcn_s_wait_kmcnt, builder.getInt16(0));
}

/// Whether `call` is a statement of assembly, a barrier maybe, that IR passes
/// take for one that writes memory and code generation does not.
static bool isSilentAssembly(const CallInst &call) {
  auto *assembly = dyn_cast<InlineAsm>(call.getCalledOperand());
  return assembly && assembly->hasSideEffects() && call.mayWriteToMemory() &&
         !StringRef(assembly->getConstraintString()).contains("~{memory}");
}

/// Whether code generation may move `instruction`, a load, down.
static bool isSinkable(const Instruction &instruction) {
  return instruction.mayReadFromMemory() && !instruction.mayWriteToMemory();
}

/// Adds the statements of a block.
static void keepLoads(BasicBlock &block, bool isAMD) {
  // What the last statement of the block, with no load behind it, says that it
  // writes: another one would say no more, and LLVM takes half a millisecond
  // for each.
  enum { Nothing, Something, Everything } said = Nothing;
  auto say = [&](Instruction &place, bool everything) {
    if (said < (everything ? Everything : Something)) {
      addStatement(&place, everything);
      said = everything ? Everything : Something;
    }
  };
  for (Instruction &instruction : block) {
    if (isSinkable(instruction)) {
      said = Nothing;
      continue;
    }
    if (auto *call = dyn_cast<CallInst>(&instruction)) {
      if (isSilentAssembly(*call))
        say(*call, /*everything=*/false);
      continue;
    }
    // Behind one that acquires alone, a load may be late.
    if (!isReleasing(instruction))
      continue;
    bool isWide = !isWithinWave(instruction);
    // Code generation takes an atomic access for a store by itself.
    if (auto *fence = dyn_cast<FenceInst>(&instruction)) {
      isWide &= !isForWorkgroupMemory(*fence);
      say(*fence, /*everything=*/isWide);
    }
    if (isAMD && isWide)
      waitForScalars(instruction);
  }
}

void mlir::prim::keepLoadsAtFences(Module &module) {
  bool isAMD = module.getTargetTriple().isAMDGPU();
  for (Function &function : module)
    for (BasicBlock &block : function)
      keepLoads(block, isAMD);
}
