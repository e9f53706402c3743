//===- GlobalAtomics.cpp - FLAT, GLOBAL and MUBUF atomics -------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Read-modify-write of device memory. The data of a compare-and-swap is the new
// value followed by the expected value.
//
//===----------------------------------------------------------------------===//

#include "Core/Registry.h"
#include "Memory/Transfer.h"

#include <string>

using namespace prim::emulator;

namespace {

/// Only a compare-and-swap has a second operand.
template <Space S, typename Op, typename T>
void globalAtomic(Wave &wave, const Instruction &inst) {
  constexpr bool hasCompare = std::is_same_v<Op, atomic::CmpSwap>;
  atomicOp<S, Op, T, hasCompare ? AtomicOperands::Behind : AtomicOperands::One>(
      wave, inst);
}

template <Space S>
void addSpace(Registry &r, const std::string &prefix) {
  auto add = [&](const char *name, Handler handler) {
    r.add((prefix + name).c_str(), handler);
  };
#define BOTH(NAME, OP, T32, T64)                                               \
  add("_ATOMIC_" NAME, globalAtomic<S, atomic::OP, T32>);                      \
  add("_ATOMIC_" NAME "_X2", globalAtomic<S, atomic::OP, T64>);
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
  add("_ATOMIC_ADD_F32", globalAtomic<S, atomic::Add, float>);
  add("_ATOMIC_ADD_F64", globalAtomic<S, atomic::Add, double>);
  add("_ATOMIC_MIN_F64", globalAtomic<S, atomic::Min, double>);
  add("_ATOMIC_MAX_F64", globalAtomic<S, atomic::Max, double>);
  add("_ATOMIC_CSUB", globalAtomic<S, atomic::SubClamp, uint32_t>);
  add("_ATOMIC_CSUB_U32", globalAtomic<S, atomic::SubClamp, uint32_t>);
  add("_ATOMIC_COND_SUB_U32", globalAtomic<S, atomic::CondSub, uint32_t>);
}

} // namespace

void prim::emulator::registerGlobalAtomics(Registry &r) {
  addSpace<Space::Global>(r, "GLOBAL");
  addSpace<Space::Flat>(r, "FLAT");
  addSpace<Space::Buffer>(r, "BUFFER");
}
