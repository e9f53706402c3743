//===- Convergence.h - Places that threads come to together -----*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A code object may say in its section `.prim.convergence` at which addresses
// collectives begin and which threads must come to them together; the section
// is not loaded, and the instruction at such an address does nothing. Here the
// instruction checks it.
//
// The section is a sequence of records: the address (8 bytes, little-endian),
// the number of lanes of a logical warp or 0 for the whole block (4 bytes), and
// what stands there, as text that ends with a zero.
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

/// One record. Records with the same text and width are one place: code may
/// have been duplicated.
struct ConvergencePoint {
  uint64_t address = 0;
  uint32_t width = 0; // 0: the block
  std::string text;   // the op and where it stands

  bool isSame(const ConvergencePoint &other) const {
    return width == other.width && text == other.text;
  }
};

/// The records in the bytes of a section; `base` is added to addresses. False
/// when the bytes are no sequence of records.
bool readConvergencePoints(const uint8_t *bytes, size_t size, uint64_t base,
                           std::vector<ConvergencePoint> &points);

/// The handler of an instruction at a recorded address.
void checkConvergence(Wave &wave, const Instruction &inst);

/// What the waves of a group have come to, block-wide: all of them come to the
/// same places in the same order.
struct CollectiveOrder {
  std::deque<const ConvergencePoint *> places;
  uint64_t dropped = 0; // places that all waves have passed

  void clear() {
    places.clear();
    dropped = 0;
  }
};

/// Reports a wave that ends without coming to what other waves of its group
/// came to. To be called when it has ended.
void checkConvergenceAtEnd(Wave &wave);

} // namespace prim::emulator

#endif // PRIM_EMULATOR_CORE_CONVERGENCE_H
