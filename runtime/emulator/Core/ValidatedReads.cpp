//===- ValidatedReads.cpp - LDS reads that may race -------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A forward data flow from each read that can reach another access of its
// address without a barrier in between. It tracks which registers still hold
// the address (on all paths), which hold the value, and which depend on it (on
// some path). Registers are 32-bit words. Values that pass through scratch
// memory, as all values do in unoptimised code, are not tracked: such a read
// counts as any other.
//
//===----------------------------------------------------------------------===//

#include "Core/ValidatedReads.h"
#include "Core/ControlFlow.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

#include <bitset>

using namespace llvm;
using namespace prim::emulator;

namespace {

/// Vector registers (including the accumulators), scalar registers, and SCC.
constexpr unsigned kFirstScalar = 512;
constexpr unsigned kScc = kFirstScalar + kScalarWords;
constexpr unsigned kMostWords = 2; // of a value that is compared
using Words = std::bitset<kScc + 1>;

/// The first register word of an operand, or -1.
int firstWord(const Operand &operand) {
  switch (operand.kind) {
  case OperandKind::Vgpr:
    return operand.index;
  case OperandKind::Agpr:
    return 256 + operand.index;
  case OperandKind::Scalar:
    return kFirstScalar + operand.index;
  case OperandKind::Scc:
    return kScc;
  case OperandKind::VccZ:
    return kFirstScalar + kVccLo;
  case OperandKind::ExecZ:
    return kFirstScalar + kExecLo;
  default:
    return -1;
  }
}

template <typename F>
void forWords(const Operand &operand, F f) {
  int first = firstWord(operand);
  for (unsigned k = 0; first >= 0 && k < std::max<unsigned>(operand.width, 1);
       ++k)
    if (first + k <= kScc)
      f(unsigned(first) + k, k);
}

bool any(const Words &words, const Operand &operand) {
  bool found = false;
  forWords(operand, [&](unsigned word, unsigned) { found |= words[word]; });
  return found;
}

/// The state before an instruction.
struct State {
  Words address;           // holds the address, on every path
  Words value[kMostWords]; // may hold that word of the value
  Words depends;           // may depend on the value
  bool reached = false;

  /// Merges the state of another path; returns whether anything changed.
  bool merge(const State &other) {
    if (!reached) {
      *this = other;
      return true;
    }
    State before = *this;
    address &= other.address;
    depends |= other.depends;
    for (unsigned k = 0; k < kMostWords; ++k)
      value[k] |= other.value[k];
    return before.address != address || before.depends != depends ||
           !std::equal(value, value + kMostWords, before.value);
  }
};

bool isBarrier(const Instruction &inst) {
  return inst.cls == InstructionClass::Barrier;
}
bool isRead(const Instruction &inst) {
  StringRef key = inst.key;
  return key.starts_with("DS_READ_") && !key.contains("ADDTID");
}
bool isCompareAndStore(const Instruction &inst) {
  return StringRef(inst.key).starts_with("DS_CMPST");
}
/// The operand of a compare-and-store that is compared with memory.
const Operand &expected(const Instruction &inst) {
  return inst.src[StringRef(inst.key).starts_with("DS_CMPSTORE") ? 2 : 1];
}
bool sameAccess(const Instruction &a, const Instruction &b) {
  return StringRef(a.key) == b.key && a.imm[0] == b.imm[0];
}
bool isMove(const Instruction &inst) {
  StringRef key = inst.key;
  return (key.starts_with("V_MOV_B") || key.starts_with("S_MOV_B") ||
          key.starts_with("V_ACCVGPR")) &&
         inst.encoding != Encoding::Dpp && inst.encoding != Encoding::Dpp8 &&
         inst.encoding != Encoding::Sdwa;
}

/// The flow of one read's value through the code after it.
class Flow {
public:
  Flow(const Program &program, const Instruction &read,
       ArrayRef<BlockRange> blocks, ArrayRef<uint32_t> blockOf)
      : program(program), read(read), blocks(blocks), blockOf(blockOf),
        before(blocks.size()) {}

  ReadKind classify();

private:
  void step(State &state, const Instruction &inst) const;
  void write(State &state, const Instruction &inst, bool depends) const;
  /// Runs through the instructions [first, last). True if control may reach
  /// their end.
  bool runBlock(State &state, uint32_t first, uint32_t last);
  SmallVector<uint32_t, 2> successors(uint32_t block) const;
  bool atAddress(const State &state, const Instruction &inst) const;
  bool branchesOnValue(const State &state, const Instruction &inst) const;

  const Program &program;
  const Instruction &read;
  ArrayRef<BlockRange> blocks;
  ArrayRef<uint32_t> blockOf;
  std::vector<State> before;
  /// Reads that are known to access the address again, and branches on the
  /// value.
  std::vector<const Instruction *> again, branches;
  bool compared = false;
};

/// The constant assigned to a register in the same block, if any. The compiler
/// materialises an address again each time if its register is needed for the
/// value.
const uint32_t *constantBefore(const Program &program, const Instruction &inst,
                               const Operand &operand) {
  for (uint32_t i = inst.index; i-- > 0;) {
    const Instruction &other = program.instructions[i];
    if (!successorsOf(other).next || successorsOf(other).taken)
      return nullptr;
    auto gives = [&](const Instruction &move) -> const uint32_t * {
      return isMove(move) && move.src[0].isConstant() &&
                     firstWord(move.dst) == firstWord(operand)
                 ? move.src[0].lanes
                 : nullptr;
    };
    for (const Instruction *half : {&other, other.pair[0], other.pair[1]})
      if (half)
        if (const uint32_t *constant = gives(*half))
          return constant;
    bool written = false;
    for (const Instruction *half : {&other, other.pair[0], other.pair[1]})
      if (half)
        for (const Operand *result : {&half->dst, &half->sdst, &half->dst2})
          forWords(*result, [&](unsigned word, unsigned) {
            written |= int(word) == firstWord(operand);
          });
    if (written)
      return nullptr;
  }
  return nullptr;
}

bool Flow::atAddress(const State &state, const Instruction &inst) const {
  int word = firstWord(inst.src[0]);
  if (word >= 0 && state.address[word])
    return true;
  const uint32_t *constant = constantBefore(program, inst, inst.src[0]);
  const uint32_t *own = constantBefore(program, read, read.src[0]);
  return constant && own && *constant == *own;
}

bool Flow::branchesOnValue(const State &state, const Instruction &inst) const {
  StringRef key = inst.key;
  if (!key.starts_with("S_CBRANCH"))
    return false;
  unsigned word = key.contains("SCC")   ? kScc
                  : key.contains("VCC") ? kFirstScalar + kVccLo
                                        : kFirstScalar + kExecLo;
  return state.depends[word] || (word != kScc && state.depends[word + 1]);
}

void Flow::write(State &state, const Instruction &inst, bool depends) const {
  bool copiesAddress = isMove(inst) && firstWord(inst.src[0]) >= 0 &&
                       state.address[firstWord(inst.src[0])];
  // The words of the value before any of them is overwritten.
  SmallVector<unsigned, 4> copied[kMostWords];
  if (isMove(inst))
    for (unsigned k = 0; k < kMostWords; ++k)
      forWords(inst.src[0], [&](unsigned word, unsigned offset) {
        if (state.value[k][word] && firstWord(inst.dst) >= 0)
          copied[k].push_back(unsigned(firstWord(inst.dst)) + offset);
      });
  auto put = [&](unsigned word) {
    state.address[word] = false;
    state.depends[word] = depends;
    for (Words &words : state.value)
      words[word] = false;
  };
  for (const Operand *result : {&inst.dst, &inst.sdst, &inst.dst2})
    forWords(*result, [&](unsigned word, unsigned) { put(word); });
  StringRef key = inst.key;
  if (writesExec(inst))
    for (unsigned k = 0; k < 2; ++k)
      put(kFirstScalar + kExecLo + k);
  if (inst.cls == InstructionClass::Salu && !key.starts_with("S_MOV") &&
      !key.starts_with("S_CSELECT") && !key.starts_with("S_CMOV"))
    put(kScc);
  if (copiesAddress && firstWord(inst.dst) >= 0)
    state.address[firstWord(inst.dst)] = true;
  for (unsigned k = 0; k < kMostWords; ++k)
    for (unsigned word : copied[k])
      state.value[k][word] = true;
}

void Flow::step(State &state, const Instruction &inst) const {
  if (inst.pair[0]) {
    // Both halves are read before either is written.
    State first = state, second = state;
    step(first, *inst.pair[0]);
    step(second, *inst.pair[1]);
    for (const Operand *result : {&inst.pair[1]->dst, &inst.pair[1]->sdst})
      forWords(*result, [&](unsigned word, unsigned) {
        first.address[word] = second.address[word];
        first.depends[word] = second.depends[word];
        for (unsigned k = 0; k < kMostWords; ++k)
          first.value[k][word] = second.value[k][word];
      });
    state = first;
    return;
  }
  bool depends = false;
  for (unsigned i = 0; i < 4; ++i)
    depends |= any(state.depends, inst.src[i]);
  StringRef key = inst.key;
  if (key.contains("CSELECT") || key.contains("S_ADDC") ||
      key.contains("S_SUBB") || key.contains("S_CMOV"))
    depends |= state.depends[kScc];
  // A result that keeps lanes of its old value depends on the condition that
  // selects them.
  write(state, inst, depends);
}

SmallVector<uint32_t, 2> Flow::successors(uint32_t block) const {
  SmallVector<uint32_t, 2> result;
  const Instruction &last = program.instructions[blocks[block].second - 1];
  Successors to = successorsOf(last);
  // A called function may do anything, and indirect jumps are not followed.
  if (to.unknown)
    return result;
  if (to.next && last.index + 1 < blockOf.size() &&
      blockOf[last.index + 1] < blocks.size())
    result.push_back(blockOf[last.index + 1]);
  if (to.taken && blockOf[to.taken->index] < blocks.size())
    result.push_back(blockOf[to.taken->index]);
  return result;
}

bool Flow::runBlock(State &state, uint32_t first, uint32_t last) {
  for (uint32_t i = first; i < last; ++i) {
    const Instruction &inst = program.instructions[i];
    if (isBarrier(inst))
      return false;
    if (isRead(inst) && sameAccess(inst, read) && atAddress(state, inst) &&
        !is_contained(again, &inst))
      again.push_back(&inst);
    if (branchesOnValue(state, inst) && !is_contained(branches, &inst))
      branches.push_back(&inst);
    if (isCompareAndStore(inst) && inst.imm[0] == read.imm[0] &&
        expected(inst).width == read.dst.width && atAddress(state, inst)) {
      bool whole = read.dst.width <= kMostWords;
      forWords(expected(inst), [&](unsigned word, unsigned k) {
        whole = whole && state.value[k][word];
      });
      compared |= whole;
    }
    step(state, inst);
  }
  return true;
}

ReadKind Flow::classify() {
  // After the read: its operands are unchanged, and its result is new.
  State start;
  start.reached = true;
  int address = firstWord(read.src[0]);
  start.address[address] = true;
  forWords(read.dst, [&](unsigned word, unsigned k) {
    start.address[word] = false;
    start.depends[word] = true;
    if (k < kMostWords)
      start.value[k][word] = true;
  });
  SmallVector<uint32_t> work;
  auto follow = [&](uint32_t block, const State &state) {
    for (uint32_t next : successors(block))
      if (before[next].merge(state))
        work.push_back(next);
  };
  uint32_t home = blockOf[read.index];
  if (runBlock(start, read.index + 1, blocks[home].second))
    follow(home, start);
  while (!work.empty()) {
    uint32_t block = work.pop_back_val();
    State state = before[block];
    if (runBlock(state, blocks[block].first, blocks[block].second))
      follow(block, state);
  }
  if (compared)
    return ReadKind::Compared;

  // Finds backwards from where control may reach a read of the address. `again`
  // may hold reads that a later merge ruled out.
  std::vector<bool> comes(blocks.size(), false);
  for (const Instruction *inst : again) {
    uint32_t block = blockOf[inst->index];
    State state = before[block];
    bool holds = block == home && inst->index > read.index;
    if (state.reached) {
      for (uint32_t i = blocks[block].first; i < inst->index; ++i)
        step(state, program.instructions[i]);
      holds |= atAddress(state, *inst);
    }
    comes[block] = comes[block] || holds;
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t block = 0; block < blocks.size(); ++block) {
      if (comes[block] || !(before[block].reached || block == home))
        continue;
      bool blocked = false;
      for (uint32_t i = blocks[block].first; i < blocks[block].second; ++i)
        blocked |= isBarrier(program.instructions[i]);
      if (!blocked &&
          any_of(successors(block), [&](uint32_t next) { return comes[next]; }))
        comes[block] = changed = true;
    }
  }
  for (const Instruction *branch : branches) {
    SmallVector<uint32_t, 2> ways = successors(blockOf[branch->index]);
    if (ways.size() == 2 && comes[ways[0]] != comes[ways[1]])
      return ReadKind::Polls;
  }
  return ReadKind::Plain;
}

} // namespace

void prim::emulator::markValidatedReads(Program &program) {
  // The sentinel at the end belongs to no block.
  uint32_t count = uint32_t(program.instructions.size()) - 1;
  auto isCandidate = [&](const Instruction &inst) {
    return isRead(inst) && inst.src[0].kind == OperandKind::Vgpr;
  };
  if (!count || none_of(program.instructions, isCandidate))
    return;
  std::vector<BlockRange> blocks = basicBlocks(program, {0, count});
  std::vector<uint32_t> blockOf(program.instructions.size(), ~0u);
  for (uint32_t block = 0; block < blocks.size(); ++block)
    for (uint32_t i = blocks[block].first; i < blocks[block].second; ++i)
      blockOf[i] = block;
  // Most code has neither loops around reads nor compare-and-store. A read that
  // can reach neither is skipped before any data flow is set up.
  for (uint32_t i = 0; i < count; ++i) {
    Instruction &inst = program.instructions[i];
    if (!isCandidate(inst))
      continue;
    std::vector<bool> seen(blocks.size(), false);
    SmallVector<std::pair<uint32_t, uint32_t>> work = {
        {i + 1, blocks[blockOf[i]].second}};
    bool comes = false;
    while (!work.empty() && !comes) {
      auto [first, last] = work.pop_back_val();
      bool blocked = false;
      for (uint32_t k = first; k < last && !blocked && !comes; ++k) {
        const Instruction &other = program.instructions[k];
        blocked = isBarrier(other);
        comes = isCompareAndStore(other) ||
                (isRead(other) && sameAccess(other, inst));
      }
      if (blocked || comes || last == 0)
        continue;
      const Instruction &end = program.instructions[last - 1];
      Successors to = successorsOf(end);
      auto go = [&](uint32_t block) {
        if (block < blocks.size() && !seen[block]) {
          seen[block] = true;
          work.push_back(blocks[block]);
        }
      };
      if (!to.unknown && to.next)
        go(blockOf[last]);
      if (!to.unknown && to.taken)
        go(blockOf[to.taken->index]);
    }
    if (comes)
      inst.readKind = Flow(program, inst, blocks, blockOf).classify();
  }
}
