//===- CudaProperties.cpp - What a CUDA device is ---------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads the properties of a device, attribute by attribute, and determines
// which chips' code it runs.
//
//===----------------------------------------------------------------------===//

#include "Backend.h"
#include "Cuda/CudaApi.h"

#include <cstdlib>
#include <cstring>
#include <optional>

using namespace prim::runtime;
using namespace prim::runtime::cuda;

primStatus prim::runtime::cuda::readProperties(const Api &api, Device device,
                                               DeviceProperties &properties) {
  char name[256] = {};
  if (primStatus status =
          PRIM_CUDA_CALL(api, cuDeviceGetName, name, sizeof(name) - 1, device))
    return status;
  properties.name = name;

  size_t bytes = 0;
  if (primStatus status =
          PRIM_CUDA_CALL(api, cuDeviceTotalMem_v2, &bytes, device))
    return status;
  properties.memoryBytes = static_cast<int64_t>(bytes);

  int64_t major = 0, minor = 0, ldsByDefault = 0, ldsOnRequest = 0,
          cooperative = 0;
  struct {
    int attribute;
    int64_t *value;
  } const asked[] = {
      {attributeComputeCapabilityMajor, &major},
      {attributeComputeCapabilityMinor, &minor},
      {attributeMultiprocessorCount, &properties.computeUnits},
      {attributeWarpSize, &properties.waveSize},
      {attributeMaxThreadsPerBlock, &properties.maxGroupSize},
      {attributeMaxSharedMemoryPerBlock, &ldsByDefault},
      {attributeMaxSharedMemoryPerBlockOptin, &ldsOnRequest},
      {attributeCooperativeLaunch, &cooperative},
      // Y and Z follow X.
      {attributeMaxBlockDimX, &properties.maxBlock[0]},
      {attributeMaxBlockDimX + 1, &properties.maxBlock[1]},
      {attributeMaxBlockDimX + 2, &properties.maxBlock[2]},
      {attributeMaxGridDimX, &properties.maxGrid[0]},
      {attributeMaxGridDimX + 1, &properties.maxGrid[1]},
      {attributeMaxGridDimX + 2, &properties.maxGrid[2]},
  };
  for (const auto &one : asked) {
    int value = 0;
    if (primStatus status = PRIM_CUDA_CALL(api, cuDeviceGetAttribute, &value,
                                           one.attribute, device))
      return status;
    *one.value = value;
  }
  properties.chip = "sm_" + std::to_string(10 * major + minor);
  // More memory than the default must be requested through cuFuncSetAttribute.
  const bool hasRequests = api.cuFuncGetAttribute && api.cuFuncSetAttribute;
  properties.ldsBytes =
      hasRequests && ldsOnRequest > ldsByDefault ? ldsOnRequest : ldsByDefault;
  properties.cooperativeLaunch = cooperative && api.cuLaunchCooperativeKernel;
  properties.overlapsLaunches = major >= 9 && api.cuLaunchKernelEx;
  return PRIM_SUCCESS;
}

namespace {
/// "sm_90a": ten times the major version plus the minor one. A letter marks
/// code that runs on no later chip ('a') or only on its family ('f').
struct ChipName {
  long number;
  char kind;
};
} // namespace

static std::optional<ChipName> parse(const char *chip) {
  if (std::strncmp(chip, "sm_", 3) != 0 || chip[3] < '0' || chip[3] > '9')
    return std::nullopt;
  char *rest = nullptr;
  const long number = std::strtol(chip + 3, &rest, 10);
  const bool hasKind = *rest == 'a' || *rest == 'f';
  if (rest[hasKind])
    return std::nullopt;
  return ChipName{number, *rest};
}

bool prim::runtime::cuda::runsCodeFor(const std::string &there,
                                      const char *chip) {
  const std::optional<ChipName> device = parse(there.c_str());
  const std::optional<ChipName> code = parse(chip);
  if (!device || !code)
    return false;
  if (code->kind == 'a')
    return device->number == code->number;
  // A cubin runs only on later chips of its own family. If a toolkit is
  // installed, kernels are cubins.
  return device->number / 10 == code->number / 10 &&
         device->number >= code->number;
}
