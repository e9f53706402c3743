//===- ExecutionTest.cpp - The ABI of generated code ------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Caching of kernels, statistics, and the first error of an execution: it is
// kept, and prevents all work except the release of memory.
//
//===----------------------------------------------------------------------===//

#include "Fixture.h"

#include <cstring>
#include <thread>

namespace {
class Execution : public AnyDevice {
protected:
  void SetUp() override {
    AnyDevice::SetUp();
    ASSERT_OK(primExecutionCreate(device, nullptr, &execution));
  }
  void TearDown() override {
    EXPECT_OK(primExecutionDestroy(execution));
    EXPECT_OK(primExecReleaseModule(&moduleSlot));
    EXPECT_EQ(moduleSlot, nullptr);
    EXPECT_EQ(kernelSlot, nullptr);
    AnyDevice::TearDown();
  }
  void *kernel(primExecution *on, const char *name = "kernel") {
    return primExecKernel(on, &moduleSlot, "image", 5, &kernelSlot, name);
  }
  void launch(void *which, int64_t grid = 1) {
    int value = 7;
    void *args[] = {&value};
    primExecLaunch(execution, which, grid, 1, 1, 64, 1, 1, 0, args, 1);
  }
  std::string message() {
    const char *text = nullptr;
    primExecutionStatus(execution, &text);
    return text;
  }
  primExecutionStats stats() {
    primExecutionStats result = {};
    EXPECT_OK(primExecutionStatistics(execution, &result));
    return result;
  }

  primExecution *execution = nullptr;
  void *moduleSlot = nullptr;
  void *kernelSlot = nullptr;
};
} // namespace

INSTANTIATE_FOR_DRIVERS(Execution);

TEST_P(Execution, LoadsAModuleOncePerDevice) {
  void *first = kernel(execution);
  ASSERT_NE(first, nullptr) << message();
  EXPECT_EQ(kernel(execution), first);
  EXPECT_EQ(count(driver.loadModule), 1);

  // A second kernel of the module.
  void *otherSlot = nullptr;
  EXPECT_NE(
      primExecKernel(execution, &moduleSlot, "image", 5, &otherSlot, "other"),
      nullptr);
  EXPECT_EQ(count(driver.loadModule), 1);
  EXPECT_EQ(count(driver.findKernel), 2);

  // Another device, then the first one again.
  state.deviceCount = 2;
  primDevice *second = nullptr;
  primExecution *there = nullptr;
  ASSERT_OK(primDeviceOpen(driver.kind, driver.current, nullptr, 1, &second));
  ASSERT_OK(primExecutionCreate(second, nullptr, &there));
  void *elsewhere = kernel(there);
  EXPECT_NE(elsewhere, nullptr);
  EXPECT_NE(elsewhere, first);
  EXPECT_EQ(count(driver.loadModule), 2);
  EXPECT_EQ(kernel(execution), first);
  EXPECT_EQ(kernel(there), elsewhere);
  EXPECT_EQ(count(driver.loadModule), 2);
  EXPECT_OK(primExecutionDestroy(there));
  // The module on it outlives the device until the module is released.
  EXPECT_OK(primDeviceClose(second));
  EXPECT_EQ(state.modules, 2);
  EXPECT_OK(primExecReleaseModule(&moduleSlot));
  EXPECT_EQ(state.modules, 0);
  EXPECT_EQ(otherSlot, nullptr);

  // A released slot can be reused.
  EXPECT_NE(kernel(execution), nullptr);
  EXPECT_EQ(state.modules, 1);
}

// HIP executes launches in order even if overlap is permitted. Libraries older
// than the flags call primExecLaunchCooperative.
TEST_P(Execution, HandsOnFlags) {
  int value = 7;
  void *args[] = {&value};
  void *which = kernel(execution);
  primExecLaunchWithFlags(execution, which, PRIM_LAUNCH_OVERLAPPED, 1, 1, 1, 64,
                          1, 1, 0, args, 1);
  EXPECT_EQ(count(driver.launch), driver.overlaps ? 0 : 1);
  primExecLaunchWithFlags(execution, which, PRIM_LAUNCH_COOPERATIVE, 1, 1, 1,
                          64, 1, 1, 0, args, 1);
  primExecLaunchCooperative(execution, which, 1, 1, 1, 64, 1, 1, 0, args, 1);
  EXPECT_EQ(count(driver.launchCooperative), 2);
  EXPECT_EQ(count(driver.launch), driver.overlaps ? 0 : 1);
  EXPECT_EQ(stats().kernels, 3);
}

TEST_P(Execution, IsNotFooledByAReopenedDevice) {
  ASSERT_NE(kernel(execution), nullptr);
  primDevice *second = nullptr;
  for (int round = 0; round < 3; ++round) {
    primExecution *there = nullptr;
    ASSERT_OK(primDeviceOpen(driver.kind, driver.current, nullptr, 0, &second));
    ASSERT_OK(primExecutionCreate(second, nullptr, &there));
    EXPECT_NE(kernel(there), nullptr);
    EXPECT_OK(primExecutionDestroy(there));
    EXPECT_OK(primDeviceClose(second));
  }
  EXPECT_EQ(count(driver.loadModule), 4);
}

TEST_P(Execution, LoadsOnceFromManyThreads) {
  // Executions of one device. The test shows that the fake driver is entered
  // only under the cache's lock, or not at all.
  std::vector<std::thread> threads;
  std::vector<void *> found(8);
  std::vector<primExecution *> executions(8);
  for (auto &e : executions)
    ASSERT_OK(primExecutionCreate(device, nullptr, &e));
  for (int i = 0; i < 8; ++i)
    threads.emplace_back([&, i] {
      for (int round = 0; round < 1000; ++round)
        found[i] = kernel(executions[i]);
    });
  for (auto &thread : threads)
    thread.join();
  for (int i = 0; i < 8; ++i) {
    EXPECT_NE(found[i], nullptr);
    EXPECT_EQ(found[i], found[0]);
    EXPECT_OK(primExecutionDestroy(executions[i]));
  }
  EXPECT_EQ(count(driver.loadModule), 1);
}

TEST_P(Execution, CountsWhatItEnqueues) {
  alignas(4) char memory[16] = {};
  launch(kernel(execution));
  launch(kernel(execution), 0);
  primExecFill(execution, memory, 1, 1, 16);
  primExecFill(execution, memory, 1, 1, 0);
  primExecFill(execution, memory, 1, 4, 3);
  const auto within = PRIM_COPY_DEVICE_TO_DEVICE;
  EXPECT_EQ(primExecCopy(execution, memory, memory + 8, 8, within, 0), 0);
  EXPECT_EQ(primExecCopy(execution, memory, memory + 8, 0, within, 0), 0);
  void *p = primExecAlloc(execution, 100);
  EXPECT_EQ(primExecutionOwns(execution, p), 1);
  EXPECT_EQ(primExecutionOwns(execution, memory), 0);
  primExecFree(execution, p);
  EXPECT_EQ(primExecutionOwns(execution, p), 0);
  EXPECT_EQ(message(), "");
  const primExecutionStats s = stats();
  EXPECT_EQ(s.kernels, 1);
  EXPECT_EQ(s.memsets, 2);
  EXPECT_EQ(s.bytesSet, 28);
  EXPECT_EQ(s.copies, 1);
  EXPECT_EQ(s.bytesCopied, 8);
  EXPECT_EQ(s.allocations, 1);
  EXPECT_EQ(s.frees, 1);
  EXPECT_EQ(s.bytesAllocated, 100);
}

TEST_P(Execution, FillsWithPatternsOfEveryWidth) {
  for (int32_t width : {1, 2, 4, 8})
    for (uint64_t pattern :
         {uint64_t(0), uint64_t(0x0101010101010101),
          uint64_t(0x0102030401020304), uint64_t(0x0102030405060708)})
      for (int64_t count : {0, 1, 2, 3, 7, 8, 13}) {
        alignas(8) unsigned char memory[14 * 8], expected[14 * 8];
        std::memset(memory, 0xee, sizeof(memory));
        std::memset(expected, 0xee, sizeof(expected));
        for (int64_t i = 0; i < count; ++i)
          std::memcpy(expected + i * width, &pattern, width);
        primExecFill(execution, memory, pattern, width, count);
        EXPECT_EQ(std::memcmp(memory, expected, sizeof(memory)), 0)
            << count << " elements of " << width << " bytes";
      }
  EXPECT_EQ(primExecFailed(execution), 0);
  primExecFill(execution, nullptr, 0, 3, 1);
  EXPECT_NE(message().find("1 elements of 3 bytes"), std::string::npos);
  EXPECT_EQ(primExecFailed(execution), 1);
}

TEST_P(Execution, CopiesToTheHostAreDoneOnReturn) {
  int device = 3, host = 0;
  EXPECT_EQ(primExecCopy(execution, &host, &device, sizeof(int),
                         PRIM_COPY_DEVICE_TO_HOST, /*wait=*/0),
            0);
  EXPECT_EQ(count(driver.synchronize) + count(driver.synchronizeStream), 1);
  // A copy of a constant may still be pending; a copy of memory that changes
  // may not.
  EXPECT_EQ(primExecCopy(execution, &device, &host, sizeof(int),
                         PRIM_COPY_HOST_TO_DEVICE, /*wait=*/0),
            0);
  EXPECT_EQ(count(driver.synchronize) + count(driver.synchronizeStream), 1);
  EXPECT_EQ(primExecCopy(execution, &device, &host, sizeof(int),
                         PRIM_COPY_HOST_TO_DEVICE, /*wait=*/1),
            0);
  EXPECT_EQ(count(driver.synchronize) + count(driver.synchronizeStream), 2);
}

TEST_P(Execution, KeepsTheFirstErrorAndDoesNothingMore) {
  void *which = kernel(execution);
  failNext(driver.launch, 719);
  launch(which);
  const std::string first = message();
  EXPECT_EQ(primExecutionStatus(execution, nullptr), PRIM_ERROR_LAUNCH_FAILED);
  EXPECT_EQ(first.find(std::string(driver.launchText) + " of kernel"), 0u)
      << first;
  state.calls.clear();

  char memory[4] = {5, 5, 5, 5};
  launch(which);
  EXPECT_EQ(kernel(execution), nullptr);
  EXPECT_EQ(primExecAlloc(execution, 8), nullptr);
  primExecFill(execution, memory, 0, 1, 4);
  primExecFill(execution, memory, 0x0102030405060708, 8, 1);
  EXPECT_EQ(primExecCopy(execution, memory, memory + 2, 2,
                         PRIM_COPY_DEVICE_TO_HOST, /*wait=*/1),
            1);
  EXPECT_EQ(primExecFailed(execution), 1);
  primExecFree(execution, nullptr);
  primExecFail(execution, PRIM_ERROR_WORKSPACE, "later", nullptr, 0);
  EXPECT_EQ(primExecAttribute(execution, PRIM_ATTRIBUTE_WAVE_SIZE), 0);
  EXPECT_TRUE(state.calls.empty()) << state.calls.front();
  EXPECT_EQ(memory[0], 5);
  EXPECT_EQ(message(), first);
  EXPECT_EQ(primExecutionStatus(execution, nullptr), PRIM_ERROR_LAUNCH_FAILED);
  EXPECT_EQ(stats().kernels, 0);
}

TEST_P(Execution, FreesAfterAnError) {
  void *freed = primExecAlloc(execution, 8);
  void *left = primExecAlloc(execution, 8);
  ASSERT_NE(left, nullptr);
  primExecFail(execution, PRIM_ERROR_WORKSPACE, "the workspace is too small",
               nullptr, 0);
  EXPECT_EQ(message(), "the workspace is too small");
  EXPECT_EQ(primExecutionStatus(execution, nullptr), PRIM_ERROR_WORKSPACE);
  EXPECT_EQ(state.allocations, 2);
  primExecFree(execution, freed);
  EXPECT_EQ(state.allocations, 1);
  // The end of the execution frees the memory that generated code could not
  // free. The tear-down checks for leaks.
}

TEST_P(Execution, PutsValuesInTheirPlaces) {
  const int64_t values[] = {-7, INT64_MAX, 3};
  auto text = [&](const char *message, int64_t count) {
    primExecution *other = nullptr;
    EXPECT_OK(primExecutionCreate(device, nullptr, &other));
    primExecFail(other, PRIM_ERROR_WORKSPACE, message, values, count);
    const char *found = nullptr;
    EXPECT_EQ(primExecutionStatus(other, &found), PRIM_ERROR_WORKSPACE);
    std::string copy = found;
    EXPECT_OK(primExecutionDestroy(other));
    return copy;
  };
  EXPECT_EQ(text("{} of {}", 2), "-7 of 9223372036854775807");
  EXPECT_EQ(text("100 %s {}{}", 3), "100 %s -79223372036854775807");
  EXPECT_EQ(text("{} of {}", 1), "-7 of {}");
  EXPECT_EQ(text("{}", 0), "{}");
}

TEST_P(Execution, LeavesResultsOfASuccessAlone) {
  primExecution *other = nullptr;
  ASSERT_OK(primExecutionCreate(device, nullptr, &other));
  void *result = primExecAlloc(other, 8);
  EXPECT_OK(primExecutionDestroy(other));
  EXPECT_EQ(state.allocations, 1);
  EXPECT_OK(primMemFreeAsync(device, nullptr, result));
}

TEST_P(Execution, ReportsAbsentKernelsAndBadCalls) {
  EXPECT_EQ(kernel(execution, "absent"), nullptr);
  EXPECT_EQ(primExecutionStatus(execution, nullptr), PRIM_ERROR_NOT_FOUND);

  primExecution *other = nullptr;
  ASSERT_OK(primExecutionCreate(device, nullptr, &other));
  primExecFail(other, PRIM_SUCCESS, "no error", nullptr, 0);
  EXPECT_EQ(primExecutionStatus(other, nullptr), PRIM_ERROR_INVALID_ARGUMENT);
  EXPECT_OK(primExecutionDestroy(other));

  ASSERT_OK(primExecutionCreate(device, nullptr, &other));
  EXPECT_EQ(primExecAttribute(other, 99), 0);
  EXPECT_EQ(primExecutionStatus(other, nullptr), PRIM_ERROR_INVALID_ARGUMENT);
  EXPECT_OK(primExecutionDestroy(other));

  ASSERT_OK(primExecutionCreate(device, nullptr, &other));
  primExecLaunch(other, nullptr, 1, 1, 1, 1, 1, 1, 0, nullptr, 0);
  EXPECT_EQ(primExecutionStatus(other, nullptr), PRIM_ERROR_INVALID_ARGUMENT);
  EXPECT_OK(primExecutionDestroy(other));

  EXPECT_EQ(primExecutionStatus(nullptr, nullptr), PRIM_ERROR_INVALID_ARGUMENT);
  EXPECT_EQ(primExecAlloc(nullptr, 8), nullptr);
}

TEST_P(Execution, AnswersAttributes) {
  EXPECT_EQ(primExecAttribute(execution, PRIM_ATTRIBUTE_COMPUTE_UNITS),
            driver.computeUnits);
  EXPECT_EQ(primExecAttribute(execution, PRIM_ATTRIBUTE_WAVE_SIZE),
            driver.waveSize);
}

TEST_P(Execution, ChoosesTheCodeForItsChip) {
  const std::string chip = driver.chip;
  auto choose = [&](const std::string &chips) {
    return primExecChoose(execution, chips.c_str());
  };
  EXPECT_EQ(choose(chip), 0);
  EXPECT_EQ(choose("gfx90a," + chip + "," + chip), 1);
  // A prefix or suffix of a name does not match the name.
  const std::string others = chip + "0," + chip.substr(0, chip.size() - 1);
  EXPECT_EQ(choose(others + "," + chip.substr(1) + "," + chip), 3);
  EXPECT_EQ(choose(others), -1);
  EXPECT_EQ(primExecutionStatus(execution, nullptr), PRIM_ERROR_UNSUPPORTED);
  EXPECT_EQ(message(), "the library has code for " + others +
                           ", but the device is a " + chip +
                           "; compile it for that chip too");
  // The execution has failed.
  EXPECT_EQ(choose(chip), -1);
}

TEST_P(Execution, ReturnsWhatTheCallerCanFree) {
  const int64_t sizes[] = {2, 3}, strides[] = {3, 1}, gaps[] = {4, 1};
  void *array = primExecAlloc(execution, 24);
  void *other = primExecAlloc(execution, 24);
  EXPECT_EQ(primExecReturn(execution, array, array, sizes, strides, 2, "y"),
            array);
  EXPECT_EQ(primExecReturn(execution, other, other, nullptr, nullptr, 0, "z"),
            other);
  auto refuses = [&](void *allocated, int offset, const int64_t *strides,
                     const char *why) {
    primExecution *call = nullptr;
    EXPECT_OK(primExecutionCreate(device, nullptr, &call));
    void *own = primExecAlloc(call, 24);
    if (!allocated)
      allocated = own;
    EXPECT_EQ(primExecReturn(call, allocated,
                             static_cast<char *>(allocated) + offset, sizes,
                             strides, 2, "f: result0"),
              nullptr);
    EXPECT_EQ(primExecutionFinish(call), PRIM_ERROR_UNSUPPORTED);
    EXPECT_TRUE(messageHas(why));
  };
  refuses(array, 0, strides, "f: result0 is an argument or a part of an array");
  refuses(nullptr, 4, strides, "f: result0 is an argument or a part");
  refuses(nullptr, 0, gaps, "f: result0 is an argument or a part");
  EXPECT_EQ(state.allocations, 2);
  EXPECT_EQ(primExecReturn(execution, array, array, sizes, strides, 2, "y2"),
            nullptr);
  EXPECT_EQ(primExecutionStatus(execution, nullptr), PRIM_ERROR_UNSUPPORTED);
  EXPECT_NE(message().find("y2 is the same array as another result"),
            std::string::npos);
  // Returned memory is freed if the execution fails in the end. The tear-down
  // checks for leaks.
}

TEST_P(Execution, FinishesWithItsStatusAndText) {
  primExecution *call = nullptr;
  ASSERT_OK(primExecutionCreate(device, nullptr, &call));
  void *kept = primExecAlloc(call, 8);
  EXPECT_OK(primExecutionFinish(call));
  EXPECT_EQ(state.allocations, 1);
  EXPECT_OK(primMemFreeAsync(device, nullptr, kept));

  ASSERT_OK(primExecutionCreate(device, nullptr, &call));
  ASSERT_NE(primExecAlloc(call, 8), nullptr);
  primExecFail(call, PRIM_ERROR_WORKSPACE, "the workspace is too small",
               nullptr, 0);
  // Another call fails in between.
  EXPECT_EQ(primExecutionStatus(nullptr, nullptr), PRIM_ERROR_INVALID_ARGUMENT);
  EXPECT_EQ(primExecutionFinish(call), PRIM_ERROR_WORKSPACE);
  EXPECT_STREQ(primLastErrorMessage(), "the workspace is too small");
  EXPECT_EQ(state.allocations, 0);
  EXPECT_EQ(primExecutionFinish(nullptr), PRIM_ERROR_INVALID_ARGUMENT);
}
