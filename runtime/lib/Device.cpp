//===- Device.cpp - Opening and asking devices ------------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The device functions of prim_runtime.h: selection of the back end, properties
// and synchronisation.
//
//===----------------------------------------------------------------------===//

#include "Handles.h"

#include <atomic>
#include <cstring>

using namespace prim::runtime;

primStatus prim::runtime::getAttribute(const DeviceState &device,
                                       int32_t attribute, int64_t *value) {
  const DeviceProperties &properties = device.properties;
  switch (attribute) {
  case PRIM_ATTRIBUTE_COMPUTE_UNITS:
    *value = properties.computeUnits;
    return PRIM_SUCCESS;
  case PRIM_ATTRIBUTE_WAVE_SIZE:
    *value = properties.waveSize;
    return PRIM_SUCCESS;
  case PRIM_ATTRIBUTE_LDS_BYTES:
    *value = properties.ldsBytes;
    return PRIM_SUCCESS;
  case PRIM_ATTRIBUTE_MAX_GROUP_SIZE:
    *value = properties.maxGroupSize;
    return PRIM_SUCCESS;
  case PRIM_ATTRIBUTE_MEMORY_BYTES:
    *value = properties.memoryBytes;
    return PRIM_SUCCESS;
  case PRIM_ATTRIBUTE_COOPERATIVE_LAUNCH:
    *value = properties.cooperativeLaunch;
    return PRIM_SUCCESS;
  case PRIM_ATTRIBUTE_IS_EMULATOR:
    *value = properties.isEmulator;
    return PRIM_SUCCESS;
  }
  *value = 0;
  return fail(PRIM_ERROR_INVALID_ARGUMENT, "%d is not a primAttribute",
              attribute);
}

namespace {
/// A back end and the name that callers use for it.
struct BackendKind {
  const char *name;
  primStatus (*load)(const char *library, std::shared_ptr<Backend> &backend);
};
} // namespace

/// The back end of that name, or null.
static const BackendKind *findKind(const char *name) {
  static constexpr BackendKind kinds[] = {{"hip", loadHipBackend},
                                          {"cuda", loadCudaBackend}};
  for (const BackendKind &kind : kinds)
    if (name && std::strcmp(kind.name, name) == 0)
      return &kind;
  return nullptr;
}

primStatus primDeviceOpen(const char *kind, const char *library,
                          const char *chip, int32_t ordinal,
                          primDevice **device) {
  return guarded([&]() -> primStatus {
    if (!device)
      return fail(PRIM_ERROR_INVALID_ARGUMENT,
                  "primDeviceOpen: 'device' is null");
    *device = nullptr;
    const BackendKind *found = findKind(kind);
    if (!found)
      return fail(PRIM_ERROR_UNSUPPORTED,
                  "no back end for devices of kind '%s'; use \"hip\" or "
                  "\"cuda\"",
                  kind ? kind : "(null)");
    if (ordinal < 0)
      return fail(PRIM_ERROR_INVALID_ARGUMENT,
                  "primDeviceOpen: ordinal %d is negative", ordinal);

    auto state = std::make_shared<DeviceState>();
    if (primStatus status = found->load(library, state->backend))
      return status;
    if (primStatus status =
            state->backend->open(ordinal, chip, state->properties))
      return status;
    static std::atomic<uint64_t> nextId{1};
    state->id = nextId++;
    state->ordinal = ordinal;
    *device = new primDevice{std::move(state)};
    return PRIM_SUCCESS;
  });
}

primStatus primDeviceClose(primDevice *device) {
  delete device;
  return PRIM_SUCCESS;
}

const char *primDeviceName(const primDevice *device) {
  return device ? device->state->properties.name.c_str() : "";
}

const char *primDeviceChip(const primDevice *device) {
  return device ? device->state->properties.chip.c_str() : "";
}

const char *primDeviceLibrary(const primDevice *device) {
  return device ? device->state->backend->library().c_str() : "";
}

primStatus primDeviceGetAttribute(const primDevice *device,
                                  primAttribute attribute, int64_t *value) {
  if (!device || !value)
    return fail(PRIM_ERROR_INVALID_ARGUMENT,
                "primDeviceGetAttribute: 'device' or 'value' is null");
  return getAttribute(*device->state, attribute, value);
}

primStatus primDeviceSynchronize(primDevice *device) {
  return guarded([&]() -> primStatus {
    if (!device)
      return fail(PRIM_ERROR_INVALID_ARGUMENT,
                  "primDeviceSynchronize: 'device' is null");
    return device->state->backend->synchronize(device->state->ordinal);
  });
}

primStatus primDeviceSymbol(primDevice *device, const char *name,
                            void **address) {
  return guarded([&]() -> primStatus {
    if (!device || !name || !address)
      return fail(PRIM_ERROR_INVALID_ARGUMENT,
                  "primDeviceSymbol: an argument is null");
    *address = device->state->backend->symbol(name);
    if (!*address)
      return fail(PRIM_ERROR_UNSUPPORTED, "%s has no function %s",
                  device->state->backend->library().c_str(), name);
    return PRIM_SUCCESS;
  });
}
