//===- prim-opt.cpp - Runs passes over IR -----------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// mlir-opt with the prim dialect, its passes and pipelines besides all of
// upstream's. Registration only.
//
//===----------------------------------------------------------------------===//

#include "mlir/IR/DialectRegistry.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Target/LLVMIR/Dialect/All.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "prim/InitAllPrim.h"
#include "prim/Version.h"
#include "llvm/Support/CommandLine.h"

int main(int argc, char **argv) {
  llvm::cl::SetVersionPrinter(prim::printVersion);
  mlir::DialectRegistry registry;
  mlir::registerAllDialects(registry);
  mlir::registerAllExtensions(registry);
  mlir::registerAllGPUToLLVMIRTranslations(registry);
  mlir::prim::registerAllPrim(registry);

  mlir::registerAllPasses();
  mlir::prim::registerAllPrimPasses(/*isolate=*/"auto");
  return mlir::asMainReturnCode(
      mlir::MlirOptMain(argc, argv, "prim optimizer driver\n", registry));
}
