//===- Interleaver.cpp - Steps of scans side by side *- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An op of one chain depends only on that chain and on ops before the run, so
// any merge of the chains is valid. No chain has memory effects that another
// one observes.
//
//===----------------------------------------------------------------------===//

#include "Interleaver.h"

#include "mlir/Transforms/RegionUtils.h"
#include "prim/Dialect/Prim/IR/Prim.h"

using namespace mlir;
using namespace mlir::prim;

void Interleaver::begin(Operation *op) {
  bool continues = isa<WarpScanOp>(op) && op->getBlock() == block &&
                   op == after && !chains.empty();
  // A combiner region may also capture a result of an earlier scan.
  SetVector<Value> used(op->operand_begin(), op->operand_end());
  getUsedValuesDefinedAbove(op->getRegions(), used);
  if (!continues || llvm::any_of(used, [&](Value value) {
        return made.contains(value.getDefiningOp());
      }))
    flush();
  block = op->getBlock();
  before = op->getPrevNode();
  after = op->getNextNode();
  if (isa<WarpScanOp>(op))
    chains.emplace_back();
}

void Interleaver::end() {
  if (chains.empty())
    return;
  Operation *op = before ? before->getNextNode() : &block->front();
  for (; op != after; op = op->getNextNode()) {
    chains.back().push_back(op);
    made.insert(op);
  }
}

void Interleaver::flush() {
  size_t longest = 0;
  for (ArrayRef<Operation *> chain : chains)
    longest = std::max(longest, chain.size());
  if (chains.size() > 1)
    for (size_t step = 0; step < longest; ++step) {
      SmallVector<Operation *> ops;
      for (ArrayRef<Operation *> chain : chains)
        if (step < chain.size())
          ops.push_back(chain[step]);
      for (Operation *op : ops)
        op->moveBefore(block, after ? after->getIterator() : block->end());
      target.joinSteps(ops);
    }
  chains.clear();
  made.clear();
}
