//===- CarriedLoops.cpp - Reductions of linalg as loops -----*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CarriedLoops.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Linalg/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::prim;

namespace {

/// Emits the loops of one op.
class LoopBuilder {
public:
  LoopBuilder(OpBuilder &builder, linalg::LinalgOp op)
      : builder(builder), op(op), loc(op.getLoc()),
        positions(op.getNumLoops()) {}

  void build() {
    for (Range range : op.createLoopRanges(builder, loc)) {
      lower.push_back(toValue(range.offset));
      upper.push_back(toValue(range.size));
      step.push_back(toValue(range.stride));
    }
    SmallVector<unsigned> parallel;
    op.getParallelDims(parallel);
    op.getReductionDims(reductions);
    auto select = [&](ArrayRef<Value> values) {
      return llvm::map_to_vector(parallel,
                                 [&](unsigned dim) { return values[dim]; });
    };
    auto loop = scf::ParallelOp::create(builder, loc, select(lower),
                                        select(upper), select(step));
    for (auto [dim, index] : llvm::zip_equal(parallel, loop.getInductionVars()))
      positions[dim] = index;
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(loop.getBody());
    SmallVector<Value> values;
    SmallVector<SmallVector<Value>> places;
    for (OpOperand &init : op.getDpsInitsMutable()) {
      places.push_back(getIndices(init));
      values.push_back(
          memref::LoadOp::create(builder, loc, init.get(), places.back()));
    }
    values = buildReduction(0, values);
    for (auto [value, init, place] :
         llvm::zip_equal(values, op.getDpsInits(), places))
      memref::StoreOp::create(builder, loc, value, init, place);
  }

private:
  Value toValue(OpFoldResult value) {
    return getValueOrCreateConstantIndexOp(builder, loc, value);
  }

  SmallVector<Value> getIndices(OpOperand &operand) {
    SmallVector<Value> indices;
    AffineMap map = op.getMatchingIndexingMap(&operand);
    for (AffineExpr expr : map.getResults()) {
      auto dim = dyn_cast<AffineDimExpr>(expr);
      indices.push_back(dim ? positions[dim.getPosition()]
                            : affine::makeComposedAffineApply(
                                  builder, loc,
                                  AffineMap::get(positions.size(), 0, expr),
                                  getAsOpFoldResult(positions))
                                  .getResult());
    }
    return indices;
  }

  SmallVector<Value> buildReduction(unsigned number, ValueRange values) {
    if (number == reductions.size())
      return buildStep(values);
    unsigned dim = reductions[number];
    auto loop = scf::ForOp::create(builder, loc, lower[dim], upper[dim],
                                   step[dim], values);
    positions[dim] = loop.getInductionVar();
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(loop.getBody());
    SmallVector<Value> next =
        buildReduction(number + 1, loop.getRegionIterArgs());
    scf::YieldOp::create(builder, loc, next);
    return llvm::to_vector_of<Value>(loop.getResults());
  }

  SmallVector<Value> buildStep(ValueRange values) {
    IRMapping mapping;
    for (OpOperand &operand : op->getOpOperands()) {
      Value value = operand.get();
      if (op.isDpsInit(&operand))
        value = values[operand.getOperandNumber() - op.getNumDpsInputs()];
      else if (isa<MemRefType>(value.getType()))
        value =
            memref::LoadOp::create(builder, loc, value, getIndices(operand));
      mapping.map(op.getMatchingBlockArgument(&operand), value);
    }
    for (Operation &inner : op.getBlock()->without_terminator()) {
      if (auto index = dyn_cast<linalg::IndexOp>(inner))
        mapping.map(index.getResult(), positions[index.getDim()]);
      else
        replaceIndices(builder.clone(inner, mapping));
    }
    return llvm::map_to_vector(
        op.getBlock()->getTerminator()->getOperands(),
        [&](Value value) { return mapping.lookupOrDefault(value); });
  }

  /// Ops in the regions of a body's op may use the loops' indices as well.
  void replaceIndices(Operation *made) {
    made->walk([&](linalg::IndexOp index) {
      index.replaceAllUsesWith(positions[index.getDim()]);
      index.erase();
    });
  }

  OpBuilder &builder;
  linalg::LinalgOp op;
  Location loc;
  SmallVector<unsigned> reductions;
  /// By loop: its bounds, and the index of the iteration.
  SmallVector<Value> lower, upper, step, positions;
};

} // namespace

LogicalResult prim::buildCarriedLoops(OpBuilder &builder, linalg::LinalgOp op) {
  SmallVector<utils::IteratorType> kinds = op.getIteratorTypesArray();
  // Iterations of other loops than these two kinds have no order here.
  if (op.getNumParallelLoops() == 0 ||
      op.getNumParallelLoops() + op.getNumReductionLoops() != kinds.size())
    return failure();
  for (OpOperand &init : op.getDpsInitsMutable())
    for (auto [dim, kind] : llvm::enumerate(kinds))
      if (!linalg::isParallelIterator(kind) &&
          op.getMatchingIndexingMap(&init).isFunctionOfDim(dim))
        return failure();
  LoopBuilder(builder, op).build();
  return success();
}
