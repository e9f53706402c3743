//===- CheckObject.h - Static checks of final code ------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Checks the code objects of any AMDGPU compiler for faults that an emulator
// cannot show if it completes each instruction at once. Such faults are missing
// waits, hazards, stores that a barrier does not wait for, and overwritten
// condition codes. docs/Check.md describes the rules.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_CODEOBJECT_CHECKOBJECT_H
#define PRIM_CODEOBJECT_CHECKOBJECT_H

#include "prim/CodeObject/CodeObject.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"
#include <optional>
#include <string>
#include <vector>

namespace mlir::prim {

/// The rules to apply, as a set of bits.
enum CheckRule : unsigned {
  /// Reports an SCC that another instruction overwrites between an addition and
  /// its reader in another block, and condition codes that nothing has written.
  ConditionCodes = 1u << 0,
  /// Reports accesses to registers and workgroup memory that a memory operation
  /// in flight still fills.
  Waits = 1u << 1,
  /// Reports missing wait states and waits that the hardware leaves to
  /// software.
  Hazards = 1u << 2,
  /// Reports stores that are not complete when another wave announces them.
  Order = 1u << 3,
  AllRules = ConditionCodes | Waits | Hazards | Order,
};

/// The name of a rule in options and reports.
llvm::StringRef nameOf(CheckRule rule);
/// The rule of this name.
std::optional<CheckRule> findCheckRule(llvm::StringRef name);
/// The names of all rules, separated by ", ".
std::string checkRuleNames();

/// A violation: an instruction, and the earlier one that it conflicts with.
struct CodeReport {
  CheckRule rule;
  std::string function;
  uint64_t address = 0;
  std::string instruction;
  /// The source line from the LineTable; empty if the object has none.
  std::string place;
  std::optional<uint64_t> earlierAddress;
  std::string earlierInstruction, earlierPlace;
  std::string message;
};

struct CheckResult {
  std::vector<CodeReport> reports;
  unsigned functions = 0, instructions = 0;
  /// Releases, acquires and exchanged words that have an OrderNote in the
  /// object and that the rule Order has examined.
  unsigned orders = 0;
  /// Releases whose note covers the stores of their own wave only, so that the
  /// order of other waves' stores was not requested.
  unsigned notes = 0;
  /// Branches through registers; code after them is not checked.
  unsigned unknownBranches = 0;
};

/// Checks all functions by `rules`, a set of CheckRule.
CheckResult checkCode(const CodeObject &object, unsigned rules = AllRules);

/// One report: a line of what is wrong, and a line for each instruction.
void print(llvm::raw_ostream &stream, const CodeReport &report);

} // namespace mlir::prim

#endif // PRIM_CODEOBJECT_CHECKOBJECT_H
