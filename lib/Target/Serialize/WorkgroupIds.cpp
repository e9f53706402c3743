//===- WorkgroupIds.cpp - Ids of workgroups ---------------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// gfx12 passes the ids of workgroups in trap registers. LLVM 22's
// AMDGPUWaitSGPRHazards treats each of these as s0. If vector instructions have
// read s0 or s1, it assumes that a scalar read of such an id waits for all
// earlier vector instructions. It then omits waits that the hardware needs
// (docs/LLVMFaults.md). The pass ignores assembly, so an assembly statement
// copies each id once.
//
//===----------------------------------------------------------------------===//

#include "WorkgroupIds.h"

#include "prim/Target/Chips.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsAMDGPU.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace mlir::prim;

namespace {

/// An id in a trap register.
struct TrapRegister {
  Intrinsic::ID intrinsic;
  /// Whether it is a part of the register, which LLVM extracts itself.
  bool isPart;
};

} // namespace

static constexpr TrapRegister trapRegisters[] = {
    {Intrinsic::amdgcn_workgroup_id_x, false},
    {Intrinsic::amdgcn_workgroup_id_y, true},
    {Intrinsic::amdgcn_workgroup_id_z, true},
    {Intrinsic::amdgcn_wave_id, true}};

/// Replaces all uses of `calls`, which are of one function and one id, by one
/// copy at the function's start. LLVM's own read of the register stays there,
/// because no vector instruction has read anything yet.
static void copyOnce(ArrayRef<IntrinsicInst *> calls, bool isPart) {
  IntrinsicInst *first = calls.front();
  BasicBlock &entry = first->getFunction()->getEntryBlock();
  first->moveBefore(entry, entry.getFirstNonPHIOrDbgOrAlloca());
  IRBuilder<> builder(first->getNextNode());
  // Waits for the write here, because LLVM does not see it.
  InlineAsm *copy = InlineAsm::get(
      FunctionType::get(first->getType(), {first->getType()}, false),
      "s_mov_b32 $0, $1\n\ts_wait_alu depctr_sa_sdst(0)", "=s,s",
      /*hasSideEffects=*/isPart);
  CallInst *id = builder.CreateCall(copy, {first});
  if (isPart)
    builder.CreateIntrinsic(Intrinsic::amdgcn_sched_barrier,
                            builder.getInt32(/*what may cross=*/0));
  for (IntrinsicInst *call : calls) {
    call->replaceUsesWithIf(
        id, [&](const Use &use) { return use.getUser() != id; });
    if (call != first)
      call->eraseFromParent();
  }
}

void mlir::prim::copyWorkgroupIds(Module &module, const Chip &chip) {
  if (!(chip.crossLane & CarryWaits))
    return;
  for (auto [intrinsic, isPart] : trapRegisters) {
    Function *declaration =
        Intrinsic::getDeclarationIfExists(&module, intrinsic);
    if (!declaration)
      continue;
    MapVector<Function *, SmallVector<IntrinsicInst *>> callsOf;
    for (User *user : declaration->users())
      if (auto *call = dyn_cast<IntrinsicInst>(user);
          call && !call->use_empty())
        callsOf[call->getFunction()].push_back(call);
    for (auto &[function, calls] : callsOf)
      copyOnce(calls, isPart);
  }
}
