//===- DynamicShared.h - Shared memory past 48 KiB ----------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The part of prim-gpu-to-nvvm that deals with kernels whose shared memory is
// more than PTX lets them declare.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_LIB_CONVERSION_GPUTONVVM_DYNAMICSHARED_H
#define PRIM_LIB_CONVERSION_GPUTONVVM_DYNAMICSHARED_H

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "prim/Target/TargetLowering.h"

namespace mlir::prim {

/// Gives kernels of `module`, in the LLVM dialect, that have more workgroup
/// memory than can be declared all of it as dynamic memory, which a launch asks
/// for. Beside the kernel `k` stands a constant i32,
/// `__prim_dynamic_shared_k`, of how many bytes that is; prim's runtime looks
/// for it and adds them to the launch's own. A buffer that a function names,
/// too, is an error, and so is dynamic memory of the kernel's own: where that
/// starts, the launch cannot say. Elsewhere that is what PTX takes for dynamic
/// memory, which lies behind what is declared.
LogicalResult placeDynamicShared(gpu::GPUModuleOp module,
                                 const TargetLowering &target);

} // namespace mlir::prim

#endif // PRIM_LIB_CONVERSION_GPUTONVVM_DYNAMICSHARED_H
