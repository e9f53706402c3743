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

/// Special wave numbers: several readers; an atomic as the last writer.
constexpr uint32_t kSeveral = 0xff;
constexpr uint32_t kAtomic = 0xfe;

/// An entry after an access by wave `self`; `bad` becomes non-zero when the
/// access races. Without branches: this runs for every lane of every access.
template <LdsUse Use>
inline LdsShadow note(LdsShadow entry, uint32_t epoch, uint32_t self,
                      uint32_t &bad) {
  uint32_t live = (entry & 0xffff) == epoch ? ~0u : 0u;
  uint32_t writer = entry >> 16 & 0xff & live;
  uint32_t reader = entry >> 24 & live;
  bad |= uint32_t(writer != 0) & uint32_t(writer != self) &
         uint32_t(writer != kAtomic);
  if (Use != LdsUse::Read)
    bad |= uint32_t(reader != 0) & uint32_t(reader != self);
  if (Use == LdsUse::Read) {
    bool mine = (reader == 0) | (reader == self);
    uint32_t joined = mine ? self : kSeveral;
    reader = writer == kAtomic ? reader : joined;
  } else if (Use == LdsUse::Write) {
    writer = writer == kAtomic ? kAtomic : self;
  } else {
    writer = kAtomic;
  }
  return epoch | writer << 16 | reader << 24;
}

void reportRace(Wave &wave, const Instruction &inst, unsigned lane,
                uint64_t offset, LdsUse use, uint32_t other) {
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

template <LdsUse Use>
bool checkRaces(Wave &wave, const Instruction &inst, const LanePointers &p) {
  Group &group = *wave.group;
  const unsigned shift = group.shadowShift;
  const uint32_t epoch = group.epoch, self = wave.indexInGroup + 1;
  LdsShadow *shadow = group.shadow.data();
  // Only granules that an access covers whole: with words as granules the code
  // has no narrower accesses, and the edges of misaligned ones are not worth a
  // false alarm.
  const uint64_t round = (uint64_t(1) << shift) - 1;
  auto range = [&](unsigned lane, uint64_t &begin, uint64_t &end) {
    uint64_t first = uint64_t(p.pointer(lane) - group.lds);
    begin = (first + round) >> shift;
    end = (first + p.bytes) >> shift;
  };
  uint32_t bad = 0;
  if (p.contiguous && (uint64_t(p.at[0] - group.lds) & round) == 0) {
    uint64_t begin = uint64_t(p.at[0] - group.lds) >> shift;
    uint64_t count = uint64_t(wave.lanes) * p.bytes >> shift;
    for (uint64_t i = 0; i < count; ++i)
      (void)note<Use>(shadow[begin + i], epoch, self, bad);
    if (!bad) {
      for (uint64_t i = 0; i < count; ++i)
        shadow[begin + i] = note<Use>(shadow[begin + i], epoch, self, bad);
      return true;
    }
    bad = 0;
  }
  bool ok = true;
  forLanes(p.exec, wave.lanes, [&](unsigned lane) {
    uint64_t begin, end;
    range(lane, begin, end);
    for (uint64_t i = begin; i < end; ++i) {
      LdsShadow entry = shadow[i];
      shadow[i] = note<Use>(entry, epoch, self, bad);
      if (__builtin_expect(bad != 0, 0) && ok) {
        uint32_t writer = entry >> 16 & 0xff, reader = entry >> 24;
        bool byWriter = writer && writer != self && writer != kAtomic;
        reportRace(wave, inst, lane, i << shift, Use,
                   byWriter ? writer : reader);
        ok = false;
      }
    }
  });
  return ok;
}

/// Extra passes over 32 banks of one word: lanes go in groups whose accesses
/// are 32 words together; each bank serves one word a pass, to any number of
/// lanes.
unsigned bankConflicts(const Wave &wave, const LanePointers &p) {
  const unsigned words = p.bytes < 4 ? 1 : p.bytes / 4;
  const unsigned lanesPerPass = 32 / words;
  unsigned extra = 0;
  for (unsigned first = 0; first < wave.lanes; first += lanesPerPass) {
    uint64_t mask = p.exec >> first & ((uint64_t(1) << lanesPerPass) - 1);
    if (!mask)
      continue;
    uint32_t in[32][32];
    uint8_t count[32] = {};
    unsigned worst = 1;
    for (; mask; mask &= mask - 1) {
      unsigned lane = first + unsigned(__builtin_ctzll(mask));
      uint32_t start = uint32_t(p.pointer(lane) - wave.group->lds) >> 2;
      for (unsigned k = 0; k < words; ++k) {
        uint32_t word = start + k;
        unsigned bank = word & 31, slot = 0;
        while (slot < count[bank] && in[bank][slot] != word)
          ++slot;
        if (slot < count[bank] || slot == 32)
          continue;
        in[bank][slot] = word;
        count[bank] = uint8_t(slot + 1);
        worst = slot + 1 > worst ? slot + 1 : worst;
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
  p.contiguous = false;
  p.bytes = bytes;
  if (!p.exec)
    return true;
  // Addresses wrap at 32 bits: a negative base with an offset is legal.
  alignas(64) uint32_t at[kLaneStride];
  for (unsigned lane = 0; lane < kLaneStride; ++lane)
    at[lane] = (address ? address[lane] : 0) + uint32_t(offset);
  OffsetPattern pattern = patternOf(wave, at, bytes);
  if (uint64_t(pattern.high) + bytes > group.ldsBytes) {
    forLanes(p.exec, wave.lanes, [&](unsigned lane) {
      if (uint64_t(at[lane]) + bytes > group.ldsBytes)
        wave.fault(inst, int(lane),
                   "LDS access of %u bytes at offset %u, this group has %u "
                   "bytes",
                   bytes, at[lane], group.ldsBytes);
    });
    return false;
  }
  p.contiguous = pattern.consecutive && p.exec == wave.fullMask();
  if (p.contiguous)
    p.at[0] = group.lds + at[0];
  else
    for (unsigned lane = 0; lane < kLaneStride; ++lane)
      p.at[lane] = group.lds + at[lane];
  // One address for all, or consecutive ones, cannot conflict.
  if (!pattern.consecutive && !pattern.same)
    wave.launch->stats.bankConflicts += bankConflicts(wave, p);
  if (group.shadow.empty())
    return true;
  switch (use) {
  case LdsUse::Read:
    return checkRaces<LdsUse::Read>(wave, inst, p);
  case LdsUse::Write:
    return checkRaces<LdsUse::Write>(wave, inst, p);
  case LdsUse::Atomic:
    return checkRaces<LdsUse::Atomic>(wave, inst, p);
  }
  return true;
}
