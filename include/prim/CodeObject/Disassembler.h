//===- Disassembler.h - LLVM's AMDGPU disassembler ------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM's MC objects for one chip and wave size, and facts that its back end
// keeps in headers that are not installed. Independent of code objects.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_CODEOBJECT_DISASSEMBLER_H
#define PRIM_CODEOBJECT_DISASSEMBLER_H

#include "prim/Target/Chips.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/MC/MCAsmInfo.h"
#include "llvm/MC/MCContext.h"
#include "llvm/MC/MCDisassembler/MCDisassembler.h"
#include "llvm/MC/MCInst.h"
#include "llvm/MC/MCInstPrinter.h"
#include "llvm/MC/MCInstrInfo.h"
#include "llvm/MC/MCRegisterInfo.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include <memory>
#include <optional>
#include <string>

namespace mlir::prim {

/// The AMDGPU row of the chip table with this name or this machine number of
/// e_flags; null if there is none.
const Chip *findAMDGPUChip(llvm::StringRef name);
const Chip *findAMDGPUChip(unsigned elfMach);

/// Bits of MCInstrDesc::TSFlags, as in the back end's SIDefines.h.
namespace tsflags {
enum : uint64_t {
  SALU = 1ull << 0,
  VALU = 1ull << 1,
  SOPK = 1ull << 5,
  SOPP = 1ull << 6,
  VOP1 = 1ull << 7,
  VOP2 = 1ull << 8,
  VOPC = 1ull << 9,
  VOP3 = 1ull << 10,
  VOP3P = 1ull << 12,
  SDWA = 1ull << 14,
  DPP = 1ull << 15,
  TRANS = 1ull << 16,
  MUBUF = 1ull << 17,
  MTBUF = 1ull << 18,
  SMRD = 1ull << 19,
  MIMG = 1ull << 20,
  VIMAGE = 1ull << 21,
  VSAMPLE = 1ull << 22,
  EXP = 1ull << 23,
  FLAT = 1ull << 24,
  DS = 1ull << 25,
  LDSDIR = 1ull << 28,
  OpSel = 1ull << 42,
  FpClamp = 1ull << 45,
  IntClamp = 1ull << 46,
  IsMAI = 1ull << 54,
  IsDOT = 1ull << 55,
  IsAtomicNoReturn = 1ull << 57,
  IsAtomicReturn = 1ull << 58,
  IsWMMA = 1ull << 59,
  TiedSourceNotRead = 1ull << 60,
};
} // namespace tsflags

/// Bits of MCRegisterInfo::getEncodingValue, as in the back end.
namespace encoding {
enum : unsigned {
  Index = 0x3ff,
  VGPR = 0x400,
  AGPR = 0x800,
  Hi16 = 0x1000,
};
} // namespace encoding

/// LLVM's name of an instruction without the encoding and the generation:
/// V_ADD_U32_e32_gfx9 becomes V_ADD_U32. A few gfx11 names contain a
/// repetition, which is removed as well.
llvm::StringRef pseudoName(llvm::StringRef name);

/// The name of a memory instruction without its form of addressing, which the
/// operands show: GLOBAL_LOAD_DWORD_SADDR becomes GLOBAL_LOAD_DWORD.
llvm::StringRef withoutAddressing(llvm::StringRef pseudo);

/// Not thread-safe: one thread at a time may use an object.
class Disassembler {
public:
  /// `features` are LLVM's ("+xnack,-sramecc"). On failure returns null and
  /// sets `error`.
  static std::unique_ptr<Disassembler> create(const Chip &chip,
                                              unsigned waveSize,
                                              llvm::StringRef features,
                                              std::string &error);

  /// Decodes the instruction at the start of `bytes`, which has this address.
  /// Returns its size in bytes, or 0 if it is no instruction.
  unsigned decode(llvm::ArrayRef<uint8_t> bytes, uint64_t address,
                  llvm::MCInst &inst) const;

  /// Assembly text.
  std::string text(const llvm::MCInst &inst, uint64_t address) const;

  const llvm::MCInstrDesc &describe(const llvm::MCInst &inst) const {
    return instructions->get(inst.getOpcode());
  }
  llvm::StringRef name(const llvm::MCInst &inst) const {
    return instructions->getName(inst.getOpcode());
  }
  llvm::StringRef registerName(llvm::MCRegister reg) const {
    return registers->getName(reg);
  }
  unsigned encodingOf(llvm::MCRegister reg) const {
    return registers->getEncodingValue(reg);
  }
  /// 32-bit words that a register has; a half of one counts 1.
  unsigned wordsOf(llvm::MCRegister reg) const;
  /// Passes of a matrix instruction through its pipeline, according to the
  /// scheduling model of the chip.
  unsigned passesOf(const llvm::MCInst &inst) const;

  const Chip &chip;
  const unsigned waveSize;

private:
  Disassembler(const Chip &chip, unsigned waveSize)
      : chip(chip), waveSize(waveSize) {}

  std::unique_ptr<llvm::MCRegisterInfo> registers;
  std::unique_ptr<llvm::MCAsmInfo> asmInfo;
  std::unique_ptr<llvm::MCInstrInfo> instructions;
  std::unique_ptr<llvm::MCSubtargetInfo> subtarget;
  std::unique_ptr<llvm::MCContext> context;
  std::unique_ptr<llvm::MCDisassembler> disassembler;
  std::unique_ptr<llvm::MCInstPrinter> printer;
  mutable llvm::DenseMap<unsigned, unsigned> words;
};

} // namespace mlir::prim

#endif // PRIM_CODEOBJECT_DISASSEMBLER_H
