//===- AssemblyOperands.h - What statements of assembly read -*- C++ -*-===//
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

/// Puts a move before each vector operand of a statement of assembly in
/// `module`, which has been optimised for `chip`, unless it is proven that the
/// statement needs no waits for the instruction that computes it.
void moveAssemblyOperands(llvm::Module &module, const Chip &chip);

} // namespace mlir::prim

#endif // PRIM_LIB_TARGET_SERIALIZE_ASSEMBLYOPERANDS_H
