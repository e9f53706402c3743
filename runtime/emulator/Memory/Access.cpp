//===- Access.cpp - Addresses of vector-memory instructions -----*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Address calculation and checking for FLAT, GLOBAL, SCRATCH and MUBUF, the
// count of cache lines, and the recognition of polling loads.
//
//===----------------------------------------------------------------------===//

#include "Memory/Access.h"
#include "Core/WaveSetup.h"
#include "Scalar/Operands.h"

#include <algorithm>

using namespace prim::emulator;

OffsetPattern prim::emulator::patternOf(Wave &wave, const uint32_t *offsets,
                                        unsigned bytes) {
  uint64_t exec = wave.exec();
  unsigned first = exec ? unsigned(__builtin_ctzll(exec)) : 0;
  const uint32_t *active = wave.execLanes();
  const uint32_t any = offsets[first], base = any - first * bytes;
  uint32_t low = ~0u, high = 0, unordered = 0, different = 0;
  for (unsigned block = 0; block < wave.lanes; block += 32)
    for (unsigned i = block; i < block + 32; ++i) {
      uint32_t mask = active[i], offset = offsets[i];
      uint32_t lowest = offset | ~mask, highest = offset & mask;
      low = lowest < low ? lowest : low;
      high = highest > high ? highest : high;
      unordered |= (offset ^ (base + i * bytes)) & mask;
      different |= (offset ^ any) & mask;
    }
  return {low, high, unordered == 0, different == 0};
}

/// The number of distinct 64-byte lines among the active lanes' addresses.
/// Neighbouring lanes mostly share lines or ascend; only other patterns require
/// a table.
static unsigned countLines(const LanePointers &pointers, unsigned lanes) {
  if (pointers.contiguous) {
    uint64_t begin = reinterpret_cast<uint64_t>(pointers.at[0]);
    uint64_t last = begin + uint64_t(lanes) * pointers.bytes - 1;
    return unsigned((last >> 6) - (begin >> 6)) + 1;
  }
  uint64_t previous = ~uint64_t(0);
  unsigned runs = 0;
  bool ascending = true;
  forLanes(pointers.exec, lanes, [&](unsigned lane) {
    uint64_t line = reinterpret_cast<uint64_t>(pointers.at[lane]) >> 6;
    if (line == previous)
      return;
    ascending &= runs == 0 || line > previous;
    previous = line;
    ++runs;
  });
  if (ascending)
    return runs;
  uint64_t table[128];
  std::fill(std::begin(table), std::end(table), ~uint64_t(0));
  unsigned distinct = 0;
  forLanes(pointers.exec, lanes, [&](unsigned lane) {
    uint64_t line = reinterpret_cast<uint64_t>(pointers.at[lane]) >> 6;
    unsigned slot = unsigned(line * 0x9e3779b97f4a7c15ull >> 57);
    while (table[slot] != ~uint64_t(0) && table[slot] != line)
      slot = (slot + 1) & 127;
    distinct += table[slot] != line;
    table[slot] = line;
  });
  return distinct;
}

static void faultOutside(Wave &wave, const Instruction &inst, unsigned lane,
                         uint64_t address, unsigned bytes) {
  const Allocation *near = DeviceMemory::get().nearest(address);
  if (!near ||
      (address < near->base ? near->base - address : address - near->base) >
          near->size + (uint64_t(16) << 20)) {
    wave.fault(inst, int(lane),
               "access of %u bytes at 0x%llx is outside every allocation",
               bytes, (unsigned long long)address);
    return;
  }
  bool before = address < near->base;
  unsigned long long distance =
      before ? near->base - address : address - near->base;
  wave.fault(inst, int(lane),
             "access of %u bytes at 0x%llx is outside every allocation: %llu "
             "bytes %s the start of the allocation of %llu bytes at 0x%llx",
             bytes, (unsigned long long)address, distance,
             before ? "before" : "after", (unsigned long long)near->size,
             (unsigned long long)near->base);
}

/// Checks the device addresses in `pointers` and replaces them by host
/// pointers.
static bool translateGlobal(Wave &wave, const Instruction &inst, unsigned bytes,
                            LanePointers &pointers) {
  uint64_t low = ~uint64_t(0), high = 0;
  forLanes(pointers.exec, wave.lanes, [&](unsigned lane) {
    uint64_t address = reinterpret_cast<uint64_t>(pointers.at[lane]);
    low = std::min(low, address);
    high = std::max(high, address);
  });
  if (low > high)
    return true; // no active lane
  uint8_t *start = high - low + bytes > high - low
                       ? wave.launch->translate(low, high - low + bytes)
                       : nullptr;
  if (start) {
    forLanes(pointers.exec, wave.lanes, [&](unsigned lane) {
      uint64_t address = reinterpret_cast<uint64_t>(pointers.at[lane]);
      pointers.at[lane] = start + (address - low);
    });
    return true;
  }
  bool ok = true;
  forLanes(pointers.exec, wave.lanes, [&](unsigned lane) {
    if (!ok)
      return;
    uint64_t address = reinterpret_cast<uint64_t>(pointers.at[lane]);
    pointers.at[lane] = wave.launch->translate(address, bytes);
    if (!pointers.at[lane]) {
      faultOutside(wave, inst, lane, address, bytes);
      ok = false;
    }
  });
  return ok;
}

/// GLOBAL: a scalar base with 32-bit lane offsets, or 64-bit lane addresses.
/// Lane addresses mostly share their upper half, and are then treated as a base
/// with offsets.
static bool resolveGlobal(Wave &wave, const Instruction &inst, unsigned bytes,
                          LanePointers &pointers) {
  const uint32_t *low = vectorRegister(wave, inst.src[0]);
  uint64_t exec = pointers.exec;
  if (!exec)
    return true;
  uint64_t base = int64_t(inst.offset);
  if (inst.src[2]) {
    base += readScalar<uint64_t>(wave, inst.src[2]);
  } else {
    const uint32_t *high = low + kLaneStride;
    uint32_t upper = high[__builtin_ctzll(exec)];
    if (!patternOf(wave, high, 0).same) {
      uint64_t offset = base;
      for (unsigned lane = 0; lane < wave.lanes; ++lane)
        pointers.at[lane] = reinterpret_cast<uint8_t *>(
            (uint64_t(high[lane]) << 32 | low[lane]) + offset);
      return translateGlobal(wave, inst, bytes, pointers);
    }
    base += uint64_t(upper) << 32;
  }
  OffsetPattern pattern = patternOf(wave, low, bytes);
  uint8_t *start =
      pattern.high >= pattern.low
          ? wave.launch->translate(base + pattern.low,
                                   uint64_t(pattern.high) - pattern.low + bytes)
          : nullptr;
  if (start) {
    // Consecutive offsets could wrap at 32 bits; then high < low + the span.
    pointers.contiguous =
        pattern.consecutive && exec == wave.fullMask() &&
        pattern.high - pattern.low == (wave.lanes - 1) * bytes;
    if (pointers.contiguous)
      pointers.at[0] = start;
    else
      for (unsigned lane = 0; lane < wave.lanes; ++lane)
        pointers.at[lane] = start + (low[lane] - pattern.low);
    return true;
  }
  for (unsigned lane = 0; lane < wave.lanes; ++lane)
    pointers.at[lane] = reinterpret_cast<uint8_t *>(base + low[lane]);
  return translateGlobal(wave, inst, bytes, pointers);
}

static bool scratchPointer(Wave &wave, const Instruction &inst, unsigned lane,
                           int64_t offset, unsigned bytes, uint8_t *&pointer) {
  if (offset < 0 || offset + bytes > wave.scratchBytesPerLane) {
    wave.fault(inst, int(lane),
               "scratch access of %u bytes at offset %lld, this kernel has %u "
               "bytes per lane",
               bytes, (long long)offset, wave.scratchBytesPerLane);
    return false;
  }
  pointer = wave.scratch + uint64_t(lane) * wave.scratchBytesPerLane + offset;
  return true;
}

static bool resolveScratch(Wave &wave, const Instruction &inst, unsigned bytes,
                           LanePointers &pointers) {
  int64_t base = inst.offset;
  if (inst.src[2])
    base += readScalar<int32_t>(wave, inst.src[2]);
  const uint32_t *address =
      inst.src[0] ? vectorRegister(wave, inst.src[0]) : nullptr;
  bool ok = true;
  forLanes(pointers.exec, wave.lanes, [&](unsigned lane) {
    int64_t offset = base + (address ? int32_t(address[lane]) : 0);
    ok = ok &&
         scratchPointer(wave, inst, lane, offset, bytes, pointers.at[lane]);
  });
  return ok;
}

static bool resolveFlat(Wave &wave, const Instruction &inst, unsigned bytes,
                        LanePointers &pointers) {
  const uint32_t *low = vectorRegister(wave, inst.src[0]);
  const uint32_t *high = low + kLaneStride;
  bool ok = true;
  uint64_t global = 0;
  pointers.isPrivate = true;
  forLanes(pointers.exec, wave.lanes, [&](unsigned lane) {
    uint32_t segment = high[lane];
    pointers.isPrivate &= segment == kPrivateApertureHi;
    int64_t offset = int64_t(low[lane]) + inst.offset;
    if (segment == kPrivateApertureHi) {
      ok = ok &&
           scratchPointer(wave, inst, lane, offset, bytes, pointers.at[lane]);
    } else if (segment == kSharedApertureHi) {
      if (ok && (offset < 0 || offset + bytes > wave.group->ldsBytes)) {
        wave.fault(inst, int(lane),
                   "access of %u bytes at LDS offset %lld, this group has %u",
                   bytes, (long long)offset, wave.group->ldsBytes);
        ok = false;
      }
      pointers.at[lane] = wave.group->lds + offset;
    } else {
      pointers.at[lane] = reinterpret_cast<uint8_t *>(
          (uint64_t(segment) << 32 | low[lane]) + int64_t(inst.offset));
      global |= uint64_t(1) << lane;
    }
  });
  if (!ok || !global)
    return ok;
  uint64_t exec = pointers.exec;
  pointers.exec = global;
  ok = translateGlobal(wave, inst, bytes, pointers);
  pointers.exec = exec;
  return ok;
}

/// MUBUF: a raw buffer in memory, or the swizzled private segment. Lanes past
/// the end of a buffer read 0 and write nothing, as specified for buffer
/// instructions: they are removed from `pointers.exec`.
static bool resolveBuffer(Wave &wave, const Instruction &inst, unsigned bytes,
                          LanePointers &pointers) {
  if (inst.src[2].kind != OperandKind::Scalar) {
    wave.fault(inst, -1, "buffer resource is not in scalar registers");
    return false;
  }
  const uint32_t *resource = wave.sgpr + inst.src[2].index;
  uint32_t scalar = inst.src[3] ? readScalar<uint32_t>(wave, inst.src[3]) : 0;
  const uint32_t *address =
      inst.src[0] ? vectorRegister(wave, inst.src[0]) : nullptr;
  bool indexed = std::strstr(inst.name, "IDXEN") != nullptr;
  bool both = std::strstr(inst.name, "BOTHEN") != nullptr;
  if (resource[1] == (kScratchBufferHi | kBufferSwizzleEnable)) {
    // Scalar offsets count bytes of the whole wave; lane offsets count bytes of
    // one lane.
    pointers.isPrivate = true;
    int64_t base = int64_t(int32_t(scalar)) / int64_t(wave.lanes) + inst.offset;
    bool ok = true;
    forLanes(pointers.exec, wave.lanes, [&](unsigned lane) {
      int64_t offset = base + (address ? int32_t(address[lane]) : 0);
      ok = ok &&
           scratchPointer(wave, inst, lane, offset, bytes, pointers.at[lane]);
    });
    return ok;
  }
  if (resource[1] & kBufferSwizzleEnable) {
    wave.fault(inst, -1, "swizzled buffers are not known to the emulator");
    return false;
  }
  uint64_t base = resource[0] | uint64_t(resource[1] & 0xffff) << 32;
  uint64_t stride = resource[1] >> 16 & 0x3fff;
  uint64_t records = resource[2];
  uint64_t keep = 0;
  forLanes(pointers.exec, wave.lanes, [&](unsigned lane) {
    uint64_t index = indexed || both ? address[lane] : 0;
    uint64_t offset = uint64_t(uint32_t(inst.offset));
    if (both)
      offset += address[kLaneStride + lane];
    else if (address && !indexed)
      offset += address[lane];
    bool outside = stride && (indexed || both)
                       ? index >= records || offset + bytes > stride
                       : offset + scalar + bytes > records;
    if (outside)
      return;
    keep |= uint64_t(1) << lane;
    pointers.at[lane] =
        reinterpret_cast<uint8_t *>(base + scalar + index * stride + offset);
  });
  pointers.exec = keep;
  return translateGlobal(wave, inst, bytes, pointers);
}

bool prim::emulator::resolveAddresses(Wave &wave, const Instruction &inst,
                                      Space space, unsigned bytes,
                                      LanePointers &pointers) {
  pointers.exec = wave.exec();
  pointers.contiguous = false;
  pointers.bytes = bytes;
  pointers.isPrivate = space == Space::Scratch;
  if (space == Space::Scratch)
    return resolveScratch(wave, inst, bytes, pointers);
  bool ok;
  if (space == Space::Global) {
    ok = resolveGlobal(wave, inst, bytes, pointers);
  } else if (space == Space::Flat) {
    ok = resolveFlat(wave, inst, bytes, pointers);
  } else {
    ok = resolveBuffer(wave, inst, bytes, pointers);
  }
  if (ok && pointers.exec)
    wave.launch->stats.cacheLines += countLines(pointers, wave.lanes);
  return ok;
}

bool prim::emulator::isCoherent(const Wave &wave, const Instruction &inst) {
  const Target &target = wave.launch->program->target;
  // gfx12: scope field; gfx940: sc0/sc1; otherwise glc. nt and dlc are hints.
  constexpr uint8_t kGlc = 1, kSc1 = 16, kScopeMask = 3 << 3;
  if (target.isGfx12Plus())
    return inst.cpol & kScopeMask;
  return inst.cpol & (target.isGfx940Plus() ? kGlc | kSc1 : kGlc);
}

uint64_t prim::emulator::hashOf(const Wave &wave, const LanePointers &p,
                                const uint32_t *dst, unsigned words) {
  uint64_t hash = 0;
  forLanes(p.exec, wave.lanes, [&](unsigned lane) {
    hash = mixHash(hash, reinterpret_cast<uint64_t>(p.pointer(lane)));
    for (unsigned k = 0; k < words; ++k)
      hash = mixHash(hash, dst[k * kLaneStride + lane]);
  });
  return hash;
}

void prim::emulator::notePoll(Wave &wave, const Instruction &inst,
                              uint64_t hash) {
  WaveContext &self = context(wave);
  for (PollRecord &poll : self.polls) {
    if (poll.inst != &inst)
      continue;
    if (poll.hash == hash) {
      uint64_t from = std::max(poll.executed, self.spinCounted);
      wave.launch->stats.spins += self.executed - from;
      self.spinCounted = self.executed;
    }
    poll.hash = hash;
    poll.executed = self.executed;
    return;
  }
  self.polls[self.nextPoll] = {&inst, hash, self.executed};
  self.nextPoll = (self.nextPoll + 1) % 4;
}
