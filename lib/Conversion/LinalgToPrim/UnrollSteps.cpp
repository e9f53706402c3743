//===- UnrollSteps.cpp - Loads of several steps at once ----------*- C++
//-*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "UnrollSteps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/Utils/Utils.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace mlir::prim;

/// Fewest iterations of a loop that is unrolled: others take little time.
static constexpr int64_t kMinSteps = 64;
/// Most steps that are unrolled, and the most ops and loads of all of them. The
/// loads need registers, and code has to fit the instruction cache.
static constexpr int64_t kMaxFactor = 8, kMaxOps = 400, kMaxLoads = 32;

/// The loads that depend on nothing but the counter and values from outside of
/// the loop, with the indices that they need, in their order.
static SmallVector<Operation *> findEarlyLoads(scf::ForOp loop) {
  llvm::SmallPtrSet<Operation *, 16> early, needed;
  SmallVector<Operation *> found;
  for (Operation &op : loop.getBody()->without_terminator()) {
    bool isIndex = op.getNumRegions() == 0 && isPure(&op) &&
                   op.getNumResults() == 1 &&
                   op.getResult(0).getType().isIntOrIndex() &&
                   isa_and_nonnull<arith::ArithDialect>(op.getDialect());
    if ((isIndex || isa<tensor::ExtractOp>(op)) &&
        llvm::all_of(op.getOperands(), [&](Value operand) {
          return operand == loop.getInductionVar() ||
                 loop.isDefinedOutsideOfLoop(operand) ||
                 (operand.getDefiningOp() &&
                  early.contains(operand.getDefiningOp()));
        }))
      early.insert(&op);
  }
  // Only indices of loads are moved.
  for (Operation &op : llvm::reverse(loop.getBody()->without_terminator())) {
    if (!early.contains(&op) ||
        !(isa<tensor::ExtractOp>(op) || needed.contains(&op)))
      continue;
    found.push_back(&op);
    for (Value operand : op.getOperands())
      if (Operation *source = operand.getDefiningOp())
        needed.insert(source);
  }
  std::reverse(found.begin(), found.end());
  return found;
}

void prim::unrollSteps(scf::ForOp loop, int64_t steps) {
  if (steps < kMinSteps)
    return;
  int64_t loads = llvm::count_if(findEarlyLoads(loop), [](Operation *op) {
    return isa<tensor::ExtractOp>(op);
  });
  auto ops = static_cast<int64_t>(loop.getBody()->getOperations().size());
  if (loads == 0)
    return;
  int64_t factor = std::min({kMaxFactor, kMaxLoads / loads, kMaxOps / ops});
  // Rather fewer steps at once than a second loop for the rest.
  for (int64_t fewer = factor; fewer > factor / 2; --fewer)
    if (steps % fewer == 0) {
      factor = fewer;
      break;
    }
  if (factor < 2)
    return;
  FailureOr<UnrolledLoopInfo> unrolled = loopUnrollByFactor(loop, factor);
  if (failed(unrolled) || !unrolled->mainLoopOp)
    return;
  Block *body = unrolled->mainLoopOp->getBody();
  Operation *first = nullptr;
  for (Operation *op : findEarlyLoads(*unrolled->mainLoopOp)) {
    if (first)
      op->moveAfter(first);
    else
      op->moveBefore(body, body->begin());
    first = op;
  }
}
