//===- RowBody.cpp - What the region of rows computes *- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The region has one block, so one pass in each direction finds everything.
//
//===----------------------------------------------------------------------===//

#include "RowBody.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Transforms/RegionUtils.h"
#include "prim/Dialect/Prim/IR/Limits.h"
#include "prim/Dialect/Prim/Utils/Combiner.h"

using namespace mlir;
using namespace mlir::prim;

RowBody::RowBody(DeviceRowsOp op) : op(op), uniform(op.findUniformValues()) {
  auto device = cast<DeviceOpInterface>(op.getOperation());
  Operation *yield = op.getRow().front().getTerminator();
  for (auto [number, value] : llvm::enumerate(yield->getOperands())) {
    bool isOfRow = op.isOfRow(number), isKept = !device.isDiscarded(number);
    written.push_back(isKept && !isOfRow ? value : Value());
    writtenOfRow.push_back(isKept && isOfRow ? value : Value());
  }
  findNeeded();
  deferColumns();
  findValuesOfElements();
  findWalks();
  findRegisters();
}

Block::BlockArgListType RowBody::getColumns() {
  return op.getRow().getArguments().slice(
      op.getIns().size() + op.getRowIns().size(), op.getColumnIns().size());
}

OperandRange RowBody::getInputs(CombinerOpInterface fold) {
  if (auto reduce = dyn_cast<BlockReduceOp>(fold.getOperation()))
    return reduce.getInputs();
  return cast<BlockScanOp>(fold.getOperation()).getInputs();
}

ResultRange RowBody::getFolds(CombinerOpInterface fold) {
  if (auto reduce = dyn_cast<BlockReduceOp>(fold.getOperation()))
    return reduce.getResults();
  return cast<BlockScanOp>(fold.getOperation()).getTotalResults();
}

bool RowBody::foldsByThread() const {
  return llvm::all_of(ops, [](Operation *each) {
    CombinerOpInterface fold = getFold(each);
    if (!fold)
      return true;
    Combiner combiner(fold);
    return combiner.isCommutative() && combiner.hasIdentity();
  });
}

void RowBody::findNeeded() {
  for (ArrayRef<Value> values : {ArrayRef(written), ArrayRef(writtenOfRow)})
    for (Value value : values)
      if (value)
        needed.insert(value);
  Block &block = op.getRow().front();
  for (Operation &each : llvm::reverse(block.without_terminator())) {
    if (llvm::none_of(each.getResults(),
                      [&](Value result) { return needed.contains(result); }))
      continue;
    ops.push_back(&each);
    SetVector<Value> used(each.operand_begin(), each.operand_end());
    getUsedValuesDefinedAbove(each.getRegions(), used);
    needed.insert_range(used);
    uses[&each] = used.takeVector();
    if (auto sort = dyn_cast<BlockSortOp>(each))
      sorts.push_back(sort);
    CombinerOpInterface fold = getFold(&each);
    if (!fold)
      continue;
    if (!fold.getCombinerKind() && fold.getIdentityValues().empty()) {
      hasNoIdentity = true;
      hasNoFold |= !getFolds(fold).empty();
    }
    if (auto scan = dyn_cast<BlockScanOp>(each))
      (scan.getReverse() ? scansBackward : scansForward) = true;
  }
  std::reverse(ops.begin(), ops.end());
}

void RowBody::deferColumns() {
  SmallVector<Value> columns(getColumns());
  llvm::DenseSet<Value> ofColumns(columns.begin(), columns.end());
  SmallVector<Operation *> ordered;
  llvm::DenseSet<Operation *> deferred;
  std::function<void(Operation *)> place = [&](Operation *each) {
    for (Value value : getUses(each))
      if (Operation *def = value.getDefiningOp(); deferred.erase(def))
        place(def);
    ordered.push_back(each);
  };
  for (Operation *each : ops) {
    auto isOfColumns = [&](Value value) { return ofColumns.contains(value); };
    ArrayRef<Value> used = getUses(each);
    if (isCollective(each) || !isPure(each) ||
        llvm::none_of(used, isOfColumns) ||
        !llvm::all_of(used, [&](Value value) {
          return isOfColumns(value) || isUniform(value);
        })) {
      place(each);
      continue;
    }
    ofColumns.insert_range(each->getResults());
    deferred.insert(each);
  }
  for (Operation *each : ops)
    if (deferred.erase(each))
      place(each);
  ops = std::move(ordered);
}

SmallVector<unsigned> RowBody::getSorted(BlockSortOp sort) const {
  auto order = cast<SortOpInterface>(sort.getOperation());
  bool comparesAll = !sort.getComparator().empty();
  SmallVector<unsigned> members;
  for (auto [member, result] : llvm::enumerate(sort.getResults()))
    if (comparesAll || member < order.getNumKeys() || isNeeded(result))
      members.push_back(member);
  return members;
}

unsigned RowBody::getWalk(CombinerOpInterface fold) const {
  if (const ScaledSum *scaled = findScaledSum(fold))
    return getWalk(scaled->max);
  unsigned walk = 0;
  for (Value value : getUses(fold))
    walk = std::max(walk, getWalk(value));
  return walk;
}

SmallVector<CombinerOpInterface> RowBody::getFolds(unsigned walk) const {
  SmallVector<CombinerOpInterface> folds;
  for (Operation *each : ops) {
    CombinerOpInterface fold = getFold(each);
    if (fold && getWalk(fold) == walk &&
        llvm::any_of(getFolds(fold),
                     [&](Value value) { return isNeeded(value); }))
      folds.push_back(fold);
  }
  return folds;
}

SmallVector<Operation *> RowBody::findUniformOps(Value value,
                                                 unsigned walk) const {
  llvm::DenseSet<Value> wanted = {value};
  SmallVector<Operation *> found;
  for (Operation *each : llvm::reverse(ops)) {
    if (!isUniform(each) || getWalk(each->getResult(0)) != walk ||
        llvm::none_of(each->getResults(),
                      [&](Value result) { return wanted.contains(result); }))
      continue;
    found.push_back(each);
    wanted.insert_range(getUses(each));
  }
  std::reverse(found.begin(), found.end());
  return found;
}

SmallVector<Value> RowBody::getTargets(unsigned walk) const {
  SmallVector<Value> targets;
  for (CombinerOpInterface fold : getFolds(walk))
    llvm::append_range(targets, getInputs(fold));
  if (walk + 1 == countWalks())
    for (Value value : written)
      if (value)
        targets.push_back(value);
  return targets;
}

llvm::DenseSet<Operation *>
RowBody::findCone(ArrayRef<Value> targets, llvm::DenseSet<Value> &seen) const {
  llvm::DenseSet<Operation *> cone;
  SmallVector<Value> todo(targets);
  while (!todo.empty()) {
    Value value = todo.pop_back_val();
    if (isUniform(value) || !seen.insert(value).second)
      continue;
    Operation *def = value.getDefiningOp();
    if (!def || !cone.insert(def).second)
      continue;
    llvm::append_range(todo, getUses(def));
  }
  return cone;
}

SmallVector<unsigned> RowBody::findReadAgain() const {
  SmallVector<unsigned> walksOf(op.getIns().size(), 0), again;
  for (unsigned walk = 0; walk < countWalks(); ++walk) {
    llvm::DenseSet<Value> seen;
    findCone(getTargets(walk), seen);
    for (auto [number, walks] : llvm::enumerate(walksOf))
      walks += seen.contains(op.getRow().getArgument(number));
  }
  for (auto [number, walks] : llvm::enumerate(walksOf))
    if (walks > 1)
      again.push_back(number);
  return again;
}

void RowBody::findValuesOfElements() {
  for (Operation *each : ops)
    if (isa<BlockScanOp, BlockSortOp>(each) || isLoadingLoop(each) ||
        llvm::any_of(getUses(each),
                     [&](Value value) { return needsElement(value); }))
      for (Value result : each->getResults())
        if (!isUniform(result))
          ofElements.insert(result);
}

bool RowBody::canScale(BlockReduceOp max, Value center) const {
  // Terms have one center in a walk.
  for (auto [sum, scaled] : scaledSums)
    if (scaled.center == center &&
        scaled.max.getOperation() != max.getOperation())
      return false;
  // Other centers may be infinite where the maximum is not.
  SmallVector<Value> todo = {center};
  llvm::DenseSet<Value> seen;
  while (!todo.empty()) {
    Value value = todo.pop_back_val();
    if (value == max.getResult(0))
      return true;
    Operation *def = value.getDefiningOp();
    if (def && uses.contains(def) && seen.insert(value).second)
      llvm::append_range(todo, getUses(def));
  }
  return false;
}

std::optional<ScaledSum>
RowBody::matchScaledSum(CombinerOpInterface fold) const {
  auto sum = dyn_cast<BlockReduceOp>(fold.getOperation());
  if (!sum || sum.getKind() != CombinerKind::Add || sum.getInputs().size() != 1)
    return std::nullopt;
  Value input = sum.getInputs().front();
  // Narrow types would round the factors.
  if (!isa<Float32Type, Float64Type>(input.getType()))
    return std::nullopt;
  Operation *power = input.getDefiningOp();
  if (!isa_and_nonnull<math::ExpOp, math::Exp2Op>(power))
    return std::nullopt;
  auto less = power->getOperand(0).getDefiningOp<arith::SubFOp>();
  if (!less || !isUniform(less.getRhs()))
    return std::nullopt;
  for (Operation *each : ops) {
    if (each == sum)
      break;
    auto max = dyn_cast<BlockReduceOp>(each);
    if (!max || (max.getKind() != CombinerKind::MaximumF &&
                 max.getKind() != CombinerKind::MaxNumF))
      continue;
    CombinerOpInterface fold = getFold(each);
    unsigned walk = getWalk(fold);
    if (max.getInputs().front() == less.getLhs() &&
        getWalk(less.getRhs()) == walk + 1 && canScale(max, less.getRhs()))
      return ScaledSum{fold, power, less.getRhs()};
  }
  return std::nullopt;
}

void RowBody::findWalks() {
  for (Operation *each : ops) {
    unsigned walk = 0;
    for (Value value : getUses(each))
      walk = std::max(walk, getWalk(value));
    for (Value result : each->getResults())
      walks[result] = walk;
    if (CombinerOpInterface fold = getFold(each)) {
      if (std::optional<ScaledSum> scaled = matchScaledSum(fold))
        scaledSums.try_emplace(fold, *scaled);
      for (Value result : getFolds(fold))
        walks[result] = getWalk(fold) + 1;
    }
  }
  // Elements are written in one more walk, folds without any.
  for (Value value : written)
    if (value)
      numWalks = std::max(numWalks, getWalk(value) + 1);
  for (Value value : writtenOfRow)
    if (value)
      numWalks = std::max(numWalks, getWalk(value));
}

void RowBody::findRegisters() {
  SmallVector<Type> loaded;
  for (auto [argument, in] : llvm::zip(op.getRow().getArguments(), op.getIns()))
    if (isNeeded(argument))
      loaded.push_back(argument.getType());
  registers = std::max<uint64_t>(prim::countRegisters(loaded), 1);
  for (Value column : getColumns())
    if (isNeeded(column))
      loaded.push_back(column.getType());
  constexpr unsigned ofAddress = 2;
  loadRegisters = prim::countRegisters(loaded) + ofAddress * loaded.size();
  // Columns are loaded where they are first used.
  llvm::DenseMap<Value, size_t> firstUses;
  for (auto [number, each] : llvm::enumerate(ops))
    for (Value value : getUses(each))
      firstUses.try_emplace(value, number);
  auto columns = getColumns();
  llvm::DenseSet<Value> live;
  auto add = [&](Value value) {
    if (value && !isUniform(value) && value != op.getIndexArgument())
      live.insert(value);
  };
  for (Value value : written)
    add(value);
  for (size_t number = ops.size(); number-- > 0;) {
    Operation *each = ops[number];
    if (isCollective(each)) {
      SmallVector<Type> kept;
      for (Value value : live) {
        auto firstUse = firstUses.find(value);
        if (!llvm::is_contained(columns, value) ||
            (firstUse != firstUses.end() && firstUse->second < number))
          kept.push_back(value.getType());
      }
      // A sort moves items from one thread to another.
      if (auto sort = dyn_cast<BlockSortOp>(each))
        for (unsigned member : getSorted(sort))
          kept.push_back(sort.getInputs()[member].getType());
      registers = std::max(registers, prim::countRegisters(kept));
    }
    for (Value result : each->getResults())
      live.erase(result);
    for (Value value : getUses(each))
      add(value);
  }
}
