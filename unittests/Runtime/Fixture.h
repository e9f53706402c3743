//===- Fixture.h - A test with a fake driver --------------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Gives a test the state of a freshly reset fake driver and a check of statuses
// that prints the message.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_UNITTESTS_RUNTIME_FIXTURE_H
#define PRIM_UNITTESTS_RUNTIME_FIXTURE_H

#include "FakeHip.h"
#include "prim_runtime.h"

#include "gtest/gtest.h"

#include <algorithm>
#include <dlfcn.h>

#define EXPECT_OK(call) EXPECT_EQ(call, PRIM_SUCCESS) << primLastErrorMessage()
#define ASSERT_OK(call) ASSERT_EQ(call, PRIM_SUCCESS) << primLastErrorMessage()

/// The state of the fake driver at `path`, reset. The library stays loaded for
/// the process, so that the state outlives what the runtime loads and unloads.
inline FakeHipState &resetFake(const char *path) {
  void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (!library)
    ADD_FAILURE() << dlerror();
  auto *get =
      reinterpret_cast<FakeHipState *(*)()>(dlsym(library, "fakeHipState"));
  FakeHipState &state = *get();
  state = FakeHipState();
  return state;
}

/// Whether the last error's text contains `part`.
inline testing::AssertionResult messageHas(const std::string &part) {
  const std::string message = primLastErrorMessage();
  if (message.find(part) != std::string::npos)
    return testing::AssertionSuccess();
  return testing::AssertionFailure()
         << "\"" << message << "\" lacks \"" << part << "\"";
}

/// A test with a device of the current fake driver; checks at the end that
/// nothing of the driver's has leaked.
class FakeDevice : public testing::Test {
protected:
  void SetUp() override {
    ASSERT_OK(primDeviceOpen("hip", FAKE_HIP, nullptr, 0, &device));
    hip.calls.clear();
  }
  void TearDown() override {
    EXPECT_OK(primDeviceClose(device));
    EXPECT_EQ(hip.objects(), 0) << "leaked";
  }

  /// Number of calls of a HIP function since the set-up.
  int count(const char *call) const {
    return static_cast<int>(
        std::count(hip.calls.begin(), hip.calls.end(), call));
  }
  /// Fails the next call of `call` with `code`.
  void failNext(const char *call, int code) {
    hip.failCall = call;
    hip.failAt = 0;
    hip.failCode = code;
    hip.seen = 0;
  }

  FakeHipState &hip = resetFake(FAKE_HIP);
  primDevice *device = nullptr;
};

#endif // PRIM_UNITTESTS_RUNTIME_FIXTURE_H
