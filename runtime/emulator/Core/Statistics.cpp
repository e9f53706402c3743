//===- Statistics.cpp - Counts of what was executed -------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The interpreter only counts executions per instruction. This file sums them
// by class once per launch and keeps the totals of the process.
//
//===----------------------------------------------------------------------===//

#include "Core/Launch.h"

#include <algorithm>
#include <cstring>

using namespace prim::emulator;

PrimEmulatorStats &prim::emulator::totalStatistics() {
  static PrimEmulatorStats totals = {};
  return totals;
}

static uint64_t *classCounter(PrimEmulatorStats &stats, InstructionClass cls) {
  switch (cls) {
  case InstructionClass::Valu:
    return &stats.valu;
  case InstructionClass::CrossLane:
    return &stats.crossLane;
  case InstructionClass::Salu:
    return &stats.salu;
  case InstructionClass::Branch:
    return &stats.branch;
  case InstructionClass::Smem:
    return &stats.smem;
  case InstructionClass::GlobalLoad:
    return &stats.globalLoad;
  case InstructionClass::GlobalStore:
    return &stats.globalStore;
  case InstructionClass::GlobalAtomic:
    return &stats.globalAtomic;
  case InstructionClass::Scratch:
    return &stats.scratch;
  case InstructionClass::Lds:
    return &stats.lds;
  case InstructionClass::Barrier:
    return &stats.barrier;
  case InstructionClass::Wait:
    return &stats.wait;
  case InstructionClass::Other:
  case InstructionClass::Count:
    break;
  }
  return &stats.other;
}

static uint64_t *crossLaneCounter(PrimEmulatorStats &stats,
                                  const Instruction &inst) {
  if (inst.dpp.kind != DppKind::None)
    return &stats.dpp;
  if (std::strstr(inst.key, "PERMLANE"))
    return &stats.permlane;
  if (std::strstr(inst.key, "SWIZZLE"))
    return &stats.swizzle;
  if (std::strstr(inst.key, "PERMUTE"))
    return &stats.bpermute;
  return &stats.readlane;
}

void prim::emulator::addStatistics(const Launch &launch) {
  PrimEmulatorStats &totals = totalStatistics();
  const PrimEmulatorStats &s = launch.stats;
  ++totals.launches;
  // Most kernels of a code object take no part in a launch; their instructions
  // are skipped.
  for (size_t index = 0, e = launch.counts.size(); index < e; ++index) {
    uint64_t count = launch.counts[index];
    if (!count)
      continue;
    const Instruction &inst = launch.program->instructions[index];
    totals.instructions += count;
    *classCounter(totals, inst.cls) += count;
    if (inst.cls == InstructionClass::CrossLane)
      *crossLaneCounter(totals, inst) += count;
  }
  totals.spins += s.spins;
  totals.bytesLoaded += s.bytesLoaded;
  totals.bytesStored += s.bytesStored;
  totals.cacheLines += s.cacheLines;
  totals.bankConflicts += s.bankConflicts;
  totals.scalarBytesLoaded += s.scalarBytesLoaded;
  totals.workGroups += s.workGroups;
}

extern "C" __attribute__((visibility("default"))) int
primEmulatorStatistics(PrimEmulatorStats *stats) {
  if (!stats)
    return 1;
  uint64_t size = std::min<uint64_t>(stats->size, sizeof(PrimEmulatorStats));
  PrimEmulatorStats copy = totalStatistics();
  copy.size = sizeof(PrimEmulatorStats);
  std::memcpy(stats, &copy, size);
  return 0;
}

extern "C" __attribute__((visibility("default"))) void
primEmulatorResetStatistics(void) {
  totalStatistics() = PrimEmulatorStats();
}
