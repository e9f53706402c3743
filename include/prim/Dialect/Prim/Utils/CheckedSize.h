//===- CheckedSize.h - Products of sizes in host code -------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Products of element and byte counts that are known at run time only.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_DIALECT_PRIM_UTILS_CHECKEDSIZE_H
#define PRIM_DIALECT_PRIM_UTILS_CHECKEDSIZE_H

#include "prim/Dialect/Prim/Utils/CodeBuilder.h"

namespace mlir::prim {

/// A product of sizes (i64) with a check that it stayed within 63 bits.
class CheckedSize {
public:
  /// Starts at 1. Each call emits at the insertion point of `b`.
  explicit CheckedSize(CodeBuilder &b);

  /// Multiplies by `factor` (i64).
  void multiply(Value factor);
  void multiply(int64_t factor);

  /// The product (i64); undefined if fits() is false.
  Value value() const { return product; }
  /// i1: no factor was negative, and no product of the factors so far exceeded
  /// 63 bits.
  Value fits() const { return inRange; }

private:
  CodeBuilder &b;
  Value product, inRange;
};

} // namespace mlir::prim

#endif // PRIM_DIALECT_PRIM_UTILS_CHECKEDSIZE_H
