//===- Exchanges.cpp - Words that blocks exchange -------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where a note says that an access is atomic, it passes the caches that its
// scope does not share, and an acquire is followed by what drops them.
//
//===----------------------------------------------------------------------===//

#include "CachePolicy.h"
#include "Counters.h"
#include "Rules.h"

using namespace llvm;
using namespace mlir::prim;

namespace {

class ExchangeCheck {
public:
  ExchangeCheck(const MachineFunction &function, Reporter &reporter)
      : function(function), chip(function.chip()), reporter(reporter) {}

  void run();

private:
  /// Whether it accesses memory that other blocks reach.
  bool isAccess(const MachineInstruction &inst) const;
  /// Whether it is an access as a note of `kind` announces one.
  bool isOfKind(const MachineInstruction &inst, OrderNote::Kind kind) const;
  void checkAccess(unsigned index, const OrderNote &note);
  void checkAcquire(unsigned index, const OrderNote &note);

  const MachineFunction &function;
  const Chip &chip;
  Reporter &reporter;
};

} // namespace

bool ExchangeCheck::isAccess(const MachineInstruction &inst) const {
  bool isSpill = inst.isScratch() ||
                 (chip.encoding.mubufScratch && inst.has(tsflags::MUBUF));
  return inst.isVMEM() && !isSpill && !isCacheControl(inst) &&
         !isLoadToLDS(inst);
}

bool ExchangeCheck::isOfKind(const MachineInstruction &inst,
                             OrderNote::Kind kind) const {
  if (!isAccess(inst))
    return false;
  if (kind == OrderNote::Update)
    return inst.isAtomic();
  bool isKind = kind == OrderNote::Load ? inst.isLoad() : inst.isStore();
  return isKind && !inst.isAtomic();
}

/// An update of the whole wave by one lane is in a block of its own, behind the
/// one with the note.
void ExchangeCheck::checkAccess(unsigned index, const OrderNote &note) {
  for (; index < function.instructions.size(); ++index)
    if (isOfKind(function.instructions[index], note.kind))
      break;
  if (index == function.instructions.size() ||
      passesCaches(chip, function.instructions[index], note.kind,
                   note.isForSystem))
    return;
  reporter.report(index, std::nullopt,
                  Twine(note.isForSystem ? "devices" : "blocks") +
                      " exchange this word; the access needs " +
                      exchangeBits(chip, note.kind, note.isForSystem));
}

void ExchangeCheck::checkAcquire(unsigned index, const OrderNote &note) {
  Invalidates wanted = acquireInvalidates(chip, note.isForSystem);
  unsigned dropped = 0;
  std::optional<unsigned> access;
  for (unsigned before = index; before-- > 0 && !access;) {
    const MachineInstruction &inst = function.instructions[before];
    if (isInvalidate(inst))
      dropped |= invalidatedBy(chip, inst, note.isForSystem);
    else if (isAccess(inst))
      access = before;
  }
  if (wanted.caches & ~dropped)
    reporter.report(index, access,
                    Twine("an acquire ends here, and not all that caches hold "
                          "is dropped; before comes ") +
                        wanted.names);
}

void ExchangeCheck::run() {
  for (unsigned index = 0; index < function.instructions.size(); ++index) {
    uint64_t address = function.instructions[index].address;
    for (const OrderNote &note : reporter.notes(address, address + 1)) {
      switch (note.kind) {
      case OrderNote::OwnRelease:
      case OrderNote::BlockRelease:
        continue;
      case OrderNote::Acquire:
        checkAcquire(index, note);
        break;
      case OrderNote::Load:
      case OrderNote::Store:
      case OrderNote::Update:
        checkAccess(index, note);
        break;
      }
      reporter.countOrder();
    }
  }
}

void mlir::prim::checkExchanges(const MachineFunction &function,
                                Reporter &reporter) {
  ExchangeCheck(function, reporter).run();
}
