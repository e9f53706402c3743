//===- CudaApi.h - The CUDA driver API, loaded at run time ------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The part of the CUDA driver API that the runtime calls, declared here so that
// no CUDA header is needed. Names are those that the library exports:
// cuMemAlloc of cuda.h is cuMemAlloc_v2 in the library, whose own cuMemAlloc
// has 32-bit pointers. No struct crosses this boundary.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_RUNTIME_LIB_CUDA_CUDAAPI_H
#define PRIM_RUNTIME_LIB_CUDA_CUDAAPI_H

#include "DriverLibrary.h"

#include <cstddef>

namespace prim::runtime::cuda {

/// CUresult, which is an int in the ABI. Values that the runtime handles are
/// named.
using Error = int;
enum : Error {
  success = 0,
  errorInvalidValue = 1,
  errorOutOfMemory = 2,
  errorNotInitialized = 3,
  errorStubLibrary = 34,
  errorDeviceUnavailable = 46,
  errorNoDevice = 100,
  errorInvalidDevice = 101,
  errorInvalidImage = 200,
  errorNoBinaryForGpu = 209,
  errorInvalidPtx = 218,
  errorJitCompilerNotFound = 221,
  errorUnsupportedPtxVersion = 222,
  errorJitCompilationDisabled = 223,
  errorInvalidSource = 300,
  errorSharedObjectSymbolNotFound = 302,
  errorInvalidHandle = 400,
  errorNotFound = 500,
  errorNotReady = 600,
  errorIllegalAddress = 700,
  errorLaunchOutOfResources = 701,
  errorLaunchTimeout = 702,
  errorAssert = 710,
  errorHardwareStack = 714,
  errorIllegalInstruction = 715,
  errorMisalignedAddress = 716,
  errorInvalidAddressSpace = 717,
  errorInvalidPc = 718,
  errorLaunchFailed = 719,
  errorCooperativeLaunchTooLarge = 720,
  errorNotSupported = 801,
};

/// The values of CUdevice_attribute that are used.
enum DeviceAttribute : int {
  attributeMaxThreadsPerBlock = 1,
  attributeMaxBlockDimX = 2,
  attributeMaxGridDimX = 5,
  attributeMaxSharedMemoryPerBlock = 8,
  attributeWarpSize = 10,
  attributeMultiprocessorCount = 16,
  attributeComputeCapabilityMajor = 75,
  attributeComputeCapabilityMinor = 76,
  attributeCooperativeLaunch = 95,
  attributeMaxSharedMemoryPerBlockOptin = 97,
};

/// CUfunction_attribute.
enum FunctionAttribute : int {
  functionSharedSizeBytes = 1,
  functionMaxDynamicSharedSizeBytes = 8,
};

/// CUjit_option.
enum JitOption : int {
  jitInfoLogBuffer = 3,
  jitInfoLogBufferSizeBytes = 4,
  jitErrorLogBuffer = 5,
  jitErrorLogBufferSizeBytes = 6,
};

// Handles are the driver's; only their size matters here.
using Device = int;
using DevicePtr = unsigned long long;
using Context = void *;
using Stream = void *;
using Event = void *;
using Module = void *;
using Function = void *;

/// CUlaunchAttributeID.
enum LaunchAttributeId : int {
  launchAttributeProgrammaticStreamSerialization = 6,
};

/// CUlaunchAttribute.
struct LaunchAttribute {
  LaunchAttributeId id;
  union alignas(8) {
    int number;
    /// As many bytes as the driver reads for any attribute.
    char bytes[64];
  } value;
};
static_assert(sizeof(LaunchAttribute) == 72 &&
              offsetof(LaunchAttribute, value) == 8);

/// CUlaunchConfig.
struct LaunchConfig {
  unsigned grid[3];
  unsigned block[3];
  unsigned sharedBytes;
  Stream stream;
  LaunchAttribute *attributes;
  unsigned numAttributes;
};

// name, parameters. All of these are required. The drivers of CUDA 11 have all
// of them; PTX for sm_80 begins with CUDA 11.
#define PRIM_CUDA_REQUIRED(X)                                                  \
  X(cuInit, (unsigned))                                                        \
  X(cuDeviceGetCount, (int *))                                                 \
  X(cuDeviceGet, (Device *, int))                                              \
  X(cuDeviceGetName, (char *, int, Device))                                    \
  X(cuDeviceTotalMem_v2, (size_t *, Device))                                   \
  X(cuDeviceGetAttribute, (int *, int, Device))                                \
  X(cuDevicePrimaryCtxRetain, (Context *, Device))                             \
  X(cuDevicePrimaryCtxRelease_v2, (Device))                                    \
  X(cuCtxGetCurrent, (Context *))                                              \
  X(cuCtxPushCurrent_v2, (Context))                                            \
  X(cuCtxPopCurrent_v2, (Context *))                                           \
  X(cuCtxSynchronize, ())                                                      \
  X(cuMemAlloc_v2, (DevicePtr *, size_t))                                      \
  X(cuMemFree_v2, (DevicePtr))                                                 \
  X(cuMemcpy, (DevicePtr, DevicePtr, size_t))                                  \
  X(cuMemcpyAsync, (DevicePtr, DevicePtr, size_t, Stream))                     \
  X(cuMemsetD8Async, (DevicePtr, unsigned char, size_t, Stream))               \
  X(cuMemsetD16Async, (DevicePtr, unsigned short, size_t, Stream))             \
  X(cuMemsetD32Async, (DevicePtr, unsigned, size_t, Stream))                   \
  X(cuModuleLoadDataEx, (Module *, const void *, unsigned, int *, void **))    \
  X(cuModuleUnload, (Module))                                                  \
  X(cuModuleGetFunction, (Function *, Module, const char *))                   \
  X(cuLaunchKernel, (Function, unsigned, unsigned, unsigned, unsigned,         \
                     unsigned, unsigned, unsigned, Stream, void **, void **))  \
  X(cuStreamCreate, (Stream *, unsigned))                                      \
  X(cuStreamDestroy_v2, (Stream))                                              \
  X(cuStreamSynchronize, (Stream))                                             \
  X(cuStreamWaitEvent, (Stream, Event, unsigned))                              \
  X(cuEventCreate, (Event *, unsigned))                                        \
  X(cuEventDestroy_v2, (Event))                                                \
  X(cuEventRecord, (Event, Stream))                                            \
  X(cuEventSynchronize, (Event))                                               \
  X(cuEventElapsedTime, (float *, Event, Event))

// Without these, something is slower, missing, or less well explained.
#define PRIM_CUDA_OPTIONAL(X)                                                  \
  X(cuModuleGetGlobal_v2, (DevicePtr *, size_t *, Module, const char *))       \
  X(cuGetErrorName, (Error, const char **))                                    \
  X(cuMemHostRegister_v2, (void *, size_t, unsigned))                          \
  X(cuMemHostGetDevicePointer_v2, (DevicePtr *, void *, unsigned))             \
  X(cuMemHostUnregister, (void *))                                             \
  X(cuMemAllocAsync, (DevicePtr *, size_t, Stream))                            \
  X(cuMemFreeAsync, (DevicePtr, Stream))                                       \
  X(cuFuncGetAttribute, (int *, int, Function))                                \
  X(cuFuncSetAttribute, (Function, int, int))                                  \
  X(cuLaunchCooperativeKernel,                                                 \
    (Function, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned,     \
     unsigned, Stream, void **))                                               \
  X(cuLaunchKernelEx, (const LaunchConfig *, Function, void **, void **))      \
  X(cuOccupancyMaxActiveBlocksPerMultiprocessor,                               \
    (int *, Function, int, size_t))                                            \
  X(cuEventElapsedTime_v2, (float *, Event, Event))

/// One loaded CUDA driver library.
class Api {
public:
  Api();

  /// Loads `library`, or, if it is null, the value of PRIM_CUDA_LIBRARY, or, if
  /// that is unset, libcuda.so.1.
  primStatus load(const char *library);

  DriverLibrary library;

  /// PRIM_SUCCESS for a successful `error`. Otherwise records a message that
  /// names the CUDA function and the error. `what` is the object of the call,
  /// such as a kernel's name, and `detail` is further information; both may be
  /// null.
  primStatus check(Error error, const char *function,
                   const char *what = nullptr,
                   const char *detail = nullptr) const;

  /// "101 (CUDA_ERROR_INVALID_DEVICE)".
  std::string describe(Error error) const;

  PRIM_CUDA_REQUIRED(PRIM_DRIVER_MEMBER)
  PRIM_CUDA_OPTIONAL(PRIM_DRIVER_MEMBER)
};

// A CUDA call as a status, with the function's own name in the message.
#define PRIM_CUDA_CALL(api, function, ...)                                     \
  (api).check((api).function(__VA_ARGS__), #function)

} // namespace prim::runtime::cuda

namespace prim::runtime {
struct DeviceProperties;

namespace cuda {
/// Reads the properties of a device that the runtime uses.
primStatus readProperties(const Api &api, Device device,
                          DeviceProperties &properties);

/// Whether code compiled for `chip` ("sm_80") may run on a device of type
/// `there`. PTX also runs on newer devices.
bool runsCodeFor(const std::string &there, const char *chip);
} // namespace cuda
} // namespace prim::runtime

#endif // PRIM_RUNTIME_LIB_CUDA_CUDAAPI_H
