//===- Driver.h - State of the HIP driver -----------------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// State that the exported HIP functions share: the chip, the sticky fault, live
// handles, and the guard that every entry point takes. The ABI (error numbers,
// handle types) is declared here because the emulator builds without HIP
// headers.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_EMULATOR_HIP_DRIVER_H
#define PRIM_EMULATOR_HIP_DRIVER_H

#include "Core/DeviceMemory.h"
#include "Core/Interrupt.h"
#include "Core/Launch.h"
#include "Core/Loader.h"
#include "Core/Target.h"

#include <chrono>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <utility>
#include <vector>

#define PRIM_HIP_API extern "C" __attribute__((visibility("default")))

namespace prim::emulator {

/// hipError_t, which is an int in the ABI.
enum HipError : int {
  kHipSuccess = 0,
  kHipInvalidValue = 1,
  kHipOutOfMemory = 2,
  kHipNotInitialized = 3,
  kHipInvalidConfiguration = 9,
  kHipInvalidDevicePointer = 17,
  kHipInvalidMemcpyDirection = 21,
  kHipNoDevice = 100,
  kHipInvalidDevice = 101,
  kHipInvalidImage = 200,
  kHipNoBinaryForGpu = 209,
  kHipFileNotFound = 301,
  kHipInvalidHandle = 400,
  kHipNotFound = 500,
  kHipNotReady = 600,
  kHipLaunchOutOfResources = 701,
  kHipLaunchTimeOut = 702,
  kHipHostMemoryAlreadyRegistered = 712,
  kHipHostMemoryNotRegistered = 713,
  kHipLaunchFailure = 719,
  kHipCooperativeLaunchTooLarge = 720,
  kHipNotSupported = 801,
};

struct HipStream {
  unsigned flags = 0;
  int priority = 0;
};

struct HipEvent {
  bool recorded = false;
  std::chrono::steady_clock::time_point time;
};

class Driver {
public:
  static Driver &get();

  const Target *target = nullptr;
  std::string badChip; // PRIM_EMULATOR_CHIP, if no chip has that name
  std::string errorText;
  int lastError = kHipSuccess;
  int sticky = kHipSuccess; // a kernel fault, until hipDeviceReset
  std::set<HipStream *> streams;
  std::set<HipEvent *> events;
  std::set<Module *> modules;
  std::recursive_timed_mutex mutex;

  /// Takes the lock, which another thread holds while its launch runs. False if
  /// the embedder requests that this call end instead.
  bool lockUnlessInterrupted();
  /// Defers a function that frees memory if another thread's launch is running;
  /// it is called at the next entry after that launch. An interrupted thread
  /// can therefore clean up without waiting.
  bool postpone(void (*free)(void *pointer), void *pointer);
  /// Calls the deferred functions, unless a launch of this thread is running.
  void runPostponed();
  /// Compute units of the device.
  unsigned units() const { return lentUnits.value_or(target->units.count); }
  bool validStream(const void *stream) const;
  /// The kernel of a hipFunction_t, or nullptr.
  const Kernel *kernel(const void *function) const;
  int fail(int error, const std::string &text);
  /// Reads the current environment before it is used: at hipInit, when a module
  /// is loaded and when a kernel is launched. Starts recording coverage if it
  /// is set there.
  int readSettings(Settings &settings);

private:
  std::mutex postponedMutex;
  std::vector<std::pair<void (*)(void *), void *>> postponed;
  std::string coverage; // the file of the environment that is in force
  std::optional<unsigned> lentUnits;
};

/// Takes the driver's lock, runs `body` and records its error. Entry points
/// that require a device fail while a fault is pending. They wait for the lock
/// until they are interrupted.
template <typename F>
int call(bool needsDevice, F body) {
  Driver &driver = Driver::get();
  std::unique_lock<std::recursive_timed_mutex> lock(driver.mutex,
                                                    std::defer_lock);
  if (!needsDevice)
    lock.lock();
  else if (driver.lockUnlessInterrupted())
    lock = std::unique_lock<std::recursive_timed_mutex>(driver.mutex,
                                                        std::adopt_lock);
  else
    return kHipLaunchTimeOut;
  driver.runPostponed();
  int error;
  if (!driver.target)
    error = driver.fail(kHipInvalidValue, "PRIM_EMULATOR_CHIP: unknown chip '" +
                                              driver.badChip + "'; known are " +
                                              targetNames());
  else if (needsDevice && driver.sticky)
    error = driver.sticky;
  else
    error = body(driver);
  if (error && error != kHipNotReady)
    driver.lastError = error;
  return error;
}

/// Work-groups of a kernel that fit one compute unit.
int activeGroupsPerComputeUnit(const Target &target, const Kernel &kernel,
                               unsigned blockSize, uint64_t dynamicLds);

} // namespace prim::emulator

#endif // PRIM_EMULATOR_HIP_DRIVER_H
