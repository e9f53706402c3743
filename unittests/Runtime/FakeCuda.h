//===- FakeCuda.h - Control of the fake CUDA driver -------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a test sets and reads of FakeCuda.cpp besides what all fakes have.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_UNITTESTS_RUNTIME_FAKECUDA_H
#define PRIM_UNITTESTS_RUNTIME_FAKECUDA_H

#include "FakeDriver.h"

#include <map>

/// The state of the fake driver, returned by `fakeCudaState()`.
struct FakeCudaState : FakeDriverState {
  int major = 9, minor = 0;
  /// 0: the device has no launch of that kind.
  int cooperative = 1;
  /// What the last cuLaunchKernelEx allowed of overlapping.
  int overlapped = 0;
  /// What the JIT writes of an image that holds the word "bad", which it
  /// refuses.
  std::string errorLog, infoLog;
  /// Of every kernel: its own shared memory.
  int staticShared = 0;
  /// The dynamic shared memory that launches of a kernel may have.
  std::map<void *, int> dynamicShared;
};

#endif // PRIM_UNITTESTS_RUNTIME_FAKECUDA_H
