//===- SiteInitialize.cpp - What every context is given -----*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// MLIR's Python package looks for a module of this name when it is imported,
// and registers its dialects in every context.
//
//===----------------------------------------------------------------------===//

#include "mlir/Bindings/Python/Nanobind.h"
#include "mlir/Bindings/Python/NanobindAdaptors.h"
#include "prim-c/Dialects.h"
#include "prim-c/Passes.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <dlfcn.h>

/// The path of the program prim-codegen, if it is beside this library.
static std::string findCodeGenerator() {
  Dl_info self;
  if (!dladdr(reinterpret_cast<void *>(&findCodeGenerator), &self))
    return "";
  llvm::SmallString<256> path(llvm::sys::path::parent_path(self.dli_fname));
  llvm::sys::path::append(path, "prim-codegen");
  return llvm::sys::fs::can_execute(path) ? path.str().str() : "";
}

NB_MODULE(_site_initialize_0, m) {
  m.doc() = "Registers prim, and all of upstream's dialects and passes";
  m.def("register_dialects", [](MlirDialectRegistry registry) {
    mlirPrimRegisterAllDialects(registry);
  });
  // LLVM runs in a child process, so that a crash in it becomes an exception
  // here and does not end the interpreter.
  std::string program = findCodeGenerator();
  mlirPrimRegisterAllPasses(
      mlirStringRefCreateFromCString("auto"),
      mlirStringRefCreate(program.data(), program.size()));
}
