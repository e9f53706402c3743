//===- DynamicShared.h - Shared memory past 48 KiB ----------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The part of prim-gpu-to-nvvm for kernels with more shared memory than PTX
// allows to declare.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_LIB_CONVERSION_GPUTONVVM_DYNAMICSHARED_H
#define PRIM_LIB_CONVERSION_GPUTONVVM_DYNAMICSHARED_H

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "prim/Target/TargetLowering.h"

namespace mlir::prim {

/// Converts all workgroup memory of kernels in `module` that have more than the
/// declarable size to dynamic memory, which a launch requests. `module` is in
/// the LLVM dialect. For a kernel `k`, the constant i32
/// `__prim_dynamic_shared_k` has the number of bytes; prim's runtime adds them
/// to the launch's own. In such a kernel, two things are errors: a buffer that
/// another function refers to as well, and dynamic memory of the user's own,
/// whose start the launch cannot pass. In other kernels, the user's dynamic
/// memory is PTX's and follows the declared memory.
LogicalResult placeDynamicShared(gpu::GPUModuleOp module,
                                 const TargetLowering &target);

} // namespace mlir::prim

#endif // PRIM_LIB_CONVERSION_GPUTONVVM_DYNAMICSHARED_H
