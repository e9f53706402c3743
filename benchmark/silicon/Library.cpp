//===- Library.cpp - Libraries that prim has compiled ---------------------===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Library.h"
#include <dlfcn.h>
#include <type_traits>
#include <unistd.h>

using namespace bench;

/// What dlopen gives for a file of the working folder, or one that lies beside
/// the program.
static void *openFile(const std::string &file, std::string &error) {
  bool here =
      file.find('/') == std::string::npos && access(file.c_str(), R_OK) == 0;
  void *handle = dlopen(here ? ("./" + file).c_str() : file.c_str(),
                        RTLD_NOW | RTLD_LOCAL);
  if (!handle)
    error = dlerror();
  return handle;
}

std::string Runtime::open(const char *chip, cudaStream_t native) {
  std::string error;
  void *handle = openFile("libprim_runtime.so", error);
  if (!handle)
    return error;
  auto load = [&](auto &function, const char *name) {
    using Function = std::remove_reference_t<decltype(function)>;
    function = reinterpret_cast<Function>(dlsym(handle, name));
    if (!function)
      error = std::string("libprim_runtime.so has no ") + name;
  };
  decltype(&primDeviceOpen) deviceOpen;
  decltype(&primStreamWrap) streamWrap;
  load(statusName, "primStatusName");
  load(lastErrorMessage, "primLastErrorMessage");
  load(deviceOpen, "primDeviceOpen");
  load(streamWrap, "primStreamWrap");
  if (!error.empty())
    return error;
  primStatus status = deviceOpen("cuda", nullptr, chip, 0, &device);
  if (status == PRIM_SUCCESS)
    status = streamWrap(device, native, &stream);
  return status == PRIM_SUCCESS ? "" : describe(status);
}

std::string Runtime::describe(primStatus status) const {
  return std::string(statusName(status)) + ": " + lastErrorMessage();
}

std::string Library::load() {
  std::string error;
  handle = openFile(file, error);
  return error;
}

PrimFunction Library::find(Op op, const std::string &opName,
                           const std::string &typeName) const {
  std::string symbol = opName + "_" + typeName;
  return {op, dlsym(handle, symbol.c_str()),
          dlsym(handle, (symbol + "_workspace").c_str())};
}

template <typename... Types>
static primStatus callAs(void *function, Types... arguments) {
  return reinterpret_cast<primStatus (*)(Types...)>(function)(arguments...);
}

/// Calls a function with the operands and what follows them.
template <typename... Types>
static primStatus callWith(void *function, Op op, const Runtime &runtime,
                           const Operands &operands, int64_t n, Types... rest) {
  primDevice *device = runtime.device;
  primStream *stream = runtime.stream;
  switch (op) {
  case Op::Scan:
  case Op::Sort:
    return callAs(function, device, stream, operands.in, n, operands.out, n,
                  rest...);
  case Op::Reduce:
    return callAs(function, device, stream, operands.in, n, operands.out,
                  rest...);
  case Op::SortPairs:
    return callAs(function, device, stream, operands.in, n, operands.values, n,
                  operands.out, n, operands.outValues, n, rest...);
  }
  return PRIM_ERROR_INVALID_ARGUMENT;
}

primStatus PrimFunction::call(const Runtime &runtime, const Operands &operands,
                              int64_t n, void *workspace, int64_t bytes) const {
  return callWith(run, op, runtime, operands, n, workspace, bytes);
}

primStatus PrimFunction::getWorkspaceSize(const Runtime &runtime,
                                          const Operands &operands, int64_t n,
                                          int64_t &bytes) const {
  return callWith(workspaceSize, op, runtime, operands, n, &bytes);
}
