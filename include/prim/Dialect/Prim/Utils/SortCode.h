//===- SortCode.h - Sort keys as unsigned integers ------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Maps keys to unsigned integers of the same width that compare according to a
// built-in sort order. Radix sorts extract digits from them, sorting networks
// compute minima and maxima.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_DIALECT_PRIM_UTILS_SORTCODE_H
#define PRIM_DIALECT_PRIM_UTILS_SORTCODE_H

#include "prim/Dialect/Prim/IR/Prim.h"
#include "prim/Dialect/Prim/Utils/CodeBuilder.h"

namespace mlir::prim {

/// The integer type of the codes of keys of type `keyType`; i64 for index.
IntegerType getSortCodeType(Type keyType);

/// The code of `key`: smaller for keys that come first in `order`, or larger
/// with `largestFirst`. Keys that are equal in the order (both zeros, all NaNs)
/// have equal codes.
Value createSortCode(CodeBuilder &b, Value key, SortOrder order,
                     bool largestFirst);

/// The inverse of createSortCode(), a key of type `keyType`. If several keys
/// have one code, it returns +0.0, or one NaN.
Value decodeSortCode(CodeBuilder &b, Value code, Type keyType, SortOrder order,
                     bool largestFirst);

/// A code as by createSortCode(), except that keys with different bits have
/// different codes. Keys that are equal in the order have adjacent codes.
Value createExactSortCode(CodeBuilder &b, Value key, SortOrder order,
                          bool largestFirst);

/// The inverse of createExactSortCode(), a key of type `keyType`.
Value decodeExactSortCode(CodeBuilder &b, Value code, Type keyType,
                          SortOrder order, bool largestFirst);

} // namespace mlir::prim

#endif // PRIM_DIALECT_PRIM_UTILS_SORTCODE_H
