//===- prim-lsp-server.cpp - prim in editors --------------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// mlir-lsp-server with the prim dialect: diagnostics, definitions, completion
// and hover texts for programs that prim compiles.
//
//===----------------------------------------------------------------------===//

#include "mlir/IR/DialectRegistry.h"
#include "mlir/Support/ToolUtilities.h"
#include "mlir/Tools/mlir-lsp-server/MlirLspServerMain.h"
#include "prim/Execution/Compilation.h"
#include "prim/Version.h"
#include "llvm/Support/CommandLine.h"

int main(int argc, char **argv) {
  llvm::cl::SetVersionPrinter(prim::printVersion);
  mlir::DialectRegistry registry;
  mlir::prim::registerProgramDialects(registry);
  return mlir::failed(mlir::MlirLspServerMain(argc, argv, registry));
}
