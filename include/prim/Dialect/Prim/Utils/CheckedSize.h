//===- CheckedSize.h - Products of sizes in host code -------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Counting elements and bytes where the sizes are known at run time only.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_DIALECT_PRIM_UTILS_CHECKEDSIZE_H
#define PRIM_DIALECT_PRIM_UTILS_CHECKEDSIZE_H

#include "prim/Dialect/Prim/Utils/CodeBuilder.h"

namespace mlir::prim {

/// A product of sizes (i64) that knows whether it stayed within 63 bits.
class CheckedSize {
public:
  /// Starts at 1; emits where `b` stands at each call.
  explicit CheckedSize(CodeBuilder &b);

  /// Multiplies by `factor` (i64).
  void multiply(Value factor);
  void multiply(int64_t factor);

  /// The product (i64), of no meaning where fits() is false.
  Value value() const { return product; }
  /// i1: no factor was negative, and no product of the factors so far went past
  /// 63 bits.
  Value fits() const { return inRange; }

private:
  CodeBuilder &b;
  Value product, inRange;
};

} // namespace mlir::prim

#endif // PRIM_DIALECT_PRIM_UTILS_CHECKEDSIZE_H
