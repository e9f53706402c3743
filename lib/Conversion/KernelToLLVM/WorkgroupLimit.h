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

/// The workgroup memory that `kernel` and what it calls refer to, in address
/// space `space`, in the order in which LLVM lays it out: strictest alignment
/// first.
SmallVector<WorkgroupBuffer> collectWorkgroupBuffers(LLVM::LLVMFuncOp kernel,
                                                     SymbolTable &symbols,
                                                     unsigned space);

/// Bytes of all of them, laid out in their order.
uint64_t countWorkgroupBytes(ArrayRef<WorkgroupBuffer> buffers);

/// Checks every kernel of `module`, in the LLVM dialect and with the attribute
/// `kernelAttr`: the workgroup memory
/// that it and the functions it calls use, whoever asked for it, must fit
/// `target`. Where it does not, the error at the kernel has a note per buffer,
/// with its bytes, at the place that asked for it.
LogicalResult checkWorkgroupMemory(gpu::GPUModuleOp module,
                                   const TargetLowering &target,
                                   StringRef kernelAttr);

} // namespace mlir::prim

#endif // PRIM_CONVERSION_GPUTOROCDL_WORKGROUPLIMIT_H
