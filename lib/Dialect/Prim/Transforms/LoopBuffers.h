//===- LoopBuffers.h - Buffers that loops carry -------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A step of prim-bufferize, between bufferisation and deallocation.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_LIB_TRANSFORMS_LOOPBUFFERS_H
#define PRIM_LIB_TRANSFORMS_LOOPBUFFERS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace mlir::prim {

/// Lets every scf.for in `function` carry the buffers themselves instead of
/// copies: buffers that its iterations allocate, and buffers that change
/// positions. A buffer that changes positions is copied once before the loop if
/// it may have other uses.
void dropLoopCopies(func::FuncOp function);

/// Removes the buffers from what every scf.for carries that its iterations
/// return unchanged. Deallocation would track who owns them, even in loops that
/// become kernels.
void dropUnchangedBuffers(func::FuncOp function);

} // namespace mlir::prim

#endif // PRIM_LIB_TRANSFORMS_LOOPBUFFERS_H
