//===- OrderNotes.h - Notes about atomic accesses -------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_LIB_TARGET_SERIALIZE_ORDERNOTES_H
#define PRIM_LIB_TARGET_SERIALIZE_ORDERNOTES_H

namespace llvm {
class Module;
} // namespace llvm

namespace mlir::prim {

/// Adds notes to the code of `module` where threads exchange words with other
/// blocks, release to them, and acquire (prim/CodeObject/OrderNote.h). The
/// notes add no instruction. The attribute "target-cpu" of functions names the
/// chip.
void noteOrder(llvm::Module &module);

} // namespace mlir::prim

#endif // PRIM_LIB_TARGET_SERIALIZE_ORDERNOTES_H
