//===- Assemble.h - From PTX to a cubin ---------------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The last step of serialisation for NVIDIA chips: the toolkit's assembler,
// where there is one. It is no library that could be linked everywhere.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_LIB_TARGET_NVVM_ASSEMBLE_H
#define PRIM_LIB_TARGET_NVVM_ASSEMBLE_H

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "prim/Target/Serialize.h"
#include "prim/Target/TargetInfo.h"

namespace mlir::prim {

/// The cubin that findPTXAssembler()'s program makes of `ptx`, or `ptx` itself
/// where there is no such program. What the program says is reported at
/// `module`.
FailureOr<SmallVector<char, 0>> assemblePTX(gpu::GPUModuleOp module,
                                            const TargetInfo &target,
                                            StringRef ptx,
                                            const SerializeOptions &options);

} // namespace mlir::prim

#endif // PRIM_LIB_TARGET_NVVM_ASSEMBLE_H
