//===- ScanOperator.h - The operator of a scan ------------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Decides whether the code that combines two tuples may become the combiner of
// a scan, which groups elements in another order. Changes no IR.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_LIB_CONVERSION_LINALGTOPRIM_SCANOPERATOR_H
#define PRIM_LIB_CONVERSION_LINALGTOPRIM_SCANOPERATOR_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "prim/Dialect/Prim/IR/Prim.h"

namespace mlir::prim {

/// An operator `results = f(lefts, rights)` on tuples.
struct ScanOperator {
  ScanOperator(bool reassociate, bool assumeAssociative)
      : reassociate(reassociate), assumeAssociative(assumeAssociative) {}

  /// Whether sums and products of floats may be rounded in another order.
  bool reassociate;
  /// Whether any operator counts as associative.
  bool assumeAssociative;

  /// The built-in kind, if it is one.
  std::optional<CombinerKind> kind;
  arith::FastMathFlags fastmath = arith::FastMathFlags::none;
  bool isCommutative = false;

  /// Finds out what the code in the block of `lefts` and `rights`, which are
  /// its arguments, combines. Returns why that may not be done in another
  /// order, as a predicate of its op; empty if it may.
  StringRef match(ValueRange lefts, ValueRange rights, ValueRange results);

private:
  StringRef matchKind(Operation *step);
};

/// Laws of an operator that follow from those of sums and products.
struct AlgebraicLaws {
  bool isAssociative = false;
  bool isCommutative = false;

  /// The laws of an operator of sums, products and differences, and of choices
  /// by an i1 such as in segmented scans. Floats are taken for real numbers.
  /// Nothing is known of other operators.
  static AlgebraicLaws get(ValueRange lefts, ValueRange rights,
                           ValueRange results);
};

/// Removes the flags by which sums and products of integers do not overflow.
/// They may not hold in another order.
void dropOverflowFlags(Block &block);

} // namespace mlir::prim

#endif // PRIM_LIB_CONVERSION_LINALGTOPRIM_SCANOPERATOR_H
