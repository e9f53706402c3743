//===- Transfer.h - Loads, stores and atomics of any space ------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Handlers templated over the address space. Besides the addresses, spaces
// differ as follows. Traffic is counted for device memory only. Only a load
// from device memory may poll, and is then reported to the launch. A change of
// memory that only the wave itself sees is not progress.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_EMULATOR_MEMORY_TRANSFER_H
#define PRIM_EMULATOR_MEMORY_TRANSFER_H

#include "Memory/Lds.h"

#include <type_traits>

namespace prim::emulator {

/// Whether accesses of a space go to device memory, as far as is known without
/// their addresses.
constexpr bool isDevice(Space space) {
  return space != Space::Scratch && space != Space::Local;
}

/// The checked addresses of an instruction with one address operand.
template <Space S>
[[gnu::always_inline]] inline bool resolve(Wave &wave, const Instruction &inst,
                                           unsigned bytes, LdsUse use,
                                           LanePointers &p) {
  if constexpr (S == Space::Local)
    return resolveLds(wave, inst, vectorRegister(wave, inst.src[0]),
                      uint16_t(inst.imm[0]), bytes, use, p);
  return resolveAddresses(wave, inst, S, bytes, p);
}

inline uint64_t bytesOf(const LanePointers &p, unsigned bytes) {
  return uint64_t(__builtin_popcountll(p.exec)) * bytes;
}

//===----------------------------------------------------------------------===//
// Loads
//===----------------------------------------------------------------------===//

/// Counts a load of `words` registers from `dst` on.
template <Space S>
[[gnu::always_inline]] inline void
noteLoad(Wave &wave, const Instruction &inst, const LanePointers &p,
         unsigned bytes, const uint32_t *dst, unsigned words) {
  if (!isDevice(S))
    return;
  wave.launch->stats.bytesLoaded += bytesOf(p, bytes);
  if (isCoherent(wave, inst))
    notePoll(wave, inst, hashOf(wave, p, dst, words));
}

template <Space S, unsigned Words>
void load(Wave &wave, const Instruction &inst) {
  LanePointers p;
  if (!resolve<S>(wave, inst, Words * 4, LdsUse::Read, p))
    return;
  uint32_t *dst = vectorRegister(wave, inst.dst);
  loadWords<Words>(wave, p, dst);
  // A lane that the buffer's bounds disabled reads 0.
  if (S == Space::Buffer)
    forLanes(wave.exec() & ~p.exec, wave.lanes, [&](unsigned lane) {
      for (unsigned k = 0; k < Words; ++k)
        dst[k * kLaneStride + lane] = 0;
    });
  noteLoad<S>(wave, inst, p, Words * 4, dst, Words);
}

enum class Half { Whole, Low, High };

/// Sub-dword loads: extended to a register, or into one half of it.
template <Space S, typename T, Half H>
void loadNarrow(Wave &wave, const Instruction &inst) {
  LanePointers p;
  if (!resolve<S>(wave, inst, sizeof(T), LdsUse::Read, p))
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
  noteLoad<S>(wave, inst, p, sizeof(T), dst, 1);
}

//===----------------------------------------------------------------------===//
// Stores
//===----------------------------------------------------------------------===//

template <Space S>
[[gnu::always_inline]] inline void noteStore(Wave &wave, const LanePointers &p,
                                             unsigned bytes, bool changed) {
  if (S == Space::Scratch)
    return;
  if (isDevice(S))
    wave.launch->stats.bytesStored += bytesOf(p, bytes);
  // A polling wave may spill registers to scratch, which is not progress.
  if (changed && (S == Space::Local || !p.isPrivate))
    wave.launch->progress();
}

template <Space S, unsigned Words>
void store(Wave &wave, const Instruction &inst) {
  LanePointers p;
  if (!resolve<S>(wave, inst, Words * 4, LdsUse::Write, p))
    return;
  const uint32_t *data = vectorRegister(wave, inst.src[1]);
  bool changed = storeWords<Words>(wave, p, data);
  noteStore<S>(wave, p, Words * 4, changed);
}

template <Space S, typename T, unsigned Shift>
void storeNarrow(Wave &wave, const Instruction &inst) {
  LanePointers p;
  if (!resolve<S>(wave, inst, sizeof(T), LdsUse::Write, p))
    return;
  const uint32_t *data = vectorRegister(wave, inst.src[1]);
  bool changed = false;
  forLanes(p.exec, wave.lanes, [&](unsigned lane) {
    T old, value = T(data[lane] >> Shift);
    std::memcpy(&old, p.pointer(lane), sizeof(T));
    changed |= old != value;
    std::memcpy(p.pointer(lane), &value, sizeof(T));
  });
  noteStore<S>(wave, p, sizeof(T), changed);
}

//===----------------------------------------------------------------------===//
// Atomics
//===----------------------------------------------------------------------===//

/// The operands of an atomic: one; the new value followed by the expected value
/// in the same registers; or two operands. With two operands, DS instructions
/// have the expected value first up to gfx10 and the new value first from gfx11
/// on. The masked or has its mask first.
enum class AtomicOperands { One, Behind, CompareFirst, Two };

template <typename T>
T gatherValue(const uint32_t *reg, unsigned lane) {
  T value;
  uint32_t words[sizeof(T) / 4];
  for (unsigned k = 0; k < sizeof(T) / 4; ++k)
    words[k] = reg[k * kLaneStride + lane];
  std::memcpy(&value, words, sizeof(T));
  return value;
}

/// Read-modify-write of 32 and 64 bits with and without return value. Lanes
/// execute in ascending order.
template <Space S, typename Op, typename T, AtomicOperands O>
void atomicOp(Wave &wave, const Instruction &inst) {
  LanePointers p;
  if (!resolve<S>(wave, inst, sizeof(T), LdsUse::Atomic, p))
    return;
  constexpr unsigned words = sizeof(T) / 4;
  constexpr bool isSwapped = O == AtomicOperands::CompareFirst;
  const uint32_t *data = vectorRegister(wave, inst.src[isSwapped ? 2 : 1]);
  const uint32_t *other = data;
  if (O == AtomicOperands::Behind)
    other = data + kLaneStride * words;
  else if (O != AtomicOperands::One)
    other = vectorRegister(wave, inst.src[isSwapped ? 1 : 2]);
  uint32_t *dst = inst.dst ? vectorRegister(wave, inst.dst) : nullptr;
  bool changed = false;
  uint64_t hash = 0;
  // The destination may overlap the data, so every lane reads before it writes.
  forLanes(p.exec, wave.lanes, [&](unsigned lane) {
    T old;
    std::memcpy(&old, p.pointer(lane), sizeof(T));
    T value = gatherValue<T>(data, lane);
    T second = O == AtomicOperands::One ? T() : gatherValue<T>(other, lane);
    T now = Op::apply(old, value, second);
    changed |= std::memcmp(&now, &old, sizeof(T)) != 0;
    std::memcpy(p.pointer(lane), &now, sizeof(T));
    uint32_t before[words];
    std::memcpy(before, &old, sizeof(T));
    for (unsigned k = 0; k < words; ++k) {
      if (isDevice(S))
        hash = mixHash(hash, before[k]);
      if (dst)
        dst[k * kLaneStride + lane] = before[k];
    }
    if (isDevice(S))
      hash = mixHash(hash, reinterpret_cast<uint64_t>(p.pointer(lane)));
  });
  if (changed)
    wave.launch->progress();
  if (!isDevice(S))
    return;
  wave.launch->stats.bytesLoaded += bytesOf(p, sizeof(T));
  wave.launch->stats.bytesStored += bytesOf(p, sizeof(T));
  // A returning atomic that changes nothing and returns the previous value
  // again is polling.
  if (dst)
    notePoll(wave, inst, changed ? context(wave).executed : hash);
}

} // namespace prim::emulator

#endif // PRIM_EMULATOR_MEMORY_TRANSFER_H
