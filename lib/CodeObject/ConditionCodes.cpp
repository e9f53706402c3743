//===- ConditionCodes.cpp - Writers of SCC and VCC --------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM 22.1.8's SIPreEmitPeephole replaces a scalar compare by a vector one
// although another block's s_cselect still reads its SCC (llvm#215745). The
// s_cselect then reads the carry of an address. The SCC of an addition has only
// one use, the addition of the next word. LLVM selects both together, and a
// pass that separates them keeps them in one block.
//
//===----------------------------------------------------------------------===//

#include "Rules.h"

#include "llvm/ADT/BitVector.h"

using namespace llvm;
using namespace mlir::prim;

namespace {

/// The instructions that may have written the value of a register that is read.
struct ReachingWrites {
  SmallVector<unsigned, 4> writes;
  /// Whether the function may be entered without a write before the read.
  bool fromEntry = false;
};

} // namespace

static ReachingWrites findWrites(const MachineFunction &function,
                                 unsigned reader, unsigned reg) {
  ReachingWrites result;
  RegisterRange range{uint16_t(reg), 1};
  BitVector isVisited(function.blocks.size());
  SmallVector<std::pair<unsigned, unsigned>, 8> pending = {
      {function.blockOf(reader), reader}};
  while (!pending.empty()) {
    auto [b, end] = pending.pop_back_val();
    const MachineBlock &block = function.blocks[b];
    unsigned i = end;
    while (i > block.first &&
           !function.instructions[i - 1].writesRegister(range))
      --i;
    if (i > block.first) {
      result.writes.push_back(i - 1);
      continue;
    }
    result.fromEntry |= b == 0;
    for (unsigned before : block.predecessors)
      if (!isVisited.test(before)) {
        isVisited.set(before);
        pending.push_back({before, function.blocks[before].last});
      }
  }
  return result;
}

/// s_add_u32, s_addc_u32, s_sub_u32, s_subb_u32, and their 64-bit and signed
/// forms. Their SCC is a carry or an overflow, not a property of the result.
static bool isAddition(const MachineInstruction &inst) {
  return inst.isSALU() &&
         (inst.name.starts_with("S_ADD") || inst.name.starts_with("S_SUB"));
}

static bool takesCarry(const MachineInstruction &inst) {
  return inst.name.starts_with("S_ADDC_") || inst.name.starts_with("S_SUBB_");
}

void mlir::prim::checkConditionCodes(const MachineFunction &function,
                                     Reporter &reporter) {
  for (unsigned i = 0, e = function.instructions.size(); i < e; ++i) {
    const MachineInstruction &inst = function.instructions[i];
    if (inst.readsRegister({registers::SCC, 1})) {
      ReachingWrites found = findWrites(function, i, registers::SCC);
      if (found.writes.empty() && found.fromEntry)
        reporter.report(i, std::nullopt,
                        "SCC is read, but no instruction has set it");
      for (unsigned write : found.writes)
        if (function.blockOf(write) != function.blockOf(i) &&
            isAddition(function.instructions[write]) && !takesCarry(inst))
          reporter.report(i, write,
                          "SCC is read as a condition, but holds the carry of "
                          "an addition in another block");
    }
    // In other places LLVM reads undefined masks whose value has no effect,
    // such as the mask to which the first iteration of a loop adds.
    if (!function.isKernel || !inst.name.starts_with("S_CBRANCH_VCC"))
      continue;
    for (unsigned reg : {registers::VccLo, registers::VccHi})
      if (inst.readsRegister({uint16_t(reg), 1})) {
        ReachingWrites found = findWrites(function, i, reg);
        if (found.writes.empty() && found.fromEntry)
          reporter.report(i, std::nullopt,
                          "VCC is the condition of a branch, but no "
                          "instruction has set it");
      }
  }
}
