//===- Local.cpp - LDS loads and stores -------------------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// DS loads and stores in all widths, the two-address forms, the d16 halves and
// the thread-id addressed ones.
//
//===----------------------------------------------------------------------===//

#include "Core/Registry.h"
#include "Memory/Lds.h"

using namespace prim::emulator;

namespace {

const uint32_t *addressOf(Wave &wave, const Instruction &inst) {
  return vectorRegister(wave, inst.src[0]);
}

/// Offsets are unsigned; a single-address form has 16 bits of it.
uint64_t offsetOf(const Instruction &inst) { return uint16_t(inst.imm[0]); }

void noteChange(Wave &wave, bool changed) {
  if (changed)
    wave.launch->progress();
}

template <unsigned Words>
void read(Wave &wave, const Instruction &inst) {
  LanePointers p;
  if (resolveLds(wave, inst, addressOf(wave, inst), offsetOf(inst), Words * 4,
                 LdsUse::Read, p))
    loadWords<Words>(wave, p, vectorRegister(wave, inst.dst));
}

template <unsigned Words>
void write(Wave &wave, const Instruction &inst) {
  LanePointers p;
  if (resolveLds(wave, inst, addressOf(wave, inst), offsetOf(inst), Words * 4,
                 LdsUse::Write, p))
    noteChange(wave,
               storeWords<Words>(wave, p, vectorRegister(wave, inst.src[1])));
}

/// Two elements per lane, offsets counted in elements (or in 64 of them).
template <unsigned Words, unsigned Stride>
void read2(Wave &wave, const Instruction &inst) {
  LanePointers p, q;
  const uint32_t *address = addressOf(wave, inst);
  constexpr uint64_t scale = Words * 4 * Stride;
  if (!resolveLds(wave, inst, address, uint8_t(inst.imm[0]) * scale, Words * 4,
                  LdsUse::Read, p) ||
      !resolveLds(wave, inst, address, uint8_t(inst.imm[1]) * scale, Words * 4,
                  LdsUse::Read, q))
    return;
  uint32_t *dst = vectorRegister(wave, inst.dst);
  loadWords<Words>(wave, p, dst);
  loadWords<Words>(wave, q, dst + Words * kLaneStride);
}

template <unsigned Words, unsigned Stride>
void write2(Wave &wave, const Instruction &inst) {
  LanePointers p, q;
  const uint32_t *address = addressOf(wave, inst);
  constexpr uint64_t scale = Words * 4 * Stride;
  if (!resolveLds(wave, inst, address, uint8_t(inst.imm[0]) * scale, Words * 4,
                  LdsUse::Write, p) ||
      !resolveLds(wave, inst, address, uint8_t(inst.imm[1]) * scale, Words * 4,
                  LdsUse::Write, q))
    return;
  noteChange(wave,
             storeWords<Words>(wave, p, vectorRegister(wave, inst.src[1])));
  noteChange(wave,
             storeWords<Words>(wave, q, vectorRegister(wave, inst.src[2])));
}

/// Exchange at two addresses; the old values come back behind each other.
template <unsigned Words, unsigned Stride>
void exchange2(Wave &wave, const Instruction &inst) {
  LanePointers p, q;
  const uint32_t *address = addressOf(wave, inst);
  constexpr uint64_t scale = Words * 4 * Stride;
  if (!resolveLds(wave, inst, address, uint8_t(inst.imm[0]) * scale, Words * 4,
                  LdsUse::Atomic, p) ||
      !resolveLds(wave, inst, address, uint8_t(inst.imm[1]) * scale, Words * 4,
                  LdsUse::Atomic, q))
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

enum class Half { Whole, Low, High };

template <typename T, Half H>
void readNarrow(Wave &wave, const Instruction &inst) {
  LanePointers p;
  if (!resolveLds(wave, inst, addressOf(wave, inst), offsetOf(inst), sizeof(T),
                  LdsUse::Read, p))
    return;
  uint32_t *dst = vectorRegister(wave, inst.dst);
  forLanes(p.exec, wave.lanes, [&](unsigned lane) {
    T value;
    std::memcpy(&value, p.pointer(lane), sizeof(T));
    uint32_t wide = uint32_t(int32_t(value));
    if (H == Half::Whole)
      dst[lane] = wide;
    else if (H == Half::Low)
      dst[lane] = (dst[lane] & 0xffff0000) | (wide & 0xffff);
    else
      dst[lane] = (dst[lane] & 0xffff) | wide << 16;
  });
}

template <typename T, unsigned Shift>
void writeNarrow(Wave &wave, const Instruction &inst) {
  LanePointers p;
  if (!resolveLds(wave, inst, addressOf(wave, inst), offsetOf(inst), sizeof(T),
                  LdsUse::Write, p))
    return;
  const uint32_t *data = vectorRegister(wave, inst.src[1]);
  bool changed = false;
  forLanes(p.exec, wave.lanes, [&](unsigned lane) {
    T old, value = T(data[lane] >> Shift);
    std::memcpy(&old, p.pointer(lane), sizeof(T));
    changed |= old != value;
    std::memcpy(p.pointer(lane), &value, sizeof(T));
  });
  if (changed)
    wave.launch->progress();
}

/// ds_{read,write}_addtid: offset + M0[15:0] + 4 * lane.
template <bool IsWrite>
void threadAddressed(Wave &wave, const Instruction &inst) {
  uint32_t lanes[kLaneStride];
  for (unsigned lane = 0; lane < kLaneStride; ++lane)
    lanes[lane] = (wave.sgpr[kM0] & 0xffff) + 4 * lane;
  LanePointers p;
  if (!resolveLds(wave, inst, lanes, offsetOf(inst), 4,
                  IsWrite ? LdsUse::Write : LdsUse::Read, p))
    return;
  if (IsWrite)
    noteChange(wave, storeWords<1>(wave, p, vectorRegister(wave, inst.src[0])));
  else
    loadWords<1>(wave, p, vectorRegister(wave, inst.dst));
}

void nothing(Wave &, const Instruction &) {}

} // namespace

void prim::emulator::registerLocalMemory(Registry &r) {
  r.add("DS_NOP", nothing);
  r.add("DS_READ_B32", read<1>);
  r.add("DS_READ_B64", read<2>);
  r.add("DS_READ_B96", read<3>);
  r.add("DS_READ_B128", read<4>);
  r.add("DS_WRITE_B32", write<1>);
  r.add("DS_WRITE_B64", write<2>);
  r.add("DS_WRITE_B96", write<3>);
  r.add("DS_WRITE_B128", write<4>);
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
  r.add("DS_READ_U8", readNarrow<uint8_t, Half::Whole>);
  r.add("DS_READ_I8", readNarrow<int8_t, Half::Whole>);
  r.add("DS_READ_U16", readNarrow<uint16_t, Half::Whole>);
  r.add("DS_READ_I16", readNarrow<int16_t, Half::Whole>);
  r.add("DS_READ_U8_D16", readNarrow<uint8_t, Half::Low>);
  r.add("DS_READ_I8_D16", readNarrow<int8_t, Half::Low>);
  r.add("DS_READ_U16_D16", readNarrow<uint16_t, Half::Low>);
  r.add("DS_READ_U8_D16_HI", readNarrow<uint8_t, Half::High>);
  r.add("DS_READ_I8_D16_HI", readNarrow<int8_t, Half::High>);
  r.add("DS_READ_U16_D16_HI", readNarrow<uint16_t, Half::High>);
  r.add("DS_WRITE_B8", writeNarrow<uint8_t, 0>);
  r.add("DS_WRITE_B16", writeNarrow<uint16_t, 0>);
  r.add("DS_WRITE_B8_D16_HI", writeNarrow<uint8_t, 16>);
  r.add("DS_WRITE_B16_D16_HI", writeNarrow<uint16_t, 16>);
  r.add("DS_READ_ADDTID_B32", threadAddressed<false>);
  r.add("DS_WRITE_ADDTID_B32", threadAddressed<true>);
}
