//===- HipProperties.cpp - The layouts of hipDeviceProp_t -------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The only versioned struct that crosses the HIP boundary, read by offset. HIP
// 6 changed the layout; the function that fills the new one has its own name,
// hipGetDevicePropertiesR0600. hipGetDeviceProperties fills the old one in
// every version.
//
//===----------------------------------------------------------------------===//

#include "Backend.h"
#include "Hip/HipApi.h"

#include <cstring>

using namespace prim::runtime;
using namespace prim::runtime::hip;

namespace {
/// Byte offsets of the fields that are read. Both layouts start with 256 bytes
/// of name and hold 256 bytes of gcnArchName.
struct Layout {
  size_t totalGlobalMem;      // size_t
  size_t sharedMemPerBlock;   // size_t
  size_t warpSize;            // int
  size_t maxThreadsPerBlock;  // int
  size_t multiProcessorCount; // int
  size_t gcnArchName;         // char[256]
};
} // namespace

static constexpr Layout layoutR0600 = {288, 296, 308, 320, 388, 1160};
static constexpr Layout layoutR0000 = {256, 264, 276, 280, 336, 396};
static constexpr size_t nameBytes = 256;
// The larger layout has 1472 bytes; later ones may append.
static constexpr size_t bufferBytes = 8192;

template <typename T>
static T field(const char *buffer, size_t offset) {
  T value;
  std::memcpy(&value, buffer + offset, sizeof(value));
  return value;
}

static std::string text(const char *buffer, size_t offset) {
  return std::string(buffer + offset, strnlen(buffer + offset, nameBytes));
}

primStatus prim::runtime::hip::readProperties(const Api &api, int ordinal,
                                              DeviceProperties &properties) {
  alignas(16) char buffer[bufferBytes] = {};
  const Layout *layout = nullptr;
  if (api.hipGetDevicePropertiesR0600) {
    layout = &layoutR0600;
    if (primStatus status =
            api.check(api.hipGetDevicePropertiesR0600(buffer, ordinal),
                      "hipGetDevicePropertiesR0600"))
      return status;
  } else if (api.hipGetDeviceProperties) {
    layout = &layoutR0000;
    if (primStatus status =
            api.check(api.hipGetDeviceProperties(buffer, ordinal),
                      "hipGetDeviceProperties"))
      return status;
  } else {
    return fail(PRIM_ERROR_NO_DRIVER,
                "%s has neither hipGetDevicePropertiesR0600 nor "
                "hipGetDeviceProperties",
                api.library.getName().c_str());
  }

  properties.name = text(buffer, 0);
  properties.memoryBytes = field<size_t>(buffer, layout->totalGlobalMem);
  properties.ldsBytes = field<size_t>(buffer, layout->sharedMemPerBlock);
  properties.waveSize = field<int>(buffer, layout->warpSize);
  properties.maxGroupSize = field<int>(buffer, layout->maxThreadsPerBlock);
  properties.computeUnits = field<int>(buffer, layout->multiProcessorCount);

  // "gfx90a:sramecc+:xnack-": features come after the chip.
  const std::string arch = text(buffer, layout->gcnArchName);
  properties.chip = arch.substr(0, arch.find(':'));
  // Other values mean that the layout is not the assumed one; then the other
  // fields are not valid either.
  const bool sensible =
      properties.chip.compare(0, 3, "gfx") == 0 &&
      (properties.waveSize == 32 || properties.waveSize == 64) &&
      properties.maxGroupSize > 0 && properties.computeUnits > 0;
  if (!sensible)
    return fail(PRIM_ERROR_UNSUPPORTED,
                "%s describes device %d in an unknown layout (chip '%s', wave "
                "size %lld)",
                api.library.getName().c_str(), ordinal, properties.chip.c_str(),
                static_cast<long long>(properties.waveSize));
  return PRIM_SUCCESS;
}
