//===- MachineCode.cpp - Disassembled functions ---------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Decodes, numbers registers, and finds blocks.
//
//===----------------------------------------------------------------------===//

#include "prim/CodeObject/MachineCode.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/MC/MCExpr.h"

using namespace llvm;
using namespace mlir::prim;

SmallVector<int64_t, 4> MachineInstruction::immediates() const {
  SmallVector<int64_t, 4> result;
  for (const MCOperand &operand : inst) {
    int64_t value = 0;
    if (operand.isImm())
      result.push_back(operand.getImm());
    else if (operand.isExpr() && operand.getExpr()->evaluateAsAbsolute(value))
      result.push_back(value);
  }
  return result;
}

RegisterRange MachineFunction::registersOf(MCRegister reg) const {
  if (!reg)
    return {};
  unsigned code = mc.encodingOf(reg);
  StringRef name = mc.registerName(reg);
  auto words = uint16_t(mc.wordsOf(reg));
  auto range = [&](unsigned first, unsigned count) {
    return RegisterRange{uint16_t(first), uint16_t(count)};
  };
  if (code & encoding::VGPR)
    return range(registers::VGPR + (code & 0xff), words);
  if (code & encoding::AGPR)
    return range(registers::AGPR + (code & 0xff), words);
  if (name == "SCC" || name == "SRC_SCC")
    return range(registers::SCC, 1);
  if (name == "MODE")
    return range(registers::Mode, 1);
  if (name.starts_with("SGPR_NULL"))
    return {};
  // The encoding of M0 differs since gfx11.
  if (name.starts_with("M0"))
    return range(registers::M0, 1);
  bool isHigh = name.contains("_HI"), isHalf = isHigh || name.contains("_LO");
  // A wave of 32 lanes has only the low half of these, whatever registers
  // LLVM's descriptions name.
  bool isNarrow = mc.waveSize == 32;
  if (name.starts_with("EXEC"))
    return range(registers::ExecLo + isHigh, isHalf || isNarrow ? 1 : 2);
  if (name == "SRC_VCCZ")
    return range(registers::VccLo, isNarrow ? 1 : 2);
  if (name == "SRC_EXECZ")
    return range(registers::ExecLo, isNarrow ? 1 : 2);
  if (name.starts_with("VCC"))
    return range(registers::VccLo + isHigh, isHalf || isNarrow ? 1 : 2);
  if (name.starts_with("FLAT_SCR")) {
    // The last SGPRs before VCC, on chips where they are SGPRs.
    unsigned low =
        mc.chip.encoding.major == 9 ? 102 : unsigned(registers::FlatScratchLo);
    return range(low + isHigh, isHalf ? 1 : 2);
  }
  if (name.starts_with("XNACK_MASK"))
    return range(104 + isHigh, isHalf ? 1 : 2);
  if (name.starts_with("SGPR") || name.starts_with("TTMP"))
    return range(code & encoding::Index, words);
  return {};
}

/// Makes operands that are tied to a result that result. LLVM's decoder gives
/// the accumulator in the second half of a dual instruction another lowest bit.
static void correctTiedOperands(MCInst &inst, const MCInstrDesc &desc) {
  for (unsigned
           i = desc.getNumDefs(),
           e = std::min<unsigned>(inst.getNumOperands(), desc.getNumOperands());
       i < e; ++i)
    if (int result = desc.getOperandConstraint(i, MCOI::TIED_TO); result >= 0)
      inst.getOperand(i) = inst.getOperand(result);
}

void MachineFunction::addRegisters(MachineInstruction &inst) const {
  auto add = [](auto &list, RegisterRange range) {
    if (range.count)
      list.push_back(range);
  };
  const MCInstrDesc &desc = *inst.desc;
  // The results of both halves of a dual instruction, and of any other
  // instruction.
  for (unsigned i = 0, e = std::min<unsigned>(inst.inst.getNumOperands(),
                                              desc.getNumOperands());
       i < e; ++i) {
    const MCOperand &operand = inst.inst.getOperand(i);
    if (!operand.isReg())
      continue;
    RegisterRange range = registersOf(operand.getReg());
    if (i < desc.getNumDefs())
      add(inst.writes, range);
    else
      add(inst.reads, range);
  }
  for (MCPhysReg reg : desc.implicit_uses())
    add(inst.reads, registersOf(reg));
  for (MCPhysReg reg : desc.implicit_defs())
    add(inst.writes, registersOf(reg));
}

MachineFunction::MachineFunction(const Disassembler &mc, std::string name,
                                 bool isKernel, ArrayRef<uint8_t> bytes,
                                 uint64_t address)
    : mc(mc), name(std::move(name)), isKernel(isKernel) {
  for (size_t offset = 0; offset + 4 <= bytes.size();) {
    MachineInstruction &inst = instructions.emplace_back();
    inst.address = address + offset;
    inst.size = mc.decode(bytes.drop_front(offset), inst.address, inst.inst);
    if (inst.size) {
      inst.desc = &mc.describe(inst.inst);
      correctTiedOperands(inst.inst, *inst.desc);
      inst.fullName = mc.name(inst.inst);
      inst.name = pseudoName(inst.fullName);
      if (inst.isVMEM() || inst.isSMEM())
        inst.name = withoutAddressing(inst.name);
      addRegisters(inst);
    } else {
      inst.size = 4;
    }
    offset += inst.size;
  }
  findBlocks();
}

void MachineFunction::findBlocks() {
  unsigned count = instructions.size();
  auto indexOf = [&](uint64_t address) -> int {
    auto found = llvm::lower_bound(
        instructions, address, [](const MachineInstruction &inst, uint64_t at) {
          return inst.address < at;
        });
    if (found == instructions.end() || found->address != address)
      return -1;
    return found - instructions.begin();
  };
  auto isJump = [](const MachineInstruction &inst) {
    return inst.name.starts_with("S_CBRANCH") || inst.name == "S_BRANCH";
  };
  auto isEnd = [](const MachineInstruction &inst) {
    return inst.name.starts_with("S_ENDPGM") || inst.name == "S_SETPC_B64" ||
           inst.name == "S_BRANCH" || inst.name == "S_TRAP" || !inst.desc;
  };
  BitVector starts(count + 1);
  if (count)
    starts.set(0);
  for (unsigned i = 0; i < count; ++i) {
    MachineInstruction &inst = instructions[i];
    if (isJump(inst)) {
      SmallVector<int64_t, 4> displacement = inst.immediates();
      if (!displacement.empty())
        inst.target = indexOf(inst.address + 4 +
                              int64_t(int16_t(displacement.front())) * 4);
      if (inst.target < 0)
        ++unknownBranches;
      else
        starts.set(inst.target);
    } else if (inst.name == "S_SETPC_B64" && isKernel) {
      ++unknownBranches;
    }
    if (isJump(inst) || isEnd(inst))
      starts.set(i + 1);
  }
  blockIndex.resize(count);
  for (unsigned i = 0; i < count; ++i) {
    if (starts.test(i)) {
      if (!blocks.empty())
        blocks.back().last = i;
      blocks.emplace_back().first = i;
    }
    blockIndex[i] = blocks.size() - 1;
  }
  if (!blocks.empty())
    blocks.back().last = count;
  for (unsigned b = 0; b < blocks.size(); ++b) {
    const MachineInstruction &last = instructions[blocks[b].last - 1];
    auto connect = [&](unsigned to) {
      if (!llvm::is_contained(blocks[b].successors, to)) {
        blocks[b].successors.push_back(to);
        blocks[to].predecessors.push_back(b);
      }
    };
    if (last.target >= 0)
      connect(blockIndex[last.target]);
    if (!isEnd(last) && b + 1 < blocks.size())
      connect(b + 1);
  }
}
