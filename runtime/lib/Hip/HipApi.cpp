//===- HipApi.cpp - Loading a HIP library -----------------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The search for a HIP library, the lookup of its functions (the tables of
// HipApi.h), and the translation of HIP's errors into statuses.
//
//===----------------------------------------------------------------------===//

#include "Hip/HipApi.h"

using namespace prim::runtime;
using namespace prim::runtime::hip;

// The newest comes first; the functions used here have the same meaning in all
// of them.
static const char *const sonames[] = {"libamdhip64.so.7", "libamdhip64.so.6",
                                      "libamdhip64.so.5", nullptr};

static constexpr DriverFamily family = {
    "HIP",
    "AMD",
    "PRIM_HIP_LIBRARY",
    sonames,
    "none of libamdhip64.so.7, .6 and .5 can be loaded",
    /*openFlags=*/0};

Api::Api() : library(family) {}

primStatus Api::load(const char *given) {
  // clang-format off
  return library.load(
      given,
      {PRIM_HIP_REQUIRED(PRIM_DRIVER_REQUIRED)
       PRIM_HIP_OPTIONAL(PRIM_DRIVER_OPTIONAL)
       {"hipGetErrorName", &hipGetErrorName, false},
       {"primEmulatorSetChip", &primEmulatorSetChip, false},
       {"primEmulatorLastError", &primEmulatorLastError, false}});
  // clang-format on
}

std::string Api::describe(Error error) const {
  std::string text = std::to_string(error);
  if (const char *known = hipGetErrorName ? hipGetErrorName(error) : nullptr)
    text += std::string(" (") + known + ")";
  return text;
}

/// The status that best describes a HIP error.
static primStatus toStatus(Error error) {
  switch (error) {
  case success:
    return PRIM_SUCCESS;
  case errorInvalidValue:
  case errorInvalidConfiguration:
  case errorInvalidDevicePointer:
  case errorInvalidMemcpyDirection:
  case errorInvalidHandle:
    return PRIM_ERROR_INVALID_ARGUMENT;
  case errorOutOfMemory:
    return PRIM_ERROR_OUT_OF_MEMORY;
  case errorNotInitialized:
  case errorNoDevice:
  case errorInvalidDevice:
    return PRIM_ERROR_NO_DEVICE;
  case errorInvalidImage:
  case errorNoBinaryForGpu:
  case errorInvalidKernelFile:
    return PRIM_ERROR_INVALID_IMAGE;
  case errorInvalidDeviceFunction:
  case errorNotFound:
    return PRIM_ERROR_NOT_FOUND;
  case errorNotReady:
    return PRIM_ERROR_NOT_READY;
  case errorIllegalAddress:
  case errorLaunchOutOfResources:
  case errorLaunchTimeOut:
  case errorAssert:
  case errorLaunchFailure:
    return PRIM_ERROR_LAUNCH_FAILED;
  // Not all groups can be resident; callers fall back as for an unsupported
  // launch.
  case errorCooperativeLaunchTooLarge:
  case errorNotSupported:
    return PRIM_ERROR_UNSUPPORTED;
  default:
    return PRIM_ERROR_DRIVER;
  }
}

primStatus Api::check(Error error, const char *function) const {
  return check(error, function, nullptr);
}

primStatus Api::check(Error error, const char *function,
                      const char *what) const {
  if (error == success)
    return PRIM_SUCCESS;
  // HIP keeps the error for the thread's next hipGetLastError. A caller that
  // uses HIP itself must not get this error from it.
  if (hipGetLastError)
    hipGetLastError();
  return library.failed(toStatus(error), function, what, describe(error),
                        primEmulatorLastError ? primEmulatorLastError()
                                              : nullptr);
}
