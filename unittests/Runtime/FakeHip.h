//===- FakeHip.h - Control of the fake HIP library --------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a test sets and reads of FakeHip.cpp besides what all fakes have.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_UNITTESTS_RUNTIME_FAKEHIP_H
#define PRIM_UNITTESTS_RUNTIME_FAKEHIP_H

#include "FakeDriver.h"

/// The state of the fake driver, returned by `fakeHipState()`.
struct FakeHipState : FakeDriverState {
  /// What gcnArchName holds.
  std::string arch = "gfx942:sramecc+:xnack-";
  /// What primEmulatorLastError answers.
  std::string emulatorText;
};

#endif // PRIM_UNITTESTS_RUNTIME_FAKEHIP_H
