//===- CudaBackend.cpp - The CUDA back end ----------------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The Backend functions over the CUDA driver API. Work is done in the device's
// primary context. The process's other users of CUDA (its runtime, and so every
// framework) share that context, so memory and streams can be exchanged. The
// context is current on the calling thread only during a call. Streams are the
// driver's; null is the legacy default stream.
//===----------------------------------------------------------------------===//

#include "Backend.h"
#include "Cuda/CudaApi.h"

#include <cstring>

using namespace prim::runtime;
using namespace prim::runtime::cuda;

// A CUDA call as a status, with the function's own name in the message.
#define PRIM_CALL(function, ...) PRIM_CUDA_CALL(api, function, __VA_ARGS__)

// Makes the context current and then calls: CUDA's functions use the current
// context of the calling thread.
#define PRIM_CALL_IN_CONTEXT(function, ...)                                    \
  do {                                                                         \
    InContext scope(api, context);                                             \
    if (scope.status)                                                          \
      return scope.status;                                                     \
    return PRIM_CALL(function, __VA_ARGS__);                                   \
  } while (false)

namespace {

/// Makes a context current on the calling thread, and restores the caller's.
class InContext {
public:
  InContext(const Api &api, Context context) : api(api) {
    // In a framework's thread the context is already current, which costs only
    // this query.
    Context current = nullptr;
    status = PRIM_CALL(cuCtxGetCurrent, &current);
    if (status || current == context)
      return;
    status = PRIM_CALL(cuCtxPushCurrent_v2, context);
    pushed = !status;
  }
  InContext(const InContext &) = delete;
  InContext &operator=(const InContext &) = delete;
  // This fails only if the driver is lost, which the next call reports. Work
  // done in between remains valid.
  ~InContext() {
    Context ours = nullptr;
    if (pushed)
      api.cuCtxPopCurrent_v2(&ours);
  }

  primStatus status;

private:
  const Api &api;
  bool pushed = false;
};

DevicePtr toDevice(const void *pointer) {
  return reinterpret_cast<uintptr_t>(pointer);
}

/// primDeviceOpen makes one back end per device that it opens. There is
/// therefore one context here, and only open uses its `ordinal`.
class CudaBackend final : public Backend {
public:
  ~CudaBackend() override {
    // At the end of the process the driver may already be shut down; it then
    // returns an error.
    if (context)
      api.cuDevicePrimaryCtxRelease_v2(device);
  }

  primStatus load(const char *library) { return api.load(library); }

  const std::string &library() const override { return api.library.getName(); }
  void *symbol(const char *name) const override {
    return api.library.symbol(name);
  }

  primStatus open(int ordinal, const char *chip,
                  DeviceProperties &properties) override;

  primStatus synchronize(int) override {
    PRIM_CALL_IN_CONTEXT(cuCtxSynchronize);
  }

  primStatus alloc(int, size_t bytes, void **pointer) override {
    return allocate(pointer, [&](DevicePtr *memory) {
      return PRIM_CALL(cuMemAlloc_v2, memory, bytes);
    });
  }
  primStatus free(int, void *pointer) override {
    PRIM_CALL_IN_CONTEXT(cuMemFree_v2, toDevice(pointer));
  }
  bool mapsHost() const override {
    return api.cuMemHostRegister_v2 && api.cuMemHostGetDevicePointer_v2 &&
           api.cuMemHostUnregister;
  }
  primStatus registerHost(int, void *host, size_t bytes,
                          void **pointer) override {
    // Registered for all contexts (1) and mapped (2).
    return allocate(pointer, [&](DevicePtr *memory) {
      if (primStatus status = PRIM_CALL(cuMemHostRegister_v2, host, bytes, 3))
        return status;
      primStatus status =
          PRIM_CALL(cuMemHostGetDevicePointer_v2, memory, host, 0);
      if (status)
        api.cuMemHostUnregister(host);
      return status;
    });
  }
  primStatus unregisterHost(int, void *host) override {
    PRIM_CALL_IN_CONTEXT(cuMemHostUnregister, host);
  }

  primStatus copy(int ordinal, void *dst, const void *src, size_t bytes,
                  primCopyKind kind) override;
  // The address determines where memory is.
  primStatus copyAsync(int, void *stream, void *dst, const void *src,
                       size_t bytes, primCopyKind) override {
    PRIM_CALL_IN_CONTEXT(cuMemcpyAsync, toDevice(dst), toDevice(src), bytes,
                         stream);
  }
  primStatus setAsync(int, void *stream, void *dst, int bits, uint32_t value,
                      size_t count) override {
    if (bits == 32)
      PRIM_CALL_IN_CONTEXT(cuMemsetD32Async, toDevice(dst), value, count,
                           stream);
    if (bits == 16)
      PRIM_CALL_IN_CONTEXT(cuMemsetD16Async, toDevice(dst),
                           static_cast<unsigned short>(value), count, stream);
    PRIM_CALL_IN_CONTEXT(cuMemsetD8Async, toDevice(dst),
                         static_cast<unsigned char>(value), count, stream);
  }

  primStatus loadModule(int ordinal, const void *image, void **module) override;
  primStatus unloadModule(int, void *module) override {
    PRIM_CALL_IN_CONTEXT(cuModuleUnload, module);
  }
  primStatus getKernel(int ordinal, void *module, const char *name,
                       void **kernel, uint32_t *dynamicLds) override;
  primStatus launch(int ordinal, void *kernel, const char *name, void *stream,
                    const LaunchExtents &extents, void **args) override;
  primStatus occupancy(int, void *kernel, int blockSize, size_t dynamicLds,
                       int *groups) override {
    if (!api.cuOccupancyMaxActiveBlocksPerMultiprocessor)
      return api.library.missing("cuOccupancyMaxActiveBlocksPerMultiprocessor");
    PRIM_CALL_IN_CONTEXT(cuOccupancyMaxActiveBlocksPerMultiprocessor, groups,
                         kernel, blockSize, dynamicLds);
  }

  // Flags of 0 have the effect of hipStreamCreate: the stream and the default
  // stream wait for each other.
  primStatus createStream(int, void **stream) override {
    PRIM_CALL_IN_CONTEXT(cuStreamCreate, stream, 0);
  }
  primStatus destroyStream(int, void *stream) override {
    PRIM_CALL_IN_CONTEXT(cuStreamDestroy_v2, stream);
  }
  primStatus synchronizeStream(int, void *stream) override {
    PRIM_CALL_IN_CONTEXT(cuStreamSynchronize, stream);
  }
  primStatus waitEvent(int, void *stream, void *event) override {
    PRIM_CALL_IN_CONTEXT(cuStreamWaitEvent, stream, event, 0);
  }

  primStatus createEvent(int, void **event) override {
    PRIM_CALL_IN_CONTEXT(cuEventCreate, event, 0);
  }
  primStatus destroyEvent(int, void *event) override {
    PRIM_CALL_IN_CONTEXT(cuEventDestroy_v2, event);
  }
  primStatus recordEvent(int, void *event, void *stream) override {
    PRIM_CALL_IN_CONTEXT(cuEventRecord, event, stream);
  }
  primStatus synchronizeEvent(int, void *event) override {
    PRIM_CALL_IN_CONTEXT(cuEventSynchronize, event);
  }
  primStatus elapsed(int, void *start, void *stop,
                     float *milliseconds) override {
    if (api.cuEventElapsedTime_v2)
      PRIM_CALL_IN_CONTEXT(cuEventElapsedTime_v2, milliseconds, start, stop);
    PRIM_CALL_IN_CONTEXT(cuEventElapsedTime, milliseconds, start, stop);
  }

protected:
  bool hasStreamOrder() const override {
    return api.cuMemAllocAsync && api.cuMemFreeAsync;
  }
  primStatus allocInOrder(int, void *stream, size_t bytes, void **pointer,
                          bool &refused) override {
    return allocate(pointer, [&](DevicePtr *memory) {
      Error error = api.cuMemAllocAsync(memory, bytes, stream);
      refused = error == errorNotSupported;
      return api.check(error, "cuMemAllocAsync");
    });
  }
  primStatus freeInOrder(int, void *stream, void *pointer) override {
    PRIM_CALL_IN_CONTEXT(cuMemFreeAsync, toDevice(pointer), stream);
  }

private:
  /// Calls `make`, which allocates in the context.
  template <typename Make>
  primStatus allocate(void **pointer, Make &&make) {
    InContext scope(api, context);
    if (scope.status)
      return scope.status;
    DevicePtr memory = 0;
    if (primStatus status = make(&memory))
      return status;
    *pointer = reinterpret_cast<void *>(static_cast<uintptr_t>(memory));
    return PRIM_SUCCESS;
  }

  Api api;
  Device device = 0;
  /// The primary context, which is retained; null until the device is open.
  Context context = nullptr;
  /// The shared memory that a block may use.
  int64_t sharedBytes = 0;
};

} // namespace

primStatus CudaBackend::open(int ordinal, const char *chip,
                             DeviceProperties &properties) {
  if (Error error = api.cuInit(0)) {
    if (error == errorNoDevice || error == errorInvalidDevice ||
        error == errorStubLibrary)
      return api.library.noDevice("cuInit", api.describe(error));
    return api.check(error, "cuInit");
  }
  int count = 0;
  if (primStatus status = PRIM_CALL(cuDeviceGetCount, &count))
    return status;
  if (primStatus status =
          api.library.checkOrdinal("cuDeviceGetCount", ordinal, count))
    return status;
  if (primStatus status = PRIM_CALL(cuDeviceGet, &device, ordinal))
    return status;
  if (primStatus status = readProperties(api, device, properties))
    return status;
  if (chip && !runsCodeFor(properties.chip, chip))
    return api.library.otherChip(ordinal, properties.chip, chip);
  // The device then goes by the older chip's name, because callers that have
  // code for it, or compile for it, request that name.
  if (chip)
    properties.chip = chip;
  sharedBytes = properties.ldsBytes;
  Context held = nullptr;
  if (primStatus status = PRIM_CALL(cuDevicePrimaryCtxRetain, &held, device))
    return status;
  context = held;
  return PRIM_SUCCESS;
}

primStatus CudaBackend::copy(int, void *dst, const void *src, size_t bytes,
                             primCopyKind kind) {
  InContext scope(api, context);
  if (scope.status)
    return scope.status;
  if (primStatus status =
          PRIM_CALL(cuMemcpy, toDevice(dst), toDevice(src), bytes))
    return status;
  if (kind == PRIM_COPY_HOST_TO_HOST || kind == PRIM_COPY_DEVICE_TO_HOST)
    return PRIM_SUCCESS;
  // cuMemcpy returns when the host's memory may be changed. The device's memory
  // is written later, in the order of the default stream. Streams that do not
  // wait for the default stream, such as those of frameworks, would read the
  // old contents.
  return PRIM_CALL(cuStreamSynchronize, nullptr);
}

/// A log of the JIT without trailing white space.
static const char *trimmed(char *log) {
  size_t length = std::strlen(log);
  while (length && std::strchr(" \t\r\n", log[length - 1]))
    log[--length] = 0;
  return log;
}

primStatus CudaBackend::loadModule(int, const void *image, void **module) {
  // PTX is compiled here; only the logs explain errors in it.
  constexpr size_t logBytes = 4096;
  char errors[logBytes] = "", notes[logBytes] = "";
  void *const size = reinterpret_cast<void *>(logBytes - 1);
  int options[] = {jitErrorLogBufferSizeBytes, jitErrorLogBuffer,
                   jitInfoLogBufferSizeBytes, jitInfoLogBuffer};
  void *values[] = {size, errors, size, notes};
  InContext scope(api, context);
  if (scope.status)
    return scope.status;
  Error error = api.cuModuleLoadDataEx(module, image, 4, options, values);
  const char *why = trimmed(errors);
  return api.check(error, "cuModuleLoadDataEx", nullptr,
                   *why ? why : trimmed(notes));
}

primStatus CudaBackend::getKernel(int, void *module, const char *name,
                                  void **kernel, uint32_t *dynamicLds) {
  InContext scope(api, context);
  if (scope.status)
    return scope.status;
  Function function = nullptr;
  if (primStatus status =
          api.check(api.cuModuleGetFunction(&function, module, name),
                    "cuModuleGetFunction", name))
    return status;
  // Dynamic memory beyond 48 KiB must be requested for each kernel. All memory
  // that the kernel itself does not use is requested once, here, when no launch
  // can be in progress. Each launch's own arguments say how much it uses.
  if (api.cuFuncGetAttribute && api.cuFuncSetAttribute) {
    int own = 0;
    if (primStatus status = api.check(
            api.cuFuncGetAttribute(&own, functionSharedSizeBytes, function),
            "cuFuncGetAttribute", name))
      return status;
    const int rest = static_cast<int>(sharedBytes) - own;
    if (rest > 0)
      if (primStatus status =
              api.check(api.cuFuncSetAttribute(
                            function, functionMaxDynamicSharedSizeBytes, rest),
                        "cuFuncSetAttribute", name))
        return status;
  }
  // prim's modules declare, beside each kernel, the memory that the kernel
  // could not declare itself.
  *dynamicLds = 0;
  DevicePtr place = 0;
  size_t bytes = 0;
  if (!api.cuModuleGetGlobal_v2) {
    *kernel = function;
    return PRIM_SUCCESS;
  }
  const Error found = api.cuModuleGetGlobal_v2(
      &place, &bytes, module,
      (std::string("__prim_dynamic_shared_") + name).c_str());
  if (found != errorNotFound)
    if (primStatus status = api.check(found, "cuModuleGetGlobal_v2", name))
      return status;
  if (bytes == sizeof(*dynamicLds))
    if (primStatus status = api.check(
            api.cuMemcpy(reinterpret_cast<DevicePtr>(dynamicLds), place, bytes),
            "cuMemcpy", name))
      return status;
  *kernel = function;
  return PRIM_SUCCESS;
}

primStatus CudaBackend::launch(int, void *kernel, const char *name,
                               void *stream, const LaunchExtents &extents,
                               void **args) {
  const uint32_t *grid = extents.grid;
  const uint32_t *block = extents.block;
  if (extents.cooperative && !api.cuLaunchCooperativeKernel)
    return api.library.missing("cuLaunchCooperativeKernel");
  InContext scope(api, context);
  if (scope.status)
    return scope.status;
  if (extents.cooperative)
    return api.check(api.cuLaunchCooperativeKernel(
                         kernel, grid[0], grid[1], grid[2], block[0], block[1],
                         block[2], extents.dynamicLds, stream, args),
                     "cuLaunchCooperativeKernel", name);
  if (extents.overlapped) {
    LaunchAttribute attribute{};
    attribute.id = launchAttributeProgrammaticStreamSerialization;
    attribute.value.number = 1;
    const LaunchConfig config = {{grid[0], grid[1], grid[2]},
                                 {block[0], block[1], block[2]},
                                 extents.dynamicLds,
                                 stream,
                                 &attribute,
                                 /*numAttributes=*/1};
    return api.check(
        api.cuLaunchKernelEx(&config, kernel, args, /*extra=*/nullptr),
        "cuLaunchKernelEx", name);
  }
  return api.check(
      api.cuLaunchKernel(kernel, grid[0], grid[1], grid[2], block[0], block[1],
                         block[2], extents.dynamicLds, stream, args, nullptr),
      "cuLaunchKernel", name);
}

primStatus prim::runtime::loadCudaBackend(const char *library,
                                          std::shared_ptr<Backend> &backend) {
  return loadBackend<CudaBackend>(library, backend);
}
