//===- Wave.h - The architectural state of one wave -------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Registers, masks and modes of one wave, laid out for lane loops. A vector
// register is 64 consecutive 32-bit words (also for wave32, where the upper 32
// are unused). Registers are contiguous, so the high half of a 64-bit operand
// lies `kLaneStride` words after the low half. Scalar registers, VCC, the trap
// registers, M0 and EXEC share one array indexed by the hardware's own
// encoding. Handlers may access everything here; memory that is reached through
// `group` and `device` belongs to the memory files.
//===----------------------------------------------------------------------===//

#ifndef PRIM_EMULATOR_CORE_WAVE_H
#define PRIM_EMULATOR_CORE_WAVE_H

#include <cstdint>
#include <cstring>

namespace prim::emulator {

struct Instruction;
struct Group;
struct Launch;

/// Words from one 32-bit vector register to the next.
constexpr unsigned kLaneStride = 64;

/// Indices into Wave::sgpr. s0..s105 and ttmp0..15 (108..123) keep their own
/// encodings; decode maps M0 and NULL to these indices for every generation.
enum ScalarIndex : unsigned {
  kVccLo = 106,
  kVccHi = 107,
  kTtmp0 = 108,
  kM0 = 124,
  kExecLo = 126,
  kExecHi = 127,
  kNullSink = 128, // writes to NULL land here; reads of NULL are constants
  kFlatScratchLo = 144,
  kXnackMaskLo = 146,
  kScalarWords = 160,
};

/// Why a wave is not running.
enum class WaveState : uint8_t {
  Running,
  Barrier,  // waits in s_barrier (or s_barrier_wait)
  Yielded,  // gives the rest of its quantum away (s_sleep)
  Finished, // s_endpgm
  Faulted,
};

/// Bits of the MODE hardware register.
enum ModeBits : uint32_t {
  kModeRoundF32 = 0x3,      // 0 nearest even, 1 up, 2 down, 3 to zero
  kModeRoundF64F16 = 0xc,   // same, shifted by 2
  kModeDenormInF32 = 0x10,  // keep denormal sources
  kModeDenormOutF32 = 0x20, // keep denormal results
  kModeDenormInF64F16 = 0x40,
  kModeDenormOutF64F16 = 0x80,
  kModeDx10Clamp = 0x100, // clamp turns NaN into 0
  kModeIeee = 0x200,
  kModeFp16Ovfl = 0x800000,
};

struct Wave {
  alignas(64) uint32_t sgpr[kScalarWords];
  uint32_t scc = 0;
  uint32_t mode = 0;
  /// vgpr + 64 * n is v<n>. 512 registers (v, then a) are always allocated, so
  /// that no register index can leave the array.
  uint32_t *vgpr = nullptr;
  uint32_t *agpr = nullptr;
  unsigned lanes = 64; // wave size: 64 or 32
  WaveState state = WaveState::Running;
  /// The instruction to execute next; a branch overwrites it.
  const Instruction *next = nullptr;

  Group *group = nullptr;
  Launch *launch = nullptr;
  unsigned indexInGroup = 0;
  uint8_t *scratch = nullptr; // lanes * scratchBytesPerLane, lane by lane
  uint32_t scratchBytesPerLane = 0;

  uint64_t exec() const { return pair(kExecLo); }
  void setExec(uint64_t value) { setPair(kExecLo, value & fullMask()); }
  uint64_t vcc() const { return pair(kVccLo); }
  uint64_t fullMask() const {
    return lanes == 64 ? ~uint64_t(0) : uint64_t(0xffffffff);
  }
  uint64_t pair(unsigned index) const {
    uint64_t value;
    std::memcpy(&value, sgpr + index, sizeof(value));
    return value;
  }
  void setPair(unsigned index, uint64_t value) {
    std::memcpy(sgpr + index, &value, sizeof(value));
  }
  /// A lane mask in one (wave32) or two (wave64) scalar registers.
  uint64_t mask(unsigned index) const {
    return lanes == 64 ? pair(index) : sgpr[index];
  }
  void setMask(unsigned index, uint64_t value) {
    if (lanes == 64)
      setPair(index, value);
    else
      sgpr[index] = uint32_t(value);
  }
  uint32_t *reg(unsigned index) { return vgpr + kLaneStride * index; }

  /// 64 words, all ones where EXEC is set and 0 elsewhere, for branch-free
  /// masked writes. Rebuilt only after EXEC has changed.
  const uint32_t *execLanes() {
    uint64_t value = exec();
    if (value != execLanesFor) {
      expandMask(value, execLaneMask);
      execLanesFor = value;
    }
    return execLaneMask;
  }
  /// Turns a lane mask into 64 words of all ones or 0.
  static void expandMask(uint64_t mask, uint32_t *words) {
    for (unsigned i = 0; i < 32; ++i)
      words[i] = 0u - (uint32_t(mask) >> i & 1);
    for (unsigned i = 0; i < 32; ++i)
      words[32 + i] = 0u - (uint32_t(mask >> 32) >> i & 1);
  }

  /// Reports an error that ends the launch. The text is prefixed with kernel,
  /// pc, instruction and (if not negative) lane. The handler must return right
  /// after.
  void fault(const Instruction &inst, int lane, const char *format, ...)
      __attribute__((format(printf, 4, 5)));

  alignas(64) uint32_t execLaneMask[64] = {};
  uint64_t execLanesFor = 0;
};

} // namespace prim::emulator

#endif // PRIM_EMULATOR_CORE_WAVE_H
