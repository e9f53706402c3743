//===- Global.cpp - Vector loads and stores ---------------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loads and stores of FLAT, GLOBAL, SCRATCH and MUBUF in all widths, d16 halves
// included. One handler per width serves all four families. Cache control only
// orders and does nothing here.
//
//===----------------------------------------------------------------------===//

#include "Core/Registry.h"
#include "Memory/Access.h"

#include <string>

using namespace prim::emulator;

namespace {

/// A lane that a buffer's bounds switched off reads 0.
void zeroDropped(Wave &wave, uint64_t kept, uint32_t *dst, unsigned words) {
  uint64_t dropped = wave.exec() & ~kept;
  forLanes(dropped, wave.lanes, [&](unsigned lane) {
    for (unsigned k = 0; k < words; ++k)
      dst[k * kLaneStride + lane] = 0;
  });
}

template <Space S>
void countLoad(Wave &wave, const LanePointers &p, unsigned bytes) {
  if (S != Space::Scratch)
    wave.launch->stats.bytesLoaded +=
        uint64_t(__builtin_popcountll(p.exec)) * bytes;
}

template <Space S, unsigned Words>
void load(Wave &wave, const Instruction &inst) {
  LanePointers p;
  if (!resolveAddresses(wave, inst, S, Words * 4, p))
    return;
  uint32_t *dst = vectorRegister(wave, inst.dst);
  loadWords<Words>(wave, p, dst);
  if (S == Space::Buffer)
    zeroDropped(wave, p.exec, dst, Words);
  countLoad<S>(wave, p, Words * 4);
  if (S != Space::Scratch && isCoherent(wave, inst)) {
    uint64_t hash = 0;
    forLanes(p.exec, wave.lanes, [&](unsigned lane) {
      hash = mixHash(hash, reinterpret_cast<uint64_t>(p.pointer(lane)));
      for (unsigned k = 0; k < Words; ++k)
        hash = mixHash(hash, dst[k * kLaneStride + lane]);
    });
    notePoll(wave, inst, hash);
  }
}

enum class Half { Whole, Low, High };

/// Sub-dword loads: extended to a register, or into one half of it.
template <Space S, typename T, Half H>
void loadNarrow(Wave &wave, const Instruction &inst) {
  LanePointers p;
  if (!resolveAddresses(wave, inst, S, sizeof(T), p))
    return;
  uint32_t *dst = vectorRegister(wave, inst.dst);
  auto put = [&](unsigned lane, T value) {
    uint32_t wide = uint32_t(int32_t(value));
    if (H == Half::Whole)
      dst[lane] = wide;
    else if (H == Half::Low)
      dst[lane] = (dst[lane] & 0xffff0000) | (wide & 0xffff);
    else
      dst[lane] = (dst[lane] & 0xffff) | wide << 16;
  };
  forLanes(p.exec, wave.lanes, [&](unsigned lane) {
    T value;
    std::memcpy(&value, p.pointer(lane), sizeof(T));
    put(lane, value);
  });
  if (S == Space::Buffer)
    forLanes(wave.exec() & ~p.exec, wave.lanes,
             [&](unsigned lane) { put(lane, 0); });
  countLoad<S>(wave, p, sizeof(T));
  if (S != Space::Scratch && isCoherent(wave, inst)) {
    uint64_t hash = 0;
    forLanes(p.exec, wave.lanes, [&](unsigned lane) {
      hash = mixHash(hash, reinterpret_cast<uint64_t>(p.pointer(lane)));
      hash = mixHash(hash, dst[lane]);
    });
    notePoll(wave, inst, hash);
  }
}

template <Space S>
void countStore(Wave &wave, const LanePointers &p, unsigned bytes,
                bool changed) {
  if (S == Space::Scratch)
    return;
  wave.launch->stats.bytesStored +=
      uint64_t(__builtin_popcountll(p.exec)) * bytes;
  // A wave that polls may keep its registers in scratch: it gets nowhere yet.
  if (changed && !p.isPrivate)
    wave.launch->progress();
}

template <Space S, unsigned Words>
void store(Wave &wave, const Instruction &inst) {
  LanePointers p;
  if (!resolveAddresses(wave, inst, S, Words * 4, p))
    return;
  const uint32_t *data = vectorRegister(wave, inst.src[1]);
  bool changed = storeWords<Words>(wave, p, data);
  countStore<S>(wave, p, Words * 4, changed);
}

template <Space S, typename T, unsigned Shift>
void storeNarrow(Wave &wave, const Instruction &inst) {
  LanePointers p;
  if (!resolveAddresses(wave, inst, S, sizeof(T), p))
    return;
  const uint32_t *data = vectorRegister(wave, inst.src[1]);
  bool changed = false;
  forLanes(p.exec, wave.lanes, [&](unsigned lane) {
    T old, value = T(data[lane] >> Shift);
    std::memcpy(&old, p.pointer(lane), sizeof(T));
    changed |= old != value;
    std::memcpy(p.pointer(lane), &value, sizeof(T));
  });
  countStore<S>(wave, p, sizeof(T), changed);
}

void nothing(Wave &, const Instruction &) {}

template <Space S>
void addSpace(Registry &r, const std::string &prefix) {
  auto add = [&](const char *name, Handler handler) {
    r.add((prefix + name).c_str(), handler);
  };
  add("_LOAD_DWORD", load<S, 1>);
  add("_LOAD_DWORDX2", load<S, 2>);
  add("_LOAD_DWORDX3", load<S, 3>);
  add("_LOAD_DWORDX4", load<S, 4>);
  add("_LOAD_UBYTE", loadNarrow<S, uint8_t, Half::Whole>);
  add("_LOAD_SBYTE", loadNarrow<S, int8_t, Half::Whole>);
  add("_LOAD_USHORT", loadNarrow<S, uint16_t, Half::Whole>);
  add("_LOAD_SSHORT", loadNarrow<S, int16_t, Half::Whole>);
  add("_LOAD_UBYTE_D16", loadNarrow<S, uint8_t, Half::Low>);
  add("_LOAD_SBYTE_D16", loadNarrow<S, int8_t, Half::Low>);
  add("_LOAD_SHORT_D16", loadNarrow<S, uint16_t, Half::Low>);
  add("_LOAD_UBYTE_D16_HI", loadNarrow<S, uint8_t, Half::High>);
  add("_LOAD_SBYTE_D16_HI", loadNarrow<S, int8_t, Half::High>);
  add("_LOAD_SHORT_D16_HI", loadNarrow<S, uint16_t, Half::High>);
  add("_STORE_DWORD", store<S, 1>);
  add("_STORE_DWORDX2", store<S, 2>);
  add("_STORE_DWORDX3", store<S, 3>);
  add("_STORE_DWORDX4", store<S, 4>);
  add("_STORE_BYTE", storeNarrow<S, uint8_t, 0>);
  add("_STORE_SHORT", storeNarrow<S, uint16_t, 0>);
  add("_STORE_BYTE_D16_HI", storeNarrow<S, uint8_t, 16>);
  add("_STORE_SHORT_D16_HI", storeNarrow<S, uint16_t, 16>);
}

} // namespace

void prim::emulator::registerGlobalMemory(Registry &r) {
  addSpace<Space::Global>(r, "GLOBAL");
  addSpace<Space::Flat>(r, "FLAT");
  addSpace<Space::Scratch>(r, "SCRATCH");
  addSpace<Space::Buffer>(r, "BUFFER");
  for (const char *key :
       {"BUFFER_GL0_INV", "BUFFER_GL1_INV", "BUFFER_INV", "BUFFER_INVL2",
        "BUFFER_WBL2", "BUFFER_WBINVL1", "BUFFER_WBINVL1_VOL",
        "BUFFER_WBINVL1_SC", "GLOBAL_INV", "GLOBAL_WB", "GLOBAL_WBINV",
        "GLOBAL_PREFETCH_B8", "FLAT_PREFETCH_B8"})
    r.add(key, nothing);
}
