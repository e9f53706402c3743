//===- LoopDims.cpp - Dimensions that a loop computes alone ------*- C++
//-*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopDims.h"
#include "ElementCode.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::prim;

LoopDims::LoopDims(scf::ForOp loop) : loop(loop) {
  for (Operation &op : loop.getBody()->without_terminator())
    visit(&op);
  visitCarried();
  markDiagonals();
  llvm::DenseSet<unsigned> leaders;
  for (unsigned node : serial)
    leaders.insert(classes.findLeader(node));
  serial = std::move(leaders);
}

std::optional<unsigned> LoopDims::find(Value tensor, int64_t dim) const {
  auto found = nodes.find({tensor, dim});
  if (found == nodes.end())
    return std::nullopt;
  unsigned leader = classes.findLeader(found->second);
  auto other = merged.find(leader);
  return other == merged.end() ? leader : other->second;
}

bool LoopDims::merge(unsigned kept, unsigned other) {
  llvm::DenseSet<Value> tensors;
  for (auto [dimension, node] : nodes)
    if (find(dimension.first, dimension.second) == kept)
      tensors.insert(dimension.first);
  for (auto [dimension, node] : nodes)
    if (find(dimension.first, dimension.second) == other &&
        tensors.contains(dimension.first))
      return false;
  for (auto &entry : merged)
    if (entry.second == other)
      entry.second = kept;
  merged[other] = kept;
  return true;
}

unsigned LoopDims::create() {
  classes.grow(++count);
  return count - 1;
}

LoopDims::Node LoopDims::get(Value tensor, int64_t dim) {
  auto type = dyn_cast<RankedTensorType>(tensor.getType());
  if (!type || type.getDimSize(dim) == 1 || loop.isDefinedOutsideOfLoop(tensor))
    return std::nullopt;
  auto [found, isNew] = nodes.try_emplace({tensor, dim}, 0);
  if (isNew)
    found->second = create();
  return found->second;
}

void LoopDims::join(Node one, Node other) {
  if (one && other)
    classes.join(*one, *other);
}

void LoopDims::mark(Node node) {
  if (node)
    serial.insert(*node);
}

void LoopDims::markAll(Value tensor) {
  if (auto type = dyn_cast<RankedTensorType>(tensor.getType()))
    for (int64_t dim = 0; dim < type.getRank(); ++dim)
      mark(get(tensor, dim));
}

void LoopDims::visit(Operation *op) {
  llvm::TypeSwitch<Operation *>(op)
      .Case([&](linalg::LinalgOp structured) { visitStructured(structured); })
      .Case([&](tensor::ExtractSliceOp slice) { visitExtract(slice); })
      .Case([&](tensor::InsertSliceOp slice) { visitInsert(slice); })
      .Case<tensor::ExpandShapeOp, tensor::CollapseShapeOp>(
          [&](auto) { visitReshape(op); })
      .Case([&](tensor::CastOp cast) {
        if (auto type = dyn_cast<RankedTensorType>(cast.getType()))
          for (int64_t dim = 0; dim < type.getRank(); ++dim)
            join(get(cast.getSource(), dim), get(cast.getResult(), dim));
      })
      // All of their elements are the same, or have no value.
      .Case<tensor::EmptyOp, tensor::SplatOp>([](auto) {})
      .Default([&](Operation *other) {
        llvm::for_each(other->getOperands(), [&](Value v) { markAll(v); });
        llvm::for_each(other->getResults(), [&](Value v) { markAll(v); });
      });
}

void LoopDims::visitStructured(linalg::LinalgOp op) {
  SmallVector<unsigned> loops;
  for (utils::IteratorType kind : op.getIteratorTypesArray()) {
    loops.push_back(create());
    if (kind != utils::IteratorType::parallel)
      mark(loops.back());
  }
  auto join = [&](Value tensor, AffineMap map) {
    for (auto [dim, expr] : llvm::enumerate(map.getResults())) {
      if (auto loop = dyn_cast<AffineDimExpr>(expr))
        this->join(get(tensor, dim), loops[loop.getPosition()]);
      else
        mark(get(tensor, dim));
    }
  };
  for (OpOperand &operand : op->getOpOperands())
    join(operand.get(), op.getMatchingIndexingMap(&operand));
  for (OpResult result : op->getResults())
    join(result, op.getIndexingMapMatchingResult(result));
  visitBody(op, loops);
}

void LoopDims::visitBody(linalg::LinalgOp op, ArrayRef<unsigned> loops) {
  op.getBlock()->walk([&](Operation *inner) {
    auto extract = dyn_cast<tensor::ExtractOp>(inner);
    if (!extract) {
      llvm::for_each(inner->getOperands(), [&](Value v) { markAll(v); });
      return;
    }
    for (auto [dim, index] : llvm::enumerate(extract.getIndices())) {
      Node node = get(extract.getTensor(), dim);
      auto own = index.getDefiningOp<linalg::IndexOp>();
      if (own && own->getParentOp() == op)
        join(node, loops[own.getDim()]);
      else
        mark(node);
    }
  });
}

/// Whether the slice has all positions along `dim`.
static bool isWhole(OffsetSizeAndStrideOpInterface slice, int64_t dim,
                    int64_t extent) {
  return isConstantIntValue(slice.getMixedOffsets()[dim], 0) &&
         isConstantIntValue(slice.getMixedSizes()[dim], extent) &&
         isConstantIntValue(slice.getMixedStrides()[dim], 1);
}

void LoopDims::visitExtract(tensor::ExtractSliceOp op) {
  llvm::SmallBitVector dropped = op.getDroppedDims();
  int64_t inSlice = 0;
  for (auto [dim, extent] : llvm::enumerate(op.getSourceType().getShape())) {
    Node source = get(op.getSource(), dim);
    Node result = dropped[dim] ? std::nullopt : get(op.getResult(), inSlice++);
    if (isWhole(op, dim, extent)) {
      join(source, result);
      continue;
    }
    mark(source);
    // The part of a tensor that does not change may be anywhere.
    if (source)
      mark(result);
  }
}

void LoopDims::visitInsert(tensor::InsertSliceOp op) {
  llvm::SmallBitVector dropped = op.getDroppedDims();
  int64_t inSlice = 0;
  for (auto [dim, extent] : llvm::enumerate(op.getType().getShape())) {
    Node result = get(op.getResult(), dim);
    join(get(op.getDest(), dim), result);
    Node source = dropped[dim] ? std::nullopt : get(op.getSource(), inSlice++);
    if (isWhole(op, dim, extent)) {
      join(source, result);
      continue;
    }
    mark(source);
    mark(result);
  }
}

void LoopDims::visitReshape(Operation *op) {
  if (std::optional<UnitReshape> found = findUnitReshape(op)) {
    for (auto [dim, result] : llvm::enumerate(found->dims))
      if (result >= 0)
        join(get(found->source, dim), get(op->getResult(0), result));
    return;
  }
  auto collapse = dyn_cast<tensor::CollapseShapeOp>(op);
  if (collapse && isPartOfUnitReshapes(collapse))
    return;
  markAll(op->getOperand(0));
  markAll(op->getResult(0));
}

void LoopDims::visitCarried() {
  for (auto [argument, yielded] :
       llvm::zip_equal(loop.getRegionIterArgs(), loop.getYieldedValues()))
    if (auto type = dyn_cast<RankedTensorType>(argument.getType()))
      for (int64_t dim = 0; dim < type.getRank(); ++dim)
        join(get(argument, dim), get(yielded, dim));
}

void LoopDims::markDiagonals() {
  llvm::DenseSet<std::pair<Value, unsigned>> seen;
  for (auto [dimension, node] : nodes)
    if (!seen.insert({dimension.first, classes.findLeader(node)}).second)
      mark(node);
}
