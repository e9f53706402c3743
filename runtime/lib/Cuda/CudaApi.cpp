//===- CudaApi.cpp - Loading the CUDA driver --------------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The search for the CUDA driver, the lookup of its functions (the tables of
// CudaApi.h), and the translation of CUDA's errors into statuses.
//
//===----------------------------------------------------------------------===//

#include "Cuda/CudaApi.h"

#include <dlfcn.h>

using namespace prim::runtime;
using namespace prim::runtime::cuda;

// The name without the version belongs to the stub library of toolkits, which
// is for linking only.
static const char *const sonames[] = {"libcuda.so.1", nullptr};

// The driver has threads and exit handlers that need its code. Closing it
// therefore releases the handle but does not unload the library.
static constexpr DriverFamily family = {"CUDA",
                                        "NVIDIA",
                                        "PRIM_CUDA_LIBRARY",
                                        sonames,
                                        "libcuda.so.1 cannot be loaded",
                                        RTLD_NODELETE};

Api::Api() : library(family) {}

primStatus Api::load(const char *given) {
  // clang-format off
  return library.load(
      given,
      {PRIM_CUDA_REQUIRED(PRIM_DRIVER_REQUIRED)
       PRIM_CUDA_OPTIONAL(PRIM_DRIVER_OPTIONAL)});
  // clang-format on
}

std::string Api::describe(Error error) const {
  std::string text = std::to_string(error);
  const char *known = nullptr;
  if (cuGetErrorName && cuGetErrorName(error, &known) == success && known)
    text += std::string(" (") + known + ")";
  return text;
}

/// The status that best describes a CUDA error.
static primStatus toStatus(Error error) {
  switch (error) {
  case success:
    return PRIM_SUCCESS;
  case errorInvalidValue:
  case errorInvalidHandle:
    return PRIM_ERROR_INVALID_ARGUMENT;
  case errorOutOfMemory:
    return PRIM_ERROR_OUT_OF_MEMORY;
  case errorNotInitialized:
  case errorStubLibrary:
  case errorDeviceUnavailable:
  case errorNoDevice:
  case errorInvalidDevice:
    return PRIM_ERROR_NO_DEVICE;
  case errorInvalidImage:
  case errorNoBinaryForGpu:
  case errorInvalidPtx:
  case errorUnsupportedPtxVersion:
  case errorInvalidSource:
  case errorSharedObjectSymbolNotFound:
    return PRIM_ERROR_INVALID_IMAGE;
  case errorNotFound:
    return PRIM_ERROR_NOT_FOUND;
  case errorNotReady:
    return PRIM_ERROR_NOT_READY;
  case errorIllegalAddress:
  case errorLaunchOutOfResources:
  case errorLaunchTimeout:
  case errorAssert:
  case errorHardwareStack:
  case errorIllegalInstruction:
  case errorMisalignedAddress:
  case errorInvalidAddressSpace:
  case errorInvalidPc:
  case errorLaunchFailed:
    return PRIM_ERROR_LAUNCH_FAILED;
  // Not all blocks can be resident; callers fall back as for an unsupported
  // launch.
  case errorCooperativeLaunchTooLarge:
  case errorJitCompilerNotFound:
  case errorJitCompilationDisabled:
  case errorNotSupported:
    return PRIM_ERROR_UNSUPPORTED;
  default:
    return PRIM_ERROR_DRIVER;
  }
}

primStatus Api::check(Error error, const char *function, const char *what,
                      const char *detail) const {
  if (error == success)
    return PRIM_SUCCESS;
  return library.failed(toStatus(error), function, what, describe(error),
                        detail);
}
