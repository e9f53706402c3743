//===- DeviceOps.h - What families of device ops share ----*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Effects, folds and checks of device ops that do not depend on which op it is.
// Checks emit their own diagnostics.
//
// Private to the dialect library.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_LIB_DIALECT_PRIM_IR_DEVICEOPS_H
#define PRIM_LIB_DIALECT_PRIM_IR_DEVICEOPS_H

#include "DeviceClauses.h"
#include "OpVerify.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "prim/Dialect/Prim/IR/DeviceDiscards.h"

namespace mlir::prim::detail {

/// What the prologue yields, else the elements of the inputs.
SmallVector<Type> getMappedTypes(Region &prologue, TypeRange ins);

/// Tensors are values; memrefs are read and written where they lie. Reads come
/// first: an output may be an input's buffer.
void addEffects(
    DeviceOpInterface op, bool clobbersInput,
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
        &effects);

/// Checks the elements of buffers that the combiner does not see: those of
/// masks, too.
LogicalResult verifyStored(Operation *op, StringRef name, TypeRange elements);

/// Checks the element types and shapes of some of the outs.
LogicalResult verifyOuts(Operation *op, ValueRange outs, TypeRange elements,
                         ArrayRef<int64_t> shape, StringRef what,
                         StringRef sizes = "the sizes of ins");

/// The shape of the first of ins.
ArrayRef<int64_t> getShape(DeviceOpInterface op);

/// Checks that `value` is a buffer in device memory, of the form of the others.
LogicalResult verifyBuffer(DeviceOpInterface op, Value value, StringRef name,
                           bool written);

/// Checks what the interface tells of any device op: the form, shapes and
/// dimensions of ins, the form of outs, discards, workspace, tokens, buffers
/// that are one, reads, the algorithm of the tuning, and where the op stands.
/// Element types, shapes of outs and what regions take are the op's own to
/// check.
LogicalResult verifyDevice(DeviceOpInterface op);

/// Checks the prologue: elements of the inputs, and the index if it wants it,
/// to the accumulators. Without one the elements are the accumulators.
LogicalResult verifyPrologue(DeviceOpInterface op, Region &region,
                             TypeRange accumulators);

/// The same of an op that folds nothing: elements of inputs, to the `items`
/// that it works on.
LogicalResult verifyMapped(Operation *op, Region &prologue, TypeRange elements,
                           TypeRange items);

/// Checks the buffer that tells how many results there are.
LogicalResult verifyCount(Operation *op, Value buffer);

/// Takes sizes that casts hide. Upstream has a pattern for every
/// destination-style op, which crashes on empty regions, such as those of an op
/// with a built-in operator: this one comes first.
template <typename OpTy>
struct FoldCasts : public OpRewritePattern<OpTy> {
  explicit FoldCasts(MLIRContext *context)
      : OpRewritePattern<OpTy>(context, /*benefit=*/2) {}

  LogicalResult matchAndRewrite(OpTy op,
                                PatternRewriter &rewriter) const override {
    if (!tensor::hasFoldableTensorCastOperand(op))
      return rewriter.notifyMatchFailure(op, "casts no operand");
    SmallVector<Type> types(op->getResultTypes());
    SmallVector<Value> operands =
        tensor::getUpdatedOperandsAfterCastOpFolding(op, types);
    Operation *folded = rewriter.insert(op->cloneWithoutRegions());
    folded->setOperands(operands);
    for (auto [from, to] : llvm::zip(op->getRegions(), folded->getRegions()))
      rewriter.inlineRegionBefore(from, to, to.end());
    SmallVector<Value> results;
    for (auto [result, type] : llvm::zip(folded->getResults(), types)) {
      Type wanted = result.getType();
      result.setType(type);
      results.push_back(result);
      if (type != wanted)
        results.back() =
            tensor::CastOp::create(rewriter, op.getLoc(), wanted, result);
    }
    rewriter.replaceOp(op, results);
    return success();
  }
};

/// What nobody uses need not be made: on tensors results are all that the op
/// does. Then members that an op only moves along go, on memrefs, too.
template <typename OpTy>
struct DropUnwanted : public OpRewritePattern<OpTy> {
  using OpRewritePattern<OpTy>::OpRewritePattern;

  LogicalResult matchAndRewrite(OpTy op,
                                PatternRewriter &rewriter) const override {
    auto device = cast<DeviceOpInterface>(op.getOperation());
    if (discardUnusedResults(rewriter, device) ||
        dropDiscardedMembers(rewriter, device))
      return success();
    return rewriter.notifyMatchFailure(op, "all outputs are wanted");
  }
};

} // namespace mlir::prim::detail

#endif // PRIM_LIB_DIALECT_PRIM_IR_DEVICEOPS_H
