//===- Device.h - The device that a program runs on ------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Opens the selected device, holds arrays on it, and reads the emulator's
// counters. Errors are llvm::Error with text for the user.
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

/// The thread's last runtime error, after the text `doing`; success if `status`
/// is success.
llvm::Error toError(primStatus status, const llvm::Twine &doing);

/// A member of the emulator's statistics and its name in reports.
struct EmulatorCounter {
  const char *name;
  uint64_t PrimEmulatorStats::*member;
};
llvm::ArrayRef<EmulatorCounter> getEmulatorCounters();

/// Counts the resets of a device, for all in the process that have opened it.
/// Objects made before the last reset are gone, and their addresses may have
/// been reused.
class Resets {
public:
  uint64_t count() const { return number; }
  /// Calls `reset`, which discards everything on the device.
  void add(llvm::function_ref<void()> reset);
  /// Calls `free`, which releases an object made after `then` resets, unless a
  /// later reset has discarded it. No reset happens during the call.
  void release(uint64_t then, llvm::function_ref<void()> free);

private:
  /// Locked shared by release(), which may wait for work on the device.
  std::shared_mutex mutex;
  std::atomic<uint64_t> number{0};
};

class Device {
public:
  /// `kind` is auto, emulator, hip or cuda. An empty `chip` means the chip of
  /// the device. Auto is cuda for an NVIDIA chip; otherwise it is an AMD GPU if
  /// there is one, and else the emulator. `emulator` is the path of the
  /// emulator's library; PRIM_EMULATOR_LIBRARY overrides it. Emulators of
  /// several chips may be open at once; each further chip has a copy of the
  /// library in memory.
  static llvm::Expected<std::unique_ptr<Device>>
  open(const std::string &kind, const std::string &chip,
       const std::string &emulator);

  primDevice *get() const { return device.get(); }
  /// Shared with objects that may be released after this object is destroyed.
  std::shared_ptr<primDevice> share() const { return device; }
  std::shared_ptr<Resets> shareResets() const { return resets; }
  /// The number of resets of the device. Objects made in another generation are
  /// gone.
  uint64_t getGeneration() const { return resets->count(); }
  std::string getChip() const { return primDeviceChip(get()); }
  std::string describe() const;
  bool isEmulator() const { return emulator; }

  /// Statistics of the emulator since resetStatistics() was called last;
  /// nothing on a GPU. An emulator has one set of counters per chip, shared by
  /// all that have opened it.
  std::optional<PrimEmulatorStats> getStatistics() const;
  void resetStatistics();
  /// Sets the emulator's schedule; ignored on a GPU.
  void setSeed(int64_t seed);
  /// Whether a fault of a kernel has made all later calls fail.
  bool isLost() const;
  /// Resets the emulator after such a fault, and begins a new generation; does
  /// nothing on a GPU. Modules must have been unloaded before. All memory and
  /// streams are gone afterwards.
  void recover();
  /// Whether the emulator has these bytes in one live allocation. Always true
  /// on a GPU, which is not checked.
  bool has(const void *data, size_t bytes) const;
  /// Makes the emulator append the basic blocks that run to a file; an error on
  /// a GPU.
  llvm::Error setCoverage(const std::string &file);

private:
  explicit Device(primDevice *device);
  void *getSymbol(const char *name) const;

  std::shared_ptr<primDevice> device;
  std::shared_ptr<Resets> resets;
  bool emulator = false;
};

/// A dense array in C order in a device's memory. It may be a view of memory
/// with another owner. Otherwise the last copy of `owner` frees the memory,
/// unless a reset has done so, and keeps the driver's device and stream alive
/// until then. A stream passed to primStreamWrap must outlive the results of
/// calls on it.
struct DeviceArray {
  ElementType type = ElementType::I8;
  /// Extents, outermost first; empty for rank 0.
  std::vector<int64_t> shape;
  /// The first element, aligned to the element.
  void *data = nullptr;
  /// Null for a view.
  std::shared_ptr<void> owner;
  /// The device's generation when the array was made; nothing for a view, whose
  /// owner is responsible.
  std::optional<uint64_t> generation;

  /// Returns an error if the array was made before the device's last reset.
  llvm::Error checkStillThere(const Device &device) const;

  /// Allocates memory with undefined contents.
  static llvm::Expected<DeviceArray> allocate(Device &device, ElementType type,
                                              std::vector<int64_t> shape);
  /// Copies `array` to the device and waits for the copy.
  static llvm::Expected<DeviceArray> upload(Device &device, const Array &array);
  /// Copies the array to the host after all earlier work of the device is done.
  llvm::Expected<Array> download(Device &device) const;
};

} // namespace mlir::prim

#endif // PRIM_EXECUTION_DEVICE_H
