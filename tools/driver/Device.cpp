//===- Device.cpp - The device that a program runs on ----------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Opens devices through the runtime; knows where the emulator library is.
//
//===----------------------------------------------------------------------===//

#include "driver/Device.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <cstdlib>

namespace prim::tools {

llvm::Error makeError(const llvm::Twine &text) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), text);
}

llvm::Error toError(primStatus status, const llvm::Twine &doing) {
  if (status == PRIM_SUCCESS)
    return llvm::Error::success();
  return makeError(doing + ": " + primLastErrorMessage());
}

static std::string findEmulator(const std::string &toolDirectory) {
  if (const char *path = std::getenv("PRIM_EMULATOR_LIBRARY"))
    if (*path)
      return path;
  llvm::SmallString<256> path(toolDirectory);
  llvm::sys::path::append(path, "..", "lib", "libprim_emulator.so");
  llvm::sys::path::remove_dots(path, /*remove_dot_dot=*/true);
  return path.str().str();
}

llvm::Expected<std::unique_ptr<Device>>
Device::open(const std::string &kind, const std::string &chip,
             const std::string &toolDirectory) {
  const char *wanted = chip.empty() ? nullptr : chip.c_str();
  primDevice *device = nullptr;
  if (kind == "hip" || kind == "auto") {
    primStatus status = primDeviceOpen("hip", nullptr, wanted, 0, &device);
    if (status == PRIM_SUCCESS)
      return std::unique_ptr<Device>(new Device(device));
    if (kind == "hip")
      return toError(status, "cannot open an AMD GPU");
  } else if (kind != "emulator") {
    return makeError("unknown device '" + kind +
                     "': use auto, emulator or hip");
  }
  std::string library = findEmulator(toolDirectory);
  primStatus status =
      primDeviceOpen("hip", library.c_str(), wanted, 0, &device);
  if (status != PRIM_SUCCESS)
    return toError(status, "cannot open the emulator");
  return std::unique_ptr<Device>(new Device(device));
}

Device::Device(primDevice *device) : device(device) {
  int64_t value = 0;
  if (primDeviceGetAttribute(device, PRIM_ATTRIBUTE_IS_EMULATOR, &value) ==
      PRIM_SUCCESS)
    emulator = value != 0;
}

Device::~Device() { primDeviceClose(device); }

std::string Device::describe() const {
  return getChip() + (emulator ? " (emulator)" : " (GPU)");
}

void *Device::getSymbol(const char *name) const {
  void *address = nullptr;
  if (!emulator || primDeviceSymbol(device, name, &address) != PRIM_SUCCESS)
    return nullptr;
  return address;
}

std::optional<PrimEmulatorStats> Device::getStatistics() const {
  auto get = reinterpret_cast<decltype(&primEmulatorStatistics)>(
      getSymbol("primEmulatorStatistics"));
  PrimEmulatorStats stats = {};
  stats.size = sizeof(stats);
  if (!get || get(&stats) != 0)
    return std::nullopt;
  return stats;
}

void Device::resetStatistics() {
  if (auto reset = reinterpret_cast<decltype(&primEmulatorResetStatistics)>(
          getSymbol("primEmulatorResetStatistics")))
    reset();
}

void Device::setSeed(int64_t seed) {
  if (auto set = reinterpret_cast<decltype(&primEmulatorSetSeed)>(
          getSymbol("primEmulatorSetSeed")))
    set(seed);
}

bool Device::isLost() const {
  return primDeviceSynchronize(device) != PRIM_SUCCESS;
}

void Device::recover() {
  if (auto reset = reinterpret_cast<int (*)()>(getSymbol("hipDeviceReset")))
    reset();
}

llvm::Error Device::setCoverage(const std::string &file) {
  auto set = reinterpret_cast<decltype(&primEmulatorSetCoverage)>(
      getSymbol("primEmulatorSetCoverage"));
  auto why = reinterpret_cast<decltype(&primEmulatorLastError)>(
      getSymbol("primEmulatorLastError"));
  if (!set || !why)
    return makeError("only the emulator records which basic blocks run");
  if (set(file.c_str()))
    return makeError(why());
  return llvm::Error::success();
}

llvm::Expected<DeviceBuffer> DeviceBuffer::create(Device &device,
                                                  int64_t bytes) {
  void *memory = nullptr;
  if (llvm::Error error = toError(primMemAlloc(device.get(), bytes, &memory),
                                  "cannot allocate device memory"))
    return std::move(error);
  return DeviceBuffer(device.get(), memory);
}

DeviceBuffer::~DeviceBuffer() {
  if (memory)
    primMemFree(device, memory);
}

} // namespace prim::tools
