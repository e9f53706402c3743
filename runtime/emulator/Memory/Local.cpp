//===- Local.cpp - LDS loads and stores -------------------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// DS loads and stores in all widths, the two-address forms, the d16 halves and
// the forms addressed by thread id.
//
//===----------------------------------------------------------------------===//

#include "Core/Registry.h"
#include "Memory/Transfer.h"

using namespace prim::emulator;

namespace {

/// The addresses of two elements per lane. Their offsets are in elements (or in
/// units of 64 elements).
template <unsigned Words, unsigned Stride>
bool resolveTwo(Wave &wave, const Instruction &inst, LdsUse use,
                LanePointers &p, LanePointers &q) {
  const uint32_t *address = vectorRegister(wave, inst.src[0]);
  constexpr uint64_t scale = Words * 4 * Stride;
  return resolveLds(wave, inst, address, uint8_t(inst.imm[0]) * scale,
                    Words * 4, use, p) &&
         resolveLds(wave, inst, address, uint8_t(inst.imm[1]) * scale,
                    Words * 4, use, q);
}

template <unsigned Words, unsigned Stride>
void read2(Wave &wave, const Instruction &inst) {
  LanePointers p, q;
  if (!resolveTwo<Words, Stride>(wave, inst, LdsUse::Read, p, q))
    return;
  uint32_t *dst = vectorRegister(wave, inst.dst);
  loadWords<Words>(wave, p, dst);
  loadWords<Words>(wave, q, dst + Words * kLaneStride);
}

template <unsigned Words, unsigned Stride>
void write2(Wave &wave, const Instruction &inst) {
  LanePointers p, q;
  if (!resolveTwo<Words, Stride>(wave, inst, LdsUse::Write, p, q))
    return;
  bool changed = storeWords<Words>(wave, p, vectorRegister(wave, inst.src[1]));
  changed |= storeWords<Words>(wave, q, vectorRegister(wave, inst.src[2]));
  if (changed)
    wave.launch->progress();
}

/// Exchange at two addresses. The old values are stored in consecutive
/// registers.
template <unsigned Words, unsigned Stride>
void exchange2(Wave &wave, const Instruction &inst) {
  LanePointers p, q;
  if (!resolveTwo<Words, Stride>(wave, inst, LdsUse::Atomic, p, q))
    return;
  const uint32_t *data0 = vectorRegister(wave, inst.src[1]);
  const uint32_t *data1 = vectorRegister(wave, inst.src[2]);
  uint32_t *dst = vectorRegister(wave, inst.dst);
  forLanes(p.exec, wave.lanes, [&](unsigned lane) {
    uint32_t old[2 * Words], now[2 * Words];
    std::memcpy(old, p.pointer(lane), Words * 4);
    std::memcpy(old + Words, q.pointer(lane), Words * 4);
    for (unsigned k = 0; k < Words; ++k) {
      now[k] = data0[k * kLaneStride + lane];
      now[Words + k] = data1[k * kLaneStride + lane];
    }
    std::memcpy(p.pointer(lane), now, Words * 4);
    std::memcpy(q.pointer(lane), now + Words, Words * 4);
    for (unsigned k = 0; k < 2 * Words; ++k)
      dst[k * kLaneStride + lane] = old[k];
  });
  wave.launch->progress();
}

/// ds_{read,write}_addtid: offset + M0[15:0] + 4 * lane.
template <bool IsWrite>
void threadAddressed(Wave &wave, const Instruction &inst) {
  uint32_t lanes[kLaneStride];
  for (unsigned lane = 0; lane < kLaneStride; ++lane)
    lanes[lane] = (wave.sgpr[kM0] & 0xffff) + 4 * lane;
  LanePointers p;
  if (!resolveLds(wave, inst, lanes, uint16_t(inst.imm[0]), 4,
                  IsWrite ? LdsUse::Write : LdsUse::Read, p))
    return;
  if (IsWrite)
    noteStore<Space::Local>(
        wave, p, 4, storeWords<1>(wave, p, vectorRegister(wave, inst.src[0])));
  else
    loadWords<1>(wave, p, vectorRegister(wave, inst.dst));
}

void nothing(Wave &, const Instruction &) {}

} // namespace

void prim::emulator::registerLocalMemory(Registry &r) {
  r.add("DS_NOP", nothing);
  r.add("DS_READ_B32", load<Space::Local, 1>);
  r.add("DS_READ_B64", load<Space::Local, 2>);
  r.add("DS_READ_B96", load<Space::Local, 3>);
  r.add("DS_READ_B128", load<Space::Local, 4>);
  r.add("DS_WRITE_B32", store<Space::Local, 1>);
  r.add("DS_WRITE_B64", store<Space::Local, 2>);
  r.add("DS_WRITE_B96", store<Space::Local, 3>);
  r.add("DS_WRITE_B128", store<Space::Local, 4>);
  r.add("DS_READ2_B32", read2<1, 1>);
  r.add("DS_READ2_B64", read2<2, 1>);
  r.add("DS_READ2ST64_B32", read2<1, 64>);
  r.add("DS_READ2ST64_B64", read2<2, 64>);
  r.add("DS_WRITE2_B32", write2<1, 1>);
  r.add("DS_WRITE2_B64", write2<2, 1>);
  r.add("DS_WRITE2ST64_B32", write2<1, 64>);
  r.add("DS_WRITE2ST64_B64", write2<2, 64>);
  r.add("DS_WRXCHG2_RTN_B32", exchange2<1, 1>);
  r.add("DS_WRXCHG2_RTN_B64", exchange2<2, 1>);
  r.add("DS_WRXCHG2ST64_RTN_B32", exchange2<1, 64>);
  r.add("DS_WRXCHG2ST64_RTN_B64", exchange2<2, 64>);
  r.add("DS_READ_U8", loadNarrow<Space::Local, uint8_t, Half::Whole>);
  r.add("DS_READ_I8", loadNarrow<Space::Local, int8_t, Half::Whole>);
  r.add("DS_READ_U16", loadNarrow<Space::Local, uint16_t, Half::Whole>);
  r.add("DS_READ_I16", loadNarrow<Space::Local, int16_t, Half::Whole>);
  r.add("DS_READ_U8_D16", loadNarrow<Space::Local, uint8_t, Half::Low>);
  r.add("DS_READ_I8_D16", loadNarrow<Space::Local, int8_t, Half::Low>);
  r.add("DS_READ_U16_D16", loadNarrow<Space::Local, uint16_t, Half::Low>);
  r.add("DS_READ_U8_D16_HI", loadNarrow<Space::Local, uint8_t, Half::High>);
  r.add("DS_READ_I8_D16_HI", loadNarrow<Space::Local, int8_t, Half::High>);
  r.add("DS_READ_U16_D16_HI", loadNarrow<Space::Local, uint16_t, Half::High>);
  r.add("DS_WRITE_B8", storeNarrow<Space::Local, uint8_t, 0>);
  r.add("DS_WRITE_B16", storeNarrow<Space::Local, uint16_t, 0>);
  r.add("DS_WRITE_B8_D16_HI", storeNarrow<Space::Local, uint8_t, 16>);
  r.add("DS_WRITE_B16_D16_HI", storeNarrow<Space::Local, uint16_t, 16>);
  r.add("DS_READ_ADDTID_B32", threadAddressed<false>);
  r.add("DS_WRITE_ADDTID_B32", threadAddressed<true>);
}
