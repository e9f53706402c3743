//===- OwnOperations.h - AMD's operations in a user's kernel ---*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// TargetLowering's queries about operations in users' code.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_LIB_TARGET_ROCDL_OWNOPERATIONS_H
#define PRIM_LIB_TARGET_ROCDL_OWNOPERATIONS_H

#include "prim/Target/TargetLowering.h"

namespace mlir::prim {

/// TargetLowering::verify() on AMD.
LogicalResult verifyAMDOperation(Operation *op, const TargetInfo &target);

/// TargetLowering::getLaneSource() on AMD.
std::optional<std::pair<LaneSource, unsigned>> getAMDLaneSource(Operation *op);

} // namespace mlir::prim

#endif // PRIM_LIB_TARGET_ROCDL_OWNOPERATIONS_H
