//===- Passes.cpp - Passes and pipelines by name ------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "prim-c/Passes.h"

#include "mlir/CAPI/Support.h"
#include "mlir/InitAllPasses.h"
#include "prim/InitAllPrim.h"

void mlirPrimRegisterAllPasses(MlirStringRef isolate, MlirStringRef program) {
  mlir::registerAllPasses();
  mlir::prim::registerAllPrimPasses(unwrap(isolate), unwrap(program));
}
