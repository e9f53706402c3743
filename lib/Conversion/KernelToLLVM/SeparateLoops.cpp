//===- SeparateLoops.cpp - Blocks of different loops --------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Upstream's conversions of gpu ops simplify regions, which merges blocks of
// equal ops and successors. A block before a loop and one at the loop's end may
// be such. If only some lanes run them, the loop gets a second entry, through
// the merged block. LLVM then makes two nested loops of it, one for the lanes
// that run the block and one for the others, and lanes of a wave no longer meet
// at the barriers in the loop (docs/LLVMFaults.md).
//
// Blocks with different attributes are not merged. Merging blocks of the same
// innermost loop adds no entry to any loop.
//
//===----------------------------------------------------------------------===//

#include "SeparateLoops.h"

#include "mlir/Analysis/CFGLoopInfo.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/Dominance.h"

using namespace mlir;
using namespace mlir::prim;

/// The number of a block's loop, at the terminator.
static constexpr StringLiteral loopAttr = "loop_number";

static void separateLoops(Region &region, DominanceInfo &dominance) {
  if (region.empty() || region.hasOneBlock())
    return;
  CFGLoopInfo loops(dominance.getDomTree(&region));
  DenseMap<CFGLoop *, int64_t> numbers;
  Builder b(region.getContext());
  for (Block &block : region)
    if (CFGLoop *loop = loops.getLoopFor(&block)) {
      int64_t number = numbers.try_emplace(loop, numbers.size()).first->second;
      block.getTerminator()->setAttr(loopAttr, b.getI64IntegerAttr(number));
    }
}

void mlir::prim::separateLoops(gpu::GPUModuleOp module) {
  DominanceInfo dominance;
  module.walk([&](FunctionOpInterface function) {
    ::separateLoops(function.getFunctionBody(), dominance);
  });
}

void mlir::prim::endSeparation(gpu::GPUModuleOp module) {
  module.walk([&](Operation *op) { op->removeDiscardableAttr(loopAttr); });
}
