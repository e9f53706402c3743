//===- Handles.h - What the opaque handles hold -----------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The objects behind the C API's handles. Each shares the device's state, so
// that the driver library stays loaded until the last of them is gone.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_RUNTIME_LIB_HANDLES_H
#define PRIM_RUNTIME_LIB_HANDLES_H

#include "Backend.h"

#include <atomic>
#include <map>
#include <mutex>
#include <vector>

namespace prim::runtime {

struct DeviceState {
  /// Unique among all devices that the process has opened. Caches use it as a
  /// key, because the address of a closed device may be reused.
  uint64_t id = 0;
  int ordinal = 0;
  std::shared_ptr<Backend> backend;
  DeviceProperties properties;
};

using DeviceRef = std::shared_ptr<const DeviceState>;

/// The driver's handle for a stream; null is the default stream.
void *nativeStream(const primStream *stream);

/// Whether `stream`, which may be null, can be used with `device`; otherwise
/// fails with a message.
primStatus checkStream(const DeviceState &device, const primStream *stream);

/// The value of an attribute, or a failure for an invalid number.
primStatus getAttribute(const DeviceState &device, int32_t attribute,
                        int64_t *value);

} // namespace prim::runtime

struct primDevice {
  prim::runtime::DeviceRef state;
};

struct primStream {
  prim::runtime::DeviceRef device;
  void *native = nullptr;
  bool owned = false;
  std::atomic<int> holders{1};
};

struct primEvent {
  prim::runtime::DeviceRef device;
  void *native = nullptr;
};

struct primKernel {
  prim::runtime::DeviceRef device;
  void *native = nullptr;
  std::string name;
  /// Dynamic LDS that launches request in addition to their callers'.
  uint32_t dynamicLds = 0;
};

struct primModule {
  prim::runtime::DeviceRef device;
  void *native = nullptr;
  /// Drivers may read the image after the load has returned.
  std::vector<unsigned char> image;
  std::mutex lock;
  std::map<std::string, std::unique_ptr<primKernel>> kernels;
};

#endif // PRIM_RUNTIME_LIB_HANDLES_H
