//===- DeviceLibraryLink.h - Controls of the device library -*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The facts about the target that AMD's device library needs.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_LIB_TARGET_ROCDL_DEVICELIBRARYLINK_H
#define PRIM_LIB_TARGET_ROCDL_DEVICELIBRARYLINK_H

#include "prim/Target/TargetInfo.h"

namespace llvm {
class Module;
} // namespace llvm

namespace mlir::prim {

/// Defines the constants on which the library's functions branch: the chip, the
/// wave size, and IEEE semantics with denormals, infinities and NaNs. `abi` is
/// the code object version times 100.
void defineLibraryControls(llvm::Module &module, const TargetInfo &target,
                           unsigned abi);

} // namespace mlir::prim

#endif // PRIM_LIB_TARGET_ROCDL_DEVICELIBRARYLINK_H
