//===- PrintfCalls.cpp - Printing from kernels --------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM expands the calls. The function that reserves room in the buffer is in
// AMD's device library, but its file differs between versions and prim links
// none without need. So prim defines it.
//
// The back end would expand remaining calls by itself, in OpenCL's form. HIP's
// run time does not read that form.
//
//===----------------------------------------------------------------------===//

#include "PrintfCalls.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicsAMDGPU.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/AMDGPUAddrSpace.h"
#include "llvm/Transforms/Utils/AMDGPUEmitPrintf.h"

using namespace llvm;

namespace {

/// Builds the function that reserves room in the buffer. The buffer starts with
/// two words: the bytes in use, and the bytes that there are after these words.
class ReserveBuilder {
public:
  explicit ReserveBuilder(Function &function)
      : function(function), builder(function.getContext()),
        agent(function.getContext().getOrInsertSyncScopeID("agent")) {}

  void build() {
    BasicBlock *entry = addBlock("entry"), *some = addBlock("some"),
               *loop = addBlock("loop"), *take = addBlock("take"),
               *full = addBlock("full"), *none = addBlock("none"),
               *done = addBlock("done");
    builder.SetInsertPoint(entry);
    Value *buffer = loadBuffer();
    Value *capacityAt =
        builder.CreateConstInBoundsGEP1_32(builder.getInt8Ty(), buffer, 4);
    // A driver that does not know the argument leaves it null.
    builder.CreateCondBr(builder.CreateIsNull(buffer), none, some);

    builder.SetInsertPoint(some);
    Value *first = loadWord(buffer);
    builder.CreateBr(loop);

    builder.SetInsertPoint(loop);
    PHINode *used = builder.CreatePHI(builder.getInt32Ty(), 2, "used");
    used->addIncoming(first, some);
    Value *bytes = function.getArg(0);
    Value *room = builder.CreateBinaryIntrinsic(Intrinsic::usub_sat,
                                                loadWord(capacityAt), used);
    builder.CreateCondBr(builder.CreateICmpULE(bytes, room), take, full);

    builder.SetInsertPoint(take);
    AtomicCmpXchgInst *exchange = builder.CreateAtomicCmpXchg(
        buffer, used, builder.CreateAdd(used, bytes), Align(4),
        AtomicOrdering::Monotonic, AtomicOrdering::Monotonic, agent);
    used->addIncoming(builder.CreateExtractValue(exchange, 0), take);
    builder.CreateCondBr(builder.CreateExtractValue(exchange, 1), done, loop);

    // The first text that does not fit ends the output, also for shorter ones,
    // and the driver can see that there was one.
    builder.SetInsertPoint(full);
    StoreInst *close =
        builder.CreateAlignedStore(builder.getInt32(0), capacityAt, Align(4));
    close->setAtomic(AtomicOrdering::Monotonic, agent);
    builder.CreateBr(none);

    builder.SetInsertPoint(none);
    builder.CreateRet(
        ConstantPointerNull::get(cast<PointerType>(function.getReturnType())));

    builder.SetInsertPoint(done);
    Value *records =
        builder.CreateConstInBoundsGEP1_32(builder.getInt8Ty(), buffer, 8);
    builder.CreateRet(builder.CreateInBoundsGEP(
        builder.getInt8Ty(), records,
        builder.CreateZExt(used, builder.getInt64Ty())));
  }

private:
  BasicBlock *addBlock(StringRef name) {
    return BasicBlock::Create(function.getContext(), name, &function);
  }

  /// The hidden argument of the kernel, in code objects of version 5 and 6.
  Value *loadBuffer() {
    constexpr unsigned offset = 72;
    Value *arguments =
        builder.CreateIntrinsic(Intrinsic::amdgcn_implicitarg_ptr, {});
    Value *at = builder.CreateConstInBoundsGEP1_32(builder.getInt8Ty(),
                                                   arguments, offset);
    return builder.CreateAlignedLoad(builder.getPtrTy(AMDGPUAS::GLOBAL_ADDRESS),
                                     at, Align(8), "buffer");
  }

  Value *loadWord(Value *pointer) {
    LoadInst *load =
        builder.CreateAlignedLoad(builder.getInt32Ty(), pointer, Align(4));
    load->setAtomic(AtomicOrdering::Monotonic, agent);
    return load;
  }

  Function &function;
  IRBuilder<> builder;
  SyncScope::ID agent;
};

} // namespace

/// Defines the function that LLVM's expansion calls for room in the buffer.
static void defineReserve(Module &module) {
  Function *function = module.getFunction("__printf_alloc");
  if (!function || !function->isDeclaration())
    return;
  ReserveBuilder(*function).build();
  function->setLinkage(GlobalValue::InternalLinkage);
  // A call would cost registers, and needs a stack.
  function->addFnAttr(Attribute::AlwaysInline);
}

/// Removes formats that occur twice, which HIP's run time takes as a collision
/// of their hashes.
static void joinFormats(Module &module) {
  NamedMDNode *formats = module.getNamedMetadata("llvm.printf.fmts");
  if (!formats)
    return;
  // Equal nodes are one.
  SetVector<MDNode *> unique(formats->op_begin(), formats->op_end());
  formats->clearOperands();
  for (MDNode *format : unique)
    formats->addOperand(format);
}

static void expandCall(CallInst *call) {
  BasicBlock *before = call->getParent();
  BasicBlock *after = before->splitBasicBlock(call);
  before->getTerminator()->eraseFromParent();
  IRBuilder<> builder(before);
  builder.SetCurrentDebugLocation(call->getDebugLoc());
  Value *result = emitAMDGPUPrintfCall(
      builder, SmallVector<Value *>(call->args()), /*isBuffered=*/true);
  // LLVM promises an alignment of 8 bytes, but a record starts with 4 bytes.
  // The other block before the end, which skips the stores, is the user's.
  for (BasicBlock *block : predecessors(builder.GetInsertBlock()))
    if (block->getSingleSuccessor())
      for (Instruction &instruction : *block)
        if (auto *store = dyn_cast<StoreInst>(&instruction))
          store->setAlignment(std::min(store->getAlign(), Align(4)));
  builder.CreateBr(after);
  call->replaceAllUsesWith(result);
  call->eraseFromParent();
}

void mlir::prim::expandPrintfCalls(Module &module) {
  Function *printf = module.getFunction("printf");
  if (!printf || !printf->isDeclaration() || !printf->isVarArg())
    return;
  for (User *user : make_early_inc_range(printf->users()))
    if (auto *call = dyn_cast<CallInst>(user);
        call && call->getCalledOperand() == printf)
      expandCall(call);
  if (printf->use_empty())
    printf->eraseFromParent();
  defineReserve(module);
  joinFormats(module);
}
