//===- Backend.cpp - What back ends have in common --------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Stream-ordered memory for drivers and devices that may lack it.
//
//===----------------------------------------------------------------------===//

#include "Backend.h"

using namespace prim::runtime;

primStatus Backend::allocAsync(int ordinal, void *stream, size_t bytes,
                               void **pointer) {
  if (hasStreamOrder() && streamOrdered) {
    bool refused = false;
    primStatus status = allocInOrder(ordinal, stream, bytes, pointer, refused);
    if (!refused)
      return status;
    streamOrdered = false;
  }
  return alloc(ordinal, bytes, pointer);
}

primStatus Backend::freeAsync(int ordinal, void *stream, void *pointer) {
  if (hasStreamOrder() && streamOrdered)
    return freeInOrder(ordinal, stream, pointer);
  // Work on the stream may still use the memory. It is freed even if the wait
  // fails, because a faulted stream will not use it again.
  primStatus waited = synchronizeStream(ordinal, stream);
  primStatus freed = free(ordinal, pointer);
  return waited ? waited : freed;
}
