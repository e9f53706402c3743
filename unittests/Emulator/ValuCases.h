//===- ValuCases.h - Instructions with worked-out results -------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Table form of a unit test: an instruction, the contents of its sources, and
// its expected result. Sources are v2, v4 and v6 (pairs if they are 64 bits
// wide); the result is v0 (v[0:1]). Every case runs with the values in all
// lanes, and again with every other lane inactive, where no result may be
// written.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_UNITTESTS_EMULATOR_VALUCASES_H
#define PRIM_UNITTESTS_EMULATOR_VALUCASES_H

#include "LaneMachine.h"

namespace prim::emulator::test {

struct Case {
  const char *text;
  uint64_t a, b, c, expected;
};

inline void loadCase(LaneMachine &machine, const Case &test) {
  machine.set64(2, test.a);
  machine.set64(4, test.b);
  machine.set64(6, test.c);
  machine.set64(0, 0x5555666677778888);
}

/// Runs the cases on a chip. `words` is the width of the results.
inline void checkCases(const char *chip, const std::vector<Case> &cases,
                       unsigned words = 1) {
  LaneMachine machine(chip);
  uint64_t keep = words == 2 ? ~uint64_t(0) : 0xffffffff;
  for (const Case &test : cases) {
    loadCase(machine, test);
    machine.run(test.text);
    for (unsigned lane = 0; lane < machine.lanes(); ++lane)
      ASSERT_EQ(machine.v64(0, lane) & keep, test.expected & keep)
          << std::hex << chip << ": " << test.text << " of 0x" << test.a
          << ", 0x" << test.b << ", 0x" << test.c << " in lane " << std::dec
          << lane;
    loadCase(machine, test);
    machine.setExec(0x5555555555555555);
    machine.run(test.text);
    machine.setExec(~uint64_t(0));
    for (unsigned lane = 0; lane < machine.lanes(); ++lane) {
      uint64_t expected = lane % 2 ? 0x5555666677778888 : test.expected;
      ASSERT_EQ(machine.v64(0, lane) & keep, expected & keep)
          << chip << ": " << test.text << " with lane " << lane
          << (lane % 2 ? " off" : " on");
    }
  }
}

} // namespace prim::emulator::test

#endif // PRIM_UNITTESTS_EMULATOR_VALUCASES_H
