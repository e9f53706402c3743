//===- FakeCuda.cpp - A CUDA driver that fails on demand --------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Exports the functions of the CUDA driver API that the runtime looks up.
// Kernels do nothing, and any call can be made to fail. Calls that require a
// context fail with 201 unless a device's primary context is current and
// retained. FAKE_CUDA_OLD omits functions that old drivers lack;
// FAKE_CUDA_BROKEN omits a function that all drivers have.
//
//===----------------------------------------------------------------------===//

#include "FakeCuda.h"
#include "FakeLibrary.h"

static FakeCudaState state;

/// The contexts that are current on a thread; the last one is on top.
static thread_local std::vector<void *> current;

static constexpr uintptr_t primaryContexts = 0xC000;
static void *primaryContext(int device) {
  return reinterpret_cast<void *>(primaryContexts + device);
}

using DevicePtr = unsigned long long;
static void *toHost(DevicePtr pointer) {
  return reinterpret_cast<void *>(static_cast<uintptr_t>(pointer));
}

#define ENTER()                                                                \
  if (int error = enter(state, __func__))                                      \
  return error

static int checkContext() {
  void *top = current.empty() ? nullptr : current.back();
  for (int device = 0; device < state.deviceCount && state.contexts; ++device) {
    if (top == primaryContext(device)) {
      state.currentDevice = device;
      return 0;
    }
  }
  return 201;
}
#define ENTER_IN_CONTEXT()                                                     \
  ENTER();                                                                     \
  if (int error = checkContext())                                              \
  return error

EXPORT FakeCudaState *fakeCudaState() { return &state; }

//===----------------------------------------------------------------------===//
// Devices and contexts
//===----------------------------------------------------------------------===//

EXPORT int cuInit(unsigned) {
  ENTER();
  return 0;
}
EXPORT int cuDeviceGetCount(int *count) {
  ENTER();
  *count = state.deviceCount;
  return 0;
}
EXPORT int cuDeviceGet(int *device, int ordinal) {
  ENTER();
  *device = ordinal;
  return 0;
}
EXPORT int cuDeviceGetName(char *name, int bytes, int) {
  ENTER();
  std::strncpy(name, "Fake", bytes);
  return 0;
}
EXPORT int cuDeviceTotalMem_v2(size_t *bytes, int) {
  ENTER();
  *bytes = size_t(1) << 37;
  return 0;
}
EXPORT int cuDeviceGetAttribute(int *value, int attribute, int) {
  ENTER();
  const std::map<int, int> values = {{1, 1024},
                                     {2, 1024},
                                     {3, 512},
                                     {4, 64},
                                     {5, 0x7fffffff},
                                     {6, 65535},
                                     {7, 65534},
                                     {8, 49152},
                                     {10, 32},
                                     {16, 132},
                                     {95, state.cooperative},
                                     {75, state.major},
                                     {76, state.minor},
                                     {97, 232448}};
  auto known = values.find(attribute);
  if (known == values.end())
    return 1;
  *value = known->second;
  return 0;
}
EXPORT int cuDevicePrimaryCtxRetain(void **context, int device) {
  ENTER();
  ++state.contexts;
  *context = primaryContext(device);
  return 0;
}
EXPORT int cuDevicePrimaryCtxRelease_v2(int) {
  ENTER();
  --state.contexts;
  return 0;
}
EXPORT int cuCtxGetCurrent(void **context) {
  ENTER();
  *context = current.empty() ? nullptr : current.back();
  return 0;
}
EXPORT int cuCtxPushCurrent_v2(void *context) {
  ENTER();
  current.push_back(context);
  return 0;
}
EXPORT int cuCtxPopCurrent_v2(void **context) {
  // A failing call also pops the context, because tests continue with the
  // thread.
  const int error = enter(state, __func__);
  if (current.empty())
    return 201;
  *context = current.back();
  current.pop_back();
  return error;
}
EXPORT int cuCtxSynchronize() {
  ENTER_IN_CONTEXT();
  return 0;
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

EXPORT int cuMemAlloc_v2(DevicePtr *pointer, size_t bytes) {
  ENTER_IN_CONTEXT();
  *pointer = reinterpret_cast<uintptr_t>(allocate(state, bytes));
  return 0;
}
EXPORT int cuMemFree_v2(DevicePtr pointer) {
  ENTER_IN_CONTEXT();
  release(state, toHost(pointer));
  return 0;
}
#ifndef FAKE_CUDA_OLD
EXPORT int cuMemAllocAsync(DevicePtr *pointer, size_t bytes, void *) {
  ENTER_IN_CONTEXT();
  *pointer = reinterpret_cast<uintptr_t>(allocate(state, bytes));
  return 0;
}
EXPORT int cuMemFreeAsync(DevicePtr pointer, void *) {
  ENTER_IN_CONTEXT();
  release(state, toHost(pointer));
  return 0;
}
#endif
EXPORT int cuMemcpy(DevicePtr dst, DevicePtr src, size_t bytes) {
  ENTER_IN_CONTEXT();
  std::memcpy(toHost(dst), toHost(src), bytes);
  return 0;
}
EXPORT int cuMemcpyAsync(DevicePtr dst, DevicePtr src, size_t bytes,
                         void *stream) {
  ENTER_IN_CONTEXT();
  state.launchStream = stream;
  std::memcpy(toHost(dst), toHost(src), bytes);
  return 0;
}
EXPORT int cuMemsetD8Async(DevicePtr dst, unsigned char value, size_t count,
                           void *) {
  ENTER_IN_CONTEXT();
  fill(toHost(dst), value, count);
  return 0;
}
EXPORT int cuMemsetD16Async(DevicePtr dst, unsigned short value, size_t count,
                            void *) {
  ENTER_IN_CONTEXT();
  fill(toHost(dst), value, count);
  return 0;
}
EXPORT int cuMemsetD32Async(DevicePtr dst, unsigned value, size_t count,
                            void *) {
  ENTER_IN_CONTEXT();
  fill(toHost(dst), value, count);
  return 0;
}

//===----------------------------------------------------------------------===//
// Modules and launches
//===----------------------------------------------------------------------===//

#ifndef FAKE_CUDA_BROKEN
/// Writes to the log buffers as the driver does, which truncates long logs.
static void writeLogs(unsigned numOptions, const int *options, void **values) {
  enum { info = 3, infoBytes = 4, error = 5, errorBytes = 6 };
  std::map<int, void *> given;
  for (unsigned i = 0; i < numOptions; ++i)
    given[options[i]] = values[i];
  auto write = [&](int buffer, int bytes, const std::string &text) {
    size_t room = reinterpret_cast<uintptr_t>(given[bytes]);
    if (given[buffer] && room)
      std::memcpy(given[buffer], text.c_str(), std::min(room, text.size()));
  };
  write(info, infoBytes, state.infoLog);
  write(error, errorBytes, state.errorLog);
}

EXPORT int cuModuleLoadDataEx(void **module, const void *image,
                              unsigned numOptions, int *options,
                              void **values) {
  ENTER_IN_CONTEXT();
  state.images.push_back(static_cast<const char *>(image));
  if (state.images.back().find("bad") != std::string::npos) {
    writeLogs(numOptions, options, values);
    return 218;
  }
  *module = newHandle();
  ++state.modules;
  return 0;
}
#endif
EXPORT int cuModuleUnload(void *) {
  ENTER_IN_CONTEXT();
  --state.modules;
  return 0;
}
EXPORT int cuModuleGetFunction(void **function, void *module,
                               const char *name) {
  ENTER_IN_CONTEXT();
  if (std::strcmp(name, "absent") == 0)
    return 500;
  *function = module;
  state.dynamicShared[module] = 49152 - state.staticShared;
  return 0;
}
#ifndef FAKE_CUDA_OLD
EXPORT int cuFuncGetAttribute(int *value, int attribute, void *) {
  ENTER_IN_CONTEXT();
  if (attribute != 1)
    return 1;
  *value = state.staticShared;
  return 0;
}
EXPORT int cuFuncSetAttribute(void *function, int attribute, int value) {
  ENTER_IN_CONTEXT();
  if (attribute != 8 || value + state.staticShared > 232448)
    return 1;
  state.dynamicShared[function] = value;
  return 0;
}
#endif

static int launch(void *function, const unsigned (&grid)[3],
                  const unsigned (&block)[3], unsigned dynamicLds, void *stream,
                  void **args) {
  if (dynamicLds > static_cast<unsigned>(state.dynamicShared[function]))
    return 1;
  recordLaunch(state, grid, block, dynamicLds, stream, args);
  return 0;
}
EXPORT int cuLaunchKernel(void *function, unsigned gx, unsigned gy, unsigned gz,
                          unsigned bx, unsigned by, unsigned bz,
                          unsigned shared, void *stream, void **args, void **) {
  ENTER_IN_CONTEXT();
  return launch(function, {gx, gy, gz}, {bx, by, bz}, shared, stream, args);
}
#ifndef FAKE_CUDA_OLD
EXPORT int cuLaunchCooperativeKernel(void *function, unsigned gx, unsigned gy,
                                     unsigned gz, unsigned bx, unsigned by,
                                     unsigned bz, unsigned shared, void *stream,
                                     void **args) {
  ENTER_IN_CONTEXT();
  return launch(function, {gx, gy, gz}, {bx, by, bz}, shared, stream, args);
}
// As declared in cuda.h of CUDA 12.
struct FakeLaunchAttribute {
  int id;
  char pad[4];
  union {
    char bytes[64];
    int programmaticStreamSerializationAllowed;
  } value;
};
struct FakeLaunchConfig {
  unsigned gridDimX, gridDimY, gridDimZ, blockDimX, blockDimY, blockDimZ;
  unsigned sharedMemBytes;
  void *hStream;
  FakeLaunchAttribute *attrs;
  unsigned numAttrs;
};
EXPORT int cuLaunchKernelEx(const FakeLaunchConfig *config, void *function,
                            void **args, void **extra) {
  ENTER_IN_CONTEXT();
  if (extra || config->numAttrs != 1 || config->attrs->id != 6)
    return 1;
  state.overlapped =
      config->attrs->value.programmaticStreamSerializationAllowed;
  return launch(function,
                {config->gridDimX, config->gridDimY, config->gridDimZ},
                {config->blockDimX, config->blockDimY, config->blockDimZ},
                config->sharedMemBytes, config->hStream, args);
}
EXPORT int cuOccupancyMaxActiveBlocksPerMultiprocessor(int *groups, void *,
                                                       int blockSize, size_t) {
  ENTER_IN_CONTEXT();
  *groups = 2048 / blockSize;
  return 0;
}
#endif

//===----------------------------------------------------------------------===//
// Streams and events
//===----------------------------------------------------------------------===//

EXPORT int cuStreamCreate(void **stream, unsigned) {
  ENTER_IN_CONTEXT();
  *stream = newHandle();
  ++state.streams;
  return 0;
}
EXPORT int cuStreamDestroy_v2(void *) {
  ENTER_IN_CONTEXT();
  --state.streams;
  return 0;
}
EXPORT int cuStreamSynchronize(void *) {
  ENTER_IN_CONTEXT();
  return 0;
}
EXPORT int cuStreamWaitEvent(void *, void *, unsigned) {
  ENTER_IN_CONTEXT();
  return 0;
}
EXPORT int cuEventCreate(void **event, unsigned) {
  ENTER_IN_CONTEXT();
  *event = newHandle();
  ++state.events;
  return 0;
}
EXPORT int cuEventDestroy_v2(void *) {
  ENTER_IN_CONTEXT();
  --state.events;
  return 0;
}
EXPORT int cuEventRecord(void *, void *) {
  ENTER_IN_CONTEXT();
  return 0;
}
EXPORT int cuEventSynchronize(void *) {
  ENTER_IN_CONTEXT();
  return 0;
}
EXPORT int cuEventElapsedTime(float *milliseconds, void *, void *) {
  ENTER_IN_CONTEXT();
  *milliseconds = 1.5f;
  return 0;
}
#ifndef FAKE_CUDA_OLD
EXPORT int cuEventElapsedTime_v2(float *milliseconds, void *, void *) {
  ENTER_IN_CONTEXT();
  *milliseconds = 2.5f;
  return 0;
}

// Never fails on request: it is called while an error is being reported.
EXPORT int cuGetErrorName(int error, const char **name) {
  if (error == 9999)
    return 1;
  *name = error == 100   ? "CUDA_ERROR_NO_DEVICE"
          : error == 700 ? "CUDA_ERROR_ILLEGAL_ADDRESS"
                         : "CUDA_ERROR_FAKE";
  return 0;
}
#endif
