//===- SplitKernels.h - Kernels into modules of their own -*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM compiles a module in one thread and a context in one thread at a time.
// Kernels that have nothing in common need not be in one module.
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
  /// Bitcode of the part, for a context of its own. Empty: the part that stays
  /// in the module, the largest.
  std::string bitcode;
};

/// Takes apart a module that is about to be compiled: kernels that share a
/// symbol which can exist only once stay together, functions and constants that
/// only this module sees are copied to each part that uses them. The parts are
/// in the order of their first kernels; objects made of them link to what one
/// object of all would be. Depends on nothing but the module. Kernels too small
/// to be worth it are left together.
std::vector<KernelPart> splitKernels(llvm::Module &module);

} // namespace mlir::prim

#endif // PRIM_LIB_TARGET_ROCDL_SPLITKERNELS_H
