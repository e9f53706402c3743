//===- SiteInitialize.cpp - What every context is given -----*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// MLIR's Python package looks for a module of this name when it is imported,
// and gives its dialects to every context.
//
//===----------------------------------------------------------------------===//

#include "mlir/Bindings/Python/Nanobind.h"
#include "mlir/Bindings/Python/NanobindAdaptors.h"
#include "prim-c/Dialects.h"
#include "prim-c/Passes.h"

NB_MODULE(_site_initialize_0, m) {
  m.doc() = "Registers prim, and all of upstream's dialects and passes";
  m.def("register_dialects", [](MlirDialectRegistry registry) {
    mlirPrimRegisterAllDialects(registry);
  });
  // LLVM runs in a child where that is sound, so that what it does not survive
  // is an exception here.
  mlirPrimRegisterAllPasses(mlirStringRefCreateFromCString("auto"));
}
