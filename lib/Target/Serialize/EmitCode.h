//===- EmitCode.h - Machine code of a module ------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM's code generation, with what is known to be wrong in its result looked
// for and mended.
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

/// Makes code of `module`, which is used up, and is optimised. An error is only
/// that LLVM has no such kind of file for the machine; what is wrong with the
/// module goes to its context's handler. The milliseconds that checks of the
/// code take are added to `checking`.
llvm::Expected<std::string> emitCode(llvm::Module &module,
                                     llvm::TargetMachine &machine,
                                     llvm::CodeGenFileType kind,
                                     double &checking);

} // namespace mlir::prim

#endif // PRIM_LIB_TARGET_SERIALIZE_EMITCODE_H
