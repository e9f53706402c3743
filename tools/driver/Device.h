//===- Device.h - The device that a program runs on ------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Opens the device that the user asked for, owns memory on it, and reads what
// the emulator counts. Errors are llvm::Error with text for the user.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_TOOLS_DRIVER_DEVICE_H
#define PRIM_TOOLS_DRIVER_DEVICE_H

#include "prim_emulator.h"
#include "prim_runtime.h"
#include "llvm/Support/Error.h"

#include <memory>
#include <optional>
#include <string>

namespace prim::tools {

/// An error with a text for the user.
llvm::Error makeError(const llvm::Twine &text);

/// The thread's last runtime error unless `status` is success.
llvm::Error toError(primStatus status, const llvm::Twine &doing);

class Device {
public:
  /// `kind` is auto, emulator or hip; `chip` may be empty: what there is.
  /// `toolDirectory` is where the program's executable is: the emulator is
  /// looked for in ../lib beside it unless PRIM_EMULATOR_LIBRARY names it.
  static llvm::Expected<std::unique_ptr<Device>>
  open(const std::string &kind, const std::string &chip,
       const std::string &toolDirectory);
  ~Device();

  primDevice *get() const { return device; }
  std::string getChip() const { return primDeviceChip(device); }
  std::string describe() const;
  bool isEmulator() const { return emulator; }

  /// Statistics of the emulator since the last reset; nothing on a GPU.
  std::optional<PrimEmulatorStats> getStatistics() const;
  void resetStatistics();
  /// Sets the emulator's schedule; ignored on a GPU.
  void setSeed(int64_t seed);
  /// Whether a kernel's fault has made every later call fail.
  bool isLost() const;
  /// Resets the emulator after such a fault; does nothing on a GPU. Modules
  /// have been unloaded before; all memory and streams are gone.
  void recover();
  /// Has the emulator append which basic blocks run to a file; an error on a
  /// GPU.
  llvm::Error setCoverage(const std::string &file);

private:
  explicit Device(primDevice *device);
  void *getSymbol(const char *name) const;

  primDevice *device;
  bool emulator = false;
};

/// Device memory, freed with its owner.
class DeviceBuffer {
public:
  static llvm::Expected<DeviceBuffer> create(Device &device, int64_t bytes);
  DeviceBuffer(DeviceBuffer &&other)
      : device(other.device), memory(other.memory) {
    other.memory = nullptr;
  }
  DeviceBuffer &operator=(DeviceBuffer &&) = delete;
  ~DeviceBuffer();

  void *get() const { return memory; }

private:
  DeviceBuffer(primDevice *device, void *memory)
      : device(device), memory(memory) {}

  primDevice *device;
  void *memory;
};

} // namespace prim::tools

#endif // PRIM_TOOLS_DRIVER_DEVICE_H
