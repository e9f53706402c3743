//===- LibraryCode.h - The C functions of a library -------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The functions of a shared library that callers see, as LLVM IR: no C compiler
// is needed for them.
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

/// Adds a function of the library to `module`, which checks its arguments and
/// calls the one of `callees`, the function's host code for each of `chips` in
/// their order, that is for the device. False if the callees do not take what
/// the function has.
bool addLibraryFunction(llvm::Module &module, const LibraryFunction &function,
                        ArrayRef<llvm::Function *> callees,
                        ArrayRef<std::string> chips);

/// Adds the function that calls all of `releases`, functions without parameters
/// that return a status, and returns the first status that is no success.
void addLibraryRelease(llvm::Module &module, StringRef name,
                       ArrayRef<llvm::Function *> releases);

/// Defines what generated code calls to round to bf16 and compilers' libraries
/// have of late only: `name` is that of a function that is missing. False if it
/// is none of these.
bool addRounding(llvm::Module &module, StringRef name);

} // namespace mlir::prim

#endif // PRIM_LIB_EXECUTION_LIBRARYCODE_H
