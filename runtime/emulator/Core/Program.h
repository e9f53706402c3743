//===- Program.h - Predecoded code ------------------------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The instructions of one code object for one wave size. Owns all operand
// constants, names and VOPD halves to which instructions point. Instructions
// are stored in address order, so falling through leads to the next element.
// The last one is a sentinel that faults.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_EMULATOR_CORE_PROGRAM_H
#define PRIM_EMULATOR_CORE_PROGRAM_H

#include "Core/Convergence.h"
#include "Core/Instruction.h"
#include "Core/Target.h"

#include <array>
#include <deque>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace prim::emulator {

class Program {
public:
  /// Decodes `size` bytes of code, stored at `bytes` on the host and at
  /// `address` on the device. `features` are LLVM subtarget features
  /// ("+xnack"). Returns nullptr with `error` set if LLVM has no such target.
  static std::unique_ptr<Program> decode(const Target &target,
                                         unsigned waveSize,
                                         const std::string &features,
                                         const uint8_t *bytes, uint64_t address,
                                         uint64_t size, std::string &error);

  /// The instruction that starts at a device address, or nullptr.
  const Instruction *at(uint64_t pc) const {
    uint64_t word = (pc - base) / 4;
    if (pc < base || word >= indexOfWord.size() || pc % 4 ||
        indexOfWord[word] < 0)
      return nullptr;
    return &instructions[indexOfWord[word]];
  }
  /// Assembly text for error messages, of one instruction or of those with the
  /// indices [first, last).
  std::string text(const Instruction &inst) const {
    return text(inst.index, inst.index + 1).front();
  }
  std::vector<std::string> text(uint32_t first, uint32_t last) const;

  const Target &target;
  unsigned waveSize;
  std::string features;
  uint64_t base;
  const uint8_t *bytes;
  std::vector<Instruction> instructions;
  bool subDwordLds = false; // has LDS accesses narrower than a word

  /// Records by the index of their instruction.
  std::map<uint32_t, const ConvergencePoint *> convergence;
  /// Makes the instructions at the addresses of `points` check convergence.
  /// Points outside this program are ignored. The points must outlive it.
  void check(const std::vector<ConvergencePoint> &points);

private:
  friend class Decoder;
  Program(const Target &target, unsigned waveSize) //
      : target(target), waveSize(waveSize) {}
  std::vector<int32_t> indexOfWord;
  std::deque<Instruction> halves;
  std::deque<std::string> names;
  std::deque<std::array<uint32_t, 2 * kLaneStride>> constants;
  std::map<uint64_t, const uint32_t *> constantOf;
};

/// High halves of the flat apertures. An address whose upper word is one of
/// these is an LDS or scratch offset in its lower word.
constexpr uint32_t kSharedApertureHi = 0x00010000;
constexpr uint32_t kPrivateApertureHi = 0x00020000;

} // namespace prim::emulator

#endif // PRIM_EMULATOR_CORE_PROGRAM_H
