//===- ConvergenceNote.cpp - Notes for the emulator -*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Writes the note as inline assembly, so that it stays at the collective. LLVM
// neither moves it to a place with fewer active lanes nor removes it. Every
// copy that LLVM makes has an address and a record of its own.
//
//===----------------------------------------------------------------------===//

#include "ConvergenceNote.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::prim;

void mlir::prim::createConvergenceNote(CodeBuilder &b, StringRef what,
                                       unsigned width) {
  // Escapes characters with a meaning for LLVM or the assembler.
  std::string text = what.str();
  for (char &c : text)
    if (!llvm::isAlnum(c) && !StringRef(" '_-+.,:;/@()").contains(c))
      c = '_';
  std::string code = ".Lprim_convergence${:uid}:\n"
                     "s_nop 0\n"
                     ".pushsection .prim.convergence,\"\",@progbits\n"
                     ".quad .Lprim_convergence${:uid}\n"
                     ".long " +
                     std::to_string(width) + "\n.asciz \"" + text +
                     "\"\n.popsection";
  LLVM::InlineAsmOp::create(b, TypeRange(), ValueRange(), code,
                            /*constraints=*/"", /*has_side_effects=*/true,
                            /*is_align_stack=*/false, LLVM::TailCallKind::None,
                            LLVM::AsmDialectAttr(), ArrayAttr());
}
