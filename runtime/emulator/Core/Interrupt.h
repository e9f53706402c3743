//===- Interrupt.h - Gives up what takes long -------------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A launch, and a call that waits for another thread's launch, periodically ask
// the embedder whether to end (primEmulatorSetInterrupt).
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_EMULATOR_CORE_INTERRUPT_H
#define PRIM_EMULATOR_CORE_INTERRUPT_H

namespace prim::emulator {

/// Implements primEmulatorSetInterrupt.
void setInterrupt(int (*check)(void *), void *userData);

/// Whether the embedder requests that this thread's call end. Asks at most ten
/// times a second, and not from within the embedder's own function.
bool interruptRequested();

/// Whether the embedder's function is running in this thread.
bool insideInterrupt();

} // namespace prim::emulator

#endif // PRIM_EMULATOR_CORE_INTERRUPT_H
