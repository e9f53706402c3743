//===- ThreadScan.h - Folds over one thread's items -----*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The serial part of every collective: the folds of a thread over its own items
// before and after lanes exchange values. Warp and block lowering share it.
// Emits vector and combiner ops only.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_DIALECT_PRIM_UTILS_THREADSCAN_H
#define PRIM_DIALECT_PRIM_UTILS_THREADSCAN_H

#include "prim/Dialect/Prim/Utils/OptionalTuple.h"

namespace mlir::prim {

/// Takes the operands of a collective apart: `values` are the members of one
/// tuple, all scalars or all 1-D vectors of one length. Returns the items, each
/// a tuple of scalars; scalars are a single item.
SmallVector<ValueTuple> unpackItems(CodeBuilder &b, ValueRange values);
/// Takes the only member of a tuple apart, as unpackItems() does.
SmallVector<Value> unpackMember(CodeBuilder &b, Value value);

/// Vectors of `items` items.
SmallVector<Type> getVectorTypes(TypeRange types, int64_t items);

/// The inverse of unpackItems(): packs `items` into values of `types`, which
/// are scalar types (one item) or 1-D vector types as long as `items`.
SmallVector<Value> packItems(CodeBuilder &b, ArrayRef<ValueTuple> items,
                             TypeRange types);

/// Folds `items` (at least one) in order.
ValueTuple threadReduce(CodeBuilder &b, const Combiner &combiner,
                        ArrayRef<ValueTuple> items);

/// The fold of the elements of `vector`, several at a time in 32-bit words.
/// Null if that saves nothing: only sums and bitwise kinds have few or no
/// carries from one element to the next.
Value threadReduceWords(CodeBuilder &b, const Combiner &combiner, Value vector);

/// Whether threadScanWords() supports vectors of `type`: for sums of bytes.
bool scansWords(const Combiner &combiner, VectorType type);

/// Prefix folds over the elements of `vector`, for which scansWords() holds,
/// continuing `prefix`, four bytes at a time. `mode` is Inclusive or Exclusive.
Value threadScanWords(CodeBuilder &b, const Combiner &combiner, Value vector,
                      Value prefix, ScanMode mode);

/// Marks all items as present.
SmallVector<OptionalTuple> presentItems(ArrayRef<ValueTuple> items);

/// Prefix folds over `items` (at least one), continuing `prefix`. If there is
/// never a prefix, the first exclusive result is the combiner's identity, or
/// poison without one. The result of an absent item, or after an absent prefix,
/// is undefined. `mode` is Inclusive or Exclusive. With `reverse`, item i gets
/// the fold of the items from i (after i) on, in item order, and `prefix`
/// follows the last one.
SmallVector<ValueTuple> threadScan(CodeBuilder &b, const Combiner &combiner,
                                   ArrayRef<OptionalTuple> items,
                                   const OptionalTuple &prefix, ScanMode mode,
                                   bool reverse = false);

} // namespace mlir::prim

#endif // PRIM_DIALECT_PRIM_UTILS_THREADSCAN_H
