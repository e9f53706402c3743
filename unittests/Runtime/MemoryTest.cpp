//===- MemoryTest.cpp - Memory, streams and events --------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The memory, stream and event functions, with and without a driver that
// allocates in stream order.
//
//===----------------------------------------------------------------------===//

#include "Fixture.h"

#include <cstring>

TEST_F(FakeDevice, CopiesBothWays) {
  const int source[4] = {1, 2, 3, 4};
  int result[4] = {};
  void *a = nullptr, *b = nullptr;
  ASSERT_OK(primMemAlloc(device, sizeof(source), &a));
  ASSERT_OK(primMemAlloc(device, sizeof(source), &b));
  EXPECT_OK(
      primMemCopy(device, a, source, sizeof(source), PRIM_COPY_HOST_TO_DEVICE));
  EXPECT_OK(primMemCopyAsync(device, nullptr, b, a, sizeof(source),
                             PRIM_COPY_DEVICE_TO_DEVICE));
  EXPECT_OK(primMemCopyAsync(device, nullptr, result, b, sizeof(source),
                             PRIM_COPY_DEVICE_TO_HOST));
  EXPECT_EQ(std::memcmp(source, result, sizeof(source)), 0);
  EXPECT_OK(primMemFree(device, a));
  EXPECT_OK(primMemFree(device, b));
}

TEST_F(FakeDevice, AllocatesNothingUniquely) {
  void *a = nullptr, *b = nullptr;
  ASSERT_OK(primMemAlloc(device, 0, &a));
  ASSERT_OK(primMemAllocAsync(device, nullptr, 0, &b));
  EXPECT_NE(a, nullptr);
  EXPECT_NE(b, nullptr);
  EXPECT_NE(a, b);
  EXPECT_OK(primMemFree(device, a));
  EXPECT_OK(primMemFreeAsync(device, nullptr, b));
  EXPECT_OK(primMemFree(device, nullptr));
  EXPECT_OK(primMemFreeAsync(device, nullptr, nullptr));
}

TEST_F(FakeDevice, KeepsAStreamForItsHolders) {
  primStream *stream = nullptr;
  void *memory = nullptr;
  ASSERT_OK(primStreamCreate(device, &stream));
  ASSERT_OK(primMemAllocAsync(device, stream, 16, &memory));
  ASSERT_OK(primStreamRetain(stream));
  EXPECT_OK(primStreamDestroy(stream));
  EXPECT_EQ(count("hipStreamDestroy"), 0);
  EXPECT_OK(primMemFreeAsync(device, stream, memory));
  EXPECT_OK(primStreamDestroy(stream));
  EXPECT_EQ(count("hipStreamDestroy"), 1);
  EXPECT_EQ(primStreamRetain(nullptr), PRIM_ERROR_INVALID_ARGUMENT);
}

TEST_F(FakeDevice, RejectsBadSizesAndPointers) {
  void *p = &p;
  char byte = 0;
  EXPECT_EQ(primMemAlloc(device, -1, &p), PRIM_ERROR_INVALID_ARGUMENT);
  EXPECT_EQ(p, nullptr);
  EXPECT_TRUE(messageHas("-1 is negative"));
  EXPECT_EQ(primMemAlloc(nullptr, 1, &p), PRIM_ERROR_INVALID_ARGUMENT);
  EXPECT_EQ(primMemAlloc(device, 1, nullptr), PRIM_ERROR_INVALID_ARGUMENT);
  EXPECT_EQ(primMemCopy(device, nullptr, &byte, 1, PRIM_COPY_HOST_TO_HOST),
            PRIM_ERROR_INVALID_ARGUMENT);
  EXPECT_TRUE(messageHas("destination"));
  EXPECT_EQ(primMemCopy(device, &byte, nullptr, 1, PRIM_COPY_HOST_TO_HOST),
            PRIM_ERROR_INVALID_ARGUMENT);
  EXPECT_TRUE(messageHas("source"));
  EXPECT_EQ(primMemCopy(device, &byte, &byte, 1, static_cast<primCopyKind>(9)),
            PRIM_ERROR_INVALID_ARGUMENT);
  EXPECT_OK(primMemCopy(device, nullptr, nullptr, 0, PRIM_COPY_HOST_TO_DEVICE));
  EXPECT_TRUE(hip.calls.empty());
}

TEST_F(FakeDevice, SetsElementsOfEveryWidth) {
  alignas(4) unsigned char memory[9];
  std::memset(memory, 0xee, sizeof(memory));
  EXPECT_OK(primMemSetAsync(device, nullptr, memory, 32, 0x01020304, 1));
  EXPECT_OK(primMemSetAsync(device, nullptr, memory + 4, 16, 0xaaaa0506, 1));
  EXPECT_OK(primMemSetAsync(device, nullptr, memory + 6, 8, 0xaabbcc07, 2));
  const unsigned char expected[9] = {4, 3, 2, 1, 6, 5, 7, 7, 0xee};
  EXPECT_EQ(std::memcmp(memory, expected, sizeof(expected)), 0);

  EXPECT_EQ(primMemSetAsync(device, nullptr, memory, 64, 0, 1),
            PRIM_ERROR_INVALID_ARGUMENT);
  EXPECT_EQ(primMemSetAsync(device, nullptr, memory + 1, 32, 0, 1),
            PRIM_ERROR_INVALID_ARGUMENT);
  EXPECT_TRUE(messageHas("not aligned to 32 bits"));
  EXPECT_EQ(primMemSetAsync(device, nullptr, nullptr, 8, 0, 1),
            PRIM_ERROR_INVALID_ARGUMENT);
  EXPECT_OK(primMemSetAsync(device, nullptr, nullptr, 8, 0, 0));
}

TEST_F(FakeDevice, AllocatesInStreamOrder) {
  void *p = nullptr;
  ASSERT_OK(primMemAllocAsync(device, nullptr, 8, &p));
  EXPECT_OK(primMemFreeAsync(device, nullptr, p));
  EXPECT_EQ(count("hipMallocAsync"), 1);
  EXPECT_EQ(count("hipFreeAsync"), 1);
  EXPECT_EQ(count("hipStreamSynchronize"), 0);
}

// Drivers have the entry points but refuse them on devices without memory
// pools: from then on nothing may be freed by the stream-ordered function.
TEST_F(FakeDevice, FallsBackWhereStreamOrderIsRefused) {
  failNext("hipMallocAsync", 801);
  void *p = nullptr, *q = nullptr;
  ASSERT_OK(primMemAllocAsync(device, nullptr, 8, &p));
  ASSERT_OK(primMemAllocAsync(device, nullptr, 8, &q));
  EXPECT_OK(primMemFreeAsync(device, nullptr, p));
  EXPECT_OK(primMemFreeAsync(device, nullptr, q));
  EXPECT_EQ(count("hipMallocAsync"), 1);
  EXPECT_EQ(count("hipMalloc"), 2);
  EXPECT_EQ(count("hipFreeAsync"), 0);
  EXPECT_EQ(count("hipStreamSynchronize"), 2);
  EXPECT_EQ(count("hipFree"), 2);
}

TEST(OldDriver, WorksWithoutTheNewerFunctions) {
  FakeHipState &hip = resetFake(FAKE_HIP_OLD);
  primDevice *device = nullptr;
  ASSERT_OK(primDeviceOpen("hip", FAKE_HIP_OLD, nullptr, 0, &device));
  void *p = nullptr;
  ASSERT_OK(primMemAllocAsync(device, nullptr, 8, &p));
  EXPECT_OK(primMemSetAsync(device, nullptr, p, 8, 0, 8));
  EXPECT_EQ(primMemSetAsync(device, nullptr, p, 32, 0, 2),
            PRIM_ERROR_UNSUPPORTED);
  EXPECT_TRUE(messageHas("no function hipMemsetD32Async"));
  EXPECT_EQ(primMemSetAsync(device, nullptr, p, 16, 0, 2),
            PRIM_ERROR_UNSUPPORTED);

  primModule *module = nullptr;
  primKernel *kernel = nullptr;
  ASSERT_OK(primModuleLoad(device, "x", 1, &module));
  ASSERT_OK(primModuleGetKernel(module, "k", &kernel));
  const primLaunch cooperative = {{1, 1, 1}, {64, 1, 1}, 0, 1};
  EXPECT_EQ(primKernelLaunch(kernel, nullptr, &cooperative, nullptr, 0),
            PRIM_ERROR_UNSUPPORTED);
  EXPECT_TRUE(messageHas("no function hipModuleLaunchCooperativeKernel"));
  int32_t groups = 7;
  EXPECT_EQ(primKernelOccupancy(kernel, 64, 0, &groups),
            PRIM_ERROR_UNSUPPORTED);
  EXPECT_EQ(groups, 0);
  EXPECT_OK(primModuleUnload(module));
  EXPECT_OK(primMemFreeAsync(device, nullptr, p));
  EXPECT_OK(primDeviceClose(device));
  EXPECT_EQ(hip.objects(), 0);
}

TEST_F(FakeDevice, OrdersStreamsByEvents) {
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
  EXPECT_EQ(milliseconds, 1.5f);
  EXPECT_EQ(primStreamSynchronize(nullptr), PRIM_ERROR_INVALID_ARGUMENT);
  EXPECT_OK(primEventDestroy(start));
  EXPECT_OK(primEventDestroy(stop));
  EXPECT_OK(primStreamDestroy(stream));
}

TEST_F(FakeDevice, LeavesWrappedStreamsAlone) {
  int foreign = 0;
  primStream *stream = nullptr;
  ASSERT_OK(primStreamWrap(device, &foreign, &stream));
  EXPECT_OK(primStreamSynchronize(stream));
  EXPECT_OK(primStreamDestroy(stream));
  EXPECT_EQ(count("hipStreamDestroy"), 0);
  EXPECT_EQ(count("hipStreamCreate"), 0);
}

TEST_F(FakeDevice, RejectsStreamsOfOtherDevices) {
  hip.deviceCount = 2;
  primDevice *second = nullptr;
  primStream *stream = nullptr;
  ASSERT_OK(primDeviceOpen("hip", FAKE_HIP, nullptr, 1, &second));
  ASSERT_OK(primStreamCreate(second, &stream));
  EXPECT_EQ(hip.currentDevice, 1);
  void *p = nullptr;
  EXPECT_EQ(primMemAllocAsync(device, stream, 8, &p),
            PRIM_ERROR_INVALID_ARGUMENT);
  EXPECT_TRUE(messageHas("another device"));
  // Closed devices' streams stay valid.
  EXPECT_OK(primDeviceClose(second));
  EXPECT_OK(primStreamDestroy(stream));
}
