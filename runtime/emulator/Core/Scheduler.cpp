//===- Scheduler.cpp - Runs resident work-groups ----------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Interprets the waves of several resident work-groups in turns. The next wave
// and its quantum are a pure function of the seed, so a run repeats bit for
// bit. Round robin gives every wave the same quantum. A random schedule draws
// wave and quantum. "newest" keeps every waiting group resident, starts them in
// order, and then stays with the newest group as long as it changes memory.
// Detects launches that cannot make progress: no wave can run, or nothing has
// changed for a long time.
//
//===----------------------------------------------------------------------===//

#include "Core/Coverage.h"
#include "Core/Interrupt.h"
#include "Core/Launch.h"
#include "Core/RegisterFiles.h"
#include "Core/WaveSetup.h"

#include <deque>
#include <optional>
#include <random>

using namespace prim::emulator;

namespace {

constexpr unsigned kQuantum = 192;
constexpr unsigned kNewestQuantum = 256;
constexpr unsigned kTicketQuantum = 96;
/// Instructions between two checks of the clock: a few milliseconds.
constexpr uint64_t kQuestionDistance = 1 << 16;
constexpr uint64_t kDefaultResident = 16;
/// Groups can only wait while they are resident, so the newest-first schedule
/// keeps many resident by default.
constexpr uint64_t kNewestResident = 1024;

/// The seed set by primEmulatorSetSeed, which overrides the environment's.
std::optional<int64_t> chosenSeed;

class Scheduler {
public:
  Scheduler(Launch &launch, const Settings &settings)
      : launch(launch), settings(settings) {}
  ~Scheduler();
  void run();

private:
  void fill();
  /// Executes up to `quantum` instructions of a wave. Returns their number.
  template <bool Covered>
  uint64_t interpret(WaveContext &wave, uint64_t quantum);
  /// One turn of one wave. False if the launch is over for it.
  bool turn(WaveContext &wave, uint64_t quantum);
  void ask();
  void roundRobin();
  void random(uint64_t seed);
  void newestFirst();
  bool retire(size_t slot);
  bool stuck();
  void reportStuck(const char *what);
  static bool runnable(const Wave &wave) {
    return wave.state == WaveState::Running || wave.state == WaveState::Yielded;
  }

  Launch &launch;
  const Settings &settings;
  std::deque<Group> groups;      // storage
  std::deque<WaveContext> waves; // storage
  std::vector<Group *> resident; // oldest first
  uint64_t residents = 0;        // how many groups at most
  uint64_t nextGroup = 0, total = 0;
};

Scheduler::~Scheduler() {
  for (WaveContext &wave : waves)
    if (wave.vgpr)
      returnRegisterFile(wave.vgpr);
}

void Scheduler::fill() {
  unsigned wavesPerGroup =
      unsigned((launch.parameters.block.count() + launch.kernel->waveSize - 1) /
               launch.kernel->waveSize);
  while (resident.size() < residents && nextGroup < total) {
    groups.emplace_back();
    Group &group = groups.back();
    for (unsigned i = 0; i < wavesPerGroup; ++i) {
      waves.emplace_back();
      group.waves.push_back(&waves.back());
    }
    startGroup(launch, group, nextGroup++);
    resident.push_back(&group);
  }
}

/// Whether an instruction without an active lane has no effect.
bool isPredicated(const Instruction &inst) {
  switch (inst.cls) {
  case InstructionClass::Valu:
  case InstructionClass::CrossLane:
  case InstructionClass::GlobalLoad:
  case InstructionClass::GlobalStore:
  case InstructionClass::GlobalAtomic:
  case InstructionClass::Scratch:
  case InstructionClass::Lds:
    return true;
  default:
    return false;
  }
}

template <bool Covered>
uint64_t Scheduler::interpret(WaveContext &wave, uint64_t quantum) {
  uint64_t *counts = launch.counts.data();
  uint64_t *live = launch.live.data();
  uint64_t left = quantum;
  while (left) {
    --left;
    const Instruction *inst = wave.next;
    wave.next = inst + 1;
    ++counts[inst->index];
    if constexpr (Covered)
      live[inst->index] += wave.exec() != 0 || !isPredicated(*inst);
    ++wave.executed;
    inst->handler(wave, *inst);
    if (wave.state != WaveState::Running)
      break;
  }
  return quantum - left;
}

bool Scheduler::turn(WaveContext &wave, uint64_t quantum) {
  wave.state = WaveState::Running;
  launch.executed += launch.live.empty() ? interpret<false>(wave, quantum)
                                         : interpret<true>(wave, quantum);
  if (wave.state == WaveState::Finished) {
    Group &group = *wave.group;
    ++group.finished;
    checkConvergenceAtEnd(wave);
    launch.progress();
    leaveBarrier(group);
  }
  if (launch.executed >= launch.nextQuestion)
    ask();
  return launch.error.empty();
}

/// Ends the launch if the embedder requests it.
void Scheduler::ask() {
  launch.nextQuestion = launch.executed + kQuestionDistance;
  if (interruptRequested() && launch.error.empty()) {
    launch.interrupted = true;
    launch.error = "kernel '" + launch.kernel->name +
                   "': interrupted (primEmulatorSetInterrupt)";
  }
  // Memory may have been freed meanwhile.
  std::fill(std::begin(launch.hot), std::end(launch.hot), Launch::Hot());
}

/// Replaces a finished group by the next one, or removes it. True if the slot
/// still holds a group.
bool Scheduler::retire(size_t slot) {
  ++launch.stats.workGroups;
  if (nextGroup < total) {
    startGroup(launch, *resident[slot], nextGroup++);
    return true;
  }
  resident.erase(resident.begin() + slot);
  return false;
}

void Scheduler::reportStuck(const char *what) {
  std::string &text = launch.error;
  text = "kernel '" + launch.kernel->name + "': " + what + "; waves are at:";
  unsigned shown = 0;
  for (Group *group : resident)
    for (Wave *wave : group->waves) {
      if (wave->state == WaveState::Finished || shown >= 16)
        continue;
      ++shown;
      char line[160];
      const Instruction *at = wave->next;
      if (wave->state == WaveState::Barrier)
        --at;
      std::snprintf(line, sizeof(line),
                    "\n  group %llu wave %u: pc 0x%llx (+0x%llx)%s: ",
                    (unsigned long long)group->id, wave->indexInGroup,
                    (unsigned long long)at->address,
                    (unsigned long long)(at->address - launch.kernel->entry),
                    wave->state == WaveState::Barrier ? ", at a barrier" : "");
      text += line + launch.program->text(*at);
    }
}

bool Scheduler::stuck() {
  if (!launch.error.empty())
    return true;
  if (launch.executed - launch.lastProgress > settings.deadlock) {
    reportStuck("deadlock: no wave changed memory for a long time "
                "(PRIM_EMULATOR_DEADLOCK)");
    return true;
  }
  return false;
}

void Scheduler::roundRobin() {
  while (!resident.empty()) {
    bool ran = false;
    for (size_t slot = 0; slot < resident.size();) {
      Group &group = *resident[slot];
      for (Wave *wave : group.waves) {
        if (!runnable(*wave))
          continue;
        ran = true;
        if (!turn(context(*wave), kQuantum))
          return;
      }
      if (group.finished < group.waves.size() || retire(slot))
        ++slot;
    }
    if (!ran && !resident.empty()) {
      reportStuck("deadlock: every wave waits at a barrier");
      return;
    }
    if (stuck())
      return;
  }
}

void Scheduler::random(uint64_t seed) {
  std::mt19937_64 generator(seed);
  std::vector<std::pair<size_t, WaveContext *>> ready;
  while (!resident.empty()) {
    // Occasionally favour one group for a while: skew reveals more errors than
    // an even mix.
    size_t slot = generator() % resident.size();
    unsigned turns = 1 + generator() % (generator() % 8 == 0 ? 64 : 4);
    bool ran = false;
    for (unsigned i = 0; i < turns; ++i) {
      Group &group = *resident[slot];
      size_t count = group.waves.size();
      size_t first = generator() % count;
      size_t k = 0;
      while (k < count && !runnable(*group.waves[(first + k) % count]))
        ++k;
      if (k == count)
        break;
      ran = true;
      uint64_t quantum = 1 + generator() % (uint64_t(4) << generator() % 8);
      if (!turn(context(*group.waves[(first + k) % count]), quantum))
        return;
      if (group.finished == count) {
        retire(slot);
        break;
      }
    }
    if (!ran) {
      bool anybody = false;
      for (Group *group : resident)
        for (Wave *wave : group->waves)
          anybody |= runnable(*wave);
      if (!anybody) {
        reportStuck("deadlock: every wave waits at a barrier");
        return;
      }
    }
    if (stuck())
      return;
  }
}

void Scheduler::newestFirst() {
  // Dispatch order first, just long enough to draw a ticket. Otherwise the
  // newest group would draw the first ticket, and no group would have to wait.
  for (Group *group : resident)
    for (Wave *wave : group->waves)
      if (runnable(*wave) && !turn(context(*wave), kTicketQuantum))
        return;
  while (!resident.empty()) {
    bool ran = false;
    for (size_t slot = resident.size(); slot-- > 0;) {
      Group &group = *resident[slot];
      for (bool moved = true; moved;) {
        uint64_t before = launch.lastProgress;
        bool active = false;
        for (auto wave = group.waves.rbegin(); wave != group.waves.rend();
             ++wave) {
          if (!runnable(**wave))
            continue;
          ran = active = true;
          if (!turn(context(**wave), kNewestQuantum))
            return;
        }
        moved = active && launch.lastProgress != before;
      }
      if (group.finished == group.waves.size()) {
        ++launch.stats.workGroups;
        resident.erase(resident.begin() + slot);
      }
      if (stuck())
        return;
    }
    if (!ran && !resident.empty()) {
      reportStuck("deadlock: every wave waits at a barrier");
      return;
    }
    fill();
  }
}

void Scheduler::run() {
  total = launch.parameters.grid.count();
  int64_t seed = chosenSeed.value_or(settings.seed);
  if (launch.parameters.cooperative)
    residents = total;
  else
    residents = settings.resident.value_or(seed < 0 ? kNewestResident
                                                    : kDefaultResident);
  fill();
  if (!launch.error.empty())
    return;
  if (seed == 0)
    roundRobin();
  else if (seed < 0)
    newestFirst();
  else
    random(uint64_t(seed));
}

} // namespace

void prim::emulator::setScheduleSeed(int64_t seed) { chosenSeed = seed; }

uint8_t *Launch::lookup(uint64_t address, uint64_t bytes) {
  DeviceMemory &memory = DeviceMemory::get();
  const Allocation *found = memory.find(address, bytes);
  if (!found)
    return nullptr;
  for (unsigned i = 3; i > 0; --i)
    hot[i] = hot[i - 1];
  hot[0] = {found->base, found->size, found->storage};
  return found->at(address);
}

static void completeBarrier(Group &group) {
  group.arrived = 0;
  ++group.phase;
  group.nextEpoch();
  for (Wave *wave : group.waves)
    if (wave->state == WaveState::Barrier)
      wave->state = WaveState::Running;
  group.waves.front()->launch->progress();
}

bool prim::emulator::arriveAtBarrier(Wave &wave) {
  Group &group = *wave.group;
  ++group.arrived;
  if (group.arrived + group.finished < group.waves.size())
    return false;
  completeBarrier(group);
  return true;
}

void prim::emulator::leaveBarrier(Group &group) {
  if (group.arrived && group.arrived + group.finished >= group.waves.size())
    completeBarrier(group);
}

LaunchOutcome prim::emulator::runLaunch(const LaunchParameters &parameters,
                                        const Settings &settings,
                                        std::string &error) {
  Launch launch;
  launch.parameters = parameters;
  launch.kernel = parameters.kernel;
  launch.program = launch.kernel->program;
  launch.entry = launch.program->at(launch.kernel->entry);
  launch.checkRaces = settings.checkRaces;
  // With preloaded arguments the hardware skips the compatibility prologue.
  if (launch.kernel->descriptor.preload & 0x7f)
    launch.entry = launch.program->at(launch.kernel->entry + 256);
  if (!launch.entry) {
    error = "kernel '" + launch.kernel->name + "' has no code at its entry";
    return LaunchOutcome::Faulted;
  }
  launch.counts.assign(launch.program->instructions.size(), 0);
  if (Coverage::get().enabled())
    launch.live.assign(launch.program->instructions.size(), 0);
  if (!prepareLaunch(launch)) {
    error = "out of device memory for kernel arguments";
    return LaunchOutcome::Faulted;
  }
  Scheduler(launch, settings).run();
  releaseLaunch(launch);
  addStatistics(launch);
  Coverage::get().record(launch);
  error = launch.error;
  return launch.interrupted ? LaunchOutcome::Interrupted
         : error.empty()    ? LaunchOutcome::Finished
                            : LaunchOutcome::Faulted;
}
