//===- MachinePoolTest.cpp - Target machines across forks ------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MachinePool.h"
#include "ChildProcess.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/MC/TargetRegistry.h"
#include "gtest/gtest.h"

#include <atomic>
#include <thread>

using namespace mlir::prim;

namespace {

TEST(MachinePool, ForksWhileAnotherThreadIsInIt) {
  initializeBackEnd();
  CodeRequest request;
  request.triple = "amdgcn-amd-amdhsa";
  request.chip = "gfx942";
  std::string error;
  const llvm::Target *target =
      llvm::TargetRegistry::lookupTarget(llvm::Triple(request.triple), error);
  ASSERT_NE(target, nullptr) << error;
  // Two machines are enough that no thread creates another one. Both threads
  // borrow and return machines, and are inside the pool's lock most of the
  // time.
  {
    MachinePool::Loan one = MachinePool::get().take(*target, request);
    MachinePool::Loan two = MachinePool::get().take(*target, request);
  }
  std::atomic<bool> done = false;
  std::thread other([&] {
    while (!done)
      MachinePool::get().take(*target, request);
  });
  llvm::scope_exit join([&] {
    done = true;
    other.join();
  });
  for (unsigned i = 0; i < 100; ++i) {
    ChildOutcome outcome = runForked(
        [&](llvm::raw_ostream &stream) {
          MachinePool::Loan loan = MachinePool::get().take(*target, request);
          stream << loan->getTargetCPU();
        },
        /*timeLimit=*/20);
    ASSERT_EQ(outcome.kind, ChildOutcome::Finished) << "fork " << i;
    ASSERT_EQ(outcome.result, "gfx942");
  }
}

} // namespace
