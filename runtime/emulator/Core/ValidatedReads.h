//===- ValidatedReads.h - LDS reads that may race ---------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A relaxed atomic load of LDS is the same instruction as any other. Two kinds
// are told from the code around them, because no other code has reason to look
// like that: a read in a polling loop, and the first read of a loop around a
// compare-and-store. In both the code itself checks the value before it counts,
// so a write of another wave in between does no harm.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_EMULATOR_CORE_VALIDATEDREADS_H
#define PRIM_EMULATOR_CORE_VALIDATEDREADS_H

#include "Core/Program.h"

namespace prim::emulator {

/// Sets Instruction::readKind of the LDS reads of a decoded program. A read
///   polls when a branch that depends on its value decides whether the same
///     address is read again, with no barrier in between;
///   is compared when its value reaches, unchanged and with no barrier in
///     between, the operand that a compare-and-store at the same address
///     expects there.
void markValidatedReads(Program &program);

} // namespace prim::emulator

#endif // PRIM_EMULATOR_CORE_VALIDATEDREADS_H
