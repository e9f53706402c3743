//===- PartialResults.cpp - Uses of partial results -------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A reduction without `all` returns its fold in the first thread of the block,
// or in the first lane of a logical warp. Elsewhere the result is poison, which
// the IR does not show: a kernel that uses it in all threads computes wrong
// values silently. Only uses that cannot be intended are reported. A store of
// the fold to a separate place per thread is not reported, because only the
// first place may be read.
//
//===----------------------------------------------------------------------===//

#include "UniformityAnalysis.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "prim/Dialect/Prim/IR/Prim.h"
#include "prim/Dialect/Prim/IR/PrimBlockMoveOps.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::prim;

/// The threads of which only the first one has the results of `op`; nothing for
/// other ops.
static std::optional<UniformGroup>
getPartialGroup(Operation *op, const BlockGeometry &geometry) {
  using Group = std::optional<UniformGroup>;
  return llvm::TypeSwitch<Operation *, Group>(op)
      .Case([](BlockReduceOp reduce) -> Group {
        if (reduce.getAll() || reduce.getFlag())
          return std::nullopt;
        return UniformGroup::block();
      })
      .Case([](GridReduceOp reduce) -> Group {
        if (reduce.getAll())
          return std::nullopt;
        return UniformGroup::block();
      })
      .Case([&](WarpReduceOp reduce) -> Group {
        if (reduce.getAll() || reduce.getFlag() || reduce.getWidth() == 1)
          return std::nullopt;
        return geometry.warp(reduce.getWidth().value_or(geometry.waveSize));
      })
      .Default([](Operation *) -> Group { return std::nullopt; });
}

/// Whether a result of `op` is undefined if the operand `use` is undefined.
static bool passesOn(OpOperand &use) {
  Operation *op = use.getOwner();
  if (isa<arith::SelectOp>(op))
    return use.getOperandNumber() == 0;
  return op->hasTrait<OpTrait::Elementwise>() ||
         isa<vector::BroadcastOp, vector::ExtractOp, vector::InsertOp,
             vector::FromElementsOp, vector::ToElementsOp>(op);
}

/// The operand that `op` writes to memory and its address operands; null for
/// other ops.
static std::pair<Value, SmallVector<Value>> getStored(Operation *op) {
  Value stored =
      llvm::TypeSwitch<Operation *, Value>(op)
          .Case<prim::StoreOp, AtomicRMWOp, memref::AtomicRMWOp, LLVM::StoreOp>(
              [](auto store) { return store.getValue(); })
          .Case<memref::StoreOp>(
              [](auto store) { return store.getValueToStore(); })
          .Case([](vector::StoreOp store) { return store.getValueToStore(); })
          .Default([](Operation *) { return Value(); });
  SmallVector<Value> place;
  if (stored)
    for (Value operand : op->getOperands())
      if (operand != stored)
        place.push_back(operand);
  return {stored, place};
}

static bool isLoad(Operation *op) {
  return isa<prim::LoadOp, memref::LoadOp, vector::LoadOp, LLVM::LoadOp>(op);
}

/// Whether operands of `op` may decide a branch.
static bool choosesWay(Operation *op) {
  if (isa<RegionBranchTerminatorOpInterface>(op))
    return isa<RegionBranchOpInterface>(op->getParentOp());
  return isa<BranchOpInterface, RegionBranchOpInterface>(op);
}

/// Whether the collective `op` uses every thread's `value`.
static bool countsAll(Operation *op, Value value) {
  auto isInput = [&](auto collective) {
    return !collective.getValid() &&
           llvm::is_contained(collective.getInputs(), value);
  };
  return llvm::TypeSwitch<Operation *, bool>(op)
      .Case<BlockReduceOp, BlockScanOp, BlockSortOp, BlockAdjacentOp>(isInput)
      .Case([&](BlockStoreOp store) {
        return !store.getValid() && store.getItems() == value;
      })
      .Default([](Operation *) { return false; });
}

void Uniformity::warnOfPartialResults(Operation *op) const {
  const BlockGeometry &geometry = getGeometry(op);
  std::optional<UniformGroup> group = getPartialGroup(op, geometry);
  if (!group)
    return;
  if (geometry.shape) {
    const auto &shape = *geometry.shape;
    if (shape[0] * shape[1] * shape[2] == 1)
      return;
  }
  auto agree = [&](ValueRange values) {
    return llvm::all_of(values, [&](Value value) {
      return suffices(getGroup(value), *group, op);
    });
  };
  auto warn = [&](Operation *user, StringRef what) {
    bool isBlock = group->isBlock();
    InFlightDiagnostic warning =
        user->emitWarning()
        << "'" << user->getName() << "' " << what << " in all "
        << (isBlock ? "threads of the block" : "lanes of a logical warp")
        << ", but only the first one has the result; add 'all' to the "
           "reduction, or run this op only in the first "
        << (isBlock ? "thread" : "lane");
    warning.attachNote(op->getLoc()) << "reduced here, without 'all'";
  };

  // `bare`: values computed from the fold and uniform values only. `mixed`:
  // values that depend on a value of each thread's own as well.
  SetVector<Value> bare, mixed;
  auto grid = dyn_cast<GridReduceOp>(op);
  if (grid)
    bare.insert_range(grid.getFold());
  else
    bare.insert_range(op->getResults());
  auto forResults = [&](Value value,
                        llvm::function_ref<void(Operation *)> body) {
    for (OpOperand &use : value.getUses())
      if (passesOn(use))
        body(use.getOwner());
  };
  for (size_t i = 0; i != bare.size(); ++i)
    forResults(bare[i], [&](Operation *user) {
      if (llvm::all_of(user->getOperands(), [&](Value operand) {
            return bare.contains(operand) || agree(operand);
          }))
        bare.insert_range(user->getResults());
    });
  auto mix = [&](Operation *user) {
    for (Value result : user->getResults())
      if (!bare.contains(result))
        mixed.insert(result);
  };
  for (Value value : bare)
    forResults(value, mix);
  for (size_t i = 0; i != mixed.size(); ++i)
    forResults(mixed[i], mix);

  auto checkUse = [&](Value value, Operation *user) {
    if (!suffices(getConvergence(user), *group, op))
      return;
    auto [stored, place] = getStored(user);
    if (stored == value) {
      if (Analysis::getPrivateVariable(place.front()))
        return;
      if (agree(place))
        warn(user, "stores the result of a reduction to one place");
      else if (mixed.contains(value))
        warn(user, "stores the result of a reduction, combined with values "
                   "that differ between threads,");
    } else if (stored || isLoad(user)) {
      warn(user, "uses the result of a reduction as its address");
    } else if (countsAll(user, value)) {
      warn(user, "uses the result of a reduction");
    } else if (choosesWay(user) &&
               llvm::is_contained(Analysis::getConditions(user), value)) {
      warn(user, "depends on the result of a reduction");
    }
  };
  for (const SetVector<Value> &values : {bare, mixed})
    for (Value value : values)
      for (OpOperand &use : value.getUses())
        if (!passesOn(use))
          checkUse(value, use.getOwner());
}
