//===- WorkgroupLimit.h - Workgroup memory of a kernel ------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The part of the conversion to the LLVM dialect that adds up workgroup memory.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_CONVERSION_GPUTOROCDL_WORKGROUPLIMIT_H
#define PRIM_CONVERSION_GPUTOROCDL_WORKGROUPLIMIT_H

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "prim/Target/TargetLowering.h"

namespace mlir::prim {

struct WorkgroupBuffer {
  LLVM::GlobalOp global;
  uint64_t bytes, alignment;
};

/// The workgroup memory that `kernel` and its callees refer to, in address
/// space `space`. The order is LLVM's layout: strictest alignment first.
SmallVector<WorkgroupBuffer> collectWorkgroupBuffers(LLVM::LLVMFuncOp kernel,
                                                     SymbolTable &symbols,
                                                     unsigned space);

/// The size of all buffers, laid out in order.
uint64_t countWorkgroupBytes(ArrayRef<WorkgroupBuffer> buffers);

/// Checks for every kernel of `module` that its workgroup memory and that of
/// its callees fits `target`. `module` is in the LLVM dialect, and kernels have
/// the attribute `kernelAttr`. An error at the kernel has a note per buffer
/// with its size, at the location of its op.
LogicalResult checkWorkgroupMemory(gpu::GPUModuleOp module,
                                   const TargetLowering &target,
                                   StringRef kernelAttr);

} // namespace mlir::prim

#endif // PRIM_CONVERSION_GPUTOROCDL_WORKGROUPLIMIT_H
