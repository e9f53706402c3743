//===- EmitCode.h - Machine code of a module ------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM's code generation, with checks and fixes for known faults in its result.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_LIB_TARGET_SERIALIZE_EMITCODE_H
#define PRIM_LIB_TARGET_SERIALIZE_EMITCODE_H

#include "llvm/Support/CodeGen.h"
#include "llvm/Support/Error.h"
#include <string>

namespace llvm {
class Module;
class TargetMachine;
} // namespace llvm

namespace mlir::prim {

/// Generates code for `module`, which is optimised and is consumed. Returns an
/// error only if LLVM has no such kind of file for the machine. Errors in the
/// module go to its context's handler. The milliseconds for checks of the code
/// are added to `checking`.
llvm::Expected<std::string> emitCode(llvm::Module &module,
                                     llvm::TargetMachine &machine,
                                     llvm::CodeGenFileType kind,
                                     double &checking);

} // namespace mlir::prim

#endif // PRIM_LIB_TARGET_SERIALIZE_EMITCODE_H
