//===- CudaLaunchTest.cpp - Modules and launches of CUDA --------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX and the messages of the JIT, the limits of launches, and shared memory.
//
//===----------------------------------------------------------------------===//

#include "Fixture.h"

namespace {
class CudaLaunch : public WithKernel<FakeCudaDevice> {
protected:
  void prepare() override { cuda.staticShared = 1024; }
};
} // namespace

TEST_F(FakeCudaDevice, EndsTextsWithAZero) {
  // Texts that fill their allocation, so that the byte after them is not zero.
  for (size_t length : {24, 40, 56, 1000, 1016, 1032}) {
    const std::string text = ".version 7.8" + std::string(length - 12, '\n');
    const std::vector<char> image(text.begin(), text.end());
    // Memory that the allocator reuses is not zero either.
    std::vector<std::vector<char>>(4, std::vector<char>(length + 1, '#'));
    primModule *module = nullptr;
    ASSERT_OK(primModuleLoad(device, image.data(), text.size(), &module));
    EXPECT_EQ(cuda.images.back(), text);
    EXPECT_OK(primModuleUnload(module));
  }
}

TEST_F(FakeCudaDevice, ShowsWhatTheJitSays) {
  primModule *module = nullptr;
  cuda.errorLog = "ptxas application ptx input, line 5; fatal : it is bad\n";
  cuda.infoLog = "info : for sm_90\n";
  EXPECT_EQ(primModuleLoad(device, "bad", 3, &module),
            PRIM_ERROR_INVALID_IMAGE);
  EXPECT_EQ(module, nullptr);
  EXPECT_STREQ(primLastErrorMessage(),
               "cuModuleLoadDataEx: CUDA error 218 (CUDA_ERROR_FAKE): ptxas "
               "application ptx input, line 5; fatal : it is bad");
  cuda.errorLog = " \n";
  EXPECT_EQ(primModuleLoad(device, "bad", 3, &module),
            PRIM_ERROR_INVALID_IMAGE);
  EXPECT_TRUE(messageHas("(CUDA_ERROR_FAKE): info : for sm_90"));
  // A log of the largest size that the driver writes.
  cuda.errorLog = std::string(100000, 'x');
  EXPECT_EQ(primModuleLoad(device, "bad", 3, &module),
            PRIM_ERROR_INVALID_IMAGE);
  EXPECT_TRUE(messageHas(": xxxx"));
  // The log is empty.
  cuda.errorLog = cuda.infoLog = "";
  EXPECT_EQ(primModuleLoad(device, "bad", 3, &module),
            PRIM_ERROR_INVALID_IMAGE);
  EXPECT_STREQ(primLastErrorMessage(),
               "cuModuleLoadDataEx: CUDA error 218 (CUDA_ERROR_FAKE)");
}

TEST_F(CudaLaunch, Overlaps) {
  EXPECT_OK(launch(1, 1, 1, 64, 1, 1, 0, PRIM_LAUNCH_OVERLAPPED));
  EXPECT_EQ(count("cuLaunchKernelEx"), 1);
  EXPECT_EQ(cuda.overlapped, 1);
  // A cooperative launch does not overlap.
  EXPECT_OK(launch(1, 1, 1, 64, 1, 1, 0,
                   PRIM_LAUNCH_OVERLAPPED | PRIM_LAUNCH_COOPERATIVE));
  EXPECT_EQ(count("cuLaunchKernelEx"), 1);
  EXPECT_EQ(count("cuLaunchCooperativeKernel"), 1);
}

// The fake has unusual limits, so that a wrong source of the limits is
// detected.
TEST_F(CudaLaunch, ChecksExtents) {
  EXPECT_OK(launch(0x7fffffff, 1, 1, 1024, 1, 1));
  EXPECT_OK(launch(1, 65535, 65534, 2, 1, 1));
  EXPECT_EQ(launch(int64_t(1) << 31, 1, 1, 1, 1, 1),
            PRIM_ERROR_INVALID_ARGUMENT);
  EXPECT_STREQ(primLastErrorMessage(),
               "kernel kernel: a grid of 2147483648 groups in dimension 0; the "
               "device's largest has 2147483647");
  EXPECT_EQ(launch(1, 65536, 1, 1, 1, 1), PRIM_ERROR_INVALID_ARGUMENT);
  EXPECT_TRUE(messageHas("in dimension 1; the device's largest has 65535"));
  EXPECT_EQ(launch(1, 1, 65535, 1, 1, 1), PRIM_ERROR_INVALID_ARGUMENT);
  EXPECT_TRUE(messageHas("in dimension 2; the device's largest has 65534"));

  EXPECT_OK(launch(1, 1, 1, 2, 512, 1));
  EXPECT_OK(launch(1, 1, 1, 16, 1, 64));
  EXPECT_EQ(launch(1, 1, 1, 1, 513, 1), PRIM_ERROR_INVALID_ARGUMENT);
  EXPECT_STREQ(primLastErrorMessage(),
               "kernel kernel: a block of 513 work-items in dimension 1; the "
               "device's largest has 512");
  EXPECT_EQ(launch(1, 1, 1, 1, 1, 65), PRIM_ERROR_INVALID_ARGUMENT);
  EXPECT_EQ(count("cuLaunchKernel"), 4);
}

// Launches may use all shared memory that the kernel itself does not use.
TEST_F(CudaLaunch, AsksForDynamicMemory) {
  EXPECT_EQ(cuda.dynamicShared.begin()->second, 232448 - 1024);
  EXPECT_OK(launch(1, 1, 1, 64, 1, 1, 232448 - 1024));
  EXPECT_EQ(cuda.dynamicLds, 232448u - 1024);
  // The driver knows how much memory the kernel uses.
  EXPECT_EQ(launch(1, 1, 1, 64, 1, 1, 232448 - 1023),
            PRIM_ERROR_INVALID_ARGUMENT);
  EXPECT_TRUE(messageHas("cuLaunchKernel of kernel: CUDA error 1"));
  EXPECT_EQ(launch(1, 1, 1, 64, 1, 1, 232449), PRIM_ERROR_INVALID_ARGUMENT);
  EXPECT_TRUE(messageHas("232449 bytes of dynamic LDS; the device has 232448"));
  // The memory is requested once, when the kernel is found.
  EXPECT_EQ(cuda.count("cuFuncSetAttribute"), 0);
}

TEST_F(CudaLaunch, ReportsKernelsThatCannotHaveIt) {
  primKernel *other = nullptr;
  for (const char *call : {"cuFuncGetAttribute", "cuFuncSetAttribute"}) {
    cuda.failNext(call, 1);
    EXPECT_EQ(primModuleGetKernel(module, "other", &other),
              PRIM_ERROR_INVALID_ARGUMENT);
    EXPECT_EQ(other, nullptr);
    EXPECT_TRUE(messageHas(std::string(call) + " of other: CUDA error 1"));
  }
  // A kernel that uses all of the memory itself.
  cuda.staticShared = 232448;
  cuda.calls.clear();
  EXPECT_OK(primModuleGetKernel(module, "other", &other));
  EXPECT_EQ(cuda.count("cuFuncSetAttribute"), 0);
}

TEST_F(CudaLaunch, ReportsWhatIsWrongWithOverlappedOnes) {
  cuda.failNext("cuLaunchKernelEx", 700);
  EXPECT_EQ(launch(1, 1, 1, 64, 1, 1, 0, PRIM_LAUNCH_OVERLAPPED),
            PRIM_ERROR_LAUNCH_FAILED);
  EXPECT_TRUE(messageHas("cuLaunchKernelEx of kernel: CUDA error 700"));
}

// Older devices ignore the permission.
TEST(OlderCuda, LaunchesInOrder) {
  FakeCudaState &cuda = resetFakeCuda(FAKE_CUDA);
  cuda.major = 8;
  primDevice *device = nullptr;
  primModule *module = nullptr;
  primKernel *kernel = nullptr;
  ASSERT_OK(primDeviceOpen("cuda", FAKE_CUDA, nullptr, 0, &device));
  ASSERT_OK(primModuleLoad(device, "x", 1, &module));
  ASSERT_OK(primModuleGetKernel(module, "k", &kernel));
  const primLaunch launch = {{1, 1, 1}, {64, 1, 1}, 0, PRIM_LAUNCH_OVERLAPPED};
  EXPECT_OK(primKernelLaunch(kernel, nullptr, &launch, nullptr, 0));
  EXPECT_EQ(cuda.count("cuLaunchKernel"), 1);
  EXPECT_EQ(cuda.count("cuLaunchKernelEx"), 0);
  EXPECT_OK(primModuleUnload(module));
  EXPECT_OK(primDeviceClose(device));
}
