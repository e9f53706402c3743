//===- Module.cpp - Modules, functions and launches -------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Code objects as HIP modules, function attributes, occupancy, and the launch.
// Arguments are laid out by the kernel's metadata, the grid is checked as the
// hardware would, and a fault becomes the sticky launch failure.
//
//===----------------------------------------------------------------------===//

#include "Core/Coverage.h"
#include "Hip/Driver.h"

#include <cstdio>
#include <cstring>
#include <vector>

using namespace prim::emulator;

namespace {

int load(Driver &driver, void **module, const void *image, uint64_t limit) {
  if (!module || !image)
    return driver.fail(kHipInvalidValue, "null module or image pointer");
  Settings settings;
  if (int error = driver.readSettings(settings))
    return error;
  std::unique_ptr<Module> loaded;
  std::string error;
  switch (Module::load(*driver.target, image, limit, loaded, error)) {
  case LoadStatus::Ok:
    break;
  case LoadStatus::NotAnImage:
    return driver.fail(kHipInvalidImage, error);
  case LoadStatus::WrongChip:
    return driver.fail(kHipNoBinaryForGpu, error);
  case LoadStatus::Unsupported:
    return driver.fail(kHipInvalidImage, error);
  case LoadStatus::OutOfMemory:
    return driver.fail(kHipOutOfMemory, error);
  }
  Coverage::get().add(*loaded);
  *module = loaded.get();
  driver.modules.insert(loaded.release());
  return kHipSuccess;
}

/// The explicit arguments in kernarg layout, from either way of passing them.
int gatherArguments(Driver &driver, const Kernel &kernel, void **params,
                    void **extra, std::vector<uint8_t> &out) {
  if (params && extra)
    return driver.fail(kHipInvalidValue,
                       "kernelParams and extra are both given");
  out.assign(kernel.kernargBytes, 0);
  if (extra) {
    // hip's HIP_LAUNCH_PARAM_{BUFFER_POINTER, BUFFER_SIZE, END}
    const void *buffer = nullptr;
    size_t bytes = 0;
    for (void **entry = extra; reinterpret_cast<uintptr_t>(*entry) != 3;
         entry += 2) {
      if (reinterpret_cast<uintptr_t>(*entry) == 1)
        buffer = entry[1];
      else if (reinterpret_cast<uintptr_t>(*entry) == 2 && entry[1])
        bytes = *static_cast<size_t *>(entry[1]);
      else
        return driver.fail(kHipInvalidValue, "malformed launch parameters");
    }
    if (!buffer && bytes)
      return driver.fail(kHipInvalidValue, "null argument buffer");
    if (bytes)
      std::memcpy(out.data(), buffer, std::min(bytes, out.size()));
    return kHipSuccess;
  }
  unsigned index = 0;
  for (const KernelArgument &argument : kernel.arguments) {
    if (argument.hidden())
      continue;
    if (!params || !params[index])
      return driver.fail(kHipInvalidValue,
                         "kernel '" + kernel.name + "': argument " +
                             std::to_string(index) + " is missing");
    std::memcpy(out.data() + argument.offset, params[index], argument.size);
    ++index;
  }
  return kHipSuccess;
}

int launch(Driver &driver, void *function, Dim3 grid, Dim3 block,
           unsigned dynamicLds, void *stream, void **params, void **extra,
           bool cooperative) {
  const Kernel *kernel = driver.kernel(function);
  if (!kernel)
    return driver.fail(kHipInvalidHandle, "not a function of a live module");
  if (!driver.validStream(stream))
    return driver.fail(kHipInvalidHandle, "not a live stream");
  Settings settings;
  if (int error = driver.readSettings(settings))
    return error;
  std::string who = "kernel '" + kernel->name + "': ";
  if (insideInterrupt())
    return driver.fail(
        kHipNotSupported,
        who + "launched by the function of primEmulatorSetInterrupt, which "
              "runs during a call; launch after that call");
  if (!grid.count() || !block.count())
    return driver.fail(kHipInvalidConfiguration, who + "empty grid or block");
  const unsigned most = driver.target->maxBlockSize;
  if (block.x > most || block.y > most || block.z > most ||
      block.count() > most || block.count() > kernel->maxFlatWorkGroupSize)
    return driver.fail(kHipInvalidConfiguration,
                       who + "block of " + std::to_string(block.count()) +
                           " work items, the kernel was compiled for at most " +
                           std::to_string(kernel->maxFlatWorkGroupSize));
  constexpr uint64_t kLimit = uint64_t(1) << 32;
  if (uint64_t(grid.x) * block.x >= kLimit ||
      uint64_t(grid.y) * block.y >= kLimit ||
      uint64_t(grid.z) * block.z >= kLimit)
    return driver.fail(kHipInvalidConfiguration,
                       who + "grid times block reaches 2^32 in one dimension");
  if (uint64_t(kernel->descriptor.groupSegmentBytes) + dynamicLds >
      driver.target->ldsBytes)
    return driver.fail(
        kHipInvalidConfiguration,
        who + std::to_string(kernel->descriptor.groupSegmentBytes) + " + " +
            std::to_string(dynamicLds) + " bytes of LDS, the chip has " +
            std::to_string(driver.target->ldsBytes));
  if (cooperative) {
    uint64_t fit =
        uint64_t(activeGroupsPerComputeUnit(
            *driver.target, *kernel, unsigned(block.count()), dynamicLds)) *
        driver.units();
    if (grid.count() > fit)
      return driver.fail(kHipCooperativeLaunchTooLarge,
                         who + std::to_string(grid.count()) + " groups, only " +
                             std::to_string(fit) + " can be resident");
    if (settings.resident && grid.count() > *settings.resident)
      return driver.fail(kHipCooperativeLaunchTooLarge,
                         who + std::to_string(grid.count()) +
                             " groups, PRIM_EMULATOR_RESIDENT allows " +
                             std::to_string(*settings.resident));
  }
  std::vector<uint8_t> arguments;
  if (int error = gatherArguments(driver, *kernel, params, extra, arguments))
    return error;
  LaunchParameters parameters;
  parameters.kernel = kernel;
  parameters.grid = grid;
  parameters.block = block;
  parameters.dynamicLds = dynamicLds;
  parameters.cooperative = cooperative;
  parameters.kernarg = arguments.data();
  parameters.kernargBytes = arguments.size();
  std::string error;
  switch (runLaunch(parameters, settings, error)) {
  case LaunchOutcome::Finished:
    return kHipSuccess;
  case LaunchOutcome::Interrupted:
    // The device is still usable.
    return driver.fail(kHipLaunchTimeOut, error);
  case LaunchOutcome::Faulted:
    break;
  }
  driver.sticky = kHipLaunchFailure;
  return driver.fail(kHipLaunchFailure, error);
}

} // namespace

PRIM_HIP_API int hipModuleLoadData(void **module, const void *image) {
  return call(true, [&](Driver &d) { return load(d, module, image, 0); });
}
PRIM_HIP_API int hipModuleLoadDataEx(void **module, const void *image, unsigned,
                                     void *, void **) {
  return hipModuleLoadData(module, image);
}
PRIM_HIP_API int hipModuleLoad(void **module, const char *path) {
  return call(true, [&](Driver &d) -> int {
    if (!path)
      return d.fail(kHipInvalidValue, "null file name");
    FILE *file = std::fopen(path, "rb");
    if (!file)
      return d.fail(kHipFileNotFound, std::string("cannot open ") + path);
    std::vector<char> bytes;
    char buffer[4096];
    for (size_t got; (got = std::fread(buffer, 1, sizeof(buffer), file)) > 0;)
      bytes.insert(bytes.end(), buffer, buffer + got);
    std::fclose(file);
    if (bytes.empty())
      return d.fail(kHipInvalidImage, std::string(path) + " is empty");
    return load(d, module, bytes.data(), bytes.size());
  });
}
PRIM_HIP_API int hipModuleUnload(void *module) {
  return call(false, [&](Driver &d) -> int {
    auto *handle = static_cast<Module *>(module);
    if (!d.modules.erase(handle))
      return d.fail(kHipInvalidHandle, "not a live module");
    Coverage::get().remove(*handle);
    delete handle;
    return kHipSuccess;
  });
}
PRIM_HIP_API int hipModuleGetFunction(void **function, void *module,
                                      const char *name) {
  return call(true, [&](Driver &d) -> int {
    auto *handle = static_cast<Module *>(module);
    if (!function || !name)
      return d.fail(kHipInvalidValue, "null function or name");
    if (!d.modules.count(handle))
      return d.fail(kHipInvalidHandle, "not a live module");
    auto found = handle->kernels.find(name);
    if (found == handle->kernels.end())
      return d.fail(kHipNotFound,
                    std::string("module has no kernel '") + name + "'");
    *function = &found->second;
    return kHipSuccess;
  });
}
PRIM_HIP_API int hipModuleGetGlobal(void **address, size_t *bytes, void *module,
                                    const char *name) {
  return call(true, [&](Driver &d) -> int {
    auto *handle = static_cast<Module *>(module);
    if (!name)
      return d.fail(kHipInvalidValue, "null name");
    if (!d.modules.count(handle))
      return d.fail(kHipInvalidHandle, "not a live module");
    auto found = handle->variables.find(name);
    if (found == handle->variables.end())
      return d.fail(kHipNotFound,
                    std::string("module has no variable '") + name + "'");
    if (address)
      *address = reinterpret_cast<void *>(found->second.address);
    if (bytes)
      *bytes = found->second.size;
    return kHipSuccess;
  });
}
PRIM_HIP_API int hipFuncGetAttribute(int *value, int attribute,
                                     void *function) {
  return call(true, [&](Driver &d) -> int {
    const Kernel *kernel = d.kernel(function);
    if (!value)
      return d.fail(kHipInvalidValue, "null result pointer");
    if (!kernel)
      return d.fail(kHipInvalidHandle, "not a function of a live module");
    switch (attribute) { // hipFunction_attribute
    case 0:
      *value = int(kernel->maxFlatWorkGroupSize);
      return kHipSuccess;
    case 1:
      *value = int(kernel->descriptor.groupSegmentBytes);
      return kHipSuccess;
    case 2: // constant memory
      *value = 0;
      return kHipSuccess;
    case 3:
      *value = int(kernel->descriptor.privateSegmentBytes);
      return kHipSuccess;
    case 4:
      *value = int(kernel->vgprs);
      return kHipSuccess;
    case 8: // most dynamic LDS
      *value = int(d.target->ldsBytes - kernel->descriptor.groupSegmentBytes);
      return kHipSuccess;
    default:
      return d.fail(kHipInvalidValue, "function attribute " +
                                          std::to_string(attribute) +
                                          " is not known to the emulator");
    }
  });
}
PRIM_HIP_API int hipModuleOccupancyMaxActiveBlocksPerMultiprocessor(
    int *blocks, void *function, int blockSize, size_t dynamicLds) {
  return call(true, [&](Driver &d) -> int {
    const Kernel *kernel = d.kernel(function);
    if (!blocks || blockSize <= 0)
      return d.fail(kHipInvalidValue, "bad result pointer or block size");
    if (!kernel)
      return d.fail(kHipInvalidHandle, "not a function of a live module");
    *blocks = activeGroupsPerComputeUnit(*d.target, *kernel,
                                         unsigned(blockSize), dynamicLds);
    return kHipSuccess;
  });
}
PRIM_HIP_API int hipModuleOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
    int *blocks, void *function, int blockSize, size_t dynamicLds, unsigned) {
  return hipModuleOccupancyMaxActiveBlocksPerMultiprocessor(
      blocks, function, blockSize, dynamicLds);
}
PRIM_HIP_API int hipModuleLaunchKernel(void *function, unsigned gridX,
                                       unsigned gridY, unsigned gridZ,
                                       unsigned blockX, unsigned blockY,
                                       unsigned blockZ, unsigned dynamicLds,
                                       void *stream, void **params,
                                       void **extra) {
  return call(true, [&](Driver &d) {
    return launch(d, function, {gridX, gridY, gridZ}, {blockX, blockY, blockZ},
                  dynamicLds, stream, params, extra, false);
  });
}
PRIM_HIP_API int hipModuleLaunchCooperativeKernel(
    void *function, unsigned gridX, unsigned gridY, unsigned gridZ,
    unsigned blockX, unsigned blockY, unsigned blockZ, unsigned dynamicLds,
    void *stream, void **params) {
  return call(true, [&](Driver &d) {
    return launch(d, function, {gridX, gridY, gridZ}, {blockX, blockY, blockZ},
                  dynamicLds, stream, params, nullptr, true);
  });
}
