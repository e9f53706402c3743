//===- Access.h - Lane addresses and atomic operations ----------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Code that the vector-memory families share. Operands of FLAT, GLOBAL, SCRATCH
// and MUBUF instructions after decode: src[0] vector address, src[1] vector
// data, src[2] scalar address or buffer resource, src[3] scalar offset; any may
// be None. DS: src[0] address, src[1] and src[2] data. An instruction first
// converts its addresses to checked host pointers, one per active lane, and
// then moves data. Inactive lanes access nothing.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_EMULATOR_MEMORY_ACCESS_H
#define PRIM_EMULATOR_MEMORY_ACCESS_H

#include "Core/Launch.h"

#include <cmath>
#include <cstring>

namespace prim::emulator {

class Registry;

void registerGlobalMemory(Registry &registry);
void registerGlobalAtomics(Registry &registry);
void registerLocalMemory(Registry &registry);
void registerLocalAtomics(Registry &registry);
void registerLaneExchange(Registry &registry);

/// Calls f(lane) for every set bit of a mask.
template <typename F>
inline void forLanes(uint64_t mask, unsigned lanes, F f) {
  if (mask == (lanes == 64 ? ~uint64_t(0) : uint64_t(0xffffffff))) {
    for (unsigned lane = 0; lane < lanes; ++lane)
      f(lane);
    return;
  }
  for (; mask; mask &= mask - 1)
    f(unsigned(__builtin_ctzll(mask)));
}

inline uint32_t *vectorRegister(Wave &wave, const Operand &operand) {
  return (operand.kind == OperandKind::Agpr ? wave.agpr : wave.vgpr) +
         kLaneStride * operand.index;
}

/// Host pointers of the active lanes. If all lanes are active and access
/// contiguous memory in order, only its start is stored.
struct LanePointers {
  uint64_t exec;
  bool contiguous;
  bool isPrivate; // all of it is scratch, private to the wave
  unsigned bytes; // per lane
  uint8_t *at[64];

  uint8_t *pointer(unsigned lane) const {
    return contiguous ? at[0] + uint64_t(lane) * bytes : at[lane];
  }
};

/// Properties of the active lanes' 32-bit offsets.
struct OffsetPattern {
  uint32_t low, high;
  bool consecutive; // offset of lane i = offset of lane 0 + i * bytes
  bool same;        // all equal
};
OffsetPattern patternOf(Wave &wave, const uint32_t *offsets, unsigned bytes);

/// Moves `Words` words per active lane between memory and registers. Inlined,
/// because most instructions of a memory kernel use it.
template <unsigned Words>
[[gnu::always_inline]] inline void
loadWords(const Wave &wave, const LanePointers &p, uint32_t *dst) {
  if (p.contiguous) {
    for (unsigned base = 0; base < wave.lanes; base += 32) {
      const uint8_t *from = p.at[0] + uint64_t(base) * Words * 4;
      uint32_t block[32 * Words];
      std::memcpy(block, from, sizeof(block));
      for (unsigned k = 0; k < Words; ++k)
        for (unsigned i = 0; i < 32; ++i)
          dst[k * kLaneStride + base + i] = block[i * Words + k];
    }
    return;
  }
  forLanes(p.exec, wave.lanes, [&](unsigned lane) {
    uint32_t words[Words];
    std::memcpy(words, p.at[lane], sizeof(words));
    for (unsigned k = 0; k < Words; ++k)
      dst[k * kLaneStride + lane] = words[k];
  });
}
/// Returns whether memory changed.
template <unsigned Words>
[[gnu::always_inline]] inline bool
storeWords(const Wave &wave, const LanePointers &p, const uint32_t *data) {
  uint32_t changed = 0;
  if (p.contiguous) {
    for (unsigned base = 0; base < wave.lanes; base += 32) {
      uint8_t *to = p.at[0] + uint64_t(base) * Words * 4;
      uint32_t old[32 * Words], now[32 * Words];
      std::memcpy(old, to, sizeof(old));
      for (unsigned k = 0; k < Words; ++k)
        for (unsigned i = 0; i < 32; ++i)
          now[i * Words + k] = data[k * kLaneStride + base + i];
      for (unsigned i = 0; i < 32 * Words; ++i)
        changed |= old[i] ^ now[i];
      std::memcpy(to, now, sizeof(now));
    }
    return changed;
  }
  forLanes(p.exec, wave.lanes, [&](unsigned lane) {
    uint32_t old[Words], words[Words];
    std::memcpy(old, p.at[lane], sizeof(old));
    for (unsigned k = 0; k < Words; ++k) {
      words[k] = data[k * kLaneStride + lane];
      changed |= old[k] ^ words[k];
    }
    std::memcpy(p.at[lane], words, sizeof(words));
  });
  return changed;
}

/// The address space of an instruction and the form of its addresses.
enum class Space : uint8_t { Global, Flat, Scratch, Buffer, Local };

/// Fills `pointers`; false after a fault. `bytes` is the access size per lane.
/// Counts the cache lines touched. Space::Local has resolveLds() instead.
bool resolveAddresses(Wave &wave, const Instruction &inst, Space space,
                      unsigned bytes, LanePointers &pointers);

/// Reports the outcome of a load (or returning atomic) to the launch if the
/// access is coherent. `hash` covers addresses and values.
void notePoll(Wave &wave, const Instruction &inst, uint64_t hash);
/// The hash of a load's result: `words` registers from `dst` on.
uint64_t hashOf(const Wave &wave, const LanePointers &p, const uint32_t *dst,
                unsigned words);
/// Whether a load's cache policy makes other waves' writes visible.
bool isCoherent(const Wave &wave, const Instruction &inst);

inline uint64_t mixHash(uint64_t hash, uint64_t value) {
  return (hash ^ value) * 0x9e3779b97f4a7c15ull + (hash >> 29);
}

//===----------------------------------------------------------------------===//
// Atomic operations: apply(memory, data, compare) gives the new value.
//===----------------------------------------------------------------------===//

namespace atomic {
struct Add {
  template <typename T>
  static T apply(T m, T d, T) {
    return m + d;
  }
};
struct Sub {
  template <typename T>
  static T apply(T m, T d, T) {
    return m - d;
  }
};
struct Rsub {
  template <typename T>
  static T apply(T m, T d, T) {
    return d - m;
  }
};
/// min/max choose the data only if it is strictly better. If either operand is
/// a NaN, the result is the other operand (minnum).
struct Min {
  template <typename T>
  static T apply(T m, T d, T) {
    return d < m || m != m ? d : m;
  }
};
struct Max {
  template <typename T>
  static T apply(T m, T d, T) {
    return d > m || m != m ? d : m;
  }
};
struct And {
  template <typename T>
  static T apply(T m, T d, T) {
    return m & d;
  }
};
struct Or {
  template <typename T>
  static T apply(T m, T d, T) {
    return m | d;
  }
};
struct Xor {
  template <typename T>
  static T apply(T m, T d, T) {
    return m ^ d;
  }
};
struct Swap {
  template <typename T>
  static T apply(T, T d, T) {
    return d;
  }
};
struct CmpSwap {
  template <typename T>
  static T apply(T m, T d, T c) {
    return m == c ? d : m;
  }
};
/// Wrapping increment and decrement: the data is the limit.
struct Inc {
  template <typename T>
  static T apply(T m, T d, T) {
    return m >= d ? T(0) : T(m + 1);
  }
};
struct Dec {
  template <typename T>
  static T apply(T m, T d, T) {
    return m == 0 || m > d ? d : T(m - 1);
  }
};
struct CondSub {
  template <typename T>
  static T apply(T m, T d, T) {
    return m >= d ? T(m - d) : m;
  }
};
struct SubClamp {
  template <typename T>
  static T apply(T m, T d, T) {
    return m >= d ? T(m - d) : T(0);
  }
};
} // namespace atomic

} // namespace prim::emulator

#endif // PRIM_EMULATOR_MEMORY_ACCESS_H
