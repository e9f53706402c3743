//===- Isolation.h - Code generation in a child ---------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Selects the process in which code is generated, and converts the death of a
// child to a diagnostic.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_LIB_TARGET_SERIALIZE_ISOLATION_H
#define PRIM_LIB_TARGET_SERIALIZE_ISOLATION_H

#include "CodeGeneration.h"
#include "prim/Target/Serialize.h"

namespace mlir::prim {

/// Runs generateCode in the process that `options.isolation` selects. Without a
/// result, fails with an error at the function that LLVM was processing.
FailureOr<CodeResult> generateCodeIsolated(gpu::GPUModuleOp module,
                                           llvm::Module &llvmModule,
                                           const CodeRequest &request,
                                           const SerializeOptions &options);

/// The function named `name` in LLVM IR; `module` if there is none.
Operation *findFunction(gpu::GPUModuleOp module, StringRef name);

} // namespace mlir::prim

#endif // PRIM_LIB_TARGET_SERIALIZE_ISOLATION_H
