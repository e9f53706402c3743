//===- prim-opt.cpp - Runs passes over IR -----------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// mlir-opt with the prim dialect, its passes and its pipelines, in addition to
// all of upstream's. Contains only registrations.
//
//===----------------------------------------------------------------------===//

#include "mlir/IR/DialectRegistry.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "prim/Dialect/Prim/IR/Prim.h"
#include "prim/InitAllPrim.h"
#include "prim/Version.h"
#include "llvm/Support/CommandLine.h"

static llvm::cl::opt<bool>
    printsSyntax("print-op-syntax",
                 llvm::cl::desc("Print how prim's ops are written, and end"));

int main(int argc, char **argv) {
  llvm::cl::SetVersionPrinter(prim::printVersion);
  mlir::DialectRegistry registry;
  mlir::prim::registerProgramDialects(registry);

  mlir::registerAllPasses();
  mlir::prim::registerAllPrimPasses(/*isolate=*/"auto");
  // A diagnostic already has the location of the user's op. Printing the op,
  // which may be a module, is off by default.
  std::vector<char *> arguments(argv, argv + argc);
  std::string quiet = "--mlir-print-op-on-diagnostic=false";
  auto printsOp = [](llvm::StringRef argument) {
    return argument.ltrim('-').starts_with("mlir-print-op-on-diagnostic");
  };
  if (llvm::none_of(arguments, printsOp))
    arguments.insert(arguments.begin() + 1, quiet.data());
  int count = static_cast<int>(arguments.size());
  auto [input, output] = mlir::registerAndParseCLIOptions(
      count, arguments.data(), "prim optimizer driver\n", registry);
  if (printsSyntax) {
    mlir::MLIRContext context(registry);
    mlir::prim::printSyntax(llvm::outs(), &context);
    return EXIT_SUCCESS;
  }
  return mlir::asMainReturnCode(
      mlir::MlirOptMain(count, arguments.data(), input, output, registry));
}
