//===- SplitKernels.cpp - Kernels into modules of their own -*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM's SplitModule makes partitions of equal size by a hash of names, and
// makes local symbols visible outside of the module. This split makes one part
// per kernel, with its own copy of local symbols.
//
//===----------------------------------------------------------------------===//

#include "SplitKernels.h"

#include "llvm/ADT/EquivalenceClasses.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/AMDGPUAddrSpace.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;
using namespace mlir::prim;

namespace {
using Symbols = SetVector<const GlobalValue *>;
} // namespace

/// The symbols that `root` refers to, itself first.
static Symbols findReachable(const GlobalValue *root) {
  Symbols reached;
  SmallVector<const User *> users;
  SmallPtrSet<const User *, 32> seen;
  auto visit = [&](const User *user) {
    if (seen.insert(user).second)
      users.push_back(user);
  };
  reached.insert(root);
  visit(root);
  while (!users.empty()) {
    const User *user = users.pop_back_val();
    if (auto *global = dyn_cast<GlobalValue>(user)) {
      reached.insert(global);
      if (auto *function = dyn_cast<Function>(global))
        for (const BasicBlock &block : *function)
          for (const Instruction &instruction : block)
            visit(&instruction);
    }
    for (const Value *operand : user->operand_values())
      if (auto *constant = dyn_cast<Constant>(operand))
        visit(constant);
  }
  return reached;
}

/// Whether each kernel may have a copy of `symbol`: other objects cannot see
/// it, and no kernel can change it for another.
static bool canCopy(const GlobalValue &symbol) {
  if (symbol.isDeclaration())
    return true;
  if (!symbol.hasLocalLinkage())
    return false;
  if (auto *variable = dyn_cast<GlobalVariable>(&symbol))
    return variable->isConstant() ||
           variable->getAddressSpace() == AMDGPUAS::LOCAL_ADDRESS;
  return isa<Function>(symbol);
}

static unsigned countInstructions(const Symbols &symbols) {
  unsigned count = 0;
  for (const GlobalValue *symbol : symbols)
    if (auto *function = dyn_cast<Function>(symbol))
      count += function->getInstructionCount();
  return count;
}

/// Reduces `module` to the symbols in `keep`.
static void reduceTo(Module &module, const Symbols &keep) {
  SmallVector<GlobalValue *> dropped;
  auto drop = [&](auto &&symbols) {
    for (auto &symbol : symbols)
      if (!keep.contains(&symbol))
        dropped.push_back(&symbol);
  };
  drop(module.functions());
  drop(module.globals());
  for (GlobalValue *symbol : dropped) {
    if (auto *function = dyn_cast<Function>(symbol))
      function->deleteBody();
    else
      cast<GlobalVariable>(symbol)->setInitializer(nullptr);
  }
  // The remaining uses are in dead constants.
  for (GlobalValue *symbol : dropped) {
    symbol->removeDeadConstantUsers();
    if (symbol->use_empty())
      symbol->eraseFromParent();
  }
}

std::vector<KernelPart> mlir::prim::splitKernels(Module &module) {
  // A separate context, pass manager and object cost as much as compiling about
  // this many instructions.
  constexpr unsigned worthIt = 100;

  // Lists of symbols, such as llvm.used, and aliases belong to all parts, so
  // such a module is not split.
  auto isAppending = [](const GlobalVariable &variable) {
    return variable.hasAppendingLinkage();
  };
  if (any_of(module.globals(), isAppending) || !module.alias_empty() ||
      !module.ifunc_empty() || !module.getModuleInlineAsm().empty())
    return {KernelPart{}};

  // Roots are the symbols that other objects can call or read.
  EquivalenceClasses<const GlobalValue *> together;
  MapVector<const GlobalValue *, Symbols> roots;
  for (const GlobalValue &symbol : module.global_values())
    if (!symbol.isDeclaration() && !symbol.hasLocalLinkage())
      roots[&symbol] = findReachable(&symbol);
  for (auto &[root, reached] : roots) {
    together.insert(root);
    for (const GlobalValue *symbol : reached)
      if (!canCopy(*symbol))
        together.unionSets(root, symbol);
  }

  SmallVector<Symbols> parts;
  DenseMap<const GlobalValue *, unsigned> partOf;
  for (auto &[root, reached] : roots) {
    auto [found, isNew] =
        partOf.try_emplace(together.getLeaderValue(root), parts.size());
    if (isNew)
      parts.emplace_back();
    parts[found->second].insert(reached.begin(), reached.end());
  }
  SmallVector<unsigned> sizes;
  for (const Symbols &part : parts)
    sizes.push_back(countInstructions(part));
  // Small parts are merged into the previous part, which keeps the order.
  for (unsigned i = parts.size(); i-- > 1;)
    if (sizes[i] < worthIt || sizes[i - 1] < worthIt) {
      parts[i - 1].insert(parts[i].begin(), parts[i].end());
      sizes[i - 1] += sizes[i];
      parts.erase(parts.begin() + i);
      sizes.erase(sizes.begin() + i);
    }
  if (parts.size() < 2)
    return {KernelPart{}};

  unsigned largest =
      std::max_element(sizes.begin(), sizes.end()) - sizes.begin();
  std::vector<KernelPart> result(parts.size());
  for (unsigned index = 0; index < parts.size(); ++index) {
    const Symbols &symbols = parts[index];
    result[index].size = sizes[index];
    if (index == largest)
      continue;
    ValueToValueMapTy values;
    std::unique_ptr<Module> clone =
        CloneModule(module, values, [&](const GlobalValue *symbol) {
          return symbols.contains(symbol);
        });
    Symbols cloned;
    for (const GlobalValue *symbol : symbols)
      cloned.insert(cast<GlobalValue>(values[symbol]));
    reduceTo(*clone, cloned);
    raw_string_ostream stream(result[index].bitcode);
    WriteBitcodeToFile(*clone, stream);
  }
  reduceTo(module, parts[largest]);
  return result;
}
