//===- DeviceLibrary.h - Math functions of the vendors ------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The vendors' libraries of math functions, LLVM bitcode: AMD's (ocml.bc)
// belongs to ROCm, and Debian has it in the package rocm-device-libs; NVIDIA's
// (libdevice.10.bc) belongs to the CUDA toolkit.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_TARGET_DEVICELIBRARY_H
#define PRIM_TARGET_DEVICELIBRARY_H

#include "mlir/Support/LLVM.h"
#include "prim/Target/Chips.h"
#include <optional>
#include <string>

namespace mlir::prim {

/// The path of the library of `family`, or an empty string where there is none.
/// `wanted` is what the user says: a folder that has it, or an installation of
/// ROCm or of the CUDA toolkit; "none" for no library; or nothing. Then it is
/// looked for in `HIP_DEVICE_LIB_PATH` or `PRIM_LIBDEVICE_PATH` (a folder), in
/// `ROCM_PATH` or `CUDA_ROOT`, `CUDA_HOME` and `CUDA_PATH` (an installation),
/// and where it was when prim was built or where the toolkit installs itself. A
/// place that the user or one of the first two variables names must have it:
/// otherwise the result is nothing and `error` says so.
std::optional<std::string>
findDeviceLibrary(TargetFamily family, StringRef wanted, std::string &error);

/// Whether a function of that name is one of the library's.
bool isOfDeviceLibrary(StringRef name, TargetFamily family);

/// What the library is and how one comes by it, as the end of a message.
StringRef describeDeviceLibrary(TargetFamily family);

} // namespace mlir::prim

#endif // PRIM_TARGET_DEVICELIBRARY_H
