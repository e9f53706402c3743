//===- Convergence.h - Places that threads come to together -----*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The section `.prim.convergence` of a code object may list the addresses at
// which collectives begin, and the threads that must reach them together. The
// section is not loaded, and the hardware executes the instruction at such an
// address as a no-op. In the emulator that instruction performs the check.
//
// The section is a sequence of records: the address (8 bytes, little-endian),
// the number of lanes of a logical warp or 0 for the whole block (4 bytes), and
// a description as zero-terminated text.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_EMULATOR_CORE_CONVERGENCE_H
#define PRIM_EMULATOR_CORE_CONVERGENCE_H

#include "Core/Instruction.h"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <vector>

namespace prim::emulator {

/// One record. Records with the same text and width are one place, because the
/// compiler may have duplicated code.
struct ConvergencePoint {
  uint64_t address = 0;
  uint32_t width = 0; // 0: the block
  std::string text;   // the op and its location

  bool isSame(const ConvergencePoint &other) const {
    return width == other.width && text == other.text;
  }
};

/// Reads the records in the bytes of a section. `base` is added to addresses.
/// False if the bytes are not a sequence of records.
bool readConvergencePoints(const uint8_t *bytes, size_t size, uint64_t base,
                           std::vector<ConvergencePoint> &points);

/// The handler of an instruction at a recorded address.
void checkConvergence(Wave &wave, const Instruction &inst);

/// The block-wide places that the waves of a group have reached. All waves must
/// reach the same places in the same order.
struct CollectiveOrder {
  std::deque<const ConvergencePoint *> places;
  uint64_t dropped = 0; // places that all waves have passed

  void clear() {
    places.clear();
    dropped = 0;
  }
};

/// Reports a wave that ends without reaching a place that other waves of its
/// group reached. Call it when the wave has ended.
void checkConvergenceAtEnd(Wave &wave);

} // namespace prim::emulator

#endif // PRIM_EMULATOR_CORE_CONVERGENCE_H
