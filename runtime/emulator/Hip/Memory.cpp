//===- Memory.cpp - Allocation, copies and fills ----------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Memory entry points. All operations complete before the call returns; the
// async forms check their stream and do the same. Device addresses are checked
// against live allocations; host addresses are the caller's responsibility.
//
//===----------------------------------------------------------------------===//

#include "Hip/Driver.h"

#include <cstring>

using namespace prim::emulator;

namespace {

enum CopyKind {
  kHostToHost,
  kHostToDevice,
  kDeviceToHost,
  kDeviceToDevice,
  kDefault
};

uint64_t addressOf(const void *pointer) {
  return reinterpret_cast<uint64_t>(pointer);
}

int allocate(Driver &driver, void **pointer, size_t bytes, MemoryKind kind,
             unsigned flags = 0) {
  if (!pointer)
    return driver.fail(kHipInvalidValue, "null result pointer");
  *pointer = nullptr;
  if (bytes == 0)
    return kHipSuccess;
  uint64_t address = DeviceMemory::get().allocate(bytes, kind, flags);
  if (!address)
    return driver.fail(kHipOutOfMemory, "cannot allocate " +
                                            std::to_string(bytes) +
                                            " bytes of memory");
  *pointer = reinterpret_cast<void *>(address);
  return kHipSuccess;
}

template <typename... Kinds>
int release(Driver &driver, void *pointer, Kinds... kinds) {
  DeviceMemory &memory = DeviceMemory::get();
  if (!pointer || (memory.release(addressOf(pointer), kinds) || ...))
    return kHipSuccess;
  return driver.fail(kHipInvalidValue, "not the start of a live allocation");
}

/// Defers freeing device memory until the running launch of another thread has
/// ended. An invalid pointer is not reported then.
bool releaseLater(void *pointer) {
  return Driver::get().postpone(
      [](void *memory) {
        release(Driver::get(), memory, MemoryKind::Device, MemoryKind::Managed);
      },
      pointer);
}

/// Whether a range is device memory: wholly inside one allocation.
bool onDevice(const void *pointer, size_t bytes) {
  return DeviceMemory::get().find(addressOf(pointer), bytes) != nullptr;
}
/// The host address of a range in host or device memory.
void *toHost(const void *pointer, size_t bytes) {
  if (void *found = DeviceMemory::get().translate(addressOf(pointer), bytes))
    return found;
  return const_cast<void *>(pointer);
}
/// Whether a range may belong to the host: it must not start in an allocation
/// and leave it.
bool plausible(const void *pointer, size_t bytes) {
  return onDevice(pointer, bytes) || !onDevice(pointer, 1);
}

int copy(Driver &driver, void *dst, const void *src, size_t bytes, int kind) {
  if (kind < kHostToHost || kind > kDefault)
    return driver.fail(kHipInvalidMemcpyDirection, "unknown copy kind");
  if (bytes == 0)
    return kHipSuccess;
  if (!dst || !src)
    return driver.fail(kHipInvalidValue, "copy to or from a null pointer");
  bool dstDevice = kind == kHostToDevice || kind == kDeviceToDevice;
  bool srcDevice = kind == kDeviceToHost || kind == kDeviceToDevice;
  if (dstDevice ? !onDevice(dst, bytes) : !plausible(dst, bytes))
    return driver.fail(kHipInvalidValue,
                       "copy destination is not inside a live allocation");
  if (srcDevice ? !onDevice(src, bytes) : !plausible(src, bytes))
    return driver.fail(kHipInvalidValue,
                       "copy source is not inside a live allocation");
  std::memmove(toHost(dst, bytes), toHost(src, bytes), bytes);
  return kHipSuccess;
}

template <typename T>
int fill(Driver &driver, void *dst, T value, size_t count) {
  if (count == 0)
    return kHipSuccess;
  if (!dst || count > ~size_t(0) / sizeof(T) ||
      !onDevice(dst, count * sizeof(T)))
    return driver.fail(kHipInvalidValue,
                       "fill destination is not inside a live allocation");
  if (addressOf(dst) % sizeof(T))
    return driver.fail(kHipInvalidValue, "fill destination is misaligned");
  T *out = static_cast<T *>(toHost(dst, count * sizeof(T)));
  for (size_t i = 0; i < count; ++i)
    out[i] = value;
  return kHipSuccess;
}

int checkStream(Driver &driver, void *stream) {
  return driver.validStream(stream)
             ? kHipSuccess
             : driver.fail(kHipInvalidHandle, "not a live stream");
}

template <typename F>
int onStream(void *stream, F body) {
  return call(true, [&](Driver &driver) -> int {
    int error = checkStream(driver, stream);
    return error ? error : body(driver);
  });
}

} // namespace

PRIM_HIP_API int hipMalloc(void **pointer, size_t bytes) {
  return call(true, [&](Driver &d) {
    return allocate(d, pointer, bytes, MemoryKind::Device);
  });
}
PRIM_HIP_API int hipExtMallocWithFlags(void **pointer, size_t bytes,
                                       unsigned flags) {
  return call(true, [&](Driver &d) {
    return allocate(d, pointer, bytes, MemoryKind::Device, flags);
  });
}
PRIM_HIP_API int hipFree(void *pointer) {
  if (releaseLater(pointer))
    return kHipSuccess;
  return call(false, [&](Driver &d) {
    return release(d, pointer, MemoryKind::Device, MemoryKind::Managed);
  });
}
PRIM_HIP_API int hipMallocAsync(void **pointer, size_t bytes, void *stream) {
  return onStream(stream, [&](Driver &d) {
    return allocate(d, pointer, bytes, MemoryKind::Device);
  });
}
PRIM_HIP_API int hipFreeAsync(void *pointer, void *stream) {
  if (releaseLater(pointer))
    return kHipSuccess;
  return call(false, [&](Driver &d) -> int {
    int error = checkStream(d, stream);
    return error ? error : release(d, pointer, MemoryKind::Device);
  });
}
PRIM_HIP_API int hipHostMalloc(void **pointer, size_t bytes, unsigned flags) {
  return call(true, [&](Driver &d) {
    return allocate(d, pointer, bytes, MemoryKind::Host, flags);
  });
}
PRIM_HIP_API int hipMallocManaged(void **pointer, size_t bytes,
                                  unsigned flags) {
  return call(true, [&](Driver &d) {
    return allocate(d, pointer, bytes, MemoryKind::Managed, flags);
  });
}
PRIM_HIP_API int hipHostFree(void *pointer) {
  return call(false,
              [&](Driver &d) { return release(d, pointer, MemoryKind::Host); });
}
PRIM_HIP_API int hipHostGetDevicePointer(void **device, void *host, unsigned) {
  return call(true, [&](Driver &d) -> int {
    if (!device || !host || !onDevice(host, 1))
      return d.fail(kHipInvalidValue, "not registered or pinned host memory");
    *device = host;
    return kHipSuccess;
  });
}
PRIM_HIP_API int hipHostGetFlags(unsigned *flags, void *host) {
  return call(true, [&](Driver &) -> int {
    const Allocation *found = DeviceMemory::get().find(addressOf(host), 1);
    if (!flags || !found || found->kind == MemoryKind::Device ||
        found->kind == MemoryKind::Managed)
      return kHipInvalidValue;
    *flags = found->flags;
    return kHipSuccess;
  });
}
PRIM_HIP_API int hipHostRegister(void *host, size_t bytes, unsigned flags) {
  return call(true, [&](Driver &d) -> int {
    if (!host || !bytes)
      return d.fail(kHipInvalidValue, "nothing to register");
    return DeviceMemory::get().registerHost(addressOf(host), bytes, flags)
               ? kHipSuccess
               : d.fail(kHipHostMemoryAlreadyRegistered,
                        "the range overlaps registered memory");
  });
}
PRIM_HIP_API int hipHostUnregister(void *host) {
  return call(false, [&](Driver &d) -> int {
    return DeviceMemory::get().unregisterHost(addressOf(host))
               ? kHipSuccess
               : d.fail(kHipHostMemoryNotRegistered,
                        "memory is not registered");
  });
}
PRIM_HIP_API int hipMemGetAddressRange(void **base, size_t *size,
                                       void *pointer) {
  return call(false, [&](Driver &d) -> int {
    const Allocation *found = DeviceMemory::get().find(addressOf(pointer), 1);
    if (!found)
      return d.fail(kHipNotFound, "not inside a live allocation");
    if (base)
      *base = reinterpret_cast<void *>(found->base);
    if (size)
      *size = found->size;
    return kHipSuccess;
  });
}
PRIM_HIP_API int hipMemGetInfo(size_t *available, size_t *total) {
  return call(true, [&](Driver &) -> int {
    if (!available || !total)
      return kHipInvalidValue;
    *total = DeviceMemory::kTotalBytes;
    *available = DeviceMemory::kTotalBytes - DeviceMemory::get().bytesInUse();
    return kHipSuccess;
  });
}
PRIM_HIP_API int hipMemcpy(void *dst, const void *src, size_t bytes, int kind) {
  return call(true, [&](Driver &d) { return copy(d, dst, src, bytes, kind); });
}
PRIM_HIP_API int hipMemcpyAsync(void *dst, const void *src, size_t bytes,
                                int kind, void *stream) {
  return onStream(stream,
                  [&](Driver &d) { return copy(d, dst, src, bytes, kind); });
}
PRIM_HIP_API int hipMemcpyWithStream(void *dst, const void *src, size_t bytes,
                                     int kind, void *stream) {
  return hipMemcpyAsync(dst, src, bytes, kind, stream);
}
PRIM_HIP_API int hipMemcpyHtoD(void *dst, void *src, size_t bytes) {
  return hipMemcpy(dst, src, bytes, kHostToDevice);
}
PRIM_HIP_API int hipMemcpyDtoH(void *dst, void *src, size_t bytes) {
  return hipMemcpy(dst, src, bytes, kDeviceToHost);
}
PRIM_HIP_API int hipMemcpyDtoD(void *dst, void *src, size_t bytes) {
  return hipMemcpy(dst, src, bytes, kDeviceToDevice);
}
PRIM_HIP_API int hipMemcpyHtoDAsync(void *dst, void *src, size_t bytes,
                                    void *stream) {
  return hipMemcpyAsync(dst, src, bytes, kHostToDevice, stream);
}
PRIM_HIP_API int hipMemcpyDtoHAsync(void *dst, void *src, size_t bytes,
                                    void *stream) {
  return hipMemcpyAsync(dst, src, bytes, kDeviceToHost, stream);
}
PRIM_HIP_API int hipMemcpyDtoDAsync(void *dst, void *src, size_t bytes,
                                    void *stream) {
  return hipMemcpyAsync(dst, src, bytes, kDeviceToDevice, stream);
}
PRIM_HIP_API int hipMemset(void *dst, int value, size_t bytes) {
  return call(true,
              [&](Driver &d) { return fill(d, dst, uint8_t(value), bytes); });
}
PRIM_HIP_API int hipMemsetAsync(void *dst, int value, size_t bytes,
                                void *stream) {
  return onStream(
      stream, [&](Driver &d) { return fill(d, dst, uint8_t(value), bytes); });
}
PRIM_HIP_API int hipMemsetD8(void *dst, unsigned char value, size_t count) {
  return call(true, [&](Driver &d) { return fill(d, dst, value, count); });
}
PRIM_HIP_API int hipMemsetD8Async(void *dst, unsigned char value, size_t count,
                                  void *stream) {
  return onStream(stream,
                  [&](Driver &d) { return fill(d, dst, value, count); });
}
PRIM_HIP_API int hipMemsetD16(void *dst, unsigned short value, size_t count) {
  return call(true, [&](Driver &d) { return fill(d, dst, value, count); });
}
PRIM_HIP_API int hipMemsetD16Async(void *dst, unsigned short value,
                                   size_t count, void *stream) {
  return onStream(stream,
                  [&](Driver &d) { return fill(d, dst, value, count); });
}
PRIM_HIP_API int hipMemsetD32(void *dst, int value, size_t count) {
  return call(true, [&](Driver &d) { return fill(d, dst, value, count); });
}
PRIM_HIP_API int hipMemsetD32Async(void *dst, int value, size_t count,
                                   void *stream) {
  return onStream(stream,
                  [&](Driver &d) { return fill(d, dst, value, count); });
}
