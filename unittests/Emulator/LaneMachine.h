//===- LaneMachine.h - One wave that runs assembly text ---------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A wave that consists of registers only. A test assembles a few instructions
// for a chip with LLVM, lets the emulator decode them, runs them one by one and
// inspects the registers. Not implemented: instructions that access memory.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_UNITTESTS_EMULATOR_LANEMACHINE_H
#define PRIM_UNITTESTS_EMULATOR_LANEMACHINE_H

#include "Core/Launch.h"
#include "Core/Program.h"
#include "Core/Registry.h"

#include "gtest/gtest.h"

#include <cstdint>
#include <cstring>
#include <functional>
#include <string>
#include <vector>

namespace prim::emulator::test {

/// Machine code of assembly text; empty with `error` set if LLVM rejects it.
std::vector<uint8_t> assemble(const std::string &chip, unsigned waveSize,
                              const std::string &text, std::string &error);

template <typename T>
inline uint32_t bits32(T value) {
  static_assert(sizeof(T) == 4);
  uint32_t bits;
  std::memcpy(&bits, &value, sizeof(bits));
  return bits;
}
inline uint64_t bits64(double value) {
  uint64_t bits;
  std::memcpy(&bits, &value, sizeof(bits));
  return bits;
}

class LaneMachine {
public:
  /// All lanes active, registers poisoned, MODE as compilers set it: nearest
  /// even, all denormals kept, IEEE and DX10 clamp on. `waveSize` 0 uses the
  /// chip's default.
  explicit LaneMachine(const std::string &chip, unsigned waveSize = 0);

  uint32_t *v(unsigned reg) { return vgprs.data() + kLaneStride * reg; }
  uint32_t *a(unsigned reg) { return v(256 + reg); }
  uint32_t &s(unsigned reg) { return wave.sgpr[reg]; }
  uint64_t v64(unsigned reg, unsigned lane) {
    return v(reg)[lane] | uint64_t(v(reg + 1)[lane]) << 32;
  }
  /// Fills a register lane by lane.
  void set(unsigned reg, const std::function<uint32_t(unsigned)> &value) {
    for (unsigned lane = 0; lane < kLaneStride; ++lane)
      v(reg)[lane] = value(lane);
  }
  void set(unsigned reg, uint32_t value) {
    set(reg, [=](unsigned) { return value; });
  }
  void set64(unsigned reg, uint64_t value) {
    set(reg, uint32_t(value));
    set(reg + 1, uint32_t(value >> 32));
  }
  void setExec(uint64_t mask) { wave.setExec(mask); }

  /// Assembles and executes. An error of the assembler, or an instruction that
  /// the emulator does not implement, is a test failure.
  void run(const std::string &text);
  /// Whether the emulator has a handler for the instruction.
  bool knows(const std::string &text);

  unsigned lanes() const { return wave.lanes; }
  Wave wave;

private:
  std::unique_ptr<Program> decode(const std::string &text);

  std::string chip;
  std::vector<uint32_t> vgprs;
  std::vector<uint8_t> code;
};

} // namespace prim::emulator::test

#endif // PRIM_UNITTESTS_EMULATOR_LANEMACHINE_H
