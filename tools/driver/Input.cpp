//===- Input.cpp - Inputs and options of tools ------------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads a file and describes the options.
//
//===----------------------------------------------------------------------===//

#include "driver/Input.h"

#include "driver/CommandLine.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Support/FileUtilities.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir::prim;

namespace prim::tools {

/// A year, the largest accepted number of seconds.
static constexpr unsigned kMostSeconds = 365 * 24 * 3600;

namespace {
/// Adds each option of CompileOptions.def to the tools.
struct CompileOptionAdder {
  CommandLine &line;
  CompileOptions &options;

  void chip() {
    line.value("chip", options.chip, "CHIP",
               "chip to compile for, such as gfx942 or sm_90");
  }
  void features() {
    line.value("features", options.features, "LIST",
               "target features, such as +wavefrontsize64");
  }
  void optLevel() {
    line.value("opt-level", options.optLevel, 0, 3,
               "LLVM's optimisation level, 0 to 3");
  }
  void abi() {
    line.choice("abi", "N", {"500", "600"},
                "code object version times 100: 500 or 600",
                [&options = options](const std::string &text) {
                  options.abi = std::stoul(text);
                });
  }
  void isolate() {
    line.choice(
        "isolate", "WHERE", {"none", "auto", "fork", "program"},
        "where LLVM runs: none (in this process), auto, fork or program",
        [&options = options](const std::string &text) {
          options.isolate = text;
        });
  }
  void timeLimit() {
    line.value("time-limit", options.timeLimit, 0, kMostSeconds,
               "seconds that LLVM may take, if not in this process (0: any "
               "number)");
  }
  void checkConvergence() {
    line.flag("check-convergence", options.checkConvergence,
              "have the emulator report collectives that only some of their "
              "threads reach");
  }
  void checkAlignment() {
    line.flag("check-alignment", options.checkAlignment,
              "have kernels check that loads and stores keep their promises of "
              "alignment");
  }
  void lineTables() {
    line.flag("g", options.lineTables,
              "keep the lines of the program in code objects; the code is the "
              "same");
  }
  void reassociate() {
    line.choice("reassociate", "WHETHER", {"true", "false"},
                "fold linalg's sums and products of floats in any order (true)",
                [&options = options](const std::string &text) {
                  options.reassociate = text == "true";
                });
  }
  void relaxedPrecision() {
    line.choice("relaxed-precision", "WHETHER", {"true", "false"},
                "let divisions and exponentials have errors that a rounding to "
                "f16 or bf16 hides (true)",
                [&options = options](const std::string &text) {
                  options.relaxedPrecision = text == "true";
                });
  }
  void limits() {
    line.value("limits", options.limits, "LIST",
               "bounds of prim-lower-device, such as max-blocks=4");
  }
  void deviceLibs() {
    line.value("device-libs", options.deviceLibs, "FOLDER",
               "where AMD's device library of math functions is (none: "
               "approximate them)");
  }
};
} // namespace

void addCompileOptions(CommandLine &line, CompileOptions &options) {
  CompileOptionAdder adder{line, options};
#define PRIM_OPTION(TYPE, NAME, DEFAULT, ARGUMENT, DESCRIPTION) adder.NAME();
#include "prim/Pipelines/CompileOptions.def"
  line.flag("allow-unregistered-dialect", options.allowUnregistered,
            "accept ops of other dialects in generic form, of which "
            "prim-frontend-to-prim converts some");
}

std::optional<Stage> parseStage(llvm::StringRef name) {
  return llvm::StringSwitch<std::optional<Stage>>(name)
      .Case("mlir", Stage::LLVMDialect)
      .Case("llvm", Stage::LLVMIR)
      .Case("isa", Stage::Assembly)
      .Case("hsaco", Stage::Object)
      .Default(std::nullopt);
}

static mlir::DialectRegistry createRegistry() {
  mlir::DialectRegistry registry;
  registerProgramDialects(registry);
  return registry;
}

Input::Input()
    : context(createRegistry(), mlir::MLIRContext::Threading::DISABLED),
      diagnostics(std::make_unique<mlir::SourceMgrDiagnosticHandler>(
          sources, &context)) {
  // An error shows its location; the operation there may be a whole module.
  context.printOpOnDiagnostic(false);
  // Registered before the handler that prints.
  context.getDiagEngine().registerHandler([this](mlir::Diagnostic &) {
    printed = true;
    return mlir::failure();
  });
}

Input::~Input() = default;

mlir::LogicalResult Input::read(const std::string &path) {
  std::string error;
  auto file = mlir::openInputFile(path, &error);
  if (!file) {
    llvm::errs() << "error: " << error << "\n";
    return mlir::failure();
  }
  sources.AddNewSourceBuffer(std::move(file), llvm::SMLoc());
  return mlir::success();
}

mlir::FailureOr<Compilation> Input::parse(const CompileOptions &options) {
  context.allowUnregisteredDialects(options.allowUnregistered);
  return Compilation::parse(sources, context);
}

mlir::FailureOr<Compilation> Input::load(const std::string &path,
                                         const CompileOptions &options) {
  if (mlir::failed(read(path)))
    return mlir::failure();
  return parse(options);
}

llvm::MemoryBufferRef Input::getSource() const {
  return sources.getMemoryBuffer(sources.getMainFileID())->getMemBufferRef();
}

} // namespace prim::tools
