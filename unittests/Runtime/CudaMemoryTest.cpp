//===- CudaMemoryTest.cpp - Memory, streams, events of CUDA -----*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The memory, stream and event functions on the CUDA back end.
//
//===----------------------------------------------------------------------===//

#include "Fixture.h"

#include <cstring>

TEST_F(FakeCudaDevice, CopiesBothWays) {
  const int source[4] = {1, 2, 3, 4};
  int result[4] = {};
  void *a = nullptr, *b = nullptr;
  primStream *stream = nullptr;
  int native = 0;
  ASSERT_OK(primStreamWrap(device, &native, &stream));
  ASSERT_OK(primMemAlloc(device, sizeof(source), &a));
  ASSERT_OK(primMemAlloc(device, sizeof(source), &b));
  EXPECT_OK(
      primMemCopy(device, a, source, sizeof(source), PRIM_COPY_HOST_TO_DEVICE));
  EXPECT_OK(primMemCopyAsync(device, stream, b, a, sizeof(source),
                             PRIM_COPY_DEVICE_TO_DEVICE));
  EXPECT_EQ(cuda.launchStream, &native);
  EXPECT_OK(primMemCopyAsync(device, nullptr, result, b, sizeof(source),
                             PRIM_COPY_DEVICE_TO_HOST));
  EXPECT_EQ(cuda.launchStream, nullptr);
  EXPECT_EQ(std::memcmp(source, result, sizeof(source)), 0);
  EXPECT_OK(primMemFree(device, a));
  EXPECT_OK(primMemFree(device, b));
  EXPECT_OK(primStreamDestroy(stream));
  EXPECT_EQ(cuda.count("cuStreamDestroy_v2"), 0);
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

TEST_F(FakeCudaDevice, SetsElementsOfEveryWidth) {
  alignas(4) unsigned char memory[9];
  std::memset(memory, 0xee, sizeof(memory));
  EXPECT_OK(primMemSetAsync(device, nullptr, memory, 32, 0x01020304, 1));
  EXPECT_OK(primMemSetAsync(device, nullptr, memory + 4, 16, 0xaaaa0506, 1));
  EXPECT_OK(primMemSetAsync(device, nullptr, memory + 6, 8, 0xaabbcc07, 2));
  const unsigned char expected[9] = {4, 3, 2, 1, 6, 5, 7, 7, 0xee};
  EXPECT_EQ(std::memcmp(memory, expected, sizeof(expected)), 0);
}

TEST_F(FakeCudaDevice, AllocatesInStreamOrder) {
  void *p = nullptr;
  ASSERT_OK(primMemAllocAsync(device, nullptr, 8, &p));
  EXPECT_OK(primMemFreeAsync(device, nullptr, p));
  EXPECT_EQ(cuda.count("cuMemAllocAsync"), 1);
  EXPECT_EQ(cuda.count("cuMemFreeAsync"), 1);
  EXPECT_EQ(cuda.count("cuStreamSynchronize"), 0);
}

TEST_F(FakeCudaDevice, FallsBackWhereStreamOrderIsRefused) {
  cuda.failNext("cuMemAllocAsync", 801);
  void *p = nullptr, *q = nullptr;
  ASSERT_OK(primMemAllocAsync(device, nullptr, 8, &p));
  ASSERT_OK(primMemAllocAsync(device, nullptr, 8, &q));
  EXPECT_OK(primMemFreeAsync(device, nullptr, p));
  EXPECT_OK(primMemFreeAsync(device, nullptr, q));
  EXPECT_EQ(cuda.count("cuMemAllocAsync"), 1);
  EXPECT_EQ(cuda.count("cuMemAlloc_v2"), 2);
  EXPECT_EQ(cuda.count("cuMemFreeAsync"), 0);
  EXPECT_EQ(cuda.count("cuStreamSynchronize"), 2);
  EXPECT_EQ(cuda.count("cuMemFree_v2"), 2);
}

TEST_F(FakeCudaDevice, OrdersStreamsByEvents) {
  primStream *stream = nullptr;
  primEvent *start = nullptr, *stop = nullptr;
  ASSERT_OK(primStreamCreate(device, &stream));
  ASSERT_OK(primEventCreate(device, &start));
  ASSERT_OK(primEventCreate(device, &stop));
  EXPECT_OK(primEventRecord(start, stream));
  EXPECT_OK(primStreamWaitEvent(stream, start));
  EXPECT_OK(primEventRecord(stop, nullptr));
  EXPECT_OK(primEventSynchronize(stop));
  EXPECT_OK(primStreamSynchronize(stream));
  float milliseconds = 0;
  EXPECT_OK(primEventElapsed(start, stop, &milliseconds));
  EXPECT_EQ(milliseconds, 2.5f); // the newer function's answer
  EXPECT_OK(primEventDestroy(start));
  EXPECT_OK(primEventDestroy(stop));
  EXPECT_OK(primStreamDestroy(stream));
}

TEST(OldCuda, WorksWithoutTheNewerFunctions) {
  FakeCudaState &cuda = resetFakeCuda(FAKE_CUDA_OLD);
  primDevice *device = nullptr;
  ASSERT_OK(primDeviceOpen("cuda", FAKE_CUDA_OLD, nullptr, 0, &device));
  int64_t value = -1;
  // More than a block has by itself cannot be asked for.
  EXPECT_OK(primDeviceGetAttribute(device, PRIM_ATTRIBUTE_LDS_BYTES, &value));
  EXPECT_EQ(value, 49152);
  EXPECT_OK(primDeviceGetAttribute(device, PRIM_ATTRIBUTE_COOPERATIVE_LAUNCH,
                                   &value));
  EXPECT_EQ(value, 0);

  void *p = nullptr;
  ASSERT_OK(primMemAllocAsync(device, nullptr, 8, &p));
  EXPECT_OK(primMemFreeAsync(device, nullptr, p));
  EXPECT_EQ(cuda.count("cuMemFree_v2"), 1);

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
  const primLaunch cooperative = {{1, 1, 1}, {64, 1, 1}, 0, 1};
  EXPECT_EQ(primKernelLaunch(kernel, nullptr, &cooperative, nullptr, 0),
            PRIM_ERROR_UNSUPPORTED);
  EXPECT_TRUE(messageHas("no function cuLaunchCooperativeKernel"));
  int32_t groups = 7;
  EXPECT_EQ(primKernelOccupancy(kernel, 64, 0, &groups),
            PRIM_ERROR_UNSUPPORTED);
  EXPECT_EQ(groups, 0);

  primEvent *event = nullptr;
  float milliseconds = 0;
  ASSERT_OK(primEventCreate(device, &event));
  EXPECT_OK(primEventElapsed(event, event, &milliseconds));
  EXPECT_EQ(milliseconds, 1.5f);
  EXPECT_OK(primEventDestroy(event));
  // Errors go without their names.
  cuda.failNext("cuCtxSynchronize", 700);
  EXPECT_EQ(primDeviceSynchronize(device), PRIM_ERROR_LAUNCH_FAILED);
  EXPECT_STREQ(primLastErrorMessage(), "cuCtxSynchronize: CUDA error 700");
  EXPECT_OK(primModuleUnload(module));
  EXPECT_OK(primDeviceClose(device));
  EXPECT_EQ(cuda.objects(), 0);
}
