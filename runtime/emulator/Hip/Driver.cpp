//===- Driver.cpp - State of the HIP driver ---------------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The process-wide driver, errors and their names, and the emulator's own
// exports for choosing a chip and a schedule.
//
//===----------------------------------------------------------------------===//

#include "Hip/Driver.h"
#include "Core/Coverage.h"

using namespace prim::emulator;

Driver &Driver::get() {
  static Driver *driver = [] {
    auto *state = new Driver;
    // The other variables are read, and errors in them reported, when they are
    // used.
    Settings settings;
    std::string ignored;
    Settings::read(settings, ignored);
    state->target = findTarget(settings.chip.c_str());
    if (!state->target)
      state->badChip = settings.chip;
    return state;
  }();
  return *driver;
}

bool Driver::validStream(const void *stream) const {
  // Null, hipStreamLegacy and hipStreamPerThread.
  if (reinterpret_cast<uintptr_t>(stream) <= 2)
    return true;
  return streams.count(
      const_cast<HipStream *>(static_cast<const HipStream *>(stream)));
}

bool Driver::lockUnlessInterrupted() {
  while (!mutex.try_lock_for(std::chrono::milliseconds(100)))
    if (interruptRequested())
      return false;
  return true;
}

bool Driver::postpone(void (*free)(void *pointer), void *pointer) {
  if (mutex.try_lock_for(std::chrono::milliseconds(20))) {
    mutex.unlock();
    return false;
  }
  std::lock_guard<std::mutex> lock(postponedMutex);
  postponed.emplace_back(free, pointer);
  return true;
}

void Driver::runPostponed() {
  if (insideInterrupt())
    return;
  std::vector<std::pair<void (*)(void *), void *>> taken;
  {
    std::lock_guard<std::mutex> lock(postponedMutex);
    taken.swap(postponed);
  }
  for (auto [free, pointer] : taken)
    free(pointer);
}

const Kernel *Driver::kernel(const void *function) const {
  for (Module *module : modules)
    for (auto &[name, kernel] : module->kernels)
      if (&kernel == function)
        return &kernel;
  return nullptr;
}

int Driver::readSettings(Settings &settings) {
  std::string error;
  if (!Settings::read(settings, error))
    return fail(kHipInvalidValue, error);
  lentUnits = settings.units;
  if (settings.coverage != coverage) {
    if (!Coverage::get().start(settings.coverage, error))
      return fail(kHipInvalidValue, "PRIM_EMULATOR_COVERAGE: " + error);
    coverage = settings.coverage;
  }
  return kHipSuccess;
}

int Driver::fail(int error, const std::string &text) {
  errorText = text;
  return error;
}

namespace {
struct ErrorName {
  int error;
  const char *name, *text;
};
} // namespace

static const ErrorName errorNames[] = {
    {kHipSuccess, "hipSuccess", "no error"},
    {kHipInvalidValue, "hipErrorInvalidValue", "invalid argument"},
    {kHipOutOfMemory, "hipErrorOutOfMemory", "out of memory"},
    {kHipNotInitialized, "hipErrorNotInitialized", "initialization error"},
    {kHipInvalidConfiguration, "hipErrorInvalidConfiguration",
     "invalid configuration argument"},
    {kHipInvalidDevicePointer, "hipErrorInvalidDevicePointer",
     "invalid device pointer"},
    {kHipInvalidMemcpyDirection, "hipErrorInvalidMemcpyDirection",
     "invalid copy direction for memcpy"},
    {kHipNoDevice, "hipErrorNoDevice", "no ROCm-capable device is detected"},
    {kHipInvalidDevice, "hipErrorInvalidDevice", "invalid device ordinal"},
    {kHipInvalidImage, "hipErrorInvalidImage",
     "device kernel image is invalid"},
    {kHipNoBinaryForGpu, "hipErrorNoBinaryForGpu",
     "no kernel image is available for execution on the device"},
    {kHipFileNotFound, "hipErrorFileNotFound", "file not found"},
    {kHipInvalidHandle, "hipErrorInvalidHandle", "invalid resource handle"},
    {kHipNotFound, "hipErrorNotFound", "named symbol not found"},
    {kHipNotReady, "hipErrorNotReady", "device not ready"},
    {kHipLaunchOutOfResources, "hipErrorLaunchOutOfResources",
     "out of resources for launch"},
    {kHipLaunchTimeOut, "hipErrorLaunchTimeOut",
     "the launch timed out and was terminated"},
    {kHipHostMemoryAlreadyRegistered, "hipErrorHostMemoryAlreadyRegistered",
     "part or all of the requested memory range is already mapped"},
    {kHipHostMemoryNotRegistered, "hipErrorHostMemoryNotRegistered",
     "pointer does not correspond to a registered memory region"},
    {kHipLaunchFailure, "hipErrorLaunchFailure", "unspecified launch failure"},
    {kHipCooperativeLaunchTooLarge, "hipErrorCooperativeLaunchTooLarge",
     "too many blocks in cooperative launch"},
    {kHipNotSupported, "hipErrorNotSupported", "operation not supported"},
};

PRIM_HIP_API const char *hipGetErrorName(int error) {
  for (const ErrorName &entry : errorNames)
    if (entry.error == error)
      return entry.name;
  return "hipErrorUnknown";
}

PRIM_HIP_API const char *hipGetErrorString(int error) {
  for (const ErrorName &entry : errorNames)
    if (entry.error == error)
      return entry.text;
  return "unknown error";
}

PRIM_HIP_API int hipDrvGetErrorName(int error, const char **name) {
  if (!name)
    return kHipInvalidValue;
  *name = hipGetErrorName(error);
  return kHipSuccess;
}

PRIM_HIP_API int hipDrvGetErrorString(int error, const char **text) {
  if (!text)
    return kHipInvalidValue;
  *text = hipGetErrorString(error);
  return kHipSuccess;
}

PRIM_HIP_API int hipGetLastError(void) {
  Driver &driver = Driver::get();
  std::lock_guard<std::recursive_timed_mutex> lock(driver.mutex);
  int error = driver.lastError;
  driver.lastError = driver.sticky;
  return error;
}

PRIM_HIP_API int hipPeekAtLastError(void) {
  Driver &driver = Driver::get();
  std::lock_guard<std::recursive_timed_mutex> lock(driver.mutex);
  return driver.lastError;
}

PRIM_HIP_API int primEmulatorSetChip(const char *chip) {
  Driver &driver = Driver::get();
  std::lock_guard<std::recursive_timed_mutex> lock(driver.mutex);
  const Target *target = chip ? findTarget(chip) : nullptr;
  if (!target) {
    driver.errorText = "unknown chip '" + std::string(chip ? chip : "") +
                       "'; known are " + targetNames();
    return 1;
  }
  if (target == driver.target)
    return 0;
  if (!driver.modules.empty() || DeviceMemory::get().bytesInUse() != 0) {
    driver.errorText = std::string("cannot change the chip to ") + chip +
                       " while modules or allocations exist";
    return 2;
  }
  driver.target = target;
  return 0;
}

PRIM_HIP_API void primEmulatorSetSeed(int64_t seed) {
  std::lock_guard<std::recursive_timed_mutex> lock(Driver::get().mutex);
  setScheduleSeed(seed);
}

PRIM_HIP_API void primEmulatorSetInterrupt(int (*check)(void *),
                                           void *userData) {
  setInterrupt(check, userData);
}

PRIM_HIP_API int primEmulatorSetCoverage(const char *file) {
  Driver &driver = Driver::get();
  std::lock_guard<std::recursive_timed_mutex> lock(driver.mutex);
  return Coverage::get().start(file ? file : "", driver.errorText) ? 0 : 1;
}

PRIM_HIP_API const char *primEmulatorLastError(void) {
  return Driver::get().errorText.c_str();
}
