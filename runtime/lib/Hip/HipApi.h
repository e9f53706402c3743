//===- HipApi.h - The HIP functions, loaded at run time ---------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The part of the HIP module API that the runtime calls, declared here so that
// no HIP header is needed and entry points newer than an installed header can
// be used. No struct crosses this boundary; HipProperties.cpp, the only file
// that depends on layouts, reads the properties of a device.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_RUNTIME_LIB_HIP_HIPAPI_H
#define PRIM_RUNTIME_LIB_HIP_HIPAPI_H

#include "DriverLibrary.h"

#include <cstddef>
#include <string>

namespace prim::runtime::hip {

/// hipError_t, which is an int in the ABI. Values that the runtime handles are
/// named.
using Error = int;
enum : Error {
  success = 0,
  errorInvalidValue = 1,
  errorOutOfMemory = 2,
  errorNotInitialized = 3,
  errorInvalidConfiguration = 9,
  errorInvalidDevicePointer = 17,
  errorInvalidMemcpyDirection = 21,
  errorInvalidDeviceFunction = 98,
  errorNoDevice = 100,
  errorInvalidDevice = 101,
  errorInvalidImage = 200,
  errorNoBinaryForGpu = 209,
  errorInvalidKernelFile = 218,
  errorInvalidHandle = 400,
  errorNotFound = 500,
  errorNotReady = 600,
  errorIllegalAddress = 700,
  errorLaunchOutOfResources = 701,
  errorLaunchTimeOut = 702,
  errorAssert = 710,
  errorLaunchFailure = 719,
  errorCooperativeLaunchTooLarge = 720,
  errorNotSupported = 801,
};

// Handles are the driver's; only their size matters here.
using Stream = void *;
using Event = void *;
using Module = void *;
using Function = void *;

// name, parameters. All of these are required.
#define PRIM_HIP_REQUIRED(X)                                                   \
  X(hipInit, (unsigned))                                                       \
  X(hipGetDeviceCount, (int *))                                                \
  X(hipSetDevice, (int))                                                       \
  X(hipDeviceSynchronize, ())                                                  \
  X(hipMalloc, (void **, size_t))                                              \
  X(hipFree, (void *))                                                         \
  X(hipMemcpy, (void *, const void *, size_t, int))                            \
  X(hipMemcpyAsync, (void *, const void *, size_t, int, Stream))               \
  X(hipMemsetAsync, (void *, int, size_t, Stream))                             \
  X(hipModuleLoadData, (Module *, const void *))                               \
  X(hipModuleUnload, (Module))                                                 \
  X(hipModuleGetFunction, (Function *, Module, const char *))                  \
  X(hipModuleLaunchKernel,                                                     \
    (Function, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned,     \
     unsigned, Stream, void **, void **))                                      \
  X(hipStreamCreate, (Stream *))                                               \
  X(hipStreamDestroy, (Stream))                                                \
  X(hipStreamSynchronize, (Stream))                                            \
  X(hipStreamWaitEvent, (Stream, Event, unsigned))                             \
  X(hipEventCreate, (Event *))                                                 \
  X(hipEventDestroy, (Event))                                                  \
  X(hipEventRecord, (Event, Stream))                                           \
  X(hipEventSynchronize, (Event))                                              \
  X(hipEventElapsedTime, (float *, Event, Event))

// Without these, something is slower, missing, or less well explained.
#define PRIM_HIP_OPTIONAL(X)                                                   \
  X(hipGetDevicePropertiesR0600, (void *, int))                                \
  X(hipGetDeviceProperties, (void *, int))                                     \
  X(hipGetLastError, ())                                                       \
  X(hipMallocAsync, (void **, size_t, Stream))                                 \
  X(hipFreeAsync, (void *, Stream))                                            \
  X(hipHostRegister, (void *, size_t, unsigned))                               \
  X(hipHostGetDevicePointer, (void **, void *, unsigned))                      \
  X(hipHostUnregister, (void *))                                               \
  X(hipMemsetD16Async, (void *, unsigned short, size_t, Stream))               \
  X(hipMemsetD32Async, (void *, int, size_t, Stream))                          \
  X(hipModuleLaunchCooperativeKernel,                                          \
    (Function, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned,     \
     unsigned, Stream, void **))                                               \
  X(hipModuleOccupancyMaxActiveBlocksPerMultiprocessor,                        \
    (int *, Function, int, size_t))

/// One loaded HIP library.
class Api {
public:
  Api();

  /// Loads `library`, or, if it is null, the value of PRIM_HIP_LIBRARY, or, if
  /// that is unset, the first of AMD's sonames that is installed.
  primStatus load(const char *library);

  DriverLibrary library;

  /// PRIM_SUCCESS for a successful `error`. Otherwise records a message that
  /// names the HIP function, the error, and the emulator's explanation if the
  /// library is the emulator.
  primStatus check(Error error, const char *function) const;

  /// Also names the object of the call in the message: a kernel or a module.
  primStatus check(Error error, const char *function, const char *what) const;

  /// "101 (hipErrorInvalidDevice)".
  std::string describe(Error error) const;

  PRIM_HIP_REQUIRED(PRIM_DRIVER_MEMBER)
  PRIM_HIP_OPTIONAL(PRIM_DRIVER_MEMBER)

  const char *(*hipGetErrorName)(Error) = nullptr;
  /// Exported by prim's emulator only (prim_emulator.h).
  int (*primEmulatorSetChip)(const char *chip) = nullptr;
  const char *(*primEmulatorLastError)() = nullptr;
};

} // namespace prim::runtime::hip

namespace prim::runtime {
struct DeviceProperties;

namespace hip {
/// Reads the fields of hipDeviceProp_t that the runtime uses, in whichever
/// layout the library offers.
primStatus readProperties(const Api &api, int ordinal,
                          DeviceProperties &properties);
} // namespace hip
} // namespace prim::runtime

#endif // PRIM_RUNTIME_LIB_HIP_HIPAPI_H
