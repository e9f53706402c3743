//===- Counters.cpp - Memory operations in flight -------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sources: AMD's ISA manuals on s_waitcnt, and LLVM's SIInsertWaitcnts on its
// guarantees. A count other than 0 guarantees nothing while events of several
// kinds, or scalar loads, are in flight.
//
//===----------------------------------------------------------------------===//

#include "Counters.h"

#include "llvm/ADT/STLExtras.h"
#include <algorithm>

using namespace llvm;
using namespace mlir::prim;

static unsigned generation(const Chip &chip) { return chip.encoding.major; }

Counter mlir::prim::counterOf(const Chip &chip, Counter counter) {
  bool hasStore = generation(chip) >= 10, hasMany = generation(chip) >= 12;
  switch (counter) {
  case Counter::Store:
    return hasStore ? counter : Counter::Load;
  case Counter::Sample:
  case Counter::BVH:
    return hasMany ? counter : Counter::Load;
  case Counter::KM:
    return hasMany ? counter : Counter::DS;
  default:
    return counter;
  }
}

StringRef mlir::prim::nameOf(const Chip &chip, Counter counter) {
  if (generation(chip) >= 12) {
    static constexpr StringLiteral names[numCounters] = {
        "loadcnt",   "storecnt", "dscnt", "kmcnt",
        "samplecnt", "bvhcnt",   "expcnt"};
    return names[unsigned(counter)];
  }
  switch (counterOf(chip, counter)) {
  case Counter::Load:
    return "vmcnt";
  case Counter::Store:
    return "vscnt";
  case Counter::DS:
    return "lgkmcnt";
  default:
    return "expcnt";
  }
}

bool mlir::prim::isLoadToLDS(const MachineInstruction &inst) {
  return inst.isVMEM() && inst.fullName.contains("_LDS");
}

bool mlir::prim::isCacheControl(const MachineInstruction &inst) {
  static constexpr StringLiteral names[] = {
      "BUFFER_WBL2",        "BUFFER_INV",     "BUFFER_WBINVL1",
      "BUFFER_WBINVL1_VOL", "BUFFER_GL0_INV", "BUFFER_GL1_INV",
      "GLOBAL_INV",         "GLOBAL_WB",      "GLOBAL_WBINV"};
  return is_contained(names, inst.name);
}

/// The fields of s_waitcnt, in the layouts of gfx9, gfx10 and gfx11.
static SmallVector<CounterWait, 3> decodeWaitcnt(const Chip &chip,
                                                 unsigned bits) {
  auto field = [&](unsigned at, unsigned width) {
    return bits >> at & ((1u << width) - 1);
  };
  if (generation(chip) >= 11)
    return {{Counter::Load, field(10, 6)},
            {Counter::DS, field(4, 6)},
            {Counter::Export, field(0, 3)}};
  unsigned load = field(0, 4) | field(14, 2) << 4;
  unsigned ds = generation(chip) >= 10 ? field(8, 6) : field(8, 4);
  return {
      {Counter::Load, load}, {Counter::DS, ds}, {Counter::Export, field(4, 3)}};
}

SmallVector<CounterWait, 3>
mlir::prim::waitsOf(const MachineFunction &function,
                    const MachineInstruction &inst) {
  if (!inst.name.starts_with("S_WAIT"))
    return {};
  SmallVector<int64_t, 4> immediates = inst.immediates();
  unsigned bits = immediates.empty() ? 0 : unsigned(immediates.back());
  const Chip &chip = function.chip();
  auto one = [&](Counter counter) {
    return SmallVector<CounterWait, 3>{{counterOf(chip, counter), bits}};
  };
  // Two counts in one instruction; the count of workgroup memory is in the
  // lower bits.
  auto two = [&](Counter counter) {
    return SmallVector<CounterWait, 3>{{counter, bits >> 8 & 0x3f},
                                       {Counter::DS, bits & 0x3f}};
  };
  StringRef name = inst.name;
  if (name == "S_WAITCNT")
    return decodeWaitcnt(chip, bits);
  if (name == "S_WAIT_LOADCNT_DSCNT")
    return two(Counter::Load);
  if (name == "S_WAIT_STORECNT_DSCNT")
    return two(Counter::Store);
  if (name == "S_WAIT_IDLE") {
    SmallVector<CounterWait, 3> all;
    for (unsigned counter = 0; counter < numCounters; ++counter)
      all.push_back({Counter(counter), 0});
    return all;
  }
  static constexpr std::pair<StringLiteral, Counter> single[] = {
      {"S_WAITCNT_VMCNT", Counter::Load},
      {"S_WAITCNT_VSCNT", Counter::Store},
      {"S_WAITCNT_LGKMCNT", Counter::DS},
      {"S_WAITCNT_EXPCNT", Counter::Export},
      {"S_WAIT_LOADCNT", Counter::Load},
      {"S_WAIT_STORECNT", Counter::Store},
      {"S_WAIT_DSCNT", Counter::DS},
      {"S_WAIT_KMCNT", Counter::KM},
      {"S_WAIT_SAMPLECNT", Counter::Sample},
      {"S_WAIT_BVHCNT", Counter::BVH},
      {"S_WAIT_EXPCNT", Counter::Export},
  };
  for (const auto &[wait, counter] : single)
    if (name == wait)
      return one(counter);
  return {};
}

bool PendingEvents::isInOrder(Counter counter) const {
  std::optional<EventKind> kind;
  for (const PendingEvent &event : pending) {
    if (event.counter != counter)
      continue;
    if (event.kind == EventKind::SMEM || event.kind == EventKind::Flat ||
        (kind && *kind != event.kind))
      return false;
    kind = event.kind;
  }
  return true;
}

void PendingEvents::wait(Counter counter, unsigned count) {
  if (count && !isInOrder(counter))
    return;
  erase_if(pending, [&](const PendingEvent &event) {
    return event.counter == counter && event.age >= count;
  });
}

void PendingEvents::begin(unsigned index, Counter counter, EventKind kind) {
  // No counter has a larger value.
  constexpr uint8_t oldest = 64;
  erase_if(pending, [&](const PendingEvent &event) {
    return event.counter == counter && event.instruction == index;
  });
  for (PendingEvent &event : pending)
    if (event.counter == counter && event.age < oldest)
      ++event.age;
  pending.push_back({index, counter, kind});
}

bool PendingEvents::join(const PendingEvents &other) {
  bool changed = false;
  for (const PendingEvent &event : other.pending) {
    auto *found = find_if(pending, [&](const PendingEvent &mine) {
      return mine.instruction == event.instruction &&
             mine.counter == event.counter;
    });
    if (found == pending.end()) {
      pending.push_back(event);
      changed = true;
    } else if (event.age < found->age) {
      found->age = event.age;
      changed = true;
    }
  }
  return changed;
}

void PendingEvents::apply(const MachineFunction &function, unsigned index) {
  const MachineInstruction &inst = function.instructions[index];
  const Chip &chip = function.chip();
  SmallVector<CounterWait, 3> waits = waitsOf(function, inst);
  for (CounterWait each : waits)
    wait(each.counter, each.count);
  if (!waits.empty())
    return;
  auto start = [&](Counter counter, EventKind kind) {
    begin(index, counterOf(chip, counter), kind);
  };
  if (inst.name == "S_SWAPPC_B64") {
    // A function begins with a wait for everything that its caller has in
    // flight, and returns after its own operations are complete.
    pending.clear();
    return;
  }
  if (isCacheControl(inst)) {
    // A write-back on gfx12 increments the counter of stores.
    if (inst.name == "GLOBAL_WB" || inst.name == "GLOBAL_WBINV")
      start(Counter::Store, EventKind::VMEMStore);
    else if (inst.name == "GLOBAL_INV")
      start(Counter::Load, EventKind::VMEM);
    return;
  }
  if (inst.isDS()) {
    start(Counter::DS, EventKind::LDS);
    return;
  }
  if (inst.isSMEM()) {
    start(Counter::KM, EventKind::SMEM);
    return;
  }
  if (inst.name.starts_with("S_SENDMSG")) {
    start(Counter::KM, EventKind::Message);
    return;
  }
  if (inst.has(tsflags::LDSDIR) || inst.has(tsflags::EXP)) {
    start(Counter::Export, EventKind::Export);
    return;
  }
  if (!inst.isVMEM())
    return;
  bool onlyStores = inst.isStore() && !isLoadToLDS(inst) &&
                    (!inst.isLoad() || inst.has(tsflags::IsAtomicNoReturn));
  bool hasStoreCounter = counterOf(chip, Counter::Store) == Counter::Store;
  if (inst.isGenericFLAT()) {
    // Before gfx10 a flat access to workgroup memory decrements vmcnt out of
    // order.
    bool isInOrder = generation(chip) >= 10;
    EventKind kind =
        onlyStores && hasStoreCounter ? EventKind::VMEMStore : EventKind::VMEM;
    start(onlyStores ? Counter::Store : Counter::Load,
          isInOrder ? kind : EventKind::Flat);
    start(Counter::DS, isInOrder ? EventKind::LDS : EventKind::Flat);
  } else if (onlyStores && hasStoreCounter) {
    start(Counter::Store,
          inst.isScratch() ? EventKind::ScratchStore : EventKind::VMEMStore);
  } else if (inst.has(tsflags::VSAMPLE) ||
             inst.name.starts_with("IMAGE_SAMPLE") ||
             inst.name.starts_with("IMAGE_GATHER4") ||
             inst.name.starts_with("IMAGE_MSAA")) {
    start(Counter::Sample, EventKind::VMEMSample);
  } else if (inst.name.starts_with("IMAGE_BVH")) {
    start(Counter::BVH, EventKind::VMEMBVH);
  } else {
    start(Counter::Load, EventKind::VMEM);
  }
}
