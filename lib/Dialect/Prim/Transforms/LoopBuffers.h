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

/// Lets every scf.for in `function` hand on buffers that its iterations make,
/// and buffers that change places, instead of copies of them. What changes
/// places is copied once before the loop where others may want it.
void dropLoopCopies(func::FuncOp function);

} // namespace mlir::prim

#endif // PRIM_LIB_TRANSFORMS_LOOPBUFFERS_H
