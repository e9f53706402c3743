//===- Compilation.cpp - From a module to code objects -------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs the parts of prim-to-rocdl-pipeline. No pass is defined here.
//
//===----------------------------------------------------------------------===//

#include "prim/Execution/Compilation.h"

#include "Timer.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "prim/Conversion/FrontendToPrim.h"
#include "prim/Pipelines/PrimToBinary.h"
#include "prim/Target/Interruption.h"
#include "prim/Target/SerializeTimes.h"
#include "prim/Target/TargetInfo.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/SourceMgr.h"

#include <dlfcn.h>

using namespace mlir;
using namespace mlir::prim;

Compilation::Compilation(OwningOpRef<ModuleOp> given)
    : module(std::move(given)), signatures(*module) {}

FailureOr<Compilation> Compilation::parse(const llvm::SourceMgr &sources,
                                          MLIRContext &context) {
  std::vector<StageTime> times;
  OwningOpRef<ModuleOp> module;
  {
    StageTimer timer(times, "parse");
    module = parseSourceFile<ModuleOp>(sources, &context);
  }
  if (!module)
    return failure();
  // The functions are looked up before the pipeline runs.
  context.loadDialect<func::FuncDialect>();
  convertFrontendFunctions(*module);
  Compilation compilation(std::move(module));
  compilation.times = std::move(times);
  return compilation;
}

std::optional<std::string> Compilation::getOwnChip() {
  std::optional<std::string> chip;
  for (auto kernels : module->getOps<gpu::GPUModuleOp>()) {
    ArrayAttr targets = kernels.getTargetsAttr();
    if (!targets || targets.size() != 1)
      continue;
    StringRef own = TargetInfo::getNames(targets[0]).first;
    if (own.empty())
      continue;
    if (chip && *chip != own)
      return std::nullopt;
    chip = own.str();
  }
  return chip;
}

/// Removes private symbols of the module that no other op needs. Unlike
/// upstream's pass, it takes regions of ops that are not registered, which
/// might be symbol tables, for ordinary ones.
static void eraseUnused(ModuleOp module) {
  llvm::StringMap<Operation *> unused;
  SmallVector<Operation *> used;
  for (Operation &op : *module.getBody()) {
    auto symbol = dyn_cast<SymbolOpInterface>(op);
    if (symbol && symbol.isPrivate() && symbol.canDiscardOnUseEmpty())
      unused[symbol.getName()] = &op;
    else
      used.push_back(&op);
  }
  while (!used.empty())
    used.pop_back_val()->walk([&](Operation *op) {
      op->getAttrDictionary().walk([&](SymbolRefAttr reference) {
        auto found = unused.find(reference.getRootReference());
        if (found == unused.end())
          return;
        used.push_back(found->second);
        unused.erase(found);
      });
    });
  for (auto &entry : unused)
    entry.second->erase();
}

void Compilation::keepFunctions(const std::set<std::string> &names) {
  for (auto function : module->getOps<func::FuncOp>())
    if (!names.count(function.getName().str()))
      function.setPrivate();
  eraseUnused(*module);
}

/// The JIT also searches the process. It would report undefined functions as
/// late as possible, with little detail.
static LogicalResult checkDefined(ModuleOp module) {
  for (auto function : module.getOps<func::FuncOp>())
    if (function.isExternal() &&
        !::dlsym(RTLD_DEFAULT, function.getName().str().c_str()))
      return function.emitError("function '")
             << function.getName()
             << "' is declared but not defined; host code can only call "
                "functions of its file and of the C library";
  return success();
}

LogicalResult Compilation::run(Stage stage, const CompileOptions &options) {
  if (stage == Stage::Host && failed(checkDefined(*module)))
    return failure();
  PrimPipelineOptions pipeline(options);
  std::string error;
  if (options.chip.empty())
    if (auto own = TargetInfo::get(getOwnChip().value_or(""), "", error))
      pipeline.family = own->family;
  pipeline.host = stage == Stage::Host;
  pipeline.format = stage == Stage::LLVMIR     ? "llvm"
                    : stage == Stage::Assembly ? "isa"
                                               : "bin";
  auto runPart = [&](const char *name, auto build,
                     bool verifyEach) -> LogicalResult {
    if (Interruption::requested())
      return emitError(module->getLoc()) << "the compilation was interrupted";
    StageTimer timer(times, name);
    PassManager manager(module->getContext());
    manager.enableVerifier(verifyEach);
    build(manager, pipeline);
    return success(succeeded(manager.run(*module)) &&
                   (verifyEach || succeeded(verify(*module))));
  };
  // Errors of the program's author show in the first part, after the target is
  // known. Later ops are prim's own, and they are many. They are verified once
  // per part, because verification after each pass takes a third of the part's
  // time. The passes' own tests verify after each pass.
  if (failed(runPart("device ops", buildPrimDevicePipeline, true)) ||
      failed(runPart("kernels", buildPrimKernelPipeline, false)))
    return failure();
  if (stage == Stage::LLVMDialect)
    return success();
  SerializeTimes spent;
  pipeline.serializeTimes = &spent;
  if (failed(runPart("translation", buildPrimSerializePipeline, true)))
    return failure();
  // The rest is translation, and possibly the child process.
  times.back().milliseconds -=
      spent.optimisation + spent.codeGeneration + spent.linking;
  times.push_back({"LLVM optimisation", spent.optimisation});
  times.push_back({"code generation", spent.codeGeneration - spent.checking});
  times.push_back({"code check", spent.checking});
  times.push_back({"linking", spent.linking});
  if (stage != Stage::Host)
    return success();
  return runPart("host code", buildPrimHostPipeline, true);
}

std::vector<EmittedObject> prim::getObjects(ModuleOp module, Stage stage) {
  std::vector<EmittedObject> objects;
  if (stage == Stage::LLVMDialect) {
    std::string text;
    llvm::raw_string_ostream stream(text);
    module.print(stream);
    objects.push_back({"", text});
    return objects;
  }
  for (auto binary : module.getOps<gpu::BinaryOp>())
    for (auto object : binary.getObjects().getAsRange<gpu::ObjectAttr>())
      objects.push_back(
          {binary.getName().str(), object.getObject().getValue().str()});
  return objects;
}
