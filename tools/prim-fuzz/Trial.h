//===- Trial.h - One mutant, compiled --------------------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compiles a program in a child process and classifies the outcome. Correct
// outcomes are code, or errors at a line of the program from prim or from
// upstream's verifiers. Every other outcome has a signature, by which equal
// findings are merged.
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
  /// The compilation produced code.
  Accepted,
  /// The parser, a verifier or a pass reported the error.
  Diagnosed,
  /// LLVM reported the error without ending the process.
  DiagnosedByLLVM,
  /// The process ended during LLVM's code generation.
  EndedInLLVM,
  /// Any other outcome.
  Defect
};

struct Finding {
  Verdict verdict = Verdict::Accepted;
  /// The kind of end or defect, without numbers and names.
  std::string signature;
  /// The program as given to the parser, and its passes.
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

/// Compiles the result of `make`, for at most `timeLimit` seconds.
Finding tryProgram(mlir::MLIRContext &context, MakeProgram make,
                   unsigned timeLimit);

} // namespace prim::fuzz

#endif // PRIM_TOOLS_FUZZ_TRIAL_H
