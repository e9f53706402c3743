//===- Fixture.h - A test with a fake driver --------------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Gives a test the state of a freshly reset fake driver, and a check of
// statuses that prints the message. A case that holds for all drivers is
// written once, as a TEST_P over the drivers below.
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

/// The reset state of the fake driver at `path`, as returned by its function
/// `get`. The library stays loaded for the process, so that the state remains
/// when the runtime unloads the library.
template <typename State>
State &resetFakeDriver(const char *path, const char *get) {
  void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (!library)
    ADD_FAILURE() << dlerror();
  State &state = *reinterpret_cast<State *(*)()>(dlsym(library, get))();
  state = State();
  return state;
}

inline FakeHipState &resetFakeHip(const char *path) {
  return resetFakeDriver<FakeHipState>(path, "fakeHipState");
}
inline FakeCudaState &resetFakeCuda(const char *path) {
  return resetFakeDriver<FakeCudaState>(path, "fakeCudaState");
}

/// A driver family: its fake libraries, its texts and the names of its
/// functions.
struct Driver {
  /// The kind that primDeviceOpen takes.
  const char *kind;
  /// Names in messages.
  const char *name, *vendor;
  /// The variable that names the library, the libraries that are tried without
  /// it, and the text for a machine that has none of them.
  const char *variable;
  std::vector<const char *> sonames;
  const char *notFound;

  /// Paths of the fake libraries.
  const char *current, *old, *broken;
  /// The state of the fake at `path`, reset.
  FakeDriverState &(*reset)(const char *path);

  const char *init, *synchronize;
  const char *alloc, *free, *allocAsync, *freeAsync;
  const char *loadModule, *findKernel, *occupancy;
  const char *launch, *launchCooperative;
  const char *createStream, *destroyStream, *synchronizeStream;
  /// The names of launches in messages.
  const char *launchText, *cooperativeText;
  /// The common prefix of the names of errors, and the name of error 700.
  const char *errorPrefix, *illegalAddress;
  /// The driver's errors by the status that they become.
  std::vector<std::pair<primStatus, std::vector<int>>> errors;
  /// The fake's device.
  const char *chip;
  int64_t computeUnits, waveSize;
  /// The time between any two events.
  float milliseconds;
  /// Whether a launch can overlap another one.
  bool overlaps;
};

inline const Driver hipDriver = {
    "hip",
    "HIP",
    "AMD",
    "PRIM_HIP_LIBRARY",
    {"libamdhip64.so.7", "libamdhip64.so.6", "libamdhip64.so.5"},
    "none of libamdhip64.so.7, .6 and .5 can be loaded",
    FAKE_HIP,
    FAKE_HIP_OLD,
    FAKE_HIP_BROKEN,
    [](const char *path) -> FakeDriverState & { return resetFakeHip(path); },
    "hipInit",
    "hipDeviceSynchronize",
    "hipMalloc",
    "hipFree",
    "hipMallocAsync",
    "hipFreeAsync",
    "hipModuleLoadData",
    "hipModuleGetFunction",
    "hipModuleOccupancyMaxActiveBlocksPerMultiprocessor",
    "hipModuleLaunchKernel",
    "hipModuleLaunchCooperativeKernel",
    "hipStreamCreate",
    "hipStreamDestroy",
    "hipStreamSynchronize",
    "launch",
    "cooperative launch",
    "hipError",
    "hipErrorIllegalAddress",
    {{PRIM_ERROR_INVALID_ARGUMENT, {1, 9, 17, 21, 400}},
     {PRIM_ERROR_OUT_OF_MEMORY, {2}},
     {PRIM_ERROR_NO_DEVICE, {3, 100, 101}},
     {PRIM_ERROR_INVALID_IMAGE, {200, 209, 218}},
     {PRIM_ERROR_NOT_FOUND, {98, 500}},
     {PRIM_ERROR_NOT_READY, {600}},
     {PRIM_ERROR_LAUNCH_FAILED, {700, 701, 702, 710, 719}},
     {PRIM_ERROR_UNSUPPORTED, {720, 801}},
     {PRIM_ERROR_DRIVER, {4, 802, 999}}},
    "gfx942",
    304,
    64,
    1.5f,
    /*overlaps=*/false};

inline const Driver cudaDriver = {
    "cuda",
    "CUDA",
    "NVIDIA",
    "PRIM_CUDA_LIBRARY",
    {"libcuda.so.1"},
    "libcuda.so.1 cannot be loaded",
    FAKE_CUDA,
    FAKE_CUDA_OLD,
    FAKE_CUDA_BROKEN,
    [](const char *path) -> FakeDriverState & { return resetFakeCuda(path); },
    "cuInit",
    "cuCtxSynchronize",
    "cuMemAlloc_v2",
    "cuMemFree_v2",
    "cuMemAllocAsync",
    "cuMemFreeAsync",
    "cuModuleLoadDataEx",
    "cuModuleGetFunction",
    "cuOccupancyMaxActiveBlocksPerMultiprocessor",
    "cuLaunchKernel",
    "cuLaunchCooperativeKernel",
    "cuStreamCreate",
    "cuStreamDestroy_v2",
    "cuStreamSynchronize",
    "cuLaunchKernel",
    "cuLaunchCooperativeKernel",
    "CUDA_ERROR_",
    "CUDA_ERROR_ILLEGAL_ADDRESS",
    {{PRIM_ERROR_INVALID_ARGUMENT, {1, 400}},
     {PRIM_ERROR_OUT_OF_MEMORY, {2}},
     {PRIM_ERROR_NO_DEVICE, {3, 34, 46, 100, 101}},
     {PRIM_ERROR_INVALID_IMAGE, {200, 209, 218, 222, 300, 302}},
     {PRIM_ERROR_NOT_FOUND, {500}},
     {PRIM_ERROR_NOT_READY, {600}},
     {PRIM_ERROR_LAUNCH_FAILED,
      {700, 701, 702, 710, 714, 715, 716, 717, 718, 719}},
     {PRIM_ERROR_UNSUPPORTED, {221, 223, 720, 801}},
     {PRIM_ERROR_DRIVER, {4, 201, 802, 999}}},
    "sm_90",
    132,
    32,
    2.5f, // the newer function's result
    /*overlaps=*/true};

/// Runs the TEST_P cases of `suite`, a class whose parameter is a `const Driver
/// *`, on all drivers.
#define INSTANTIATE_FOR_DRIVERS(suite)                                         \
  INSTANTIATE_TEST_SUITE_P(                                                    \
      Drivers, suite, testing::Values(&hipDriver, &cudaDriver),                \
      [](const testing::TestParamInfo<const Driver *> &info) {                 \
        return std::string(info.param->kind);                                  \
      })

/// Whether the last error's text contains `part`.
inline testing::AssertionResult messageHas(const std::string &part) {
  const std::string message = primLastErrorMessage();
  if (message.find(part) != std::string::npos)
    return testing::AssertionSuccess();
  return testing::AssertionFailure()
         << "\"" << message << "\" lacks \"" << part << "\"";
}

/// A test with a device of the current fake driver. Checks at the end that no
/// object of the driver has leaked.
class FakeDevice : public testing::Test {
protected:
  explicit FakeDevice(const Driver &driver)
      : driver(driver), state(driver.reset(driver.current)) {}

  void SetUp() override {
    ASSERT_OK(primDeviceOpen(driver.kind, driver.current, nullptr, 0, &device));
    state.calls.clear();
  }
  void TearDown() override {
    EXPECT_OK(primDeviceClose(device));
    EXPECT_EQ(state.objects(), 0) << "leaked";
  }

  /// Number of calls of a driver function since the set-up.
  int count(const char *call) const { return state.count(call); }
  /// Fails the next call of `call` with `code`.
  void failNext(const char *call, int code) { state.failNext(call, code); }

  const Driver &driver;
  FakeDriverState &state;
  primDevice *device = nullptr;
};

/// For cases specific to HIP.
class FakeHipDevice : public FakeDevice {
protected:
  FakeHipDevice() : FakeDevice(hipDriver) {}
  FakeHipState &hip = static_cast<FakeHipState &>(state);
};

/// For cases specific to CUDA.
class FakeCudaDevice : public FakeDevice {
protected:
  FakeCudaDevice() : FakeDevice(cudaDriver) {}
  FakeCudaState &cuda = static_cast<FakeCudaState &>(state);
};

/// For cases of all drivers.
class AnyDevice : public FakeDevice,
                  public testing::WithParamInterface<const Driver *> {
protected:
  AnyDevice() : FakeDevice(*GetParam()) {}
};

/// A device with a kernel, in addition to one of the fixtures above.
template <typename Device>
class WithKernel : public Device {
protected:
  void SetUp() override {
    Device::SetUp();
    prepare();
    ASSERT_OK(primModuleLoad(this->device, "image", 5, &module));
    ASSERT_OK(primModuleGetKernel(module, "kernel", &kernel));
    this->state.calls.clear();
  }
  void TearDown() override {
    EXPECT_OK(primModuleUnload(module));
    Device::TearDown();
  }
  /// Sets up the driver before the module is loaded.
  virtual void prepare() {}

  primStatus launch(int64_t gx, int64_t gy, int64_t gz, int64_t bx, int64_t by,
                    int64_t bz, int32_t lds = 0, int32_t flags = 0) {
    const primLaunch extents = {{gx, gy, gz}, {bx, by, bz}, lds, flags};
    int value = 42;
    void *args[] = {&value};
    return primKernelLaunch(kernel, nullptr, &extents, args, 1);
  }
  primModule *module = nullptr;
  primKernel *kernel = nullptr;
};

#endif // PRIM_UNITTESTS_RUNTIME_FIXTURE_H
