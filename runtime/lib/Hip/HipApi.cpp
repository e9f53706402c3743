//===- HipApi.cpp - Loading a HIP library -----------------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// dlopen and dlsym over the tables of HipApi.h, and the translation of HIP's
// errors into statuses.
//
//===----------------------------------------------------------------------===//

#include "Hip/HipApi.h"

#include <cstdlib>
#include <dlfcn.h>

using namespace prim::runtime;
using namespace prim::runtime::hip;

Api::~Api() {
  if (handle)
    dlclose(handle);
}

primStatus Api::load(const char *library) {
  if (!library)
    library = std::getenv("PRIM_HIP_LIBRARY");
  if (library && *library) {
    name = library;
    handle = dlopen(library, RTLD_NOW | RTLD_LOCAL);
    if (!handle) {
      const char *why = dlerror();
      return fail(PRIM_ERROR_NO_DRIVER, "cannot load the HIP library %s: %s",
                  library, why ? why : "unknown reason");
    }
    return resolve();
  }

  // The newest first: the functions used here mean the same in all of them.
  for (const char *candidate :
       {"libamdhip64.so.7", "libamdhip64.so.6", "libamdhip64.so.5"}) {
    handle = dlopen(candidate, RTLD_NOW | RTLD_LOCAL);
    if (handle) {
      name = candidate;
      return resolve();
    }
  }
  return fail(PRIM_ERROR_NO_DRIVER,
              "no AMD GPU: none of libamdhip64.so.7, .6 and .5 can be loaded; "
              "set PRIM_HIP_LIBRARY or use --device=emulator");
}

void *Api::symbol(const char *function) const {
  return dlsym(handle, function);
}

primStatus Api::resolve() {
#define PRIM_HIP_REQUIRE(function, parameters)                                 \
  function = reinterpret_cast<Error(*) parameters>(symbol(#function));         \
  if (!function)                                                               \
    return fail(PRIM_ERROR_NO_DRIVER,                                          \
                "%s has no function %s: not a HIP library, or too old a one",  \
                name.c_str(), #function);
  PRIM_HIP_REQUIRED(PRIM_HIP_REQUIRE)
#undef PRIM_HIP_REQUIRE
#define PRIM_HIP_LOOK_UP(function, parameters)                                 \
  function = reinterpret_cast<Error(*) parameters>(symbol(#function));
  PRIM_HIP_OPTIONAL(PRIM_HIP_LOOK_UP)
  PRIM_HIP_LOOK_UP(primEmulatorSetChip, (const char *))
#undef PRIM_HIP_LOOK_UP
  hipGetErrorName =
      reinterpret_cast<const char *(*)(Error)>(symbol("hipGetErrorName"));
  primEmulatorLastError =
      reinterpret_cast<const char *(*)()>(symbol("primEmulatorLastError"));
  return PRIM_SUCCESS;
}

std::string Api::describe(Error error) const {
  std::string text = std::to_string(error);
  if (const char *known = hipGetErrorName ? hipGetErrorName(error) : nullptr)
    text += std::string(" (") + known + ")";
  return text;
}

/// The status that tells a caller most about a HIP error.
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
  // All its groups cannot be resident: callers fall back on it alike.
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
  // HIP keeps the error for the thread's next hipGetLastError; a caller that
  // uses HIP itself must not find ours there.
  if (hipGetLastError)
    hipGetLastError();
  const char *detail =
      primEmulatorLastError ? primEmulatorLastError() : nullptr;
  const bool explained = detail && *detail;
  return fail(toStatus(error), "%s%s%s: HIP error %s%s%s", function,
              what ? " of " : "", what ? what : "", describe(error).c_str(),
              explained ? ": " : "", explained ? detail : "");
}
