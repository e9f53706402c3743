//===- Input.h - Inputs and options of tools --------------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The input file of prim-run or prim-compile, in a context that prints
// diagnostics with their source lines; and their common options for
// compilation.
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

/// The stage for a name of `--emit` or `--dump`: mlir, llvm, isa, hsaco.
std::optional<mlir::prim::Stage> parseStage(llvm::StringRef name);

class Input {
public:
  Input();
  ~Input();

  /// Reads and verifies a file, "-" for standard input. Errors are printed,
  /// including later diagnostics of the compilation.
  mlir::FailureOr<mlir::prim::Compilation>
  load(const std::string &path, const mlir::prim::CompileOptions &options);

  /// Reads the file only; parse() follows later.
  mlir::LogicalResult read(const std::string &path);
  mlir::FailureOr<mlir::prim::Compilation>
  parse(const mlir::prim::CompileOptions &options);

  /// Whether diagnostics have been printed, which a cache would not keep with
  /// the result.
  bool hasPrinted() const { return printed; }

  /// The text that was read, with its name.
  llvm::MemoryBufferRef getSource() const;

private:
  mlir::MLIRContext context;
  llvm::SourceMgr sources;
  std::unique_ptr<mlir::SourceMgrDiagnosticHandler> diagnostics;
  bool printed = false;
};

} // namespace prim::tools

#endif // PRIM_TOOLS_DRIVER_INPUT_H
