//===- MachinePool.h - Target machines to borrow -*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Idle target machines of LLVM, for reuse. Creating one, with the facts about
// registers that LLVM computes on use, takes a tenth of the compilation of a
// small kernel.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_LIB_TARGET_SERIALIZE_MACHINEPOOL_H
#define PRIM_LIB_TARGET_SERIALIZE_MACHINEPOOL_H

#include "CodeGeneration.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Target/TargetMachine.h"
#include <memory>
#include <mutex>

namespace mlir::prim {

/// Each machine is used by one thread at a time. A thread may fork while others
/// use the pool; the pool is consistent in the child.
class MachinePool {
public:
  /// Borrows a machine until the loan goes out of scope.
  class Loan {
  public:
    Loan(MachinePool &pool, std::string key,
         std::unique_ptr<llvm::TargetMachine> machine)
        : pool(pool), key(std::move(key)), machine(std::move(machine)) {}
    ~Loan() { pool.giveBack(std::move(key), std::move(machine)); }
    Loan(const Loan &) = delete;
    llvm::TargetMachine &operator*() const { return *machine; }
    llvm::TargetMachine *operator->() const { return machine.get(); }

  private:
    MachinePool &pool;
    std::string key;
    std::unique_ptr<llvm::TargetMachine> machine;
  };

  /// The pool of the process. It is never destroyed, because LLVM's own globals
  /// might be destroyed before it.
  static MachinePool &get();

  /// A machine for the chip, features and level of `request`.
  Loan take(const llvm::Target &target, const CodeRequest &request);

private:
  MachinePool();
  void giveBack(std::string key, std::unique_ptr<llvm::TargetMachine> machine);

  static constexpr size_t maxIdle = 8;
  std::mutex mutex;
  /// Machines in order of last use, the least recent first.
  llvm::SmallVector<
      std::pair<std::string, std::unique_ptr<llvm::TargetMachine>>, maxIdle>
      idle;
};

} // namespace mlir::prim

#endif // PRIM_LIB_TARGET_SERIALIZE_MACHINEPOOL_H
