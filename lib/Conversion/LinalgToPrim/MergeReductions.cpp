//===- MergeReductions.cpp - Reductions of the same elements ---*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two reductions over the same loops that read the same elements become one
// with both results, which reads them once: a sum and a count, or a mean beside
// a variance.
//
//===----------------------------------------------------------------------===//

#include "MergeReductions.h"
#include "Fold.h"
#include "Operands.h"

#include "mlir/IR/IRMapping.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;
using namespace mlir::prim;

/// Whether a device op can replace the reduction, with a kind for each output:
/// it shall not depend on what is merged with it.
static bool isReduction(linalg::GenericOp op, bool reassociate) {
  if (!findPlaceObstacle(op).empty() || op.getNumReductionLoops() == 0 ||
      ShapedType::isDynamicShape(op.getStaticLoopRanges()) ||
      !FoldOperands(op).match().empty())
    return false;
  Fold fold(op);
  return fold.match(reassociate).empty() && fold.isByKind();
}

/// Whether both read one tensor at the position of each iteration.
static bool shareElements(linalg::GenericOp a, linalg::GenericOp b) {
  for (OpOperand *left : a.getDpsInputOperands()) {
    AffineMap map = a.getMatchingIndexingMap(left);
    if (!map.isPermutation())
      continue;
    for (OpOperand *right : b.getDpsInputOperands())
      if (left->get() == right->get() && map == b.getMatchingIndexingMap(right))
        return true;
  }
  return false;
}

/// Whether both are over the same loops, and give results of one shape at the
/// same positions, as the outputs of one fold have.
static bool haveSameLoops(linalg::GenericOp a, linalg::GenericOp b) {
  AffineMap map = a.getMatchingIndexingMap(a.getDpsInitOperand(0));
  auto isOfMap = [&](linalg::GenericOp op) {
    return llvm::all_of(op.getDpsInitsMutable(), [&](OpOperand &init) {
      return op.getMatchingIndexingMap(&init) == map;
    });
  };
  return a.getStaticLoopRanges() == b.getStaticLoopRanges() &&
         a.getIteratorTypesArray() == b.getIteratorTypesArray() && isOfMap(a) &&
         isOfMap(b);
}

/// Whether all that `op` uses is there before `place`, or consists of initial
/// values, which are collected in the order of their uses.
static bool isAvailable(Operation *op, Operation *place,
                        llvm::SetVector<Operation *> &moved) {
  llvm::SetVector<Value> used(op->operand_begin(), op->operand_end());
  getUsedValuesDefinedAbove(op->getRegions(), used);
  return llvm::all_of(used, [&](Value value) {
    Operation *def = value.getDefiningOp();
    if (!def || def->getBlock() != place->getBlock() ||
        def->isBeforeInBlock(place))
      return true;
    if (!isa<linalg::FillOp, tensor::EmptyOp, arith::ConstantOp>(def) ||
        !isAvailable(def, place, moved))
      return false;
    moved.insert(def);
    return true;
  });
}

/// Where both can be computed at once; null if nowhere.
static Operation *findPlace(linalg::GenericOp a, linalg::GenericOp b) {
  // The first one's results are used after the second one.
  bool isUsedLater = llvm::all_of(a->getUsers(), [&](Operation *user) {
    Operation *ancestor = a->getBlock()->findAncestorOpInBlock(*user);
    return ancestor && ancestor != b && b->isBeforeInBlock(ancestor);
  });
  if (isUsedLater)
    return b;
  llvm::SetVector<Operation *> moved;
  if (!isAvailable(b, a, moved))
    return nullptr;
  for (Operation *op : moved)
    op->moveBefore(a);
  return a;
}

static linalg::GenericOp merge(linalg::GenericOp a, linalg::GenericOp b,
                               Operation *place) {
  OpBuilder builder(place);
  SmallVector<Value> inputs, outs;
  SmallVector<AffineMap> maps;
  // By input of `a`, then of `b`: the input of the new op.
  SmallVector<size_t> numbers;
  for (linalg::GenericOp op : {a, b})
    for (OpOperand *input : op.getDpsInputOperands()) {
      AffineMap map = op.getMatchingIndexingMap(input);
      size_t number = 0;
      while (number < inputs.size() &&
             (inputs[number] != input->get() || maps[number] != map))
        ++number;
      if (number == inputs.size()) {
        inputs.push_back(input->get());
        maps.push_back(map);
      }
      numbers.push_back(number);
    }
  for (linalg::GenericOp op : {a, b})
    for (OpOperand &init : op.getDpsInitsMutable()) {
      outs.push_back(init.get());
      maps.push_back(op.getMatchingIndexingMap(&init));
    }
  auto made = linalg::GenericOp::create(builder, place->getLoc(),
                                        TypeRange(ValueRange(outs)), inputs,
                                        outs, maps, a.getIteratorTypesArray());
  Block *body = builder.createBlock(&made.getRegion());
  for (ValueRange values : {ValueRange(inputs), ValueRange(outs)})
    for (Value value : values)
      body->addArgument(getElementTypeOrSelf(value), value.getLoc());
  IRMapping mapping;
  ArrayRef<size_t> ofInputs = numbers;
  size_t nextOut = inputs.size();
  SmallVector<Value> yields;
  for (linalg::GenericOp op : {a, b}) {
    for (BlockArgument argument : op.getRegionInputArgs()) {
      mapping.map(argument, body->getArgument(ofInputs.front()));
      ofInputs = ofInputs.drop_front();
    }
    for (BlockArgument argument : op.getRegionOutputArgs())
      mapping.map(argument, body->getArgument(nextOut++));
    for (Operation &inner : op.getBody()->without_terminator())
      builder.clone(inner, mapping);
    for (Value value : op.getBody()->getTerminator()->getOperands())
      yields.push_back(mapping.lookupOrDefault(value));
  }
  linalg::YieldOp::create(builder, place->getLoc(), yields);
  a->replaceAllUsesWith(made.getResults().take_front(a->getNumResults()));
  b->replaceAllUsesWith(made.getResults().take_back(b->getNumResults()));
  a->erase();
  b->erase();
  return made;
}

void prim::mergeReductions(func::FuncOp function, bool reassociate) {
  SmallVector<linalg::GenericOp> ops;
  function.walk([&](linalg::GenericOp op) {
    if (isReduction(op, reassociate))
      ops.push_back(op);
  });
  for (size_t i = 0; i < ops.size(); ++i)
    for (size_t j = i + 1; j < ops.size(); ++j) {
      linalg::GenericOp a = ops[i], b = ops[j];
      if (a->getBlock() != b->getBlock() || !a->isBeforeInBlock(b) ||
          !haveSameLoops(a, b) || !shareElements(a, b))
        continue;
      Operation *place = findPlace(a, b);
      if (!place)
        continue;
      ops[i] = merge(a, b, place);
      ops.erase(ops.begin() + j--);
    }
}
