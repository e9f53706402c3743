//===- ControlFlow.h - Basic blocks of predecoded code ----------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where control may go from an instruction, and the basic blocks of a function.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_EMULATOR_CORE_CONTROLFLOW_H
#define PRIM_EMULATOR_CORE_CONTROLFLOW_H

#include "Core/Program.h"

#include <utility>
#include <vector>

namespace prim::emulator {

/// What follows an instruction.
struct Successors {
  bool next = true;                   // the instruction behind it
  const Instruction *taken = nullptr; // a branch's target
  bool unknown = false;               // a jump through a register, a call
};
Successors successorsOf(const Instruction &inst);

/// Whether EXEC may change. LLVM leaves the branch around short predicated
/// regions out, so what follows such an instruction may run for other lanes, or
/// for none.
bool writesExec(const Instruction &inst);

/// Indices [first, last) of instructions that run together: only the first one
/// is a branch's target, only the last one branches or changes EXEC.
using BlockRange = std::pair<uint32_t, uint32_t>;
std::vector<BlockRange> basicBlocks(const Program &program,
                                    BlockRange function);

/// Those of a function's blocks, of which the first is its entry, that control
/// can come to: padding and branches behind branches are nobody's. All of them
/// where a jump goes through a register.
std::vector<BlockRange> reachableBlocks(const Program &program,
                                        BlockRange function);

} // namespace prim::emulator

#endif // PRIM_EMULATOR_CORE_CONTROLFLOW_H
