//===- CheckObject.cpp - Static checks of final code ----*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The list of rules, and their reports.
//
//===----------------------------------------------------------------------===//

#include "Rules.h"

#include "llvm/Support/Format.h"

using namespace llvm;
using namespace mlir::prim;

namespace {

struct Rule {
  CheckRule rule;
  StringLiteral name;
  void (*check)(const MachineFunction &, Reporter &);
};

constexpr Rule allRules[] = {
    {ConditionCodes, "condition-codes", checkConditionCodes},
    {Waits, "waits", checkWaits},
    {Hazards, "hazards", checkHazards},
    {Order, "order", checkOrder},
};

} // namespace

StringRef mlir::prim::nameOf(CheckRule rule) {
  for (const Rule &each : allRules)
    if (each.rule == rule)
      return each.name;
  return "";
}

std::optional<CheckRule> mlir::prim::findCheckRule(StringRef name) {
  for (const Rule &each : allRules)
    if (each.name == name)
      return each.rule;
  return std::nullopt;
}

std::string mlir::prim::checkRuleNames() {
  std::string names;
  for (const Rule &each : allRules)
    names += (names.empty() ? "" : ", ") + each.name.str();
  return names;
}

void Reporter::report(unsigned at, std::optional<unsigned> earlier,
                      const Twine &message) {
  if (is_contained(reported, at))
    return;
  reported.push_back(at);
  CodeReport &report = result.reports.emplace_back();
  report.rule = rule;
  report.function = function.name;
  report.address = function.instructions[at].address;
  report.instruction = function.text(at);
  report.place = object.lines.find(report.address);
  if (earlier) {
    report.earlierAddress = function.instructions[*earlier].address;
    report.earlierInstruction = function.text(*earlier);
    report.earlierPlace = object.lines.find(*report.earlierAddress);
  }
  report.message = message.str();
}

ArrayRef<OrderNote> Reporter::notes(uint64_t first, uint64_t last) const {
  auto isBefore = [](const OrderNote &note, uint64_t address) {
    return note.address < address;
  };
  auto from = llvm::lower_bound(object.notes, first, isBefore);
  auto to = llvm::upper_bound(object.notes, last,
                              [](uint64_t address, const OrderNote &note) {
                                return address < note.address;
                              });
  return ArrayRef(object.notes).slice(from - object.notes.begin(), to - from);
}

CheckResult mlir::prim::checkCode(const CodeObject &object, unsigned rules) {
  CheckResult result;
  for (const auto &function : object.functions) {
    ++result.functions;
    result.instructions += function->instructions.size();
    result.unknownBranches += function->unknownBranches;
    for (const Rule &rule : allRules)
      if (rules & rule.rule) {
        Reporter reporter(object, *function, rule.rule, result);
        rule.check(*function, reporter);
      }
  }
  return result;
}

void mlir::prim::print(raw_ostream &stream, const CodeReport &report) {
  auto printLine = [&](uint64_t address, StringRef text, StringRef place) {
    stream << "  " << format_hex(address, 6) << ": " << text;
    if (!place.empty())
      stream << " (" << place << ")";
    stream << '\n';
  };
  stream << report.function << ": [" << nameOf(report.rule) << "] "
         << report.message << '\n';
  printLine(report.address, report.instruction, report.place);
  if (report.earlierAddress)
    printLine(*report.earlierAddress, report.earlierInstruction,
              report.earlierPlace);
}
