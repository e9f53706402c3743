//===- SplitKernels.h - Kernels into modules of their own -*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM compiles a module in one thread, and uses a context in one thread at a
// time. Independent kernels need not share a module.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_LIB_TARGET_ROCDL_SPLITKERNELS_H
#define PRIM_LIB_TARGET_ROCDL_SPLITKERNELS_H

#include <string>
#include <vector>

namespace llvm {
class Module;
} // namespace llvm

namespace mlir::prim {

struct KernelPart {
  /// LLVM IR instructions in it.
  unsigned size = 0;
  /// Bitcode of the part, for a separate context. Empty for the largest part,
  /// which stays in the module.
  std::string bitcode;
};

/// Splits a module before its compilation. Kernels that share a symbol which
/// can exist only once stay together. Functions and constants that are local to
/// the module are copied to each part that uses them. The parts are in the
/// order of their first kernels, and linking their objects gives the code that
/// one object would have. The result depends only on the module. Kernels too
/// small to be worth it stay together.
std::vector<KernelPart> splitKernels(llvm::Module &module);

} // namespace mlir::prim

#endif // PRIM_LIB_TARGET_ROCDL_SPLITKERNELS_H
