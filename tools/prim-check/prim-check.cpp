//===- prim-check.cpp - Checks final AMDGPU code ---------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// prim-check FILE...: checks linked and unlinked code objects of any compiler
// for faults that the hardware does not tolerate. Exit status: 0 nothing found,
// 1 reports, 2 an unreadable file.
//
//===----------------------------------------------------------------------===//

#include "driver/CommandLine.h"
#include "prim/CodeObject/CheckObject.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace mlir::prim;
using namespace prim::tools;

enum Status { Clean = 0, Reported = 1, Failed = 2 };

static Status fail(const llvm::Twine &text) {
  llvm::errs() << "error: " << text << "\n";
  return Failed;
}

static llvm::Expected<unsigned> parseRules(llvm::StringRef text) {
  unsigned rules = 0;
  for (llvm::StringRef name : llvm::split(text, ',')) {
    std::optional<CheckRule> rule = findCheckRule(name);
    if (!rule)
      return llvm::createStringError("unknown rule '" + name +
                                     "'; use some of " + checkRuleNames());
    if (rules & *rule)
      return llvm::createStringError("--rules names '" + name + "' twice");
    rules |= *rule;
  }
  return rules;
}

namespace {

/// Totals of the checked code.
struct Totals {
  unsigned objects = 0, functions = 0, instructions = 0, unknownBranches = 0,
           orders = 0, notes = 0, reports = 0;
};

} // namespace

static llvm::Error check(llvm::StringRef file, unsigned rules, Totals &totals) {
  auto buffer = llvm::MemoryBuffer::getFileOrSTDIN(file);
  if (!buffer)
    return llvm::createStringError("cannot read " + file + ": " +
                                   buffer.getError().message());
  llvm::Expected<CodeObject> object =
      CodeObject::create((*buffer)->getBuffer());
  if (!object)
    return llvm::createStringError(file + ": " +
                                   llvm::toString(object.takeError()));
  CheckResult result = checkCode(*object, rules);
  for (const CodeReport &report : result.reports) {
    llvm::outs() << file << ": ";
    print(llvm::outs(), report);
  }
  ++totals.objects;
  totals.functions += result.functions;
  totals.instructions += result.instructions;
  totals.unknownBranches += result.unknownBranches;
  totals.orders += result.orders;
  totals.notes += result.notes;
  totals.reports += result.reports.size();
  return llvm::Error::success();
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  std::vector<std::string> files;
  unsigned rules = AllRules;
  bool helped = false;
  CommandLine line("FILE... [--rules=NAME,...]",
                   "Checks AMDGPU code objects for missing waits, hazards, "
                   "stores that a barrier does not wait for, and condition "
                   "codes that have been overwritten.");
  line.operands([&](const std::string &text) {
    files.push_back(text);
    return llvm::Error::success();
  });
  line.value("rules", "NAME,...",
             "which rules, of " + checkRuleNames() + " (all)",
             [&](const std::string &text) -> llvm::Error {
               llvm::Expected<unsigned> parsed = parseRules(text);
               if (!parsed)
                 return parsed.takeError();
               rules = *parsed;
               return llvm::Error::success();
             });
  if (llvm::Error error = line.parse(argc, argv, helped))
    return fail(llvm::toString(std::move(error)));
  if (helped)
    return Clean;
  if (files.empty())
    return fail("no file to check; --help lists the options");

  Totals totals;
  for (const std::string &file : files)
    if (llvm::Error error = check(file, rules, totals))
      return fail(llvm::toString(std::move(error)));
  llvm::outs() << totals.objects << " objects, " << totals.functions
               << " functions, " << totals.instructions << " instructions, "
               << totals.unknownBranches << " branches not followed, "
               << totals.orders << " orders, " << totals.notes << " notes, "
               << totals.reports << " reports\n";
  return totals.reports ? Reported : Clean;
}
