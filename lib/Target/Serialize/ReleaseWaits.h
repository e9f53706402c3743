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

/// Adds waits that LLVM's code generation omits at releases of writes by a
/// thread or by others of its block. `module` has been optimised. The attribute
/// "target-cpu" of functions names the chip.
void waitAtReleases(llvm::Module &module);

} // namespace mlir::prim

#endif // PRIM_LIB_TARGET_SERIALIZE_RELEASEWAITS_H
