//===- DeviceLibrary.h - Where math functions come from -----*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// AMD's device library of math functions: LLVM bitcode that belongs to ROCm and
// that Debian has in the package rocm-device-libs.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_TARGET_DEVICELIBRARY_H
#define PRIM_TARGET_DEVICELIBRARY_H

#include "mlir/Support/LLVM.h"
#include <optional>
#include <string>

namespace mlir::prim {

/// The path of `ocml.bc`, or an empty string where there is none. `wanted` is
/// what the user says: a folder that has it, or a ROCm installation; "none" for
/// no library; or nothing. Then it is looked for in `HIP_DEVICE_LIB_PATH` (a
/// folder), in `ROCM_PATH` (an installation), and where it was when prim was
/// built. A place that the user or `HIP_DEVICE_LIB_PATH` names must have it:
/// otherwise the result is nothing and `error` says so.
std::optional<std::string> findDeviceLibrary(StringRef wanted,
                                             std::string &error);

} // namespace mlir::prim

#endif // PRIM_TARGET_DEVICELIBRARY_H
