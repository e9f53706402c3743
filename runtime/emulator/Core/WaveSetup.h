//===- WaveSetup.h - Initial state of groups and waves ----------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The command processor's work before the first instruction of a kernel: kernel
// arguments with the hidden ones, dispatch packet, and the initial registers of
// a wave.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_EMULATOR_CORE_WAVESETUP_H
#define PRIM_EMULATOR_CORE_WAVESETUP_H

#include "Core/Launch.h"

namespace prim::emulator {

/// Writes kernel arguments, dispatch packet and queue record into emulated
/// memory. False if there is no memory for them.
bool prepareLaunch(Launch &launch);
/// Prints the output of the kernel, and frees what prepareLaunch allocated.
void releaseLaunch(Launch &launch);

/// Gives a group its LDS, barrier and (already allocated) waves.
void startGroup(Launch &launch, Group &group, uint64_t id);
void startWave(Launch &launch, Group &group, WaveContext &wave,
               unsigned indexInGroup);

/// MUBUF scratch (gfx90a, gfx1030): the upper word of the base address in the
/// buffer resource of the private segment. Buffer instructions through a
/// swizzled resource with this base are scratch accesses.
constexpr uint32_t kScratchBufferHi = 0x00005ca7;
constexpr uint32_t kBufferSwizzleEnable = 0x80000000;

} // namespace prim::emulator

#endif // PRIM_EMULATOR_CORE_WAVESETUP_H
