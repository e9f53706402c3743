//===- ControlFlow.h - Basic blocks of predecoded code ----------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The successors of an instruction, and the basic blocks of a function.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_EMULATOR_CORE_CONTROLFLOW_H
#define PRIM_EMULATOR_CORE_CONTROLFLOW_H

#include "Core/Program.h"

#include <utility>
#include <vector>

namespace prim::emulator {

/// The instructions that may follow an instruction.
struct Successors {
  bool next = true;                   // the next instruction
  const Instruction *taken = nullptr; // a branch's target
  bool unknown = false;               // a jump through a register, a call
};
Successors successorsOf(const Instruction &inst);

/// Whether EXEC may change. LLVM omits the branch around short predicated
/// regions. The code after such an instruction may therefore run for other
/// lanes, or for none.
bool writesExec(const Instruction &inst);

/// Indices [first, last) of instructions that run together. Only the first one
/// is a branch's target; only the last one branches or changes EXEC.
using BlockRange = std::pair<uint32_t, uint32_t>;
std::vector<BlockRange> basicBlocks(const Program &program,
                                    BlockRange function);

/// The reachable blocks of a function; the first one is its entry. Padding and
/// code after an unconditional branch are not reachable. Returns all blocks if
/// a jump goes through a register.
std::vector<BlockRange> reachableBlocks(const Program &program,
                                        BlockRange function);

} // namespace prim::emulator

#endif // PRIM_EMULATOR_CORE_CONTROLFLOW_H
