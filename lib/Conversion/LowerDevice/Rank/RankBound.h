//===- RankBound.h - The code of a block's k-th item -----*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A search, bit by bit, among codes that the threads of a block hold.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_LIB_CONVERSION_LOWERDEVICE_RANK_RANKBOUND_H
#define PRIM_LIB_CONVERSION_LOWERDEVICE_RANK_RANKBOUND_H

#include "prim/Dialect/Prim/Utils/CollectiveBuilders.h"

namespace mlir::prim {

/// The fold of all threads' `value`, in all threads.
Value foldInBlock(CodeBuilder &b, CombinerKind kind, Value value);
/// The number of set flags of all threads; i32.
Value countInBlock(CodeBuilder &b, ArrayRef<Value> flags);
/// Whether each of `codes` is below `bound`.
SmallVector<Value> areBelow(CodeBuilder &b, ArrayRef<Value> codes, Value bound);
/// The least codes of `groups` groups of a thread's `codes`, or all codes if
/// there are no more.
SmallVector<Value> findLeast(CodeBuilder &b, ArrayRef<Value> codes,
                             unsigned groups);
/// A code such that `first` (i32) of the threads' `codes` are below it, or up
/// to `slack` (i32, null for none) more; or else the code of the last one of so
/// many.
Value findRankBound(CodeBuilder &b, ArrayRef<Value> codes, Value first,
                    Value slack = {});

} // namespace mlir::prim

#endif // PRIM_LIB_CONVERSION_LOWERDEVICE_RANK_RANKBOUND_H
