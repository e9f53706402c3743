//===- LoopBuffers.cpp - Buffers that loops carry -----------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Upstream's bufferisation of scf.for copies a yielded buffer into a new one,
// unless it is the loop-carried buffer of the same position. An iterated sort
// would copy all its data in every step. This step removes the copies where the
// buffers themselves can be carried.
//
//===----------------------------------------------------------------------===//

#include "LoopBuffers.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "prim/Dialect/Prim/IR/Prim.h"
#include "prim/Dialect/Prim/Utils/HostMemory.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace mlir;
using namespace mlir::prim;

namespace {

/// `yield(copy)`, where `copy` is a new buffer that only receives the contents
/// of `source` at the end of the iteration.
struct YieldedCopy {
  gpu::AllocOp copy;
  gpu::MemcpyOp transfer;
  Value source;
};

/// The memory that a buffer is a view of, through all views.
Value getRoot(Value memory) {
  while (Value viewed = getViewedMemory(memory))
    memory = viewed;
  return memory;
}

std::optional<YieldedCopy> matchCopy(OpOperand &yielded) {
  auto copy = yielded.get().getDefiningOp<gpu::AllocOp>();
  if (!copy || copy->getBlock() != yielded.getOwner()->getBlock())
    return std::nullopt;
  gpu::MemcpyOp transfer;
  for (OpOperand &use : copy.getMemref().getUses()) {
    if (&use == &yielded)
      continue;
    auto user = dyn_cast<gpu::MemcpyOp>(use.getOwner());
    if (transfer || !user || user.getDst() != copy.getMemref() ||
        user->getBlock() != copy->getBlock() || user->getNumResults() != 0)
      return std::nullopt;
    transfer = user;
  }
  if (!transfer || transfer.getSrc().getType() != copy.getType())
    return std::nullopt;
  // Between the transfer and the end of the iteration, only other copies and
  // allocations may have effects.
  for (Operation *op = transfer->getNextNode(); op != yielded.getOwner();
       op = op->getNextNode())
    if (!isa<gpu::MemcpyOp, gpu::AllocOp>(op) && !isMemoryEffectFree(op))
      return std::nullopt;
  return YieldedCopy{copy, transfer, transfer.getSrc()};
}

/// Whether a device op in `loop` writes the loop-carried `argument`. If so,
/// bufferisation has found that the initial buffer has no other uses.
bool isWritten(scf::ForOp loop, Value argument) {
  return loop
      .walk([&](DeviceOpInterface op) {
        return llvm::any_of(op.getWrittenOuts(),
                            [&](Value out) { return getRoot(out) == argument; })
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

/// A private copy of an initial buffer.
Value createPrivate(scf::ForOp loop, Value initial) {
  CodeBuilder builder(loop);
  Value copy = createBufferLike(builder, initial);
  gpu::MemcpyOp::create(builder, Type(), ValueRange(), copy, initial);
  return copy;
}

void dropCopies(scf::ForOp loop) {
  Operation *yield = loop.getBody()->getTerminator();
  SmallVector<std::optional<YieldedCopy>> copies;
  llvm::SmallPtrSet<void *, 4> roots;
  for (OpOperand &yielded : yield->getOpOperands()) {
    if (!isa<MemRefType>(yielded.get().getType())) {
      copies.push_back(std::nullopt);
      continue;
    }
    copies.push_back(matchCopy(yielded));
    // Two loop-carried positions must not get one buffer.
    Value handed = copies.back() ? copies.back()->source : yielded.get();
    if (!roots.insert(getRoot(handed).getAsOpaquePointer()).second)
      return;
  }
  for (auto [index, copy] : llvm::enumerate(copies)) {
    if (!copy)
      continue;
    Value source = copy->source;
    auto argument = dyn_cast<BlockArgument>(source);
    auto fresh = source.getDefiningOp<gpu::AllocOp>();
    if (argument && argument.getOwner() == loop.getBody() &&
        argument.getArgNumber() > 0) {
      // The buffer must not keep its old position as well.
      if (!copies[argument.getArgNumber() - 1])
        continue;
      // The buffer moves to another position, where it may be written.
      OpOperand &initial =
          loop.getInitArgsMutable()[argument.getArgNumber() - 1];
      if (!isWritten(loop, argument))
        initial.set(createPrivate(loop, initial.get()));
    } else if (!fresh || fresh->getBlock() != loop.getBody()) {
      continue;
    }
    yield->setOperand(index, source);
    copy->transfer.erase();
    copy->copy.erase();
  }
}

} // namespace

void prim::dropLoopCopies(func::FuncOp function) {
  function.walk([](scf::ForOp loop) { dropCopies(loop); });
}

void prim::dropUnchangedBuffers(func::FuncOp function) {
  SmallVector<Operation *> loops;
  function.walk([&](scf::ForOp loop) {
    bool isChanged = false;
    for (auto [init, argument, yielded, result] :
         llvm::zip_equal(loop.getInits(), loop.getRegionIterArgs(),
                         loop.getYieldedValues(), loop.getResults())) {
      if (!isa<BaseMemRefType>(init.getType()) || yielded != argument)
        continue;
      argument.replaceAllUsesWith(init);
      result.replaceAllUsesWith(init);
      isChanged = true;
    }
    if (isChanged)
      loops.push_back(loop);
  });
  // Removes the arguments, which nothing uses now.
  RewritePatternSet patterns(function.getContext());
  scf::ForOp::getCanonicalizationPatterns(patterns, function.getContext());
  (void)applyOpPatternsGreedily(loops, std::move(patterns));
}
