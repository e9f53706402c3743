//===- FakeCuda.h - Control of the fake CUDA driver -------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The state of FakeCuda.cpp that a test sets and reads, in addition to that of
// all fakes.
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
  /// Whether the last cuLaunchKernelEx permitted overlapping.
  int overlapped = 0;
  /// The logs of the JIT for an image that contains the word "bad", which it
  /// rejects.
  std::string errorLog, infoLog;
  /// The static shared memory of every kernel.
  int staticShared = 0;
  /// The dynamic shared memory that launches of a kernel may have.
  std::map<void *, int> dynamicShared;
};

#endif // PRIM_UNITTESTS_RUNTIME_FAKECUDA_H
