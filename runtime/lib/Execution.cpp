//===- Execution.cpp - What generated host code calls -----------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The execution layer of prim_runtime.h: a sticky first error, counts of
// enqueued work, and the caches of loaded modules behind the slots of generated
// code.
//
//===----------------------------------------------------------------------===//

#include "Handles.h"

#include <algorithm>
#include <cstring>
#include <set>

using namespace prim::runtime;

struct primExecution {
  primDevice *device;
  primStream *stream;
  primStatus status = PRIM_SUCCESS;
  std::string message;
  primExecutionStats stats = {};
  /// Allocated by this execution and not freed yet.
  std::set<void *> live;
  /// The allocations in `live` that a library function returns.
  std::set<void *> returned;

  primExecution(primDevice *device, primStream *stream)
      : device(device), stream(stream) {}

  /// Makes the first failure the execution's error; its text is the thread's
  /// last message. Returns whether there is no failure.
  bool note(primStatus outcome) noexcept {
    if (outcome == PRIM_SUCCESS)
      return true;
    if (status == PRIM_SUCCESS) {
      status = outcome;
      try {
        message = primLastErrorMessage();
      } catch (const std::bad_alloc &) {
        // Only the status is recorded.
      }
    }
    return false;
  }
};

/// Whether a function of the ABI has to do its work.
static bool runnable(const primExecution *execution) {
  return execution && execution->status == PRIM_SUCCESS;
}

//===----------------------------------------------------------------------===//
// Caches behind slots
//===----------------------------------------------------------------------===//

namespace {

/// A slot holds a list with one entry per device. Entries are only added at the
/// front, under `cacheLock`, until the module is released as a whole. Readers
/// therefore need no lock.
struct ModuleEntry {
  uint64_t deviceId;
  primModule *module;
  ModuleEntry *next;
  /// Slots of kernels of this module.
  std::set<void **> kernelSlots;
};

struct KernelEntry {
  uint64_t deviceId;
  primKernel *kernel;
  KernelEntry *next;
};

std::mutex cacheLock;

template <typename Entry>
Entry *findEntry(void **slot, uint64_t deviceId) {
  auto *entry = static_cast<Entry *>(__atomic_load_n(slot, __ATOMIC_ACQUIRE));
  while (entry && entry->deviceId != deviceId)
    entry = entry->next;
  return entry;
}

/// Adds `entry` at the front of the slot's list.
template <typename Entry>
void addEntry(void **slot, std::unique_ptr<Entry> entry) {
  entry->next = static_cast<Entry *>(*slot);
  __atomic_store_n(slot, static_cast<void *>(entry.release()),
                   __ATOMIC_RELEASE);
}

} // namespace

/// The slow path of primExecKernel: loads the module and the kernel if
/// necessary.
static primStatus loadKernel(primDevice *device, void **moduleSlot,
                             const void *image, int64_t imageBytes,
                             void **kernelSlot, const char *name,
                             primKernel **kernel) {
  const uint64_t deviceId = device->state->id;
  std::lock_guard<std::mutex> guard(cacheLock);
  if (auto *known = findEntry<KernelEntry>(kernelSlot, deviceId)) {
    *kernel = known->kernel;
    return PRIM_SUCCESS;
  }
  auto *moduleEntry = findEntry<ModuleEntry>(moduleSlot, deviceId);
  if (!moduleEntry) {
    std::unique_ptr<ModuleEntry> fresh(
        new ModuleEntry{deviceId, nullptr, nullptr, {}});
    if (primStatus status =
            primModuleLoad(device, image, imageBytes, &fresh->module))
      return status;
    moduleEntry = fresh.get();
    addEntry(moduleSlot, std::move(fresh));
  }
  if (primStatus status =
          primModuleGetKernel(moduleEntry->module, name, kernel))
    return status;
  std::unique_ptr<KernelEntry> fresh(
      new KernelEntry{deviceId, *kernel, nullptr});
  moduleEntry->kernelSlots.insert(kernelSlot);
  addEntry(kernelSlot, std::move(fresh));
  return PRIM_SUCCESS;
}

void *primExecKernel(primExecution *execution, void **moduleSlot,
                     const void *image, int64_t imageBytes, void **kernelSlot,
                     const char *name) {
  if (!runnable(execution))
    return nullptr;
  primKernel *kernel = nullptr;
  primStatus status = guarded([&]() -> primStatus {
    if (!moduleSlot || !kernelSlot || !name)
      return fail(PRIM_ERROR_INVALID_ARGUMENT,
                  "primExecKernel: a slot or the name is null");
    const uint64_t deviceId = execution->device->state->id;
    if (auto *known = findEntry<KernelEntry>(kernelSlot, deviceId)) {
      kernel = known->kernel;
      return PRIM_SUCCESS;
    }
    return loadKernel(execution->device, moduleSlot, image, imageBytes,
                      kernelSlot, name, &kernel);
  });
  return execution->note(status) ? kernel : nullptr;
}

primStatus primExecReleaseModule(void **moduleSlot) {
  return guarded([&]() -> primStatus {
    if (!moduleSlot)
      return fail(PRIM_ERROR_INVALID_ARGUMENT,
                  "primExecReleaseModule: 'moduleSlot' is null");
    std::lock_guard<std::mutex> guard(cacheLock);
    primStatus first = PRIM_SUCCESS;
    auto *entry = static_cast<ModuleEntry *>(*moduleSlot);
    *moduleSlot = nullptr;
    while (entry) {
      std::unique_ptr<ModuleEntry> owner(entry);
      entry = owner->next;
      for (void **slot : owner->kernelSlots) {
        auto *kernel = static_cast<KernelEntry *>(*slot);
        *slot = nullptr;
        while (kernel) {
          std::unique_ptr<KernelEntry> kernelOwner(kernel);
          kernel = kernelOwner->next;
        }
      }
      primStatus status = primModuleUnload(owner->module);
      if (first == PRIM_SUCCESS)
        first = status;
    }
    return first;
  });
}

//===----------------------------------------------------------------------===//
// The execution itself
//===----------------------------------------------------------------------===//

primStatus primExecutionCreate(primDevice *device, primStream *stream,
                               primExecution **execution) {
  return guarded([&]() -> primStatus {
    if (!execution)
      return fail(PRIM_ERROR_INVALID_ARGUMENT,
                  "primExecutionCreate: 'execution' is null");
    *execution = nullptr;
    if (!device)
      return fail(PRIM_ERROR_INVALID_ARGUMENT,
                  "primExecutionCreate: 'device' is null");
    if (primStatus status = checkStream(*device->state, stream))
      return status;
    *execution = new primExecution(device, stream);
    return PRIM_SUCCESS;
  });
}

primStatus primExecutionDestroy(primExecution *execution) {
  return guarded([&]() -> primStatus {
    if (!execution)
      return PRIM_SUCCESS;
    std::unique_ptr<primExecution> owner(execution);
    primStatus first = PRIM_SUCCESS;
    if (execution->status != PRIM_SUCCESS) {
      for (void *pointer : execution->live) {
        primStatus status =
            primMemFreeAsync(execution->device, execution->stream, pointer);
        if (first == PRIM_SUCCESS)
          first = status;
      }
    }
    return first;
  });
}

primStatus primExecutionStatus(const primExecution *execution,
                               const char **message) {
  if (message)
    *message = "";
  if (!execution)
    return fail(PRIM_ERROR_INVALID_ARGUMENT,
                "primExecutionStatus: 'execution' is null");
  if (message)
    *message = execution->message.c_str();
  return execution->status;
}

int32_t primExecutionOwns(const primExecution *execution, const void *pointer) {
  return execution && execution->live.count(const_cast<void *>(pointer));
}

primStatus primExecutionStatistics(const primExecution *execution,
                                   primExecutionStats *statistics) {
  if (!execution || !statistics)
    return fail(PRIM_ERROR_INVALID_ARGUMENT,
                "primExecutionStatistics: an argument is null");
  *statistics = execution->stats;
  return PRIM_SUCCESS;
}

//===----------------------------------------------------------------------===//
// Work
//===----------------------------------------------------------------------===//

static void launch(primExecution *execution, void *kernel,
                   const primLaunch &launch, void **args, int64_t numArgs) {
  if (!runnable(execution))
    return;
  if (!execution->note(primKernelLaunch(static_cast<primKernel *>(kernel),
                                        execution->stream, &launch, args,
                                        numArgs)))
    return;
  const int64_t *grid = launch.grid;
  if (grid[0] != 0 && grid[1] != 0 && grid[2] != 0)
    ++execution->stats.kernels;
}

void primExecLaunchWithFlags(primExecution *execution, void *kernel,
                             int32_t flags, int64_t gridX, int64_t gridY,
                             int64_t gridZ, int64_t blockX, int64_t blockY,
                             int64_t blockZ, int32_t dynamicLds, void **args,
                             int64_t numArgs) {
  launch(execution, kernel,
         {{gridX, gridY, gridZ}, {blockX, blockY, blockZ}, dynamicLds, flags},
         args, numArgs);
}

void primExecLaunch(primExecution *execution, void *kernel, int64_t gridX,
                    int64_t gridY, int64_t gridZ, int64_t blockX,
                    int64_t blockY, int64_t blockZ, int32_t dynamicLds,
                    void **args, int64_t numArgs) {
  primExecLaunchWithFlags(execution, kernel, /*flags=*/0, gridX, gridY, gridZ,
                          blockX, blockY, blockZ, dynamicLds, args, numArgs);
}

void primExecLaunchCooperative(primExecution *execution, void *kernel,
                               int64_t gridX, int64_t gridY, int64_t gridZ,
                               int64_t blockX, int64_t blockY, int64_t blockZ,
                               int32_t dynamicLds, void **args,
                               int64_t numArgs) {
  primExecLaunchWithFlags(execution, kernel, PRIM_LAUNCH_COOPERATIVE, gridX,
                          gridY, gridZ, blockX, blockY, blockZ, dynamicLds,
                          args, numArgs);
}

int64_t primExecResidentGroups(primExecution *execution, void *kernel,
                               int32_t blockSize) {
  if (!runnable(execution))
    return 0;
  int32_t perUnit = 0;
  int64_t units = 0, isCooperative = 0;
  if (!execution->note(primDeviceGetAttribute(execution->device,
                                              PRIM_ATTRIBUTE_COOPERATIVE_LAUNCH,
                                              &isCooperative)) ||
      !isCooperative ||
      !execution->note(primKernelOccupancy(static_cast<primKernel *>(kernel),
                                           blockSize, /*dynamicLds=*/0,
                                           &perUnit)) ||
      !execution->note(primDeviceGetAttribute(
          execution->device, PRIM_ATTRIBUTE_COMPUTE_UNITS, &units)))
    return 0;
  return perUnit * units;
}

void *primExecAlloc(primExecution *execution, int64_t bytes) {
  if (!runnable(execution))
    return nullptr;
  void *pointer = nullptr;
  if (!execution->note(primMemAllocAsync(execution->device, execution->stream,
                                         bytes, &pointer)))
    return nullptr;
  primStatus recorded = guarded([&]() -> primStatus {
    execution->live.insert(pointer);
    return PRIM_SUCCESS;
  });
  if (!execution->note(recorded)) {
    primMemFreeAsync(execution->device, execution->stream, pointer);
    return nullptr;
  }
  ++execution->stats.allocations;
  execution->stats.bytesAllocated += bytes;
  return pointer;
}

void primExecFree(primExecution *execution, void *pointer) {
  if (!execution || !pointer)
    return;
  // Frees after an error too, because earlier allocations must be released.
  execution->live.erase(pointer);
  ++execution->stats.frees;
  execution->note(
      primMemFreeAsync(execution->device, execution->stream, pointer));
}

/// The two forms of memset.
static void set(primExecution *execution, void *pointer, int32_t bits,
                uint32_t value, int64_t count) {
  if (!runnable(execution))
    return;
  if (!execution->note(primMemSetAsync(execution->device, execution->stream,
                                       pointer, bits, value, count)))
    return;
  if (count == 0)
    return;
  ++execution->stats.memsets;
  execution->stats.bytesSet += count * (bits / 8);
}

/// The shortest period of a pattern of `bytes` bytes, in bytes.
static int32_t periodOf(uint64_t pattern, int32_t bytes) {
  while (bytes > 1) {
    const int32_t half = bytes / 2;
    const uint64_t mask = (uint64_t(1) << 8 * half) - 1;
    if ((pattern & mask) != (pattern >> 8 * half & mask))
      break;
    bytes = half;
  }
  return bytes;
}

void primExecFill(primExecution *execution, void *pointer, uint64_t pattern,
                  int32_t elementBytes, int64_t count) {
  if (!runnable(execution))
    return;
  const bool known = elementBytes == 1 || elementBytes == 2 ||
                     elementBytes == 4 || elementBytes == 8;
  if (!known || count < 0 || count > INT64_MAX / 8) {
    execution->note(fail(PRIM_ERROR_INVALID_ARGUMENT,
                         "primExecFill: %lld elements of %d bytes",
                         static_cast<long long>(count), elementBytes));
    return;
  }
  if (count == 0)
    return;
  const int32_t period = periodOf(pattern, elementBytes);
  if (period < 8)
    return set(execution, pointer, 8 * period, static_cast<uint32_t>(pattern),
               count * (elementBytes / period));
  auto *bytes = static_cast<char *>(pointer);
  set(execution, bytes, 32, static_cast<uint32_t>(pattern), 1);
  set(execution, bytes + 4, 32, static_cast<uint32_t>(pattern >> 32), 1);
  for (int64_t done = 1; done < count; done *= 2)
    primExecCopy(execution, bytes + 8 * done, bytes,
                 8 * std::min(done, count - done), PRIM_COPY_DEVICE_TO_DEVICE,
                 /*wait=*/0);
}

int32_t primExecCopy(primExecution *execution, void *dst, const void *src,
                     int64_t bytes, int32_t kind, int32_t wait) {
  if (!runnable(execution))
    return 1;
  if (!execution->note(primMemCopyAsync(execution->device, execution->stream,
                                        dst, src, bytes,
                                        static_cast<primCopyKind>(kind))))
    return 1;
  if (bytes == 0)
    return 0;
  ++execution->stats.copies;
  execution->stats.bytesCopied += bytes;
  if (!wait && kind != PRIM_COPY_DEVICE_TO_HOST)
    return 0;
  primStatus done = execution->stream
                        ? primStreamSynchronize(execution->stream)
                        : primDeviceSynchronize(execution->device);
  return !execution->note(done);
}

int32_t primExecFailed(const primExecution *execution) {
  return !runnable(execution);
}

/// `message` with `values` substituted for its placeholders.
static std::string format(std::string message, const int64_t *values,
                          int64_t numValues) {
  size_t place = 0;
  for (int64_t i = 0; i < numValues; ++i) {
    place = message.find("{}", place);
    if (place == std::string::npos)
      break;
    std::string text = std::to_string(values[i]);
    message.replace(place, 2, text);
    place += text.size();
  }
  return message;
}

void primExecFail(primExecution *execution, int32_t status, const char *message,
                  const int64_t *values, int64_t numValues) {
  if (!runnable(execution))
    return;
  if (status <= PRIM_SUCCESS || status > PRIM_ERROR_DRIVER) {
    execution->note(fail(PRIM_ERROR_INVALID_ARGUMENT,
                         "primExecFail: %d is not the status of a failure",
                         status));
    return;
  }
  execution->note(guarded([&]() -> primStatus {
    std::string text = format(message ? message : "(no message)", values,
                              values ? numValues : 0);
    return fail(static_cast<primStatus>(status), "%s", text.c_str());
  }));
}

int64_t primExecAttribute(primExecution *execution, int32_t which) {
  if (!runnable(execution))
    return 0;
  int64_t value = 0;
  execution->note(getAttribute(*execution->device->state, which, &value));
  return value;
}

//===----------------------------------------------------------------------===//
// Libraries
//===----------------------------------------------------------------------===//

/// Whether `chip` is the next one of a list; removes the next one from the
/// list.
static bool takeChip(const char *&chips, const std::string &chip) {
  const size_t length = std::strcspn(chips, ",");
  const bool same = chip.compare(0, std::string::npos, chips, length) == 0;
  chips += length + (chips[length] == ',');
  return same;
}

int32_t primExecChoose(primExecution *execution, const char *chips) {
  if (!runnable(execution))
    return -1;
  int32_t chosen = -1;
  execution->note(guarded([&]() -> primStatus {
    if (!chips)
      return fail(PRIM_ERROR_INVALID_ARGUMENT,
                  "primExecChoose: 'chips' is null");
    const std::string &chip = execution->device->state->properties.chip;
    int32_t number = 0;
    for (const char *rest = chips; *rest; ++number)
      if (takeChip(rest, chip)) {
        chosen = number;
        return PRIM_SUCCESS;
      }
    return fail(PRIM_ERROR_UNSUPPORTED,
                "the library has code for %s, but the device is a %s; compile "
                "it for that chip too",
                chips, chip.c_str());
  }));
  return chosen;
}

void *primExecReturn(primExecution *execution, void *allocated, void *data,
                     const int64_t *sizes, const int64_t *strides, int32_t rank,
                     const char *name) {
  if (!runnable(execution))
    return nullptr;
  const primStatus status = guarded([&]() -> primStatus {
    int64_t stride = 1;
    bool dense = data == allocated;
    for (int32_t dim = rank; dim-- > 0;) {
      dense = dense && (sizes[dim] <= 1 || strides[dim] == stride);
      stride *= sizes[dim];
    }
    if (!execution->live.count(allocated) || !dense)
      return fail(PRIM_ERROR_UNSUPPORTED,
                  "%s is an argument or a part of an array, which the caller "
                  "cannot free; return a copy of it, or write to a parameter",
                  name);
    if (!execution->returned.insert(allocated).second)
      return fail(PRIM_ERROR_UNSUPPORTED,
                  "%s is the same array as another result, so it would be "
                  "freed twice; return a copy of it",
                  name);
    return PRIM_SUCCESS;
  });
  return execution->note(status) ? allocated : nullptr;
}

primStatus primExecutionFinish(primExecution *execution) {
  return guarded([&]() -> primStatus {
    if (!execution)
      return fail(PRIM_ERROR_INVALID_ARGUMENT,
                  "primExecutionFinish: 'execution' is null");
    const primStatus status = execution->status;
    const std::string message = std::move(execution->message);
    const primStatus freed = primExecutionDestroy(execution);
    // If both fail, the caller gets the first error.
    if (status != PRIM_SUCCESS)
      return fail(status, "%s", message.c_str());
    return freed;
  });
}
