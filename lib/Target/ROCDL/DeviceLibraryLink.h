//===- DeviceLibraryLink.h - Controls of the device library -*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What AMD's device library needs to be told about the target.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_LIB_TARGET_ROCDL_DEVICELIBRARYLINK_H
#define PRIM_LIB_TARGET_ROCDL_DEVICELIBRARYLINK_H

#include "prim/Target/TargetInfo.h"

namespace llvm {
class Module;
} // namespace llvm

namespace mlir::prim {

/// Defines the constants on which the library's functions branch: which chip
/// and wave size they are for, and that numbers are IEEE's, denormals,
/// infinities and NaNs included. `abi` is the code object version times 100.
void defineLibraryControls(llvm::Module &module, const TargetInfo &target,
                           unsigned abi);

} // namespace mlir::prim

#endif // PRIM_LIB_TARGET_ROCDL_DEVICELIBRARYLINK_H
