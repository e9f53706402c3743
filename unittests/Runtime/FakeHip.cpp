//===- FakeHip.cpp - A HIP library that fails on demand ---------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Exports the HIP functions that the runtime looks up. Kernels do nothing, and
// any call can be made to fail. FAKE_HIP_OLD omits functions that old drivers
// lack; FAKE_HIP_BROKEN omits a function that all drivers have.
//
//===----------------------------------------------------------------------===//

#include "FakeHip.h"
#include "FakeLibrary.h"

static FakeHipState state;

#define ENTER()                                                                \
  if (int error = enter(state, __func__))                                      \
  return error

EXPORT FakeHipState *fakeHipState() { return &state; }

EXPORT int hipInit(unsigned) {
  ENTER();
  return 0;
}
EXPORT int hipGetDeviceCount(int *count) {
  ENTER();
  *count = state.deviceCount;
  return 0;
}
EXPORT int hipSetDevice(int ordinal) {
  ENTER();
  state.currentDevice = ordinal;
  return 0;
}
EXPORT int hipDeviceSynchronize() {
  ENTER();
  return 0;
}

template <typename T>
static void put(void *properties, size_t offset, T value) {
  std::memcpy(static_cast<char *>(properties) + offset, &value, sizeof(value));
}

#ifndef FAKE_HIP_OLD
EXPORT int hipGetDevicePropertiesR0600(void *properties, int) {
  ENTER();
  std::strcpy(static_cast<char *>(properties), "Fake");
  put<size_t>(properties, 288, 1 << 30);
  put<size_t>(properties, 296, 65536);
  put<int>(properties, 308, 64);
  put<int>(properties, 320, 1024);
  put<int>(properties, 388, 304);
  std::strcpy(static_cast<char *>(properties) + 1160, state.arch.c_str());
  return 0;
}
#endif
// The numbers differ from those of the other layout, so that a mix-up is
// detected.
EXPORT int hipGetDeviceProperties(void *properties, int) {
  ENTER();
  std::strcpy(static_cast<char *>(properties), "Old fake");
  put<size_t>(properties, 256, 1 << 20);
  put<size_t>(properties, 264, 32768);
  put<int>(properties, 276, 32);
  put<int>(properties, 280, 512);
  put<int>(properties, 336, 48);
  std::strcpy(static_cast<char *>(properties) + 396, state.arch.c_str());
  return 0;
}

EXPORT int hipMalloc(void **pointer, size_t bytes) {
  ENTER();
  *pointer = allocate(state, bytes);
  return 0;
}
EXPORT int hipFree(void *pointer) {
  ENTER();
  release(state, pointer);
  return 0;
}
#ifndef FAKE_HIP_OLD
EXPORT int hipMallocAsync(void **pointer, size_t bytes, void *) {
  ENTER();
  *pointer = allocate(state, bytes);
  return 0;
}
EXPORT int hipFreeAsync(void *pointer, void *) {
  ENTER();
  release(state, pointer);
  return 0;
}
#endif
EXPORT int hipMemcpy(void *dst, const void *src, size_t bytes, int) {
  ENTER();
  std::memcpy(dst, src, bytes);
  return 0;
}
EXPORT int hipMemcpyAsync(void *dst, const void *src, size_t bytes, int,
                          void *stream) {
  ENTER();
  state.launchStream = stream;
  std::memcpy(dst, src, bytes);
  return 0;
}
EXPORT int hipMemsetAsync(void *dst, int value, size_t bytes, void *) {
  ENTER();
  std::memset(dst, value, bytes);
  return 0;
}
#ifndef FAKE_HIP_OLD
EXPORT int hipMemsetD16Async(void *dst, unsigned short value, size_t count,
                             void *) {
  ENTER();
  fill(dst, value, count);
  return 0;
}
EXPORT int hipMemsetD32Async(void *dst, int value, size_t count, void *) {
  ENTER();
  fill(dst, value, count);
  return 0;
}
#endif

#ifndef FAKE_HIP_BROKEN
EXPORT int hipModuleLoadData(void **module, const void *image) {
  ENTER();
  state.images.emplace_back(static_cast<const char *>(image), 1);
  *module = newHandle();
  ++state.modules;
  return 0;
}
#endif
EXPORT int hipModuleUnload(void *) {
  ENTER();
  --state.modules;
  return 0;
}
EXPORT int hipModuleGetFunction(void **function, void *module,
                                const char *name) {
  ENTER();
  if (std::strcmp(name, "absent") == 0)
    return 500;
  *function = module;
  return 0;
}
EXPORT int hipModuleLaunchKernel(void *, unsigned gx, unsigned gy, unsigned gz,
                                 unsigned bx, unsigned by, unsigned bz,
                                 unsigned lds, void *stream, void **args,
                                 void **) {
  ENTER();
  recordLaunch(state, {gx, gy, gz}, {bx, by, bz}, lds, stream, args);
  return 0;
}
#ifndef FAKE_HIP_OLD
EXPORT int hipModuleLaunchCooperativeKernel(void *, unsigned gx, unsigned gy,
                                            unsigned gz, unsigned bx,
                                            unsigned by, unsigned bz,
                                            unsigned lds, void *stream,
                                            void **args) {
  ENTER();
  recordLaunch(state, {gx, gy, gz}, {bx, by, bz}, lds, stream, args);
  return 0;
}
EXPORT int hipModuleOccupancyMaxActiveBlocksPerMultiprocessor(int *groups,
                                                              void *,
                                                              int blockSize,
                                                              size_t) {
  ENTER();
  *groups = 2048 / blockSize;
  return 0;
}
#endif

EXPORT int hipStreamCreate(void **stream) {
  ENTER();
  *stream = newHandle();
  ++state.streams;
  return 0;
}
EXPORT int hipStreamDestroy(void *) {
  ENTER();
  --state.streams;
  return 0;
}
EXPORT int hipStreamSynchronize(void *) {
  ENTER();
  return 0;
}
EXPORT int hipStreamWaitEvent(void *, void *, unsigned) {
  ENTER();
  return 0;
}
EXPORT int hipEventCreate(void **event) {
  ENTER();
  *event = newHandle();
  ++state.events;
  return 0;
}
EXPORT int hipEventDestroy(void *) {
  ENTER();
  --state.events;
  return 0;
}
EXPORT int hipEventRecord(void *, void *) {
  ENTER();
  return 0;
}
EXPORT int hipEventSynchronize(void *) {
  ENTER();
  return 0;
}
EXPORT int hipEventElapsedTime(float *milliseconds, void *, void *) {
  ENTER();
  *milliseconds = 1.5f;
  return 0;
}

// Never fail on request: they are called while an error is being reported.
EXPORT const char *hipGetErrorName(int error) {
  return error == 101   ? "hipErrorInvalidDevice"
         : error == 100 ? "hipErrorNoDevice"
         : error == 700 ? "hipErrorIllegalAddress"
                        : "hipErrorFake";
}
#ifndef FAKE_HIP_OLD
EXPORT int hipGetLastError() {
  state.calls.push_back(__func__);
  return 0;
}
EXPORT const char *primEmulatorLastError() {
  return state.emulatorText.c_str();
}
// Accepts any chip except gfx000, and fails while modules are loaded.
EXPORT int primEmulatorSetChip(const char *chip) {
  state.calls.push_back(__func__);
  if (std::strcmp(chip, "gfx000") == 0) {
    state.emulatorText = "unknown chip";
    return 1;
  }
  if (state.modules) {
    state.emulatorText = "modules exist";
    return 2;
  }
  state.arch = chip;
  return 0;
}
#endif
