//===- Device.h - The device that a program runs on ------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Opens the device that the user asked for, holds arrays on it, and reads what
// the emulator counts. Errors are llvm::Error with text for the user.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_EXECUTION_DEVICE_H
#define PRIM_EXECUTION_DEVICE_H

#include "prim/Execution/Array.h"
#include "prim_emulator.h"
#include "prim_runtime.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"

#include <atomic>
#include <memory>
#include <optional>
#include <shared_mutex>
#include <string>

namespace mlir::prim {

/// The thread's last runtime error, behind `doing`, unless `status` is success.
llvm::Error toError(primStatus status, const llvm::Twine &doing);

/// A member of the emulator's statistics and its name in reports.
struct EmulatorCounter {
  const char *name;
  uint64_t PrimEmulatorStats::*member;
};
llvm::ArrayRef<EmulatorCounter> getEmulatorCounters();

/// Counts the resets of a device, for all in the process who have opened it.
/// What was made before the last one is gone, and its address may be that of
/// something newer.
class Resets {
public:
  uint64_t count() const { return number; }
  /// Calls `reset`, which ends all that is on the device.
  void add(llvm::function_ref<void()> reset);
  /// Calls `free`, which gives back what was made when there had been `then`
  /// resets, unless it is gone. No reset comes in between.
  void release(uint64_t then, llvm::function_ref<void()> free);

private:
  /// Shared by those who release: one may wait for work on the device.
  std::shared_mutex mutex;
  std::atomic<uint64_t> number{0};
};

class Device {
public:
  /// `kind` is auto, emulator, hip or cuda; `chip` may be empty: what there is.
  /// Auto is an AMD GPU if there is one, else the emulator, and for a chip of
  /// NVIDIA's cuda. `emulator` is the path of the emulator's library;
  /// PRIM_EMULATOR_LIBRARY goes before it. Emulators of several chips may be
  /// open at once; each further chip has a copy of the library in memory.
  static llvm::Expected<std::unique_ptr<Device>>
  open(const std::string &kind, const std::string &chip,
       const std::string &emulator);

  primDevice *get() const { return device.get(); }
  /// For what may be released after this object is gone.
  std::shared_ptr<primDevice> share() const { return device; }
  std::shared_ptr<Resets> shareResets() const { return resets; }
  /// How often the device has been reset: what was made in another generation
  /// is gone.
  uint64_t getGeneration() const { return resets->count(); }
  std::string getChip() const { return primDeviceChip(get()); }
  std::string describe() const;
  bool isEmulator() const { return emulator; }

  /// Statistics of the emulator since the last reset; nothing on a GPU. An
  /// emulator counts once per chip for all who have opened it.
  std::optional<PrimEmulatorStats> getStatistics() const;
  void resetStatistics();
  /// Sets the emulator's schedule; ignored on a GPU.
  void setSeed(int64_t seed);
  /// Whether a kernel's fault has made every later call fail.
  bool isLost() const;
  /// Resets the emulator after such a fault, and begins a new generation; does
  /// nothing on a GPU. Modules have been unloaded before; all memory and
  /// streams are gone.
  void recover();
  /// Whether the emulator has these bytes in one live allocation. A GPU is not
  /// asked, and has all.
  bool has(const void *data, size_t bytes) const;
  /// Has the emulator append which basic blocks run to a file; an error on a
  /// GPU.
  llvm::Error setCoverage(const std::string &file);

private:
  explicit Device(primDevice *device);
  void *getSymbol(const char *name) const;

  std::shared_ptr<primDevice> device;
  std::shared_ptr<Resets> resets;
  bool emulator = false;
};

/// A dense array in C order in a device's memory. It may be a view of memory
/// that somebody else owns; else the last copy of `owner` frees it, unless a
/// reset has, and keeps the driver's device and stream for that. A stream
/// behind primStreamWrap outlives the results of calls on it.
struct DeviceArray {
  ElementType type = ElementType::I8;
  /// Extents, outermost first; empty for rank 0.
  std::vector<int64_t> shape;
  /// The first element, aligned to the element.
  void *data = nullptr;
  /// Null for a view.
  std::shared_ptr<void> owner;
  /// The device's when it was made; nothing for a view, whose owner knows.
  std::optional<uint64_t> generation;

  /// An error for an array that was made before the device's last reset.
  llvm::Error checkStillThere(const Device &device) const;

  /// Memory of its own, with contents undefined.
  static llvm::Expected<DeviceArray> allocate(Device &device, ElementType type,
                                              std::vector<int64_t> shape);
  /// A copy of `array`; it is complete when this returns.
  static llvm::Expected<DeviceArray> upload(Device &device, const Array &array);
  /// A copy on the host, once the device's work before it is done.
  llvm::Expected<Array> download(Device &device) const;
};

} // namespace mlir::prim

#endif // PRIM_EXECUTION_DEVICE_H
