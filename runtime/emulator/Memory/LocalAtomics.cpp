//===- LocalAtomics.cpp - LDS atomics ---------------------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Read-modify-write on LDS with and without return value, append and consume.
// Lanes take their turn in ascending order. The older compare-and-store carries
// the expected value first, the gfx11 one the new value.
//
//===----------------------------------------------------------------------===//

#include "Core/Registry.h"
#include "Memory/Lds.h"

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

enum class Operands { One, CompareFirst, CompareSecond, MaskFirst };

template <typename Op, typename T, Operands O>
void localAtomic(Wave &wave, const Instruction &inst) {
  LanePointers p;
  if (!resolveLds(wave, inst, vectorRegister(wave, inst.src[0]),
                  uint16_t(inst.imm[0]), sizeof(T), LdsUse::Atomic, p))
    return;
  constexpr unsigned first = O == Operands::CompareFirst ? 2 : 1;
  constexpr unsigned second = O == Operands::CompareFirst ? 1 : 2;
  const uint32_t *data = vectorRegister(wave, inst.src[first]);
  const uint32_t *other =
      O == Operands::One ? data : vectorRegister(wave, inst.src[second]);
  uint32_t *dst = inst.dst ? vectorRegister(wave, inst.dst) : nullptr;
  bool changed = false;
  forLanes(p.exec, wave.lanes, [&](unsigned lane) {
    T old;
    std::memcpy(&old, p.pointer(lane), sizeof(T));
    T now =
        Op::apply(old, gatherValue<T>(data, lane), gatherValue<T>(other, lane));
    changed |= std::memcmp(&now, &old, sizeof(T)) != 0;
    std::memcpy(p.pointer(lane), &now, sizeof(T));
    if (!dst)
      return;
    uint32_t words[sizeof(T) / 4];
    std::memcpy(words, &old, sizeof(T));
    for (unsigned k = 0; k < sizeof(T) / 4; ++k)
      dst[k * kLaneStride + lane] = words[k];
  });
  if (changed)
    wave.launch->progress();
}

/// Masked or: clears the bits of the first operand, sets those of the second.
struct MaskOr {
  template <typename T>
  static T apply(T m, T mask, T bits) {
    return (m & ~mask) | bits;
  }
};

/// ds_append/ds_consume: one counter at M0[31:16] + offset for the whole wave.
template <int Sign>
void count(Wave &wave, const Instruction &inst) {
  uint64_t exec = wave.exec();
  if (!exec)
    return;
  uint64_t at = (wave.sgpr[kM0] >> 16) + uint64_t(uint16_t(inst.imm[0]));
  if (at + 4 > wave.group->ldsBytes)
    return wave.fault(inst, -1,
                      "LDS access of 4 bytes at offset %llu, this group has %u "
                      "bytes",
                      (unsigned long long)at, wave.group->ldsBytes);
  uint32_t old, lanes = uint32_t(__builtin_popcountll(exec));
  std::memcpy(&old, wave.group->lds + at, 4);
  uint32_t now = Sign > 0 ? old + lanes : old - lanes;
  std::memcpy(wave.group->lds + at, &now, 4);
  uint32_t *dst = vectorRegister(wave, inst.dst);
  forLanes(exec, wave.lanes, [&](unsigned lane) { dst[lane] = old; });
  wave.launch->progress();
}

template <typename Op, typename T, Operands O = Operands::One>
void addBoth(Registry &r, const std::string &op, const std::string &type) {
  r.add(("DS_" + op + "_" + type).c_str(), localAtomic<Op, T, O>);
  r.add(("DS_" + op + "_RTN_" + type).c_str(), localAtomic<Op, T, O>);
}

} // namespace

void prim::emulator::registerLocalAtomics(Registry &r) {
  using u32 = uint32_t;
  using u64 = uint64_t;
  addBoth<atomic::Add, u32>(r, "ADD", "U32");
  addBoth<atomic::Add, u64>(r, "ADD", "U64");
  addBoth<atomic::Add, float>(r, "ADD", "F32");
  addBoth<atomic::Add, double>(r, "ADD", "F64");
  addBoth<atomic::Sub, u32>(r, "SUB", "U32");
  addBoth<atomic::Sub, u64>(r, "SUB", "U64");
  addBoth<atomic::Rsub, u32>(r, "RSUB", "U32");
  addBoth<atomic::Rsub, u64>(r, "RSUB", "U64");
  addBoth<atomic::Inc, u32>(r, "INC", "U32");
  addBoth<atomic::Inc, u64>(r, "INC", "U64");
  addBoth<atomic::Dec, u32>(r, "DEC", "U32");
  addBoth<atomic::Dec, u64>(r, "DEC", "U64");
  addBoth<atomic::Min, int32_t>(r, "MIN", "I32");
  addBoth<atomic::Min, int64_t>(r, "MIN", "I64");
  addBoth<atomic::Min, u32>(r, "MIN", "U32");
  addBoth<atomic::Min, u64>(r, "MIN", "U64");
  addBoth<atomic::Min, float>(r, "MIN", "F32");
  addBoth<atomic::Min, double>(r, "MIN", "F64");
  addBoth<atomic::Max, int32_t>(r, "MAX", "I32");
  addBoth<atomic::Max, int64_t>(r, "MAX", "I64");
  addBoth<atomic::Max, u32>(r, "MAX", "U32");
  addBoth<atomic::Max, u64>(r, "MAX", "U64");
  addBoth<atomic::Max, float>(r, "MAX", "F32");
  addBoth<atomic::Max, double>(r, "MAX", "F64");
  addBoth<atomic::And, u32>(r, "AND", "B32");
  addBoth<atomic::And, u64>(r, "AND", "B64");
  addBoth<atomic::Or, u32>(r, "OR", "B32");
  addBoth<atomic::Or, u64>(r, "OR", "B64");
  addBoth<atomic::Xor, u32>(r, "XOR", "B32");
  addBoth<atomic::Xor, u64>(r, "XOR", "B64");
  addBoth<atomic::Swap, u32>(r, "WRXCHG", "B32");
  addBoth<atomic::Swap, u64>(r, "WRXCHG", "B64");
  addBoth<atomic::CondSub, u32>(r, "COND_SUB", "U32");
  addBoth<atomic::SubClamp, u32>(r, "SUB_CLAMP", "U32");
  addBoth<MaskOr, u32, Operands::MaskFirst>(r, "MSKOR", "B32");
  addBoth<MaskOr, u64, Operands::MaskFirst>(r, "MSKOR", "B64");
  addBoth<atomic::CmpSwap, u32, Operands::CompareFirst>(r, "CMPST", "B32");
  addBoth<atomic::CmpSwap, u64, Operands::CompareFirst>(r, "CMPST", "B64");
  addBoth<atomic::CmpSwap, float, Operands::CompareFirst>(r, "CMPST", "F32");
  addBoth<atomic::CmpSwap, double, Operands::CompareFirst>(r, "CMPST", "F64");
  addBoth<atomic::CmpSwap, u32, Operands::CompareSecond>(r, "CMPSTORE", "B32");
  addBoth<atomic::CmpSwap, u64, Operands::CompareSecond>(r, "CMPSTORE", "B64");
  addBoth<atomic::CmpSwap, float, Operands::CompareSecond>(r, "CMPSTORE",
                                                           "F32");
  addBoth<atomic::CmpSwap, double, Operands::CompareSecond>(r, "CMPSTORE",
                                                            "F64");
  r.add("DS_APPEND", count<1>);
  r.add("DS_CONSUME", count<-1>);
}
