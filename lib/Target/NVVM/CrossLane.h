//===- CrossLane.h - Cross-lane moves on NVIDIA ---------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The cross-lane moves of NVIDIA's chips.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_LIB_TARGET_NVVM_CROSSLANE_H
#define PRIM_LIB_TARGET_NVVM_CROSSLANE_H

#include "prim/Dialect/Prim/Utils/CodeBuilder.h"
#include "prim/Target/CrossLane.h"

namespace mlir::prim {

/// The moves of `target`, an NVIDIA chip, between active lanes in aligned
/// groups of `width`; without a width any lanes may be active.
std::unique_ptr<CrossLane> createNVCrossLane(CodeBuilder &b,
                                             const TargetInfo &target,
                                             std::optional<unsigned> width);

} // namespace mlir::prim

#endif // PRIM_LIB_TARGET_NVVM_CROSSLANE_H
