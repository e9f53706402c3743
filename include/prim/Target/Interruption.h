//===- Interruption.h - Ends long work early --------------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Work that may take seconds (a compilation, a launch on the emulator) asks
// here whether its caller still wants it.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_TARGET_INTERRUPTION_H
#define PRIM_TARGET_INTERRUPTION_H

namespace mlir::prim {

/// While an object of this class lives, long work of the thread that made it
/// asks a function of the caller's whether to end. The innermost object counts.
class Interruption {
public:
  /// True: the work is to fail. It is called in the thread that works.
  using Check = bool (*)(void *userData);

  /// With a null `check` nothing interrupts.
  Interruption(Check check, void *userData);
  ~Interruption();
  Interruption(const Interruption &) = delete;
  Interruption &operator=(const Interruption &) = delete;

  /// Whether this thread's work is to end. True once: what follows in the same
  /// work tidies up. False from within `check`.
  static bool requested();

  /// Whether a `check` is running in this thread: a call is in the middle of
  /// its work.
  static bool isAsking();

private:
  Check check;
  void *userData;
  Interruption *outer;
};

} // namespace mlir::prim

#endif // PRIM_TARGET_INTERRUPTION_H
