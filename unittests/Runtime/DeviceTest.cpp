//===- DeviceTest.cpp - Opening devices -------------------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loading of the driver, the ways in which there is no device, and what is read
// of one.
//
//===----------------------------------------------------------------------===//

#include "Fixture.h"

#include <cstdlib>

static int64_t attribute(primDevice *device, primAttribute which) {
  int64_t value = -1;
  EXPECT_OK(primDeviceGetAttribute(device, which, &value));
  return value;
}

TEST(DeviceOpen, ReadsTheCurrentLayout) {
  FakeHipState &hip = resetFake(FAKE_HIP);
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

TEST(DeviceOpen, ReadsTheOldLayout) {
  resetFake(FAKE_HIP_OLD).arch = "gfx1100";
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

TEST(DeviceOpen, RejectsALayoutItDoesNotKnow) {
  resetFake(FAKE_HIP).arch = "";
  primDevice *device = nullptr;
  EXPECT_EQ(primDeviceOpen("hip", FAKE_HIP, nullptr, 0, &device),
            PRIM_ERROR_UNSUPPORTED);
  EXPECT_TRUE(messageHas("unknown layout"));
  EXPECT_EQ(device, nullptr);
}

TEST(DeviceOpen, TakesTheLibraryFromTheEnvironment) {
  resetFake(FAKE_HIP_OLD);
  setenv("PRIM_HIP_LIBRARY", FAKE_HIP_OLD, 1);
  primDevice *device = nullptr;
  EXPECT_OK(primDeviceOpen("hip", nullptr, nullptr, 0, &device));
  unsetenv("PRIM_HIP_LIBRARY");
  EXPECT_STREQ(primDeviceName(device), "Old fake");
  EXPECT_OK(primDeviceClose(device));
}

// The two answers of Debian's libamdhip64 on a machine without an AMD GPU.
TEST(DeviceOpen, SaysThatThereIsNoGpu) {
  struct {
    const char *call;
    int code;
    const char *text;
  } const cases[] = {
      {"hipInit", 101, "101 (hipErrorInvalidDevice)"},
      {"hipInit", 100, "100 (hipErrorNoDevice)"},
      {"hipGetDeviceCount", 100, "100 (hipErrorNoDevice)"},
  };
  for (const auto &c : cases) {
    FakeHipState &hip = resetFake(FAKE_HIP);
    hip.failCall = c.call;
    hip.failAt = 0;
    hip.failCode = c.code;
    primDevice *device = nullptr;
    EXPECT_EQ(primDeviceOpen("hip", FAKE_HIP, nullptr, 0, &device),
              PRIM_ERROR_NO_DEVICE);
    EXPECT_EQ(device, nullptr);
    EXPECT_TRUE(messageHas("no AMD GPU: "));
    EXPECT_TRUE(messageHas(c.call));
    EXPECT_TRUE(messageHas(c.text));
    EXPECT_TRUE(messageHas("; set PRIM_HIP_LIBRARY or use --device=emulator"));
    EXPECT_EQ(std::string(primLastErrorMessage()).find('\n'),
              std::string::npos);
  }
}

TEST(DeviceOpen, SaysThatThereAreNoDevices) {
  resetFake(FAKE_HIP).deviceCount = 0;
  primDevice *device = nullptr;
  EXPECT_EQ(primDeviceOpen("hip", FAKE_HIP, nullptr, 0, &device),
            PRIM_ERROR_NO_DEVICE);
  EXPECT_TRUE(messageHas("no AMD GPU: "));
}

TEST(DeviceOpen, SaysThatTheOrdinalIsTooLarge) {
  resetFake(FAKE_HIP).deviceCount = 2;
  primDevice *device = nullptr;
  EXPECT_EQ(primDeviceOpen("hip", FAKE_HIP, nullptr, 2, &device),
            PRIM_ERROR_NO_DEVICE);
  EXPECT_TRUE(messageHas("there is no device 2"));
  EXPECT_EQ(primDeviceOpen("hip", FAKE_HIP, nullptr, -1, &device),
            PRIM_ERROR_INVALID_ARGUMENT);
}

TEST(DeviceOpen, SaysThatTheLibraryCannotBeLoaded) {
  primDevice *device = nullptr;
  EXPECT_EQ(primDeviceOpen("hip", "no/such/library.so", nullptr, 0, &device),
            PRIM_ERROR_NO_DRIVER);
  EXPECT_TRUE(messageHas("no/such/library.so"));
}

TEST(DeviceOpen, NamesTheMissingFunction) {
  primDevice *device = nullptr;
  EXPECT_EQ(primDeviceOpen("hip", FAKE_HIP_BROKEN, nullptr, 0, &device),
            PRIM_ERROR_NO_DRIVER);
  EXPECT_TRUE(messageHas("no function hipModuleLoadData"));
}

TEST(DeviceOpen, RejectsOtherKinds) {
  primDevice *device = nullptr;
  EXPECT_EQ(primDeviceOpen("sycl", nullptr, nullptr, 0, &device),
            PRIM_ERROR_UNSUPPORTED);
  EXPECT_TRUE(messageHas("'sycl'; use \"hip\" or \"cuda\""));
  EXPECT_EQ(primDeviceOpen(nullptr, nullptr, nullptr, 0, &device),
            PRIM_ERROR_UNSUPPORTED);
  EXPECT_EQ(primDeviceOpen("hip", FAKE_HIP, nullptr, 0, nullptr),
            PRIM_ERROR_INVALID_ARGUMENT);
}

TEST(DeviceOpen, SwitchesAnEmulatorToTheChip) {
  resetFake(FAKE_HIP);
  primDevice *device = nullptr;
  ASSERT_OK(primDeviceOpen("hip", FAKE_HIP, "gfx1100", 0, &device));
  EXPECT_STREQ(primDeviceChip(device), "gfx1100");
  EXPECT_OK(primDeviceClose(device));

  EXPECT_EQ(primDeviceOpen("hip", FAKE_HIP, "gfx000", 0, &device),
            PRIM_ERROR_UNSUPPORTED);
  EXPECT_TRUE(messageHas("cannot be a gfx000: unknown chip"));
}

TEST(DeviceOpen, ChecksTheChipOfARealDevice) {
  resetFake(FAKE_HIP_OLD).arch = "gfx1030";
  primDevice *device = nullptr;
  EXPECT_EQ(primDeviceOpen("hip", FAKE_HIP_OLD, "gfx942", 0, &device),
            PRIM_ERROR_UNSUPPORTED);
  EXPECT_TRUE(messageHas("is gfx1030, not gfx942"));
}

TEST_F(FakeDevice, FindsFurtherFunctions) {
  void *address = nullptr;
  EXPECT_OK(primDeviceSymbol(device, "primEmulatorLastError", &address));
  EXPECT_NE(address, nullptr);
  EXPECT_EQ(primDeviceSymbol(device, "primNoSuchThing", &address),
            PRIM_ERROR_UNSUPPORTED);
  EXPECT_EQ(address, nullptr);
  EXPECT_TRUE(messageHas("primNoSuchThing"));
}

TEST_F(FakeDevice, RejectsUnknownAttributes) {
  int64_t value = 7;
  EXPECT_EQ(
      primDeviceGetAttribute(device, static_cast<primAttribute>(99), &value),
      PRIM_ERROR_INVALID_ARGUMENT);
  EXPECT_EQ(value, 0);
}

TEST(Status, HasNames) {
  for (int status = PRIM_SUCCESS; status <= PRIM_ERROR_DRIVER; ++status)
    EXPECT_EQ(std::string(primStatusName(static_cast<primStatus>(status)))
                  .compare(0, 5, "PRIM_"),
              0)
        << status;
  EXPECT_STREQ(primStatusName(static_cast<primStatus>(77)),
               "(not a primStatus)");
}
