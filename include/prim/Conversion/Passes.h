//===- Passes.h - Lowering passes -------------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Constructors and registration of the passes that lower one layer to the next.
// Dialects are only forward-declared: the source file of a pass includes the
// ones it needs.
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
namespace func {
class FuncDialect;
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

/// Upstream's canonicalizer for kernels, which visits each op once. It omits
/// the patterns that compare the values carried by scf.if and loops pair by
/// pair. Later passes do that at lower cost; with the items of a tile as
/// values, these patterns take longer than all others.
std::unique_ptr<Pass> createKernelCanonicalizer();

struct SerializeTimes;
/// Creates prim-serialize and adds the time of its steps to `times`, unless
/// null (prim/Target/SerializeTimes.h).
std::unique_ptr<Pass> createPrimSerialize(const PrimSerializeOptions &options,
                                          SerializeTimes *times);

} // namespace mlir::prim

#endif // PRIM_CONVERSION_PASSES_H
