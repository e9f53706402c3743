//===- Passes.h - Passes within the dialect -----------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Constructors and registration of the passes that stay on one layer.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_DIALECT_PRIM_TRANSFORMS_PASSES_H
#define PRIM_DIALECT_PRIM_TRANSFORMS_PASSES_H

#include "mlir/Pass/Pass.h"

namespace mlir {
class ModuleOp;
namespace arith {
class ArithDialect;
}
namespace bufferization {
class BufferizationDialect;
}
namespace gpu {
class GPUDialect;
class GPUModuleOp;
} // namespace gpu
namespace linalg {
class LinalgDialect;
}
namespace memref {
class MemRefDialect;
}
namespace scf {
class SCFDialect;
}
} // namespace mlir

namespace mlir::prim {
class PrimDialect;

#define GEN_PASS_DECL
#include "prim/Dialect/Prim/Transforms/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "prim/Dialect/Prim/Transforms/Passes.h.inc"

} // namespace mlir::prim

#endif // PRIM_DIALECT_PRIM_TRANSFORMS_PASSES_H
