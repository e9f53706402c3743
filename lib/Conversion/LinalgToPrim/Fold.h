//===- Fold.h - The body of a linalg op that folds --------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Splits the body of a linalg op into computations on an element alone and the
// operator that combines their results with the accumulators. Changes no IR.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_LIB_CONVERSION_LINALGTOPRIM_FOLD_H
#define PRIM_LIB_CONVERSION_LINALGTOPRIM_FOLD_H

#include "Selection.h"
#include "prim/Conversion/LinalgToPrim.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "prim/Dialect/Prim/IR/Prim.h"
#include "prim/Dialect/Prim/Utils/CodeBuilder.h"

namespace mlir::prim {

/// A linalg body split into its parts.
struct Fold {
  explicit Fold(linalg::LinalgOp op)
      : op(op), body(op.getBlock()),
        accumulators(
            op.getBlock()->getArguments().take_back(op.getNumDpsInits())) {}

  linalg::LinalgOp op;
  Block *body;
  ArrayRef<BlockArgument> accumulators;
  /// Ops that depend on the accumulators, in order, without the terminator;
  /// empty before match().
  llvm::SetVector<Operation *> folding;
  /// By output: the operand combined with the accumulator, which depends on no
  /// accumulator.
  SmallVector<Value> elements;
  /// By output: the op that combines, if a built-in kind combines this output
  /// alone.
  SmallVector<Operation *> steps;
  /// The operator on the other outputs.
  Selection selection;
  /// The outputs that `selection` combines.
  SmallVector<unsigned> selected;
  /// Whether the whole body is the combiner, of accumulators and inputs.
  bool isWhole = false;

  /// Splits the body. Returns why it is no fold with an associative operator,
  /// as a predicate of the op; empty if it is.
  StringRef match(bool reassociate, bool assumeAssociative = false);

  ArrayRef<BlockArgument> getInputs() const {
    return body->getArguments().drop_back(accumulators.size());
  }
  bool isFolding(Value value) const {
    if (auto argument = dyn_cast<BlockArgument>(value))
      return llvm::is_contained(accumulators, argument);
    return folding.contains(value.getDefiningOp());
  }
  /// Whether each output has a built-in kind.
  bool isByKind() const { return !isWhole && selected.empty(); }
  bool isCommutative() const {
    return isByKind() || (!isWhole && selection.isCommutative);
  }
  /// The output whose first NaN ends the fold.
  std::optional<unsigned> getStopOutput() const {
    return isWhole || !selection.stopMember
               ? std::nullopt
               : std::optional(selected[*selection.stopMember]);
  }
  /// The ops that compute the elements, in order.
  llvm::SetVector<Operation *> getElementOps() const;
  /// Combines two values of `output`, which has a kind. New ops are created,
  /// because the old ones may have overflow flags that do not hold after
  /// reassociation.
  Value combineKind(CodeBuilder &builder, unsigned output, Value left,
                    Value right) const;
  /// Combines two tuples of the selected outputs. If a NaN stops the fold, a
  /// flag (i8) follows them: whether there was one.
  SmallVector<Value> combineSelected(CodeBuilder &builder, ValueRange left,
                                     ValueRange right) const;
  /// The flag of the elements of the selected outputs.
  Value getStopFlag(CodeBuilder &builder, ValueRange elements) const;
  /// The result of the output that a NaN stops, after the fold to `value`.
  Value finishStopped(CodeBuilder &builder, Value value, Value flag) const;

private:
  StringRef findFoldingOps();
  StringRef matchOperator(bool reassociate);
  StringRef matchWhole();
  bool isCombinedAlone(unsigned output);
  Value findElement(unsigned output);
  static Value isNaN(CodeBuilder &builder, Value value);
  /// Keeps what the left part has selected before its first NaN, or the right
  /// part has: its value is NaN only if there is nothing before. Adds the flag.
  void stopAtNaN(CodeBuilder &builder, ValueRange left, ValueRange right,
                 SmallVectorImpl<Value> &folds) const;
};

/// The built-in kind equivalent to `op`, if there is one.
std::optional<CombinerKind> getKind(Operation *op);

arith::FastMathFlags getFastMath(Operation *op);

/// Whether the op gives the same on elements of i1 as on their bytes.
bool isOnStored(Operation *op);

} // namespace mlir::prim

#endif // PRIM_LIB_CONVERSION_LINALGTOPRIM_FOLD_H
