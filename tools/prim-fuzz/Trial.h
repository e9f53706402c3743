//===- Trial.h - One mutant, compiled --------------------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compiles a program in a child process and judges what became of it. Right are
// code, or errors that are at a line of the program and in the words of prim or
// of upstream's verifiers. Everything else has a signature, by which equal
// findings are one.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_TOOLS_FUZZ_TRIAL_H
#define PRIM_TOOLS_FUZZ_TRIAL_H

#include "mlir/IR/MLIRContext.h"
#include "llvm/ADT/STLFunctionalExtras.h"

#include <string>
#include <vector>

namespace prim::fuzz {

/// A way to compile: passes for builtin.module as text.
struct Recipe {
  std::string passes;
};

enum class Verdict {
  /// Code came out.
  Accepted,
  /// The parser, a verifier or a pass said what is wrong.
  Diagnosed,
  /// LLVM said so, without ending the process.
  DiagnosedByLLVM,
  /// The process ended where LLVM generates code.
  EndedInLLVM,
  /// Anything else.
  Defect
};

struct Finding {
  Verdict verdict = Verdict::Accepted;
  /// What kind of end or defect, with numbers and names taken out.
  std::string signature;
  /// The program, as it was given to the parser, and how it was compiled.
  std::string text;
  std::string passes;
  /// The pass that was running, or "parse".
  std::string phase;
  /// Errors, or what the process printed at its end.
  std::string details;
};

/// Makes a program and chooses how to compile it. Called in the child.
using MakeProgram =
    llvm::function_ref<std::string(mlir::MLIRContext &, Recipe &)>;

/// Compiles what `make` makes, for at most `timeLimit` seconds.
Finding tryProgram(mlir::MLIRContext &context, MakeProgram make,
                   unsigned timeLimit);

} // namespace prim::fuzz

#endif // PRIM_TOOLS_FUZZ_TRIAL_H
