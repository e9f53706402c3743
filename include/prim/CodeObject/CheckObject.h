//===- CheckObject.h - Static checks of final code ------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Looks in the code objects of any AMDGPU compiler for what an emulator that
// completes each instruction at once cannot see: missing waits, hazards, stores
// that a barrier does not wait for, condition codes that something else has
// overwritten. docs/Check.md describes the rules.
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

/// What the rules look for. A set of bits.
enum CheckRule : unsigned {
  /// SCC of an addition that something other than its next word reads in
  /// another block, and condition codes that nothing has written.
  ConditionCodes = 1u << 0,
  /// Registers, and workgroup memory, that a memory operation in flight still
  /// fills.
  Waits = 1u << 1,
  /// Wait states and waits that the hardware leaves to software.
  Hazards = 1u << 2,
  /// Stores that are not complete when another wave tells of them.
  Order = 1u << 3,
  AllRules = ConditionCodes | Waits | Hazards | Order,
};

/// The name by which options and reports know a rule.
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
  /// LineTable's; empty if the object keeps no lines.
  std::string place;
  std::optional<uint64_t> earlierAddress;
  std::string earlierInstruction, earlierPlace;
  std::string message;
};

struct CheckResult {
  std::vector<CodeReport> reports;
  unsigned functions = 0, instructions = 0;
  /// Releases, acquires and exchanged words that the object has notes about
  /// (OrderNote), and that the rule Order has looked at.
  unsigned orders = 0;
  /// Releases that are for the own wave's stores alone by such a note, where
  /// the order of other waves' stores was not asked for.
  unsigned notes = 0;
  /// Branches through registers, after which nothing is looked at.
  unsigned unknownBranches = 0;
};

/// Checks all functions by `rules`, a set of CheckRule.
CheckResult checkCode(const CodeObject &object, unsigned rules = AllRules);

/// One report: a line of what is wrong, and a line for each instruction.
void print(llvm::raw_ostream &stream, const CodeReport &report);

} // namespace mlir::prim

#endif // PRIM_CODEOBJECT_CHECKOBJECT_H
