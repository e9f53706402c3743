//===- FakeDriver.h - Control of a fake driver library ----------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the fake drivers have in common: the record by which a test steers and
// watches one. They are loaded with dlopen, as a driver is, so tests look up
// the function that returns it.
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
  /// The call to be failed: number `failAt` (from 0) of those named `failCall`
  /// or, where that is empty, of all; with `failCode`. Negative: none.
  std::string failCall;
  int failAt = -1;
  int failCode = 0;
  int seen = 0;

  /// What is answered when asked for the number of devices.
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

  /// The images that have been loaded, as texts; of an image that is no text,
  /// HIP's, the first byte.
  std::vector<std::string> images;

  /// Extents and first argument's first 4 bytes of the last launch.
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
