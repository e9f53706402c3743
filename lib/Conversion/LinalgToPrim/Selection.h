//===- Selection.h - Operators that compare and select ----------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Decides whether an operator on tuples that only compares and selects, such as
// argmax, is associative. The result of such an operator depends on its
// operands only through their order, so that a few values of each member stand
// for all: the laws are tested on all tuples of them.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_LIB_CONVERSION_LINALGTOPRIM_SELECTION_H
#define PRIM_LIB_CONVERSION_LINALGTOPRIM_SELECTION_H

#include "mlir/IR/BuiltinAttributeInterfaces.h"
#include "mlir/IR/Value.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::prim {

/// An operator `results = f(lefts, rights)` on tuples.
struct Selection {
  /// The ops that compute the results, in the order of their block, except
  /// constants.
  llvm::SetVector<Operation *> ops;
  /// Whether f is associative once NaN is handled as `nanMember` or
  /// `stopMember` says.
  bool isAssociative = false;
  bool isCommutative = false;
  /// The member whose NaNs f ignores in the right operand but keeps in the left
  /// one, which is not associative; none if f itself is. With a left operand of
  /// NaN replaced by the right operand it is, and folds from an initial value
  /// other than NaN give the same.
  std::optional<unsigned> nanMember;
  /// The member whose first NaN ends the fold: a NaN in the right operand
  /// becomes the result's and changes no other member, and a left operand with
  /// one is the result. A fold of parts is right if it remembers with each
  /// whether there was a NaN, and what was selected before it.
  std::optional<unsigned> stopMember;
  /// The least and greatest numbers that, as one tuple, are an identity of f;
  /// empty if there is none.
  SmallVector<TypedAttr> neutral;

  /// The operator, or null if it does more than to compare and to select.
  /// Members are compared only with the member of the same position. Zeros are
  /// ordered by their sign in minima and maxima, and `nnan` is taken to hold.
  static std::optional<Selection> get(ValueRange lefts, ValueRange rights,
                                      ValueRange results);
};

} // namespace mlir::prim

#endif // PRIM_LIB_CONVERSION_LINALGTOPRIM_SELECTION_H
