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

/// Adds statements at the fences of `module`, which LLVM has optimised, that
/// keep code generation from moving loads across them. They add no
/// instructions, except a wait for scalar loads on chips that count these
/// separately.
void keepLoadsAtFences(llvm::Module &module);

} // namespace mlir::prim

#endif // PRIM_LIB_TARGET_SERIALIZE_FENCEORDER_H
