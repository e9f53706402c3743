//===- LaunchTest.cpp - Modules and launches --------------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For all drivers: loading of code objects, lookup of kernels, and launches.
//
//===----------------------------------------------------------------------===//

#include "Fixture.h"

namespace {
class AnyLaunch : public WithKernel<AnyDevice> {};
} // namespace

INSTANTIATE_FOR_DRIVERS(AnyLaunch);

TEST_P(AnyLaunch, PassesExtentsAndArguments) {
  primStream *stream = nullptr;
  int native = 0, value = 42;
  ASSERT_OK(primStreamWrap(device, &native, &stream));
  void *args[] = {&value};
  // A cooperative launch does not overlap, even with both flags.
  for (int flags : {0, 1, 2, 3}) {
    const primLaunch extents = {{2, 3, 4}, {8, 4, 2}, 1024, flags};
    EXPECT_OK(primKernelLaunch(kernel, stream, &extents, args, 1));
    for (unsigned axis = 0; axis < 3; ++axis) {
      EXPECT_EQ(state.grid[axis], extents.grid[axis]);
      EXPECT_EQ(state.block[axis], extents.block[axis]);
      state.grid[axis] = state.block[axis] = 0;
    }
    EXPECT_EQ(state.dynamicLds, 1024u);
    EXPECT_EQ(state.firstArgument, 42);
    EXPECT_EQ(state.launchStream, &native);
    state.launchStream = nullptr;
  }
  EXPECT_EQ(count(driver.launch), driver.overlaps ? 1 : 2);
  EXPECT_EQ(count(driver.launchCooperative), 2);
  EXPECT_OK(primStreamDestroy(stream));
}

TEST_P(AnyLaunch, LaunchesNothingForAnEmptyGrid) {
  EXPECT_OK(launch(0, 1, 1, 64, 1, 1));
  EXPECT_OK(launch(1, 0, 1, 64, 1, 1));
  EXPECT_OK(launch(1, 1, 0, 64, 1, 1));
  EXPECT_EQ(count(driver.launch), 0);
}

// The limits of each driver are tested with its specific cases.
TEST_P(AnyLaunch, ChecksExtents) {
  EXPECT_EQ(launch(-1, 1, 1, 64, 1, 1), PRIM_ERROR_INVALID_ARGUMENT);
  EXPECT_TRUE(messageHas("kernel kernel: "));
  EXPECT_EQ(launch(1, 1, 1, 0, 1, 1), PRIM_ERROR_INVALID_ARGUMENT);
  EXPECT_EQ(launch(INT64_MAX, 1, 1, 1024, 1, 1), PRIM_ERROR_INVALID_ARGUMENT);
  EXPECT_EQ(launch(1, INT64_MAX, 1, 1, 1, 1), PRIM_ERROR_INVALID_ARGUMENT);

  EXPECT_OK(launch(1, 1, 1, 1024, 1, 1));
  EXPECT_OK(launch(1, 1, 1, 16, 16, 4));
  EXPECT_EQ(launch(1, 1, 1, 1025, 1, 1), PRIM_ERROR_INVALID_ARGUMENT);
  EXPECT_EQ(launch(1, 1, 1, 32, 32, 2), PRIM_ERROR_INVALID_ARGUMENT);
  EXPECT_TRUE(messageHas("32 x 32 x 2"));
  EXPECT_EQ(launch(1, 1, 1, INT64_MAX, INT64_MAX, 1),
            PRIM_ERROR_INVALID_ARGUMENT);
  EXPECT_EQ(launch(1, 1, 1, 64, 1, 1, -1), PRIM_ERROR_INVALID_ARGUMENT);
  EXPECT_EQ(count(driver.launch), 2);
}

TEST_P(AnyLaunch, ChecksArguments) {
  const primLaunch extents = {{1, 1, 1}, {64, 1, 1}, 0, 0};
  void *args[] = {nullptr};
  EXPECT_EQ(primKernelLaunch(kernel, nullptr, &extents, args, 1),
            PRIM_ERROR_INVALID_ARGUMENT);
  EXPECT_TRUE(messageHas("argument 0 is null"));
  EXPECT_EQ(primKernelLaunch(kernel, nullptr, &extents, nullptr, 1),
            PRIM_ERROR_INVALID_ARGUMENT);
  EXPECT_EQ(primKernelLaunch(kernel, nullptr, nullptr, nullptr, 0),
            PRIM_ERROR_INVALID_ARGUMENT);
  EXPECT_EQ(primKernelLaunch(nullptr, nullptr, &extents, nullptr, 0),
            PRIM_ERROR_INVALID_ARGUMENT);
}

TEST_P(AnyLaunch, Cooperates) {
  EXPECT_OK(launch(1, 1, 1, 64, 1, 1, 0, PRIM_LAUNCH_COOPERATIVE));
  EXPECT_EQ(count(driver.launchCooperative), 1);
  EXPECT_EQ(count(driver.launch), 0);
}

TEST_P(AnyLaunch, RefusesCooperation) {
  failNext(driver.launchCooperative, 720);
  EXPECT_EQ(launch(1, 1, 1, 64, 1, 1, 0, PRIM_LAUNCH_COOPERATIVE),
            PRIM_ERROR_UNSUPPORTED);
  EXPECT_TRUE(messageHas(std::string(driver.cooperativeText) +
                         " of kernel: " + driver.name + " error 720"));
}

TEST_P(AnyLaunch, RefusesUnknownFlags) {
  EXPECT_EQ(launch(1, 1, 1, 64, 1, 1, 0, 4), PRIM_ERROR_INVALID_ARGUMENT);
  EXPECT_STREQ(primLastErrorMessage(),
               "kernel kernel: a launch with flags 4; the known flags are 3");
  EXPECT_EQ(launch(1, 1, 1, 64, 1, 1, 0, -1), PRIM_ERROR_INVALID_ARGUMENT);
  EXPECT_TRUE(state.calls.empty());
}

TEST_P(AnyLaunch, AnswersOccupancy) {
  int32_t groups = 0;
  EXPECT_OK(primKernelOccupancy(kernel, 256, 0, &groups));
  EXPECT_EQ(groups, 8);
  EXPECT_EQ(primKernelOccupancy(kernel, 0, 0, &groups),
            PRIM_ERROR_INVALID_ARGUMENT);
}

TEST_P(AnyLaunch, ReportsFaults) {
  failNext(driver.launch, 700);
  EXPECT_EQ(launch(1, 1, 1, 64, 1, 1), PRIM_ERROR_LAUNCH_FAILED);
  EXPECT_EQ(std::string(driver.launchText) + " of kernel: " + driver.name +
                " error 700 (" + driver.illegalAddress + ")",
            primLastErrorMessage());
}

TEST_P(AnyLaunch, FindsAKernelOnce) {
  primKernel *again = nullptr;
  EXPECT_OK(primModuleGetKernel(module, "kernel", &again));
  EXPECT_EQ(again, kernel);
  EXPECT_EQ(count(driver.findKernel), 0);
  EXPECT_EQ(primModuleGetKernel(module, "absent", &again),
            PRIM_ERROR_NOT_FOUND);
  EXPECT_EQ(again, nullptr);
  EXPECT_TRUE(messageHas(std::string(driver.findKernel) +
                         " of absent: " + driver.name + " error 500"));
}

TEST_P(AnyDevice, CopiesTheImage) {
  std::vector<char> image(16, 'i');
  primModule *module = nullptr;
  ASSERT_OK(primModuleLoad(device, image.data(), 16, &module));
  ASSERT_EQ(state.images.size(), 1u);
  EXPECT_EQ(state.images[0][0], 'i');
  EXPECT_OK(primModuleUnload(module));
  EXPECT_EQ(primModuleLoad(device, image.data(), 0, &module),
            PRIM_ERROR_INVALID_ARGUMENT);
  EXPECT_EQ(primModuleLoad(device, nullptr, 16, &module),
            PRIM_ERROR_INVALID_ARGUMENT);
  EXPECT_EQ(module, nullptr);
}
