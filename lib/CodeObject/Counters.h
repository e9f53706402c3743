//===- Counters.h - Memory operations in flight ---------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The counters of a wave, and the operations that each still counts. This is
// the model of LLVM's SIInsertWaitcnts, as values that flow along the paths of
// a function.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_LIB_CODEOBJECT_COUNTERS_H
#define PRIM_LIB_CODEOBJECT_COUNTERS_H

#include "prim/CodeObject/MachineCode.h"
#include "llvm/ADT/SmallVector.h"
#include <array>

namespace mlir::prim {

/// The counters of all generations. Chips that lack some use one in their
/// place: Load is vmcnt, DS is lgkmcnt; before gfx10 Store is vmcnt, before
/// gfx12 Sample and BVH are vmcnt and KM is lgkmcnt.
enum class Counter : uint8_t { Load, Store, DS, KM, Sample, BVH, Export };
constexpr unsigned numCounters = 7;

/// Kinds of events. Events of one kind complete in order, except SMEM and Flat;
/// those of different kinds are unordered.
enum class EventKind : uint8_t {
  VMEM,
  VMEMSample,
  VMEMBVH,
  VMEMStore,
  ScratchStore,
  Flat,
  LDS,
  SMEM,
  Message,
  Export,
};
constexpr unsigned numEventKinds = 10;

/// A memory operation in flight, as one of the counters counts it.
struct PendingEvent {
  uint32_t instruction;
  Counter counter;
  EventKind kind;
  /// The least number of events of the counter since this one.
  uint8_t age = 0;
};

/// The events that may be in flight at a place of a function.
class PendingEvents {
public:
  /// Applies instruction `index`: first its waits, then the events it starts.
  void apply(const MachineFunction &function, unsigned index);
  /// Merges the events in flight on another path.
  bool join(const PendingEvents &other);

  const llvm::SmallVector<PendingEvent, 8> &events() const { return pending; }

private:
  void wait(Counter counter, unsigned count);
  void begin(unsigned index, Counter counter, EventKind kind);
  bool isInOrder(Counter counter) const;

  llvm::SmallVector<PendingEvent, 8> pending;
};

/// The chip's counter for the events of `counter`.
Counter counterOf(const Chip &chip, Counter counter);
/// The name of the counter in the chip's assembly.
llvm::StringRef nameOf(const Chip &chip, Counter counter);

/// The counters that an instruction waits for, and how many events may remain
/// in each.
struct CounterWait {
  Counter counter;
  unsigned count;
};
llvm::SmallVector<CounterWait, 3> waitsOf(const MachineFunction &function,
                                          const MachineInstruction &inst);

/// Whether a global or buffer load fills workgroup memory and no registers.
bool isLoadToLDS(const MachineInstruction &inst);
/// Whether `inst` only invalidates or writes back caches.
bool isCacheControl(const MachineInstruction &inst);

} // namespace mlir::prim

#endif // PRIM_LIB_CODEOBJECT_COUNTERS_H
