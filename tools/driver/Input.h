//===- Input.h - What a tool compiles and how ------------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The file that prim-run or prim-compile is given, in a context whose
// diagnostics are printed with the lines that they are about, and the options
// that both have for compiling it.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_TOOLS_DRIVER_INPUT_H
#define PRIM_TOOLS_DRIVER_INPUT_H

#include "mlir/IR/MLIRContext.h"
#include "prim/Execution/Compilation.h"
#include "llvm/Support/SourceMgr.h"

#include <memory>

namespace mlir {
class SourceMgrDiagnosticHandler;
} // namespace mlir

namespace prim::tools {

class CommandLine;

/// Adds the options of prim-to-rocdl-pipeline that the tools have.
void addCompileOptions(CommandLine &line, mlir::prim::CompileOptions &options);

/// The stage that a name of `--emit` or `--dump` stands for: mlir, llvm, isa,
/// hsaco.
std::optional<mlir::prim::Stage> parseStage(llvm::StringRef name);

class Input {
public:
  Input();
  ~Input();

  /// Reads and verifies a file, "-" for the standard input. What is wrong has
  /// been printed; so it is with diagnostics of the compilation later on.
  mlir::FailureOr<mlir::prim::Compilation> load(const std::string &path);

  /// Only reads it, for parse() later.
  mlir::LogicalResult read(const std::string &path);
  mlir::FailureOr<mlir::prim::Compilation> parse();

  /// Whether diagnostics have been printed: they are not kept with what was
  /// compiled.
  bool hasPrinted() const { return printed; }

  /// What was read, and by which name.
  llvm::MemoryBufferRef getSource() const;

private:
  mlir::MLIRContext context;
  llvm::SourceMgr sources;
  std::unique_ptr<mlir::SourceMgrDiagnosticHandler> diagnostics;
  bool printed = false;
};

} // namespace prim::tools

#endif // PRIM_TOOLS_DRIVER_INPUT_H
