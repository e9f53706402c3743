//===- Stream.cpp - Streams and events --------------------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The stream and event functions of prim_runtime.h.
//
//===----------------------------------------------------------------------===//

#include "Handles.h"

using namespace prim::runtime;

void *prim::runtime::nativeStream(const primStream *stream) {
  return stream ? stream->native : nullptr;
}

/// One physical device may be opened twice; both use the same driver's streams.
/// Only another device's stream is an error.
static bool sameDevice(const DeviceState &a, const DeviceState &b) {
  return a.ordinal == b.ordinal && a.backend->library() == b.backend->library();
}

primStatus prim::runtime::checkStream(const DeviceState &device,
                                      const primStream *stream) {
  if (stream && !sameDevice(device, *stream->device))
    return fail(PRIM_ERROR_INVALID_ARGUMENT,
                "the stream belongs to another device");
  return PRIM_SUCCESS;
}

static primStatus makeStream(const char *function, primDevice *device,
                             bool owned, void *native, primStream **stream) {
  return guarded([&]() -> primStatus {
    if (!stream)
      return fail(PRIM_ERROR_INVALID_ARGUMENT, "%s: 'stream' is null",
                  function);
    *stream = nullptr;
    if (!device)
      return fail(PRIM_ERROR_INVALID_ARGUMENT, "%s: 'device' is null",
                  function);
    auto made = std::make_unique<primStream>();
    made->device = device->state;
    made->owned = owned;
    made->native = native;
    if (owned)
      if (primStatus status = device->state->backend->createStream(
              device->state->ordinal, &made->native))
        return status;
    *stream = made.release();
    return PRIM_SUCCESS;
  });
}

primStatus primStreamCreate(primDevice *device, primStream **stream) {
  return makeStream("primStreamCreate", device, /*owned=*/true, nullptr,
                    stream);
}

primStatus primStreamWrap(primDevice *device, void *native,
                          primStream **stream) {
  return makeStream("primStreamWrap", device, /*owned=*/false, native, stream);
}

primStatus primStreamDestroy(primStream *stream) {
  return guarded([&]() -> primStatus {
    if (!stream || stream->holders.fetch_sub(1) != 1)
      return PRIM_SUCCESS;
    std::unique_ptr<primStream> owner(stream);
    if (!stream->owned)
      return PRIM_SUCCESS;
    return stream->device->backend->destroyStream(stream->device->ordinal,
                                                  stream->native);
  });
}

primStatus primStreamRetain(primStream *stream) {
  return guarded([&]() -> primStatus {
    if (!stream)
      return fail(PRIM_ERROR_INVALID_ARGUMENT,
                  "primStreamRetain: 'stream' is null");
    stream->holders.fetch_add(1);
    return PRIM_SUCCESS;
  });
}

primStatus primStreamSynchronize(primStream *stream) {
  return guarded([&]() -> primStatus {
    if (!stream)
      return fail(PRIM_ERROR_INVALID_ARGUMENT,
                  "primStreamSynchronize: 'stream' is null; use "
                  "primDeviceSynchronize for the default stream");
    return stream->device->backend->synchronizeStream(stream->device->ordinal,
                                                      stream->native);
  });
}

primStatus primStreamGetAttribute(const primStream *stream,
                                  primAttribute attribute, int64_t *value) {
  return guarded([&]() -> primStatus {
    if (!stream || !value)
      return fail(PRIM_ERROR_INVALID_ARGUMENT,
                  "primStreamGetAttribute: 'stream' or 'value' is null");
    return getAttribute(*stream->device, attribute, value);
  });
}

primStatus primStreamWaitEvent(primStream *stream, primEvent *event) {
  return guarded([&]() -> primStatus {
    if (!stream || !event)
      return fail(PRIM_ERROR_INVALID_ARGUMENT,
                  "primStreamWaitEvent: 'stream' or 'event' is null");
    // The event may belong to another device; events synchronise between
    // devices.
    return stream->device->backend->waitEvent(stream->device->ordinal,
                                              stream->native, event->native);
  });
}

primStatus primEventCreate(primDevice *device, primEvent **event) {
  return guarded([&]() -> primStatus {
    if (!event)
      return fail(PRIM_ERROR_INVALID_ARGUMENT,
                  "primEventCreate: 'event' is null");
    *event = nullptr;
    if (!device)
      return fail(PRIM_ERROR_INVALID_ARGUMENT,
                  "primEventCreate: 'device' is null");
    auto made = std::make_unique<primEvent>();
    made->device = device->state;
    if (primStatus status = device->state->backend->createEvent(
            device->state->ordinal, &made->native))
      return status;
    *event = made.release();
    return PRIM_SUCCESS;
  });
}

primStatus primEventDestroy(primEvent *event) {
  return guarded([&]() -> primStatus {
    if (!event)
      return PRIM_SUCCESS;
    std::unique_ptr<primEvent> owner(event);
    return event->device->backend->destroyEvent(event->device->ordinal,
                                                event->native);
  });
}

primStatus primEventRecord(primEvent *event, primStream *stream) {
  return guarded([&]() -> primStatus {
    if (!event)
      return fail(PRIM_ERROR_INVALID_ARGUMENT,
                  "primEventRecord: 'event' is null");
    if (primStatus status = checkStream(*event->device, stream))
      return status;
    return event->device->backend->recordEvent(
        event->device->ordinal, event->native, nativeStream(stream));
  });
}

primStatus primEventSynchronize(primEvent *event) {
  return guarded([&]() -> primStatus {
    if (!event)
      return fail(PRIM_ERROR_INVALID_ARGUMENT,
                  "primEventSynchronize: 'event' is null");
    return event->device->backend->synchronizeEvent(event->device->ordinal,
                                                    event->native);
  });
}

primStatus primEventElapsed(primEvent *start, primEvent *stop,
                            float *milliseconds) {
  return guarded([&]() -> primStatus {
    if (!milliseconds)
      return fail(PRIM_ERROR_INVALID_ARGUMENT,
                  "primEventElapsed: 'milliseconds' is null");
    *milliseconds = 0;
    if (!start || !stop)
      return fail(PRIM_ERROR_INVALID_ARGUMENT,
                  "primEventElapsed: 'start' or 'stop' is null");
    return start->device->backend->elapsed(
        start->device->ordinal, start->native, stop->native, milliseconds);
  });
}
