//===- Module.cpp - Code objects and kernels --------------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The module and kernel functions of prim_runtime.h, with the checks of launch
// extents.
//
//===----------------------------------------------------------------------===//

#include "Handles.h"

using namespace prim::runtime;

primStatus primModuleLoad(primDevice *device, const void *image, int64_t bytes,
                          primModule **module) {
  return guarded([&]() -> primStatus {
    if (!module)
      return fail(PRIM_ERROR_INVALID_ARGUMENT,
                  "primModuleLoad: 'module' is null");
    *module = nullptr;
    if (!device)
      return fail(PRIM_ERROR_INVALID_ARGUMENT,
                  "primModuleLoad: 'device' is null");
    if (!image || bytes <= 0)
      return fail(PRIM_ERROR_INVALID_ARGUMENT,
                  "primModuleLoad: an image of %lld bytes at %p",
                  static_cast<long long>(bytes), image);
    auto loaded = std::make_unique<primModule>();
    const auto *begin = static_cast<const unsigned char *>(image);
    loaded->image.reserve(bytes + 1);
    loaded->image.assign(begin, begin + bytes);
    // Texts (PTX) come without their length.
    loaded->image.push_back(0);
    loaded->device = device->state;
    const DeviceState &state = *device->state;
    if (primStatus status = state.backend->loadModule(
            state.ordinal, loaded->image.data(), &loaded->native))
      return status;
    *module = loaded.release();
    return PRIM_SUCCESS;
  });
}

primStatus primModuleUnload(primModule *module) {
  return guarded([&]() -> primStatus {
    if (!module)
      return PRIM_SUCCESS;
    std::unique_ptr<primModule> owner(module);
    const DeviceState &state = *module->device;
    return state.backend->unloadModule(state.ordinal, module->native);
  });
}

primStatus primModuleGetKernel(primModule *module, const char *name,
                               primKernel **kernel) {
  return guarded([&]() -> primStatus {
    if (!kernel)
      return fail(PRIM_ERROR_INVALID_ARGUMENT,
                  "primModuleGetKernel: 'kernel' is null");
    *kernel = nullptr;
    if (!module || !name)
      return fail(PRIM_ERROR_INVALID_ARGUMENT,
                  "primModuleGetKernel: 'module' or 'name' is null");
    std::lock_guard<std::mutex> guard(module->lock);
    auto known = module->kernels.find(name);
    if (known != module->kernels.end()) {
      *kernel = known->second.get();
      return PRIM_SUCCESS;
    }
    auto found = std::make_unique<primKernel>();
    found->device = module->device;
    found->name = name;
    const DeviceState &state = *module->device;
    if (primStatus status =
            state.backend->getKernel(state.ordinal, module->native, name,
                                     &found->native, &found->dynamicLds))
      return status;
    *kernel = found.get();
    module->kernels.emplace(name, std::move(found));
    return PRIM_SUCCESS;
  });
}

/// Checks the extents of a launch against the device. Sets `empty` if there is
/// nothing to launch.
static primStatus checkLaunch(const primKernel &kernel,
                              const primLaunch &launch, LaunchExtents &extents,
                              bool &empty) {
  const char *name = kernel.name.c_str();
  const DeviceProperties &properties = kernel.device->properties;
  empty = false;
  constexpr int64_t limit = int64_t(1) << 32;
  int64_t groupSize = 1;
  for (int axis = 0; axis < 3; ++axis) {
    const int64_t grid = launch.grid[axis];
    const int64_t block = launch.block[axis];
    if (grid < 0 || block < 1)
      return fail(PRIM_ERROR_INVALID_ARGUMENT,
                  "kernel %s: a grid of %lld groups of %lld work-items in "
                  "dimension %d",
                  name, static_cast<long long>(grid),
                  static_cast<long long>(block), axis);
    // Checked at each step, so that the product cannot overflow.
    if (block > properties.maxGroupSize ||
        (groupSize *= block) > properties.maxGroupSize)
      return fail(PRIM_ERROR_INVALID_ARGUMENT,
                  "kernel %s: a block of %lld x %lld x %lld work-items; the "
                  "device's largest has %lld",
                  name, static_cast<long long>(launch.block[0]),
                  static_cast<long long>(launch.block[1]),
                  static_cast<long long>(launch.block[2]),
                  static_cast<long long>(properties.maxGroupSize));
    if (properties.gridInWorkItems && grid > (limit - 1) / block)
      return fail(PRIM_ERROR_INVALID_ARGUMENT,
                  "kernel %s: %lld groups of %lld work-items in dimension %d; "
                  "their product must stay below 2^32",
                  name, static_cast<long long>(grid),
                  static_cast<long long>(block), axis);
    if (block > properties.maxBlock[axis])
      return fail(PRIM_ERROR_INVALID_ARGUMENT,
                  "kernel %s: a block of %lld work-items in dimension %d; the "
                  "device's largest has %lld",
                  name, static_cast<long long>(block), axis,
                  static_cast<long long>(properties.maxBlock[axis]));
    if (grid > properties.maxGrid[axis])
      return fail(PRIM_ERROR_INVALID_ARGUMENT,
                  "kernel %s: a grid of %lld groups in dimension %d; the "
                  "device's largest has %lld",
                  name, static_cast<long long>(grid), axis,
                  static_cast<long long>(properties.maxGrid[axis]));
    empty |= grid == 0;
    extents.grid[axis] = static_cast<uint32_t>(grid);
    extents.block[axis] = static_cast<uint32_t>(block);
  }
  if (launch.dynamicLds < 0 ||
      launch.dynamicLds + int64_t(kernel.dynamicLds) > properties.ldsBytes)
    return fail(PRIM_ERROR_INVALID_ARGUMENT,
                "kernel %s: %d bytes of dynamic LDS; the device has %lld", name,
                launch.dynamicLds, static_cast<long long>(properties.ldsBytes));
  extents.dynamicLds =
      static_cast<uint32_t>(launch.dynamicLds) + kernel.dynamicLds;
  constexpr int32_t known = PRIM_LAUNCH_COOPERATIVE | PRIM_LAUNCH_OVERLAPPED;
  if (launch.flags & ~known)
    return fail(PRIM_ERROR_INVALID_ARGUMENT,
                "kernel %s: a launch with flags %d; the known flags are %d",
                name, launch.flags, known);
  extents.cooperative = launch.flags & PRIM_LAUNCH_COOPERATIVE;
  extents.overlapped = !extents.cooperative &&
                       (launch.flags & PRIM_LAUNCH_OVERLAPPED) &&
                       properties.overlapsLaunches;
  return PRIM_SUCCESS;
}

primStatus primKernelLaunch(primKernel *kernel, primStream *stream,
                            const primLaunch *launch, void **args,
                            int64_t numArgs) {
  return guarded([&]() -> primStatus {
    if (!kernel || !launch)
      return fail(PRIM_ERROR_INVALID_ARGUMENT,
                  "primKernelLaunch: 'kernel' or 'launch' is null");
    if (numArgs < 0 || (numArgs > 0 && !args))
      return fail(PRIM_ERROR_INVALID_ARGUMENT,
                  "kernel %s: %lld arguments at %p", kernel->name.c_str(),
                  static_cast<long long>(numArgs), static_cast<void *>(args));
    // The driver takes the number of arguments from the code object, and would
    // read through a null pointer.
    for (int64_t i = 0; i < numArgs; ++i)
      if (!args[i])
        return fail(PRIM_ERROR_INVALID_ARGUMENT,
                    "kernel %s: the pointer to argument %lld is null",
                    kernel->name.c_str(), static_cast<long long>(i));
    if (primStatus status = checkStream(*kernel->device, stream))
      return status;
    LaunchExtents extents;
    bool empty;
    if (primStatus status = checkLaunch(*kernel, *launch, extents, empty))
      return status;
    if (empty)
      return PRIM_SUCCESS;
    return kernel->device->backend->launch(kernel->device->ordinal,
                                           kernel->native, kernel->name.c_str(),
                                           nativeStream(stream), extents, args);
  });
}

primStatus primKernelOccupancy(primKernel *kernel, int32_t blockSize,
                               int32_t dynamicLds, int32_t *groups) {
  return guarded([&]() -> primStatus {
    if (!groups)
      return fail(PRIM_ERROR_INVALID_ARGUMENT,
                  "primKernelOccupancy: 'groups' is null");
    *groups = 0;
    if (!kernel || blockSize < 1 || dynamicLds < 0)
      return fail(PRIM_ERROR_INVALID_ARGUMENT,
                  "primKernelOccupancy: a null kernel, an empty block or "
                  "negative LDS");
    return kernel->device->backend->occupancy(
        kernel->device->ordinal, kernel->native, blockSize,
        static_cast<size_t>(dynamicLds) + kernel->dynamicLds, groups);
  });
}
