//===- Device.cpp - Devices, properties and attributes ----------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One device, described by the target table. hipDeviceProp_t exists in two
// layouts; both are written by field offset: HIP 6's through
// hipGetDevicePropertiesR0600, the older one through hipGetDeviceProperties.
//
//===----------------------------------------------------------------------===//

#include "Hip/Driver.h"

#include <cstring>
#include <vector>

using namespace prim::emulator;

namespace {

constexpr int kHipVersion = 60000000; // HIP 6.0
constexpr int kMaxGrid = 0x7fffffff;
constexpr int kClockKhz = 1000000;
constexpr int kL2Bytes = 4 << 20;
constexpr int kRegistersPerBlock = 65536;

int threadsPerComputeUnit(const Target &target) {
  return int(target.units.simds * target.units.wavesPerSimd * target.waveSize);
}

std::string archName(const Target &target) {
  // The feature settings with which default kernels run.
  return target.isGfx9() ? std::string(target.chip) + ":sramecc+:xnack-"
                         : std::string(target.chip);
}

/// Byte offsets of the fields that are filled.
struct Layout {
  size_t size, totalGlobalMem, sharedMemPerBlock, regsPerBlock, warpSize,
      maxThreadsPerBlock, maxThreadsDim, maxGridSize, clockRate, major, minor,
      multiProcessorCount, l2CacheSize, maxThreadsPerMultiProcessor,
      concurrentKernels, canMapHostMemory, maxSharedMemoryPerMultiProcessor,
      cooperativeLaunch, gcnArchName, memoryClockRate, memoryBusWidth;
};
constexpr Layout layoutR0600 = {1472, 288, 296, 304, 308,  320, 324,
                                336,  348, 360, 364, 388,  616, 624,
                                576,  400, 640, 688, 1160, 608, 612};
constexpr Layout layoutR0000 = {792, 256, 264, 272, 276, 280, 284,
                                296, 308, 328, 332, 336, 340, 344,
                                360, 388, 376, 656, 396, 312, 316};

void fillProperties(const Target &target, unsigned units, const Layout &layout,
                    char *out) {
  std::memset(out, 0, layout.size);
  auto put = [&](size_t offset, auto value) {
    std::memcpy(out + offset, &value, sizeof(value));
  };
  std::string name = "prim emulator (" + std::string(target.chip) + ")";
  std::memcpy(out, name.c_str(), name.size() + 1);
  put(layout.totalGlobalMem, size_t(DeviceMemory::kTotalBytes));
  put(layout.sharedMemPerBlock, size_t(target.ldsBytes));
  put(layout.regsPerBlock, kRegistersPerBlock);
  put(layout.warpSize, int(target.waveSize));
  put(layout.maxThreadsPerBlock, int(target.maxBlockSize));
  for (int i = 0; i < 3; ++i) {
    put(layout.maxThreadsDim + 4 * i, int(target.maxBlockSize));
    put(layout.maxGridSize + 4 * i, kMaxGrid);
  }
  put(layout.clockRate, kClockKhz);
  put(layout.memoryClockRate, kClockKhz);
  put(layout.memoryBusWidth, 4096);
  put(layout.major, int(target.encoding.major));
  put(layout.minor, int(target.encoding.minor));
  put(layout.multiProcessorCount, int(units));
  put(layout.l2CacheSize, kL2Bytes);
  put(layout.maxThreadsPerMultiProcessor, threadsPerComputeUnit(target));
  put(layout.concurrentKernels, 1);
  put(layout.canMapHostMemory, 1);
  put(layout.maxSharedMemoryPerMultiProcessor, size_t(target.units.ldsBytes));
  put(layout.cooperativeLaunch, 1);
  std::string arch = archName(target);
  std::memcpy(out + layout.gcnArchName, arch.c_str(), arch.size() + 1);
}

int properties(void *out, int device, const Layout &layout) {
  return call(false, [&](Driver &driver) -> int {
    if (!out)
      return driver.fail(kHipInvalidValue, "null properties pointer");
    if (device != 0)
      return driver.fail(kHipInvalidDevice, "the emulator has one device, 0");
    fillProperties(*driver.target, driver.units(), layout,
                   static_cast<char *>(out));
    return kHipSuccess;
  });
}

} // namespace

PRIM_HIP_API int hipInit(unsigned flags) {
  return call(false, [&](Driver &driver) -> int {
    Settings settings;
    return flags ? driver.fail(kHipInvalidValue, "hipInit flags must be 0")
                 : driver.readSettings(settings);
  });
}
PRIM_HIP_API int hipDriverGetVersion(int *version) {
  return call(false, [&](Driver &) -> int {
    if (!version)
      return kHipInvalidValue;
    *version = kHipVersion;
    return kHipSuccess;
  });
}
PRIM_HIP_API int hipRuntimeGetVersion(int *version) {
  return hipDriverGetVersion(version);
}
PRIM_HIP_API int hipGetDeviceCount(int *count) {
  return call(false, [&](Driver &) -> int {
    if (!count)
      return kHipInvalidValue;
    *count = 1;
    return kHipSuccess;
  });
}
PRIM_HIP_API int hipSetDevice(int device) {
  return call(false, [&](Driver &driver) -> int {
    return device == 0 ? kHipSuccess
                       : driver.fail(kHipInvalidDevice,
                                     "the emulator has one device, 0");
  });
}
PRIM_HIP_API int hipGetDevice(int *device) {
  return call(false, [&](Driver &) -> int {
    if (!device)
      return kHipInvalidValue;
    *device = 0;
    return kHipSuccess;
  });
}
PRIM_HIP_API int hipDeviceGet(int *device, int ordinal) {
  return call(false, [&](Driver &) -> int {
    if (!device)
      return kHipInvalidValue;
    if (ordinal != 0)
      return kHipInvalidDevice;
    *device = 0;
    return kHipSuccess;
  });
}
PRIM_HIP_API int hipDeviceGetName(char *name, int length, int device) {
  return call(false, [&](Driver &driver) -> int {
    if (!name || length <= 0)
      return kHipInvalidValue;
    if (device != 0)
      return kHipInvalidDevice;
    std::string text =
        "prim emulator (" + std::string(driver.target->chip) + ")";
    std::strncpy(name, text.c_str(), size_t(length) - 1);
    name[length - 1] = 0;
    return kHipSuccess;
  });
}
PRIM_HIP_API int hipDeviceTotalMem(size_t *bytes, int device) {
  return call(false, [&](Driver &) -> int {
    if (!bytes)
      return kHipInvalidValue;
    if (device != 0)
      return kHipInvalidDevice;
    *bytes = DeviceMemory::kTotalBytes;
    return kHipSuccess;
  });
}
PRIM_HIP_API int hipDeviceComputeCapability(int *major, int *minor,
                                            int device) {
  return call(false, [&](Driver &driver) -> int {
    if (!major || !minor)
      return kHipInvalidValue;
    if (device != 0)
      return kHipInvalidDevice;
    *major = int(driver.target->encoding.major);
    *minor = int(driver.target->encoding.minor);
    return kHipSuccess;
  });
}
PRIM_HIP_API int hipGetDevicePropertiesR0600(void *out, int device) {
  return properties(out, device, layoutR0600);
}
PRIM_HIP_API int hipGetDeviceProperties(void *out, int device) {
  return properties(out, device, layoutR0000);
}
PRIM_HIP_API int hipDeviceGetAttribute(int *value, int attribute, int device) {
  return call(false, [&](Driver &driver) -> int {
    if (!value)
      return kHipInvalidValue;
    if (device != 0)
      return kHipInvalidDevice;
    const Target &target = *driver.target;
    switch (attribute) { // hipDeviceAttribute_t
    case 3:              // CanMapHostMemory
    case 8:              // ConcurrentKernels
    case 10:             // CooperativeLaunch
    case 85:             // UnifiedAddressing
    case 88:             // MemoryPoolsSupported
      *value = 1;
      return kHipSuccess;
    case 5:  // ClockRate
    case 60: // MemoryClockRate
      *value = kClockKhz;
      return kHipSuccess;
    case 19: // L2CacheSize
      *value = kL2Bytes;
      return kHipSuccess;
    case 23: // ComputeCapabilityMajor
      *value = int(target.encoding.major);
      return kHipSuccess;
    case 61: // ComputeCapabilityMinor
      *value = int(target.encoding.minor);
      return kHipSuccess;
    case 26: // MaxBlockDimX, Y, Z
    case 27:
    case 28:
    case 56: // MaxThreadsPerBlock
      *value = int(target.maxBlockSize);
      return kHipSuccess;
    case 29: // MaxGridDimX, Y, Z
    case 30:
    case 31:
      *value = kMaxGrid;
      return kHipSuccess;
    case 57: // MaxThreadsPerMultiProcessor
      *value = threadsPerComputeUnit(target);
      return kHipSuccess;
    case 63: // MultiprocessorCount
      *value = int(driver.units());
      return kHipSuccess;
    case 71: // MaxRegistersPerBlock
      *value = kRegistersPerBlock;
      return kHipSuccess;
    case 74: // MaxSharedMemoryPerBlock
    case 76: // SharedMemPerMultiprocessor
      *value = int(target.ldsBytes);
      return kHipSuccess;
    case 87: // WarpSize
      *value = int(target.waveSize);
      return kHipSuccess;
    default:
      *value = 0;
      return driver.fail(kHipInvalidValue, "device attribute " +
                                               std::to_string(attribute) +
                                               " is not known to the emulator");
    }
  });
}
PRIM_HIP_API int hipDeviceSynchronize(void) {
  return call(true, [](Driver &) -> int { return kHipSuccess; });
}
PRIM_HIP_API int hipDeviceReset(void) {
  return call(false, [](Driver &driver) -> int {
    if (insideInterrupt())
      return driver.fail(
          kHipNotSupported,
          "the function of primEmulatorSetInterrupt resets the device, but it "
          "runs during a call; reset the device after that call");
    for (Module *module : driver.modules)
      delete module;
    driver.modules.clear();
    // Handles are kept, so that a new handle never has the address of an old
    // one. A program that still uses an old handle gets an error and destroys
    // no other stream.
    static auto *endedStreams = new std::vector<HipStream *>;
    static auto *endedEvents = new std::vector<HipEvent *>;
    endedStreams->insert(endedStreams->end(), driver.streams.begin(),
                         driver.streams.end());
    endedEvents->insert(endedEvents->end(), driver.events.begin(),
                        driver.events.end());
    driver.streams.clear();
    driver.events.clear();
    DeviceMemory::get().releaseAll();
    driver.sticky = driver.lastError = kHipSuccess;
    driver.errorText.clear();
    return kHipSuccess;
  });
}

int prim::emulator::activeGroupsPerComputeUnit(const Target &target,
                                               const Kernel &kernel,
                                               unsigned blockSize,
                                               uint64_t dynamicLds) {
  // Registers are counted for the chip's default wave.
  const mlir::prim::ChipUnits &units = target.units;
  const unsigned registers =
      units.registers * target.waveSize / kernel.waveSize;
  const unsigned step =
      units.registerGranule * target.waveSize / kernel.waveSize;
  // The granule of the descriptor's register count.
  const unsigned granule = target.isGfx9() || kernel.waveSize == 32 ? 8 : 4;
  unsigned used = ((kernel.descriptor.rsrc1 & 0x3f) + 1) * granule;
  used = (used + step - 1) / step * step;
  unsigned wavesPerSimd =
      std::min(units.wavesPerSimd, std::max(1u, registers / used));
  unsigned wavesPerGroup = (blockSize + kernel.waveSize - 1) / kernel.waveSize;
  unsigned groups = wavesPerSimd * units.simds / std::max(1u, wavesPerGroup);
  uint64_t lds = kernel.descriptor.groupSegmentBytes + dynamicLds;
  if (lds > target.ldsBytes)
    return 0;
  if (lds)
    groups = std::min<unsigned>(groups, unsigned(units.ldsBytes / lds));
  return int(groups);
}
