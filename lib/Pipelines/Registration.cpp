//===- Registration.cpp - What a context must have ----------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Registers everything. What is missing, prim-check-registration reports.
//
//===----------------------------------------------------------------------===//

#include "prim/Pipelines/Registration.h"

#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/Target/LLVMIR/Dialect/All.h"
#include "prim/InitAllPrim.h"

using namespace mlir;

void prim::registerProgramDialects(DialectRegistry &registry) {
  registerAllDialects(registry);
  registerAllExtensions(registry);
  registerAllGPUToLLVMIRTranslations(registry);
  registerAllPrim(registry);
}
