//===- MachineCode.h - Disassembled functions -----------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The instructions of a function, the registers that each reads and writes, and
// the control flow between its blocks. Static analyses of final code (Check.h)
// use only this form of a code object.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_CODEOBJECT_MACHINECODE_H
#define PRIM_CODEOBJECT_MACHINECODE_H

#include "prim/CodeObject/Disassembler.h"
#include "llvm/ADT/SmallVector.h"
#include <string>
#include <vector>

namespace mlir::prim {

/// Numbers of 32-bit registers: scalar registers by their encoding (SGPRs from
/// 0, VCC, M0, EXEC), then registers without an encoding, then vector
/// registers.
namespace registers {
enum : unsigned {
  VccLo = 106,
  VccHi = 107,
  M0 = 125,
  ExecLo = 126,
  ExecHi = 127,
  SCC,
  Mode,
  FlatScratchLo, // gfx10 and later; an SGPR before
  FlatScratchHi,
  LDS, // workgroup memory as the destination of a load
  VGPR = 256,
  AGPR = 512,
  Count = 768,
};
inline bool isVector(unsigned reg) { return reg >= VGPR; }
inline bool isScalar(unsigned reg) { return reg < SCC; }
} // namespace registers

/// Consecutive registers.
struct RegisterRange {
  uint16_t first = 0;
  uint16_t count = 0;

  bool overlaps(RegisterRange other) const {
    return first < other.first + other.count && other.first < first + count;
  }
  bool contains(unsigned reg) const {
    return reg >= first && reg < unsigned(first) + count;
  }
};

struct MachineInstruction {
  uint64_t address = 0;
  unsigned size = 0;
  llvm::MCInst inst;
  const llvm::MCInstrDesc *desc = nullptr;
  /// LLVM's name; and the result of pseudoName, for memory instructions without
  /// the form of addressing.
  llvm::StringRef fullName, name;
  /// All registers, including implicit ones. A tied operand counts as read.
  llvm::SmallVector<RegisterRange, 4> reads;
  llvm::SmallVector<RegisterRange, 2> writes;
  /// Where it branches to, as an index in the function; -1: nowhere in it.
  int target = -1;

  bool has(uint64_t flags) const { return desc && desc->TSFlags & flags; }
  bool isVALU() const { return has(tsflags::VALU); }
  bool isSALU() const { return has(tsflags::SALU); }
  bool isSMEM() const { return has(tsflags::SMRD); }
  bool isDS() const { return has(tsflags::DS); }
  bool isFLAT() const { return has(tsflags::FLAT); }
  /// Memory through vector registers: buffer, image, flat, global, scratch.
  bool isVMEM() const {
    return has(tsflags::MUBUF | tsflags::MTBUF | tsflags::MIMG |
               tsflags::VIMAGE | tsflags::VSAMPLE | tsflags::FLAT);
  }
  /// FLAT instructions through flat addresses, which may be in any memory.
  bool isGenericFLAT() const { return isFLAT() && name.starts_with("FLAT_"); }
  bool isScratch() const { return isFLAT() && name.starts_with("SCRATCH_"); }
  bool isStore() const { return desc && desc->mayStore(); }
  bool isLoad() const { return desc && desc->mayLoad(); }
  bool isAtomic() const { return name.contains("_ATOMIC_"); }
  bool readsRegister(RegisterRange range) const {
    return llvm::any_of(
        reads, [&](RegisterRange read) { return read.overlaps(range); });
  }
  bool writesRegister(RegisterRange range) const {
    return llvm::any_of(
        writes, [&](RegisterRange write) { return write.overlaps(range); });
  }
  /// The plain immediates, in LLVM's order of operands.
  llvm::SmallVector<int64_t, 4> immediates() const;
};

/// Consecutive instructions [first, last) that are entered at the first and
/// left at the last.
struct MachineBlock {
  unsigned first = 0, last = 0;
  llvm::SmallVector<unsigned, 2> successors, predecessors;
};

class MachineFunction {
public:
  /// Decodes `bytes`, which have this address.
  MachineFunction(const Disassembler &mc, std::string name, bool isKernel,
                  llvm::ArrayRef<uint8_t> bytes, uint64_t address);

  unsigned blockOf(unsigned instruction) const {
    return blockIndex[instruction];
  }
  /// Assembly text of an instruction.
  std::string text(unsigned instruction) const {
    const MachineInstruction &inst = instructions[instruction];
    return inst.desc ? mc.text(inst.inst, inst.address) : "<no instruction>";
  }
  const Chip &chip() const { return mc.chip; }
  unsigned waveSize() const { return mc.waveSize; }
  /// The registers of an operand; empty if it is no register that is tracked.
  RegisterRange registersOf(llvm::MCRegister reg) const;

  const Disassembler &mc;
  const std::string name;
  const bool isKernel;
  std::vector<MachineInstruction> instructions;
  std::vector<MachineBlock> blocks;
  /// Branches through registers to unknown places; paths end there.
  unsigned unknownBranches = 0;

private:
  void addRegisters(MachineInstruction &inst) const;
  void findBlocks();

  std::vector<unsigned> blockIndex;
};

} // namespace mlir::prim

#endif // PRIM_CODEOBJECT_MACHINECODE_H
