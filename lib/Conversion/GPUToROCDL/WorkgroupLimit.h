//===- WorkgroupLimit.h - Workgroup memory of a kernel ------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The part of prim-gpu-to-rocdl that adds up workgroup memory.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_CONVERSION_GPUTOROCDL_WORKGROUPLIMIT_H
#define PRIM_CONVERSION_GPUTOROCDL_WORKGROUPLIMIT_H

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "prim/Target/TargetInfo.h"

namespace mlir::prim {

/// Checks every kernel of `module`, in the LLVM dialect: the workgroup memory
/// that it and the functions it calls use, whoever asked for it, must fit
/// `target`. Where it does not, the error at the kernel has a note per buffer,
/// with its bytes, at the place that asked for it.
LogicalResult checkWorkgroupMemory(gpu::GPUModuleOp module,
                                   const TargetInfo &target);

} // namespace mlir::prim

#endif // PRIM_CONVERSION_GPUTOROCDL_WORKGROUPLIMIT_H
