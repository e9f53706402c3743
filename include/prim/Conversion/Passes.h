//===- Passes.h - Lowering passes -------------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Constructors and registration of the passes that lower one layer to the next.
// Dialects are only named: a layer's pass includes those of the layer.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_CONVERSION_PASSES_H
#define PRIM_CONVERSION_PASSES_H

#include "mlir/Pass/Pass.h"

namespace mlir {
class DialectRegistry;
class DLTIDialect;
class ModuleOp;
namespace affine {
class AffineDialect;
}
namespace arith {
class ArithDialect;
}
namespace cf {
class ControlFlowDialect;
}
namespace gpu {
class GPUDialect;
class GPUModuleOp;
} // namespace gpu
namespace linalg {
class LinalgDialect;
}
namespace LLVM {
class LLVMDialect;
}
namespace math {
class MathDialect;
}
namespace memref {
class MemRefDialect;
}
namespace NVVM {
class NVVMDialect;
} // namespace NVVM
namespace prim {
class PrimDialect;
}
namespace ROCDL {
class ROCDLDialect;
}
namespace scf {
class SCFDialect;
}
namespace tensor {
class TensorDialect;
}
namespace ub {
class UBDialect;
}
namespace vector {
class VectorDialect;
}
} // namespace mlir

namespace mlir::prim {

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "prim/Conversion/Passes.h.inc"

/// Upstream's canonicalizer for kernels: each op once, and without what the
/// passes behind it do for less. What scf.if and loops hand on is compared
/// pair by pair by patterns, which takes longer than the rest where a tile's
/// items are handed on.
std::unique_ptr<Pass> createKernelCanonicalizer();

struct SerializeTimes;
/// prim-serialize that adds up in `times`, unless null, where its time went
/// (prim/Target/SerializeTimes.h).
std::unique_ptr<Pass> createPrimSerialize(const PrimSerializeOptions &options,
                                          SerializeTimes *times);

} // namespace mlir::prim

#endif // PRIM_CONVERSION_PASSES_H
