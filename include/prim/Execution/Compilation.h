//===- Compilation.h - From a module to code objects -----------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs the parts of prim-to-rocdl-pipeline over a module one by one, and takes
// the time of each. Errors are diagnostics of the module's context. Nothing
// here prints, ends the process, or adds anything to the context.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_EXECUTION_COMPILATION_H
#define PRIM_EXECUTION_COMPILATION_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "prim/Execution/Signature.h"
#include "prim/Pipelines/CompileOptions.h"
#include "prim/Pipelines/Registration.h"

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace llvm {
class SourceMgr;
} // namespace llvm

namespace mlir {
class MLIRContext;
} // namespace mlir

namespace mlir::prim {

class CacheSlot;

/// The stage at which a compilation ends.
enum class Stage {
  /// Kernels in the LLVM dialect, host functions on memrefs.
  LLVMDialect,
  /// Every gpu.module as a gpu.binary with optimised LLVM IR.
  LLVMIR,
  /// LLVMIR with assembly.
  Assembly,
  /// LLVMIR with a code object.
  Object,
  /// Host functions in the LLVM dialect too.
  Host
};

struct StageTime {
  std::string name;
  double milliseconds;
};

/// A module in compilation.
class Compilation {
public:
  /// Takes a module of a context with registerProgramDialects. The module is
  /// lowered in place.
  explicit Compilation(OwningOpRef<ModuleOp> module);

  /// Reads and verifies the main file of `sources`, MLIR text or bytecode.
  static FailureOr<Compilation> parse(const llvm::SourceMgr &sources,
                                      MLIRContext &context);

  /// The chip of the module's own gpu.modules, if they all have the same one.
  std::optional<std::string> getOwnChip();

  /// Removes public functions that are not in `names`, and functions that only
  /// they use.
  void keepFunctions(const std::set<std::string> &names);

  /// Runs the pipeline up to `stage`. At most once per module. With
  /// Stage::Host, a host function that is declared but not defined is an error.
  LogicalResult run(Stage stage, const CompileOptions &options);

  ModuleOp getModule() { return *module; }
  /// The signatures of the functions before they were lowered.
  const Signatures &getSignatures() const { return signatures; }
  /// The time of each stage so far, in their order.
  const std::vector<StageTime> &getTimes() const { return times; }

private:
  OwningOpRef<ModuleOp> module;
  Signatures signatures;
  std::vector<StageTime> times;
};

/// The text or bytes of `module` after `stage`: one entry per gpu.binary, or
/// the module itself.
struct EmittedObject {
  std::string name;
  std::string bytes;
};
std::vector<EmittedObject> getObjects(ModuleOp module, Stage stage);

/// The entry of a text's objects in CompileOptions::cache, for callers that run
/// the compilation step by step; compileToObjects combines all steps.
class ObjectSlot {
public:
  /// `name` denotes the text in messages. All options must be final, including
  /// those that a text could set.
  ObjectSlot(llvm::StringRef text, Stage stage, const CompileOptions &options,
             llvm::StringRef name);
  ~ObjectSlot();

  std::optional<std::vector<EmittedObject>> find();
  /// Returns an error if the objects differ from the kept ones
  /// (ProgramCache::isSampled).
  llvm::Error keep(llvm::ArrayRef<EmittedObject> objects);

private:
  std::unique_ptr<CacheSlot> slot;
};

/// Compiles MLIR text or bytecode in a context of its own; `name` denotes it in
/// messages. An error contains all errors of the compilation, with their
/// locations.
llvm::Expected<std::vector<EmittedObject>>
compileToObjects(llvm::StringRef text, Stage stage,
                 const CompileOptions &options,
                 llvm::StringRef name = "program");

} // namespace mlir::prim

#endif // PRIM_EXECUTION_COMPILATION_H
