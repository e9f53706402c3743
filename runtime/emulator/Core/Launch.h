//===- Launch.h - Work-groups and launches in flight ------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The state of a running kernel launch: the launch with its grid and counters,
// its resident work-groups with LDS and barrier, and their waves. Memory and
// control handlers access these through the wave.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_EMULATOR_CORE_LAUNCH_H
#define PRIM_EMULATOR_CORE_LAUNCH_H

#include "Core/Convergence.h"
#include "Core/DeviceMemory.h"
#include "Core/Loader.h"
#include "Core/Program.h"
#include "Core/Settings.h"
#include "Core/Wave.h"
#include "prim_emulator.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <memory>
#include <string>
#include <vector>

namespace prim::emulator {

struct Dim3 {
  uint32_t x = 1, y = 1, z = 1;
  uint64_t count() const { return uint64_t(x) * y * z; }
};

/// One granule (byte or word, see Group::shadowShift) of LDS: the waves that
/// touched it since the last barrier. Bits 0..15 epoch, 16..23 writer, 24..31
/// reader. Wave numbers count from 1 (Memory/Lds.cpp has the special ones).
using LdsShadow = uint32_t;

struct Group {
  uint64_t id = 0; // flat, x fastest
  Dim3 index{0, 0, 0};
  std::vector<Wave *> waves;
  unsigned finished = 0;

  // Barrier: waves that wait (or have signalled, gfx12) in this phase.
  unsigned arrived = 0;
  uint32_t phase = 0; // completed barriers
  CollectiveOrder collectives;

  std::vector<uint8_t> ldsStorage; // with slack at the end for wide accesses
  uint8_t *lds = nullptr;
  uint32_t ldsBytes = 0;
  std::vector<LdsShadow> shadow; // empty: no race check
  unsigned shadowShift = 0;
  uint16_t epoch = 1;
  /// By wave: a bit for each wave from which it has polled a word since the
  /// last barrier. Accesses of those waves until the next barrier are ordered.
  uint32_t polled[32] = {};

  /// Bumped at every completed barrier: accesses before it are ordered.
  void nextEpoch() {
    std::fill(std::begin(polled), std::end(polled), 0);
    if (++epoch == 0) {
      shadow.assign(shadow.size(), 0);
      epoch = 1;
    }
  }
};

struct LaunchParameters {
  const Kernel *kernel = nullptr;
  Dim3 grid, block;
  uint32_t dynamicLds = 0;
  bool cooperative = false;         // all groups resident
  const uint8_t *kernarg = nullptr; // user arguments in kernarg layout
  uint64_t kernargBytes = 0;
};

struct Launch {
  LaunchParameters parameters;
  const Kernel *kernel = nullptr;
  const Program *program = nullptr;
  uint64_t kernargAddress = 0;
  uint64_t dispatchPacket = 0;
  uint64_t queue = 0;
  uint64_t printBuffer = 0; // 0 if the kernel does not print
  const Instruction *entry = nullptr;
  bool checkRaces = true;
  std::string error; // first fault, or why it is interrupted
  bool interrupted = false;

  std::vector<uint64_t> counts; // executions by Instruction::index
  /// As `counts`, without vector instructions that had no active lane. Empty
  /// unless coverage is recorded.
  std::vector<uint64_t> live;
  uint64_t executed = 0;
  /// Value of `executed` when memory last changed, or when a wave ended or
  /// passed a barrier. A large distance means that the launch hangs.
  uint64_t lastProgress = 0;
  void progress() { lastProgress = executed; }

  PrimEmulatorStats stats = {};
  /// Bank conflicts: the pass that last accessed an LDS word.
  std::vector<uint32_t> bankSeen;
  uint32_t bankPass = 0;

  /// When to ask the embedder again whether to continue.
  uint64_t nextQuestion = 0;

  /// The most recently accessed allocations, newest first.
  struct Hot {
    uint64_t base = 1, size = 0;
    uint8_t *storage = nullptr;
  };
  Hot hot[4];

  /// The storage of the bytes [address, address + bytes) of the device, or null
  /// if they do not lie in one live allocation.
  uint8_t *translate(uint64_t address, uint64_t bytes) {
    for (const Hot &entry : hot)
      if (address - entry.base < entry.size &&
          bytes <= entry.size - (address - entry.base))
        return entry.storage + (address - entry.base);
    return lookup(address, bytes);
  }

private:
  uint8_t *lookup(uint64_t address, uint64_t bytes);
};

/// Polls that a wave repeats: see PrimEmulatorStats::spins.
struct PollRecord {
  const Instruction *inst = nullptr;
  uint64_t hash = 0;
  uint64_t executed = 0; // by the wave
};

/// The part of a wave that only the core accesses.
struct WaveContext : Wave {
  uint64_t executed = 0;
  uint64_t spinCounted = 0;
  PollRecord polls[4];
  unsigned nextPoll = 0;
  uint32_t waitPhase = 0; // gfx12: barrier phase this wave signalled in
  bool signalled = false;
  uint64_t collectives = 0; // of the block, that it has reached
  std::vector<uint8_t> scratchStorage;
};

inline WaveContext &context(Wave &wave) {
  return static_cast<WaveContext &>(wave);
}

enum class LaunchOutcome { Finished, Faulted, Interrupted };

/// Runs a launch to its end. If it does not reach its end, `error` says why,
/// and memory holds the values written before.
LaunchOutcome runLaunch(const LaunchParameters &parameters,
                        const Settings &settings, std::string &error);

/// Marks this wave's arrival at the group's barrier. The last wave to arrive
/// releases all waves. True if the barrier is complete.
bool arriveAtBarrier(Wave &wave);
/// To be called when a wave ends instead of arriving. Completes the barrier if
/// all other waves have arrived or ended.
void leaveBarrier(Group &group);

/// Replaces the seed of the settings for later launches.
void setScheduleSeed(int64_t seed);

/// Totals of the process.
PrimEmulatorStats &totalStatistics();
void addStatistics(const Launch &launch);

} // namespace prim::emulator

#endif // PRIM_EMULATOR_CORE_LAUNCH_H
