//===- Interrupt.h - Gives up what takes long -------------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A launch, and a call that waits for the launch of another thread, ask the
// embedder from time to time whether they should end
// (primEmulatorSetInterrupt).
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_EMULATOR_CORE_INTERRUPT_H
#define PRIM_EMULATOR_CORE_INTERRUPT_H

namespace prim::emulator {

/// primEmulatorSetInterrupt's.
void setInterrupt(int (*check)(void *), void *userData);

/// Whether the embedder wants this thread's call to end. Asks at most ten times
/// a second, and not from within the embedder's own function.
bool interruptRequested();

/// Whether the embedder's function is running in this thread.
bool insideInterrupt();

} // namespace prim::emulator

#endif // PRIM_EMULATOR_CORE_INTERRUPT_H
