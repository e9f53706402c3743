//===- GlobalAtomics.cpp - FLAT, GLOBAL and MUBUF atomics -------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Read-modify-write of 32 and 64 bits with and without return value. Lanes take
// their turn in ascending order. A compare-and-swap carries the new value first
// and the expected one behind it.
//
//===----------------------------------------------------------------------===//

#include "Core/Registry.h"
#include "Memory/Access.h"

#include <string>

using namespace prim::emulator;

namespace {

template <typename T>
T gatherValue(const uint32_t *reg, unsigned lane) {
  T value;
  uint32_t words[sizeof(T) / 4];
  for (unsigned k = 0; k < sizeof(T) / 4; ++k)
    words[k] = reg[k * kLaneStride + lane];
  std::memcpy(&value, words, sizeof(T));
  return value;
}

template <Space S, typename Op, typename T>
void atomicOp(Wave &wave, const Instruction &inst) {
  LanePointers p;
  if (!resolveAddresses(wave, inst, S, sizeof(T), p))
    return;
  const uint32_t *data = vectorRegister(wave, inst.src[1]);
  const uint32_t *compare = data + kLaneStride * (sizeof(T) / 4);
  uint32_t *dst = inst.dst ? vectorRegister(wave, inst.dst) : nullptr;
  bool changed = false;
  uint64_t hash = 0;
  constexpr bool hasCompare = std::is_same<Op, atomic::CmpSwap>::value;
  // The destination may overlap the data: every lane reads before it writes.
  forLanes(p.exec, wave.lanes, [&](unsigned lane) {
    T old;
    std::memcpy(&old, p.pointer(lane), sizeof(T));
    T value = gatherValue<T>(data, lane);
    T expected = hasCompare ? gatherValue<T>(compare, lane) : T();
    T now = Op::apply(old, value, expected);
    changed |= std::memcmp(&now, &old, sizeof(T)) != 0;
    std::memcpy(p.pointer(lane), &now, sizeof(T));
    uint32_t words[sizeof(T) / 4];
    std::memcpy(words, &old, sizeof(T));
    for (unsigned k = 0; k < sizeof(T) / 4; ++k) {
      hash = mixHash(hash, words[k]);
      if (dst)
        dst[k * kLaneStride + lane] = words[k];
    }
    hash = mixHash(hash, reinterpret_cast<uint64_t>(p.pointer(lane)));
  });
  uint64_t bytes = uint64_t(__builtin_popcountll(p.exec)) * sizeof(T);
  wave.launch->stats.bytesLoaded += bytes;
  wave.launch->stats.bytesStored += bytes;
  if (changed)
    wave.launch->progress();
  // A returning atomic that changed nothing and got what it got before polls.
  if (dst)
    notePoll(wave, inst, changed ? context(wave).executed : hash);
}

template <Space S>
void addSpace(Registry &r, const std::string &prefix) {
  auto add = [&](const char *name, Handler handler) {
    r.add((prefix + name).c_str(), handler);
  };
#define BOTH(NAME, OP, T32, T64)                                               \
  add("_ATOMIC_" NAME, atomicOp<S, atomic::OP, T32>);                          \
  add("_ATOMIC_" NAME "_X2", atomicOp<S, atomic::OP, T64>);
  BOTH("ADD", Add, uint32_t, uint64_t)
  BOTH("SUB", Sub, uint32_t, uint64_t)
  BOTH("SMIN", Min, int32_t, int64_t)
  BOTH("SMAX", Max, int32_t, int64_t)
  BOTH("UMIN", Min, uint32_t, uint64_t)
  BOTH("UMAX", Max, uint32_t, uint64_t)
  BOTH("AND", And, uint32_t, uint64_t)
  BOTH("OR", Or, uint32_t, uint64_t)
  BOTH("XOR", Xor, uint32_t, uint64_t)
  BOTH("SWAP", Swap, uint32_t, uint64_t)
  BOTH("CMPSWAP", CmpSwap, uint32_t, uint64_t)
  BOTH("INC", Inc, uint32_t, uint64_t)
  BOTH("DEC", Dec, uint32_t, uint64_t)
  BOTH("FMIN", Min, float, double)
  BOTH("FMAX", Max, float, double)
  BOTH("FCMPSWAP", CmpSwap, float, double)
#undef BOTH
  add("_ATOMIC_ADD_F32", atomicOp<S, atomic::Add, float>);
  add("_ATOMIC_ADD_F64", atomicOp<S, atomic::Add, double>);
  add("_ATOMIC_MIN_F64", atomicOp<S, atomic::Min, double>);
  add("_ATOMIC_MAX_F64", atomicOp<S, atomic::Max, double>);
  add("_ATOMIC_CSUB", atomicOp<S, atomic::SubClamp, uint32_t>);
  add("_ATOMIC_CSUB_U32", atomicOp<S, atomic::SubClamp, uint32_t>);
  add("_ATOMIC_COND_SUB_U32", atomicOp<S, atomic::CondSub, uint32_t>);
}

} // namespace

void prim::emulator::registerGlobalAtomics(Registry &r) {
  addSpace<Space::Global>(r, "GLOBAL");
  addSpace<Space::Flat>(r, "FLAT");
  addSpace<Space::Buffer>(r, "BUFFER");
}
