//===- Status.cpp - Status names and the last error -------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The per-thread error text. The buffer is fixed, because recording an error
// must not be able to fail.
//
//===----------------------------------------------------------------------===//

#include "Status.h"

#include <cstdarg>
#include <cstdio>
#include <cstring>

namespace {
// Large enough for an emulator's report on a faulting instruction.
constexpr size_t messageCapacity = 4096;
thread_local char lastMessage[messageCapacity] = "";
} // namespace

primStatus prim::runtime::fail(primStatus status, const char *format,
                               ...) noexcept {
  // The arguments may point into the old message.
  char text[messageCapacity];
  va_list args;
  va_start(args, format);
  std::vsnprintf(text, sizeof(text), format, args);
  va_end(args);
  std::memcpy(lastMessage, text, sizeof(text));
  return status;
}

const char *primLastErrorMessage(void) { return lastMessage; }

const char *primStatusName(primStatus status) {
  switch (status) {
  case PRIM_SUCCESS:
    return "PRIM_SUCCESS";
  case PRIM_ERROR_INVALID_ARGUMENT:
    return "PRIM_ERROR_INVALID_ARGUMENT";
  case PRIM_ERROR_NO_DRIVER:
    return "PRIM_ERROR_NO_DRIVER";
  case PRIM_ERROR_NO_DEVICE:
    return "PRIM_ERROR_NO_DEVICE";
  case PRIM_ERROR_OUT_OF_MEMORY:
    return "PRIM_ERROR_OUT_OF_MEMORY";
  case PRIM_ERROR_UNSUPPORTED:
    return "PRIM_ERROR_UNSUPPORTED";
  case PRIM_ERROR_INVALID_IMAGE:
    return "PRIM_ERROR_INVALID_IMAGE";
  case PRIM_ERROR_NOT_FOUND:
    return "PRIM_ERROR_NOT_FOUND";
  case PRIM_ERROR_LAUNCH_FAILED:
    return "PRIM_ERROR_LAUNCH_FAILED";
  case PRIM_ERROR_WORKSPACE:
    return "PRIM_ERROR_WORKSPACE";
  case PRIM_ERROR_NOT_READY:
    return "PRIM_ERROR_NOT_READY";
  case PRIM_ERROR_DRIVER:
    return "PRIM_ERROR_DRIVER";
  case PRIM_STATUS_MAX:
    break;
  }
  return "(not a primStatus)";
}
