//===- FakeHip.h - Control of the fake HIP library --------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The state of FakeHip.cpp that a test sets and reads, in addition to that of
// all fakes.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_UNITTESTS_RUNTIME_FAKEHIP_H
#define PRIM_UNITTESTS_RUNTIME_FAKEHIP_H

#include "FakeDriver.h"

/// The state of the fake driver, returned by `fakeHipState()`.
struct FakeHipState : FakeDriverState {
  /// The contents of gcnArchName.
  std::string arch = "gfx942:sramecc+:xnack-";
  /// The return value of primEmulatorLastError.
  std::string emulatorText;
};

#endif // PRIM_UNITTESTS_RUNTIME_FAKEHIP_H
