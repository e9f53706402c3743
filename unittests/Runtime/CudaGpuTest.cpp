//===- CudaGpuTest.cpp - The runtime on an NVIDIA GPU -----------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The real driver, if PRIM_TEST_CUDA is 1: it must behave as the fake one does.
//
//===----------------------------------------------------------------------===//

#include "Fixture.h"

#include <cstdlib>
#include <thread>

// Adds a number to each element through dynamic shared memory. A thread's own
// word is at the end of the launch's memory.
static constexpr char addPtx[] = R"(
.version 7.0
.target sm_80
.address_size 64
.extern .shared .align 4 .b8 memory[];
.visible .entry add(.param .u64 data, .param .u32 number, .param .u32 words)
{
  .reg .b32 %r<9>;
  .reg .b64 %rd<5>;
  ld.param.u64 %rd1, [data];
  ld.param.u32 %r1, [number];
  ld.param.u32 %r2, [words];
  cvta.to.global.u64 %rd2, %rd1;
  mov.u32 %r3, %ctaid.x;
  mov.u32 %r4, %ntid.x;
  mov.u32 %r5, %tid.x;
  mad.lo.s32 %r3, %r3, %r4, %r5;
  mul.wide.u32 %rd3, %r3, 4;
  add.s64 %rd4, %rd2, %rd3;
  ld.global.u32 %r6, [%rd4];
  sub.s32 %r2, %r2, %r5;
  shl.b32 %r2, %r2, 2;
  mov.u32 %r7, memory;
  add.s32 %r7, %r7, %r2;
  st.shared.u32 [%r7+-4], %r6;
  ld.shared.u32 %r8, [%r7+-4];
  add.s32 %r8, %r8, %r1;
  st.global.u32 [%rd4], %r8;
  ret;
}
)";

namespace {
class CudaGpu : public testing::Test {
protected:
  void SetUp() override {
    const char *wanted = std::getenv("PRIM_TEST_CUDA");
    if (!wanted || std::string(wanted) != "1")
      GTEST_SKIP() << "needs an NVIDIA GPU: PRIM_TEST_CUDA=1 says so";
    ASSERT_OK(primDeviceOpen("cuda", nullptr, nullptr, 0, &device));
  }
  void TearDown() override { EXPECT_OK(primDeviceClose(device)); }

  int64_t attribute(primAttribute which) {
    int64_t value = -1;
    EXPECT_OK(primDeviceGetAttribute(device, which, &value));
    return value;
  }
  primDevice *device = nullptr;
};
} // namespace

TEST_F(CudaGpu, Describes) {
  EXPECT_EQ(std::string(primDeviceChip(device)).compare(0, 3, "sm_"), 0);
  EXPECT_EQ(attribute(PRIM_ATTRIBUTE_WAVE_SIZE), 32);
  EXPECT_EQ(attribute(PRIM_ATTRIBUTE_MAX_GROUP_SIZE), 1024);
  EXPECT_GT(attribute(PRIM_ATTRIBUTE_COMPUTE_UNITS), 0);
  EXPECT_GT(attribute(PRIM_ATTRIBUTE_LDS_BYTES), 49152);
  EXPECT_GT(attribute(PRIM_ATTRIBUTE_MEMORY_BYTES), int64_t(1) << 30);
  EXPECT_EQ(attribute(PRIM_ATTRIBUTE_COOPERATIVE_LAUNCH), 1);
  primDevice *other = nullptr;
  EXPECT_EQ(primDeviceOpen("cuda", nullptr, "sm_999", 0, &other),
            PRIM_ERROR_UNSUPPORTED);
  EXPECT_TRUE(messageHas(std::string("is ") + primDeviceChip(device)));
}

TEST_F(CudaGpu, Launches) {
  primModule *module = nullptr;
  primKernel *kernel = nullptr;
  // The text is passed without its terminating zero.
  ASSERT_OK(primModuleLoad(device, addPtx, sizeof(addPtx) - 1, &module));
  ASSERT_OK(primModuleGetKernel(module, "add", &kernel));
  const auto lds = static_cast<int32_t>(attribute(PRIM_ATTRIBUTE_LDS_BYTES));
  int32_t groups = 0;
  EXPECT_OK(primKernelOccupancy(kernel, 256, lds, &groups));
  EXPECT_EQ(groups, 1);

  constexpr int size = 4096;
  std::vector<int> host(size);
  for (int i = 0; i < size; ++i)
    host[i] = i;
  // Runs in a thread that has never used CUDA, and in this one, with both kinds
  // of memory and launch.
  for (int turn = 0; turn < 2; ++turn) {
    auto work = [&] {
      primStream *stream = nullptr;
      primEvent *start = nullptr, *stop = nullptr;
      void *memory = nullptr;
      ASSERT_OK(primStreamCreate(device, &stream));
      ASSERT_OK(primEventCreate(device, &start));
      ASSERT_OK(primEventCreate(device, &stop));
      ASSERT_OK(primMemAllocAsync(device, stream, 4 * size, &memory));
      EXPECT_OK(primMemCopyAsync(device, stream, memory, host.data(), 4 * size,
                                 PRIM_COPY_HOST_TO_DEVICE));
      int number = 5, words = lds / 4;
      void *args[] = {&memory, &number, &words};
      const primLaunch launch = {{size / 256, 1, 1}, {256, 1, 1}, lds, turn};
      EXPECT_OK(primEventRecord(start, stream));
      EXPECT_OK(primKernelLaunch(kernel, stream, &launch, args, 3));
      EXPECT_OK(primEventRecord(stop, stream));
      EXPECT_OK(primMemCopyAsync(device, stream, host.data(), memory, 4 * size,
                                 PRIM_COPY_DEVICE_TO_HOST));
      EXPECT_OK(primMemFreeAsync(device, stream, memory));
      EXPECT_OK(primStreamSynchronize(stream));
      float milliseconds = -1;
      EXPECT_OK(primEventElapsed(start, stop, &milliseconds));
      EXPECT_GE(milliseconds, 0);
      EXPECT_OK(primEventDestroy(start));
      EXPECT_OK(primEventDestroy(stop));
      EXPECT_OK(primStreamDestroy(stream));
    };
    if (turn)
      work();
    else
      std::thread(work).join();
  }
  for (int i = 0; i < size; ++i)
    ASSERT_EQ(host[i], i + 10);

  // More blocks than can be resident.
  const primLaunch cooperative = {{1 << 20, 1, 1}, {256, 1, 1}, lds, 1};
  void *nothing = nullptr;
  int number = 0, words = lds / 4;
  void *args[] = {&nothing, &number, &words};
  EXPECT_EQ(primKernelLaunch(kernel, nullptr, &cooperative, args, 3),
            PRIM_ERROR_UNSUPPORTED);
  EXPECT_TRUE(messageHas("CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE"));
  primKernel *absent = nullptr;
  EXPECT_EQ(primModuleGetKernel(module, "absent", &absent),
            PRIM_ERROR_NOT_FOUND);
  EXPECT_OK(primModuleUnload(module));
}

TEST_F(CudaGpu, CopiesAndSets) {
  void *a = nullptr, *b = nullptr;
  ASSERT_OK(primMemAlloc(device, 16, &a));
  ASSERT_OK(primMemAlloc(device, 16, &b));
  EXPECT_OK(primMemSetAsync(device, nullptr, a, 32, 0x01020304, 4));
  EXPECT_OK(primMemSetAsync(device, nullptr, static_cast<char *>(a) + 4, 16,
                            0x0506, 2));
  EXPECT_OK(
      primMemSetAsync(device, nullptr, static_cast<char *>(a) + 8, 8, 7, 4));
  EXPECT_OK(primMemCopy(device, b, a, 16, PRIM_COPY_DEVICE_TO_DEVICE));
  uint32_t host[4] = {};
  EXPECT_OK(primMemCopy(device, host, b, 16, PRIM_COPY_DEVICE_TO_HOST));
  EXPECT_EQ(host[0], 0x01020304u);
  EXPECT_EQ(host[1], 0x05060506u);
  EXPECT_EQ(host[2], 0x07070707u);
  EXPECT_EQ(host[3], 0x01020304u);
  EXPECT_OK(primMemFree(device, a));
  EXPECT_OK(primMemFree(device, b));
}

TEST_F(CudaGpu, SaysWhatIsWrongWithPtx) {
  primModule *module = nullptr;
  const std::string wrong = std::string(addPtx) + "nonsense\n";
  EXPECT_EQ(primModuleLoad(device, wrong.data(), wrong.size(), &module),
            PRIM_ERROR_INVALID_IMAGE);
  EXPECT_TRUE(messageHas("CUDA_ERROR_INVALID_PTX"));
  EXPECT_TRUE(messageHas("line "));
}
