//===- FenceOrder.h - Loads that stay at their side of a fence -*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_LIB_TARGET_SERIALIZE_FENCEORDER_H
#define PRIM_LIB_TARGET_SERIALIZE_FENCEORDER_H

namespace llvm {
class Module;
} // namespace llvm

namespace mlir::prim {

/// Says at the fences of `module`, which LLVM has optimised, what its code
/// generation must know to keep loads where they are. That adds no
/// instructions, but for a wait for scalar loads on chips that count them
/// apart.
void keepLoadsAtFences(llvm::Module &module);

} // namespace mlir::prim

#endif // PRIM_LIB_TARGET_SERIALIZE_FENCEORDER_H
