//===- Epilogue.cpp - Elementwise code after folds --------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Epilogue.h"
#include "Operands.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "prim/Dialect/Prim/IR/Prim.h"
#include "prim/Dialect/Prim/Utils/CodeBuilder.h"

using namespace mlir;
using namespace mlir::prim;

/// Whether the op may be replaced by one with other outputs.
static bool isPlain(DeviceReduceOp fold) {
  return fold && !fold.hasBufferForm() && fold.getSegments().empty() &&
         fold.getIdentity().empty() && fold.getAsyncDependencies().empty() &&
         !fold.getAsyncToken() && !fold.getWorkspace() &&
         !fold.getDeterministicAttr() && !fold.getTuningAttr() &&
         fold.getDiscards().empty();
}

/// Whether the value is there before `fold`.
static bool isBefore(Value value, DeviceReduceOp fold) {
  Operation *op = value.getDefiningOp();
  return !op || op->getBlock() != fold->getBlock() || op->isBeforeInBlock(fold);
}

/// Whether the body uses its elements alone, and what is known before `fold`.
static bool isBodyAllowed(linalg::GenericOp op, DeviceReduceOp fold) {
  return llvm::all_of(op.getBlock()->getOperations(), [&](Operation &inner) {
    bool isArithmetic = isa_and_nonnull<arith::ArithDialect, math::MathDialect>(
        inner.getDialect());
    return inner.getNumRegions() == 0 &&
           (isArithmetic || isa<linalg::YieldOp>(inner)) &&
           llvm::all_of(inner.getOperands(), [&](Value value) {
             return value.getParentBlock() == op.getBlock() ||
                    isBefore(value, fold);
           });
  });
}

/// The fold whose results are all that the elementwise op reads, and that
/// nothing else reads; null if there is none.
static DeviceReduceOp findFold(linalg::GenericOp op) {
  if (!isParallelOnTensors(op) || op.getNumDpsInputs() == 0)
    return {};
  auto fold = op.getDpsInputs().front().getDefiningOp<DeviceReduceOp>();
  if (!isPlain(fold) || fold->getBlock() != op->getBlock() ||
      !isBodyAllowed(op, fold))
    return {};
  for (Value input : op.getDpsInputs())
    if (input.getDefiningOp() != fold)
      return {};
  for (OpOperand &init : op.getDpsInitsMutable())
    if (!isElementStored(init.get()) || init.get().getDefiningOp() == fold ||
        !op.getMatchingBlockArgument(&init).use_empty())
      return {};
  bool isElementwise =
      llvm::all_of(op.getIndexingMapsArray(),
                   [](AffineMap map) { return map.isIdentity(); });
  bool isReadOnce = llvm::all_of(fold->getUsers(),
                                 [&](Operation *user) { return user == op; });
  return isElementwise && isReadOnce ? fold : DeviceReduceOp();
}

/// Builds the epilogue of `made` of that of `fold`, if there is one, and of the
/// op's body.
static void buildEpilogue(CodeBuilder &b, linalg::GenericOp op,
                          DeviceReduceOp fold, DeviceReduceOp made) {
  SmallVector<Type> types(
      cast<CombinerOpInterface>(fold.getOperation()).getAccumulatorTypes());
  Block *block = b.addBlock(made.getEpilogue(), types);
  SmallVector<Value> folds(block->getArguments());
  IRMapping mapping;
  if (!fold.getEpilogue().empty()) {
    Block &before = fold.getEpilogue().front();
    mapping.map(before.getArguments(), folds);
    for (Operation &inner : before.without_terminator())
      b.clone(inner, mapping);
    folds = llvm::map_to_vector(
        before.getTerminator()->getOperands(),
        [&](Value value) { return mapping.lookupOrDefault(value); });
  }
  for (OpOperand *input : op.getDpsInputOperands())
    mapping.map(op.getMatchingBlockArgument(input),
                folds[cast<OpResult>(input->get()).getResultNumber()]);
  for (Operation &inner : op.getBlock()->without_terminator())
    b.clone(inner, mapping);
  YieldOp::create(
      b, llvm::map_to_vector(
             op.getBlock()->getTerminator()->getOperands(),
             [&](Value value) { return mapping.lookupOrDefault(value); }));
}

static void fuse(linalg::GenericOp op, DeviceReduceOp fold) {
  CodeBuilder b(fold);
  SmallVector<Value> outs;
  for (Value init : op.getDpsInits())
    outs.push_back(tensor::EmptyOp::create(
        b, tensor::getMixedSizes(b, b.getLoc(), fold.getOuts().front()),
        getElementTypeOrSelf(init)));
  auto made = DeviceReduceOp::create(b, fold.getKind(), fold.getIns(), outs);
  made.getInitMutable().assign(fold.getInit());
  made.getReadsMutable().assign(fold.getReads());
  made.setDimensionAttr(fold.getDimensionAttr());
  made.setFastmath(fold.getFastmath());
  made.setCommutative(fold.getCommutative());
  buildEpilogue(b, op, fold, made);
  made.getPrologue().takeBody(fold.getPrologue());
  made.getCombiner().takeBody(fold.getCombiner());
  b.setInsertionPoint(op);
  for (auto [result, value] :
       llvm::zip_equal(op.getResults(), made.getResults()))
    if (Value(value).getType() == result.getType())
      result.replaceAllUsesWith(value);
    else
      result.replaceAllUsesWith(
          tensor::CastOp::create(b, result.getType(), value).getResult());
  op.erase();
  fold.erase();
}

void prim::fuseEpilogues(Operation *root) {
  SmallVector<linalg::GenericOp> ops;
  root->walk([&](linalg::GenericOp op) { ops.push_back(op); });
  for (linalg::GenericOp op : ops)
    if (DeviceReduceOp fold = findFold(op))
      fuse(op, fold);
}
