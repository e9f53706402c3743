//===- LocalAtomics.cpp - LDS atomics ---------------------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Read-modify-write on LDS, append and consume. The older compare-and-store
// takes the expected value first; the one of gfx11 takes the new value first.
//
//===----------------------------------------------------------------------===//

#include "Core/Registry.h"
#include "Memory/Transfer.h"

#include <string>

using namespace prim::emulator;

namespace {

/// Masked or: clears the bits of the first operand, then sets those of the
/// second.
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

template <typename Op, typename T, AtomicOperands O = AtomicOperands::One>
void addBoth(Registry &r, const std::string &op, const std::string &type) {
  r.add(("DS_" + op + "_" + type).c_str(), atomicOp<Space::Local, Op, T, O>);
  r.add(("DS_" + op + "_RTN_" + type).c_str(),
        atomicOp<Space::Local, Op, T, O>);
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
  addBoth<MaskOr, u32, AtomicOperands::Two>(r, "MSKOR", "B32");
  addBoth<MaskOr, u64, AtomicOperands::Two>(r, "MSKOR", "B64");
  addBoth<atomic::CmpSwap, u32, AtomicOperands::CompareFirst>(r, "CMPST",
                                                              "B32");
  addBoth<atomic::CmpSwap, u64, AtomicOperands::CompareFirst>(r, "CMPST",
                                                              "B64");
  addBoth<atomic::CmpSwap, float, AtomicOperands::CompareFirst>(r, "CMPST",
                                                                "F32");
  addBoth<atomic::CmpSwap, double, AtomicOperands::CompareFirst>(r, "CMPST",
                                                                 "F64");
  addBoth<atomic::CmpSwap, u32, AtomicOperands::Two>(r, "CMPSTORE", "B32");
  addBoth<atomic::CmpSwap, u64, AtomicOperands::Two>(r, "CMPSTORE", "B64");
  addBoth<atomic::CmpSwap, float, AtomicOperands::Two>(r, "CMPSTORE", "F32");
  addBoth<atomic::CmpSwap, double, AtomicOperands::Two>(r, "CMPSTORE", "F64");
  r.add("DS_APPEND", count<1>);
  r.add("DS_CONSUME", count<-1>);
}
