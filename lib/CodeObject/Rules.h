//===- Rules.h - The rules of final code ----------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The interface of a rule, and the data flow between blocks. Each rule is in a
// file of its own.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_LIB_CODEOBJECT_RULES_H
#define PRIM_LIB_CODEOBJECT_RULES_H

#include "prim/CodeObject/CheckObject.h"
#include "llvm/ADT/STLExtras.h"
#include <optional>
#include <vector>

namespace mlir::prim {

/// Collects reports of one rule about one function, at most one per
/// instruction.
class Reporter {
public:
  Reporter(const CodeObject &object, const MachineFunction &function,
           CheckRule rule, CheckResult &result)
      : object(object), function(function), rule(rule), result(result) {}

  /// `at` and `earlier` are indices of instructions.
  void report(unsigned at, std::optional<unsigned> earlier,
              const llvm::Twine &message);

  /// Returns the notes about addresses from `first` to `last`, both included.
  llvm::ArrayRef<OrderNote> notes(uint64_t first, uint64_t last) const;
  /// Counts a note that a release covers only the stores of its own wave.
  void countOwnRelease() { ++result.notes; }
  /// Counts a check that a note requires.
  void countOrder() { ++result.orders; }

private:
  const CodeObject &object;
  const MachineFunction &function;
  CheckRule rule;
  CheckResult &result;
  llvm::SmallVector<unsigned, 8> reported;
};

void checkConditionCodes(const MachineFunction &function, Reporter &reporter);
void checkWaits(const MachineFunction &function, Reporter &reporter);
void checkHazards(const MachineFunction &function, Reporter &reporter);
void checkOrder(const MachineFunction &function, Reporter &reporter);
/// The part of checkOrder for exchanged words and acquires.
void checkExchanges(const MachineFunction &function, Reporter &reporter);

/// Solves a forward data-flow problem: the state at the start of each block, or
/// nothing for unreachable blocks. `transfer(state, index)` applies an
/// instruction. `state.join(other)` merges the state of another path, and
/// returns whether that changed it.
template <typename State, typename Transfer>
std::vector<std::optional<State>> solveForward(const MachineFunction &function,
                                               Transfer transfer) {
  std::vector<std::optional<State>> atStart(function.blocks.size());
  if (function.blocks.empty())
    return atStart;
  atStart[0].emplace();
  // In the order of addresses, most predecessors are visited before their
  // successors.
  std::vector<bool> isPending(function.blocks.size());
  isPending[0] = true;
  for (bool again = true; again;) {
    again = false;
    for (unsigned b = 0; b < function.blocks.size(); ++b) {
      if (!isPending[b])
        continue;
      isPending[b] = false;
      State state = *atStart[b];
      const MachineBlock &block = function.blocks[b];
      for (unsigned i = block.first; i < block.last; ++i)
        transfer(state, i);
      for (unsigned successor : block.successors) {
        bool changed = !atStart[successor];
        if (changed)
          atStart[successor] = state;
        else
          changed = atStart[successor]->join(state);
        if (!changed)
          continue;
        isPending[successor] = true;
        again |= successor <= b;
      }
    }
  }
  return atStart;
}

/// Visits each instruction with the state before it.
template <typename State, typename Transfer, typename Visit>
void visitForward(const MachineFunction &function, Transfer transfer,
                  Visit visit) {
  std::vector<std::optional<State>> atStart =
      solveForward<State>(function, transfer);
  for (unsigned b = 0; b < function.blocks.size(); ++b) {
    if (!atStart[b])
      continue;
    State &state = *atStart[b];
    for (unsigned i = function.blocks[b].first; i < function.blocks[b].last;
         ++i) {
      visit(state, i);
      transfer(state, i);
    }
  }
}

} // namespace mlir::prim

#endif // PRIM_LIB_CODEOBJECT_RULES_H
