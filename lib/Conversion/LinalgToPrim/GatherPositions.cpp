//===- GatherPositions.cpp - Positions of loads in linalg bodies --*- C++
//-*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Frontends flatten tensors by gathers: element i of the flat tensor is loaded
// at the quotients and remainders of i. Such a load is one of a reshape at i.
//
//===----------------------------------------------------------------------===//

#include "GatherPositions.h"
#include "Operands.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::prim;

/// The positive divisor of a division of an index; 0 for other ops.
static int64_t getDivisor(Operation *op) {
  APInt divisor;
  if (!isa_and_nonnull<arith::DivSIOp, arith::DivUIOp, arith::RemSIOp,
                       arith::RemUIOp>(op) ||
      !op->getResult(0).getType().isIndex() ||
      !matchPattern(op->getOperand(1), m_ConstantInt(&divisor)))
    return 0;
  return std::max<int64_t>(divisor.getSExtValue(), 0);
}

static bool isRemainder(Operation *op) {
  return isa<arith::RemSIOp, arith::RemUIOp>(op);
}

/// How many values from 0 on an index of `op` has, made of a loop's index by
/// divisions; -1 if that is not known.
static int64_t countValues(Value index, linalg::LinalgOp op) {
  Operation *def = index.getDefiningOp();
  if (auto loop = dyn_cast_or_null<linalg::IndexOp>(def)) {
    int64_t extent = op.getStaticLoopRanges()[loop.getDim()];
    return ShapedType::isDynamic(extent) ? -1 : extent;
  }
  int64_t divisor = getDivisor(def);
  if (divisor == 0)
    return -1;
  int64_t count = countValues(def->getOperand(0), op);
  if (count < 0)
    return -1;
  return isRemainder(def) ? std::min(count, divisor)
                          : llvm::divideCeil(count, divisor);
}

/// Replaces divisions of which the quotient is 0.
static bool foldDivisions(linalg::LinalgOp op) {
  bool isChanged = false;
  OpBuilder builder(op.getContext());
  for (Operation &inner :
       llvm::make_early_inc_range(op.getBlock()->without_terminator())) {
    int64_t divisor = getDivisor(&inner);
    if (divisor == 0)
      continue;
    int64_t count = countValues(inner.getOperand(0), op);
    if (count < 0 || count > divisor)
      continue;
    Value value = inner.getOperand(0);
    if (!isRemainder(&inner)) {
      builder.setInsertionPoint(&inner);
      value = arith::ConstantIndexOp::create(builder, inner.getLoc(), 0);
    }
    inner.getResult(0).replaceAllUsesWith(value);
    inner.erase();
    isChanged = true;
  }
  return isChanged;
}

/// The quotient of a loop's index that `index` is, by a divisor that is
/// multiplied by `divisor`, and whether it is a remainder of that by `extent`.
/// The index of the loop is null for other positions.
static linalg::IndexOp findLoop(Value index, int64_t &divisor,
                                std::optional<int64_t> extent) {
  Operation *def = index.getDefiningOp();
  if (extent) {
    if (getDivisor(def) != *extent || !isRemainder(def))
      return {};
    def = def->getOperand(0).getDefiningOp();
  }
  while (int64_t factor = getDivisor(def)) {
    if (isRemainder(def) || llvm::MulOverflow(divisor, factor, divisor))
      return {};
    def = def->getOperand(0).getDefiningOp();
  }
  return dyn_cast_or_null<linalg::IndexOp>(def);
}

/// Whether the load is of the element whose number in row-major order is the
/// index of a loop, which is returned; else null.
static linalg::IndexOp findFlatIndex(tensor::ExtractOp load,
                                     linalg::LinalgOp op) {
  RankedTensorType type = load.getTensor().getType();
  if (type.getRank() < 2 || !type.hasStaticShape() ||
      llvm::is_contained(type.getShape(), 1))
    return {};
  linalg::IndexOp flat;
  int64_t stride = 1;
  for (int64_t dim = type.getRank(); dim-- > 0;) {
    int64_t divisor = 1;
    // The first index is below its extent, since the loop ends there.
    std::optional<int64_t> extent;
    if (dim > 0)
      extent = type.getDimSize(dim);
    linalg::IndexOp loop = findLoop(load.getIndices()[dim], divisor, extent);
    if (!loop || divisor != stride || (flat && flat.getDim() != loop.getDim()))
      return {};
    flat = loop;
    stride *= type.getDimSize(dim);
  }
  return op.getStaticLoopRanges()[flat.getDim()] == stride ? flat
                                                           : linalg::IndexOp();
}

static bool flattenLoads(linalg::LinalgOp op) {
  bool isChanged = false;
  for (auto load :
       llvm::make_early_inc_range(op.getBlock()->getOps<tensor::ExtractOp>())) {
    linalg::IndexOp flat = findFlatIndex(load, op);
    Value tensor = load.getTensor();
    if (!flat || op->isAncestor(tensor.getParentRegion()->getParentOp()))
      continue;
    OpBuilder builder(op);
    ReassociationIndices all = llvm::to_vector(
        llvm::seq<int64_t>(0, load.getTensor().getType().getRank()));
    Value collapsed = tensor::CollapseShapeOp::create(
        builder, load.getLoc(), tensor, SmallVector<ReassociationIndices>{all});
    builder.setInsertionPoint(load);
    Value element = tensor::ExtractOp::create(builder, load.getLoc(), collapsed,
                                              flat.getResult());
    load.replaceAllUsesWith(element);
    load.erase();
    isChanged = true;
  }
  return isChanged;
}

bool prim::simplifyPositions(func::FuncOp function) {
  bool isChanged = false;
  function.walk([&](linalg::LinalgOp op) {
    if (!isParallelOnTensors(op))
      return;
    isChanged |= foldDivisions(op);
    isChanged |= flattenLoads(op);
  });
  return isChanged;
}
