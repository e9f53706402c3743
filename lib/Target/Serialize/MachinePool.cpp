//===- MachinePool.cpp - Target machines to borrow -*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Keeps a few machines by the request they were created for.
//
//===----------------------------------------------------------------------===//

#include "MachinePool.h"

#include "llvm/MC/TargetRegistry.h"
#include <pthread.h>

using namespace llvm;
using namespace mlir::prim;

MachinePool &MachinePool::get() {
  static auto *pool = new MachinePool;
  return *pool;
}

MachinePool::MachinePool() {
  // The child has only the forking thread. A lock that another thread held
  // would never be released there.
  ::pthread_atfork(/*prepare=*/[] { get().mutex.lock(); },
                   /*parent=*/[] { get().mutex.unlock(); },
                   /*child=*/[] { get().mutex.unlock(); });
}

MachinePool::Loan MachinePool::take(const Target &target,
                                    const CodeRequest &request) {
  // Without optimisation LLVM 22 uses the fast register allocator. It keeps
  // scalars in lanes of a vector register, spills that register around a loop,
  // and reloads a slot that lacks the last written value
  // (test/Integration/Device/scalars-stay.mlir).
  auto level = static_cast<CodeGenOptLevel>(std::max(request.optLevel, 1u));
  static_assert(static_cast<unsigned>(CodeGenOptLevel::Less) == 1);
  std::string key =
      (Twine(request.triple) + "\n" + request.chip + "\n" + request.features +
       "\n" + Twine(static_cast<unsigned>(level)))
          .str();
  {
    std::lock_guard<std::mutex> lock(mutex);
    auto *found = llvm::find_if(
        idle, [&](const auto &entry) { return entry.first == key; });
    if (found != idle.end()) {
      std::unique_ptr<TargetMachine> machine = std::move(found->second);
      idle.erase(found);
      return Loan(*this, std::move(key), std::move(machine));
    }
  }
  std::unique_ptr<TargetMachine> machine(target.createTargetMachine(
      Triple(request.triple), request.chip, request.features, {}, {}));
  machine->setOptLevel(level);
  return Loan(*this, std::move(key), std::move(machine));
}

void MachinePool::giveBack(std::string key,
                           std::unique_ptr<TargetMachine> machine) {
  std::lock_guard<std::mutex> lock(mutex);
  if (idle.size() == maxIdle)
    idle.erase(idle.begin());
  idle.emplace_back(std::move(key), std::move(machine));
}
