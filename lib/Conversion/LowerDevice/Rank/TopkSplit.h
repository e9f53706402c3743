//===- TopkSplit.h - A topk of more than a block sorts --*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What comes first of a buffer is sorted by one block as long as it holds it.
// More is another sort by itself: prim.device_topk then takes elements without
// an order, into a buffer in between, from which prim.device_sort brings them
// to where they belong.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_LIB_CONVERSION_LOWERDEVICE_RANK_TOPKSPLIT_H
#define PRIM_LIB_CONVERSION_LOWERDEVICE_RANK_TOPKSPLIT_H

#include "../Engine/Decomposition.h"

namespace mlir::prim {

/// None where the plan of `op`, in which one block sorts `most` elements at
/// most, is known to be enough.
std::unique_ptr<Decomposition> decomposeTopk(DeviceTopkOp op, int64_t most);

} // namespace mlir::prim

#endif // PRIM_LIB_CONVERSION_LOWERDEVICE_RANK_TOPKSPLIT_H
