//===- Device.cpp - The device that a program runs on ----------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Opens devices and copies arrays through the runtime.
//
//===----------------------------------------------------------------------===//

#include "prim/Execution/Device.h"

#include "EmulatorCopies.h"
#include "prim/Target/Interruption.h"
#include "llvm/ADT/Twine.h"

#include <cstdlib>
#include <map>
#include <mutex>

using namespace mlir::prim;

llvm::Error mlir::prim::toError(primStatus status, const llvm::Twine &doing) {
  if (status == PRIM_SUCCESS)
    return llvm::Error::success();
  return llvm::createStringError(doing + ": " + primLastErrorMessage());
}

/// Whether a chip is NVIDIA's, even if prim does not know it.
static bool isNvidia(llvm::StringRef chip) { return chip.starts_with("sm_"); }

llvm::Expected<std::unique_ptr<Device>>
Device::open(const std::string &kind, const std::string &chip,
             const std::string &emulator) {
  const char *wanted = chip.empty() ? nullptr : chip.c_str();
  const bool isAuto = kind == "auto", nvidia = isNvidia(chip);
  const std::string family = !isAuto ? kind : nvidia ? "cuda" : "hip";
  primDevice *device = nullptr;
  if (family == "hip" || family == "cuda") {
    primStatus status =
        primDeviceOpen(family.c_str(), nullptr, wanted, 0, &device);
    if (status == PRIM_SUCCESS)
      return std::unique_ptr<Device>(new Device(device));
    // There is no emulator for NVIDIA GPUs.
    if (!isAuto || nvidia)
      return toError(status, family == "hip" ? "cannot open an AMD GPU"
                                             : "cannot open an NVIDIA GPU");
  } else if (kind != "emulator") {
    return llvm::createStringError("unknown device '" + kind +
                                   "': use auto, emulator, hip or cuda");
  } else if (nvidia) {
    return llvm::createStringError("the emulator executes AMDGPU code; " +
                                   chip + " needs a GPU; use --device=cuda");
  }
  const char *given = std::getenv("PRIM_EMULATOR_LIBRARY");
  const char *library = given && *given ? given : emulator.c_str();
  primStatus status = PRIM_SUCCESS;
  device = openEmulatorOfItsOwn(library, chip, [&](const char *path) {
    primDevice *opened = nullptr;
    status = primDeviceOpen("hip", path, wanted, 0, &opened);
    return opened;
  });
  if (!device)
    return toError(status, "cannot open the emulator");
  return std::unique_ptr<Device>(new Device(device));
}

//===----------------------------------------------------------------------===//
// Resets
//===----------------------------------------------------------------------===//

void Resets::add(llvm::function_ref<void()> reset) {
  std::lock_guard<std::shared_mutex> lock(mutex);
  ++number;
  reset();
}

void Resets::release(uint64_t then, llvm::function_ref<void()> free) {
  std::shared_lock<std::shared_mutex> lock(mutex);
  if (then == number)
    free();
}

/// Each loaded driver library is one emulator; a GPU is never reset.
static std::shared_ptr<Resets> resetsOf(const primDevice *device) {
  static std::mutex mutex;
  static auto *known = new std::map<std::string, std::shared_ptr<Resets>>;
  std::lock_guard<std::mutex> lock(mutex);
  std::shared_ptr<Resets> &resets = (*known)[primDeviceLibrary(device)];
  if (!resets)
    resets = std::make_shared<Resets>();
  return resets;
}

Device::Device(primDevice *opened)
    : device(opened, primDeviceClose), resets(resetsOf(opened)) {
  int64_t value = 0;
  if (primDeviceGetAttribute(opened, PRIM_ATTRIBUTE_IS_EMULATOR, &value) ==
      PRIM_SUCCESS)
    emulator = value != 0;
  if (auto set = reinterpret_cast<decltype(&primEmulatorSetInterrupt)>(
          getSymbol("primEmulatorSetInterrupt")))
    set([](void *) -> int { return Interruption::requested(); }, nullptr);
}

std::string Device::describe() const {
  return getChip() + (emulator ? " (emulator)" : " (GPU)");
}

void *Device::getSymbol(const char *name) const {
  void *address = nullptr;
  if (!emulator || primDeviceSymbol(get(), name, &address) != PRIM_SUCCESS)
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
  return primDeviceSynchronize(get()) != PRIM_SUCCESS;
}

void Device::recover() {
  // Within an interruption check, a kernel of this thread is running.
  if (Interruption::isAsking())
    return;
  if (auto reset = reinterpret_cast<int (*)()>(getSymbol("hipDeviceReset")))
    resets->add([&] { reset(); });
}

bool Device::has(const void *data, size_t bytes) const {
  auto find = reinterpret_cast<int (*)(void **, size_t *, const void *)>(
      getSymbol("hipMemGetAddressRange"));
  if (!find)
    return true;
  void *base = nullptr;
  size_t size = 0;
  if (find(&base, &size, data))
    return false;
  size_t offset = static_cast<const char *>(data) - static_cast<char *>(base);
  return offset <= size && bytes <= size - offset;
}

llvm::Error Device::setCoverage(const std::string &file) {
  auto set = reinterpret_cast<decltype(&primEmulatorSetCoverage)>(
      getSymbol("primEmulatorSetCoverage"));
  auto why = reinterpret_cast<decltype(&primEmulatorLastError)>(
      getSymbol("primEmulatorLastError"));
  if (!set || !why)
    return llvm::createStringError("only the emulator records the basic blocks "
                                   "that run; use --device=emulator");
  if (set(file.c_str()))
    return llvm::createStringError(why());
  return llvm::Error::success();
}

static constexpr EmulatorCounter counters[] = {
    {"instructions", &PrimEmulatorStats::instructions},
    {"valu", &PrimEmulatorStats::valu},
    {"cross-lane", &PrimEmulatorStats::crossLane},
    {"dpp", &PrimEmulatorStats::dpp},
    {"permlane", &PrimEmulatorStats::permlane},
    {"readlane", &PrimEmulatorStats::readlane},
    {"swizzle", &PrimEmulatorStats::swizzle},
    {"bpermute", &PrimEmulatorStats::bpermute},
    {"salu", &PrimEmulatorStats::salu},
    {"branch", &PrimEmulatorStats::branch},
    {"smem", &PrimEmulatorStats::smem},
    {"global-load", &PrimEmulatorStats::globalLoad},
    {"global-store", &PrimEmulatorStats::globalStore},
    {"global-atomic", &PrimEmulatorStats::globalAtomic},
    {"scratch", &PrimEmulatorStats::scratch},
    {"lds", &PrimEmulatorStats::lds},
    {"barrier", &PrimEmulatorStats::barrier},
    {"wait", &PrimEmulatorStats::wait},
    {"other", &PrimEmulatorStats::other},
    {"spins", &PrimEmulatorStats::spins},
    {"bytes-loaded", &PrimEmulatorStats::bytesLoaded},
    {"bytes-stored", &PrimEmulatorStats::bytesStored},
    {"cache-lines", &PrimEmulatorStats::cacheLines},
    {"bank-conflicts", &PrimEmulatorStats::bankConflicts},
    {"work-groups", &PrimEmulatorStats::workGroups},
};

llvm::ArrayRef<EmulatorCounter> mlir::prim::getEmulatorCounters() {
  return counters;
}

//===----------------------------------------------------------------------===//
// Arrays
//===----------------------------------------------------------------------===//

llvm::Expected<DeviceArray> DeviceArray::allocate(Device &device,
                                                  ElementType type,
                                                  std::vector<int64_t> shape) {
  std::optional<int64_t> bytes = byteSize(type, shape);
  if (!bytes)
    return llvm::createStringError("an array cannot have the size of " +
                                   describe(type, shape));
  void *memory = nullptr;
  // Read before the allocation. If a reset intervenes, the memory appears older
  // than it is, and is merely not freed.
  const uint64_t generation = device.getGeneration();
  if (llvm::Error error = toError(primMemAlloc(device.get(), *bytes, &memory),
                                  "cannot allocate device memory"))
    return std::move(error);
  auto free = [on = device.share(), resets = device.shareResets(),
               generation](void *pointer) {
    resets->release(generation, [&] { primMemFree(on.get(), pointer); });
  };
  return DeviceArray{type, std::move(shape), memory,
                     std::shared_ptr<void>(memory, std::move(free)),
                     generation};
}

llvm::Error DeviceArray::checkStillThere(const Device &device) const {
  if (!generation || *generation == device.getGeneration())
    return llvm::Error::success();
  return llvm::createStringError("the array was made before the device was "
                                 "reset, which freed it; make it again");
}

llvm::Expected<DeviceArray> DeviceArray::upload(Device &device,
                                                const Array &array) {
  auto copy = allocate(device, array.type, array.shape);
  if (!copy)
    return copy.takeError();
  if (llvm::Error error =
          toError(primMemCopy(device.get(), copy->data, array.data.data(),
                              array.data.size(), PRIM_COPY_HOST_TO_DEVICE),
                  "cannot copy an input to the device"))
    return std::move(error);
  return copy;
}

llvm::Expected<Array> DeviceArray::download(Device &device) const {
  if (llvm::Error error = checkStillThere(device))
    return std::move(error);
  std::optional<int64_t> bytes = byteSize(type, shape);
  if (!bytes || !fitsInMemory(*bytes))
    return llvm::createStringError(
        "an array on this machine cannot have the size of " +
        describe(type, shape));
  Array array{type, shape, std::vector<unsigned char>(*bytes)};
  if (llvm::Error error =
          toError(primMemCopy(device.get(), array.data.data(), data, *bytes,
                              PRIM_COPY_DEVICE_TO_HOST),
                  "cannot copy a result from the device"))
    return std::move(error);
  return std::move(array);
}
