//===- CudaDeviceTest.cpp - Opening CUDA devices ----------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The properties of a CUDA device, its contexts, its copies, and an old driver.
//
//===----------------------------------------------------------------------===//

#include "Fixture.h"

#include <cstring>
#include <thread>

/// Opens device 0 of the fake for `chip` and expects the failure.
static void expectRefused(const char *chip, primStatus status,
                          const std::string &text) {
  primDevice *device = nullptr;
  EXPECT_EQ(primDeviceOpen("cuda", FAKE_CUDA, chip, 0, &device), status);
  EXPECT_EQ(device, nullptr);
  EXPECT_TRUE(messageHas(text));
}

/// A function of the fake, for a test that uses CUDA itself.
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

TEST(CudaOpen, ChecksTheChip) {
  FakeCudaState &cuda = resetFakeCuda(FAKE_CUDA);
  // Code for a chip runs on later chips of its family, except code that is
  // specific to one chip.
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

//===----------------------------------------------------------------------===//
// Contexts
//===----------------------------------------------------------------------===//

TEST_F(FakeCudaDevice, IsCurrentForTheTimeOfACall) {
  void *const foreign = &cuda;
  void *memory = nullptr;
  // A thread without a context, such as this one, and a thread with another
  // context. The fake rejects calls in any context other than the device's.
  for (void *context : {static_cast<void *>(nullptr), foreign}) {
    std::thread([&] {
      if (context)
        pushContext(context);
      ASSERT_OK(primMemAlloc(device, 16, &memory));
      EXPECT_EQ(currentContext(), context);
      EXPECT_OK(primMemFree(device, memory));
      EXPECT_OK(primDeviceSynchronize(device));
      // Failures restore it as well.
      cuda.failNext("cuMemAlloc_v2", 2);
      EXPECT_EQ(primMemAlloc(device, 16, &memory), PRIM_ERROR_OUT_OF_MEMORY);
      EXPECT_EQ(memory, nullptr);
      EXPECT_EQ(currentContext(), context);
    }).join();
  }
}

TEST_F(FakeCudaDevice, LeavesItsOwnContextWhereItIs) {
  // The context that a framework's thread has.
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
  // A remaining object of a closed device holds its context.
  ASSERT_OK(primStreamCreate(second, &stream));
  EXPECT_OK(primDeviceClose(second));
  EXPECT_EQ(cuda.contexts, 2);
  EXPECT_OK(primStreamDestroy(stream));
  EXPECT_EQ(cuda.contexts, 1);
}

//===----------------------------------------------------------------------===//
// Errors and copies
//===----------------------------------------------------------------------===//

TEST_F(FakeCudaDevice, ReportsErrorsWithoutAName) {
  failNext("cuCtxSynchronize", 9999);
  EXPECT_EQ(primDeviceSynchronize(device), PRIM_ERROR_DRIVER);
  EXPECT_STREQ(primLastErrorMessage(), "cuCtxSynchronize: CUDA error 9999");
}

// The driver returns before the device's memory is written.
TEST_F(FakeCudaDevice, IsDoneWithWhatItCopies) {
  char a = 1, b = 2;
  EXPECT_OK(primMemCopy(device, &a, &b, 1, PRIM_COPY_DEVICE_TO_HOST));
  EXPECT_EQ(cuda.count("cuStreamSynchronize"), 0);
  EXPECT_OK(primMemCopy(device, &a, &b, 1, PRIM_COPY_HOST_TO_DEVICE));
  EXPECT_EQ(cuda.count("cuStreamSynchronize"), 1);
  EXPECT_OK(primMemCopy(device, &a, &b, 1, PRIM_COPY_DEVICE_TO_DEVICE));
  EXPECT_EQ(cuda.count("cuStreamSynchronize"), 2);
  cuda.failNext("cuStreamSynchronize", 700);
  EXPECT_EQ(primMemCopy(device, &a, &b, 1, PRIM_COPY_HOST_TO_DEVICE),
            PRIM_ERROR_LAUNCH_FAILED);
  EXPECT_TRUE(messageHas(
      "cuStreamSynchronize: CUDA error 700 (CUDA_ERROR_ILLEGAL_ADDRESS)"));
}

TEST(OldCuda, WorksWithoutTheNewerFunctions) {
  FakeCudaState &cuda = resetFakeCuda(FAKE_CUDA_OLD);
  primDevice *device = nullptr;
  ASSERT_OK(primDeviceOpen("cuda", FAKE_CUDA_OLD, nullptr, 0, &device));
  int64_t value = -1;
  // More shared memory than a block has by default cannot be requested.
  EXPECT_OK(primDeviceGetAttribute(device, PRIM_ATTRIBUTE_LDS_BYTES, &value));
  EXPECT_EQ(value, 49152);
  EXPECT_OK(primDeviceGetAttribute(device, PRIM_ATTRIBUTE_COOPERATIVE_LAUNCH,
                                   &value));
  EXPECT_EQ(value, 0);

  primModule *module = nullptr;
  primKernel *kernel = nullptr;
  ASSERT_OK(primModuleLoad(device, "x", 1, &module));
  ASSERT_OK(primModuleGetKernel(module, "k", &kernel));
  primLaunch launch = {{1, 1, 1}, {64, 1, 1}, 49152, 0};
  EXPECT_OK(primKernelLaunch(kernel, nullptr, &launch, nullptr, 0));
  launch.flags = PRIM_LAUNCH_OVERLAPPED;
  EXPECT_OK(primKernelLaunch(kernel, nullptr, &launch, nullptr, 0));
  launch.dynamicLds = 49153;
  EXPECT_EQ(primKernelLaunch(kernel, nullptr, &launch, nullptr, 0),
            PRIM_ERROR_INVALID_ARGUMENT);

  // Errors are reported without their names.
  cuda.failNext("cuCtxSynchronize", 700);
  EXPECT_EQ(primDeviceSynchronize(device), PRIM_ERROR_LAUNCH_FAILED);
  EXPECT_STREQ(primLastErrorMessage(), "cuCtxSynchronize: CUDA error 700");
  EXPECT_OK(primModuleUnload(module));
  EXPECT_OK(primDeviceClose(device));
  EXPECT_EQ(cuda.objects(), 0);
}
