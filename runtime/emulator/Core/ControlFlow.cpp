//===- ControlFlow.cpp - Basic blocks of predecoded code --------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Works on the decoded form only; nothing here runs during the execution of a
// kernel.
//
//===----------------------------------------------------------------------===//

#include "Core/ControlFlow.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"

using namespace llvm;
using namespace prim::emulator;

Successors prim::emulator::successorsOf(const Instruction &inst) {
  StringRef key = inst.key;
  Successors to;
  if (key.starts_with("S_CBRANCH")) {
    to.taken = inst.target;
  } else if (key == "S_BRANCH") {
    to.next = false;
    to.taken = inst.target;
  } else if (key.starts_with("S_ENDPGM") || key == "S_CODE_END" ||
             key == "S_TRAP") {
    to.next = false;
  } else if (key == "S_SETPC_B64") {
    to.next = false;
    to.unknown = true;
  } else if (key == "S_SWAPPC_B64" || key == "S_CALL_B64") {
    to.unknown = true;
  }
  return to;
}

bool prim::emulator::writesExec(const Instruction &inst) {
  auto isExec = [](const Operand &operand) {
    return operand.isScalar() &&
           (operand.index == kExecLo || operand.index == kExecHi);
  };
  StringRef key = inst.key;
  return inst.writesExec || isExec(inst.dst) || isExec(inst.sdst) ||
         key.contains("SAVEEXEC") || key.contains("WREXEC");
}

std::vector<BlockRange> prim::emulator::basicBlocks(const Program &program,
                                                    BlockRange function) {
  const auto [first, last] = function;
  std::vector<bool> leads(last - first + 1, false);
  leads[0] = leads[last - first] = true;
  for (uint32_t i = first; i < last; ++i) {
    const Instruction &inst = program.instructions[i];
    Successors to = successorsOf(inst);
    if (to.taken && to.taken->index >= first && to.taken->index < last)
      leads[to.taken->index - first] = true;
    if (!to.next || to.taken || writesExec(inst))
      leads[i + 1 - first] = true;
  }
  std::vector<BlockRange> blocks;
  for (uint32_t begin = first, i = first + 1; i <= last; ++i)
    if (leads[i - first]) {
      blocks.push_back({begin, i});
      begin = i;
    }
  return blocks;
}

std::vector<BlockRange> prim::emulator::reachableBlocks(const Program &program,
                                                        BlockRange function) {
  std::vector<BlockRange> blocks = basicBlocks(program, function);
  std::vector<bool> reached(blocks.size(), false);
  std::vector<size_t> work = {0};
  auto goTo = [&](uint32_t index) {
    auto block = llvm::find_if(
        blocks, [&](const BlockRange &range) { return range.first == index; });
    if (block != blocks.end())
      work.push_back(size_t(block - blocks.begin()));
  };
  while (!work.empty()) {
    size_t block = work.back();
    work.pop_back();
    if (reached[block])
      continue;
    reached[block] = true;
    Successors to =
        successorsOf(program.instructions[blocks[block].second - 1]);
    if (to.unknown && !to.next)
      return blocks;
    if (to.next)
      goTo(blocks[block].second);
    if (to.taken)
      goTo(to.taken->index);
  }
  std::vector<BlockRange> result;
  for (size_t i = 0; i < blocks.size(); ++i)
    if (reached[i])
      result.push_back(blocks[i]);
  return result;
}
