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

#include "FakeCuda.h"
#include "FakeHip.h"
#include "prim_runtime.h"

#include "gtest/gtest.h"

#include <algorithm>
#include <dlfcn.h>

#define EXPECT_OK(call) EXPECT_EQ(call, PRIM_SUCCESS) << primLastErrorMessage()
#define ASSERT_OK(call) ASSERT_EQ(call, PRIM_SUCCESS) << primLastErrorMessage()

/// The state of the fake driver at `path`, which its function `get` returns,
/// reset. The library stays loaded for the process, so that the state outlives
/// what the runtime loads and unloads.
template <typename State>
State &resetFakeDriver(const char *path, const char *get) {
  void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (!library)
    ADD_FAILURE() << dlerror();
  State &state = *reinterpret_cast<State *(*)()>(dlsym(library, get))();
  state = State();
  return state;
}

inline FakeHipState &resetFake(const char *path) {
  return resetFakeDriver<FakeHipState>(path, "fakeHipState");
}
inline FakeCudaState &resetFakeCuda(const char *path) {
  return resetFakeDriver<FakeCudaState>(path, "fakeCudaState");
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
  int count(const char *call) const { return hip.count(call); }
  /// Fails the next call of `call` with `code`.
  void failNext(const char *call, int code) { hip.failNext(call, code); }

  FakeHipState &hip = resetFake(FAKE_HIP);
  primDevice *device = nullptr;
};

/// The same with the CUDA driver.
class FakeCudaDevice : public testing::Test {
protected:
  void SetUp() override {
    ASSERT_OK(primDeviceOpen("cuda", FAKE_CUDA, nullptr, 0, &device));
    cuda.calls.clear();
  }
  void TearDown() override {
    EXPECT_OK(primDeviceClose(device));
    EXPECT_EQ(cuda.objects(), 0) << "leaked";
  }

  FakeCudaState &cuda = resetFakeCuda(FAKE_CUDA);
  primDevice *device = nullptr;
};

#endif // PRIM_UNITTESTS_RUNTIME_FIXTURE_H
