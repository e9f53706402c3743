//===- HipTest.cpp - HIP alone ----------------------------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The layouts of a device's properties, emulators, and the limits of launches:
// all cases that are specific to HIP.
//
//===----------------------------------------------------------------------===//

#include "Fixture.h"

static int64_t attribute(primDevice *device, primAttribute which) {
  int64_t value = -1;
  EXPECT_OK(primDeviceGetAttribute(device, which, &value));
  return value;
}

TEST(HipOpen, ReadsTheCurrentLayout) {
  FakeHipState &hip = resetFakeHip(FAKE_HIP);
  primDevice *device = nullptr;
  ASSERT_OK(primDeviceOpen("hip", FAKE_HIP, nullptr, 0, &device));
  EXPECT_STREQ(primDeviceName(device), "Fake");
  EXPECT_STREQ(primDeviceChip(device), "gfx942");
  EXPECT_STREQ(primDeviceLibrary(device), FAKE_HIP);
  EXPECT_EQ(attribute(device, PRIM_ATTRIBUTE_COMPUTE_UNITS), 304);
  EXPECT_EQ(attribute(device, PRIM_ATTRIBUTE_WAVE_SIZE), 64);
  EXPECT_EQ(attribute(device, PRIM_ATTRIBUTE_LDS_BYTES), 65536);
  EXPECT_EQ(attribute(device, PRIM_ATTRIBUTE_MAX_GROUP_SIZE), 1024);
  EXPECT_EQ(attribute(device, PRIM_ATTRIBUTE_MEMORY_BYTES), 1 << 30);
  EXPECT_EQ(attribute(device, PRIM_ATTRIBUTE_COOPERATIVE_LAUNCH), 1);
  EXPECT_EQ(attribute(device, PRIM_ATTRIBUTE_IS_EMULATOR), 1);
  EXPECT_EQ(
      std::count(hip.calls.begin(), hip.calls.end(), "hipGetDeviceProperties"),
      0);
  EXPECT_OK(primDeviceClose(device));
}

TEST(HipOpen, ReadsTheOldLayout) {
  resetFakeHip(FAKE_HIP_OLD).arch = "gfx1100";
  primDevice *device = nullptr;
  ASSERT_OK(primDeviceOpen("hip", FAKE_HIP_OLD, "gfx1100", 0, &device));
  EXPECT_STREQ(primDeviceName(device), "Old fake");
  EXPECT_STREQ(primDeviceChip(device), "gfx1100");
  EXPECT_EQ(attribute(device, PRIM_ATTRIBUTE_COMPUTE_UNITS), 48);
  EXPECT_EQ(attribute(device, PRIM_ATTRIBUTE_WAVE_SIZE), 32);
  EXPECT_EQ(attribute(device, PRIM_ATTRIBUTE_LDS_BYTES), 32768);
  EXPECT_EQ(attribute(device, PRIM_ATTRIBUTE_MAX_GROUP_SIZE), 512);
  EXPECT_EQ(attribute(device, PRIM_ATTRIBUTE_MEMORY_BYTES), 1 << 20);
  EXPECT_EQ(attribute(device, PRIM_ATTRIBUTE_COOPERATIVE_LAUNCH), 0);
  EXPECT_EQ(attribute(device, PRIM_ATTRIBUTE_IS_EMULATOR), 0);
  EXPECT_OK(primDeviceClose(device));
}

TEST(HipOpen, RejectsALayoutItDoesNotKnow) {
  resetFakeHip(FAKE_HIP).arch = "";
  primDevice *device = nullptr;
  EXPECT_EQ(primDeviceOpen("hip", FAKE_HIP, nullptr, 0, &device),
            PRIM_ERROR_UNSUPPORTED);
  EXPECT_TRUE(messageHas("unknown layout"));
  EXPECT_EQ(device, nullptr);
}

// AMD's library reports a missing GPU through either of these two functions.
TEST(HipOpen, SaysThatThereIsNoGpuWhenItCounts) {
  resetFakeHip(FAKE_HIP).failNext("hipGetDeviceCount", 100);
  primDevice *device = nullptr;
  EXPECT_EQ(primDeviceOpen("hip", FAKE_HIP, nullptr, 0, &device),
            PRIM_ERROR_NO_DEVICE);
  EXPECT_EQ(device, nullptr);
  EXPECT_TRUE(messageHas("no AMD GPU: hipGetDeviceCount of "));
  EXPECT_TRUE(messageHas("answers 100 (hipErrorNoDevice); set "
                         "PRIM_HIP_LIBRARY or use --device=emulator"));
}

TEST(HipOpen, SwitchesAnEmulatorToTheChip) {
  resetFakeHip(FAKE_HIP);
  primDevice *device = nullptr;
  ASSERT_OK(primDeviceOpen("hip", FAKE_HIP, "gfx1100", 0, &device));
  EXPECT_STREQ(primDeviceChip(device), "gfx1100");
  EXPECT_OK(primDeviceClose(device));

  EXPECT_EQ(primDeviceOpen("hip", FAKE_HIP, "gfx000", 0, &device),
            PRIM_ERROR_UNSUPPORTED);
  EXPECT_TRUE(messageHas("cannot be a gfx000: unknown chip"));
}

TEST(HipOpen, ChecksTheChipOfARealDevice) {
  resetFakeHip(FAKE_HIP_OLD).arch = "gfx1030";
  primDevice *device = nullptr;
  EXPECT_EQ(primDeviceOpen("hip", FAKE_HIP_OLD, "gfx942", 0, &device),
            PRIM_ERROR_UNSUPPORTED);
  EXPECT_TRUE(messageHas("is gfx1030, not gfx942"));
}

namespace {
class HipLaunch : public WithKernel<FakeHipDevice> {};
} // namespace

TEST_F(HipLaunch, ChecksExtents) {
  // The largest grid that fits, and the first one that does not.
  EXPECT_OK(launch((int64_t(1) << 32) / 64 - 1, 1, 1, 64, 1, 1));
  EXPECT_EQ(launch((int64_t(1) << 32) / 64, 1, 1, 64, 1, 1),
            PRIM_ERROR_INVALID_ARGUMENT);
  EXPECT_TRUE(messageHas("kernel kernel: "));
  EXPECT_TRUE(messageHas("below 2^32"));
  EXPECT_OK(launch(1, (int64_t(1) << 32) - 1, 1, 1, 1, 1));

  EXPECT_OK(launch(1, 1, 1, 64, 1, 1, 65536));
  EXPECT_EQ(launch(1, 1, 1, 64, 1, 1, 65537), PRIM_ERROR_INVALID_ARGUMENT);
  EXPECT_EQ(count("hipModuleLaunchKernel"), 3);
}

TEST_F(HipLaunch, ReportsTheFaultWithTheEmulatorsText) {
  hip.emulatorText = "pc 0x40: global_load_dword reads outside any allocation";
  failNext("hipModuleLaunchKernel", 700);
  EXPECT_EQ(launch(1, 1, 1, 64, 1, 1), PRIM_ERROR_LAUNCH_FAILED);
  EXPECT_TRUE(messageHas("launch of kernel"));
  EXPECT_TRUE(messageHas("700"));
  EXPECT_TRUE(messageHas("pc 0x40: global_load_dword"));
  // The host application must not find this error in HIP's own state.
  EXPECT_EQ(hip.calls.back(), "hipGetLastError");
}

TEST(OldHip, CannotSetWiderElements) {
  FakeHipState &hip = resetFakeHip(FAKE_HIP_OLD);
  primDevice *device = nullptr;
  ASSERT_OK(primDeviceOpen("hip", FAKE_HIP_OLD, nullptr, 0, &device));
  void *p = nullptr;
  ASSERT_OK(primMemAlloc(device, 8, &p));
  EXPECT_EQ(primMemSetAsync(device, nullptr, p, 32, 0, 2),
            PRIM_ERROR_UNSUPPORTED);
  EXPECT_TRUE(messageHas("no function hipMemsetD32Async"));
  EXPECT_EQ(primMemSetAsync(device, nullptr, p, 16, 0, 2),
            PRIM_ERROR_UNSUPPORTED);
  EXPECT_TRUE(messageHas("no function hipMemsetD16Async"));
  EXPECT_OK(primMemFree(device, p));
  EXPECT_OK(primDeviceClose(device));
  EXPECT_EQ(hip.objects(), 0);
}
