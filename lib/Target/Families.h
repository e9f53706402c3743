//===- Families.h - The target families ---------------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The functions of the families for TargetLowering::create().
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_LIB_TARGET_FAMILIES_H
#define PRIM_LIB_TARGET_FAMILIES_H

#include "prim/Target/TargetLowering.h"

namespace mlir::prim {

std::unique_ptr<TargetLowering>
createAMDTargetLowering(const TargetInfo &target);
std::unique_ptr<TargetLowering>
createNVTargetLowering(const TargetInfo &target);

} // namespace mlir::prim

#endif // PRIM_LIB_TARGET_FAMILIES_H
