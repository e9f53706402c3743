//===- Interruption.h - Ends long work early --------------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lets callers stop work that may take seconds: a compilation, or a launch on
// the emulator.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_TARGET_INTERRUPTION_H
#define PRIM_TARGET_INTERRUPTION_H

namespace mlir::prim {

/// While an object of this class lives, long work of its thread polls a
/// function of the caller. The innermost object is used.
class Interruption {
public:
  /// Returns true to make the work fail. It is called in the thread that works.
  using Check = bool (*)(void *userData);

  /// With a null `check` nothing interrupts.
  Interruption(Check check, void *userData);
  ~Interruption();
  Interruption(const Interruption &) = delete;
  Interruption &operator=(const Interruption &) = delete;

  /// Whether this thread's work must end. Returns true only once, so that the
  /// cleanup of the same work is not interrupted. Returns false within `check`.
  static bool requested();

  /// Whether a `check` is running in this thread, which is then in the middle
  /// of a call.
  static bool isAsking();

private:
  Check check;
  void *userData;
  Interruption *outer;
};

} // namespace mlir::prim

#endif // PRIM_TARGET_INTERRUPTION_H
