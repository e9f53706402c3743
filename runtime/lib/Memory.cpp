//===- Memory.cpp - Device memory -------------------------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The memory functions of prim_runtime.h: argument checks, then the back end.
//
//===----------------------------------------------------------------------===//

#include "Handles.h"

#include <cstring>

using namespace prim::runtime;

/// Checks that all functions here share: a device, a stream of that device, and
/// a size that is not negative.
static primStatus check(const char *function, const primDevice *device,
                        const primStream *stream, int64_t size) {
  if (!device)
    return fail(PRIM_ERROR_INVALID_ARGUMENT, "%s: 'device' is null", function);
  if (size < 0)
    return fail(PRIM_ERROR_INVALID_ARGUMENT, "%s: size %lld is negative",
                function, static_cast<long long>(size));
  return checkStream(*device->state, stream);
}

static primStatus checkMapsHost(const Backend &backend) {
  if (backend.mapsHost())
    return PRIM_SUCCESS;
  return fail(PRIM_ERROR_UNSUPPORTED, "%s cannot map memory of the host",
              backend.library().c_str());
}

/// Drivers return null for empty allocations; callers get a unique pointer.
static size_t allocationSize(int64_t bytes) {
  return bytes == 0 ? 1 : static_cast<size_t>(bytes);
}

primStatus primMemAlloc(primDevice *device, int64_t bytes, void **pointer) {
  return guarded([&]() -> primStatus {
    if (!pointer)
      return fail(PRIM_ERROR_INVALID_ARGUMENT,
                  "primMemAlloc: 'pointer' is null");
    *pointer = nullptr;
    if (primStatus status = check("primMemAlloc", device, nullptr, bytes))
      return status;
    const DeviceState &state = *device->state;
    return state.backend->alloc(state.ordinal, allocationSize(bytes), pointer);
  });
}

primStatus primMemFree(primDevice *device, void *pointer) {
  return guarded([&]() -> primStatus {
    if (!pointer)
      return PRIM_SUCCESS;
    if (primStatus status = check("primMemFree", device, nullptr, 0))
      return status;
    return device->state->backend->free(device->state->ordinal, pointer);
  });
}

primStatus primMemRegisterHost(primDevice *device, void *host, int64_t bytes,
                               void **pointer) {
  return guarded([&]() -> primStatus {
    if (!pointer || !host)
      return fail(PRIM_ERROR_INVALID_ARGUMENT,
                  "primMemRegisterHost: '%s' is null",
                  pointer ? "host" : "pointer");
    *pointer = nullptr;
    if (primStatus status =
            check("primMemRegisterHost", device, nullptr, bytes))
      return status;
    if (bytes == 0)
      return fail(PRIM_ERROR_INVALID_ARGUMENT,
                  "primMemRegisterHost: there are no bytes to register");
    const DeviceState &state = *device->state;
    if (primStatus status = checkMapsHost(*state.backend))
      return status;
    return state.backend->registerHost(state.ordinal, host,
                                       static_cast<size_t>(bytes), pointer);
  });
}

primStatus primMemUnregisterHost(primDevice *device, void *host) {
  return guarded([&]() -> primStatus {
    if (!host)
      return PRIM_SUCCESS;
    if (primStatus status = check("primMemUnregisterHost", device, nullptr, 0))
      return status;
    const DeviceState &state = *device->state;
    if (primStatus status = checkMapsHost(*state.backend))
      return status;
    return state.backend->unregisterHost(state.ordinal, host);
  });
}

primStatus primMemAllocAsync(primDevice *device, primStream *stream,
                             int64_t bytes, void **pointer) {
  return guarded([&]() -> primStatus {
    if (!pointer)
      return fail(PRIM_ERROR_INVALID_ARGUMENT,
                  "primMemAllocAsync: 'pointer' is null");
    *pointer = nullptr;
    if (primStatus status = check("primMemAllocAsync", device, stream, bytes))
      return status;
    const DeviceState &state = *device->state;
    return state.backend->allocAsync(state.ordinal, nativeStream(stream),
                                     allocationSize(bytes), pointer);
  });
}

primStatus primMemFreeAsync(primDevice *device, primStream *stream,
                            void *pointer) {
  return guarded([&]() -> primStatus {
    if (!pointer)
      return PRIM_SUCCESS;
    if (primStatus status = check("primMemFreeAsync", device, stream, 0))
      return status;
    const DeviceState &state = *device->state;
    return state.backend->freeAsync(state.ordinal, nativeStream(stream),
                                    pointer);
  });
}

/// The checks that the two forms of copy share.
static primStatus checkCopy(const char *function, const primDevice *device,
                            const primStream *stream, const void *dst,
                            const void *src, int64_t bytes, primCopyKind kind) {
  if (primStatus status = check(function, device, stream, bytes))
    return status;
  if (kind < PRIM_COPY_HOST_TO_HOST || kind > PRIM_COPY_DEVICE_TO_DEVICE)
    return fail(PRIM_ERROR_INVALID_ARGUMENT, "%s: %d is not a primCopyKind",
                function, static_cast<int>(kind));
  if (bytes != 0 && (!dst || !src))
    return fail(PRIM_ERROR_INVALID_ARGUMENT,
                "%s: the %s of a copy of %lld bytes is null", function,
                dst ? "source" : "destination", static_cast<long long>(bytes));
  return PRIM_SUCCESS;
}

primStatus primMemCopy(primDevice *device, void *dst, const void *src,
                       int64_t bytes, primCopyKind kind) {
  return guarded([&]() -> primStatus {
    if (primStatus status =
            checkCopy("primMemCopy", device, nullptr, dst, src, bytes, kind))
      return status;
    if (bytes == 0)
      return PRIM_SUCCESS;
    const DeviceState &state = *device->state;
    return state.backend->copy(state.ordinal, dst, src,
                               static_cast<size_t>(bytes), kind);
  });
}

primStatus primMemCopyAsync(primDevice *device, primStream *stream, void *dst,
                            const void *src, int64_t bytes, primCopyKind kind) {
  return guarded([&]() -> primStatus {
    if (primStatus status = checkCopy("primMemCopyAsync", device, stream, dst,
                                      src, bytes, kind))
      return status;
    if (bytes == 0)
      return PRIM_SUCCESS;
    const DeviceState &state = *device->state;
    return state.backend->copyAsync(state.ordinal, nativeStream(stream), dst,
                                    src, static_cast<size_t>(bytes), kind);
  });
}

primStatus primMemSetAsync(primDevice *device, primStream *stream, void *dst,
                           int32_t bits, uint32_t value, int64_t count) {
  return guarded([&]() -> primStatus {
    if (primStatus status = check("primMemSetAsync", device, stream, count))
      return status;
    if (bits != 8 && bits != 16 && bits != 32)
      return fail(PRIM_ERROR_INVALID_ARGUMENT,
                  "primMemSetAsync: elements of %d bits; use 8, 16 or 32",
                  bits);
    if (count == 0)
      return PRIM_SUCCESS;
    if (!dst || reinterpret_cast<uintptr_t>(dst) % (bits / 8) != 0)
      return fail(PRIM_ERROR_INVALID_ARGUMENT,
                  "primMemSetAsync: destination %p is null or not aligned to "
                  "%d bits",
                  dst, bits);
    const DeviceState &state = *device->state;
    return state.backend->setAsync(state.ordinal, nativeStream(stream), dst,
                                   bits, value, static_cast<size_t>(count));
  });
}
