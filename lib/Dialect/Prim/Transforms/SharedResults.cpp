//===- SharedResults.cpp - Results that would share a buffer -*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Upstream's analysis takes result i of an scf.for to be in the buffer that
// came in at place i or in a new one, and a function's results to be in its
// arguments or in new ones. That one new buffer comes out at two places it does
// not see, nor that a later op which writes one of them in place changes the
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

/// Adds `value` and all values whose memory it may be in. Destinations are not
/// among them: what is wanted besides a result is not overwritten by it.
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

/// `isSeen` says of which shared memory the analysis knows.
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
    // What comes from outside is copied in any case.
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
