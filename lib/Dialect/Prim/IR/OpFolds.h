//===- OpFolds.h - Canonical folds that ops share ---------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Canonicalisation patterns that several ops use. All folds are bitwise exact,
// so none depends on values of floats.
//
// Private to the dialect library.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_LIB_DIALECT_PRIM_IR_OPFOLDS_H
#define PRIM_LIB_DIALECT_PRIM_IR_OPFOLDS_H

#include "prim/Dialect/Prim/IR/Prim.h"

#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::prim::detail {

/// Whether a value is the constant identity of a kind on integers.
inline bool isIntegerIdentity(CombinerKind kind, Value value) {
  APInt constant;
  if (!matchPattern(value, m_ConstantInt(&constant)))
    return false;
  // The width of index depends on the target.
  bool knownWidth = !value.getType().isIndex();
  switch (kind) {
  case CombinerKind::Add:
  case CombinerKind::Or:
  case CombinerKind::Xor:
  case CombinerKind::MaxUI:
    return constant.isZero();
  case CombinerKind::Mul:
    return constant.isOne();
  case CombinerKind::And:
  case CombinerKind::MinUI:
    return knownWidth && constant.isAllOnes();
  case CombinerKind::MinSI:
    return knownWidth && constant.isMaxSignedValue();
  case CombinerKind::MaxSI:
    return knownWidth && constant.isMinSignedValue();
  default:
    return false;
  }
}

/// Removes an init that is the kind's identity, which is the default.
template <typename OpTy>
struct DropIdentityInit : public OpRewritePattern<OpTy> {
  using OpRewritePattern<OpTy>::OpRewritePattern;

  LogicalResult matchAndRewrite(OpTy op,
                                PatternRewriter &rewriter) const override {
    if (!op.getKind() || op.getInit().size() != 1)
      return rewriter.notifyMatchFailure(op, "no kind with one init");
    if (!isIntegerIdentity(*op.getKind(), op.getInit().front()))
      return rewriter.notifyMatchFailure(op, "init is not the identity");
    rewriter.modifyOpInPlace(op, [&] { op.getInitMutable().clear(); });
    return success();
  }
};

template <typename OpTy>
void addDropInitPattern(RewritePatternSet &patterns) {
  patterns.add<DropIdentityInit<OpTy>>(patterns.getContext());
}

} // namespace mlir::prim::detail

#endif // PRIM_LIB_DIALECT_PRIM_IR_OPFOLDS_H
