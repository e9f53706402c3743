//===- ValidatedReads.h - LDS reads that may race ---------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A relaxed atomic load of LDS is encoded as a plain load. Two kinds are
// recognised from the code around them: a read in a polling loop, and the first
// read of a loop around a compare-and-store. Plain loads have no reason to
// appear in such code. In both kinds the code checks the value before using it,
// so a concurrent write of another wave does no harm.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_EMULATOR_CORE_VALIDATEDREADS_H
#define PRIM_EMULATOR_CORE_VALIDATEDREADS_H

#include "Core/Program.h"

namespace prim::emulator {

/// Sets Instruction::readKind of the LDS reads of a decoded program. A read
///   polls if a branch that depends on its value decides whether the same
///     address is read again, with no barrier in between;
///   is compared if its value reaches the expected operand of a
///     compare-and-store at the same address, unchanged and with no barrier
///     in between.
void markValidatedReads(Program &program);

} // namespace prim::emulator

#endif // PRIM_EMULATOR_CORE_VALIDATEDREADS_H
