//===- Order.cpp - Releases and acquires between blocks ---*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Conditions for a wave's release to other blocks and for their acquire:
//
// * A write-back is complete only after a wait: LLVM 22 omits the wait if
//   nothing else is in flight (llvm#178316).
// * If one wave releases the stores of all waves of its block, these stores
//   must be complete at the barrier: no later wait covers another wave's
//   stores. The code does not show whether a barrier was meant to order them,
//   nor where a release without a write-back begins; OrderNote does.
// * The loads of an acquire must be complete before it invalidates caches:
//   lines loaded into them meanwhile may be older than the word.
// * A loop that polls a word must bypass the caches that blocks do not share.
//
//===----------------------------------------------------------------------===//

#include "CachePolicy.h"
#include "Counters.h"
#include "Rules.h"

#include "llvm/ADT/BitVector.h"

using namespace llvm;
using namespace mlir::prim;

static bool isBarrier(const MachineInstruction &inst) {
  return inst.name == "S_BARRIER" || inst.name.starts_with("S_BARRIER_SIGNAL");
}

/// Whether other blocks can observe the stored value.
static bool isGlobalStore(const Chip &chip, const MachineInstruction &inst) {
  return inst.isStore() && isSharedAccess(chip, inst);
}

namespace {

/// A set of instruction indices.
class Indices {
public:
  void add(unsigned index) {
    if (!is_contained(list, index))
      list.push_back(index);
  }
  void clear() { list.clear(); }
  bool join(const Indices &other) {
    size_t before = list.size();
    for (unsigned index : other.list)
      add(index);
    return list.size() != before;
  }
  ArrayRef<unsigned> get() const { return list; }

private:
  SmallVector<unsigned, 4> list;
};

/// The operations for which nothing has waited at a place.
struct Unordered {
  PendingEvents pending;
  /// Write-backs after which nothing has waited for stores.
  Indices writeBacks;
  /// Stores that were in flight at the last barrier, and that barrier.
  Indices atBarrier;
  Indices barriers;

  bool join(const Unordered &other) {
    bool changed = pending.join(other.pending);
    changed |= writeBacks.join(other.writeBacks);
    changed |= atBarrier.join(other.atBarrier);
    changed |= barriers.join(other.barriers);
    return changed;
  }
};

class OrderCheck {
public:
  OrderCheck(const MachineFunction &function, Reporter &reporter)
      : function(function), chip(function.chip()), reporter(reporter) {}

  void run();

private:
  const MachineInstruction &at(unsigned index) const {
    return function.instructions[index];
  }
  void apply(Unordered &state, unsigned index) const;
  void visit(const Unordered &state, unsigned index);
  ArrayRef<OrderNote> notesOfWriteBack(unsigned index) const;
  void visitRelease(const Unordered &state, unsigned index);
  void checkRelease(const Unordered &state, unsigned index);
  /// Whether `inst` loads a word as other blocks of the device have it, as
  /// atomics do. One that returns nothing fills no register and no cache.
  bool isExchanged(const MachineInstruction &inst) const {
    return isSharedAccess(chip, inst) && inst.isLoad() &&
           !inst.has(tsflags::IsAtomicNoReturn) &&
           (inst.isAtomic() || loadsFromDevice(chip, inst));
  }
  bool canAvoid(unsigned from, unsigned index) const;
  void checkPolls();
  void checkPoll(unsigned head, unsigned latch);
  BitVector findLoop(unsigned head, unsigned latch) const;
  SmallVector<unsigned> getInstructions(const BitVector &blocks) const;
  bool countsRounds(ArrayRef<unsigned> loop, const BitVector &isWritten) const;
  bool decidesExit(unsigned load, const BitVector &blocks) const;

  const MachineFunction &function;
  const Chip &chip;
  Reporter &reporter;
};

} // namespace

void OrderCheck::apply(Unordered &state, unsigned index) const {
  const MachineInstruction &inst = at(index);
  if (isBarrier(inst)) {
    state.atBarrier.clear();
    state.barriers.clear();
    state.barriers.add(index);
    for (const PendingEvent &event : state.pending.events())
      if (isGlobalStore(chip, at(event.instruction)))
        state.atBarrier.add(event.instruction);
  }
  for (CounterWait wait : waitsOf(function, inst))
    if (wait.count == 0 && wait.counter == counterOf(chip, Counter::Store))
      state.writeBacks.clear();
  if (isWriteBack(inst))
    state.writeBacks.add(index);
  state.pending.apply(function, index);
}

/// Whether a path from `from` to the end or to another barrier avoids the block
/// of instruction `index`: then not all waves execute it.
bool OrderCheck::canAvoid(unsigned from, unsigned index) const {
  unsigned avoided = function.blockOf(index);
  BitVector isVisited(function.blocks.size());
  SmallVector<unsigned, 8> work;
  auto visitFrom = [&](unsigned b, unsigned first) {
    const MachineBlock &block = function.blocks[b];
    for (unsigned i = first; i < block.last; ++i)
      if (isBarrier(at(i)))
        return true;
    if (block.successors.empty())
      return true;
    for (unsigned next : block.successors)
      if (next != avoided && !isVisited.test(next)) {
        isVisited.set(next);
        work.push_back(next);
      }
    return false;
  };
  if (function.blockOf(from) == avoided && from < index)
    return false;
  if (visitFrom(function.blockOf(from), from + 1))
    return true;
  while (!work.empty()) {
    unsigned b = work.pop_back_val();
    if (visitFrom(b, function.blocks[b].first))
      return true;
  }
  return false;
}

void OrderCheck::visit(const Unordered &state, unsigned index) {
  const MachineInstruction &inst = at(index);
  if (isGlobalStore(chip, inst) || isBarrier(inst))
    for (unsigned writeBack : state.writeBacks.get())
      reporter.report(index, writeBack,
                      Twine("the write-back may still be in flight here; ") +
                          nameOf(chip, Counter::Store) +
                          "(0) has to come first");
  if (isInvalidate(inst))
    for (const PendingEvent &event : state.pending.events())
      if (isExchanged(at(event.instruction)))
        reporter.report(index, event.instruction,
                        Twine("caches are invalidated while a load of data "
                              "that other blocks write is in flight, so the "
                              "load can fill them with old data; ") +
                            nameOf(chip, counterOf(chip, Counter::Load)) +
                            "(0) has to come first");
  visitRelease(state, index);
}

/// The notes of the release that contains the write-back `index`: those after
/// the end of the previous release.
ArrayRef<OrderNote> OrderCheck::notesOfWriteBack(unsigned index) const {
  auto endsRelease = [&](const MachineInstruction &inst) {
    return isSharedAccess(chip, inst) || isBarrier(inst) || isWriteBack(inst);
  };
  unsigned first = index;
  unsigned begin = function.blocks[function.blockOf(index)].first;
  while (first > begin && !endsRelease(at(first - 1)))
    --first;
  return reporter.notes(at(first).address, at(index).address);
}

/// Whether a release of the stores of all waves of the block begins here. A
/// write-back belongs to such a release unless a note says otherwise. If
/// write-backs are not for the device, only notes show releases.
void OrderCheck::visitRelease(const Unordered &state, unsigned index) {
  bool isOfBlock = false, isOfWave = false;
  for (const OrderNote &note :
       reporter.notes(at(index).address, at(index).address)) {
    isOfBlock |= note.kind == OrderNote::BlockRelease;
    isOfWave |= note.kind == OrderNote::OwnRelease;
  }
  if (isOfBlock)
    reporter.countOrder();
  if (state.atBarrier.get().empty())
    return;
  bool needsNotes = !(chip.crossLane & DeviceWriteBack);
  bool isForWave = isOfWave && needsNotes;
  if (isDeviceWriteBack(chip, at(index))) {
    bool isNoted = false;
    for (const OrderNote &note : notesOfWriteBack(index)) {
      bool isOwn = note.kind == OrderNote::OwnRelease;
      isForWave |= isOwn && !needsNotes;
      isNoted |= isOwn || note.kind == OrderNote::BlockRelease;
    }
    isOfBlock |= !isNoted;
  }
  if (isForWave)
    reporter.countOwnRelease();
  if (isOfBlock)
    checkRelease(state, index);
}

void OrderCheck::checkRelease(const Unordered &state, unsigned index) {
  for (unsigned store : state.atBarrier.get())
    for (unsigned barrier : state.barriers.get())
      if (canAvoid(barrier, index))
        reporter.report(index, store,
                        "waves release here the stores of their block, but a "
                        "store may be in flight at the barrier at 0x" +
                            Twine::utohexstr(at(barrier).address) + "; " +
                            nameOf(chip, Counter::Store) +
                            "(0) has to come before it");
}

/// The blocks of the loop that a jump from `latch` to `head` closes: those that
/// come to the jump from `head`. Empty if none does, as the code at `head` was
/// only placed before the jump.
BitVector OrderCheck::findLoop(unsigned head, unsigned latch) const {
  auto visit = [&](unsigned from, unsigned last, auto getNext) {
    BitVector found(function.blocks.size());
    SmallVector<unsigned> open{from};
    found.set(from);
    found.set(last);
    while (!open.empty())
      for (unsigned next : getNext(function.blocks[open.pop_back_val()]))
        if (!found.test(next)) {
          found.set(next);
          open.push_back(next);
        }
    return found;
  };
  BitVector loop = visit(latch, head, [](const MachineBlock &block) {
    return ArrayRef(block.predecessors);
  });
  BitVector reached = visit(head, head, [](const MachineBlock &block) {
    return ArrayRef(block.successors);
  });
  if (!reached.test(latch))
    return BitVector(function.blocks.size());
  loop &= reached;
  return loop;
}

SmallVector<unsigned>
OrderCheck::getInstructions(const BitVector &blocks) const {
  SmallVector<unsigned> all;
  for (unsigned block : blocks.set_bits())
    llvm::append_range(all, llvm::seq(function.blocks[block].first,
                                      function.blocks[block].last));
  return all;
}

/// A loop that only loads the same words again waits for another wave to store
/// them.
void OrderCheck::checkPoll(unsigned head, unsigned latch) {
  BitVector blocks = findLoop(head, latch);
  SmallVector<unsigned> loop = getInstructions(blocks);
  BitVector isWritten(registers::Count);
  for (unsigned i : loop) {
    const MachineInstruction &inst = at(i);
    bool isInnerLoop =
        inst.target >= 0 && inst.target < int(i) &&
        inst.target != int(function.blocks[head].first) &&
        blocks.test(function.blockOf(static_cast<unsigned>(inst.target)));
    if (inst.isStore() || isBarrier(inst) || isInnerLoop ||
        inst.name == "S_SWAPPC_B64")
      return;
    for (RegisterRange range : inst.writes)
      isWritten.set(range.first, range.first + range.count);
  }
  isWritten.reset(registers::ExecLo, registers::ExecHi + 1);
  if (countsRounds(loop, isWritten))
    return;
  for (unsigned i : loop) {
    const MachineInstruction &inst = at(i);
    if (!isSharedAccess(chip, inst) || !inst.isLoad() ||
        loadsFromDevice(chip, inst))
      continue;
    bool isSameAddress = llvm::none_of(inst.reads, [&](RegisterRange range) {
      return isWritten.find_first_in(range.first, range.first + range.count) >=
             0;
    });
    if (isSameAddress && decidesExit(i, blocks))
      reporter.report(i, std::nullopt,
                      "a loop polls this word, but its load never observes "
                      "stores of other blocks; the load needs " +
                          exchangeBits(chip, OrderNote::Load, false));
  }
}

/// Whether an iteration of the loop uses numbers computed by the previous one.
/// A search or a sum does, a loop that only waits does not. Masks of lanes that
/// have left a loop do not count. `isWritten` has the registers that the loop
/// writes.
bool OrderCheck::countsRounds(ArrayRef<unsigned> loop,
                              const BitVector &isWritten) const {
  BitVector isNew(registers::Count);
  for (unsigned i : loop) {
    const MachineInstruction &inst = at(i);
    bool isMask = inst.isSALU() && !inst.name.starts_with("S_ADD") &&
                  !inst.name.starts_with("S_SUB") &&
                  !inst.name.starts_with("S_LSH") &&
                  !inst.name.starts_with("S_MUL");
    for (RegisterRange range : inst.reads)
      for (unsigned reg = range.first, e = range.first + range.count; reg < e;
           ++reg)
        if (isWritten[reg] && !isNew[reg] && !isMask &&
            (registers::isVector(reg) || inst.isSALU()))
          return true;
    for (RegisterRange range : inst.writes)
      isNew.set(range.first, range.first + range.count);
  }
  return false;
}

/// Whether the value loaded by instruction `load` of the loop decides when the
/// loop ends.
bool OrderCheck::decidesExit(unsigned load, const BitVector &blocks) const {
  // The registers that depend on the value where each block begins. Values of
  // one iteration affect the next one.
  llvm::DenseMap<unsigned, BitVector> atBegin;
  for (unsigned block : blocks.set_bits())
    atBegin[block].resize(registers::Count);
  SmallVector<unsigned> open = llvm::to_vector(blocks.set_bits());
  while (!open.empty()) {
    unsigned block = open.pop_back_val();
    BitVector depends = atBegin[block];
    for (unsigned i :
         llvm::seq(function.blocks[block].first, function.blocks[block].last)) {
      const MachineInstruction &inst = at(i);
      bool reads = llvm::any_of(inst.reads, [&](RegisterRange range) {
        return depends.find_first_in(range.first, range.first + range.count) >=
               0;
      });
      if (reads && inst.name.starts_with("S_CBRANCH"))
        return true;
      for (RegisterRange range : inst.writes) {
        if (reads || i == load)
          depends.set(range.first, range.first + range.count);
        else
          depends.reset(range.first, range.first + range.count);
      }
    }
    for (unsigned next : function.blocks[block].successors) {
      if (!blocks.test(next) || !depends.test(atBegin[next]))
        continue;
      atBegin[next] |= depends;
      open.push_back(next);
    }
  }
  return false;
}

void OrderCheck::checkPolls() {
  for (unsigned latch = 0; latch < function.blocks.size(); ++latch)
    for (unsigned head : function.blocks[latch].successors)
      if (head <= latch)
        checkPoll(head, latch);
}

void OrderCheck::run() {
  visitForward<Unordered>(
      function, [&](Unordered &state, unsigned index) { apply(state, index); },
      [&](const Unordered &state, unsigned index) { visit(state, index); });
  checkPolls();
  checkExchanges(function, reporter);
}

void mlir::prim::checkOrder(const MachineFunction &function,
                            Reporter &reporter) {
  OrderCheck(function, reporter).run();
}
