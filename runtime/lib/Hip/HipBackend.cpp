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

using namespace prim::runtime;
using namespace prim::runtime::hip;

// A HIP call as a status, with the function's own name in the message.
#define PRIM_HIP_CALL(function, ...)                                           \
  api.check(api.function(__VA_ARGS__), #function)

// Makes `ordinal` current and then calls: HIP's functions use the calling
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

  const std::string &library() const override { return api.library.getName(); }
  void *symbol(const char *name) const override {
    return api.library.symbol(name);
  }

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

  bool mapsHost() const override {
    return api.hipHostRegister && api.hipHostGetDevicePointer &&
           api.hipHostUnregister;
  }
  primStatus registerHost(int ordinal, void *host, size_t bytes,
                          void **pointer) override {
    if (primStatus status = PRIM_HIP_CALL(hipSetDevice, ordinal))
      return status;
    constexpr unsigned mapped = 2;
    if (primStatus status = PRIM_HIP_CALL(hipHostRegister, host, bytes, mapped))
      return status;
    primStatus status =
        PRIM_HIP_CALL(hipHostGetDevicePointer, pointer, host, 0);
    if (status)
      api.hipHostUnregister(host);
    return status;
  }
  primStatus unregisterHost(int ordinal, void *host) override {
    PRIM_HIP_CALL_ON(ordinal, hipHostUnregister, host);
  }

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
                       void **kernel, uint32_t *dynamicLds) override {
    *dynamicLds = 0;
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
      return api.library.missing(
          "hipModuleOccupancyMaxActiveBlocksPerMultiprocessor");
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

protected:
  bool hasStreamOrder() const override {
    return api.hipMallocAsync && api.hipFreeAsync;
  }
  primStatus allocInOrder(int ordinal, void *stream, size_t bytes,
                          void **pointer, bool &refused) override {
    if (primStatus status = PRIM_HIP_CALL(hipSetDevice, ordinal))
      return status;
    Error error = api.hipMallocAsync(pointer, bytes, stream);
    refused = error == errorNotSupported;
    return api.check(error, "hipMallocAsync");
  }
  primStatus freeInOrder(int ordinal, void *stream, void *pointer) override {
    PRIM_HIP_CALL_ON(ordinal, hipFreeAsync, pointer, stream);
  }

private:
  /// Switches the emulator; its return values are not HIP errors
  /// (prim_emulator.h).
  primStatus setEmulatedChip(const char *chip) {
    const int answer = api.primEmulatorSetChip(chip);
    if (answer == 0)
      return PRIM_SUCCESS;
    const char *why = api.primEmulatorLastError ? api.primEmulatorLastError()
                                                : "no reason given";
    return fail(PRIM_ERROR_UNSUPPORTED, "%s cannot be a %s: %s",
                library().c_str(), chip, why);
  }

  Api api;
};

} // namespace

primStatus HipBackend::open(int ordinal, const char *chip,
                            DeviceProperties &properties) {
  // This precedes hipInit, so that the emulator may choose its device by it.
  properties.isEmulator = api.primEmulatorSetChip != nullptr;
  if (chip && properties.isEmulator)
    if (primStatus status = setEmulatedChip(chip))
      return status;

  // Without a GPU, AMD's library returns 101 from hipInit, or reports with 100
  // that there are no devices.
  if (Error error = api.hipInit(0)) {
    if (error == errorNoDevice || error == errorInvalidDevice ||
        error == errorNotInitialized)
      return api.library.noDevice("hipInit", api.describe(error));
    return api.check(error, "hipInit");
  }
  int count = 0;
  if (Error error = api.hipGetDeviceCount(&count)) {
    if (error == errorNoDevice || error == errorInvalidDevice)
      return api.library.noDevice("hipGetDeviceCount", api.describe(error));
    return api.check(error, "hipGetDeviceCount");
  }
  if (primStatus status =
          api.library.checkOrdinal("hipGetDeviceCount", ordinal, count))
    return status;

  if (primStatus status = readProperties(api, ordinal, properties))
    return status;
  properties.cooperativeLaunch =
      api.hipModuleLaunchCooperativeKernel != nullptr;
  // The dispatch packet holds the grid in work-items.
  properties.gridInWorkItems = true;
  if (chip && properties.chip != chip)
    return api.library.otherChip(ordinal, properties.chip, chip);
  return PRIM_SUCCESS;
}

primStatus HipBackend::setAsync(int ordinal, void *stream, void *dst, int bits,
                                uint32_t value, size_t count) {
  if (bits == 32) {
    if (!api.hipMemsetD32Async)
      return api.library.missing("hipMemsetD32Async");
    PRIM_HIP_CALL_ON(ordinal, hipMemsetD32Async, dst, static_cast<int>(value),
                     count, stream);
  }
  if (bits == 16) {
    if (!api.hipMemsetD16Async)
      return api.library.missing("hipMemsetD16Async");
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
      return api.library.missing("hipModuleLaunchCooperativeKernel");
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
  return loadBackend<HipBackend>(library, backend);
}
