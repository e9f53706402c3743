//===- MemoryToLLVM.h - prim's memory ops in LLVM's terms ---*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The lowering of prim's memory ops that kernels and host code share: bases
// become bare pointers, and accesses become LLVM's.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_LIB_CONVERSION_MEMORYTOLLVM_H
#define PRIM_LIB_CONVERSION_MEMORYTOLLVM_H

#include "prim/Target/TargetLowering.h"

namespace mlir::prim {

/// Replaces the memory ops of every kernel in `module`, and the type of every
/// base. Workgroup memory becomes globals of the module. Fails with a
/// diagnostic at a base of memory that is private to a thread.
LogicalResult lowerMemoryOps(gpu::GPUModuleOp module,
                             const TargetLowering &target);

/// Replaces prim.base_of and prim.advance in host code under `root`; bases
/// become pointers of the default space. Kernels are not changed.
void lowerHostBases(Operation *root);

} // namespace mlir::prim

#endif // PRIM_LIB_CONVERSION_MEMORYTOLLVM_H
