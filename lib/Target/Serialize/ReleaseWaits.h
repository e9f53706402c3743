//===- ReleaseWaits.h - Waits that releases lack -*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_LIB_TARGET_SERIALIZE_RELEASEWAITS_H
#define PRIM_LIB_TARGET_SERIALIZE_RELEASEWAITS_H

namespace llvm {
class Module;
} // namespace llvm

namespace mlir::prim {

/// Adds the waits that LLVM's code generation leaves out where threads of
/// `module`, which has been optimised, release what they or others of their
/// block have written. Functions name their chip in "target-cpu".
void waitAtReleases(llvm::Module &module);

} // namespace mlir::prim

#endif // PRIM_LIB_TARGET_SERIALIZE_RELEASEWAITS_H
