//===- Order.h - The order that a comparison defines ------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Recognises built-in orders of prim in the regions of sorts, which then need
// no comparisons.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_LIB_CONVERSION_FRONTENDTOPRIM_ORDER_H
#define PRIM_LIB_CONVERSION_FRONTENDTOPRIM_ORDER_H

#include "prim/Dialect/Prim/IR/Prim.h"

namespace mlir::prim {

/// A member of an item, and the built-in order of its values.
struct Key {
  unsigned member;
  SortOrder order;
  bool descending;
};

/// The keys that `first` compares, most significant first, if it says whether
/// the item of `lefts` comes before that of `rights` and has one direction;
/// otherwise none. An order of floats that leaves NaN without a place becomes
/// `total`.
SmallVector<Key> findKeys(Value first, ValueRange lefts, ValueRange rights);

} // namespace mlir::prim

#endif // PRIM_LIB_CONVERSION_FRONTENDTOPRIM_ORDER_H
