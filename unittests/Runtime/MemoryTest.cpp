//===- MemoryTest.cpp - Memory, streams and events --------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The memory, stream and event functions of all drivers, with and without
// stream-ordered allocation.
//
//===----------------------------------------------------------------------===//

#include "Fixture.h"

#include <cstring>

TEST_P(AnyDevice, CopiesBothWays) {
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
  EXPECT_EQ(state.launchStream, &native);
  EXPECT_OK(primMemCopyAsync(device, nullptr, result, b, sizeof(source),
                             PRIM_COPY_DEVICE_TO_HOST));
  EXPECT_EQ(state.launchStream, nullptr);
  EXPECT_EQ(std::memcmp(source, result, sizeof(source)), 0);
  EXPECT_OK(primMemFree(device, a));
  EXPECT_OK(primMemFree(device, b));
  EXPECT_OK(primStreamDestroy(stream));
  EXPECT_EQ(count(driver.destroyStream), 0);
}

TEST_P(AnyDevice, AllocatesNothingUniquely) {
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

TEST_P(AnyDevice, KeepsAStreamForItsHolders) {
  primStream *stream = nullptr;
  void *memory = nullptr;
  ASSERT_OK(primStreamCreate(device, &stream));
  ASSERT_OK(primMemAllocAsync(device, stream, 16, &memory));
  ASSERT_OK(primStreamRetain(stream));
  EXPECT_OK(primStreamDestroy(stream));
  EXPECT_EQ(count(driver.destroyStream), 0);
  EXPECT_OK(primMemFreeAsync(device, stream, memory));
  EXPECT_OK(primStreamDestroy(stream));
  EXPECT_EQ(count(driver.destroyStream), 1);
  EXPECT_EQ(primStreamRetain(nullptr), PRIM_ERROR_INVALID_ARGUMENT);
}

TEST_P(AnyDevice, RejectsBadSizesAndPointers) {
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
  EXPECT_TRUE(state.calls.empty());
}

// The drivers of these tests have no functions for it.
TEST_P(AnyDevice, SaysThatItCannotMapMemoryOfTheHost) {
  int host = 0;
  void *pointer = &host;
  EXPECT_EQ(primMemRegisterHost(device, &host, sizeof(host), &pointer),
            PRIM_ERROR_UNSUPPORTED);
  EXPECT_EQ(pointer, nullptr);
  EXPECT_EQ(primMemRegisterHost(device, nullptr, 4, &pointer),
            PRIM_ERROR_INVALID_ARGUMENT);
  EXPECT_EQ(primMemRegisterHost(device, &host, 0, &pointer),
            PRIM_ERROR_INVALID_ARGUMENT);
  EXPECT_EQ(primMemRegisterHost(nullptr, &host, 4, &pointer),
            PRIM_ERROR_INVALID_ARGUMENT);
  EXPECT_EQ(primMemUnregisterHost(device, &host), PRIM_ERROR_UNSUPPORTED);
  EXPECT_OK(primMemUnregisterHost(device, nullptr));
}

TEST_P(AnyDevice, SetsElementsOfEveryWidth) {
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

TEST_P(AnyDevice, AllocatesInStreamOrder) {
  void *p = nullptr;
  ASSERT_OK(primMemAllocAsync(device, nullptr, 8, &p));
  EXPECT_OK(primMemFreeAsync(device, nullptr, p));
  EXPECT_EQ(count(driver.allocAsync), 1);
  EXPECT_EQ(count(driver.freeAsync), 1);
  EXPECT_EQ(count(driver.synchronizeStream), 0);
}

// Drivers have the entry points but reject them on devices without memory
// pools. After that, nothing may be freed by the stream-ordered function.
TEST_P(AnyDevice, FallsBackWhereStreamOrderIsRefused) {
  failNext(driver.allocAsync, 801);
  void *p = nullptr, *q = nullptr;
  ASSERT_OK(primMemAllocAsync(device, nullptr, 8, &p));
  ASSERT_OK(primMemAllocAsync(device, nullptr, 8, &q));
  EXPECT_OK(primMemFreeAsync(device, nullptr, p));
  EXPECT_OK(primMemFreeAsync(device, nullptr, q));
  EXPECT_EQ(count(driver.allocAsync), 1);
  EXPECT_EQ(count(driver.alloc), 2);
  EXPECT_EQ(count(driver.freeAsync), 0);
  EXPECT_EQ(count(driver.synchronizeStream), 2);
  EXPECT_EQ(count(driver.free), 2);
}

namespace {
class OldDriver : public testing::TestWithParam<const Driver *> {};
} // namespace

INSTANTIATE_FOR_DRIVERS(OldDriver);

TEST_P(OldDriver, WorksWithoutTheNewerFunctions) {
  const Driver &driver = *GetParam();
  FakeDriverState &state = driver.reset(driver.old);
  primDevice *device = nullptr;
  ASSERT_OK(primDeviceOpen(driver.kind, driver.old, nullptr, 0, &device));
  void *p = nullptr;
  ASSERT_OK(primMemAllocAsync(device, nullptr, 8, &p));
  EXPECT_OK(primMemSetAsync(device, nullptr, p, 8, 0, 8));
  EXPECT_OK(primMemFreeAsync(device, nullptr, p));
  EXPECT_EQ(state.count(driver.free), 1);

  primModule *module = nullptr;
  primKernel *kernel = nullptr;
  ASSERT_OK(primModuleLoad(device, "x", 1, &module));
  ASSERT_OK(primModuleGetKernel(module, "k", &kernel));
  const primLaunch cooperative = {{1, 1, 1}, {64, 1, 1}, 0, 1};
  EXPECT_EQ(primKernelLaunch(kernel, nullptr, &cooperative, nullptr, 0),
            PRIM_ERROR_UNSUPPORTED);
  EXPECT_TRUE(
      messageHas(std::string("no function ") + driver.launchCooperative));
  int32_t groups = 7;
  EXPECT_EQ(primKernelOccupancy(kernel, 64, 0, &groups),
            PRIM_ERROR_UNSUPPORTED);
  EXPECT_TRUE(messageHas(std::string("no function ") + driver.occupancy));
  EXPECT_EQ(groups, 0);

  // The time of an event comes from the older function.
  primEvent *event = nullptr;
  float milliseconds = 0;
  ASSERT_OK(primEventCreate(device, &event));
  EXPECT_OK(primEventElapsed(event, event, &milliseconds));
  EXPECT_EQ(milliseconds, 1.5f);
  EXPECT_OK(primEventDestroy(event));
  EXPECT_OK(primModuleUnload(module));
  EXPECT_OK(primDeviceClose(device));
  EXPECT_EQ(state.objects(), 0);
}

TEST_P(AnyDevice, OrdersStreamsByEvents) {
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
  EXPECT_EQ(milliseconds, driver.milliseconds);
  EXPECT_EQ(primStreamSynchronize(nullptr), PRIM_ERROR_INVALID_ARGUMENT);
  EXPECT_OK(primEventDestroy(start));
  EXPECT_OK(primEventDestroy(stop));
  EXPECT_OK(primStreamDestroy(stream));
}

TEST_P(AnyDevice, LeavesWrappedStreamsAlone) {
  int foreign = 0;
  primStream *stream = nullptr;
  ASSERT_OK(primStreamWrap(device, &foreign, &stream));
  EXPECT_OK(primStreamSynchronize(stream));
  EXPECT_OK(primStreamDestroy(stream));
  EXPECT_EQ(count(driver.destroyStream), 0);
  EXPECT_EQ(count(driver.createStream), 0);
}

TEST_P(AnyDevice, RejectsStreamsOfOtherDevices) {
  state.deviceCount = 2;
  primDevice *second = nullptr;
  primStream *stream = nullptr;
  ASSERT_OK(primDeviceOpen(driver.kind, driver.current, nullptr, 1, &second));
  ASSERT_OK(primStreamCreate(second, &stream));
  EXPECT_EQ(state.currentDevice, 1);
  void *p = nullptr;
  EXPECT_EQ(primMemAllocAsync(device, stream, 8, &p),
            PRIM_ERROR_INVALID_ARGUMENT);
  EXPECT_TRUE(messageHas("another device"));
  // Streams of closed devices stay valid.
  EXPECT_OK(primDeviceClose(second));
  EXPECT_OK(primStreamDestroy(stream));
}
