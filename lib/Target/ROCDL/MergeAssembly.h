//===- MergeAssembly.h - Steps of a fold in one statement *- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// To LLVM 22 a clobbered register is a name that it looks for among all of
// AMDGPU's register classes, a millisecond for each statement of inline
// assembly. Steps of a fold that clobber the same register cannot overlap, so
// that a chain of them is as good in one statement.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_LIB_TARGET_ROCDL_MERGEASSEMBLY_H
#define PRIM_LIB_TARGET_ROCDL_MERGEASSEMBLY_H

namespace llvm {
class Module;
} // namespace llvm

namespace mlir::prim {

/// Makes one statement of every chain of inline assembly in which each one
/// changes in place what the one before it has changed, all with the same
/// constraints, a clobber among them, and no side effects. Optimisation has
/// taken away what stands between them.
void mergeAssembly(llvm::Module &module);

} // namespace mlir::prim

#endif // PRIM_LIB_TARGET_ROCDL_MERGEASSEMBLY_H
