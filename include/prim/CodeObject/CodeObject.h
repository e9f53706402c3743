//===- CodeObject.h - The functions of an AMDGPU object -*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds the code in an ELF object for AMDGPU, linked or not: its chip, wave
// size, and functions.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_CODEOBJECT_CODEOBJECT_H
#define PRIM_CODEOBJECT_CODEOBJECT_H

#include "prim/CodeObject/LineTable.h"
#include "prim/CodeObject/MachineCode.h"
#include "prim/CodeObject/OrderNote.h"
#include "llvm/Support/Error.h"

namespace mlir::prim {

class CodeObject {
public:
  /// Reads and disassembles `bytes`, which need not outlive the call. An error
  /// says why this is no ELF object for a known chip.
  static llvm::Expected<CodeObject> create(llvm::StringRef bytes);

  const Chip *chip = nullptr;
  /// One for each wave size that its kernels have.
  std::vector<std::unique_ptr<Disassembler>> disassemblers;
  std::vector<std::unique_ptr<MachineFunction>> functions;
  /// Sorted by address.
  std::vector<OrderNote> notes;
  LineTable lines;
};

/// The subtarget features that e_flags of an object sets, as LLVM names them.
std::string featuresOf(unsigned elfFlags);

} // namespace mlir::prim

#endif // PRIM_CODEOBJECT_CODEOBJECT_H
