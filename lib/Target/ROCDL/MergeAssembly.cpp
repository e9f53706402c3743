//===- MergeAssembly.cpp - Steps of a fold in one statement -*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A statement takes its text with it to the next one of its chain, and that one
// the operands: positions of operands are the same in both.
//
//===----------------------------------------------------------------------===//

#include "MergeAssembly.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

using namespace llvm;

/// Whether a statement of `text` begins with a label. Operands of instructions
/// have colons as well.
static bool hasLabel(StringRef text) {
  SmallVector<StringRef> statements;
  SplitString(text, statements, "\n;");
  return llvm::any_of(statements, [](StringRef statement) {
    return getToken(statement, " \t").first.contains(':');
  });
}

/// The assembly of `call` if it only changes values in place: every input is
/// tied to the output of its number, and something is clobbered.
static InlineAsm *getInPlace(CallInst *call) {
  if (!call || !call->isInlineAsm())
    return nullptr;
  auto *assembly = cast<InlineAsm>(call->getCalledOperand());
  // A user's statement may have a label, which is only good once, or look at
  // memory, which others change in between.
  if (assembly->hasSideEffects() || hasLabel(assembly->getAsmString()) ||
      assembly->getConstraintString().contains("memory"))
    return nullptr;
  unsigned inputs = 0;
  bool clobbers = false;
  for (const InlineAsm::ConstraintInfo &info : assembly->ParseConstraints()) {
    clobbers |= info.Type == InlineAsm::isClobber;
    if (info.Type != InlineAsm::isInput)
      continue;
    unsigned tied;
    if (info.Codes.size() != 1 ||
        StringRef(info.Codes.front()).getAsInteger(10, tied) ||
        tied != inputs++)
      return nullptr;
  }
  return clobbers ? assembly : nullptr;
}

/// The statement all of whose outputs `call` takes, in order, and nobody else.
static CallInst *getPrevious(CallInst *call) {
  CallInst *previous = nullptr;
  for (auto [number, operand] : enumerate(call->args())) {
    auto *part = dyn_cast<ExtractValueInst>(operand);
    if (!part || !part->hasOneUse() || part->getNumIndices() != 1 ||
        part->getIndices()[0] != number)
      return nullptr;
    auto *from = dyn_cast<CallInst>(part->getAggregateOperand());
    if (!from || (previous && from != previous))
      return nullptr;
    previous = from;
  }
  return previous && previous->getParent() == call->getParent() &&
                 previous->hasNUses(call->arg_size())
             ? previous
             : nullptr;
}

void mlir::prim::mergeAssembly(Module &module) {
  for (Function &function : module)
    for (Instruction &instruction :
         make_early_inc_range(instructions(function))) {
      auto *call = dyn_cast<CallInst>(&instruction);
      InlineAsm *assembly = getInPlace(call);
      CallInst *previous = assembly ? getPrevious(call) : nullptr;
      InlineAsm *before = getInPlace(previous);
      if (!before ||
          before->getConstraintString() != assembly->getConstraintString() ||
          before->getFunctionType() != assembly->getFunctionType() ||
          before->getDialect() != assembly->getDialect() ||
          before->isAlignStack() != assembly->isAlignStack() ||
          previous->getAttributes() != call->getAttributes())
        continue;
      std::string text =
          (before->getAsmString() + "\n\t" + assembly->getAsmString()).str();
      call->setCalledOperand(InlineAsm::get(
          assembly->getFunctionType(), text, assembly->getConstraintString(),
          /*hasSideEffects=*/false, assembly->isAlignStack(),
          assembly->getDialect()));
      SmallVector<Instruction *> parts;
      for (Use &operand : call->args())
        parts.push_back(cast<Instruction>(operand.get()));
      for (unsigned number = 0; number != call->arg_size(); ++number)
        call->setArgOperand(number, previous->getArgOperand(number));
      for (Instruction *part : parts)
        part->eraseFromParent();
      previous->eraseFromParent();
    }
}
