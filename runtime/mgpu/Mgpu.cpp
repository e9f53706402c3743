//===- Mgpu.cpp - What upstream's host code calls ---------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The functions that host code lowered by upstream's gpu-to-llvm calls.
// mlir-runner finds them through --shared-libs. They cannot report failures,
// and their callers continue with the returned value. A failure is therefore
// printed and ends the process with status 1.
//
// PRIM_DEVICE chooses the device: hip (the default), cuda, emulator, or auto
// for the first of these that exists. PRIM_HIP_LIBRARY, PRIM_CUDA_LIBRARY and
// PRIM_EMULATOR_LIBRARY name the driver's library.
//
//===----------------------------------------------------------------------===//

#include "prim_runtime.h"

#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>
#include <map>
#include <mutex>
#include <string>

namespace {

/// Memory of the host that kernels use, and where they find it.
struct Registered {
  uintptr_t bytes;
  void *onDevice;
};

/// The devices in use and their allocations. It is never destroyed, because
/// destructors of the program unload modules.
struct State {
  std::mutex mutex;
  std::map<int32_t, primDevice *> devices;
  /// Sizes in bytes by address.
  std::map<uintptr_t, uintptr_t> allocations;
  std::map<uintptr_t, Registered> registered;

  static State &get() {
    static State *state = new State;
    return *state;
  }
};

thread_local int32_t defaultDevice = 0;

} // namespace

[[noreturn]] static void fail(const char *function, const char *why) {
  std::fflush(stdout);
  std::fprintf(stderr, "%s: %s\n", function, why);
  std::fflush(stderr);
  std::_Exit(1);
}

static void check(primStatus status, const char *function) {
  if (status != PRIM_SUCCESS)
    fail(function, primLastErrorMessage());
}

/// The path of the emulator beside this library.
static std::string findEmulator() {
  Dl_info info;
  std::string path;
  if (::dladdr(reinterpret_cast<void *>(&findEmulator), &info) &&
      info.dli_fname)
    path = info.dli_fname;
  // Without a folder in the path, the loader searches.
  const size_t slash = path.rfind('/');
  return (slash == std::string::npos ? "" : path.substr(0, slash + 1)) +
         "libprim_emulator.so";
}

static std::string getSetting(const char *name, const std::string &otherwise) {
  const char *value = std::getenv(name);
  return value && *value ? value : otherwise;
}

static primStatus open(const std::string &kind, primDevice **device) {
  if (kind != "emulator")
    return primDeviceOpen(kind.c_str(), nullptr, nullptr, defaultDevice,
                          device);
  const std::string library =
      getSetting("PRIM_EMULATOR_LIBRARY", findEmulator());
  return primDeviceOpen("hip", library.c_str(), nullptr, defaultDevice, device);
}

static primStatus openChosen(const char *function, primDevice **device) {
  const std::string kind = getSetting("PRIM_DEVICE", "hip");
  if (kind == "hip" || kind == "cuda" || kind == "emulator")
    return open(kind, device);
  if (kind != "auto")
    fail(function,
         ("PRIM_DEVICE is '" + kind + "': use auto, emulator, hip or cuda")
             .c_str());
  // At this point the chip of the code is not known.
  for (const char *gpu : {"hip", "cuda"})
    if (open(gpu, device) == PRIM_SUCCESS)
      return PRIM_SUCCESS;
  return open("emulator", device);
}

static primDevice *getDevice(const char *function) {
  State &state = State::get();
  std::lock_guard<std::mutex> lock(state.mutex);
  primDevice *&device = state.devices[defaultDevice];
  if (!device)
    check(openChosen(function, &device), function);
  return device;
}

/// Whether `pointer` is in memory allocated by mgpuMemAlloc.
static bool isOnDevice(const void *pointer) {
  State &state = State::get();
  std::lock_guard<std::mutex> lock(state.mutex);
  auto address = reinterpret_cast<uintptr_t>(pointer);
  auto behind = state.allocations.upper_bound(address);
  if (behind == state.allocations.begin())
    return false;
  auto [begin, bytes] = *std::prev(behind);
  return address - begin < bytes;
}

/// Where kernels find a byte of registered memory of the host, or null.
static void *findRegistered(const void *host) {
  State &state = State::get();
  std::lock_guard<std::mutex> lock(state.mutex);
  auto address = reinterpret_cast<uintptr_t>(host);
  auto behind = state.registered.upper_bound(address);
  if (behind == state.registered.begin())
    return nullptr;
  const auto &[begin, memory] = *std::prev(behind);
  return address - begin < memory.bytes
             ? static_cast<char *>(memory.onDevice) + (address - begin)
             : nullptr;
}

#define MGPU_EXPORT extern "C" PRIM_EXPORT

//===----------------------------------------------------------------------===//
// Modules and launches
//===----------------------------------------------------------------------===//

MGPU_EXPORT primModule *mgpuModuleLoad(void *image, size_t bytes) {
  primModule *module = nullptr;
  check(primModuleLoad(getDevice(__func__), image, static_cast<int64_t>(bytes),
                       &module),
        __func__);
  return module;
}

MGPU_EXPORT primModule *mgpuModuleLoadJIT(void *, int) {
  fail(__func__, "assembly is not compiled at run time; serialize to a code "
                 "object (format=bin)");
}

MGPU_EXPORT void mgpuModuleUnload(primModule *module) {
  // The process, and the driver with it, may be ending.
  primModuleUnload(module);
}

MGPU_EXPORT primKernel *mgpuModuleGetFunction(primModule *module,
                                              const char *name) {
  primKernel *kernel = nullptr;
  check(primModuleGetKernel(module, name, &kernel), __func__);
  return kernel;
}

MGPU_EXPORT void mgpuLaunchKernel(primKernel *kernel, intptr_t gridX,
                                  intptr_t gridY, intptr_t gridZ,
                                  intptr_t blockX, intptr_t blockY,
                                  intptr_t blockZ, int32_t workgroupBytes,
                                  primStream *stream, void **parameters,
                                  void **, size_t count) {
  primLaunch launch = {{gridX, gridY, gridZ},
                       {blockX, blockY, blockZ},
                       workgroupBytes,
                       /*flags=*/0};
  check(primKernelLaunch(kernel, stream, &launch, parameters,
                         static_cast<int64_t>(count)),
        __func__);
}

MGPU_EXPORT void mgpuLaunchClusterKernel(primKernel *, intptr_t, intptr_t,
                                         intptr_t, intptr_t, intptr_t, intptr_t,
                                         intptr_t, intptr_t, intptr_t, int32_t,
                                         primStream *, void **, void **,
                                         size_t) {
  fail(__func__, "clusters of blocks are not supported");
}

MGPU_EXPORT void mgpuSetDefaultDevice(int32_t device) {
  defaultDevice = device;
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

MGPU_EXPORT void *mgpuMemAlloc(uint64_t bytes, primStream *, bool hostShared) {
  if (hostShared)
    fail(__func__, "memory shared with the host is not supported; allocate on "
                   "the device and copy (gpu.memcpy)");
  void *pointer = nullptr;
  check(
      primMemAlloc(getDevice(__func__), static_cast<int64_t>(bytes), &pointer),
      __func__);
  State &state = State::get();
  std::lock_guard<std::mutex> lock(state.mutex);
  state.allocations[reinterpret_cast<uintptr_t>(pointer)] = bytes;
  return pointer;
}

MGPU_EXPORT void mgpuMemFree(void *pointer, primStream *stream) {
  if (!pointer)
    return;
  // Work on the stream may still use it.
  if (stream)
    check(primStreamSynchronize(stream), __func__);
  {
    State &state = State::get();
    std::lock_guard<std::mutex> lock(state.mutex);
    state.allocations.erase(reinterpret_cast<uintptr_t>(pointer));
  }
  check(primMemFree(getDevice(__func__), pointer), __func__);
}

MGPU_EXPORT void mgpuMemcpy(void *to, void *from, size_t bytes,
                            primStream *stream) {
  static constexpr primCopyKind kinds[2][2] = {
      {PRIM_COPY_HOST_TO_HOST, PRIM_COPY_HOST_TO_DEVICE},
      {PRIM_COPY_DEVICE_TO_HOST, PRIM_COPY_DEVICE_TO_DEVICE}};
  primCopyKind kind = kinds[isOnDevice(from)][isOnDevice(to)];
  check(primMemCopyAsync(getDevice(__func__), stream, to, from,
                         static_cast<int64_t>(bytes), kind),
        __func__);
}

MGPU_EXPORT void mgpuMemset32(void *to, uint32_t value, size_t count,
                              primStream *stream) {
  check(primMemSetAsync(getDevice(__func__), stream, to, 32, value,
                        static_cast<int64_t>(count)),
        __func__);
}

MGPU_EXPORT void mgpuMemset16(void *to, uint16_t value, size_t count,
                              primStream *stream) {
  check(primMemSetAsync(getDevice(__func__), stream, to, 16, value,
                        static_cast<int64_t>(count)),
        __func__);
}

//===----------------------------------------------------------------------===//
// Memory of the host that kernels use
//===----------------------------------------------------------------------===//

MGPU_EXPORT void mgpuMemHostUnregister(void *host) {
  State &state = State::get();
  {
    std::lock_guard<std::mutex> lock(state.mutex);
    if (!state.registered.erase(reinterpret_cast<uintptr_t>(host)))
      fail(__func__, "the memory is not registered (gpu.host_register)");
  }
  check(primMemUnregisterHost(getDevice(__func__), host), __func__);
}

MGPU_EXPORT void mgpuMemHostRegister(void *host, uint64_t bytes) {
  State &state = State::get();
  // A program may register a buffer again. Upstream's free their buffers
  // without an end of the registration, and a longer one may follow.
  if (bytes == 0 || (findRegistered(host) &&
                     findRegistered(static_cast<char *>(host) + bytes - 1)))
    return;
  if (findRegistered(host))
    mgpuMemHostUnregister(host);
  Registered memory{bytes, nullptr};
  check(primMemRegisterHost(getDevice(__func__), host,
                            static_cast<int64_t>(bytes), &memory.onDevice),
        __func__);
  std::lock_guard<std::mutex> lock(state.mutex);
  state.registered[reinterpret_cast<uintptr_t>(host)] = memory;
}

namespace {

/// A ranked memref as upstream's host code passes it. Its sizes are followed by
/// as many strides.
struct Descriptor {
  void *allocated;
  char *aligned;
  int64_t offset;
  int64_t sizes[1];

  char *begin(int64_t elementBytes) const {
    return aligned + offset * elementBytes;
  }
  /// The bytes from the first element behind the last one.
  uint64_t bytes(int64_t rank, int64_t elementBytes) const {
    int64_t elements = 1;
    for (int64_t d = 0; d < rank; ++d) {
      if (sizes[d] == 0)
        return 0;
      if (sizes[rank + d] < 0)
        fail("gpu.host_register", "the memref has a negative stride");
      elements += (sizes[d] - 1) * sizes[rank + d];
    }
    return static_cast<uint64_t>(elements * elementBytes);
  }
};

/// A memref of one dimension, with elements of any type.
struct MemRef1d {
  void *allocated, *aligned;
  int64_t offset, size, stride;
};

} // namespace

MGPU_EXPORT void mgpuMemHostRegisterMemRef(int64_t rank, Descriptor *memref,
                                           int64_t elementBytes) {
  mgpuMemHostRegister(memref->begin(elementBytes),
                      memref->bytes(rank, elementBytes));
}

MGPU_EXPORT void mgpuMemHostUnregisterMemRef(int64_t, Descriptor *memref,
                                             int64_t elementBytes) {
  mgpuMemHostUnregister(memref->begin(elementBytes));
}

/// A memref that is registered, as kernels see it.
template <typename T>
static MemRef1d toDevice(const char *function, T *aligned, int64_t offset,
                         int64_t size, int64_t stride) {
  void *pointer = findRegistered(aligned + offset);
  if (!pointer)
    fail(function, "the memref is not registered (gpu.host_register)");
  return {pointer, pointer, 0, size, stride};
}

MGPU_EXPORT MemRef1d mgpuMemGetDeviceMemRef1dFloat(float *, float *aligned,
                                                   int64_t offset, int64_t size,
                                                   int64_t stride) {
  return toDevice(__func__, aligned, offset, size, stride);
}
MGPU_EXPORT MemRef1d mgpuMemGetDeviceMemRef1dInt32(int32_t *, int32_t *aligned,
                                                   int64_t offset, int64_t size,
                                                   int64_t stride) {
  return toDevice(__func__, aligned, offset, size, stride);
}

//===----------------------------------------------------------------------===//
// Streams and events
//===----------------------------------------------------------------------===//

MGPU_EXPORT primStream *mgpuStreamCreate() {
  primStream *stream = nullptr;
  check(primStreamCreate(getDevice(__func__), &stream), __func__);
  return stream;
}

MGPU_EXPORT void mgpuStreamDestroy(primStream *stream) {
  check(primStreamDestroy(stream), __func__);
}

MGPU_EXPORT void mgpuStreamSynchronize(primStream *stream) {
  check(primStreamSynchronize(stream), __func__);
}

MGPU_EXPORT void mgpuStreamWaitEvent(primStream *stream, primEvent *event) {
  check(primStreamWaitEvent(stream, event), __func__);
}

MGPU_EXPORT primEvent *mgpuEventCreate() {
  primEvent *event = nullptr;
  check(primEventCreate(getDevice(__func__), &event), __func__);
  return event;
}

MGPU_EXPORT void mgpuEventDestroy(primEvent *event) {
  check(primEventDestroy(event), __func__);
}

MGPU_EXPORT void mgpuEventSynchronize(primEvent *event) {
  check(primEventSynchronize(event), __func__);
}

MGPU_EXPORT void mgpuEventRecord(primEvent *event, primStream *stream) {
  check(primEventRecord(event, stream), __func__);
}
