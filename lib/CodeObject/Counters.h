//===- Counters.h - Memory operations in flight ---------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The counters of a wave and what each still counts: the model behind LLVM's
// SIInsertWaitcnts, as values that flow along the paths of a function.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_LIB_CODEOBJECT_COUNTERS_H
#define PRIM_LIB_CODEOBJECT_COUNTERS_H

#include "prim/CodeObject/MachineCode.h"
#include "llvm/ADT/SmallVector.h"
#include <array>

namespace mlir::prim {

/// The counters of all generations. Those that a chip does not have apart are
/// one: Load is vmcnt, DS is lgkmcnt; before gfx10 Store is vmcnt, before gfx12
/// Sample and BVH are vmcnt and KM is lgkmcnt.
enum class Counter : uint8_t { Load, Store, DS, KM, Sample, BVH, Export };
constexpr unsigned numCounters = 7;

/// Events that complete in order among themselves, but for SMEM; those of
/// different kinds pass each other.
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

/// A register file's part that an instruction will still write, or a store that
/// it has begun.
struct PendingEvent {
  uint32_t instruction;
  Counter counter;
  EventKind kind;
  /// Events of the counter since it, at least.
  uint8_t age = 0;
};

/// What may be in flight at a place of a function.
class PendingEvents {
public:
  /// Applies instruction `index`: first what it waits for, then what it starts.
  void apply(const MachineFunction &function, unsigned index);
  /// Takes over what is in flight on another path.
  bool join(const PendingEvents &other);

  const llvm::SmallVector<PendingEvent, 8> &events() const { return pending; }

private:
  void wait(Counter counter, unsigned count);
  void begin(unsigned index, Counter counter, EventKind kind);
  bool isInOrder(Counter counter) const;

  llvm::SmallVector<PendingEvent, 8> pending;
};

/// The counter that a chip has for what others count by `counter`.
Counter counterOf(const Chip &chip, Counter counter);
/// Its name in the chip's assembly.
llvm::StringRef nameOf(const Chip &chip, Counter counter);

/// The counters that an instruction waits for, and how many events each may
/// leave.
struct CounterWait {
  Counter counter;
  unsigned count;
};
llvm::SmallVector<CounterWait, 3> waitsOf(const MachineFunction &function,
                                          const MachineInstruction &inst);

/// Whether a global or buffer load fills workgroup memory and no registers.
bool isLoadToLDS(const MachineInstruction &inst);
/// Whether it only invalidates or writes back caches.
bool isCacheControl(const MachineInstruction &inst);

} // namespace mlir::prim

#endif // PRIM_LIB_CODEOBJECT_COUNTERS_H
