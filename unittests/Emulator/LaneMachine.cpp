//===- LaneMachine.cpp - One wave that runs assembly text -------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Assembles with LLVM's AMDGPU assembler into memory and runs the decoded
// instructions one by one. Uses no file and no device.
//
//===----------------------------------------------------------------------===//

#include "LaneMachine.h"

#include "llvm/MC/MCAsmInfo.h"
#include "llvm/MC/MCCodeEmitter.h"
#include "llvm/MC/MCContext.h"
#include "llvm/MC/MCInst.h"
#include "llvm/MC/MCInstrInfo.h"
#include "llvm/MC/MCObjectFileInfo.h"
#include "llvm/MC/MCParser/MCAsmParser.h"
#include "llvm/MC/MCParser/MCTargetAsmParser.h"
#include "llvm/MC/MCRegisterInfo.h"
#include "llvm/MC/MCStreamer.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/MCTargetOptions.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/TargetParser/Triple.h"

using namespace llvm;
using namespace prim::emulator;
using namespace prim::emulator::test;

namespace {

/// Keeps the bytes of every instruction.
class BytesStreamer : public MCStreamer {
public:
  BytesStreamer(MCContext &context, MCCodeEmitter &emitter)
      : MCStreamer(context), emitter(emitter) {}
  bool emitSymbolAttribute(MCSymbol *, MCSymbolAttr) override { return true; }
  void emitCommonSymbol(MCSymbol *, uint64_t, Align) override {}
  void emitInstruction(const MCInst &inst,
                       const MCSubtargetInfo &subtarget) override {
    SmallVector<char, 16> encoded;
    SmallVector<MCFixup, 2> fixups;
    emitter.encodeInstruction(inst, encoded, fixups, subtarget);
    bytes.insert(bytes.end(), encoded.begin(), encoded.end());
  }
  std::vector<uint8_t> bytes;

private:
  MCCodeEmitter &emitter;
};

} // namespace

std::vector<uint8_t> prim::emulator::test::assemble(const std::string &chip,
                                                    unsigned waveSize,
                                                    const std::string &text,
                                                    std::string &error) {
  static const bool initialized = [] {
    InitializeAllTargetInfos();
    InitializeAllTargetMCs();
    InitializeAllAsmParsers();
    return true;
  }();
  (void)initialized;
  Triple triple("amdgcn-amd-amdhsa");
  const llvm::Target *target = TargetRegistry::lookupTarget(triple, error);
  if (!target)
    return {};
  std::unique_ptr<MCRegisterInfo> registers(target->createMCRegInfo(triple));
  MCTargetOptions options;
  std::unique_ptr<MCAsmInfo> asmInfo(
      target->createMCAsmInfo(*registers, triple, options));
  std::unique_ptr<MCInstrInfo> instructions(target->createMCInstrInfo());
  std::string features;
  if (findTarget(chip.c_str())->isGfx10Plus())
    features = waveSize == 64 ? "+wavefrontsize64,-wavefrontsize32"
                              : "+wavefrontsize32,-wavefrontsize64";
  std::unique_ptr<MCSubtargetInfo> subtarget(
      target->createMCSubtargetInfo(triple, chip, features));
  SourceMgr sources;
  sources.AddNewSourceBuffer(MemoryBuffer::getMemBufferCopy(text), SMLoc());
  sources.setDiagHandler(
      [](const SMDiagnostic &diagnostic, void *to) {
        *static_cast<std::string *>(to) += diagnostic.getMessage().str();
      },
      &error);
  MCContext context(triple, asmInfo.get(), registers.get(), subtarget.get(),
                    &sources, &options);
  std::unique_ptr<MCObjectFileInfo> sections(
      target->createMCObjectFileInfo(context, /*PIC=*/false));
  context.setObjectFileInfo(sections.get());
  std::unique_ptr<MCCodeEmitter> emitter(
      target->createMCCodeEmitter(*instructions, context));
  BytesStreamer streamer(context, *emitter);
  target->createNullTargetStreamer(streamer);
  std::unique_ptr<MCAsmParser> parser(
      createMCAsmParser(sources, context, streamer, *asmInfo));
  std::unique_ptr<MCTargetAsmParser> targetParser(
      target->createMCAsmParser(*subtarget, *parser, *instructions, options));
  parser->setTargetParser(*targetParser);
  if (parser->Run(/*NoInitialTextSection=*/false) || !error.empty()) {
    if (error.empty())
      error = "the assembler refused the text";
    return {};
  }
  return streamer.bytes;
}

LaneMachine::LaneMachine(const std::string &chip, unsigned waveSize)
    : chip(chip), vgprs(kLaneStride * 512, 0xdeadbeef) {
  const prim::emulator::Target *target = findTarget(chip.c_str());
  wave.vgpr = vgprs.data();
  wave.agpr = vgprs.data() + kLaneStride * 256;
  wave.lanes = waveSize ? waveSize : target->waveSize;
  std::memset(wave.sgpr, 0, sizeof(wave.sgpr));
  wave.mode = kModeDenormInF32 | kModeDenormOutF32 | kModeDenormInF64F16 |
              kModeDenormOutF64F16 | kModeDx10Clamp | kModeIeee;
  wave.setExec(~uint64_t(0));
}

std::unique_ptr<Program> LaneMachine::decode(const std::string &text) {
  std::string error;
  code = assemble(chip, wave.lanes, text + "\n", error);
  if (code.empty()) {
    ADD_FAILURE() << chip << ": " << text << ": " << error;
    return nullptr;
  }
  auto program = Program::decode(*findTarget(chip.c_str()), wave.lanes, "",
                                 code.data(), 0x1000, code.size(), error);
  if (!program)
    ADD_FAILURE() << chip << ": " << error;
  return program;
}

void LaneMachine::run(const std::string &text) {
  std::unique_ptr<Program> program = decode(text);
  if (!program)
    return;
  for (const Instruction &inst : program->instructions) {
    if (inst.address - 0x1000 >= code.size())
      break;
    inst.handler(wave, inst);
    if (wave.state == WaveState::Faulted) {
      ADD_FAILURE() << chip << ": not executable: " << program->text(inst)
                    << " (" << inst.name << ", " << inst.key << ")";
      wave.state = WaveState::Running;
      return;
    }
  }
}

bool LaneMachine::knows(const std::string &text) {
  std::unique_ptr<Program> program = decode(text);
  if (!program)
    return false;
  const Instruction &inst = program->instructions.front();
  return Registry::get().find(inst, {program->target, wave.lanes}) != nullptr;
}
