//===- Assemble.h - From PTX to a cubin ---------------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The last step of serialisation for NVIDIA chips: the toolkit's assembler, if
// installed. It is a program because it is not available as a library
// everywhere.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_LIB_TARGET_NVVM_ASSEMBLE_H
#define PRIM_LIB_TARGET_NVVM_ASSEMBLE_H

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "prim/Target/Serialize.h"
#include "prim/Target/TargetInfo.h"

namespace mlir::prim {

/// Assembles `ptx` to a cubin with the program of findPTXAssembler(). Returns
/// `ptx` itself if there is no such program. Messages of the program are
/// reported at `module`.
FailureOr<SmallVector<char, 0>> assemblePTX(gpu::GPUModuleOp module,
                                            const TargetInfo &target,
                                            StringRef ptx,
                                            const SerializeOptions &options);

} // namespace mlir::prim

#endif // PRIM_LIB_TARGET_NVVM_ASSEMBLE_H
