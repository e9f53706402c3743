//===- Backend.h - What a driver family offers ------------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The table of functions between the C API and a driver family, HIP or CUDA. A
// Backend represents one loaded driver library. Native handles are the driver's
// own and are passed through as `void *`. The callers have checked the
// arguments; every function here reports its failure through `fail`.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_RUNTIME_LIB_BACKEND_H
#define PRIM_RUNTIME_LIB_BACKEND_H

#include "Status.h"

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>

namespace prim::runtime {

/// Properties that are read once, when a device is opened.
struct DeviceProperties {
  std::string name;
  /// The chip without features: "gfx942", "sm_90".
  std::string chip;
  int64_t computeUnits = 0;
  int64_t waveSize = 0;
  int64_t ldsBytes = 0;
  int64_t maxGroupSize = 0;
  /// The maximum work-items of a block and groups of a grid, per dimension.
  int64_t maxBlock[3] = {INT32_MAX, INT32_MAX, INT32_MAX};
  int64_t maxGrid[3] = {UINT32_MAX, UINT32_MAX, UINT32_MAX};
  /// Whether a launch stores the grid in work-items, 32 bits per dimension.
  bool gridInWorkItems = false;
  int64_t memoryBytes = 0;
  bool cooperativeLaunch = false;
  /// Whether a launch may begin before the preceding one has ended.
  bool overlapsLaunches = false;
  bool isEmulator = false;
};

/// Checked extents of a launch.
struct LaunchExtents {
  uint32_t grid[3];
  uint32_t block[3];
  uint32_t dynamicLds;
  bool cooperative;
  bool overlapped;
};

class Backend {
public:
  virtual ~Backend() = default;

  /// The name by which the library was loaded.
  virtual const std::string &library() const = 0;

  /// An exported function of the library, or null.
  virtual void *symbol(const char *name) const = 0;

  /// Switches an emulator to `chip` if it is given. Then checks that device
  /// `ordinal` exists, and describes it.
  virtual primStatus open(int ordinal, const char *chip,
                          DeviceProperties &properties) = 0;
  virtual primStatus synchronize(int ordinal) = 0;

  virtual primStatus alloc(int ordinal, size_t bytes, void **pointer) = 0;
  virtual primStatus free(int ordinal, void *pointer) = 0;
  /// Whether the library has the functions to map memory of the host.
  virtual bool mapsHost() const = 0;
  /// Maps host memory for kernels, at the address `pointer`.
  virtual primStatus registerHost(int ordinal, void *host, size_t bytes,
                                  void **pointer) = 0;
  virtual primStatus unregisterHost(int ordinal, void *host) = 0;
  /// In stream order if the driver supports that, else at once.
  primStatus allocAsync(int ordinal, void *stream, size_t bytes,
                        void **pointer);
  primStatus freeAsync(int ordinal, void *stream, void *pointer);
  virtual primStatus copy(int ordinal, void *dst, const void *src, size_t bytes,
                          primCopyKind kind) = 0;
  virtual primStatus copyAsync(int ordinal, void *stream, void *dst,
                               const void *src, size_t bytes,
                               primCopyKind kind) = 0;
  /// `bits` is 8, 16 or 32.
  virtual primStatus setAsync(int ordinal, void *stream, void *dst, int bits,
                              uint32_t value, size_t count) = 0;

  /// A zero byte follows the image, so that it may be text.
  virtual primStatus loadModule(int ordinal, const void *image,
                                void **module) = 0;
  virtual primStatus unloadModule(int ordinal, void *module) = 0;
  /// `dynamicLds` is memory that the kernel uses but that its module could not
  /// declare. Every launch must request it in addition to its caller's.
  virtual primStatus getKernel(int ordinal, void *module, const char *name,
                               void **kernel, uint32_t *dynamicLds) = 0;
  virtual primStatus launch(int ordinal, void *kernel, const char *name,
                            void *stream, const LaunchExtents &extents,
                            void **args) = 0;
  virtual primStatus occupancy(int ordinal, void *kernel, int blockSize,
                               size_t dynamicLds, int *groups) = 0;

  virtual primStatus createStream(int ordinal, void **stream) = 0;
  virtual primStatus destroyStream(int ordinal, void *stream) = 0;
  virtual primStatus synchronizeStream(int ordinal, void *stream) = 0;
  virtual primStatus waitEvent(int ordinal, void *stream, void *event) = 0;

  virtual primStatus createEvent(int ordinal, void **event) = 0;
  virtual primStatus destroyEvent(int ordinal, void *event) = 0;
  virtual primStatus recordEvent(int ordinal, void *event, void *stream) = 0;
  virtual primStatus synchronizeEvent(int ordinal, void *event) = 0;
  virtual primStatus elapsed(int ordinal, void *start, void *stop,
                             float *milliseconds) = 0;

protected:
  /// Whether the driver has both functions for stream-ordered memory: the two
  /// kinds of memory must not be mixed.
  virtual bool hasStreamOrder() const = 0;
  /// Sets `refused` if the driver reports that the device does not support it.
  virtual primStatus allocInOrder(int ordinal, void *stream, size_t bytes,
                                  void **pointer, bool &refused) = 0;
  virtual primStatus freeInOrder(int ordinal, void *stream, void *pointer) = 0;

private:
  /// Cleared if the driver has the entry points for stream-ordered memory but
  /// rejects the first call, as it does on devices without memory pools. At
  /// that point nothing has been allocated in stream order.
  std::atomic<bool> streamOrdered{true};
};

/// Makes a `T`, a Backend with a function to load a library.
template <typename T>
primStatus loadBackend(const char *library, std::shared_ptr<Backend> &backend) {
  auto loaded = std::make_shared<T>();
  if (primStatus status = loaded->load(library))
    return status;
  backend = std::move(loaded);
  return PRIM_SUCCESS;
}

/// Loads a driver library: `library`, or, if it is null, the result of
/// primDeviceOpen's default search.
primStatus loadHipBackend(const char *library,
                          std::shared_ptr<Backend> &backend);
primStatus loadCudaBackend(const char *library,
                           std::shared_ptr<Backend> &backend);

} // namespace prim::runtime

#endif // PRIM_RUNTIME_LIB_BACKEND_H
