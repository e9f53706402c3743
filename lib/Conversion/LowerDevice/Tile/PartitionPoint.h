//===- PartitionPoint.h - Binary search, several at a time --*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A search without branches, in which a thread looks for several things at
// once, so that what it loads for one comes while it waits for the others.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_LIB_CONVERSION_LOWERDEVICE_TILE_PARTITIONPOINT_H
#define PRIM_LIB_CONVERSION_LOWERDEVICE_TILE_PARTITIONPOINT_H

#include "../Engine/KernelBuilder.h"

namespace mlir::prim {

/// The last of `count` (i32 or i64, uniform, at least one) indices at which
/// `holds` says yes, for each of `lanes` searches, or 0 if there is none. What
/// it says must be yes up to some index, and no from there on; otherwise the
/// result is some index. It is asked about indices below `count` only, and so
/// often as the logarithm of that says.
SmallVector<Value> findPartitionPoint(
    KernelBuilder &kernel, unsigned lanes, Value count,
    llvm::function_ref<SmallVector<Value>(ValueRange indices)> holds);

} // namespace mlir::prim

#endif // PRIM_LIB_CONVERSION_LOWERDEVICE_TILE_PARTITIONPOINT_H
