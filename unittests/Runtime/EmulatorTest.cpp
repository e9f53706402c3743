//===- EmulatorTest.cpp - The runtime on the emulator -----------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The path of every execution test: the runtime loads the emulator as a HIP
// library and runs code objects on it, for a chip of each wave size.
//
//===----------------------------------------------------------------------===//

#include "prim_runtime.h"

#include "gtest/gtest.h"

#include <fstream>
#include <iterator>
#include <numeric>
#include <vector>

#define EXPECT_OK(call) EXPECT_EQ(call, PRIM_SUCCESS) << primLastErrorMessage()
#define ASSERT_OK(call) ASSERT_EQ(call, PRIM_SUCCESS) << primLastErrorMessage()

namespace {
class Emulator : public testing::TestWithParam<const char *> {
protected:
  void SetUp() override {
    ASSERT_OK(primDeviceOpen("hip", EMULATOR, GetParam(), 0, &device));
    std::ifstream file(std::string(KERNELS) + GetParam() + ".hsaco",
                       std::ios::binary);
    image.assign(std::istreambuf_iterator<char>(file), {});
    ASSERT_FALSE(image.empty());
  }
  void TearDown() override { EXPECT_OK(primDeviceClose(device)); }

  primDevice *device = nullptr;
  std::vector<char> image;
  void *moduleSlot = nullptr;
  void *kernelSlot = nullptr;
};
} // namespace

TEST_P(Emulator, DescribesTheChip) {
  EXPECT_STREQ(primDeviceChip(device), GetParam());
  int64_t waveSize = 0, isEmulator = 0, lds = 0, units = 0;
  EXPECT_OK(
      primDeviceGetAttribute(device, PRIM_ATTRIBUTE_WAVE_SIZE, &waveSize));
  EXPECT_OK(
      primDeviceGetAttribute(device, PRIM_ATTRIBUTE_IS_EMULATOR, &isEmulator));
  EXPECT_OK(primDeviceGetAttribute(device, PRIM_ATTRIBUTE_LDS_BYTES, &lds));
  EXPECT_OK(
      primDeviceGetAttribute(device, PRIM_ATTRIBUTE_COMPUTE_UNITS, &units));
  EXPECT_EQ(waveSize, std::string(GetParam()) == "gfx942" ? 64 : 32);
  EXPECT_EQ(isEmulator, 1);
  EXPECT_EQ(lds, 65536);
  EXPECT_GT(units, 0);
}

TEST_P(Emulator, RunsAKernelOnAStream) {
  constexpr int count = 1000;
  constexpr int64_t bytes = count * sizeof(int);
  std::vector<int> in(count), out(count, -1);
  std::iota(in.begin(), in.end(), 0);
  primStream *stream = nullptr;
  primExecution *execution = nullptr;
  ASSERT_OK(primStreamCreate(device, &stream));
  int64_t waveSize = 0;
  EXPECT_OK(
      primStreamGetAttribute(stream, PRIM_ATTRIBUTE_WAVE_SIZE, &waveSize));
  EXPECT_EQ(waveSize, std::string(GetParam()) == "gfx942" ? 64 : 32);
  EXPECT_EQ(
      primStreamGetAttribute(nullptr, PRIM_ATTRIBUTE_WAVE_SIZE, &waveSize),
      PRIM_ERROR_INVALID_ARGUMENT);
  EXPECT_EQ(
      primStreamGetAttribute(stream, static_cast<primAttribute>(-1), &waveSize),
      PRIM_ERROR_INVALID_ARGUMENT);
  ASSERT_OK(primExecutionCreate(device, stream, &execution));
  void *source = primExecAlloc(execution, bytes);
  void *result = primExecAlloc(execution, bytes);
  void *copy = primExecAlloc(execution, bytes);
  EXPECT_OK(primMemCopyAsync(device, stream, source, in.data(), bytes,
                             PRIM_COPY_HOST_TO_DEVICE));
  primExecFill(execution, result, 7, 4, count);
  void *kernel = primExecKernel(execution, &moduleSlot, image.data(),
                                static_cast<int64_t>(image.size()), &kernelSlot,
                                "addConstant");
  // The kernel does not write the last element.
  int value = 100, used = count - 1;
  void *args[] = {&source, &result, &value, &used};
  primExecLaunch(execution, kernel, (count + 63) / 64, 1, 1, 64, 1, 1, 0, args,
                 4);
  EXPECT_EQ(primExecCopy(execution, copy, result, bytes,
                         PRIM_COPY_DEVICE_TO_DEVICE, /*wait=*/0),
            0);
  EXPECT_OK(primMemCopyAsync(device, stream, out.data(), copy, bytes,
                             PRIM_COPY_DEVICE_TO_HOST));
  EXPECT_OK(primStreamSynchronize(stream));
  for (int i = 0; i < used; ++i)
    ASSERT_EQ(out[i], i + 100) << i;
  EXPECT_EQ(out[used], 7);

  primExecFree(execution, source);
  primExecFree(execution, result);
  primExecFree(execution, copy);
  const char *message = nullptr;
  EXPECT_EQ(primExecutionStatus(execution, &message), PRIM_SUCCESS) << message;
  primExecutionStats stats;
  EXPECT_OK(primExecutionStatistics(execution, &stats));
  EXPECT_EQ(stats.kernels, 1);
  EXPECT_EQ(stats.memsets, 1);
  EXPECT_EQ(stats.copies, 1);
  EXPECT_OK(primExecutionDestroy(execution));
  EXPECT_OK(primExecReleaseModule(&moduleSlot));
  EXPECT_OK(primStreamDestroy(stream));
}

TEST_P(Emulator, MeasuresTime) {
  primEvent *start = nullptr, *stop = nullptr;
  ASSERT_OK(primEventCreate(device, &start));
  ASSERT_OK(primEventCreate(device, &stop));
  EXPECT_OK(primEventRecord(start, nullptr));
  EXPECT_OK(primEventRecord(stop, nullptr));
  EXPECT_OK(primEventSynchronize(stop));
  float milliseconds = -1;
  EXPECT_OK(primEventElapsed(start, stop, &milliseconds));
  EXPECT_GE(milliseconds, 0);
  EXPECT_OK(primEventDestroy(start));
  EXPECT_OK(primEventDestroy(stop));
}

TEST_P(Emulator, RefusesImagesOfAnotherChipAndRubbish) {
  primModule *module = nullptr;
  const std::vector<char> rubbish(4096, 'x');
  EXPECT_EQ(primModuleLoad(device, rubbish.data(), 4096, &module),
            PRIM_ERROR_INVALID_IMAGE)
      << primLastErrorMessage();
  const char *other =
      std::string(GetParam()) == "gfx942" ? "gfx1100" : "gfx942";
  std::ifstream file(std::string(KERNELS) + other + ".hsaco", std::ios::binary);
  const std::vector<char> foreign(std::istreambuf_iterator<char>(file), {});
  EXPECT_EQ(primModuleLoad(device, foreign.data(),
                           static_cast<int64_t>(foreign.size()), &module),
            PRIM_ERROR_INVALID_IMAGE)
      << primLastErrorMessage();
  EXPECT_EQ(module, nullptr);

  ASSERT_OK(primModuleLoad(device, image.data(),
                           static_cast<int64_t>(image.size()), &module));
  primKernel *kernel = nullptr;
  EXPECT_EQ(primModuleGetKernel(module, "noSuchKernel", &kernel),
            PRIM_ERROR_NOT_FOUND)
      << primLastErrorMessage();
  EXPECT_OK(primModuleUnload(module));
}

TEST_P(Emulator, KnowsNoOtherChips) {
  primDevice *none = nullptr;
  EXPECT_EQ(primDeviceOpen("hip", EMULATOR, "gfx000", 0, &none),
            PRIM_ERROR_UNSUPPORTED);
  EXPECT_NE(std::string(primLastErrorMessage()).find("gfx000"),
            std::string::npos)
      << primLastErrorMessage();
}

TEST_P(Emulator, ExplainsAFault) {
  primExecution *execution = nullptr;
  ASSERT_OK(primExecutionCreate(device, nullptr, &execution));
  void *memory = primExecAlloc(execution, 256);
  void *kernel = primExecKernel(execution, &moduleSlot, image.data(),
                                static_cast<int64_t>(image.size()), &kernelSlot,
                                "writeFarAway");
  void *args[] = {&memory};
  primExecLaunch(execution, kernel, 1, 1, 1, 64, 1, 1, 0, args, 1);
  // The driver may report at the launch or at the synchronisation.
  const primStatus later = primDeviceSynchronize(device);
  const char *text = nullptr;
  const primStatus atLaunch = primExecutionStatus(execution, &text);
  const primStatus status = atLaunch ? atLaunch : later;
  const std::string message = atLaunch ? text : primLastErrorMessage();
  EXPECT_EQ(status, PRIM_ERROR_LAUNCH_FAILED) << message;
  EXPECT_NE(message.find("writeFarAway"), std::string::npos) << message;
  EXPECT_NE(message.find("global_store_"), std::string::npos) << message;
  // A faulted device rejects all calls until it is reset. The reset also
  // removes the memory and the module, whose release may fail.
  primExecutionDestroy(execution);
  primExecReleaseModule(&moduleSlot);
  void *reset = nullptr;
  ASSERT_OK(primDeviceSymbol(device, "hipDeviceReset", &reset));
  EXPECT_EQ(reinterpret_cast<int (*)()>(reset)(), 0);
  void *again = nullptr;
  EXPECT_OK(primMemAlloc(device, 16, &again));
  EXPECT_OK(primMemFree(device, again));
}

INSTANTIATE_TEST_SUITE_P(Chips, Emulator, testing::Values("gfx942", "gfx1100"),
                         [](const auto &info) {
                           return std::string(info.param);
                         });
