//===- HardwareRegisters.cpp - MODE, clocks and messages --------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// s_getreg/s_setreg, the rounding and denormal shortcuts, the clocks and the
// messages that return a value. Clocks count executed wave-instructions of the
// launch. They are monotonic and identical in every run.
//
//===----------------------------------------------------------------------===//

#include "Core/Launch.h"
#include "Core/Registry.h"
#include "Scalar/Families.h"
#include "Scalar/Operands.h"

using namespace prim::emulator;

namespace {

enum HwReg : unsigned {
  kHwMode = 1,
  kHwStatus = 2,
  kHwTrapStatus = 3,
  kHwIb = 7,
  kHwSharedBases = 15,
  kHwXccId = 20,         // gfx940+
  kHwFlatScratchLo = 20, // gfx10
  kHwFlatScratchHi = 21, // gfx10
  kHwId1 = 23,           // gfx10+
  kHwId2 = 24,           // gfx10+
  kHwIdGfx9 = 4,         // gfx9
  kHwCyclesLo = 29,      // gfx10.3+
  kHwCyclesHi = 30,      // gfx12
};

struct Field {
  unsigned id, offset, width;
  explicit Field(int32_t imm)
      : id(imm & 0x3f), offset(imm >> 6 & 0x1f), width((imm >> 11 & 0x1f) + 1) {
  }
  uint32_t mask() const {
    return width == 32 ? 0xffffffffu : (1u << width) - 1;
  }
};

uint64_t now(Wave &w) { return w.launch->executed + context(w).executed; }

void getReg(Wave &w, const Instruction &inst) {
  Field field(inst.imm[0]);
  uint32_t value = 0;
  bool gfx9 = w.launch->program->target.isGfx9();
  if (field.id == kHwMode)
    value = w.mode;
  else if (field.id == kHwStatus)
    value = w.scc | (w.exec() == 0) << 9 | (w.mask(kVccLo) == 0) << 10;
  else if (field.id == kHwTrapStatus || field.id == kHwIb)
    value = 0;
  else if (field.id == kHwSharedBases)
    value = kSharedApertureHi | kPrivateApertureHi >> 16;
  else if (field.id == (gfx9 ? unsigned(kHwIdGfx9) : unsigned(kHwId1)) ||
           field.id == kHwId2)
    value = w.indexInGroup & 0xf;
  else if (field.id == kHwXccId && gfx9)
    value = 0;
  else if (field.id == kHwCyclesLo && !gfx9)
    value = uint32_t(now(w));
  else if (field.id == kHwCyclesHi && !gfx9)
    value = uint32_t(now(w) >> 32);
  else
    return w.fault(inst, -1, "hardware register %u is not known", field.id);
  writeScalar(w, inst.dst, value >> field.offset & field.mask());
}

void writeReg(Wave &w, const Instruction &inst, Field field, uint32_t value) {
  if (w.launch->program->target.encoding.major == 10 &&
      (field.id == kHwFlatScratchLo || field.id == kHwFlatScratchHi)) {
    // Scratch is addressed through the aperture, not through this base.
    w.sgpr[kFlatScratchLo + (field.id - kHwFlatScratchLo)] = value;
    return;
  }
  if (field.id != kHwMode)
    return w.fault(inst, -1, "writing hardware register %u is not known",
                   field.id);
  uint32_t mask = field.mask() << field.offset;
  w.mode = (w.mode & ~mask) | (value << field.offset & mask);
}
void setReg(Wave &w, const Instruction &inst) {
  writeReg(w, inst, Field(inst.imm[0]), readScalar<uint32_t>(w, inst.src[0]));
}
void setRegImmediate(Wave &w, const Instruction &inst) {
  // The 32-bit value is a plain immediate or a literal source.
  if (inst.numSrc)
    return setReg(w, inst);
  writeReg(w, inst, Field(inst.imm[1]), uint32_t(inst.imm[0]));
}
void roundMode(Wave &w, const Instruction &inst) {
  w.mode = (w.mode & ~0xfu) | (inst.imm[0] & 0xf);
}
void denormMode(Wave &w, const Instruction &inst) {
  w.mode = (w.mode & ~0xf0u) | (inst.imm[0] & 0xf) << 4;
}
void readClock(Wave &w, const Instruction &inst) {
  writeScalar(w, inst.dst, now(w));
}
template <typename T>
void sendMessageReturn(Wave &w, const Instruction &inst) {
  constexpr int kGetRealtime = 131;
  int id = inst.imm[0] & 0xff;
  if (id != kGetRealtime)
    return w.fault(inst, -1, "message %d is not known to the emulator", id);
  writeScalar(w, inst.dst, T(now(w)));
}

} // namespace

void prim::emulator::registerHardwareRegisters(Registry &r) {
  r.add("S_GETREG_B32", getReg);
  r.add("S_SETREG_B32", setReg);
  r.add("S_SETREG_IMM32_B32", setRegImmediate);
  r.add("S_ROUND_MODE", roundMode);
  r.add("S_DENORM_MODE", denormMode);
  r.add("S_MEMTIME", readClock);
  r.add("S_MEMREALTIME", readClock);
  r.add("S_GET_SHADER_CYCLES_U64", readClock);
  r.add("S_SENDMSG_RTN_B32", sendMessageReturn<uint32_t>);
  r.add("S_SENDMSG_RTN_B64", sendMessageReturn<uint64_t>);
}
