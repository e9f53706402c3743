//===- Call.cpp - Calls of a loaded program ---------------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The C interface of generated host code: memref descriptors by address,
// scalars by value, several results (or a memref) through a leading pointer to
// a struct of them, and the execution last.
//
//===----------------------------------------------------------------------===//

#include "Timer.h"
#include "prim/Execution/Program.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

#include <array>
#include <cstring>
#include <map>

using namespace mlir;
using namespace mlir::prim;

std::optional<int64_t> RunReport::getBytesMoved() const {
  if (!emulator)
    return std::nullopt;
  return static_cast<int64_t>(emulator->bytesLoaded + emulator->bytesStored) +
         launches.bytesSet + 2 * launches.bytesCopied;
}

namespace {

/// A memref in the C interface: two pointers, an offset, then extents and
/// strides.
class Descriptor {
public:
  static size_t words(size_t rank) { return 3 + 2 * rank; }

  explicit Descriptor(const DeviceArray &array)
      : words_(words(array.shape.size())) {
    words_[0] = words_[1] = reinterpret_cast<intptr_t>(array.data);
    int64_t stride = 1;
    for (size_t dim = array.shape.size(); dim-- > 0;) {
      words_[3 + dim] = array.shape[dim];
      words_[3 + array.shape.size() + dim] = stride;
      stride *= array.shape[dim];
    }
  }

  int64_t *get() { return words_.data(); }

private:
  std::vector<int64_t> words_;
};

class Execution {
public:
  Execution(Device &device, primStream *stream)
      : status(primExecutionCreate(device.get(), stream, &execution)) {}
  ~Execution() { primExecutionDestroy(execution); }

  primExecution *get() const { return execution; }
  llvm::Error created() const {
    return toError(status, "cannot start the run");
  }
  llvm::Error getError() const {
    const char *message = nullptr;
    if (primExecutionStatus(execution, &message) == PRIM_SUCCESS)
      return llvm::Error::success();
    return llvm::createStringError(llvm::Twine("the run failed: ") + message);
  }

private:
  primExecution *execution = nullptr;
  primStatus status;
};

/// The returned struct, with C's layout.
class Returned {
public:
  Returned(const Signature &signature, ArrayRef<int64_t> places) {
    size_t bytes = 0;
    for (auto [place, type] : llvm::zip_equal(places, signature.results)) {
      if (place < 0)
        continue;
      size_t size = type.scalar ? byteWidth(type.type)
                                : 8 * Descriptor::words(type.shape.size());
      bytes = llvm::alignTo(bytes, type.scalar ? size : 8);
      offsets.push_back(bytes);
      bytes += size;
      memref = memref || !type.scalar;
    }
    storage.resize(bytes / 8 + 1);
  }

  bool empty() const { return offsets.empty(); }
  /// Whether results are returned through a leading pointer, instead of as a
  /// value.
  bool byAddress() const { return memref || offsets.size() > 1; }
  unsigned char *get() {
    return reinterpret_cast<unsigned char *>(storage.data());
  }
  unsigned char *get(size_t member) { return get() + offsets[member]; }

private:
  std::vector<size_t> offsets;
  std::vector<int64_t> storage;
  bool memref = false;
};

/// The owners of memory, by the address that was allocated: several arguments
/// and several results may be views of one buffer. An argument without elements
/// may have any address, even one that the program allocates later.
class Owners {
public:
  Owners(Device &device, uint64_t generation, primStream *stream,
         const primExecution *execution)
      : device(device), generation(generation), stream(stream),
        execution(execution) {}

  /// Adds an owner of the memory. If `owner` is null, the caller guarantees
  /// that the memory stays.
  void add(const DeviceArray &array) {
    std::shared_ptr<void> &owner = given[array.data];
    if (owner && array.owner && owner != array.owner)
      owner = std::make_shared<std::array<std::shared_ptr<void>, 2>>(
          std::array{owner, array.owner});
    else if (array.owner)
      owner = array.owner;
  }

  /// The owner of `pointer`, which belongs to an argument.
  std::shared_ptr<void> findGiven(void *pointer) const {
    auto found = given.find(pointer);
    return found == given.end() ? nullptr : found->second;
  }

  /// The owner of `pointer`. Memory that the program has allocated is freed on
  /// the stream.
  std::shared_ptr<void> find(void *pointer) {
    if (!primExecutionOwns(execution, pointer))
      return findGiven(pointer);
    auto [found, isNew] = made.try_emplace(pointer, nullptr);
    if (isNew) {
      if (stream && !held) {
        primStreamRetain(stream);
        held.reset(stream, primStreamDestroy);
      }
      found->second = std::shared_ptr<void>(
          pointer, [on = device.share(), resets = device.shareResets(),
                    generation = generation, held = held](void *memory) {
            resets->release(generation, [&] {
              primMemFreeAsync(on.get(), held.get(), memory);
            });
          });
    }
    return found->second;
  }

  /// The number of allocations that the program has returned.
  int64_t getMade() const { return made.size(); }

private:
  Device &device;
  uint64_t generation;
  primStream *stream;
  std::shared_ptr<primStream> held;
  const primExecution *execution;
  std::map<void *, std::shared_ptr<void>> given, made;
};

} // namespace

/// Checks that `value` fits parameter number `index`, and still exists on the
/// device.
static llvm::Error check(const Device &device, const Signature &signature,
                         size_t index, const CallValue &value) {
  const Parameter &parameter = signature.parameters[index];
  const auto *array = std::get_if<DeviceArray>(&value);
  if (array)
    if (llvm::Error error = array->checkStillThere(device))
      return llvm::createStringError("input " + Twine(index) + " of '" +
                                     signature.name +
                                     "': " + llvm::toString(std::move(error)));
  if (!array == parameter.scalar)
    return array
               ? checkInput(signature, index, array->type, array->shape)
               : checkInput(signature, index, std::get<Scalar>(value).type, {});
  return llvm::createStringError("input " + Twine(index) + " of '" +
                                 signature.name + "' must be " +
                                 (parameter.scalar ? "a scalar" : "an array") +
                                 " of the type " + parameter.text);
}

/// The array of a descriptor that generated code has returned.
static llvm::Expected<DeviceArray> readDescriptor(const Parameter &type,
                                                  const int64_t *descriptor) {
  size_t rank = type.shape.size();
  DeviceArray array;
  array.type = type.type;
  array.shape.assign(descriptor + 3, descriptor + 3 + rank);
  array.data = reinterpret_cast<char *>(descriptor[1]) +
               descriptor[2] * static_cast<int64_t>(byteWidth(type.type));
  int64_t stride = 1;
  bool dense = true;
  for (size_t dim = rank; dim-- > 0;) {
    dense = dense &&
            (array.shape[dim] <= 1 || descriptor[3 + rank + dim] == stride);
    stride *= array.shape[dim];
  }
  if (!dense || !byteSize(array.type, array.shape))
    return llvm::createStringError("a result is not a contiguous array: " +
                                   describe(array.type, array.shape));
  return array;
}

llvm::Expected<CallResult> Program::call(Device &device,
                                         const Signature &signature,
                                         ArrayRef<CallValue> arguments,
                                         primStream *stream) {
  auto found = entries.find(signature.name);
  if (found == entries.end())
    return llvm::createStringError("'" + signature.name +
                                   "' is not a function of this program");
  if (llvm::Error error = checkInputCount(signature, arguments.size()))
    return std::move(error);
  const uint64_t generation = device.getGeneration();
  for (auto [index, value] : llvm::enumerate(arguments))
    if (llvm::Error error = check(device, signature, index, value))
      return std::move(error);
  std::vector<int64_t> places = found->second.resultPlaces;
  if (places.empty())
    for (size_t index = 0; index < signature.results.size(); ++index)
      places.push_back(index);
  Returned returned(signature, places);
  Execution execution(device, stream);
  if (llvm::Error error = execution.created())
    return std::move(error);

  // One address per argument of the C interface, then the result's.
  void *structAddress = returned.get();
  primExecution *executionAddress = execution.get();
  std::vector<Descriptor> descriptors;
  std::vector<int64_t *> addresses;
  descriptors.reserve(arguments.size());
  addresses.reserve(arguments.size());
  std::vector<void *> packed;
  if (returned.byAddress())
    packed.push_back(&structAddress);
  for (const CallValue &value : arguments) {
    if (const auto *scalar = std::get_if<Scalar>(&value)) {
      packed.push_back(const_cast<uint64_t *>(&scalar->bits));
      continue;
    }
    descriptors.emplace_back(std::get<DeviceArray>(value));
    addresses.push_back(descriptors.back().get());
    packed.push_back(&addresses.back());
  }
  packed.push_back(&executionAddress);
  if (!returned.byAddress() && !returned.empty())
    packed.push_back(returned.get());
  {
    std::shared_lock<std::shared_mutex> lock(loading);
    found->second.function(packed.data());
  }
  if (llvm::Error error = execution.getError())
    return std::move(error);

  CallResult result;
  primExecutionStatistics(execution.get(), &result.launches);
  Owners owners(device, generation, stream, execution.get());
  for (const CallValue &value : arguments)
    if (const auto *array = std::get_if<DeviceArray>(&value))
      owners.add(*array);
  llvm::Error errors = llvm::Error::success();
  for (auto [place, type] : llvm::zip_equal(places, signature.results)) {
    if (place < 0) {
      CallValue value = arguments[-1 - place];
      if (auto *array = std::get_if<DeviceArray>(&value))
        array->owner = owners.findGiven(array->data);
      result.results.push_back(std::move(value));
      continue;
    }
    const unsigned char *member = returned.get(place);
    if (type.scalar) {
      Scalar scalar{type.type};
      std::memcpy(&scalar.bits, member, byteWidth(type.type));
      result.results.push_back(scalar);
      continue;
    }
    const auto *descriptor = reinterpret_cast<const int64_t *>(member);
    std::shared_ptr<void> owner =
        owners.find(reinterpret_cast<void *>(descriptor[0]));
    auto array = readDescriptor(type, descriptor);
    if (!array) {
      // The other results still need owners.
      errors = llvm::joinErrors(std::move(errors), array.takeError());
      continue;
    }
    array->owner = std::move(owner);
    array->generation = generation;
    result.results.push_back(std::move(*array));
  }
  if (errors)
    return std::move(errors);
  result.abandoned =
      result.launches.allocations - result.launches.frees - owners.getMade();
  return std::move(result);
}

/// Converts `inputs` to arguments of a call.
static llvm::Expected<std::vector<CallValue>>
upload(Device &device, const Signature &signature, ArrayRef<Array> inputs) {
  std::vector<CallValue> values;
  for (auto [parameter, input] :
       llvm::zip_equal(signature.parameters, inputs)) {
    if (parameter.scalar) {
      Scalar scalar{input.type};
      std::memcpy(&scalar.bits, input.data.data(), byteWidth(input.type));
      values.push_back(scalar);
      continue;
    }
    auto copy = DeviceArray::upload(device, input);
    if (!copy)
      return copy.takeError();
    values.push_back(std::move(*copy));
  }
  return values;
}

static llvm::Expected<Array> download(Device &device, const CallValue &value) {
  if (const auto *array = std::get_if<DeviceArray>(&value))
    return array->download(device);
  const auto &scalar = std::get<Scalar>(value);
  Array array{scalar.type, {}, {}};
  array.data.resize(byteWidth(scalar.type));
  std::memcpy(array.data.data(), &scalar.bits, array.data.size());
  return array;
}

llvm::Expected<RunResult>
Program::run(Device &device, const Signature &signature, ArrayRef<Array> inputs,
             ArrayRef<unsigned> returned, primStream *stream) {
  if (llvm::Error error = checkInputs(signature, inputs))
    return std::move(error);
  RunResult result;
  RunReport &report = result.report;
  // The emulated device keeps its copies in this machine's memory as well.
  int64_t total = 0;
  for (auto [parameter, input] :
       llvm::zip_equal(signature.parameters, inputs)) {
    total += input.data.size();
    if (!parameter.scalar)
      report.elements = std::max<int64_t>(
          report.elements, input.data.size() / byteWidth(input.type));
  }
  if (device.isEmulator() && !fitsInMemory(2 * total))
    return llvm::createStringError(
        "the inputs take " + Twine(total) +
        " bytes on the host and again on the emulated device, which is more "
        "than this machine's memory");

  Stopwatch copies;
  auto values = upload(device, signature, inputs);
  if (!values)
    return values.takeError();
  report.copyMilliseconds = copies.read();

  device.resetStatistics();
  Stopwatch watch;
  auto called = call(device, signature, *values, stream);
  primStatus finished = primDeviceSynchronize(device.get());
  report.runMilliseconds = watch.read();
  if (!called)
    return called.takeError();
  if (llvm::Error error = toError(finished, "the run failed"))
    return std::move(error);
  report.launches = called->launches;
  report.abandoned = called->abandoned;
  report.emulator = device.getStatistics();

  copies = Stopwatch();
  for (unsigned parameter : returned)
    called->results.push_back((*values)[parameter]);
  for (const CallValue &value : called->results) {
    auto array = download(device, value);
    if (!array)
      return array.takeError();
    result.outputs.push_back(std::move(*array));
  }
  report.copyMilliseconds += copies.read();
  return std::move(result);
}
