//===- Waits.cpp - Registers that are still being filled -*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An instruction that reads or overwrites the destination of a memory operation
// in flight does not wait for it. An s_waitcnt, or on gfx12 a wait such as
// s_wait_loadcnt, must precede it on every path. Loads of one kind that write
// the same register complete in order.
//
//===----------------------------------------------------------------------===//

#include "Counters.h"
#include "Rules.h"

using namespace llvm;
using namespace mlir::prim;

/// The wait with the largest sufficient counter value.
static std::string describeWait(const Chip &chip, const PendingEvent &event) {
  return (nameOf(chip, event.counter) + "(" + Twine(unsigned(event.age)) + ")")
      .str();
}

/// Whether the results of `later` arrive after those of `event`: both come from
/// memory, or both from workgroup memory. A later flat load counts as neither.
static bool completesInOrder(const MachineInstruction &later,
                             const PendingEvent &event) {
  if (event.kind == EventKind::LDS)
    return later.isDS();
  return event.counter == Counter::Load && event.kind != EventKind::SMEM &&
         later.isVMEM() && !later.isGenericFLAT() &&
         !later.name.starts_with("IMAGE_");
}

void mlir::prim::checkWaits(const MachineFunction &function,
                            Reporter &reporter) {
  const Chip &chip = function.chip();
  auto transfer = [&](PendingEvents &state, unsigned index) {
    state.apply(function, index);
  };
  auto visit = [&](const PendingEvents &state, unsigned index) {
    const MachineInstruction &inst = function.instructions[index];
    for (const PendingEvent &event : state.events()) {
      const MachineInstruction &earlier =
          function.instructions[event.instruction];
      if (isLoadToLDS(earlier)) {
        if (inst.isDS() && inst.isLoad())
          reporter.report(index, event.instruction,
                          "workgroup memory is read while a load that fills it "
                          "is in flight; " +
                              describeWait(chip, event) + " has to come first");
        continue;
      }
      for (RegisterRange filled : earlier.writes) {
        // Addresses that an instruction increments itself are updated
        // immediately.
        bool isFilled =
            event.kind == EventKind::SMEM || event.kind == EventKind::Message
                ? registers::isScalar(filled.first)
                : registers::isVector(filled.first);
        if (!isFilled)
          continue;
        if (inst.readsRegister(filled) && !inst.has(tsflags::TiedSourceNotRead))
          reporter.report(
              index, event.instruction,
              "a register is read while a load that fills it is in flight; " +
                  describeWait(chip, event) + " has to come first");
        else if (inst.writesRegister(filled) && !completesInOrder(inst, event))
          reporter.report(index, event.instruction,
                          "a register is overwritten while a load that fills "
                          "it is in flight; " +
                              describeWait(chip, event) + " has to come first");
      }
    }
  };
  visitForward<PendingEvents>(function, transfer, visit);
}
