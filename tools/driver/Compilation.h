//===- Compilation.h - From a file to code objects -----------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What prim-run and prim-compile share: a context with everything registered, a
// module read from a file, and the parts of prim-to-rocdl-pipeline run over it
// one by one, each with its time. Errors have been printed when a function
// returns failure.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_TOOLS_DRIVER_COMPILATION_H
#define PRIM_TOOLS_DRIVER_COMPILATION_H

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/Support/SourceMgr.h"

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace mlir {
class SourceMgrDiagnosticHandler;
} // namespace mlir

namespace prim::tools {

class CommandLine;

struct CompileOptions {
  std::string chip;
  std::string features;
  unsigned optLevel = 3;
  unsigned abi = 500;
  bool checkConvergence = false;
  std::string isolate = "auto";
  unsigned timeLimit = 0;
  std::string limits;
  std::string deviceLibs;

  /// The options of prim-to-rocdl-pipeline that both tools have.
  void addOptions(CommandLine &line);
};

/// What a compilation is carried on to.
enum class Stage {
  /// Kernels in the LLVM dialect, host functions on memrefs.
  LLVMDialect,
  /// Every gpu.module as a gpu.binary with optimised LLVM IR.
  LLVMIR,
  /// ... with assembly.
  Assembly,
  /// ... with a code object.
  Object,
  /// Host functions in the LLVM dialect too.
  Host
};

struct StageTime {
  std::string name;
  double milliseconds;
};

class Compilation {
public:
  Compilation();
  ~Compilation();

  /// Reads and verifies a file, "-" for the standard input.
  mlir::LogicalResult load(const std::string &path);

  /// The chip that the file's own gpu.modules name, if they all name one.
  std::optional<std::string> getOwnChip();

  /// Drops public functions that are not among `names`, and what only they use.
  mlir::LogicalResult keepFunctions(const std::set<std::string> &names);

  /// Runs the pipeline up to `stage`. Once per loaded module.
  mlir::LogicalResult run(Stage stage, const CompileOptions &options);

  mlir::ModuleOp getModule() { return *module; }
  const std::vector<StageTime> &getTimes() const { return times; }

private:
  mlir::MLIRContext context;
  llvm::SourceMgr sources;
  std::unique_ptr<mlir::SourceMgrDiagnosticHandler> diagnostics;
  mlir::OwningOpRef<mlir::ModuleOp> module;
  std::vector<StageTime> times;
};

/// The stage that a name of `--emit` or `--dump` stands for: mlir, llvm, isa,
/// hsaco.
std::optional<Stage> parseStage(llvm::StringRef name);

/// The text or bytes of `module` after `stage`: one entry per gpu.binary, or
/// the module itself.
struct EmittedObject {
  std::string name;
  std::string bytes;
};
std::vector<EmittedObject> getObjects(mlir::ModuleOp module, Stage stage);

} // namespace prim::tools

#endif // PRIM_TOOLS_DRIVER_COMPILATION_H
