//===- TopkSplit.h - A topk of more than a block sorts --*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One block sorts the first elements of a topk if it can hold them. If not, a
// topk without order writes them to a buffer, and prim.device_sort sorts that
// buffer into the outputs.
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
