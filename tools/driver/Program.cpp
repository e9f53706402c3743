//===- Program.cpp - A compiled program and its runs -----------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// JIT-compiles the host code and calls its C interface: memref descriptors by
// address, scalars by value, several results (or a memref) through a leading
// pointer to a struct of them, the execution last.
//
//===----------------------------------------------------------------------===//

#include "driver/Program.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/ExecutionEngine/ExecutionEngine.h"
#include "llvm/ExecutionEngine/Orc/Core.h"
#include "llvm/ExecutionEngine/Orc/Mangling.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/TargetSelect.h"

#include <chrono>
#include <cstring>
#include <set>

using namespace mlir;

namespace prim::tools {

std::optional<int64_t> RunReport::getBytesMoved() const {
  if (!emulator)
    return std::nullopt;
  return static_cast<int64_t>(emulator->bytesLoaded + emulator->bytesStored) +
         launches.bytesSet + 2 * launches.bytesCopied;
}

//===----------------------------------------------------------------------===//
// Program
//===----------------------------------------------------------------------===//

Program::Program() = default;

// What the generated code has loaded goes before the code.
Program::~Program() { unload(); }

void Program::unload() {
  for (const std::string &binary : binaries)
    if (auto release = engine->lookup("prim_release_" + binary))
      reinterpret_cast<int32_t (*)()>(*release)();
    else
      llvm::consumeError(release.takeError());
}

llvm::Expected<std::unique_ptr<Program>> Program::create(ModuleOp module) {
  llvm::InitializeNativeTarget();
  llvm::InitializeNativeTargetAsmPrinter();
  std::unique_ptr<Program> program(new Program());
  for (auto function : module.getOps<LLVM::LLVMFuncOp>()) {
    StringRef name = function.getName();
    if (name.consume_front("prim_release_") && !function.isExternal())
      program->binaries.push_back(name.str());
    if (auto places =
            function->getAttrOfType<DenseI64ArrayAttr>("prim.results"))
      program->resultPlaces[function.getName()] = places.asArrayRef().vec();
  }

  ExecutionEngineOptions options;
  options.jitCodeGenOptLevel = llvm::CodeGenOptLevel::None;
  options.enableGDBNotificationListener = false;
  options.enablePerfNotificationListener = false;
  auto engine = ExecutionEngine::create(module, options);
  if (!engine)
    return engine.takeError();
  program->engine = std::move(*engine);
  program->engine->registerSymbols([](llvm::orc::MangleAndInterner mangle) {
    llvm::orc::SymbolMap symbols;
    auto add = [&](const char *name, auto *function) {
      symbols[mangle(name)] = {llvm::orc::ExecutorAddr::fromPtr(function),
                               llvm::JITSymbolFlags::Exported |
                                   llvm::JITSymbolFlags::Callable};
    };
    add("primExecKernel", &primExecKernel);
    add("primExecReleaseModule", &primExecReleaseModule);
    add("primExecLaunch", &primExecLaunch);
    add("primExecAlloc", &primExecAlloc);
    add("primExecFree", &primExecFree);
    add("primExecFill", &primExecFill);
    add("primExecCopy", &primExecCopy);
    add("primExecFail", &primExecFail);
    add("primExecFailed", &primExecFailed);
    add("primExecAttribute", &primExecAttribute);
    return symbols;
  });
  program->engine->initialize();
  return std::move(program);
}

//===----------------------------------------------------------------------===//
// Runs
//===----------------------------------------------------------------------===//

namespace {

/// What the C interface calls a memref: two pointers, an offset, then extents
/// and strides.
class Descriptor {
public:
  static size_t words(size_t rank) { return 3 + 2 * rank; }

  Descriptor(void *memory, const std::vector<int64_t> &shape)
      : data(words(shape.size())) {
    data[0] = data[1] = reinterpret_cast<intptr_t>(memory);
    int64_t stride = 1;
    for (size_t dim = shape.size(); dim-- > 0;) {
      data[3 + dim] = shape[dim];
      data[3 + shape.size() + dim] = stride;
      stride *= shape[dim];
    }
  }

  int64_t *get() { return data.data(); }

private:
  std::vector<int64_t> data;
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
    return makeError(llvm::Twine("the run failed: ") + message);
  }

private:
  primExecution *execution = nullptr;
  primStatus status;
};

using Clock = std::chrono::steady_clock;

double since(Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Clock::now() - start)
      .count();
}

/// Memory that the program returned; freed in stream order with this object.
class ReturnedBuffers {
public:
  explicit ReturnedBuffers(primExecution *execution) : execution(execution) {}
  ~ReturnedBuffers() {
    for (void *pointer : pointers)
      primExecFree(execution, pointer);
  }
  void insert(void *pointer) { pointers.insert(pointer); }
  size_t size() const { return pointers.size(); }

private:
  primExecution *execution;
  std::set<void *> pointers;
};

/// Copies an array of the device back.
llvm::Expected<Array> readBack(Device &device, ElementType type,
                               const int64_t *descriptor, size_t rank) {
  Array array;
  array.type = type;
  int64_t stride = 1;
  bool dense = true;
  array.shape.assign(descriptor + 3, descriptor + 3 + rank);
  for (size_t dim = rank; dim-- > 0;) {
    dense = dense &&
            (array.shape[dim] <= 1 || descriptor[3 + rank + dim] == stride);
    stride *= array.shape[dim];
  }
  std::optional<int64_t> bytes = byteSize(type, array.shape);
  if (!bytes || !dense)
    return makeError("a result is no contiguous array: " +
                     describe(type, array.shape));
  array.data.resize(*bytes);
  auto *from = reinterpret_cast<const char *>(descriptor[1]) +
               descriptor[2] * static_cast<int64_t>(byteWidth(type));
  if (llvm::Error error =
          toError(primMemCopy(device.get(), array.data.data(), from, *bytes,
                              PRIM_COPY_DEVICE_TO_HOST),
                  "cannot copy a result from the device"))
    return std::move(error);
  return std::move(array);
}

} // namespace

llvm::Expected<RunResult> Program::run(Device &device,
                                       const Signature &signature,
                                       const std::vector<Array> &inputs,
                                       const std::vector<unsigned> &returned,
                                       primStream *stream) {
  RunResult result;
  std::vector<DeviceBuffer> buffers;
  std::vector<Descriptor> descriptors;
  buffers.reserve(inputs.size());
  descriptors.reserve(inputs.size());
  // Per input: which descriptor, or none for a scalar.
  std::vector<std::optional<size_t>> descriptorOf;

  // The emulated device keeps its copies in this machine's memory, too.
  int64_t total = 0;
  for (const Array &input : inputs)
    total += input.data.size();
  if (device.isEmulator() && !fitsInMemory(2 * total))
    return makeError("the inputs take " + llvm::Twine(total) +
                     " bytes, and as many on the emulated device, more than "
                     "this machine's memory");

  Clock::time_point start = Clock::now();
  for (size_t index = 0; index < inputs.size(); ++index) {
    const Array &input = inputs[index];
    if (signature.parameters[index].scalar) {
      descriptorOf.push_back(std::nullopt);
      continue;
    }
    int64_t bytes = input.data.size();
    auto buffer = DeviceBuffer::create(device, bytes);
    if (!buffer)
      return buffer.takeError();
    if (llvm::Error error =
            toError(primMemCopy(device.get(), buffer->get(), input.data.data(),
                                bytes, PRIM_COPY_HOST_TO_DEVICE),
                    "cannot copy an input to the device"))
      return std::move(error);
    int64_t elements = bytes / byteWidth(input.type);
    result.report.elements = std::max(result.report.elements, elements);
    descriptorOf.push_back(descriptors.size());
    descriptors.emplace_back(buffer->get(), input.shape);
    buffers.push_back(std::move(*buffer));
  }
  result.report.copyMilliseconds = since(start);

  // Where each result of the source is: in the returned struct, or in the
  // buffer of a parameter.
  std::vector<int64_t> places;
  auto found = resultPlaces.find(signature.name);
  if (found != resultPlaces.end())
    places = found->second;
  else
    for (size_t index = 0; index < signature.results.size(); ++index)
      places.push_back(index);

  // The returned struct, laid out as C would.
  std::vector<size_t> offsets;
  size_t bytes = 0;
  bool byAddress = false;
  for (size_t index = 0; index < places.size(); ++index) {
    if (places[index] < 0)
      continue;
    const Parameter &type = signature.results[index];
    size_t size = type.scalar ? byteWidth(type.type)
                              : 8 * Descriptor::words(type.shape.size());
    bytes = llvm::alignTo(bytes, type.scalar ? size : 8);
    offsets.push_back(bytes);
    bytes += size;
    byAddress = byAddress || !type.scalar;
  }
  byAddress = byAddress || offsets.size() > 1;
  std::vector<int64_t> storage(bytes / 8 + 1);
  auto *returnedValues = reinterpret_cast<unsigned char *>(storage.data());

  Execution execution(device, stream);
  if (llvm::Error error = execution.created())
    return std::move(error);

  // One address per argument of the C interface, then the result's.
  void *structAddress = returnedValues;
  primExecution *executionAddress = execution.get();
  std::vector<int64_t *> addresses;
  addresses.reserve(descriptors.size());
  std::vector<void *> arguments;
  if (byAddress)
    arguments.push_back(&structAddress);
  for (size_t index = 0; index < inputs.size(); ++index) {
    if (descriptorOf[index]) {
      addresses.push_back(descriptors[*descriptorOf[index]].get());
      arguments.push_back(&addresses.back());
    } else {
      arguments.push_back(
          const_cast<unsigned char *>(inputs[index].data.data()));
    }
  }
  arguments.push_back(&executionAddress);
  if (!byAddress && !offsets.empty())
    arguments.push_back(returnedValues);

  device.resetStatistics();
  start = Clock::now();
  if (llvm::Error error =
          engine->invokePacked("_mlir_ciface_" + signature.name, arguments))
    return std::move(error);
  primStatus finished = primDeviceSynchronize(device.get());
  result.report.runMilliseconds = since(start);
  if (llvm::Error error = execution.getError())
    return std::move(error);
  if (llvm::Error error = toError(finished, "the run failed"))
    return std::move(error);
  primExecutionStatistics(execution.get(), &result.report.launches);
  result.report.emulator = device.getStatistics();

  ReturnedBuffers owned(execution.get());
  auto isInput = [&](void *pointer) {
    return llvm::any_of(buffers, [&](const DeviceBuffer &buffer) {
      return buffer.get() == pointer;
    });
  };
  for (size_t index = 0; index < places.size(); ++index)
    if (places[index] >= 0 && !signature.results[index].scalar) {
      auto *descriptor =
          reinterpret_cast<int64_t *>(returnedValues + offsets[places[index]]);
      auto *pointer = reinterpret_cast<void *>(descriptor[0]);
      if (!isInput(pointer))
        owned.insert(pointer);
    }
  result.report.abandoned = result.report.launches.allocations -
                            result.report.launches.frees -
                            static_cast<int64_t>(owned.size());

  start = Clock::now();
  auto read = [&](const Parameter &type, int64_t *descriptor) -> llvm::Error {
    auto array = readBack(device, type.type, descriptor, type.shape.size());
    if (!array)
      return array.takeError();
    result.outputs.push_back(std::move(*array));
    return llvm::Error::success();
  };
  for (size_t index = 0; index < places.size(); ++index) {
    const Parameter &type = signature.results[index];
    int64_t *descriptor;
    if (places[index] < 0) {
      size_t parameter = -1 - places[index];
      descriptor = descriptors[*descriptorOf[parameter]].get();
    } else if (type.scalar) {
      Array scalar;
      scalar.type = type.type;
      scalar.data.resize(byteWidth(type.type));
      std::memcpy(scalar.data.data(), returnedValues + offsets[places[index]],
                  scalar.data.size());
      result.outputs.push_back(std::move(scalar));
      continue;
    } else {
      descriptor =
          reinterpret_cast<int64_t *>(returnedValues + offsets[places[index]]);
    }
    if (llvm::Error error = read(type, descriptor))
      return std::move(error);
  }
  for (unsigned parameter : returned)
    if (llvm::Error error = read(signature.parameters[parameter],
                                 descriptors[*descriptorOf[parameter]].get()))
      return std::move(error);
  result.report.copyMilliseconds += since(start);
  return std::move(result);
}

} // namespace prim::tools
