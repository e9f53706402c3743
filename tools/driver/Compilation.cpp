//===- Compilation.cpp - From a file to code objects ---------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads a module and runs the parts of prim-to-rocdl-pipeline over it.
//
//===----------------------------------------------------------------------===//

#include "driver/Compilation.h"

#include "driver/CommandLine.h"
#include "mlir/Dialect/LLVMIR/ROCDLDialect.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Support/FileUtilities.h"
#include "mlir/Target/LLVMIR/Dialect/All.h"
#include "mlir/Transforms/Passes.h"
#include "prim/InitAllPrim.h"
#include "prim/Target/SerializeTimes.h"
#include "llvm/Support/DynamicLibrary.h"
#include "llvm/Support/raw_ostream.h"

#include <chrono>

using namespace mlir;

namespace prim::tools {

/// A year: no number of seconds that anybody waits for.
static constexpr unsigned kMostSeconds = 365 * 24 * 3600;

void CompileOptions::addOptions(CommandLine &line) {
  line.value("chip", chip, "CHIP",
             "AMDGPU chip to compile for, such as gfx942");
  line.value("features", features, "LIST",
             "target features, such as +wavefrontsize64");
  line.value("opt-level", optLevel, 0, 3, "LLVM's optimisation level, 0 to 3");
  line.choice("abi", "N", {"500", "600"},
              "code object version times 100: 500 or 600",
              [this](const std::string &text) { abi = std::stoul(text); });
  line.choice("isolate", "WHERE", {"none", "auto", "fork", "program"},
              "where LLVM runs: none (in this process), auto, fork or program",
              [this](const std::string &text) { isolate = text; });
  line.value("time-limit", timeLimit, 0, kMostSeconds,
             "seconds that LLVM may take, if not in this process (0: any "
             "number)");
  line.flag("check-convergence", checkConvergence,
            "have the emulator report collectives that only some of their "
            "threads come to");
  line.value("limits", limits, "LIST",
             "bounds of prim-lower-device, such as max-blocks=4");
  line.value("device-libs", deviceLibs, "FOLDER",
             "where AMD's device library of math functions is (none: "
             "approximate them)");
}

static DialectRegistry createRegistry() {
  DialectRegistry registry;
  registerAllDialects(registry);
  registerAllExtensions(registry);
  registerAllGPUToLLVMIRTranslations(registry);
  mlir::prim::registerAllPrim(registry);
  return registry;
}

Compilation::Compilation()
    : context(createRegistry(), MLIRContext::Threading::DISABLED),
      diagnostics(
          std::make_unique<SourceMgrDiagnosticHandler>(sources, &context)) {
  // An error names its place; the operation there may be a whole module.
  context.printOpOnDiagnostic(false);
}

Compilation::~Compilation() = default;

namespace {
/// Adds the time until its end to a list.
class Timer {
public:
  Timer(std::vector<StageTime> &times, std::string name)
      : times(times), name(std::move(name)), start(Clock::now()) {}
  ~Timer() {
    std::chrono::duration<double, std::milli> spent = Clock::now() - start;
    times.push_back({name, spent.count()});
  }

private:
  using Clock = std::chrono::steady_clock;
  std::vector<StageTime> &times;
  std::string name;
  Clock::time_point start;
};
} // namespace

LogicalResult Compilation::load(const std::string &path) {
  Timer timer(times, "parse");
  std::string error;
  auto file = openInputFile(path, &error);
  if (!file) {
    llvm::errs() << "error: " << error << "\n";
    return failure();
  }
  sources.AddNewSourceBuffer(std::move(file), llvm::SMLoc());
  module = parseSourceFile<ModuleOp>(sources, &context);
  return success(static_cast<bool>(module));
}

std::optional<std::string> Compilation::getOwnChip() {
  std::optional<std::string> chip;
  for (auto kernels : module->getOps<gpu::GPUModuleOp>()) {
    ArrayAttr targets = kernels.getTargetsAttr();
    if (!targets || targets.size() != 1)
      continue;
    auto target = dyn_cast<ROCDL::ROCDLTargetAttr>(targets[0]);
    if (!target)
      continue;
    if (chip && *chip != target.getChip())
      return std::nullopt;
    chip = target.getChip().str();
  }
  return chip;
}

LogicalResult Compilation::keepFunctions(const std::set<std::string> &names) {
  for (auto function : module->getOps<func::FuncOp>())
    if (!names.count(function.getName().str()))
      function.setPrivate();
  PassManager manager(&context);
  manager.addPass(createSymbolDCEPass());
  if (failed(manager.run(*module)))
    return failure();
  // The JIT would find out as late as it can, and say little.
  llvm::sys::DynamicLibrary::LoadLibraryPermanently(nullptr);
  for (auto function : module->getOps<func::FuncOp>())
    if (function.isExternal() &&
        !llvm::sys::DynamicLibrary::SearchForAddressOfSymbol(
            function.getName().str()))
      return function.emitError("function '")
             << function.getName()
             << "' is declared but defined nowhere: host code can call "
                "functions of its file and of the C library";
  return success();
}

LogicalResult Compilation::run(Stage stage, const CompileOptions &options) {
  mlir::prim::PrimToROCDLOptions pipeline;
  pipeline.chip = options.chip;
  pipeline.features = options.features;
  pipeline.optLevel = options.optLevel;
  pipeline.abi = options.abi;
  pipeline.checkConvergence = options.checkConvergence;
  pipeline.isolate = options.isolate;
  pipeline.timeLimit = options.timeLimit;
  pipeline.limits = options.limits;
  pipeline.deviceLibs = options.deviceLibs;
  pipeline.host = stage == Stage::Host;
  pipeline.format = stage == Stage::LLVMIR     ? "llvm"
                    : stage == Stage::Assembly ? "isa"
                                               : "bin";
  auto runPart = [&](const char *name, auto build) -> LogicalResult {
    Timer timer(times, name);
    PassManager manager(&context);
    build(manager, pipeline);
    return manager.run(*module);
  };
  if (failed(runPart("device ops", mlir::prim::buildPrimDevicePipeline)) ||
      failed(runPart("kernels", mlir::prim::buildPrimKernelPipeline)))
    return failure();
  if (stage == Stage::LLVMDialect)
    return success();
  mlir::prim::SerializeTimes spent;
  pipeline.serializeTimes = &spent;
  if (failed(runPart("translation", mlir::prim::buildPrimSerializePipeline)))
    return failure();
  // What is left is translation, and a child process if there is one.
  times.back().milliseconds -=
      spent.optimisation + spent.codeGeneration + spent.linking;
  times.push_back({"LLVM optimisation", spent.optimisation});
  times.push_back({"code generation", spent.codeGeneration});
  times.push_back({"linking", spent.linking});
  if (stage != Stage::Host)
    return success();
  return runPart("host code", mlir::prim::buildPrimHostPipeline);
}

std::optional<Stage> parseStage(llvm::StringRef name) {
  return llvm::StringSwitch<std::optional<Stage>>(name)
      .Case("mlir", Stage::LLVMDialect)
      .Case("llvm", Stage::LLVMIR)
      .Case("isa", Stage::Assembly)
      .Case("hsaco", Stage::Object)
      .Default(std::nullopt);
}

std::vector<EmittedObject> getObjects(ModuleOp module, Stage stage) {
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

} // namespace prim::tools
