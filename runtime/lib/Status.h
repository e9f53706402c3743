//===- Status.h - Errors inside the runtime ---------------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Error propagation: `fail` records the calling thread's message and returns
// the status. Every public function runs inside `guarded`, which also turns a
// failed host allocation into a status.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_RUNTIME_LIB_STATUS_H
#define PRIM_RUNTIME_LIB_STATUS_H

#include "prim_runtime.h"

#include <exception>
#include <new>

namespace prim::runtime {

/// Records a printf-style message as the thread's last error and returns
/// `status`. Never throws; a message that does not fit is truncated.
primStatus fail(primStatus status, const char *format, ...) noexcept
    __attribute__((format(printf, 2, 3)));

/// Runs the body of a public function and catches all exceptions.
template <typename Body>
primStatus guarded(Body &&body) noexcept {
  try {
    return body();
  } catch (const std::bad_alloc &) {
    return fail(PRIM_ERROR_OUT_OF_MEMORY, "host memory is exhausted");
  } catch (const std::exception &error) {
    return fail(PRIM_ERROR_DRIVER, "unexpected failure: %s", error.what());
  }
}

} // namespace prim::runtime

#endif // PRIM_RUNTIME_LIB_STATUS_H
