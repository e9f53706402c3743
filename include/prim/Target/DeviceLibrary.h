//===- DeviceLibrary.h - Math functions of the vendors ------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The vendors' libraries of math functions, in LLVM bitcode. AMD's (ocml.bc) is
// part of ROCm; Debian has it in the package rocm-device-libs. NVIDIA's
// (libdevice.10.bc) is part of the CUDA toolkit.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_TARGET_DEVICELIBRARY_H
#define PRIM_TARGET_DEVICELIBRARY_H

#include "mlir/Support/LLVM.h"
#include "prim/Target/Chips.h"
#include <optional>
#include <string>

namespace mlir::prim {

/// The path of the library of `family`, or an empty string if there is none.
/// `wanted` is the user's setting: a folder with the library, an installation
/// of ROCm or of the CUDA toolkit, "none" for no library, or nothing. With
/// nothing, these places are searched: `HIP_DEVICE_LIB_PATH` or
/// `PRIM_LIBDEVICE_PATH` (a folder); `ROCM_PATH` or `CUDA_ROOT`, `CUDA_HOME`
/// and `CUDA_PATH` (an installation); the place found when prim was built or
/// the toolkit's default. If the user or one of the first two variables names a
/// place without the library, the result is nothing and `error` describes it.
std::optional<std::string>
findDeviceLibrary(TargetFamily family, StringRef wanted, std::string &error);

/// The name in that library of a function on floats of `bits` bits. `function`
/// is its name in AMD's library.
std::string nameInDeviceLibrary(StringRef function, unsigned bits,
                                TargetFamily family);

/// Whether the library of `family` defines a function of that name.
bool isOfDeviceLibrary(StringRef name, TargetFamily family);

/// The library's name and source, for the end of a message.
StringRef describeDeviceLibrary(TargetFamily family);

} // namespace mlir::prim

#endif // PRIM_TARGET_DEVICELIBRARY_H
