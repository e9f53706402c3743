//===- DeviceOps.h - Shared device op code ----------------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Effects, folds and checks of device ops that do not depend on the op. Checks
// emit their own diagnostics.
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

/// The types that the prologue yields, or else the elements of the inputs.
SmallVector<Type> getMappedTypes(Region &prologue, TypeRange ins);

/// Adds the effects of reading and writing memrefs in place; tensors are values
/// and have none. Reads come first, because an output may be an input's buffer.
void addEffects(
    DeviceOpInterface op, bool clobbersInput,
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
        &effects);

/// Verifies the elements of buffers that the combiner does not use, including
/// masks.
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

/// Verifies the form, shapes and dimensions of ins, the form of outs, discards,
/// workspace, tokens, aliasing, reads, the algorithm of the tuning, and the
/// op's placement. Element types, shapes of outs and the signatures of regions
/// are left to the op.
LogicalResult verifyDevice(DeviceOpInterface op);

/// Verifies segments of an op that takes them as offsets only; `what` begins
/// the sentence that says so.
LogicalResult verifyOffsets(DeviceOpInterface op, StringRef what);

/// The number of segments that offsets give, or dynamic.
int64_t getNumSegments(DeviceOpInterface op);

/// Verifies the numbers of outputs in a clause: that they are some, ascending.
LogicalResult verifyOutputNumbers(DeviceOpInterface op, StringRef clause,
                                  ArrayRef<int64_t> numbers);

/// Verifies the prologue: from elements of the inputs, and optionally the
/// index, to the accumulators. Without one the elements are the accumulators.
LogicalResult verifyPrologue(DeviceOpInterface op, Region &region,
                             TypeRange accumulators);

/// Verifies the prologue of an op that folds nothing: from elements of the
/// inputs to the `items` that it works on.
LogicalResult verifyMapped(Operation *op, Region &prologue, TypeRange elements,
                           TypeRange items);

/// Verifies the buffer that receives the number of results.
LogicalResult verifyCount(Operation *op, Value buffer);

/// Uses static sizes that casts hide. Upstream has a pattern for every
/// destination-style op, which crashes on empty regions, such as those of an op
/// with a built-in operator. This pattern has the higher benefit.
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

/// Discards unused results: on tensors an op has no effect other than its
/// results. Then removes members that an op only moves to discarded outputs, on
/// memrefs as well.
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
