//===- CrossLane.cpp - Values across lanes, and register pairs --*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// readlane, writelane, the permlane family, swaps, and VOPD. Reads and writes
// vector registers and single scalar registers.
//
//===----------------------------------------------------------------------===//

#include "VALU/Dpp.h"
#include "VALU/Families.h"
#include "VALU/LaneLoop.h"

#include <cstring>
#include <utility>

using namespace prim::emulator;
using namespace prim::emulator::PRIM_VALU;

/// The low word of a scalar or constant operand.
static uint32_t scalarWord(const Wave &wave, const Operand &operand) {
  return operand.isConstant() ? operand.lanes[0]
                              : uint32_t(scalarValue(wave, operand));
}

/// One lane of a source of any kind.
static uint32_t laneWord(Wave &wave, const Operand &operand, unsigned lane) {
  if (operand.kind == OperandKind::Vgpr || operand.kind == OperandKind::Agpr)
    return vectorRegister(wave, operand)[lane];
  return scalarWord(wave, operand);
}

static void readFirstLane(Wave &wave, const Instruction &inst) {
  uint64_t exec = wave.exec();
  // Without an active lane, lane 0 is read.
  unsigned lane = exec ? unsigned(__builtin_ctzll(exec)) : 0;
  wave.sgpr[inst.dst.index] = laneWord(wave, inst.src[0], lane);
}

static void readLane(Wave &wave, const Instruction &inst) {
  unsigned lane = scalarWord(wave, inst.src[1]) & (wave.lanes - 1);
  wave.sgpr[inst.dst.index] = laneWord(wave, inst.src[0], lane);
}

static void writeLane(Wave &wave, const Instruction &inst) {
  unsigned lane = scalarWord(wave, inst.src[1]) & (wave.lanes - 1);
  vectorRegister(wave, inst.dst)[lane] = scalarWord(wave, inst.src[0]);
}

/// permlane16 and permlanex16: every row selects lanes of its own row or of the
/// other row of its pair. op_sel of src0 fetches inactive lanes, and op_sel of
/// src1 is bound_ctrl. Without either, an inactive source leaves the result
/// unchanged.
template <bool OtherRow, bool PerLane>
static void permlane16(Wave &wave, const Instruction &inst) {
  alignas(64) uint32_t source[kLaneStride], result[kLaneStride];
  alignas(64) LaneBuffer selectors;
  std::memcpy(source, vectorRegister(wave, inst.src[0]), sizeof(source));
  const uint32_t *perLane = nullptr;
  uint64_t picks = 0;
  if (PerLane)
    perLane = fetchLanes<Kind::Int32>(wave, inst.src[1], selectors);
  else
    picks = scalarWord(wave, inst.src[1]) |
            uint64_t(scalarWord(wave, inst.src[2])) << 32;
  bool fetchInactive = inst.src[0].mods & kModOpSel;
  bool boundCtrl = inst.src[1].mods & kModOpSel;
  uint64_t exec = wave.exec(), enabled = exec;
  for (unsigned lane = 0; lane < wave.lanes; ++lane) {
    unsigned row = lane / kRowLanes ^ (OtherRow ? 1 : 0);
    unsigned pick = PerLane ? perLane[lane] & 0xf
                            : unsigned(picks >> (4 * (lane % kRowLanes))) & 0xf;
    unsigned from = row * kRowLanes + pick;
    bool valid = fetchInactive || (exec >> from & 1);
    result[lane] = valid ? source[from] : 0;
    if (!valid && !boundCtrl)
      enabled &= ~(uint64_t(1) << lane);
  }
  alignas(64) uint32_t active[kLaneStride];
  expandBits(enabled, active, wave.lanes);
  blendLanes(vectorRegister(wave, inst.dst), result, active, wave.lanes);
}

/// Swaps the halves of a wave64. On a wave32, which has only one half, the
/// instruction is a scalar no-op that leaves the destination unchanged.
static void permlane64(Wave &wave, const Instruction &inst) {
  if (wave.lanes != 64)
    return;
  alignas(64) uint32_t result[kLaneStride];
  const uint32_t *source = vectorRegister(wave, inst.src[0]);
  for (unsigned lane = 0; lane < wave.lanes; ++lane)
    result[lane] = source[lane ^ 32];
  blendLanes(vectorRegister(wave, inst.dst), result, wave.execLanes(),
             wave.lanes);
}

/// permlane16_swap (Width 16): odd rows of the first register with even rows of
/// the second. permlane32_swap (Width 32): upper half of the first with lower
/// half of the second. op_sel bits are as for permlane16; both lanes of a pair
/// must be active unless inactive lanes are fetched.
template <unsigned Width>
static void permlaneSwap(Wave &wave, const Instruction &inst) {
  uint32_t *first = vectorRegister(wave, inst.dst);
  uint32_t *second = vectorRegister(wave, inst.dst2);
  bool fetchInactive = inst.numImm > 0 && inst.imm[0];
  bool boundCtrl = inst.numImm > 1 && inst.imm[1];
  uint64_t exec = wave.exec();
  for (unsigned low = 0; low < wave.lanes; ++low) {
    if (low & Width)
      continue;
    unsigned high = low + Width;
    uint32_t fromFirst = first[high], fromSecond = second[low];
    bool highActive = exec >> high & 1, lowActive = exec >> low & 1;
    if (highActive && (fetchInactive || lowActive || boundCtrl))
      first[high] = fetchInactive || lowActive ? fromSecond : 0;
    if (lowActive && (fetchInactive || highActive || boundCtrl))
      second[low] = fetchInactive || highActive ? fromFirst : 0;
  }
}

static void swap32(Wave &wave, const Instruction &inst) {
  uint32_t *a = vectorRegister(wave, inst.dst);
  uint32_t *b = vectorRegister(wave, inst.dst2);
  const uint32_t *active = wave.execLanes();
  for (unsigned lane = 0; lane < wave.lanes; ++lane)
    if (active[lane])
      std::swap(a[lane], b[lane]);
}

static void swap16(Wave &wave, const Instruction &inst) {
  uint32_t *a = vectorRegister(wave, inst.dst);
  uint32_t *b = vectorRegister(wave, inst.dst2);
  unsigned shiftA = inst.dst.hi ? 16 : 0, shiftB = inst.dst2.hi ? 16 : 0;
  const uint32_t *active = wave.execLanes();
  for (unsigned lane = 0; lane < wave.lanes; ++lane) {
    if (!active[lane])
      continue;
    uint32_t fromA = a[lane] >> shiftA & 0xffff;
    uint32_t fromB = b[lane] >> shiftB & 0xffff;
    a[lane] = (a[lane] & ~(0xffffu << shiftA)) | fromB << shiftA;
    b[lane] = (b[lane] & ~(0xffffu << shiftB)) | fromA << shiftB;
  }
}

/// VOPD: both halves read before either writes. The second half runs before the
/// first one's destination is overwritten.
static void dual(Wave &wave, const Instruction &inst) {
  const Instruction &x = *inst.pair[0], &y = *inst.pair[1];
  bool independent = true;
  for (unsigned k = 0; k < y.numSrc; ++k)
    independent &= !(y.src[k].isVgpr() && y.src[k].index == x.dst.index);
  if (independent) {
    x.handler(wave, x);
    y.handler(wave, y);
    return;
  }
  alignas(64) uint32_t old[kLaneStride], result[kLaneStride];
  uint32_t *dst = vectorRegister(wave, x.dst);
  size_t bytes = sizeof(uint32_t) * wave.lanes;
  std::memcpy(old, dst, bytes);
  x.handler(wave, x);
  std::memcpy(result, dst, bytes);
  std::memcpy(dst, old, bytes);
  y.handler(wave, y);
  std::memcpy(dst, result, bytes);
}

static void nop(Wave &, const Instruction &) {}

void prim::emulator::PRIM_VALU::registerCrossLane(Registry &r) {
  r.add("V_READFIRSTLANE_B32", readFirstLane);
  r.add("V_READLANE_B32", readLane);
  r.add("V_WRITELANE_B32", writeLane);
  r.add("V_PERMLANE16_B32", permlane16<false, false>);
  r.add("V_PERMLANEX16_B32", permlane16<true, false>);
  r.add("V_PERMLANE16_VAR_B32", permlane16<false, true>);
  r.add("V_PERMLANEX16_VAR_B32", permlane16<true, true>);
  r.add("V_PERMLANE64_B32", permlane64);
  r.add("V_PERMLANE16_SWAP_B32", permlaneSwap<16>);
  r.add("V_PERMLANE32_SWAP_B32", permlaneSwap<32>);
  r.add("V_SWAP_B32", swap32);
  r.add("V_SWAP_B16", swap16);
  r.add("V_NOP", nop);
  r.add("V_PIPEFLUSH", nop);
  r.add("V_DUAL", dual);
}
