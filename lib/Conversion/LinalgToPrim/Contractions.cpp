//===- Contractions.cpp - Contractions as elementwise ops ------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A contraction has no input with an element for each iteration, so that no
// device op takes it, unless it folds few times many elements. As an
// elementwise op whose body has the loop, it keeps its sum in a register, needs
// no fill before it, and fuses with what comes after it. The order of each sum
// is unchanged.
//
//===----------------------------------------------------------------------===//

#include "FuseElementwise.h"
#include "Operands.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::prim;

bool prim::hasLoopInBody(linalg::LinalgOp op) {
  return !op.getBlock()->getOps<scf::ForOp>().empty();
}

/// Whether the op is a fold that no device op takes. Extents are known, so that
/// none has to be checked at run time, which loads in a body are not.
static bool isContraction(linalg::LinalgOp op) {
  if (!findPlaceObstacle(op).empty() || op.getNumReductionLoops() == 0 ||
      op.getNumParallelLoops() == 0 || op.getNumDpsInits() != 1 ||
      op.getNumDpsInputs() == 0 ||
      llvm::any_of(op->getOperandTypes(),
                   [](Type type) {
                     auto tensor = dyn_cast<RankedTensorType>(type);
                     return !tensor || !tensor.hasStaticShape();
                   }) ||
      hasFewLongFolds(op))
    return false;
  for (OpOperand *input : op.getDpsInputOperands()) {
    AffineMap map = op.getMatchingIndexingMap(input);
    if (!map.isProjectedPermutation(/*allowZeroInResults=*/true) ||
        map.isPermutation())
      return false;
  }
  AffineMap map = op.getMatchingIndexingMap(op.getDpsInitOperand(0));
  return map.isProjectedPermutation() &&
         map.getNumResults() == op.getNumParallelLoops() &&
         llvm::all_of(
             op.getBlock()->without_terminator(), [](Operation &inner) {
               return inner.getNumRegions() == 0 && isMemoryEffectFree(&inner);
             });
}

namespace {

/// Builds the body of the elementwise op.
class BodyBuilder {
public:
  BodyBuilder(linalg::LinalgOp op, OpBuilder &builder, Location loc,
              ArrayRef<Value> extents)
      : op(op), builder(builder), loc(loc), extents(extents),
        positions(op.getNumLoops()) {}

  /// The value of the element; `start` is that before the loop.
  Value build(Value start) {
    AffineMap map = op.getMatchingIndexingMap(op.getDpsInitOperand(0));
    for (auto [dim, expr] : llvm::enumerate(map.getResults()))
      positions[cast<AffineDimExpr>(expr).getPosition()] =
          linalg::IndexOp::create(builder, loc, dim);
    zero = arith::ConstantIndexOp::create(builder, loc, 0);
    one = arith::ConstantIndexOp::create(builder, loc, 1);
    return buildLoop(0, start);
  }

private:
  Value buildLoop(unsigned loop, Value accumulator) {
    while (loop < positions.size() && positions[loop])
      ++loop;
    if (loop == positions.size())
      return buildStep(accumulator);
    auto nest =
        scf::ForOp::create(builder, loc, zero, extents[loop], one, accumulator);
    positions[loop] = nest.getInductionVar();
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(nest.getBody());
    Value next = buildLoop(loop, nest.getRegionIterArg(0));
    scf::YieldOp::create(builder, loc, next);
    positions[loop] = Value();
    return nest.getResult(0);
  }

  Value buildStep(Value accumulator) {
    IRMapping mapping;
    for (OpOperand *input : op.getDpsInputOperands()) {
      SmallVector<Value> indices;
      for (AffineExpr expr : op.getMatchingIndexingMap(input).getResults()) {
        auto loop = dyn_cast<AffineDimExpr>(expr);
        indices.push_back(loop ? positions[loop.getPosition()] : zero);
      }
      mapping.map(
          op.getMatchingBlockArgument(input),
          tensor::ExtractOp::create(builder, loc, input->get(), indices));
    }
    mapping.map(op.getMatchingBlockArgument(op.getDpsInitOperand(0)),
                accumulator);
    for (Operation &inner : op.getBlock()->without_terminator()) {
      if (auto index = dyn_cast<linalg::IndexOp>(inner))
        mapping.map(index.getResult(), positions[index.getDim()]);
      else
        builder.clone(inner, mapping);
    }
    return mapping.lookupOrDefault(
        op.getBlock()->getTerminator()->getOperand(0));
  }

  linalg::LinalgOp op;
  OpBuilder &builder;
  Location loc;
  ArrayRef<Value> extents;
  /// By loop: the position of the iteration.
  SmallVector<Value> positions;
  Value zero, one;
};

} // namespace

static void makeElementwise(linalg::LinalgOp op) {
  IRRewriter rewriter(op);
  Location loc = op.getLoc();
  Value init = op.getDpsInits()[0];
  auto type = cast<RankedTensorType>(init.getType());
  SmallVector<Value> extents;
  for (int64_t extent : op.getStaticLoopRanges())
    extents.push_back(arith::ConstantIndexOp::create(rewriter, loc, extent));
  // A scalar needs no tensor.
  Value start;
  if (OpFoldResult scalar = findScalarInit(init)) {
    start = dyn_cast<Value>(scalar);
    if (!start)
      start = arith::ConstantOp::create(
          rewriter, loc, cast<TypedAttr>(cast<Attribute>(scalar)));
  }
  Value out = tensor::EmptyOp::create(rewriter, loc, type.getShape(),
                                      type.getElementType());
  AffineMap each = rewriter.getMultiDimIdentityMap(type.getRank());
  SmallVector<Value> ins;
  SmallVector<AffineMap> maps{each};
  if (!start) {
    ins.push_back(init);
    maps.push_back(each);
  }
  SmallVector<utils::IteratorType> iterators(type.getRank(),
                                             utils::IteratorType::parallel);
  auto made = linalg::GenericOp::create(
      rewriter, loc, out.getType(), ins, out, maps, iterators,
      [&](OpBuilder &inner, Location, ValueRange arguments) {
        Value value = BodyBuilder(op, inner, loc, extents)
                          .build(start ? start : arguments.front());
        linalg::YieldOp::create(inner, loc, value);
      });
  rewriter.replaceOp(op, made);
}

bool prim::makeContractionsElementwise(func::FuncOp function) {
  SmallVector<linalg::LinalgOp> ops;
  function.walk([&](linalg::LinalgOp op) {
    if (isContraction(op))
      ops.push_back(op);
  });
  for (linalg::LinalgOp op : ops)
    makeElementwise(op);
  return !ops.empty();
}
