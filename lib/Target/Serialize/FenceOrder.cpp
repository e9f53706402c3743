//===- FenceOrder.cpp - Loads that stay at their side of a fence *- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A barrier consists of a release fence, the barrier itself, and an acquire
// fence. LLVM 22's IR passes respect them; its code generation does not:
//
// * MachineSink moves a load down to the only branch that needs its value. It
//   stops at instructions that may store, but not at others with side effects,
//   such as the machine instructions of the fences and the barrier. After the
//   barrier other waves may have stored. This affects vector and scalar loads
//   of all memory.
// * On AMD a load at a uniform address is scalar if nothing that this thread
//   executes before may change the value. Stores by other threads before a
//   barrier are ignored, and the scalar cache does not observe them.
// * A releasing fence or atomic access waits for vector loads and for workgroup
//   memory, whose counter includes scalar loads up to gfx11. gfx12 counts
//   scalar loads separately, and a release without workgroup memory has no such
//   wait on any chip.
//
// An empty statement that claims to write memory fixes the first two.
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

/// Adds a statement without text before `place`. Code generation treats it as
/// an ordered memory access. Earlier passes treat it as a write of
/// `everything`, or of nothing that a load could observe.
static void addStatement(Instruction *place, bool everything) {
  IRBuilder<> builder(place);
  auto *type = FunctionType::get(builder.getVoidTy(), builder.getInt32Ty(),
                                 /*isVarArg=*/false);
  // For an operand that may be any constant, code generation assumes that the
  // text reads through it. Instructions that must not cross a store do not
  // cross a read of unknown memory. A clobber of memory would be more direct.
  // But LLVM 22 compares the name of each clobber with every register to find
  // the stack's, which takes a quarter of a millisecond.
  CallInst *call = builder.CreateCall(
      InlineAsm::get(type, /*AsmString=*/"", "i", /*hasSideEffects=*/true),
      builder.getInt32(0));
  call->setDoesNotThrow();
  call->addFnAttr(Attribute::WillReturn);
  if (!everything)
    call->setMemoryEffects(MemoryEffects::inaccessibleMemOnly());
}

/// Makes `place`, which releases to other waves, wait for scalar loads.
static void waitForScalars(Instruction &place) {
  // Without the metadata it orders all memory.
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

/// Whether `call` is an assembly statement, possibly a barrier, that IR passes
/// treat as a write of memory and code generation does not.
static bool isSilentAssembly(const CallInst &call) {
  auto *assembly = dyn_cast<InlineAsm>(call.getCalledOperand());
  return assembly && assembly->hasSideEffects() && call.mayWriteToMemory() &&
         !StringRef(assembly->getConstraintString()).contains("~{memory}");
}

/// Whether code generation may sink `instruction`, a load.
static bool isSinkable(const Instruction &instruction) {
  return instruction.mayReadFromMemory() && !instruction.mayWriteToMemory();
}

/// Adds the statements of a block.
static void keepLoads(BasicBlock &block, bool isAMD) {
  // The memory that the last added statement of the block claims to write, if
  // no load follows it. Another statement would have no effect, and LLVM takes
  // half a millisecond for each.
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
    // After a place that only acquires, a load may be delayed.
    if (!isReleasing(instruction))
      continue;
    bool isWide = !isWithinWave(instruction);
    // Code generation already treats an atomic access as a store.
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
