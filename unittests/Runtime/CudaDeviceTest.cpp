//===- CudaDeviceTest.cpp - Opening CUDA devices ----------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loading of the CUDA driver, what is read of a device, its contexts, and what
// its errors become.
//
//===----------------------------------------------------------------------===//

#include "Fixture.h"

#include <cstdlib>
#include <thread>

/// Opens device 0 of the fake for `chip` and expects the failure.
static void expectRefused(const char *chip, primStatus status,
                          const std::string &text) {
  primDevice *device = nullptr;
  EXPECT_EQ(primDeviceOpen("cuda", FAKE_CUDA, chip, 0, &device), status);
  EXPECT_EQ(device, nullptr);
  EXPECT_TRUE(messageHas(text));
}

/// A function of the fake, for a test that is a user of CUDA itself.
template <typename Function>
static Function *lookUp(const char *name) {
  void *library = dlopen(FAKE_CUDA, RTLD_NOW | RTLD_LOCAL);
  return reinterpret_cast<Function *>(dlsym(library, name));
}

static void *currentContext() {
  void *context = nullptr;
  lookUp<int(void **)>("cuCtxGetCurrent")(&context);
  return context;
}
static void pushContext(void *context) {
  lookUp<int(void *)>("cuCtxPushCurrent_v2")(context);
}
static void *popContext() {
  void *context = nullptr;
  lookUp<int(void **)>("cuCtxPopCurrent_v2")(&context);
  return context;
}

TEST(CudaOpen, ReadsTheAttributes) {
  FakeCudaState &cuda = resetFakeCuda(FAKE_CUDA);
  primDevice *device = nullptr;
  ASSERT_OK(primDeviceOpen("cuda", FAKE_CUDA, nullptr, 0, &device));
  EXPECT_STREQ(primDeviceName(device), "Fake");
  EXPECT_STREQ(primDeviceChip(device), "sm_90");
  EXPECT_STREQ(primDeviceLibrary(device), FAKE_CUDA);
  const struct {
    primAttribute which;
    int64_t value;
  } expected[] = {{PRIM_ATTRIBUTE_COMPUTE_UNITS, 132},
                  {PRIM_ATTRIBUTE_WAVE_SIZE, 32},
                  {PRIM_ATTRIBUTE_LDS_BYTES, 232448},
                  {PRIM_ATTRIBUTE_MAX_GROUP_SIZE, 1024},
                  {PRIM_ATTRIBUTE_MEMORY_BYTES, int64_t(1) << 37},
                  {PRIM_ATTRIBUTE_COOPERATIVE_LAUNCH, 1},
                  {PRIM_ATTRIBUTE_IS_EMULATOR, 0}};
  for (const auto &each : expected) {
    int64_t value = -1;
    EXPECT_OK(primDeviceGetAttribute(device, each.which, &value));
    EXPECT_EQ(value, each.value) << each.which;
  }
  EXPECT_EQ(cuda.contexts, 1);
  EXPECT_OK(primDeviceClose(device));
  EXPECT_EQ(cuda.contexts, 0);
}

TEST(CudaOpen, NamesTheChipByItsCapability) {
  FakeCudaState &cuda = resetFakeCuda(FAKE_CUDA);
  cuda.major = 12;
  cuda.minor = 1;
  cuda.cooperative = 0;
  primDevice *device = nullptr;
  ASSERT_OK(primDeviceOpen("cuda", FAKE_CUDA, nullptr, 0, &device));
  EXPECT_STREQ(primDeviceChip(device), "sm_121");
  int64_t value = -1;
  EXPECT_OK(primDeviceGetAttribute(device, PRIM_ATTRIBUTE_COOPERATIVE_LAUNCH,
                                   &value));
  EXPECT_EQ(value, 0);
  EXPECT_OK(primDeviceClose(device));
}

TEST(CudaOpen, TakesTheLibraryFromTheEnvironment) {
  resetFakeCuda(FAKE_CUDA);
  setenv("PRIM_CUDA_LIBRARY", FAKE_CUDA, 1);
  primDevice *device = nullptr;
  EXPECT_OK(primDeviceOpen("cuda", nullptr, nullptr, 0, &device));
  EXPECT_STREQ(primDeviceLibrary(device), FAKE_CUDA);
  EXPECT_OK(primDeviceClose(device));
  setenv("PRIM_CUDA_LIBRARY", "/nowhere/libcuda.so", 1);
  EXPECT_EQ(primDeviceOpen("cuda", nullptr, nullptr, 0, &device),
            PRIM_ERROR_NO_DRIVER);
  EXPECT_TRUE(messageHas("cannot load the CUDA library /nowhere/libcuda.so: "));
  unsetenv("PRIM_CUDA_LIBRARY");
}

TEST(CudaOpen, SaysThatThereIsNoDriver) {
  // A machine with an NVIDIA GPU has one, and no such message.
  if (dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL))
    return;
  primDevice *device = nullptr;
  EXPECT_EQ(primDeviceOpen("cuda", nullptr, nullptr, 0, &device),
            PRIM_ERROR_NO_DRIVER);
  EXPECT_STREQ(primLastErrorMessage(),
               "no NVIDIA GPU: libcuda.so.1 cannot be loaded; set "
               "PRIM_CUDA_LIBRARY or use --device=emulator");
}

TEST(CudaOpen, SaysThatThereIsNoGpu) {
  resetFakeCuda(FAKE_CUDA).failNext("cuInit", 100);
  expectRefused(nullptr, PRIM_ERROR_NO_DEVICE, "no NVIDIA GPU: cuInit of ");
  EXPECT_TRUE(messageHas(" answers 100 (CUDA_ERROR_NO_DEVICE); set "
                         "PRIM_CUDA_LIBRARY or use --device=emulator"));
  resetFakeCuda(FAKE_CUDA).deviceCount = 0;
  expectRefused(nullptr, PRIM_ERROR_NO_DEVICE, "no NVIDIA GPU: ");
  EXPECT_TRUE(messageHas("0 devices"));
  // Neither a device's lack nor its number: a driver that is out of order.
  resetFakeCuda(FAKE_CUDA).failNext("cuInit", 803);
  expectRefused(nullptr, PRIM_ERROR_DRIVER, "cuInit: CUDA error 803");

  resetFakeCuda(FAKE_CUDA).deviceCount = 2;
  primDevice *device = nullptr;
  EXPECT_EQ(primDeviceOpen("cuda", FAKE_CUDA, nullptr, 2, &device),
            PRIM_ERROR_NO_DEVICE);
  EXPECT_TRUE(messageHas("there is no device 2"));
}

TEST(CudaOpen, NamesTheMissingFunction) {
  primDevice *device = nullptr;
  EXPECT_EQ(primDeviceOpen("cuda", FAKE_CUDA_BROKEN, nullptr, 0, &device),
            PRIM_ERROR_NO_DRIVER);
  EXPECT_TRUE(messageHas("has no function cuModuleLoadDataEx: not a CUDA "
                         "library, or too old a one"));
  // HIP's library has none of them.
  EXPECT_EQ(primDeviceOpen("cuda", FAKE_HIP, nullptr, 0, &device),
            PRIM_ERROR_NO_DRIVER);
  EXPECT_TRUE(messageHas("no function cuInit"));
}

TEST(CudaOpen, ChecksTheChip) {
  FakeCudaState &cuda = resetFakeCuda(FAKE_CUDA);
  // Code for a chip runs on those of its family that came after it, but for
  // code with what is one chip's alone.
  for (const char *chip : {"sm_90", "sm_90a", "sm_90f"}) {
    primDevice *device = nullptr;
    ASSERT_OK(primDeviceOpen("cuda", FAKE_CUDA, chip, 0, &device));
    EXPECT_STREQ(primDeviceChip(device), chip);
    EXPECT_OK(primDeviceClose(device));
  }
  cuda.calls.clear();
  for (const char *chip : {"sm_100", "sm_80", "sm_80a", "sm_80f", "sm_103a",
                           "gfx942", "sm_", "sm_9x", "sm_90ab", "sm_-9", ""})
    expectRefused(chip, PRIM_ERROR_UNSUPPORTED,
                  std::string("is sm_90, not ") + chip +
                      "; compile for sm_90 or choose another device");
  EXPECT_EQ(cuda.count("cuDevicePrimaryCtxRetain"), 0);
}

// Every call on the way to an open device fails once.
TEST(CudaOpen, HoldsNothingAfterAFailure) {
  resetFakeCuda(FAKE_CUDA);
  primDevice *device = nullptr;
  ASSERT_OK(primDeviceOpen("cuda", FAKE_CUDA, nullptr, 0, &device));
  FakeCudaState &cuda = *lookUp<FakeCudaState *()>("fakeCudaState")();
  const std::vector<std::string> calls = cuda.calls;
  EXPECT_OK(primDeviceClose(device));
  for (size_t i = 0; i < calls.size(); ++i) {
    resetFakeCuda(FAKE_CUDA);
    cuda.failAt = static_cast<int>(i);
    cuda.failCode = 2;
    expectRefused(nullptr, PRIM_ERROR_OUT_OF_MEMORY,
                  calls[i] + ": CUDA error 2");
    EXPECT_EQ(cuda.contexts, 0) << calls[i];
  }
}

//===----------------------------------------------------------------------===//
// Contexts
//===----------------------------------------------------------------------===//

TEST_F(FakeCudaDevice, IsCurrentForTheTimeOfACall) {
  void *const foreign = &cuda;
  void *memory = nullptr;
  // A thread with no context, as this one, and one with another's. The fake
  // refuses what it is asked in any but the device's.
  for (void *context : {static_cast<void *>(nullptr), foreign}) {
    std::thread([&] {
      if (context)
        pushContext(context);
      ASSERT_OK(primMemAlloc(device, 16, &memory));
      EXPECT_EQ(currentContext(), context);
      EXPECT_OK(primMemFree(device, memory));
      EXPECT_OK(primDeviceSynchronize(device));
      // Failures put it back as well.
      cuda.failNext("cuMemAlloc_v2", 2);
      EXPECT_EQ(primMemAlloc(device, 16, &memory), PRIM_ERROR_OUT_OF_MEMORY);
      EXPECT_EQ(memory, nullptr);
      EXPECT_EQ(currentContext(), context);
    }).join();
  }
}

TEST_F(FakeCudaDevice, LeavesItsOwnContextWhereItIs) {
  // What a framework's thread has.
  pushContext(reinterpret_cast<void *>(uintptr_t(0xC000)));
  cuda.calls.clear();
  EXPECT_OK(primDeviceSynchronize(device));
  EXPECT_EQ(cuda.calls,
            (std::vector<std::string>{"cuCtxGetCurrent", "cuCtxSynchronize"}));
  EXPECT_EQ(popContext(), reinterpret_cast<void *>(uintptr_t(0xC000)));
  EXPECT_EQ(currentContext(), nullptr);
}

TEST_F(FakeCudaDevice, ReportsContextsThatCannotBeMadeCurrent) {
  void *memory = nullptr;
  for (const char *call : {"cuCtxGetCurrent", "cuCtxPushCurrent_v2"}) {
    cuda.failNext(call, 201);
    EXPECT_EQ(primMemAlloc(device, 16, &memory), PRIM_ERROR_DRIVER);
    EXPECT_TRUE(messageHas(std::string(call) + ": CUDA error 201"));
    EXPECT_EQ(currentContext(), nullptr);
  }
}

TEST_F(FakeCudaDevice, HasAContextPerDevice) {
  cuda.deviceCount = 2;
  primDevice *second = nullptr;
  primStream *stream = nullptr;
  ASSERT_OK(primDeviceOpen("cuda", FAKE_CUDA, nullptr, 1, &second));
  EXPECT_OK(primDeviceSynchronize(second));
  EXPECT_EQ(cuda.currentDevice, 1);
  EXPECT_OK(primDeviceSynchronize(device));
  EXPECT_EQ(cuda.currentDevice, 0);
  // What is left of a closed device holds its context.
  ASSERT_OK(primStreamCreate(second, &stream));
  EXPECT_OK(primDeviceClose(second));
  EXPECT_EQ(cuda.contexts, 2);
  EXPECT_OK(primStreamDestroy(stream));
  EXPECT_EQ(cuda.contexts, 1);
}

//===----------------------------------------------------------------------===//
// Errors
//===----------------------------------------------------------------------===//

TEST_F(FakeCudaDevice, TranslatesErrors) {
  const struct {
    primStatus status;
    std::vector<int> codes;
  } groups[] = {
      {PRIM_ERROR_INVALID_ARGUMENT, {1, 400}},
      {PRIM_ERROR_OUT_OF_MEMORY, {2}},
      {PRIM_ERROR_NO_DEVICE, {3, 34, 46, 100, 101}},
      {PRIM_ERROR_INVALID_IMAGE, {200, 209, 218, 222, 300, 302}},
      {PRIM_ERROR_NOT_FOUND, {500}},
      {PRIM_ERROR_NOT_READY, {600}},
      {PRIM_ERROR_LAUNCH_FAILED,
       {700, 701, 702, 710, 714, 715, 716, 717, 718, 719}},
      {PRIM_ERROR_UNSUPPORTED, {221, 223, 720, 801}},
      {PRIM_ERROR_DRIVER, {4, 201, 802, 999}},
  };
  for (const auto &group : groups) {
    for (int code : group.codes) {
      cuda.failNext("cuCtxSynchronize", code);
      EXPECT_EQ(primDeviceSynchronize(device), group.status) << code;
      EXPECT_TRUE(messageHas("cuCtxSynchronize: CUDA error " +
                             std::to_string(code) + " (CUDA_ERROR_"));
    }
  }
  // One that the driver has no name for.
  cuda.failNext("cuCtxSynchronize", 9999);
  EXPECT_EQ(primDeviceSynchronize(device), PRIM_ERROR_DRIVER);
  EXPECT_STREQ(primLastErrorMessage(), "cuCtxSynchronize: CUDA error 9999");
}
