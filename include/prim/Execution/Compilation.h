//===- Compilation.h - From a module to code objects -----------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The parts of prim-to-rocdl-pipeline run over a module one by one, each with
// its time. What is wrong with the module is reported as diagnostics of its
// context; nothing here prints, ends the process, or keeps anything in it.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_EXECUTION_COMPILATION_H
#define PRIM_EXECUTION_COMPILATION_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "prim/Execution/Signature.h"
#include "prim/Pipelines/CompileOptions.h"

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace llvm {
class SourceMgr;
} // namespace llvm

namespace mlir {
class DialectRegistry;
class MLIRContext;
} // namespace mlir

namespace mlir::prim {

class CacheSlot;

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

/// Adds to `registry` everything that a program may contain and that its
/// compilation needs: upstream's dialects, prim's, translations to LLVM IR. A
/// context that programs are parsed in has this registry.
void registerProgramDialects(DialectRegistry &registry);

/// A module on its way to code.
class Compilation {
public:
  /// Takes a module whose context has the dialects above. It is lowered in
  /// place.
  explicit Compilation(OwningOpRef<ModuleOp> module);

  /// Reads and verifies the main file of `sources`, MLIR text or bytecode.
  static FailureOr<Compilation> parse(const llvm::SourceMgr &sources,
                                      MLIRContext &context);

  /// The chip that the module's own gpu.modules name, if they all name one.
  std::optional<std::string> getOwnChip();

  /// Drops public functions that are not among `names`, and what only they use.
  LogicalResult keepFunctions(const std::set<std::string> &names);

  /// Runs the pipeline up to `stage`. Once per module. For Stage::Host, host
  /// functions that are declared and defined nowhere are errors.
  LogicalResult run(Stage stage, const CompileOptions &options);

  ModuleOp getModule() { return *module; }
  /// What the functions took and returned before they were lowered.
  const Signatures &getSignatures() const { return signatures; }
  /// Where the time has gone so far, in the order of the stages.
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

/// The place of a text's objects in CompileOptions::cache, for whoever runs the
/// compilation step by step; compileToObjects does it in one.
class ObjectSlot {
public:
  /// `name` is what the text is called in messages. All options are final: none
  /// is left to the text to say.
  ObjectSlot(llvm::StringRef text, Stage stage, const CompileOptions &options,
             llvm::StringRef name);
  ~ObjectSlot();

  std::optional<std::vector<EmittedObject>> find();
  /// An error if it is not what was kept (ProgramCache::isSampled).
  llvm::Error keep(llvm::ArrayRef<EmittedObject> objects);

private:
  std::unique_ptr<CacheSlot> slot;
};

/// Compiles MLIR text or bytecode in a context of its own; `name` stands for it
/// in messages. An error holds all errors of the compilation, with their
/// places.
llvm::Expected<std::vector<EmittedObject>>
compileToObjects(llvm::StringRef text, Stage stage,
                 const CompileOptions &options,
                 llvm::StringRef name = "program");

} // namespace mlir::prim

#endif // PRIM_EXECUTION_COMPILATION_H
