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
#include "prim/Pipelines/PrimToBinary.h"

namespace mlir::prim {

/// Adds the prim dialect and the models of upstream interfaces for its ops to
/// `registry`. Upstream dialects and translations are the caller's to register.
inline void registerAllPrim(DialectRegistry &registry) {
  registry.insert<PrimDialect>();
  registerPrimBufferizableOpInterfaceExternalModels(registry);
}

/// Registers prim's passes and pipelines for textual use. Once per process.
/// `isolate` is where prim-serialize has LLVM run unless its option says
/// otherwise: a tool wants "auto", so that what LLVM does not survive is an
/// error. `program` is the path of prim-codegen for it; by default it is looked
/// for beside the running program.
inline void registerAllPrimPasses(llvm::StringRef isolate = "none",
                                  llvm::StringRef program = "") {
  // The first registration of a name counts.
  registerPass([isolate = isolate.str(), program = program.str()] {
    PrimSerializeOptions options;
    options.isolate = isolate;
    options.codegen = program;
    return createPrimSerialize(options);
  });
  registerPrimTransformsPasses();
  registerPrimConversionPasses();
  registerPrimPipelines(isolate, program);
}

} // namespace mlir::prim

#endif // PRIM_INITALLPRIM_H
