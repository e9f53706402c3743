//===- Trial.cpp - One mutant, compiled ------------------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The child writes a line of JSON for every event, so that the last line shows
// where it died.
//
//===----------------------------------------------------------------------===//

#include "Trial.h"

#include "ChildProcess.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassInstrumentation.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "prim/Dialect/Prim/IR/Prim.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/Regex.h"

#include <unistd.h>

using namespace mlir;
namespace json = llvm::json;

namespace prim::fuzz {

/// Messages of a conversion or of the verifier that show a defect of a pass,
/// not of the program; regular expressions.
static constexpr StringLiteral internalMessages[] = {
    "failed to legalize",
    "unresolved materialization",
    "does not dominate this use",
    "operation destroyed but still has uses",
    "unrealized_conversion_cast",
    "cannot be converted to LLVM IR",
    "missing `LLVMTranslationDialectInterface`",
    "unhandled",
    "failed to run translation",
    "could not convert",
    "branch has [0-9]+ operands for successor",
    "(operand|result) #[0-9]+ must be .*LLVM"};

static bool isInternal(StringRef message) {
  return llvm::any_of(internalMessages, [&](StringRef pattern) {
    return llvm::Regex(pattern).match(message);
  });
}

/// Longer messages contain a printed module and are cut.
static constexpr size_t longestMessage = 4000;

namespace {

class Journal {
public:
  explicit Journal(llvm::raw_ostream &stream) : stream(stream) {}
  void write(StringRef key, StringRef value) {
    stream << json::Value(json::Object{{key, json::fixUTF8(value)}}) << "\n";
    stream.flush();
  }

private:
  llvm::raw_ostream &stream;
};

/// Records each pass, and verifies its result. Invalid IR ends the process, as
/// it ends a pipeline. If one of prim's verifiers rejects an op that the pass
/// was given (the target is known by then), the error is a valid diagnostic for
/// the user. Any other failure is a defect.
class Watcher : public PassInstrumentation {
public:
  explicit Watcher(Journal &journal) : journal(journal) {}

  void runBeforePass(Pass *pass, Operation *op) override {
    Given &ops = given.emplace_back();
    op->walk([&](Operation *inner) {
      if (isa_and_nonnull<mlir::prim::PrimDialect>(inner->getDialect()))
        ops.prim.insert({inner->getLoc(), inner->getName().getStringRef()});
    });
    ops.foreign = hasForeign(op);
    ops.pass = pass->getArgument();
    if (!pass->getArgument().empty())
      journal.write("phase", pass->getArgument());
  }

  void runAfterPassFailed(Pass *, Operation *) override {
    given.pop_back();
    resumeOuter();
  }

  void runAfterPass(Pass *pass, Operation *op) override {
    Given ops = given.pop_back_val();
    std::optional<bool> expected;
    ScopedDiagnosticHandler listen(op->getContext(), [&](Diagnostic &error) {
      // "'name' op ...".
      std::string text = error.str();
      StringRef name = StringRef(text).split("' op ").first;
      if (!expected)
        expected = name.consume_front("'") &&
                   ops.prim.contains({error.getLocation(), name});
      // Passes the diagnostic to the handler that records it.
      return failure();
    });
    if (succeeded(verify(op))) {
      // Upstream's passes may remove unreachable code; prim's must not.
      if (ops.foreign && pass->getArgument().starts_with("prim-") &&
          !hasForeign(op))
        journal.write("lost a foreign op", pass->getArgument());
      return resumeOuter();
    }
    if (!expected.value_or(false))
      journal.write("invalid after", pass->getArgument());
    journal.write("end", "rejected");
    ::_exit(0);
  }

private:
  struct Given {
    /// The prim ops, by location and name.
    llvm::DenseSet<std::pair<Location, StringRef>> prim;
    /// Whether there are ops of unregistered dialects.
    bool foreign = false;
    StringRef pass;
  };

  /// Attributes later events to the pass that contains the finished one.
  void resumeOuter() {
    if (!given.empty() && !given.back().pass.empty())
      journal.write("phase", given.back().pass);
  }

  static bool hasForeign(Operation *op) {
    return op
        ->walk([](Operation *inner) {
          return inner->isRegistered() ? WalkResult::advance()
                                       : WalkResult::interrupt();
        })
        .wasInterrupted();
  }

  Journal &journal;
  /// The input of each running pass; a nested pass follows the one that runs
  /// it.
  SmallVector<Given> given;
};

} // namespace

static bool hasLine(Location loc) {
  bool found = false;
  loc->walk([&](Location inner) {
    auto line = dyn_cast<FileLineColLoc>(inner);
    found |= line && line.getLine() > 0;
    return found ? WalkResult::interrupt() : WalkResult::advance();
  });
  return found;
}

static void report(Journal &journal, Diagnostic &diagnostic) {
  if (diagnostic.getSeverity() != DiagnosticSeverity::Error)
    return;
  std::string text = diagnostic.str();
  size_t size = text.size();
  for (Diagnostic &note : diagnostic.getNotes())
    size += note.str().size();
  if (!hasLine(diagnostic.getLocation()))
    journal.write("without a line", text);
  if (size > longestMessage)
    journal.write("too long", text);
  journal.write("error", text);
}

static void compile(MLIRContext &context, MakeProgram make,
                    llvm::raw_ostream &stream) {
  Journal journal(stream);
  Recipe recipe;
  journal.write("phase", "mutate");
  std::string text;
  {
    // Mutations may call verifiers and parsers, whose errors are not the
    // program's.
    ScopedDiagnosticHandler quiet(&context,
                                  [](Diagnostic &) { return success(); });
    text = make(context, recipe);
  }
  journal.write("text", text);
  journal.write("passes", recipe.passes);
  journal.write("phase", "parse");
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
    report(journal, diagnostic);
    return success();
  });
  auto module = parseSourceString<ModuleOp>(text, &context, "mutant.mlir");
  if (!module)
    return journal.write("end", "rejected");
  PassManager manager(&context);
  // The watcher verifies instead.
  manager.enableVerifier(false);
  manager.addInstrumentation(std::make_unique<Watcher>(journal));
  if (failed(parsePassPipeline(recipe.passes, manager)))
    return journal.write("end", "no such pass");
  journal.write("end",
                succeeded(manager.run(*module)) ? "accepted" : "rejected");
}

/// The first line of `text` without parts that vary between programs: numbers
/// (except within names, as in i32), numbers of DAG nodes, quoted text.
static std::string normalise(StringRef text) {
  StringRef line = text.split('\n').first.take_front(200);
  std::string result;
  auto isNameChar = [](char c) { return llvm::isAlnum(c) || c == '_'; };
  while (!line.empty()) {
    size_t quoted = line[0] == '\'' ? line.find('\'', 1) : StringRef::npos;
    StringRef name = line.take_while(isNameChar);
    if (quoted != StringRef::npos) {
      result += "'...'";
      line = line.drop_front(quoted + 1);
    } else if (name.empty()) {
      result += line[0];
      line = line.drop_front();
    } else {
      StringRef node = name;
      if (llvm::all_of(name, llvm::isDigit) || name.starts_with("0x"))
        result += "N";
      else if (node.consume_front("t") && llvm::all_of(node, llvm::isDigit))
        result += "t";
      else
        result += name;
      line = line.drop_front(name.size());
    }
  }
  return result;
}

/// The reason of the process's end: LLVM's message, or the first frames with
/// names.
static std::string describeEnd(StringRef printed, StringRef reason) {
  SmallVector<StringRef> lines;
  printed.split(lines, '\n');
  std::string frames;
  unsigned count = 0;
  llvm::Regex frame("0x[0-9a-f]+ ((llvm|mlir|prim|lld|\\(anonymous)[^+]*)");
  for (StringRef line : lines) {
    if (line.consume_front("LLVM ERROR: "))
      return normalise(line);
    if (line.contains("runtime error: "))
      return normalise(line.split("runtime error: ").second);
    SmallVector<StringRef> groups;
    if (count == 3 || !frame.match(line, &groups) ||
        groups[1].contains("PrintStackTrace") ||
        groups[1].contains("RunSignalHandlers"))
      continue;
    // Strips function arguments and template arguments.
    StringRef name =
        groups[1].take_until([](char c) { return c == '(' || c == '<'; });
    frames += (count++ ? " < " : "") + name.trim().str();
  }
  return (reason + " in " + frames).str();
}

Finding tryProgram(MLIRContext &context, MakeProgram make, unsigned timeLimit) {
  using mlir::prim::ChildOutcome;
  ChildOutcome outcome = mlir::prim::runForked(
      [&](llvm::raw_ostream &stream) { compile(context, make, stream); },
      timeLimit);
  Finding finding;
  std::string end, defect;
  bool hasError = false;
  SmallVector<StringRef> lines;
  StringRef(outcome.result).split(lines, '\n', -1, /*KeepEmpty=*/false);
  for (StringRef line : lines) {
    auto value = json::parse(line);
    if (!value) {
      llvm::consumeError(value.takeError());
      continue;
    }
    for (auto &[key, content] : *value->getAsObject()) {
      StringRef what = key;
      std::string text = content.getAsString().value_or("").str();
      if (what == "text")
        finding.text = text;
      else if (what == "passes")
        finding.passes = text;
      else if (what == "phase")
        finding.phase = text;
      else if (what == "end")
        end = text;
      else if (what == "error") {
        hasError = true;
        finding.details += text + "\n";
        if (finding.phase != "parse" && defect.empty())
          if (isInternal(text))
            defect = "internal message: " + normalise(text);
      } else if (what == "without a line" && finding.phase == "parse" &&
                 !StringRef(text).starts_with("'prim.")) {
        // Defects in parsers of other dialects are not prim's. The parser of
        // linalg creates regions without locations.
      } else if (defect.empty()) {
        defect = key.str() + ": " + normalise(text);
      }
    }
  }
  if (outcome.kind != ChildOutcome::Finished) {
    finding.details = outcome.printed;
    bool inLLVM = finding.phase == "prim-serialize";
    finding.verdict = inLLVM ? Verdict::EndedInLLVM : Verdict::Defect;
    finding.signature = outcome.kind == ChildOutcome::TimedOut
                            ? "time limit"
                            : describeEnd(outcome.printed, outcome.reason);
    if (!inLLVM)
      finding.signature = finding.phase + ": " + finding.signature;
    return finding;
  }
  if (end == "rejected" && !hasError)
    defect = "no error";
  if (end == "accepted" && hasError)
    defect = "accepted with errors: " + normalise(finding.details);
  if (end == "no such pass")
    defect = end;
  if (!defect.empty()) {
    finding.verdict = Verdict::Defect;
    finding.signature = finding.phase + ": " + defect;
  } else if (end == "rejected") {
    finding.verdict =
        StringRef(finding.details).contains("LLVM cannot generate code")
            ? Verdict::DiagnosedByLLVM
            : Verdict::Diagnosed;
  }
  return finding;
}

} // namespace prim::fuzz
