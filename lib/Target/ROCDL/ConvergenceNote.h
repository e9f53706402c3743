//===- ConvergenceNote.h - Notes for the emulator -*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Records in a code object which threads must execute a place together.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_LIB_TARGET_ROCDL_CONVERGENCENOTE_H
#define PRIM_LIB_TARGET_ROCDL_CONVERGENCENOTE_H

#include "prim/Dialect/Prim/Utils/CodeBuilder.h"

namespace mlir::prim {

/// Emits an instruction without effect, and a record of its address in the
/// section `.prim.convergence` of the code object, which is not loaded. A
/// record has the address (8 bytes), `width` (4 bytes; 0 for the block), and
/// `what` with a terminating zero. The emulator reads it
/// (runtime/emulator/Core/Convergence.h).
void createConvergenceNote(CodeBuilder &b, StringRef what, unsigned width);

} // namespace mlir::prim

#endif // PRIM_LIB_TARGET_ROCDL_CONVERGENCENOTE_H
