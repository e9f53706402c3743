//===- Lds.cpp - Checked LDS addresses --------------------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The race shadow records which wave wrote and which waves read a word since
// the last barrier. It records bytes in code with narrower accesses, and from
// the first misaligned access on. Two waves of which one writes are a race.
// Atomics are ordered by the hardware: they only race with earlier plain
// accesses of another wave, and words updated by atomics may be polled with
// plain reads. Reads whose value the code checks itself (Core/ValidatedReads.h)
// never race, and a polling read orders the earlier accesses of the polled
// wave.
//
//===----------------------------------------------------------------------===//

#include "Memory/Lds.h"

using namespace prim::emulator;

namespace {

/// Special wave numbers: several readers; an atomic as the last writer.
constexpr uint32_t kSeveral = 0xff;
constexpr uint32_t kAtomic = 0xfe;

/// Group::polled of a wave that has polled a word updated by atomics: the last
/// writer is unknown.
constexpr uint32_t kEveryWave = ~0u;

constexpr LdsShadow shadowOf(uint32_t epoch, uint32_t writer, uint32_t reader) {
  return epoch | writer << 16 | reader << 24;
}

/// An entry of this epoch after an access by wave `self`. If the access races,
/// `bad` becomes the other wave.
template <LdsUse Use>
LdsShadow note(LdsShadow entry, uint32_t epoch, uint32_t self, uint32_t &bad) {
  uint32_t writer = entry >> 16 & 0xff, reader = entry >> 24;
  if (writer && writer != self && writer != kAtomic)
    bad = writer;
  else if (Use != LdsUse::Read && reader && reader != self)
    bad = reader;
  switch (Use) {
  case LdsUse::Read:
    if (writer != kAtomic)
      reader = reader == 0 || reader == self ? self : kSeveral;
    break;
  case LdsUse::Write:
    writer = writer == kAtomic ? kAtomic : self;
    break;
  case LdsUse::Atomic:
    writer = kAtomic;
    break;
  }
  return shadowOf(epoch, writer, reader);
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

/// The granules of an access. If granules are words, all accesses so far have
/// been of whole words; useBytes ensures that.
struct Granules {
  uint64_t begin, end;
  Granules(uint64_t first, unsigned bytes, unsigned shift)
      : begin(first >> shift), end((first + bytes) >> shift) {}
};

/// Changes the shadow of a group from words to bytes. All accesses so far have
/// been of whole words, so each byte takes the entry of its word.
void useBytes(Group &group) {
  std::vector<LdsShadow> bytes(group.shadow.size() << group.shadowShift);
  for (size_t i = 0; i < bytes.size(); ++i)
    bytes[i] = group.shadow[i >> group.shadowShift];
  group.shadow = std::move(bytes);
  group.shadowShift = 0;
}

/// The shadow as one wave's accesses of one kind see it. Almost every granule
/// is either untouched since the barrier or was touched by this wave in the
/// same way; a compare detects both cases.
template <LdsUse Use>
class Shadow {
public:
  explicit Shadow(const Wave &wave)
      : entries(wave.group->shadow.data()), epoch(wave.group->epoch),
        self(wave.indexInGroup + 1),
        polled(wave.group->polled[wave.indexInGroup]) {
    if (Use == LdsUse::Atomic) {
      fresh = wrote = read = both = several = shadowOf(epoch, kAtomic, 0);
      return;
    }
    wrote = shadowOf(epoch, self, 0);
    read = shadowOf(epoch, 0, self);
    both = wrote | read;
    fresh = Use == LdsUse::Read ? read : wrote;
    several = Use == LdsUse::Read ? shadowOf(epoch, 0, kSeveral) : fresh;
  }
  /// The other wave of a race, or 0.
  uint32_t touch(uint64_t granule) const {
    LdsShadow entry = entries[granule];
    if (uint16_t(entry) != epoch) {
      entries[granule] = fresh;
      return 0;
    }
    if (entry == wrote || entry == read || entry == both) {
      entries[granule] = entry | fresh;
      return 0;
    }
    if (entry == several)
      return 0;
    uint32_t bad = 0;
    entries[granule] = note<Use>(entry, epoch, self, bad);
    return bad && isPolled(bad) ? 0 : bad;
  }
  /// Marks `count` granules from `first` on if no other wave has touched them
  /// since the barrier. Otherwise does nothing and returns false.
  bool touchAll(uint64_t first, uint64_t count) const {
    uint32_t other = 0;
    for (uint64_t i = first; i < first + count; ++i) {
      LdsShadow entry = entries[i];
      other |= uint32_t((entry & 0xffff) == epoch) & uint32_t(entry != wrote) &
               uint32_t(entry != read) & uint32_t(entry != both);
    }
    if (other)
      return false;
    for (uint64_t i = first; i < first + count; ++i) {
      uint32_t live = (entries[i] & 0xffff) == epoch ? ~0u : 0u;
      entries[i] = (entries[i] & live) | fresh;
    }
    return true;
  }

private:
  bool isPolled(uint32_t other) const {
    return other == kSeveral ? polled == kEveryWave : polled >> (other - 1) & 1;
  }

  LdsShadow *entries;
  uint32_t epoch, self, polled;
  /// The entry that this access leaves on an untouched granule, and the entries
  /// that need no closer check.
  LdsShadow fresh, wrote, read, both, several;
};

template <LdsUse Use>
bool checkRaces(Wave &wave, const Instruction &inst, const LanePointers &p) {
  const unsigned shift = wave.group->shadowShift, bytes = p.bytes;
  const uint8_t *const lds = wave.group->lds;
  const Shadow<Use> shadow(wave);
  if (p.contiguous) {
    Granules all(uint64_t(p.at[0] - lds), wave.lanes * bytes, shift);
    if (shadow.touchAll(all.begin, all.end - all.begin))
      return true;
  }
  const bool words = shift == 2 && bytes == 4 && !p.contiguous;
  for (uint64_t mask = p.exec; mask; mask &= mask - 1) {
    unsigned lane = unsigned(__builtin_ctzll(mask));
    if (words) {
      uint64_t first = uint64_t(p.at[lane] - lds);
      uint32_t other = shadow.touch(first >> 2);
      if (__builtin_expect(other != 0, 0)) {
        reportRace(wave, inst, lane, first, Use, other);
        return false;
      }
      continue;
    }
    Granules granules(uint64_t(p.pointer(lane) - lds), bytes, shift);
    for (uint64_t i = granules.begin; i < granules.end; ++i)
      if (uint32_t other = shadow.touch(i)) {
        reportRace(wave, inst, lane, i << shift, Use, other);
        return false;
      }
  }
  return true;
}

/// Orders the accesses of the waves whose words this wave has polled.
void orderAfterPolled(Wave &wave, const LanePointers &p) {
  Group &group = *wave.group;
  uint32_t &polled = group.polled[wave.indexInGroup];
  for (uint64_t mask = p.exec; mask; mask &= mask - 1) {
    unsigned lane = unsigned(__builtin_ctzll(mask));
    Granules granules(uint64_t(p.pointer(lane) - group.lds), p.bytes,
                      group.shadowShift);
    for (uint64_t i = granules.begin; i < granules.end; ++i) {
      LdsShadow entry = group.shadow[i];
      uint32_t writer = entry >> 16 & 0xff;
      if (uint16_t(entry) != group.epoch || !writer)
        continue;
      polled |= writer == kAtomic ? kEveryWave : 1u << (writer - 1);
    }
  }
}

/// The number of extra passes over the chip's banks of one word (up to 64, a
/// power of two). Lanes access memory in groups of one word per bank. In one
/// pass a bank serves one word to any number of lanes.
unsigned bankConflicts(const Wave &wave, const LanePointers &p) {
  Launch &launch = *wave.launch;
  const unsigned words = p.bytes < 4 ? 1 : p.bytes / 4;
  const unsigned numBanks = launch.program->target.units.ldsBanks;
  const unsigned lanesPerPass = numBanks / words;
  if (launch.bankSeen.empty())
    launch.bankSeen.assign(wave.group->ldsBytes / 4 + 8, 0);
  uint32_t *const seen = launch.bankSeen.data();
  unsigned extra = 0;
  for (unsigned first = 0; first < wave.lanes; first += lanesPerPass) {
    uint64_t mask = p.exec >> first & (~uint64_t(0) >> (64 - lanesPerPass));
    if (!mask)
      continue;
    if (words == 1) {
      // All lanes use different banks, as with padded layouts: no conflicts.
      uint64_t banks = 0;
      for (uint64_t left = mask; left; left &= left - 1) {
        unsigned lane = first + unsigned(__builtin_ctzll(left));
        uint32_t word = uint32_t(p.pointer(lane) - wave.group->lds) >> 2;
        banks |= uint64_t(1) << (word & (numBanks - 1));
      }
      if (__builtin_popcountll(banks) == __builtin_popcountll(mask))
        continue;
    }
    const uint32_t pass = ++launch.bankPass;
    uint8_t count[64] = {};
    unsigned worst = 1;
    for (; mask; mask &= mask - 1) {
      unsigned lane = first + unsigned(__builtin_ctzll(mask));
      uint32_t start = uint32_t(p.pointer(lane) - wave.group->lds) >> 2;
      for (uint32_t word = start; word < start + words; ++word) {
        if (seen[word] == pass)
          continue;
        seen[word] = pass;
        unsigned now = ++count[word & (numBanks - 1)];
        worst = now > worst ? now : worst;
      }
    }
    extra += worst - 1;
  }
  return extra;
}

/// Whether a read that begins inside LDS may end outside: it may if it is
/// aligned to its size. LLVM widens a narrower read to such a read because it
/// cannot fault: hardware allocates LDS in pieces that are larger than any
/// access.
bool mayReadPast(const Group &group, uint32_t start, unsigned bytes) {
  return start < group.ldsBytes && (bytes & (bytes - 1)) == 0 &&
         start % bytes == 0;
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
    bool ok = true;
    forLanes(p.exec, wave.lanes, [&](unsigned lane) {
      if (uint64_t(at[lane]) + bytes <= group.ldsBytes ||
          (use == LdsUse::Read && mayReadPast(group, at[lane], bytes)))
        return;
      wave.fault(inst, int(lane),
                 "LDS access of %u bytes at offset %u, this group has %u "
                 "bytes",
                 bytes, at[lane], group.ldsBytes);
      ok = false;
    });
    if (!ok)
      return false;
  }
  p.contiguous = pattern.consecutive && p.exec == wave.fullMask();
  if (p.contiguous)
    p.at[0] = group.lds + at[0];
  else
    for (unsigned lane = 0; lane < kLaneStride; ++lane)
      p.at[lane] = group.lds + at[lane];
  // A common address, or consecutive addresses, cannot conflict.
  if (!pattern.consecutive && !pattern.same)
    wave.launch->stats.bankConflicts += bankConflicts(wave, p);
  if (group.shadow.empty())
    return true;
  if (group.shadowShift) {
    const uint32_t mask = (1u << group.shadowShift) - 1;
    uint32_t low = 0;
    forLanes(p.exec, wave.lanes, [&](unsigned lane) { low |= at[lane]; });
    if (low & mask)
      useBytes(group);
  }
  if (use == LdsUse::Read && inst.readKind != ReadKind::Plain) {
    if (inst.readKind == ReadKind::Polls)
      orderAfterPolled(wave, p);
    return true;
  }
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
