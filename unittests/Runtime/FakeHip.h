//===- FakeHip.h - Control of the fake HIP library --------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The functions by which a test steers and watches FakeHip.cpp. The library is
// loaded with dlopen, as a driver is, so tests look them up.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_UNITTESTS_RUNTIME_FAKEHIP_H
#define PRIM_UNITTESTS_RUNTIME_FAKEHIP_H

#include <string>
#include <vector>

/// The state of the fake driver, returned by `fakeHipState()`.
struct FakeHipState {
  /// Names of all calls since the last reset, in order.
  std::vector<std::string> calls;
  /// The call to be failed: number `failAt` (from 0) of those named `failCall`
  /// or, where that is empty, of all; with `failCode`. Negative: none.
  std::string failCall;
  int failAt = -1;
  int failCode = 0;
  int seen = 0;

  /// What hipGetDeviceCount answers.
  int deviceCount = 1;
  /// What gcnArchName holds.
  std::string arch = "gfx942:sramecc+:xnack-";
  /// What primEmulatorLastError answers.
  std::string emulatorText;
  /// What hipModuleLoadData saw: the first byte of each image.
  std::vector<unsigned char> images;

  /// Objects that exist.
  int allocations = 0;
  int modules = 0;
  int streams = 0;
  int events = 0;
  int objects() const { return allocations + modules + streams + events; }

  /// Extents and first argument's first 4 bytes of the last launch.
  unsigned grid[3] = {0, 0, 0};
  unsigned block[3] = {0, 0, 0};
  unsigned dynamicLds = 0;
  int firstArgument = 0;
  void *launchStream = nullptr;
  int currentDevice = -1;
};

#endif // PRIM_UNITTESTS_RUNTIME_FAKEHIP_H
