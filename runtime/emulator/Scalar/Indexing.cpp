//===- Indexing.cpp - Registers indexed at run time -------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// gfx9's index mode, in which M0 offsets the vector registers of the following
// instructions, and gfx10's relative moves. Compilers close index mode a few
// instructions after opening it, without a branch. The opening instruction
// therefore runs the whole stretch with patched operands.
//
//===----------------------------------------------------------------------===//

#include "Core/Launch.h"
#include "Core/Registry.h"
#include "Memory/Access.h"
#include "Scalar/Families.h"
#include "Scalar/Operands.h"

using namespace prim::emulator;

namespace {

constexpr unsigned kVectorRegisters = 256;

/// Bits of the mode operand: which of the three sources and the destination.
enum IndexMode : unsigned { kIndexDst = 8 };

bool shift(Operand &operand, unsigned by) {
  if (operand.kind != OperandKind::Vgpr)
    return true;
  operand.index = uint16_t(operand.index + by);
  return operand.index + operand.width <= kVectorRegisters;
}

void indexModeOn(Wave &w, const Instruction &inst) {
  unsigned index = readScalar<uint32_t>(w, inst.src[0]) & 0xff;
  unsigned mode = unsigned(inst.imm[0]) & 0xf;
  w.sgpr[kM0] = (w.sgpr[kM0] & 0xffff0f00) | index | mode << 12;
  constexpr unsigned kMostInstructions = 64;
  for (unsigned n = 0; n < kMostInstructions; ++n) {
    const Instruction &next = *w.next++;
    ++w.launch->counts[next.index];
    ++w.launch->executed;
    ++context(w).executed;
    if (std::strcmp(next.key, "S_SET_GPR_IDX_OFF") == 0)
      return;
    if (std::strcmp(next.key, "S_SET_GPR_IDX_IDX") == 0) {
      index = readScalar<uint32_t>(w, next.src[0]) & 0xff;
      w.sgpr[kM0] = (w.sgpr[kM0] & ~0xffu) | index;
      continue;
    }
    if (next.cls == InstructionClass::Branch)
      return w.fault(next, -1, "branch inside register index mode");
    Instruction patched = next;
    bool ok = true;
    if (next.encoding != Encoding::Other) {
      for (unsigned i = 0; i < 3; ++i)
        if (mode >> i & 1)
          ok &= shift(patched.src[i], index);
      if (mode & kIndexDst)
        ok &= shift(patched.dst, index);
    }
    if (!ok)
      return w.fault(next, -1, "indexed register is past v255 (index %u)",
                     index);
    patched.handler(w, patched);
    if (w.state != WaveState::Running)
      return;
  }
  w.fault(inst, -1, "register index mode is not closed within %u instructions",
          kMostInstructions);
}

void indexModeOff(Wave &w, const Instruction &inst) {
  w.fault(inst, -1, "register index mode ends, but did not begin");
}

template <bool SourceMoves, bool DestinationMoves>
void relativeMove(Wave &w, const Instruction &inst) {
  // LLVM represents the moved destination as a leading source.
  Operand source = inst.dst ? inst.src[0] : inst.src[1];
  Operand destination = inst.dst ? inst.dst : inst.src[0];
  uint32_t by = w.sgpr[kM0];
  if (by >= kVectorRegisters || (SourceMoves && !shift(source, by)) ||
      (DestinationMoves && !shift(destination, by)))
    return w.fault(inst, -1, "indexed register is past v255 (index %u)", by);
  uint32_t *to = vectorRegister(w, destination);
  if (source.kind == OperandKind::Vgpr) {
    const uint32_t *from = vectorRegister(w, source);
    forLanes(w.exec(), w.lanes, [&](unsigned lane) { to[lane] = from[lane]; });
  } else {
    uint32_t value = readScalar<uint32_t>(w, source);
    forLanes(w.exec(), w.lanes, [&](unsigned lane) { to[lane] = value; });
  }
}

/// Relative moves have no modifiers; compilers do not emit their DPP and SDWA
/// forms.
template <bool SourceMoves, bool DestinationMoves>
Handler plainOnly(const Instruction &inst, const DecodeContext &) {
  bool plain = inst.dpp.kind == DppKind::None && !inst.sdwa.present;
  unsigned operands = (inst.dst ? 1 : 0) + inst.numSrc;
  return plain && operands == 2 ? relativeMove<SourceMoves, DestinationMoves>
                                : nullptr;
}

} // namespace

void prim::emulator::registerRegisterIndexing(Registry &r) {
  r.add("S_SET_GPR_IDX_ON", indexModeOn);
  r.add("S_SET_GPR_IDX_OFF", indexModeOff);
  r.add("V_MOVRELS_B32", plainOnly<true, false>);
  r.add("V_MOVRELD_B32", plainOnly<false, true>);
  r.add("V_MOVRELSD_B32", plainOnly<true, true>);
}
