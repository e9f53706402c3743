//===- PrintfCalls.h - Printing from kernels ----------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The calls of printf that the conversion of gpu.printf leaves.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_LIB_TARGET_ROCDL_PRINTFCALLS_H
#define PRIM_LIB_TARGET_ROCDL_PRINTFCALLS_H

namespace llvm {
class Module;
} // namespace llvm

namespace mlir::prim {

/// Replaces the calls of `printf` in `module` by stores to the buffer that
/// HIP's run time prints after the kernel, as clang's -mprintf-kind=buffered
/// does. The formats become metadata of the code object. Other modules stay as
/// they are.
void expandPrintfCalls(llvm::Module &module);

} // namespace mlir::prim

#endif // PRIM_LIB_TARGET_ROCDL_PRINTFCALLS_H
