//===- Stream.cpp - Streams and events --------------------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Work is completed when it is enqueued, so all streams execute in program
// order, which every correct program permits. Streams and events are handles
// with the state that queries read.
//
//===----------------------------------------------------------------------===//

#include "Hip/Driver.h"

using namespace prim::emulator;

namespace {

int needStream(Driver &driver, const void *stream) {
  return driver.validStream(stream)
             ? kHipSuccess
             : driver.fail(kHipInvalidHandle, "not a live stream");
}
int needEvent(Driver &driver, HipEvent *event) {
  return driver.events.count(event)
             ? kHipSuccess
             : driver.fail(kHipInvalidHandle, "not a live event");
}

} // namespace

PRIM_HIP_API int hipStreamCreateWithPriority(void **stream, unsigned flags,
                                             int priority) {
  return call(true, [&](Driver &d) -> int {
    if (!stream || flags > 1)
      return d.fail(kHipInvalidValue, "bad stream pointer or flags");
    auto *created = new HipStream{flags, priority};
    d.streams.insert(created);
    *stream = created;
    return kHipSuccess;
  });
}
PRIM_HIP_API int hipStreamCreateWithFlags(void **stream, unsigned flags) {
  return hipStreamCreateWithPriority(stream, flags, 0);
}
PRIM_HIP_API int hipStreamCreate(void **stream) {
  return hipStreamCreateWithPriority(stream, 0, 0);
}
PRIM_HIP_API int hipStreamDestroy(void *stream) {
  return call(false, [&](Driver &d) -> int {
    auto *handle = static_cast<HipStream *>(stream);
    if (!d.streams.erase(handle))
      return d.fail(kHipInvalidHandle, "not a live stream");
    delete handle;
    return kHipSuccess;
  });
}
PRIM_HIP_API int hipStreamSynchronize(void *stream) {
  return call(true, [&](Driver &d) { return needStream(d, stream); });
}
PRIM_HIP_API int hipStreamQuery(void *stream) {
  return call(true, [&](Driver &d) { return needStream(d, stream); });
}
PRIM_HIP_API int hipStreamGetFlags(void *stream, unsigned *flags) {
  return call(true, [&](Driver &d) -> int {
    if (int error = needStream(d, stream))
      return error;
    if (!flags)
      return kHipInvalidValue;
    auto *handle = static_cast<HipStream *>(stream);
    *flags = d.streams.count(handle) ? handle->flags : 0;
    return kHipSuccess;
  });
}
PRIM_HIP_API int hipStreamWaitEvent(void *stream, void *event, unsigned flags) {
  return call(true, [&](Driver &d) -> int {
    if (int error = needStream(d, stream))
      return error;
    if (flags)
      return d.fail(kHipInvalidValue, "hipStreamWaitEvent flags must be 0");
    return needEvent(d, static_cast<HipEvent *>(event));
  });
}
PRIM_HIP_API int hipEventCreateWithFlags(void **event, unsigned) {
  return call(true, [&](Driver &d) -> int {
    if (!event)
      return d.fail(kHipInvalidValue, "null event pointer");
    auto *created = new HipEvent;
    d.events.insert(created);
    *event = created;
    return kHipSuccess;
  });
}
PRIM_HIP_API int hipEventCreate(void **event) {
  return hipEventCreateWithFlags(event, 0);
}
PRIM_HIP_API int hipEventDestroy(void *event) {
  return call(false, [&](Driver &d) -> int {
    auto *handle = static_cast<HipEvent *>(event);
    if (!d.events.erase(handle))
      return d.fail(kHipInvalidHandle, "not a live event");
    delete handle;
    return kHipSuccess;
  });
}
PRIM_HIP_API int hipEventRecord(void *event, void *stream) {
  return call(true, [&](Driver &d) -> int {
    auto *handle = static_cast<HipEvent *>(event);
    if (int error = needEvent(d, handle))
      return error;
    if (int error = needStream(d, stream))
      return error;
    handle->recorded = true;
    handle->time = std::chrono::steady_clock::now();
    return kHipSuccess;
  });
}
PRIM_HIP_API int hipEventSynchronize(void *event) {
  return call(true, [&](Driver &d) {
    return needEvent(d, static_cast<HipEvent *>(event));
  });
}
PRIM_HIP_API int hipEventQuery(void *event) {
  return call(true, [&](Driver &d) {
    return needEvent(d, static_cast<HipEvent *>(event));
  });
}
PRIM_HIP_API int hipEventElapsedTime(float *milliseconds, void *start,
                                     void *stop) {
  return call(true, [&](Driver &d) -> int {
    auto *first = static_cast<HipEvent *>(start);
    auto *second = static_cast<HipEvent *>(stop);
    if (!milliseconds)
      return kHipInvalidValue;
    if (int error = needEvent(d, first))
      return error;
    if (int error = needEvent(d, second))
      return error;
    if (!first->recorded || !second->recorded)
      return d.fail(kHipInvalidHandle, "event was not recorded");
    *milliseconds =
        std::chrono::duration<float, std::milli>(second->time - first->time)
            .count();
    return kHipSuccess;
  });
}
