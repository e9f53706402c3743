//===- FakeDriver.h - Control of a fake driver library ----------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The common state of the fake drivers, through which a test controls and
// observes one. They are loaded with dlopen, as a driver is, so tests look up
// the function that returns the state.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_UNITTESTS_RUNTIME_FAKEDRIVER_H
#define PRIM_UNITTESTS_RUNTIME_FAKEDRIVER_H

#include <algorithm>
#include <string>
#include <vector>

struct FakeDriverState {
  /// Names of all calls since the last reset, in order.
  std::vector<std::string> calls;
  /// The call that fails with `failCode`: number `failAt` (from 0) of the calls
  /// named `failCall`, or of all calls if that is empty. Negative: none.
  std::string failCall;
  int failAt = -1;
  int failCode = 0;
  int seen = 0;

  /// The reported number of devices.
  int deviceCount = 1;

  /// Objects that exist.
  int allocations = 0;
  int modules = 0;
  int streams = 0;
  int events = 0;
  int contexts = 0;
  int objects() const {
    return allocations + modules + streams + events + contexts;
  }

  /// The loaded images, as texts. For an image that is not text, such as HIP's,
  /// the first byte.
  std::vector<std::string> images;

  /// Extents of the last launch, and the first 4 bytes of its first argument.
  unsigned grid[3] = {0, 0, 0};
  unsigned block[3] = {0, 0, 0};
  unsigned dynamicLds = 0;
  int firstArgument = 0;
  /// The stream of the last launch or asynchronous copy.
  void *launchStream = nullptr;
  int currentDevice = -1;

  /// Number of calls of a function since the last reset.
  int count(const char *call) const {
    return static_cast<int>(std::count(calls.begin(), calls.end(), call));
  }
  /// Fails the next call of `call` with `code`.
  void failNext(const char *call, int code) {
    failCall = call;
    failAt = 0;
    failCode = code;
    seen = 0;
  }
};

#endif // PRIM_UNITTESTS_RUNTIME_FAKEDRIVER_H
