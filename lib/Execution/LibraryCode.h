//===- LibraryCode.h - The C functions of a library -------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The exported functions of a shared library, as LLVM IR, so that no C compiler
// is needed.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_LIB_EXECUTION_LIBRARYCODE_H
#define PRIM_LIB_EXECUTION_LIBRARYCODE_H

#include "LibraryInterface.h"

namespace llvm {
class Function;
class Module;
} // namespace llvm

namespace mlir::prim {

/// Adds a function of the library to `module`. It checks its arguments and
/// calls the element of `callees` for the device; `callees` are the function's
/// host code for each of `chips`, in their order. False if the parameters of a
/// callee differ from the function's.
bool addLibraryFunction(llvm::Module &module, const LibraryFunction &function,
                        ArrayRef<llvm::Function *> callees,
                        ArrayRef<std::string> chips);

/// Adds the function that calls all of `releases`, functions without parameters
/// that return a status. It returns the first status that is not success.
void addLibraryRelease(llvm::Module &module, StringRef name,
                       ArrayRef<llvm::Function *> releases);

/// Defines a function for rounding to bf16 that generated code calls and that
/// only recent compilers' libraries have. `name` is a missing function. False
/// if it is none of these.
bool addRounding(llvm::Module &module, StringRef name);

} // namespace mlir::prim

#endif // PRIM_LIB_EXECUTION_LIBRARYCODE_H
