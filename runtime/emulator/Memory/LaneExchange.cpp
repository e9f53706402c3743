//===- LaneExchange.cpp - ds_swizzle, ds_permute, ds_bpermute ---*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Instructions that move registers between lanes through the LDS crossbar
// without accessing memory. An inactive source lane gives 0. On gfx10 and
// later, permutes stay within their half of 32 lanes; on earlier chips they
// cross the wave of 64.
//
//===----------------------------------------------------------------------===//

#include "Core/Registry.h"
#include "Memory/Access.h"

using namespace prim::emulator;

namespace {

/// Source lane of ds_swizzle. Bit 15 selects between patterns within four lanes
/// and within 32; 0xc000 and above rotate (gfx9+: 1100 in the top bits), 0xe000
/// and above are the FFT orders.
int swizzleSource(uint32_t offset, unsigned lane) {
  if (offset >= 0xe000) {
    // FFT order; only the full bit reversal of 32 lanes is implemented.
    if (offset & 0x1f)
      return -1;
    return int((lane & 32) | __builtin_bitreverse32(lane & 31) >> 27);
  }
  if (offset >= 0xc000) {
    unsigned mask = offset & 0x1f;
    unsigned count = offset >> 5 & 0x1f;
    bool right = offset & 0x400;
    unsigned low = lane & 31;
    unsigned moved = right ? low - count : low + count;
    return int((lane & 32) | (low & mask) | (moved & ~mask & 31));
  }
  if (offset & 0x8000)
    return int((lane & ~3u) | (offset >> 2 * (lane & 3) & 3));
  unsigned low = lane & 31;
  unsigned andMask = offset & 0x1f, orMask = offset >> 5 & 0x1f,
           xorMask = offset >> 10 & 0x1f;
  return int((lane & 32) | (((low & andMask) | orMask) ^ xorMask));
}

void swizzle(Wave &wave, const Instruction &inst) {
  uint32_t copy[kLaneStride];
  std::memcpy(copy, vectorRegister(wave, inst.src[0]), sizeof(copy));
  uint32_t *dst = vectorRegister(wave, inst.dst);
  uint64_t exec = wave.exec();
  uint32_t offset = uint16_t(inst.imm[0]);
  forLanes(exec, wave.lanes, [&](unsigned lane) {
    int source = swizzleSource(offset, lane);
    if (source < 0)
      return wave.fault(inst, int(lane),
                        "partial FFT swizzles are not known to the emulator");
    dst[lane] = exec >> source & 1 ? copy[source] : 0;
  });
}

/// Lanes that a permute can reach from `lane`.
unsigned crossbarBase(const Wave &wave, unsigned lane) {
  return wave.launch->program->target.isGfx10Plus() ? lane & ~31u : 0;
}
unsigned crossbarMask(const Wave &wave) {
  return wave.launch->program->target.isGfx10Plus() ? 31 : 63;
}

void bpermute(Wave &wave, const Instruction &inst) {
  uint32_t copy[kLaneStride];
  std::memcpy(copy, vectorRegister(wave, inst.src[1]), sizeof(copy));
  const uint32_t *address = vectorRegister(wave, inst.src[0]);
  uint32_t *dst = vectorRegister(wave, inst.dst);
  uint64_t exec = wave.exec();
  unsigned mask = crossbarMask(wave);
  uint32_t offset = uint16_t(inst.imm[0]);
  uint32_t result[kLaneStride];
  forLanes(exec, wave.lanes, [&](unsigned lane) {
    unsigned source =
        crossbarBase(wave, lane) | ((address[lane] + offset) / 4 & mask);
    result[lane] = exec >> source & 1 ? copy[source] : 0;
  });
  forLanes(exec, wave.lanes, [&](unsigned lane) { dst[lane] = result[lane]; });
}

void bpermuteFetchInactive(Wave &wave, const Instruction &inst) {
  uint32_t copy[kLaneStride], result[kLaneStride];
  std::memcpy(copy, vectorRegister(wave, inst.src[1]), sizeof(copy));
  const uint32_t *address = vectorRegister(wave, inst.src[0]);
  uint32_t *dst = vectorRegister(wave, inst.dst);
  unsigned mask = crossbarMask(wave);
  uint32_t offset = uint16_t(inst.imm[0]);
  forLanes(wave.exec(), wave.lanes, [&](unsigned lane) {
    result[lane] =
        copy[crossbarBase(wave, lane) | ((address[lane] + offset) / 4 & mask)];
  });
  forLanes(wave.exec(), wave.lanes,
           [&](unsigned lane) { dst[lane] = result[lane]; });
}

void permute(Wave &wave, const Instruction &inst) {
  const uint32_t *data = vectorRegister(wave, inst.src[1]);
  const uint32_t *address = vectorRegister(wave, inst.src[0]);
  uint32_t *dst = vectorRegister(wave, inst.dst);
  uint64_t exec = wave.exec();
  unsigned mask = crossbarMask(wave);
  uint32_t offset = uint16_t(inst.imm[0]);
  uint32_t result[kLaneStride] = {};
  // If several lanes send to one place, the highest lane wins.
  forLanes(exec, wave.lanes, [&](unsigned lane) {
    result[crossbarBase(wave, lane) | ((address[lane] + offset) / 4 & mask)] =
        data[lane];
  });
  forLanes(exec, wave.lanes, [&](unsigned lane) { dst[lane] = result[lane]; });
}

} // namespace

void prim::emulator::registerLaneExchange(Registry &r) {
  r.add("DS_SWIZZLE_B32", swizzle);
  r.add("DS_BPERMUTE_B32", bpermute);
  r.add("DS_BPERMUTE_FI_B32", bpermuteFetchInactive);
  r.add("DS_PERMUTE_B32", permute);
}
