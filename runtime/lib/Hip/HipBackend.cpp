//===- HipBackend.cpp - The HIP back end ------------------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The Backend functions over a loaded HIP library: AMD's, prim's emulator, or
// any other that exports the module API.
//
//===----------------------------------------------------------------------===//

#include "Backend.h"
#include "Hip/HipApi.h"

#include <atomic>

using namespace prim::runtime;
using namespace prim::runtime::hip;

// A HIP call as a status, with the function's own name in the message.
#define PRIM_HIP_CALL(function, ...)                                           \
  api.check(api.function(__VA_ARGS__), #function)

// Makes `ordinal` current and then calls: HIP's functions act on the calling
// thread's current device.
#define PRIM_HIP_CALL_ON(ordinal, function, ...)                               \
  do {                                                                         \
    if (primStatus status = PRIM_HIP_CALL(hipSetDevice, ordinal))              \
      return status;                                                           \
    return PRIM_HIP_CALL(function, __VA_ARGS__);                               \
  } while (false)

namespace {

class HipBackend final : public Backend {
public:
  primStatus load(const char *library) { return api.load(library); }

  const std::string &library() const override { return api.library(); }
  void *symbol(const char *name) const override { return api.symbol(name); }

  primStatus open(int ordinal, const char *chip,
                  DeviceProperties &properties) override;

  primStatus synchronize(int ordinal) override {
    PRIM_HIP_CALL_ON(ordinal, hipDeviceSynchronize);
  }

  primStatus alloc(int ordinal, size_t bytes, void **pointer) override {
    PRIM_HIP_CALL_ON(ordinal, hipMalloc, pointer, bytes);
  }
  primStatus free(int ordinal, void *pointer) override {
    PRIM_HIP_CALL_ON(ordinal, hipFree, pointer);
  }
  primStatus allocAsync(int ordinal, void *stream, size_t bytes,
                        void **pointer) override;
  primStatus freeAsync(int ordinal, void *stream, void *pointer) override;

  // primCopyKind has hipMemcpyKind's values.
  primStatus copy(int ordinal, void *dst, const void *src, size_t bytes,
                  primCopyKind kind) override {
    PRIM_HIP_CALL_ON(ordinal, hipMemcpy, dst, src, bytes, kind);
  }
  primStatus copyAsync(int ordinal, void *stream, void *dst, const void *src,
                       size_t bytes, primCopyKind kind) override {
    PRIM_HIP_CALL_ON(ordinal, hipMemcpyAsync, dst, src, bytes, kind, stream);
  }
  primStatus setAsync(int ordinal, void *stream, void *dst, int bits,
                      uint32_t value, size_t count) override;

  primStatus loadModule(int ordinal, const void *image,
                        void **module) override {
    PRIM_HIP_CALL_ON(ordinal, hipModuleLoadData, module, image);
  }
  primStatus unloadModule(int ordinal, void *module) override {
    PRIM_HIP_CALL_ON(ordinal, hipModuleUnload, module);
  }
  primStatus getKernel(int ordinal, void *module, const char *name,
                       void **kernel) override {
    if (primStatus status = PRIM_HIP_CALL(hipSetDevice, ordinal))
      return status;
    return api.check(api.hipModuleGetFunction(kernel, module, name),
                     "hipModuleGetFunction", name);
  }
  primStatus launch(int ordinal, void *kernel, const char *name, void *stream,
                    const LaunchExtents &extents, void **args) override;
  primStatus occupancy(int ordinal, void *kernel, int blockSize,
                       size_t dynamicLds, int *groups) override {
    if (!api.hipModuleOccupancyMaxActiveBlocksPerMultiprocessor)
      return missing("hipModuleOccupancyMaxActiveBlocksPerMultiprocessor");
    PRIM_HIP_CALL_ON(ordinal,
                     hipModuleOccupancyMaxActiveBlocksPerMultiprocessor, groups,
                     kernel, blockSize, dynamicLds);
  }

  primStatus createStream(int ordinal, void **stream) override {
    PRIM_HIP_CALL_ON(ordinal, hipStreamCreate, stream);
  }
  primStatus destroyStream(int ordinal, void *stream) override {
    PRIM_HIP_CALL_ON(ordinal, hipStreamDestroy, stream);
  }
  primStatus synchronizeStream(int ordinal, void *stream) override {
    PRIM_HIP_CALL_ON(ordinal, hipStreamSynchronize, stream);
  }
  primStatus waitEvent(int ordinal, void *stream, void *event) override {
    PRIM_HIP_CALL_ON(ordinal, hipStreamWaitEvent, stream, event, 0);
  }

  primStatus createEvent(int ordinal, void **event) override {
    PRIM_HIP_CALL_ON(ordinal, hipEventCreate, event);
  }
  primStatus destroyEvent(int ordinal, void *event) override {
    PRIM_HIP_CALL_ON(ordinal, hipEventDestroy, event);
  }
  primStatus recordEvent(int ordinal, void *event, void *stream) override {
    PRIM_HIP_CALL_ON(ordinal, hipEventRecord, event, stream);
  }
  primStatus synchronizeEvent(int ordinal, void *event) override {
    PRIM_HIP_CALL_ON(ordinal, hipEventSynchronize, event);
  }
  primStatus elapsed(int ordinal, void *start, void *stop,
                     float *milliseconds) override {
    PRIM_HIP_CALL_ON(ordinal, hipEventElapsedTime, milliseconds, start, stop);
  }

private:
  /// The failure for a function that the library does not have.
  primStatus missing(const char *function) {
    return fail(PRIM_ERROR_UNSUPPORTED, "%s has no function %s",
                api.library().c_str(), function);
  }

  /// The failure for a machine without a GPU: one line that says what to do.
  primStatus noDevice(const char *function, const std::string &answer) {
    return fail(PRIM_ERROR_NO_DEVICE,
                "no AMD GPU: %s of %s answers %s; set PRIM_HIP_LIBRARY or use "
                "--device=emulator",
                function, api.library().c_str(), answer.c_str());
  }

  /// Switches the emulator; its answers are not HIP errors (prim_emulator.h).
  primStatus setEmulatedChip(const char *chip) {
    const int answer = api.primEmulatorSetChip(chip);
    if (answer == 0)
      return PRIM_SUCCESS;
    const char *why = api.primEmulatorLastError ? api.primEmulatorLastError()
                                                : "no reason given";
    return fail(PRIM_ERROR_UNSUPPORTED, "%s cannot be a %s: %s",
                api.library().c_str(), chip, why);
  }

  Api api;
  /// Cleared when the driver has the entry points for stream-ordered memory but
  /// refuses them, as it does where the device lacks memory pools. Nothing has
  /// been allocated that way by then: the refusal comes at the first call.
  std::atomic<bool> streamOrdered{true};
};

} // namespace

primStatus HipBackend::open(int ordinal, const char *chip,
                            DeviceProperties &properties) {
  // Before hipInit, so that the emulator may choose its device by it.
  properties.isEmulator = api.primEmulatorSetChip != nullptr;
  if (chip && properties.isEmulator)
    if (primStatus status = setEmulatedChip(chip))
      return status;

  // Without a GPU AMD's library answers hipInit with 101, or reports that
  // there are no devices with 100.
  if (Error error = api.hipInit(0)) {
    if (error == errorNoDevice || error == errorInvalidDevice ||
        error == errorNotInitialized)
      return noDevice("hipInit", api.describe(error));
    return api.check(error, "hipInit");
  }
  int count = 0;
  if (Error error = api.hipGetDeviceCount(&count)) {
    if (error == errorNoDevice || error == errorInvalidDevice)
      return noDevice("hipGetDeviceCount", api.describe(error));
    return api.check(error, "hipGetDeviceCount");
  }
  if (count <= 0)
    return noDevice("hipGetDeviceCount", "0 devices");
  if (ordinal >= count)
    return fail(PRIM_ERROR_NO_DEVICE,
                "there is no device %d: %s has %d, numbered from 0", ordinal,
                api.library().c_str(), count);

  if (primStatus status = readProperties(api, ordinal, properties))
    return status;
  properties.cooperativeLaunch =
      api.hipModuleLaunchCooperativeKernel != nullptr;
  if (chip && properties.chip != chip)
    return fail(PRIM_ERROR_UNSUPPORTED,
                "device %d of %s is %s, not %s; compile for %s or choose "
                "another device",
                ordinal, api.library().c_str(), properties.chip.c_str(), chip,
                properties.chip.c_str());
  return PRIM_SUCCESS;
}

primStatus HipBackend::allocAsync(int ordinal, void *stream, size_t bytes,
                                  void **pointer) {
  // Both or neither: the two kinds of memory must not be mixed.
  if (api.hipMallocAsync && api.hipFreeAsync && streamOrdered) {
    if (primStatus status = PRIM_HIP_CALL(hipSetDevice, ordinal))
      return status;
    Error error = api.hipMallocAsync(pointer, bytes, stream);
    if (error != errorNotSupported)
      return api.check(error, "hipMallocAsync");
    streamOrdered = false;
  }
  return alloc(ordinal, bytes, pointer);
}

primStatus HipBackend::freeAsync(int ordinal, void *stream, void *pointer) {
  if (api.hipMallocAsync && api.hipFreeAsync && streamOrdered)
    PRIM_HIP_CALL_ON(ordinal, hipFreeAsync, pointer, stream);
  // Work on the stream may still use the memory. It is freed even where the
  // wait fails: a faulted stream will not use it again.
  primStatus waited = synchronizeStream(ordinal, stream);
  primStatus freed = free(ordinal, pointer);
  return waited ? waited : freed;
}

primStatus HipBackend::setAsync(int ordinal, void *stream, void *dst, int bits,
                                uint32_t value, size_t count) {
  if (bits == 32) {
    if (!api.hipMemsetD32Async)
      return missing("hipMemsetD32Async");
    PRIM_HIP_CALL_ON(ordinal, hipMemsetD32Async, dst, static_cast<int>(value),
                     count, stream);
  }
  if (bits == 16) {
    if (!api.hipMemsetD16Async)
      return missing("hipMemsetD16Async");
    PRIM_HIP_CALL_ON(ordinal, hipMemsetD16Async, dst,
                     static_cast<unsigned short>(value), count, stream);
  }
  PRIM_HIP_CALL_ON(ordinal, hipMemsetAsync, dst, static_cast<int>(value & 0xff),
                   count, stream);
}

primStatus HipBackend::launch(int ordinal, void *kernel, const char *name,
                              void *stream, const LaunchExtents &extents,
                              void **args) {
  if (primStatus status = PRIM_HIP_CALL(hipSetDevice, ordinal))
    return status;
  const uint32_t *grid = extents.grid;
  const uint32_t *block = extents.block;
  if (extents.cooperative) {
    if (!api.hipModuleLaunchCooperativeKernel)
      return missing("hipModuleLaunchCooperativeKernel");
    return api.check(api.hipModuleLaunchCooperativeKernel(
                         kernel, grid[0], grid[1], grid[2], block[0], block[1],
                         block[2], extents.dynamicLds, stream, args),
                     "cooperative launch", name);
  }
  return api.check(api.hipModuleLaunchKernel(
                       kernel, grid[0], grid[1], grid[2], block[0], block[1],
                       block[2], extents.dynamicLds, stream, args, nullptr),
                   "launch", name);
}

primStatus prim::runtime::loadHipBackend(const char *library,
                                         std::shared_ptr<Backend> &backend) {
  auto loaded = std::make_shared<HipBackend>();
  if (primStatus status = loaded->load(library))
    return status;
  backend = std::move(loaded);
  return PRIM_SUCCESS;
}
