//===- InitAllPrim.h - Registers all of prim ------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The header for compilers that embed prim. registerProgramDialects adds all
// that the pipelines need to a registry, registerAllPrim only the dialect and
// its external models; registerAllPrimPasses registers the passes and pipelines
// by name.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_INITALLPRIM_H
#define PRIM_INITALLPRIM_H

#include "mlir/IR/DialectRegistry.h"
#include "prim/Conversion/Passes.h"
#include "prim/Dialect/Prim/IR/Prim.h"
#include "prim/Dialect/Prim/TransformOps/PrimTransformOps.h"
#include "prim/Dialect/Prim/Transforms/BufferizableOpInterfaceImpl.h"
#include "prim/Dialect/Prim/Transforms/Passes.h"
#include "prim/Pipelines/PrimToBinary.h"
#include "prim/Pipelines/Registration.h"

namespace mlir::prim {

/// Adds the prim dialect, the models of upstream interfaces for its ops and its
/// ops of the transform dialect to `registry`, for a caller that registers
/// upstream's dialects, extensions and translations itself;
/// registerProgramDialects registers these too.
inline void registerAllPrim(DialectRegistry &registry) {
  registry.insert<PrimDialect>();
  registerPrimBufferizableOpInterfaceExternalModels(registry);
  registerPrimTransformDialectExtension(registry);
}

/// Registers prim's passes and pipelines for textual use. At most once per
/// process. `isolate` is the default of prim-serialize's option for where LLVM
/// runs. Tools use "auto", which turns fatal errors of LLVM into diagnostics.
/// `program` is the path of prim-codegen; by default it is expected beside the
/// running program.
inline void registerAllPrimPasses(llvm::StringRef isolate = "none",
                                  llvm::StringRef program = "") {
  // The first registration of a name has precedence.
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
