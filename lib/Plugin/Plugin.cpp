//===- Plugin.cpp - prim for stock tools ------------------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A dialect plugin and a pass plugin in one, for mlir-opt and similar tools
// with --load-dialect-plugin and --load-pass-plugin.
//
//===----------------------------------------------------------------------===//

#include "mlir/Tools/Plugins/DialectPlugin.h"
#include "prim/Config.h"
#include "prim/InitAllPrim.h"

using namespace mlir;

extern "C" DialectPluginLibraryInfo mlirGetDialectPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "prim", PRIM_VERSION,
          [](DialectRegistry *registry) { prim::registerAllPrim(*registry); }};
}

extern "C" PassPluginLibraryInfo mlirGetPassPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "prim", PRIM_VERSION,
          [] { prim::registerAllPrimPasses(/*isolate=*/"auto"); }};
}
