//===- Decompositions.h - Ops that other ops do *- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The decompositions that several ops share or that have a file of their own.
// Each function gives null if the op is not decomposed.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_LIB_CONVERSION_LOWERDEVICE_DECOMPOSE_DECOMPOSITIONS_H
#define PRIM_LIB_CONVERSION_LOWERDEVICE_DECOMPOSE_DECOMPOSITIONS_H

#include "../Engine/Decomposition.h"

namespace mlir::prim {

/// Lets `sort`, a step, use what it reads as its second buffer where that takes
/// no pass more.
void letClobber(DeviceSortOp sort);

/// The steps of `op`, if it is one that is done so.
std::unique_ptr<Decomposition> decomposeSort(DeviceSortOp op,
                                             const DeviceLimits &limits);
/// The steps of a sort with a prologue whose rows are known to be too long to
/// be sorted in one go.
std::unique_ptr<Decomposition> decomposeLongPrologue(DeviceSortOp op);
std::unique_ptr<Decomposition> decomposeRank(DeviceOpInterface op);
std::unique_ptr<Decomposition> decomposeMembers(DeviceReduceOp op);
std::unique_ptr<Decomposition> decomposeMembers(DeviceScanOp op);

/// Gives `op` a buffer of the workspace for each of its first `end` outputs
/// that is discarded.
std::unique_ptr<Decomposition> decomposeDiscards(DeviceOpInterface op,
                                                 int64_t end);

} // namespace mlir::prim

#endif // PRIM_LIB_CONVERSION_LOWERDEVICE_DECOMPOSE_DECOMPOSITIONS_H
