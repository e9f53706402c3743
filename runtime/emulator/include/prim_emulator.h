/*===- prim_emulator.h - What the emulator exports besides HIP ---*- C -*-===*\
|*                                                                            *|
|* Part of the prim project, under the Apache License v2.0 with LLVM         *|
|* Exceptions. See LICENSE for license information.                          *|
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception                    *|
|*                                                                            *|
|*===----------------------------------------------------------------------===*|
|*                                                                            *|
|* libprim_emulator.so is a HIP driver. It also exports these functions, for  *|
|* dlsym: they choose the chip, return the text of a kernel fault, and return *|
|* counts of executed instructions. README.md beside this folder describes    *|
|* the environment variables.                                                 *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

#ifndef PRIM_EMULATOR_H
#define PRIM_EMULATOR_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Executed wave-instructions by class, and the effects of memory instructions,
    since the start or the last reset. Counts include polling; `spins` is the
    number of instructions spent polling. */
typedef struct PrimEmulatorStats {
  uint64_t size; /* of this struct, set by the caller before the call */
  uint64_t launches;
  uint64_t instructions; /* sum of the classes */
  uint64_t valu;         /* vector ALU without the cross-lane ones */
  uint64_t crossLane;    /* DPP, readlane family, permlane, swizzle, bpermute */
  uint64_t salu;
  uint64_t branch;
  uint64_t smem;
  uint64_t globalLoad;
  uint64_t globalStore;
  uint64_t globalAtomic;
  uint64_t scratch;
  uint64_t lds;
  uint64_t barrier;
  uint64_t wait; /* waits, sleeps, nops, cache control */
  uint64_t other;
  /* Polling: wave-instructions executed between two executions of one global
     load or atomic with coherent scope, by the same wave at the same addresses,
     that returned the same values. */
  uint64_t spins;
  uint64_t bytesLoaded;   /* global memory, active lanes times access size */
  uint64_t bytesStored;   /* atomics count as both */
  uint64_t cacheLines;    /* distinct 64-byte lines per global instruction */
  uint64_t bankConflicts; /* extra LDS passes: for each half of 32 lanes, most
                             distinct words in one of 32 banks, less one */
  uint64_t dpp, permlane, readlane, swizzle, bpermute; /* of crossLane */
  uint64_t scalarBytesLoaded;
  uint64_t workGroups;
} PrimEmulatorStats;

/** Fills the first `size` bytes of *stats. Returns 0, or 1 for a null
    pointer. */
int primEmulatorStatistics(PrimEmulatorStats *stats);
void primEmulatorResetStatistics(void);

/** Chooses the chip ("gfx942") for the process. Returns 0; 1 if the chip is
    unknown; 2 if modules or allocations of another chip exist. */
int primEmulatorSetChip(const char *chip);

/** Replaces PRIM_EMULATOR_SEED for later launches: 0 round robin, n > 0 random
    from that seed, -1 newest work-group first. */
void primEmulatorSetSeed(int64_t seed);

/** Replaces PRIM_EMULATOR_COVERAGE. Counts the runs of basic blocks in modules
    that are loaded from now on. Appends the counts to `file` when the library
    is unloaded or another file is chosen. Null or "" ends the recording.
    Returns 0, or 1 if the file cannot be written. */
int primEmulatorSetCoverage(const char *file);

/** Makes launches call `check(userData)` about ten times a second, in the
    launching thread, to ask whether to end. Calls that wait while another
    thread's launch runs do so too. If it returns a value other than 0, the call
    fails with hipErrorLaunchTimeOut (702). A launch has then executed in part,
    memory holds the values written so far, and later calls work. `check` may
    wait and may free memory, but must not launch or reset the device. Null
    removes the function. There is one function for the process. */
void primEmulatorSetInterrupt(int (*check)(void *userData), void *userData);

/** Text of the last kernel fault or refused call of the process: kernel, pc,
    instruction, lane and cause. Never null; empty if there was none. */
const char *primEmulatorLastError(void);

#ifdef __cplusplus
}
#endif

#endif /* PRIM_EMULATOR_H */
