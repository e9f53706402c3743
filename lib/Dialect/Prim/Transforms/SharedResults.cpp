//===- SharedResults.cpp - Results that would share a buffer -*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Upstream's analysis assumes that result i of an scf.for is in the buffer of
// init i or in a new one, and that a function's results are in its arguments or
// in new buffers. It misses that one new buffer may be returned at two
// positions. A later op that writes one of them in place would then change the
// other.
//
//===----------------------------------------------------------------------===//

#include "SharedResults.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace mlir;
using namespace mlir::prim;

namespace {

using ValueSet = llvm::SmallPtrSet<Value, 8>;

/// Adds `value` and all values whose memory it may share. Destinations are
/// excluded: if a destination is used besides a result, it is not overwritten
/// in place.
void addSources(Value value, ValueSet &sources) {
  if (!isa<TensorType>(value.getType()) || !sources.insert(value).second)
    return;
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    Block *block = argument.getOwner();
    for (auto it = block->pred_begin(), end = block->pred_end(); it != end;
         ++it)
      if (auto branch = dyn_cast<BranchOpInterface>((*it)->getTerminator()))
        if (Value operand = branch.getSuccessorOperands(
                it.getSuccessorIndex())[argument.getArgNumber()])
          addSources(operand, sources);
    return;
  }
  Operation *op = value.getDefiningOp();
  unsigned index = cast<OpResult>(value).getResultNumber();
  if (isa<tensor::CastOp, tensor::ExtractSliceOp, tensor::CollapseShapeOp,
          tensor::ExpandShapeOp, tensor::ReshapeOp, arith::SelectOp,
          CallOpInterface>(op)) {
    for (Value operand : op->getOperands())
      addSources(operand, sources);
    return;
  }
  auto addYielded = [&] {
    for (Region &region : op->getRegions())
      for (Block &block : region)
        if (auto yield = dyn_cast<scf::YieldOp>(block.getTerminator()))
          addSources(yield->getOperand(index), sources);
  };
  if (auto loop = dyn_cast<scf::ForOp>(op)) {
    addSources(loop.getInitArgs()[index], sources);
    addYielded();
  } else if (isa<scf::IfOp, scf::IndexSwitchOp, scf::ExecuteRegionOp>(op)) {
    addYielded();
  }
}

/// `isSeen` says whether the analysis detects the sharing of a source.
void separate(Operation *terminator,
              llvm::function_ref<bool(Value source)> isSeen) {
  ValueSet before;
  for (OpOperand &operand : terminator->getOpOperands()) {
    Value value = operand.get();
    ValueSet sources;
    addSources(value, sources);
    if (llvm::any_of(sources, [&](Value source) {
          return before.contains(source) && !isSeen(source);
        })) {
      OpBuilder builder(terminator);
      operand.set(bufferization::AllocTensorOp::create(
          builder, terminator->getLoc(),
          cast<RankedTensorType>(value.getType()),
          /*dynamicSizes=*/ValueRange(), /*copy=*/value));
      continue;
    }
    before.insert(sources.begin(), sources.end());
  }
}

} // namespace

void prim::separateSharedResults(func::FuncOp function) {
  function.walk([](scf::ForOp loop) {
    // Values from outside the loop are always copied.
    separate(loop.getBody()->getTerminator(), [&](Value source) {
      return !loop.getBodyRegion().isAncestor(source.getParentRegion()) ||
             (isa<BlockArgument>(source) &&
              source.getParentBlock() == loop.getBody());
    });
  });
  function.walk([&](func::ReturnOp op) {
    separate(op, [&](Value source) {
      auto argument = dyn_cast<BlockArgument>(source);
      return argument && argument.getOwner()->isEntryBlock() &&
             argument.getOwner()->getParentOp() == function;
    });
  });
}
