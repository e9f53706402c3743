//===- Indexed.cpp - Registers chosen at run time ---------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// v_movrels and v_movreld add M0 to a register number; on gfx9 s_set_gpr_idx_on
// has the same effect on the following moves. Only v_mov_b32 is executed in
// that mode, because compilers use no other instruction there. Any other
// instruction is rejected when the mode is entered. Accesses vector registers,
// M0 and MODE.
//
//===----------------------------------------------------------------------===//

#include "VALU/Indexed.h"
#include "VALU/LaneLoop.h"
#include "VALU/SemanticsInteger.h"

#include <cstring>
#include <string_view>
#include <utility>

using namespace prim::emulator;
using namespace prim::emulator::PRIM_VALU;

namespace {

constexpr uint32_t kModeGprIndex = 1u << 27;
/// The operands that s_set_gpr_idx_on's immediate makes relative.
enum GprIndexMode : unsigned { kIndexSrc0 = 1, kIndexDst = 8 };
constexpr unsigned kModeShift = 12; // of that immediate in M0

void moveLanes(Wave &wave, const Instruction &inst, const Operand &dst,
               const Operand &src, uint64_t dstOffset, uint64_t srcOffset) {
  Instruction move = inst;
  move.dst = dst;
  move.src[0] = src;
  for (auto [operand, offset] :
       {std::pair(&move.dst, dstOffset), std::pair(&move.src[0], srcOffset)}) {
    if (!offset)
      continue;
    uint64_t index = operand->index + offset;
    if (operand->kind != OperandKind::Vgpr || index > 255)
      return wave.fault(inst, -1, "register index %llu is out of range",
                        (unsigned long long)index);
    operand->index = uint16_t(index);
  }
  handlePlain<mov32, nullptr>(wave, move);
}

/// `Dst` and `Src` select the relative side. Forms with a relative destination
/// have no def; the register is a source operand.
template <bool Dst, bool Src>
void moveRelative(Wave &wave, const Instruction &inst) {
  uint64_t offset = wave.sgpr[kM0];
  const Operand &dst = inst.dst ? inst.dst : inst.src[0];
  const Operand &src = inst.dst ? inst.src[0] : inst.src[1];
  moveLanes(wave, inst, dst, src, Dst ? offset : 0, Src ? offset : 0);
}

template <bool Dst, bool Src>
Handler selectRelative(const Instruction &inst, const DecodeContext &) {
  bool plain = inst.encoding == Encoding::E32 || inst.encoding == Encoding::E64;
  return plain && inst.numSrc >= (inst.dst ? 1 : 2) ? moveRelative<Dst, Src>
                                                    : nullptr;
}

/// v_mov_b32 of gfx9, which obeys the index mode.
void moveMaybeIndexed(Wave &wave, const Instruction &inst) {
  if (!(wave.mode & kModeGprIndex))
    return handlePlain<mov32, nullptr>(wave, inst);
  uint32_t m0 = wave.sgpr[kM0], offset = m0 & 0xff, mode = m0 >> kModeShift;
  moveLanes(wave, inst, inst.dst, inst.src[0], mode & kIndexDst ? offset : 0,
            mode & kIndexSrc0 ? offset : 0);
}

Handler selectMove(const Instruction &inst, const DecodeContext &context) {
  Handler handler = select<mov32>(inst, context);
  return handler == handlePlain<mov32, nullptr> && context.target.isGfx9()
             ? moveMaybeIndexed
             : handler;
}

uint32_t scalarSource(const Wave &wave, const Operand &operand) {
  return operand.isConstant() ? operand.lanes[0]
                              : uint32_t(scalarValue(wave, operand));
}

void enterIndexMode(Wave &wave, const Instruction &inst) {
  uint32_t mode = uint32_t(inst.imm[0]);
  for (const Instruction *at = wave.next;; ++at) {
    std::string_view key = at->key;
    if (key == "S_SET_GPR_IDX_OFF")
      break;
    if (key != "V_MOV_B32" || at->handler != moveMaybeIndexed)
      return wave.fault(inst, -1,
                        "only plain v_mov_b32 is known in register index mode");
  }
  if (mode & ~unsigned(kIndexSrc0 | kIndexDst))
    return wave.fault(inst, -1, "register index mode 0x%x is not known", mode);
  wave.sgpr[kM0] = (wave.sgpr[kM0] & ~0xf0ffu) | mode << kModeShift |
                   (scalarSource(wave, inst.src[0]) & 0xff);
  wave.mode |= kModeGprIndex;
}

void leaveIndexMode(Wave &wave, const Instruction &) {
  wave.mode &= ~kModeGprIndex;
}

} // namespace

void prim::emulator::PRIM_VALU::registerIndexed(Registry &r) {
  r.add("V_MOV_B32", selectMove);
  r.add("V_MOVRELS_B32", selectRelative<false, true>);
  r.add("V_MOVRELD_B32", selectRelative<true, false>);
  r.add("V_MOVRELSD_B32", selectRelative<true, true>);
  r.add("S_SET_GPR_IDX_ON", enterIndexMode);
  r.add("S_SET_GPR_IDX_OFF", leaveIndexMode);
}
