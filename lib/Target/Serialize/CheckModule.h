//===- CheckModule.h - Fit for translation to LLVM IR ---*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Upstream's translation stops at the first unsupported operation with three
// errors about itself, and crashes on types that LLVM lacks.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_LIB_TARGET_SERIALIZE_CHECKMODULE_H
#define PRIM_LIB_TARGET_SERIALIZE_CHECKMODULE_H

#include "mlir/Dialect/GPU/IR/GPUDialect.h"

namespace mlir::prim {

/// Fails, with an error at the operation, if `module` contains operations or
/// types without a translation to LLVM IR.
LogicalResult checkTranslatable(gpu::GPUModuleOp module);

} // namespace mlir::prim

#endif // PRIM_LIB_TARGET_SERIALIZE_CHECKMODULE_H
