//===- Disassembler.cpp - LLVM's AMDGPU disassembler ----*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Creates the MC objects, and classifies names and registers by the interface
// of LLVM's shared library.
//
//===----------------------------------------------------------------------===//

#include "prim/CodeObject/Disassembler.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/MC/MCTargetOptions.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/TargetParser/Triple.h"
#include <mutex>

using namespace llvm;
using namespace mlir::prim;

template <typename Predicate>
static const Chip *findChip(Predicate isIt) {
  for (const Chip &chip : chips)
    if (chip.family == TargetFamily::AMDGPU && isIt(chip))
      return &chip;
  return nullptr;
}

const Chip *mlir::prim::findAMDGPUChip(StringRef name) {
  return findChip([&](const Chip &chip) { return name == chip.chip; });
}

const Chip *mlir::prim::findAMDGPUChip(unsigned elfMach) {
  return findChip(
      [&](const Chip &chip) { return chip.encoding.elfMach == elfMach; });
}

StringRef mlir::prim::pseudoName(StringRef name) {
  for (size_t i = 1; i + 1 < name.size(); ++i)
    if (name[i] == '_' && isLower(name[i + 1])) {
      name = name.take_front(i);
      break;
    }
  for (size_t again = name.find("V_", 1); again != StringRef::npos;
       again = name.find("V_", again + 1))
    if (isDigit(name[again - 1])) // not the V_ of MOV_ or REV_
      return name.drop_front(again);
  return name;
}

StringRef mlir::prim::withoutAddressing(StringRef pseudo) {
  static constexpr StringLiteral suffixes[] = {
      "_RTN",    "_SADDR", "_SVS",    "_ST",     "_VE",  "_OFFEN",
      "_OFFSET", "_IDXEN", "_BOTHEN", "_ADDR64", "_IMM", "_SGPR"};
  for (bool again = true; again;) {
    again = false;
    for (StringRef suffix : suffixes)
      again |= pseudo.consume_back(suffix);
  }
  return pseudo;
}

std::unique_ptr<Disassembler> Disassembler::create(const Chip &chip,
                                                   unsigned waveSize,
                                                   StringRef features,
                                                   std::string &error) {
  static std::once_flag once;
  std::call_once(once, [] {
    LLVMInitializeAMDGPUTargetInfo();
    LLVMInitializeAMDGPUTarget();
    LLVMInitializeAMDGPUTargetMC();
    LLVMInitializeAMDGPUDisassembler();
  });
  Triple triple("amdgcn-amd-amdhsa");
  const Target *target = TargetRegistry::lookupTarget(triple, error);
  if (!target)
    return nullptr;
  std::string all = features.str();
  if (chip.wave32)
    all += std::string(all.empty() ? "" : ",") +
           (waveSize == 64 ? "+wavefrontsize64,-wavefrontsize32"
                           : "+wavefrontsize32,-wavefrontsize64");
  std::unique_ptr<Disassembler> result(new Disassembler(chip, waveSize));
  MCTargetOptions options;
  result->registers.reset(target->createMCRegInfo(triple));
  result->asmInfo.reset(
      target->createMCAsmInfo(*result->registers, triple, options));
  result->instructions.reset(target->createMCInstrInfo());
  result->subtarget.reset(
      target->createMCSubtargetInfo(triple, chip.chip, all));
  result->context = std::make_unique<MCContext>(triple, result->asmInfo.get(),
                                                result->registers.get(),
                                                result->subtarget.get());
  result->disassembler.reset(
      target->createMCDisassembler(*result->subtarget, *result->context));
  result->printer.reset(target->createMCInstPrinter(
      triple, 0, *result->asmInfo, *result->instructions, *result->registers));
  if (!result->disassembler || !result->printer) {
    error = "LLVM has no AMDGPU disassembler";
    return nullptr;
  }
  return result;
}

unsigned Disassembler::decode(ArrayRef<uint8_t> bytes, uint64_t address,
                              MCInst &inst) const {
  uint64_t size = 0;
  auto status =
      disassembler->getInstruction(inst, size, bytes, address, nulls());
  return status == MCDisassembler::Fail ? 0 : unsigned(size);
}

std::string Disassembler::text(const MCInst &inst, uint64_t address) const {
  std::string out;
  raw_string_ostream stream(out);
  printer->printInst(&inst, address, "", *subtarget, stream);
  return StringRef(out).trim().str();
}

unsigned Disassembler::wordsOf(MCRegister reg) const {
  unsigned &result = words[reg.id()];
  if (!result) {
    result = 1;
    for (const MCRegisterClass &cls : registers->regclasses())
      if (cls.contains(reg))
        result = std::max<unsigned>(result, (cls.getSizeInBits() + 31) / 32);
  }
  return result;
}

unsigned Disassembler::passesOf(const MCInst &inst) const {
  const MCSchedModel &model = subtarget->getSchedModel();
  unsigned id = describe(inst).getSchedClass();
  if (!model.hasInstrSchedModel())
    return 0;
  const MCSchedClassDesc *cls = model.getSchedClassDesc(id);
  while (cls->isVariant()) {
    id = subtarget->resolveVariantSchedClass(id, &inst, instructions.get(),
                                             model.getProcessorID());
    cls = model.getSchedClassDesc(id);
  }
  unsigned passes = 0;
  for (const MCWriteProcResEntry &entry :
       make_range(subtarget->getWriteProcResBegin(cls),
                  subtarget->getWriteProcResEnd(cls)))
    passes = std::max<unsigned>(passes, entry.ReleaseAtCycle);
  return passes;
}
