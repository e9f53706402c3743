//===- Isolation.cpp - Code generation in a child -------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM prints the reason of its end on standard error: "LLVM ERROR: ..." or
// nothing, and then the stack of passes with their functions. The child's
// output is parsed for both, and a note contains all of it.
//
//===----------------------------------------------------------------------===//

#include "Isolation.h"

#include "ChildProcess.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <cstdlib>

using namespace mlir;
using namespace mlir::prim;

std::optional<Isolation> mlir::prim::parseIsolation(StringRef name) {
  return llvm::StringSwitch<std::optional<Isolation>>(name)
      .Case("none", Isolation::None)
      .Case("auto", Isolation::Auto)
      .Case("fork", Isolation::Fork)
      .Case("program", Isolation::Program)
      .Default(std::nullopt);
}

Operation *mlir::prim::findFunction(gpu::GPUModuleOp module, StringRef name) {
  Operation *found =
      name.empty() ? nullptr : SymbolTable::lookupSymbolIn(module, name);
  return found ? found : module.getOperation();
}

std::string mlir::prim::findCodeGenerator(StringRef given) {
  if (!given.empty())
    return given.str();
  SmallString<256> path(
      llvm::sys::path::parent_path(llvm::sys::fs::getMainExecutable(
          nullptr, reinterpret_cast<void *>(&findCodeGenerator))));
  llvm::sys::path::append(path, "prim-codegen");
  return llvm::sys::fs::can_execute(path) ? path.str().str() : "";
}

namespace {
/// The parsed output of a dead child.
struct ChildReport {
  /// LLVM's reason, one line; empty if it crashed.
  StringRef reason;
  /// The function of the innermost pass; may be empty.
  StringRef function;
  /// All output except code addresses and the request to report it to LLVM.
  std::string all;
};
} // namespace

/// A line of a backtrace: "#0 0x00007f12 name" or "0  library 0x00007f12 name".
static bool isFrame(StringRef line) {
  unsigned number;
  line.consume_front("#");
  if (line.consumeInteger(10, number) || !line.consume_front(" "))
    return false;
  line = line.ltrim();
  return line.starts_with("0x0") ||
         line.split(' ').second.ltrim().starts_with("0x0");
}

static ChildReport readChildReport(StringRef printed) {
  ChildReport words;
  for (StringRef line : llvm::split(printed, '\n')) {
    line = line.rtrim();
    if (line.empty() || line.starts_with("PLEASE submit") ||
        line.starts_with("Stack dump") || line.contains("Program arguments:") ||
        isFrame(line.ltrim()))
      continue;
    if (words.reason.empty())
      words.reason =
          line.starts_with("LLVM ERROR: ") ? line.drop_front(12) : "";
    // 1.	Running pass 'X' on function '@k'
    auto [before, function] = line.split(" on function ");
    if (!function.empty())
      words.function = function.trim("'\"").ltrim('@');
    words.all += "\n  " + line.ltrim().str();
  }
  return words;
}

/// The operation in `function` that became the intrinsic named in `reason`;
/// `function` if none is named. Names of rocdl's operations are those of the
/// intrinsics, except for punctuation.
static Operation *findIntrinsic(Operation *function, StringRef reason) {
  auto letters = [](StringRef name) {
    std::string kept;
    llvm::copy_if(name, std::back_inserter(kept), llvm::isAlnum);
    return kept;
  };
  StringRef name = reason.split("intrinsic %llvm.").second;
  name = name.take_while(
      [](char c) { return llvm::isAlnum(c) || c == '.' || c == '_'; });
  if (name.empty())
    return function;
  std::string wanted = letters(name);
  std::string inROCDL = "rocdl" + letters(name.split('.').second);
  Operation *found = function;
  function->walk([&](Operation *op) {
    if (auto call = dyn_cast<LLVM::CallIntrinsicOp>(op)) {
      // Overloaded intrinsics may have types after their names.
      if (!StringRef("llvm" + wanted).starts_with(letters(call.getIntrin())))
        return WalkResult::advance();
    } else if (letters(op->getName().getStringRef()) != inROCDL) {
      return WalkResult::advance();
    }
    found = op;
    return WalkResult::interrupt();
  });
  return found;
}

/// Reports a child without a result.
static InFlightDiagnostic reportLoss(gpu::GPUModuleOp module,
                                     const CodeRequest &request,
                                     const ChildOutcome &outcome) {
  // The output may contain whole functions, so only its beginning is used.
  constexpr size_t maxPrinted = 4000;
  StringRef printed = outcome.printed;
  ChildReport words = readChildReport(printed);
  Operation *place =
      findIntrinsic(findFunction(module, words.function), words.reason);
  InFlightDiagnostic diagnostic = emitError(place->getLoc());
  switch (outcome.kind) {
  case ChildOutcome::TimedOut:
    diagnostic << "code generation for " << request.chip << " was "
               << outcome.reason
               << " and has been stopped; make the kernel smaller, lower "
                  "opt-level, or raise the time limit";
    break;
  case ChildOutcome::Interrupted:
    diagnostic << "code generation for " << request.chip << " was interrupted";
    return diagnostic;
  case ChildOutcome::NotStarted:
    diagnostic << "cannot start a process for code generation: "
               << outcome.reason
               << "; use isolate=none to run it in this process";
    break;
  case ChildOutcome::Lost:
    // LLVM's output shows its reason even if the status is unknown.
    if (words.reason.empty()) {
      diagnostic << "code generation for " << request.chip
                 << " left no result, and its exit status is unknown ("
                 << outcome.reason
                 << "); do not ignore SIGCHLD in this process";
      break;
    }
    [[fallthrough]];
  default:
    diagnostic << "LLVM cannot generate code for " << request.chip;
    if (words.reason.empty())
      diagnostic << " and ended: " << outcome.reason
                 << "; change the operation, or opt-level";
    else
      diagnostic << ": " << words.reason
                 << "; use an operation and a type that the chip has";
  }
  if (!words.all.empty()) {
    Diagnostic &note = diagnostic.attachNote();
    note << "LLVM printed:" << StringRef(words.all).take_front(maxPrinted);
    if (words.all.size() > maxPrinted)
      note << "... (" << words.all.size() - maxPrinted << " bytes more)";
  }
  return diagnostic;
}

FailureOr<CodeResult> mlir::prim::generateCodeIsolated(
    gpu::GPUModuleOp module, llvm::Module &llvmModule,
    const CodeRequest &request, const SerializeOptions &options) {
  Isolation isolation = options.isolation;
  if (isolation == Isolation::Auto) {
    const char *wanted = std::getenv("PRIM_ISOLATE");
    std::optional<Isolation> found =
        parseIsolation(wanted && *wanted ? wanted : "auto");
    if (!found)
      return module.emitOpError("cannot be isolated by '")
             << wanted
             << "', the value of PRIM_ISOLATE; use none, auto, fork or program";
    isolation = *found;
  }
  std::string program;
  if (isolation == Isolation::Program || isolation == Isolation::Auto)
    program = findCodeGenerator(options.program);
  if (isolation == Isolation::Auto)
    isolation = isSingleThreaded() ? Isolation::Fork
                : program.empty()  ? Isolation::None
                                   : Isolation::Program;
  if (isolation == Isolation::Program && program.empty())
    return module.emitOpError("needs prim-codegen, which is not in the folder "
                              "of this program; give its path");

  ChildOutcome outcome;
  if (isolation == Isolation::Program) {
    std::string input;
    llvm::raw_string_ostream stream(input);
    writeRequest(stream, request, llvmModule);
    outcome = runProgram(program, /*arguments=*/{}, input, options.timeLimit);
  } else {
    // In the parent, so that it runs only once.
    initializeBackEnd();
    if (isolation == Isolation::None)
      return generateCode(llvmModule, request);
    outcome = runForked(
        [&](llvm::raw_ostream &stream) {
          writeResult(stream, generateCode(llvmModule, request));
        },
        options.timeLimit);
  }
  if (outcome.kind != ChildOutcome::Finished &&
      outcome.kind != ChildOutcome::Lost)
    return reportLoss(module, request, outcome);
  llvm::Expected<CodeResult> result = readResult(outcome.result);
  // The reader detects an incomplete result.
  if (!result && outcome.kind == ChildOutcome::Lost) {
    llvm::consumeError(result.takeError());
    return reportLoss(module, request, outcome);
  }
  if (!result)
    return module.emitOpError("cannot be compiled: ")
           << llvm::toString(result.takeError());
  return std::move(*result);
}
