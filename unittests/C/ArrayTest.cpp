//===- ArrayTest.cpp - Devices and arrays of the C API ----------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs on the emulator that libprim finds by itself.
//
//===----------------------------------------------------------------------===//

#include "Fixture.h"

static bool contains(const std::string &text, const char *part) {
  return text.find(part) != std::string::npos;
}

TEST_F(CTest, TypesHaveSizes) {
  EXPECT_EQ(primcTypeBytes(PRIMC_I1), 1u);
  EXPECT_EQ(primcTypeBytes(PRIMC_BF16), 2u);
  EXPECT_EQ(primcTypeBytes(PRIMC_U64), 8u);
  EXPECT_EQ(primcTypeBytes(PRIMC_TYPE_NONE), 0u);
  EXPECT_EQ(primcTypeBytes(static_cast<PrimcType>(-1)), 0u);
  EXPECT_EQ(primcTypeBytes(static_cast<PrimcType>(13)), 0u);
}

TEST_F(CTest, NullDevicesAndArrays) {
  int64_t extent = 3;
  int32_t memory[3];
  EXPECT_FALSE(
      primcArrayAllocate(nullptr, PRIMC_I32, 1, &extent, Errors::add, &errors));
  EXPECT_EQ(errors.take(), "the device is null");
  EXPECT_FALSE(primcStreamCreate(nullptr, Errors::add, &errors));
  EXPECT_EQ(errors.take(), "the device is null");
  EXPECT_FALSE(primcStreamWrap(nullptr, memory, Errors::add, &errors));
  EXPECT_EQ(errors.take(), "the device is null");
  EXPECT_FALSE(primcStreamSynchronize(nullptr, Errors::add, &errors));
  EXPECT_EQ(errors.take(), "the stream is null");
  EXPECT_FALSE(primcDeviceSynchronize(nullptr, Errors::add, &errors));
  EXPECT_EQ(errors.take(), "the device is null");
  EXPECT_FALSE(
      primcArrayUpload(nullptr, nullptr, memory, Errors::add, &errors));
  EXPECT_EQ(errors.take(), "the device is null");
  EXPECT_EQ(primcDeviceChip(nullptr), nullptr);
  EXPECT_EQ(primcDeviceDescription(nullptr), nullptr);
  EXPECT_EQ(primcDeviceStatistic(nullptr, 0, nullptr), nullptr);
  EXPECT_FALSE(primcDeviceIsEmulator(nullptr));
  EXPECT_FALSE(primcDeviceIsLost(nullptr));
  primcDeviceRecover(nullptr);
  primcDeviceResetStatistics(nullptr);
  primcDeviceDestroy(nullptr);
  primcStreamDestroy(nullptr);
  primcArrayDestroy(nullptr);
  EXPECT_EQ(primcArrayRetain(nullptr), nullptr);
  EXPECT_EQ(primcArrayType(nullptr), PRIMC_TYPE_NONE);
  EXPECT_EQ(primcArrayRank(nullptr), 0u);
  EXPECT_EQ(primcArrayShape(nullptr), nullptr);
  EXPECT_EQ(primcArrayBytes(nullptr), 0u);
  EXPECT_EQ(primcArrayData(nullptr), nullptr);
}

TEST_F(CTest, ViewsAreChecked) {
  int64_t shape[] = {2, 3};
  int64_t negative[] = {2, -3};
  int64_t huge[] = {INT64_MAX, 3};
  char memory[24];
  auto view = [&](PrimcType type, size_t rank, const int64_t *extents,
                  void *data) {
    return Owned<PrimcArray>(
        primcArrayView(type, rank, extents, data, Errors::add, &errors));
  };
  auto array = view(PRIMC_F32, 2, shape, memory);
  ASSERT_TRUE(array);
  EXPECT_EQ(primcArrayBytes(array.get()), 24u);
  EXPECT_EQ(primcArrayData(array.get()), memory);
  EXPECT_EQ(primcArrayType(array.get()), PRIMC_F32);
  ASSERT_EQ(primcArrayRank(array.get()), 2u);
  EXPECT_EQ(primcArrayShape(array.get())[1], 3);
  EXPECT_TRUE(view(PRIMC_F32, 0, nullptr, memory));
  EXPECT_FALSE(view(PRIMC_F32, 2, shape, nullptr));
  EXPECT_EQ(errors.take(), "the memory of an array with elements is null");
  EXPECT_FALSE(view(PRIMC_F32, 2, nullptr, memory));
  EXPECT_EQ(errors.take(), "the array's shape is null");
  EXPECT_FALSE(view(PRIMC_F32, 2, negative, memory));
  EXPECT_EQ(errors.take(), "an array cannot have the size of 2x-3xf32");
  EXPECT_FALSE(view(PRIMC_F32, 2, huge, memory));
  EXPECT_TRUE(contains(errors.take(), "an array cannot have the size"));
  EXPECT_FALSE(view(static_cast<PrimcType>(13), 2, shape, memory));
  EXPECT_TRUE(contains(errors.take(), "the number 13"));
  EXPECT_FALSE(view(PRIMC_F32, static_cast<size_t>(-1), shape, memory));
  EXPECT_TRUE(contains(errors.take(), "64 dimensions at most"));
}

TEST_F(CTest, DevicesThatThereAreNot) {
  EXPECT_FALSE(
      primcDeviceOpen("abacus", nullptr, nullptr, Errors::add, &errors));
  EXPECT_TRUE(contains(errors.take(), "abacus"));
  EXPECT_FALSE(primcDeviceOpen("emulator", nullptr, "/nowhere/lib.so",
                               Errors::add, &errors));
  EXPECT_TRUE(contains(errors.take(), "/nowhere/lib.so"));
}

#ifdef HAS_EMULATOR

TEST_F(CTest, OpensTheEmulatorBesideIt) {
  auto device = open("gfx1100");
  ASSERT_TRUE(device);
  EXPECT_STREQ(primcDeviceChip(device.get()), "gfx1100");
  EXPECT_STREQ(primcDeviceDescription(device.get()), "gfx1100 (emulator)");
  EXPECT_TRUE(primcDeviceIsEmulator(device.get()));
  EXPECT_FALSE(primcDeviceIsLost(device.get()));
  EXPECT_FALSE(open("gfx000"));
  EXPECT_TRUE(contains(errors.take(), "gfx000"));
}

TEST_F(CTest, CopiesArrays) {
  auto device = open();
  auto array = upload(device.get(), {1, -2, 3});
  Owned<PrimcArray> again(primcArrayRetain(array.get()));
  EXPECT_EQ(primcArrayData(again.get()), primcArrayData(array.get()));
  array.reset();
  EXPECT_EQ(download(device.get(), again.get()),
            (std::vector<int32_t>{1, -2, 3}));
  EXPECT_FALSE(primcArrayUpload(device.get(), again.get(), nullptr, Errors::add,
                                &errors));
  EXPECT_EQ(errors.take(), "the host's memory is null");
  EXPECT_FALSE(
      primcArrayDownload(device.get(), nullptr, nullptr, Errors::add, &errors));
  EXPECT_EQ(errors.take(), "the array is null");
  // A copy of no elements does nothing.
  int64_t none = 0;
  Owned<PrimcArray> empty(primcArrayAllocate(device.get(), PRIMC_I32, 1, &none,
                                             Errors::add, &errors));
  EXPECT_TRUE(primcArrayUpload(device.get(), empty.get(), nullptr, Errors::add,
                               &errors));
  // The object keeps alive the parts of the device that it uses.
  device.reset();
}

TEST_F(CTest, TooMuchMemoryIsAnError) {
  auto device = open();
  int64_t extent = INT64_MAX / 8;
  EXPECT_FALSE(primcArrayAllocate(device.get(), PRIMC_F64, 1, &extent,
                                  Errors::add, &errors));
  EXPECT_TRUE(contains(errors.take(), "cannot allocate device memory"));
}

TEST_F(CTest, MemoryOfAnotherIsAnError) {
  // A view of host memory, which the emulator's device cannot access.
  auto device = open();
  int64_t extent = 4;
  void *nowhere = reinterpret_cast<void *>(uintptr_t(0x10));
  Owned<PrimcArray> view(
      primcArrayView(PRIMC_I32, 1, &extent, nowhere, Errors::add, &errors));
  int32_t host[4] = {};
  EXPECT_FALSE(
      primcArrayDownload(device.get(), view.get(), host, Errors::add, &errors));
  EXPECT_TRUE(contains(errors.take(), "cannot copy an array from the device"));
}

#endif // HAS_EMULATOR
