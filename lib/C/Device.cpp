//===- Device.cpp - Devices, streams and arrays -----------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The part of the C API that needs a device, except calls.
//
//===----------------------------------------------------------------------===//

#include "Entry.h"

using namespace mlir::prim;

//===----------------------------------------------------------------------===//
// Devices
//===----------------------------------------------------------------------===//

PrimcDevice *primcDeviceOpen(const char *kind, const char *chip,
                             const char *emulator, PrimcErrorCallback onError,
                             void *userData) {
  Reporter reporter(onError, userData);
  FallibleEntry entry;
  if (!entry.check(reporter))
    return nullptr;
  std::string library = orEmpty(emulator).str();
  if (library.empty())
    library = findBesideLibrary("lib", PRIM_EMULATOR_NAME);
  // Opening the device reports a library that does not exist.
  if (library.empty())
    library = PRIM_EMULATOR_NAME;
  auto device =
      Device::open(kind && *kind ? kind : "auto", orEmpty(chip).str(), library);
  if (!device) {
    reporter.fail(device.takeError());
    return nullptr;
  }
  std::string ownChip = (*device)->getChip();
  std::string description = (*device)->describe();
  return new PrimcDevice{std::move(*device), std::move(ownChip),
                         std::move(description)};
}

void primcDeviceDestroy(PrimcDevice *device) {
  Entry entry;
  if (entry.isUsable())
    delete device;
}

const char *primcDeviceChip(const PrimcDevice *device) {
  return device ? device->chip.c_str() : nullptr;
}

const char *primcDeviceDescription(const PrimcDevice *device) {
  return device ? device->description.c_str() : nullptr;
}

bool primcDeviceIsEmulator(const PrimcDevice *device) {
  return device && device->device->isEmulator();
}

bool primcDeviceIsLost(const PrimcDevice *device) {
  Entry entry;
  return device && entry.isUsable() && device->device->isLost();
}

void primcDeviceRecover(PrimcDevice *device) {
  Entry entry;
  if (device && entry.isUsable())
    device->device->recover();
}

uint64_t primcDeviceGeneration(const PrimcDevice *device) {
  return device ? device->device->getGeneration() : 0;
}

bool primcDeviceHas(const PrimcDevice *device, const void *data, size_t bytes) {
  Entry entry;
  return device && entry.isUsable() && device->device->has(data, bytes);
}

bool primcDeviceSynchronize(PrimcDevice *device, PrimcErrorCallback onError,
                            void *userData) {
  Reporter reporter(onError, userData);
  FallibleEntry entry;
  if (!entry.check(reporter))
    return false;
  if (!reporter.given(device, "the device"))
    return false;
  llvm::Error error = toError(primDeviceSynchronize(device->device->get()),
                              "work on the device failed");
  return error ? reporter.fail(std::move(error)) : true;
}

const char *primcDeviceStatistic(const PrimcDevice *device, size_t index,
                                 uint64_t *value) {
  if (value)
    *value = 0;
  llvm::ArrayRef<EmulatorCounter> counters = getEmulatorCounters();
  Entry entry;
  if (!device || index >= counters.size() || !entry.isUsable())
    return nullptr;
  std::optional<PrimEmulatorStats> statistics = device->device->getStatistics();
  if (!statistics)
    return nullptr;
  if (value)
    *value = (*statistics).*counters[index].member;
  return counters[index].name;
}

void primcDeviceResetStatistics(PrimcDevice *device) {
  Entry entry;
  if (device && entry.isUsable())
    device->device->resetStatistics();
}

//===----------------------------------------------------------------------===//
// Streams
//===----------------------------------------------------------------------===//

PrimcStream *primcStreamCreate(PrimcDevice *device, PrimcErrorCallback onError,
                               void *userData) {
  Reporter reporter(onError, userData);
  FallibleEntry entry;
  if (!entry.check(reporter))
    return nullptr;
  if (!reporter.given(device, "the device"))
    return nullptr;
  auto *stream = new PrimcStream;
  if (llvm::Error error =
          toError(primStreamCreate(device->device->get(), &stream->stream),
                  "cannot make a stream")) {
    delete stream;
    reporter.fail(std::move(error));
    return nullptr;
  }
  return stream;
}

PrimcStream *primcStreamWrap(PrimcDevice *device, void *handle,
                             PrimcErrorCallback onError, void *userData) {
  Reporter reporter(onError, userData);
  FallibleEntry entry;
  if (!entry.check(reporter))
    return nullptr;
  if (!reporter.given(device, "the device"))
    return nullptr;
  auto *stream = new PrimcStream;
  if (llvm::Error error = toError(
          primStreamWrap(device->device->get(), handle, &stream->stream),
          "cannot use the stream")) {
    delete stream;
    reporter.fail(std::move(error));
    return nullptr;
  }
  return stream;
}

void primcStreamDestroy(PrimcStream *stream) {
  Entry entry;
  if (!entry.isUsable())
    return;
  if (stream)
    primStreamDestroy(stream->stream);
  delete stream;
}

bool primcStreamSynchronize(PrimcStream *stream, PrimcErrorCallback onError,
                            void *userData) {
  Reporter reporter(onError, userData);
  FallibleEntry entry;
  if (!entry.check(reporter))
    return false;
  if (!reporter.given(stream, "the stream"))
    return false;
  llvm::Error error = toError(primStreamSynchronize(stream->stream),
                              "work on the stream failed");
  return error ? reporter.fail(std::move(error)) : true;
}

//===----------------------------------------------------------------------===//
// Arrays
//===----------------------------------------------------------------------===//

/// The largest accepted rank. A larger number is not a rank but garbage.
static constexpr size_t kMaxRank = 64;

/// Describes an array of this type and shape without memory; false if that is
/// invalid.
static bool describeArray(PrimcType type, size_t rank, const int64_t *shape,
                          DeviceArray &array, const Reporter &reporter) {
  std::optional<ElementType> known = toElementType(type);
  if (!known)
    return reporter.fail("no element type has the number " +
                         llvm::Twine(static_cast<int>(type)) +
                         "; choose a PrimcType from 0 to 12");
  if (rank > kMaxRank)
    return reporter.fail("an array has " + llvm::Twine(kMaxRank) +
                         " dimensions at most, not " + llvm::Twine(rank));
  if (rank && !reporter.given(shape, "the array's shape"))
    return false;
  array.type = *known;
  array.shape.assign(shape, shape + rank);
  if (!byteSize(array.type, array.shape))
    return reporter.fail("an array cannot have the size of " +
                         describe(array.type, array.shape));
  return true;
}

PrimcArray *primcArrayAllocate(PrimcDevice *device, PrimcType type, size_t rank,
                               const int64_t *shape, PrimcErrorCallback onError,
                               void *userData) {
  Reporter reporter(onError, userData);
  FallibleEntry entry;
  if (!entry.check(reporter))
    return nullptr;
  DeviceArray wanted;
  if (!reporter.given(device, "the device") ||
      !describeArray(type, rank, shape, wanted, reporter))
    return nullptr;
  auto array = DeviceArray::allocate(*device->device, wanted.type,
                                     std::move(wanted.shape));
  if (!array) {
    reporter.fail(array.takeError());
    return nullptr;
  }
  return new PrimcArray{std::move(*array)};
}

PrimcArray *primcArrayView(PrimcType type, size_t rank, const int64_t *shape,
                           void *data, PrimcErrorCallback onError,
                           void *userData) {
  Reporter reporter(onError, userData);
  FallibleEntry entry;
  if (!entry.check(reporter))
    return nullptr;
  DeviceArray view;
  if (!describeArray(type, rank, shape, view, reporter))
    return nullptr;
  if (*byteSize(view.type, view.shape) &&
      !reporter.given(data, "the memory of an array with elements"))
    return nullptr;
  view.data = data;
  return new PrimcArray{std::move(view)};
}

PrimcArray *primcArrayRetain(const PrimcArray *array) {
  return array ? new PrimcArray(*array) : nullptr;
}

void primcArrayDestroy(PrimcArray *array) {
  Entry entry;
  if (entry.isUsable())
    delete array;
}

/// Copies between host and device.
static bool copy(PrimcDevice *device, const PrimcArray *array, const void *host,
                 primCopyKind kind, const Reporter &reporter) {
  if (!reporter.given(device, "the device") ||
      !reporter.given(array, "the array"))
    return false;
  if (llvm::Error error = array->array.checkStillThere(*device->device))
    return reporter.fail(std::move(error));
  size_t bytes = primcArrayBytes(array);
  if (bytes && !reporter.given(host, "the host's memory"))
    return false;
  void *memory = array->array.data;
  bool up = kind == PRIM_COPY_HOST_TO_DEVICE;
  llvm::Error error =
      up ? toError(
               primMemCopy(device->device->get(), memory, host, bytes, kind),
               "cannot copy an array to the device")
         : toError(primMemCopy(device->device->get(), const_cast<void *>(host),
                               memory, bytes, kind),
                   "cannot copy an array from the device");
  return error ? reporter.fail(std::move(error)) : true;
}

bool primcArrayUpload(PrimcDevice *device, PrimcArray *array, const void *host,
                      PrimcErrorCallback onError, void *userData) {
  Reporter reporter(onError, userData);
  FallibleEntry entry;
  return entry.check(reporter) &&
         copy(device, array, host, PRIM_COPY_HOST_TO_DEVICE, reporter);
}

bool primcArrayDownload(PrimcDevice *device, const PrimcArray *array,
                        void *host, PrimcErrorCallback onError,
                        void *userData) {
  Reporter reporter(onError, userData);
  FallibleEntry entry;
  return entry.check(reporter) &&
         copy(device, array, host, PRIM_COPY_DEVICE_TO_HOST, reporter);
}

PrimcType primcArrayType(const PrimcArray *array) {
  return array ? fromElementType(array->array.type) : PRIMC_TYPE_NONE;
}

size_t primcArrayRank(const PrimcArray *array) {
  return array ? array->array.shape.size() : 0;
}

const int64_t *primcArrayShape(const PrimcArray *array) {
  return array ? array->array.shape.data() : nullptr;
}

size_t primcArrayBytes(const PrimcArray *array) {
  return array ? byteSize(array->array.type, array->array.shape).value_or(0)
               : 0;
}

void *primcArrayData(const PrimcArray *array) {
  return array ? array->array.data : nullptr;
}
