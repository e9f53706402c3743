//===- Lds.cpp - Checked LDS addresses --------------------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The race shadow remembers, per word (per byte in code with narrower
// accesses), which wave wrote and which read it since the last barrier; two
// waves of which one writes are a race. Atomics are ordered by the hardware:
// they only race with plain accesses of another wave that came before, and
// words under atomics may be polled with plain reads.
//
//===----------------------------------------------------------------------===//

#include "Memory/Lds.h"

using namespace prim::emulator;

namespace {

constexpr uint8_t kSeveral = 0xff;
constexpr uint8_t kAtomic = 0xfe;

/// The other wave's number when this access races, else 0.
inline uint8_t note(LdsShadow &entry, uint16_t epoch, uint8_t self,
                    LdsUse use) {
  if (entry.epoch != epoch)
    entry = {epoch, 0, 0};
  bool foreignWriter =
      entry.writer && entry.writer != self && entry.writer != kAtomic;
  bool foreignReader = entry.reader && entry.reader != self;
  switch (use) {
  case LdsUse::Read:
    if (foreignWriter)
      return entry.writer;
    if (entry.writer != kAtomic)
      entry.reader = foreignReader ? kSeveral : self;
    return 0;
  case LdsUse::Write:
    if (foreignWriter)
      return entry.writer;
    if (foreignReader)
      return entry.reader;
    if (entry.writer != kAtomic)
      entry.writer = self;
    return 0;
  case LdsUse::Atomic:
    if (foreignWriter)
      return entry.writer;
    if (foreignReader)
      return entry.reader;
    entry.writer = kAtomic;
    return 0;
  }
  return 0;
}

void reportRace(Wave &wave, const Instruction &inst, unsigned lane,
                uint64_t offset, LdsUse use, uint8_t other) {
  char who[32] = "several waves";
  if (other != kSeveral)
    std::snprintf(who, sizeof(who), "wave %u", other - 1u);
  wave.fault(inst, int(lane),
             "LDS race: %s offset %llu, which %s touched without a barrier in "
             "between (PRIM_EMULATOR_CHECK=none turns this check off)",
             use == LdsUse::Read    ? "reads"
             : use == LdsUse::Write ? "writes"
                                    : "updates",
             (unsigned long long)offset, who);
}

bool checkRaces(Wave &wave, const Instruction &inst, const LanePointers &p,
                unsigned bytes, LdsUse use) {
  Group &group = *wave.group;
  unsigned shift = group.shadowShift;
  uint8_t self = uint8_t(wave.indexInGroup + 1);
  bool ok = true;
  forLanes(p.exec, wave.lanes, [&](unsigned lane) {
    uint64_t first = uint64_t(p.at[lane] - group.lds);
    // Only granules that the access covers whole: with words as granules the
    // code has no narrower accesses, and the edges of misaligned ones are not
    // worth a false alarm.
    uint64_t begin = (first + (1u << shift) - 1) >> shift;
    uint64_t end = (first + bytes) >> shift;
    for (uint64_t i = begin; i < end; ++i)
      if (uint8_t other = note(group.shadow[i], group.epoch, self, use);
          other && ok) {
        reportRace(wave, inst, lane, i << shift, use, other);
        ok = false;
      }
  });
  return ok;
}

/// Extra passes over 32 banks of one word: lanes go in groups whose accesses
/// are 32 words together; each bank serves one word a pass, to any number of
/// lanes.
unsigned bankConflicts(const Wave &wave, const LanePointers &p,
                       unsigned bytes) {
  unsigned words = bytes < 4 ? 1 : bytes / 4;
  unsigned lanesPerPass = 32 / words;
  unsigned extra = 0;
  for (unsigned first = 0; first < wave.lanes; first += lanesPerPass) {
    uint64_t mask = p.exec >> first;
    if (lanesPerPass < 64)
      mask &= (uint64_t(1) << lanesPerPass) - 1;
    if (!mask)
      continue;
    uint64_t in[32][32];
    uint8_t count[32] = {};
    unsigned worst = 1;
    for (; mask; mask &= mask - 1) {
      unsigned lane = first + unsigned(__builtin_ctzll(mask));
      for (unsigned k = 0; k < words; ++k) {
        uint64_t word = (uint64_t(p.at[lane] - wave.group->lds) >> 2) + k;
        unsigned bank = word & 31, slot = 0;
        while (slot < count[bank] && in[bank][slot] != word)
          ++slot;
        if (slot == count[bank] && slot < 32) {
          in[bank][slot] = word;
          count[bank] = uint8_t(slot + 1);
          worst = slot + 1 > worst ? slot + 1 : worst;
        }
      }
    }
    extra += worst - 1;
  }
  return extra;
}

} // namespace

bool prim::emulator::resolveLds(Wave &wave, const Instruction &inst,
                                const uint32_t *address, uint64_t offset,
                                unsigned bytes, LdsUse use, LanePointers &p) {
  Group &group = *wave.group;
  p.exec = wave.exec();
  if (!p.exec)
    return true;
  uint32_t worst = 0;
  // The common patterns, one address for all or consecutive ones, cannot
  // conflict; look for them on the way.
  bool consecutive = true, same = true;
  uint32_t previous = 0, any = 0;
  bool first = true;
  forLanes(p.exec, wave.lanes, [&](unsigned lane) {
    // Addresses wrap at 32 bits: a negative base with an offset is legal.
    uint32_t at = (address ? address[lane] : 0) + uint32_t(offset);
    p.at[lane] = group.lds + at;
    worst = at > worst ? at : worst;
    consecutive &= first || at == previous + bytes;
    same &= first || at == any;
    if (first)
      any = at;
    first = false;
    previous = at;
  });
  if (uint64_t(worst) + bytes > group.ldsBytes) {
    forLanes(p.exec, wave.lanes, [&](unsigned lane) {
      uint64_t at = uint64_t(p.at[lane] - group.lds);
      if (at + bytes > group.ldsBytes)
        wave.fault(inst, int(lane),
                   "LDS access of %u bytes at offset %llu, this group has %u "
                   "bytes",
                   bytes, (unsigned long long)at, group.ldsBytes);
    });
    return false;
  }
  if (!consecutive && !same)
    wave.launch->stats.bankConflicts += bankConflicts(wave, p, bytes);
  return group.shadow.empty() || checkRaces(wave, inst, p, bytes, use);
}
