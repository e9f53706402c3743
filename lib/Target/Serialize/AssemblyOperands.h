//===- AssemblyOperands.h - Operands of assembly ----------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_LIB_TARGET_SERIALIZE_ASSEMBLYOPERANDS_H
#define PRIM_LIB_TARGET_SERIALIZE_ASSEMBLYOPERANDS_H

namespace llvm {
class Module;
} // namespace llvm

namespace mlir::prim {

struct Chip;

/// Adds a move before each vector operand of an assembly statement in `module`,
/// which has been optimised for `chip`. A move is omitted if the instruction
/// that computes the operand is proven to need no waits.
void moveAssemblyOperands(llvm::Module &module, const Chip &chip);

} // namespace mlir::prim

#endif // PRIM_LIB_TARGET_SERIALIZE_ASSEMBLYOPERANDS_H
