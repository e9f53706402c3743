//===- LaunchTest.cpp - Modules and launches --------------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loading of code objects, look-up of kernels, and the limits of launches.
//
//===----------------------------------------------------------------------===//

#include "Fixture.h"

namespace {
class Launch : public FakeDevice {
protected:
  void SetUp() override {
    FakeDevice::SetUp();
    ASSERT_OK(primModuleLoad(device, "image", 5, &module));
    ASSERT_OK(primModuleGetKernel(module, "kernel", &kernel));
    hip.calls.clear();
  }
  void TearDown() override {
    EXPECT_OK(primModuleUnload(module));
    FakeDevice::TearDown();
  }
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
} // namespace

TEST_F(Launch, PassesExtentsAndArguments) {
  primStream *stream = nullptr;
  int native = 0, value = 42;
  ASSERT_OK(primStreamWrap(device, &native, &stream));
  const primLaunch extents = {{2, 3, 4}, {8, 4, 2}, 1024, 0};
  void *args[] = {&value};
  EXPECT_OK(primKernelLaunch(kernel, stream, &extents, args, 1));
  for (unsigned axis = 0; axis < 3; ++axis) {
    EXPECT_EQ(hip.grid[axis], extents.grid[axis]);
    EXPECT_EQ(hip.block[axis], extents.block[axis]);
  }
  EXPECT_EQ(hip.dynamicLds, 1024u);
  EXPECT_EQ(hip.firstArgument, 42);
  EXPECT_EQ(hip.launchStream, &native);
  EXPECT_OK(primStreamDestroy(stream));
}

TEST_F(Launch, LaunchesNothingForAnEmptyGrid) {
  EXPECT_OK(launch(0, 1, 1, 64, 1, 1));
  EXPECT_OK(launch(1, 0, 1, 64, 1, 1));
  EXPECT_OK(launch(1, 1, 0, 64, 1, 1));
  EXPECT_EQ(count("hipModuleLaunchKernel"), 0);
}

TEST_F(Launch, ChecksExtents) {
  // The largest grid that fits, and the first that does not.
  EXPECT_OK(launch((int64_t(1) << 32) / 64 - 1, 1, 1, 64, 1, 1));
  EXPECT_EQ(launch((int64_t(1) << 32) / 64, 1, 1, 64, 1, 1),
            PRIM_ERROR_INVALID_ARGUMENT);
  EXPECT_TRUE(messageHas("kernel kernel: "));
  EXPECT_TRUE(messageHas("below 2^32"));
  EXPECT_OK(launch(1, (int64_t(1) << 32) - 1, 1, 1, 1, 1));
  EXPECT_EQ(launch(1, INT64_MAX, 1, 1, 1, 1), PRIM_ERROR_INVALID_ARGUMENT);
  EXPECT_EQ(launch(-1, 1, 1, 64, 1, 1), PRIM_ERROR_INVALID_ARGUMENT);
  EXPECT_EQ(launch(1, 1, 1, 0, 1, 1), PRIM_ERROR_INVALID_ARGUMENT);

  EXPECT_OK(launch(1, 1, 1, 1024, 1, 1));
  EXPECT_OK(launch(1, 1, 1, 16, 16, 4));
  EXPECT_EQ(launch(1, 1, 1, 1025, 1, 1), PRIM_ERROR_INVALID_ARGUMENT);
  EXPECT_EQ(launch(1, 1, 1, 32, 32, 2), PRIM_ERROR_INVALID_ARGUMENT);
  EXPECT_TRUE(messageHas("32 x 32 x 2"));
  EXPECT_EQ(launch(1, 1, 1, INT64_MAX, INT64_MAX, 1),
            PRIM_ERROR_INVALID_ARGUMENT);

  EXPECT_OK(launch(1, 1, 1, 64, 1, 1, 65536));
  EXPECT_EQ(launch(1, 1, 1, 64, 1, 1, 65537), PRIM_ERROR_INVALID_ARGUMENT);
  EXPECT_EQ(launch(1, 1, 1, 64, 1, 1, -1), PRIM_ERROR_INVALID_ARGUMENT);
  EXPECT_EQ(count("hipModuleLaunchKernel"), 5);
}

TEST_F(Launch, ChecksArguments) {
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

TEST_F(Launch, Cooperates) {
  EXPECT_OK(launch(1, 1, 1, 64, 1, 1, 0, PRIM_LAUNCH_COOPERATIVE));
  EXPECT_EQ(count("hipModuleLaunchCooperativeKernel"), 1);
  EXPECT_EQ(count("hipModuleLaunchKernel"), 0);
}

TEST_F(Launch, AnswersOccupancy) {
  int32_t groups = 0;
  EXPECT_OK(primKernelOccupancy(kernel, 256, 0, &groups));
  EXPECT_EQ(groups, 8);
  EXPECT_EQ(primKernelOccupancy(kernel, 0, 0, &groups),
            PRIM_ERROR_INVALID_ARGUMENT);
}

TEST_F(Launch, ReportsTheFaultWithTheEmulatorsText) {
  hip.emulatorText = "pc 0x40: global_load_dword reads outside any allocation";
  failNext("hipModuleLaunchKernel", 700);
  EXPECT_EQ(launch(1, 1, 1, 64, 1, 1), PRIM_ERROR_LAUNCH_FAILED);
  EXPECT_TRUE(messageHas("launch of kernel"));
  EXPECT_TRUE(messageHas("700"));
  EXPECT_TRUE(messageHas("pc 0x40: global_load_dword"));
  // The host application must not find our error in HIP's own state.
  EXPECT_EQ(hip.calls.back(), "hipGetLastError");
}

TEST_F(Launch, FindsAKernelOnce) {
  primKernel *again = nullptr;
  EXPECT_OK(primModuleGetKernel(module, "kernel", &again));
  EXPECT_EQ(again, kernel);
  EXPECT_EQ(count("hipModuleGetFunction"), 0);
  EXPECT_EQ(primModuleGetKernel(module, "absent", &again),
            PRIM_ERROR_NOT_FOUND);
  EXPECT_EQ(again, nullptr);
  EXPECT_TRUE(messageHas("absent"));
}

TEST_F(FakeDevice, CopiesTheImage) {
  std::vector<char> image(16, 'i');
  primModule *module = nullptr;
  ASSERT_OK(primModuleLoad(device, image.data(), 16, &module));
  ASSERT_EQ(hip.images.size(), 1u);
  EXPECT_EQ(hip.images[0], 'i');
  EXPECT_OK(primModuleUnload(module));
  EXPECT_EQ(primModuleLoad(device, image.data(), 0, &module),
            PRIM_ERROR_INVALID_ARGUMENT);
  EXPECT_EQ(primModuleLoad(device, nullptr, 16, &module),
            PRIM_ERROR_INVALID_ARGUMENT);
  EXPECT_EQ(module, nullptr);
}
