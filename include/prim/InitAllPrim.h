//===- InitAllPrim.h - Registers all of prim ------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a compiler that embeds prim includes: one call that makes the dialect
// and its external models known to a registry, and one that registers the
// passes and pipelines by name.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_INITALLPRIM_H
#define PRIM_INITALLPRIM_H

#include "mlir/IR/DialectRegistry.h"
#include "prim/Conversion/Passes.h"
#include "prim/Dialect/Prim/IR/Prim.h"
#include "prim/Dialect/Prim/Transforms/BufferizableOpInterfaceImpl.h"
#include "prim/Dialect/Prim/Transforms/Passes.h"
#include "prim/Pipelines/PrimToROCDL.h"

namespace mlir::prim {

/// Adds the prim dialect and the models of upstream interfaces for its ops to
/// `registry`. Upstream dialects and translations are the caller's to register.
inline void registerAllPrim(DialectRegistry &registry) {
  registry.insert<PrimDialect>();
  registerPrimBufferizableOpInterfaceExternalModels(registry);
}

/// Registers prim's passes and pipelines for textual use. Once per process.
inline void registerAllPrimPasses() {
  registerPrimTransformsPasses();
  registerPrimConversionPasses();
  registerPrimToROCDLPipeline();
}

} // namespace mlir::prim

#endif // PRIM_INITALLPRIM_H
