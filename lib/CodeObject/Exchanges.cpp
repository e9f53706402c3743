//===- Exchanges.cpp - Words that blocks exchange -------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Checks accesses that a note declares atomic: they must bypass the caches that
// their scope does not share. An acquire must be followed by instructions that
// invalidate these caches.
//
//===----------------------------------------------------------------------===//

#include "CachePolicy.h"
#include "Rules.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseSet.h"

using namespace llvm;
using namespace mlir::prim;

namespace {

class ExchangeCheck {
public:
  ExchangeCheck(const MachineFunction &function, Reporter &reporter)
      : function(function), chip(function.chip()), reporter(reporter) {}

  void run();

private:
  /// Whether `inst` is an access that a note of `kind` announces.
  bool isOfKind(const MachineInstruction &inst, OrderNote::Kind kind) const;
  /// The nearest such access from `index` on.
  std::optional<unsigned> findAccess(unsigned index,
                                     OrderNote::Kind kind) const;
  void checkAccess(unsigned index, const OrderNote &note);
  void checkAcquire(unsigned index, const OrderNote &note);

  const MachineFunction &function;
  const Chip &chip;
  Reporter &reporter;
};

} // namespace

bool ExchangeCheck::isOfKind(const MachineInstruction &inst,
                             OrderNote::Kind kind) const {
  if (!isSharedAccess(chip, inst))
    return false;
  if (kind == OrderNote::Update)
    return inst.isAtomic();
  bool isKind = kind == OrderNote::Load ? inst.isLoad() : inst.isStore();
  return isKind && !inst.isAtomic();
}

/// LLVM may put the access into a block after that of the note, for example
/// beside an access to private memory.
std::optional<unsigned> ExchangeCheck::findAccess(unsigned index,
                                                  OrderNote::Kind kind) const {
  BitVector isFound(function.blocks.size());
  SmallVector<unsigned, 8> blocks = {function.blockOf(index)};
  for (unsigned n = 0; n < blocks.size(); ++n) {
    const MachineBlock &block = function.blocks[blocks[n]];
    for (unsigned i = n == 0 ? index : block.first; i < block.last; ++i)
      if (isOfKind(function.instructions[i], kind))
        return i;
    for (unsigned next : block.successors)
      if (!isFound.test(next)) {
        isFound.set(next);
        blocks.push_back(next);
      }
  }
  return std::nullopt;
}

void ExchangeCheck::checkAccess(unsigned index, const OrderNote &note) {
  std::optional<unsigned> access = findAccess(index, note.kind);
  if (!access || passesCaches(chip, function.instructions[*access], note.kind,
                              note.isForSystem))
    return;
  reporter.report(*access, std::nullopt,
                  Twine(note.isForSystem ? "devices" : "blocks") +
                      " exchange this word; the access needs " +
                      exchangeBits(chip, note.kind, note.isForSystem));
}

/// Scans from the note back to the accesses before it. One path must invalidate
/// all caches of the scope; other paths may have accessed private memory.
void ExchangeCheck::checkAcquire(unsigned index, const OrderNote &note) {
  struct Path {
    unsigned block, end, dropped;
  };
  Invalidates wanted = acquireInvalidates(chip, note.isForSystem);
  std::optional<unsigned> access;
  SmallVector<Path, 8> paths = {{function.blockOf(index), index, 0}};
  SmallDenseSet<std::pair<unsigned, unsigned>, 8> found;
  for (unsigned n = 0; n < paths.size(); ++n) {
    auto [block, end, dropped] = paths[n];
    bool isAtAccess = false;
    for (unsigned i = end; i-- > function.blocks[block].first && !isAtAccess;) {
      const MachineInstruction &inst = function.instructions[i];
      dropped |= invalidatedBy(chip, inst, note.isForSystem);
      isAtAccess = isSharedAccess(chip, inst);
      if (isAtAccess && !access)
        access = i;
    }
    if (!(wanted.caches & ~dropped))
      return;
    if (isAtAccess)
      continue;
    for (unsigned before : function.blocks[block].predecessors)
      if (found.insert({before, dropped}).second)
        paths.push_back({before, function.blocks[before].last, dropped});
  }
  reporter.report(index, access,
                  Twine("an acquire ends here without invalidating all caches; "
                        "it has to be preceded by ") +
                      wanted.names);
}

void ExchangeCheck::run() {
  for (unsigned index = 0; index < function.instructions.size(); ++index) {
    uint64_t address = function.instructions[index].address;
    for (const OrderNote &note : reporter.notes(address, address)) {
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
