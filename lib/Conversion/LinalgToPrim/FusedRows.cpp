//===- FusedRows.cpp - Ops on the same rows ---------------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FusedRows.h"
#include "FuseElementwise.h"

#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::prim;

SmallVector<int64_t> FusedRows::getSeedShape(Operation *op) {
  if (auto linalg = dyn_cast<linalg::LinalgOp>(op))
    return linalg.getNumReductionLoops() == 1 && linalg.getNumLoops() > 1
               ? linalg.getStaticLoopRanges()
               : SmallVector<int64_t>();
  if (auto scan = dyn_cast<DeviceScanOp>(op))
    if (auto type = cast<ShapedType>(scan.getIns().front().getType());
        type.getRank() > 1)
      return SmallVector<int64_t>(type.getShape());
  return {};
}

const RowOp *FusedRows::findProducer(Value tensor) const {
  auto found = members.find(tensor.getDefiningOp());
  return found == members.end() ? nullptr : &ops[found->second];
}

bool FusedRows::isWithin(Operation *user) const {
  Operation *ancestor = block->findAncestorOpInBlock(*user);
  return ancestor && members.contains(ancestor);
}

bool FusedRows::isUsedOutside(Value tensor) const {
  return llvm::any_of(tensor.getUsers(),
                      [&](Operation *user) { return !isWithin(user); });
}

bool FusedRows::isLast(OpFoldResult position) const {
  std::optional<int64_t> constant = getConstantIntValue(position);
  return constant && !ShapedType::isDynamic(shape.back()) &&
         *constant == shape.back() - 1;
}

bool FusedRows::usesLast(Value tensor) const {
  return llvm::any_of(tensor.getUsers(), [&](Operation *user) {
    if (!isWithin(user))
      return false;
    if (auto slice = dyn_cast<tensor::ExtractSliceOp>(user))
      return isLast(slice.getMixedOffsets().back());
    auto load = dyn_cast<tensor::ExtractOp>(user);
    return load && isLast(OpFoldResult(load.getIndices().back()));
  });
}

/// Whether the load of a value of the group is of the op's own row. The value
/// at another position of the row must be wanted by all elements alike.
bool FusedRows::mayLoad(const RowOp &member, tensor::ExtractOp load) const {
  const RowOp *producer = findProducer(load.getTensor());
  if (!producer)
    return true;
  if (load->getBlock() != member.getBody())
    return false;
  OperandRange indices = load.getIndices();
  unsigned along = getRank() - 1;
  for (unsigned loop = 0; loop < along; ++loop)
    if (!RowOp::isLoopIndex(indices[loop], loop))
      return false;
  if (producer->hasRowResults() || member.kind == RowOp::Kind::Rows)
    return true;
  Value position = indices[along];
  return RowOp::isLoopIndex(position, along) ||
         position.getParentBlock() != member.getBody() ||
         matchPattern(position, m_Constant());
}

/// Whether the op's inputs are the group's values of the same place, or are
/// tensors that it can read.
bool FusedRows::mayRead(const RowOp &member) const {
  for (const RowInput &input : member.inputs) {
    const RowOp *producer = findProducer(input.tensor);
    // A slice of a tensor in memory costs nothing.
    if (!producer && member.kind == RowOp::Kind::Slice)
      return false;
    if (producer &&
        input.place !=
            (producer->hasRowResults() ? RowPlace::Row : RowPlace::Element))
      return false;
  }
  if (auto destination = dyn_cast<DestinationStyleOpInterface>(member.op))
    for (Value init : destination.getDpsInits())
      if (findProducer(init))
        return false;
  return llvm::all_of(member.getLoads(), [&](tensor::ExtractOp load) {
    return mayLoad(member, load);
  });
}

/// Whether the op's loops are those of the group, which is not evident if their
/// extents are unknown: then both have a tensor with an element for each
/// iteration.
bool FusedRows::hasGroupShape(const RowOp &member) const {
  bool isOfRows = member.kind == RowOp::Kind::Rows;
  if (ops.empty() ||
      !ShapedType::isDynamicShape(ArrayRef(shape).drop_back(isOfRows ? 1 : 0)))
    return true;
  // Tensors with an element for each iteration of the op's loops.
  auto collect = [&](const RowOp &each, llvm::DenseSet<Value> &tensors) {
    RowPlace place = isOfRows ? RowPlace::Row : RowPlace::Element;
    for (const RowInput &input : each.inputs)
      if (input.place == place)
        tensors.insert(input.tensor);
    if (each.hasRowResults() == isOfRows)
      tensors.insert_range(each.op->getResults());
  };
  llvm::DenseSet<Value> own, others;
  collect(member, own);
  for (const RowOp &other : ops)
    collect(other, others);
  return llvm::any_of(own,
                      [&](Value tensor) { return others.contains(tensor); });
}

/// Rows that are scanned in both directions have to fit a block.
bool FusedRows::hasOneDirection() const {
  bool isReverse = false, isForward = false;
  for (const RowOp &member : ops)
    if (auto scan = dyn_cast<DeviceScanOp>(member.op))
      (scan.getReverse() ? isReverse : isForward) = true;
  return !isReverse || !isForward;
}

/// A contraction is computed by as many threads as hold the row, which are
/// fewer than its elements if the row is long.
bool FusedRows::mayContract(const RowOp &member) const {
  auto linalg = dyn_cast<linalg::LinalgOp>(member.op);
  return !linalg || !hasLoopInBody(linalg) ||
         (member.kind == RowOp::Kind::Elements &&
          !ShapedType::isDynamic(shape.back()) &&
          shape.back() <= options.maxContracted);
}

bool FusedRows::add(Operation *op) {
  if (members.contains(op) || op->getBlock() != block)
    return false;
  std::optional<RowOp> member = RowOp::match(op, shape, options.reassociate);
  if (!member || !mayContract(*member) || !hasGroupShape(*member))
    return false;
  members[op] = ops.size();
  ops.push_back(std::move(*member));
  // The op may compute what others read at another place.
  if (hasOneDirection() &&
      llvm::all_of(ops, [&](const RowOp &each) { return mayRead(each); }))
    return true;
  ops.pop_back();
  members.erase(op);
  return false;
}

bool FusedRows::isConnected(Operation *op) const {
  auto isOfGroup = [&](Value value) { return findProducer(value) != nullptr; };
  if (llvm::any_of(op->getOperands(), isOfGroup) ||
      llvm::any_of(op->getUsers(),
                   [&](Operation *user) { return isWithin(user); }))
    return true;
  auto linalg = dyn_cast<linalg::LinalgOp>(op);
  return linalg && linalg.getBlock()
                       ->walk([&](tensor::ExtractOp load) {
                         return isOfGroup(load.getTensor())
                                    ? WalkResult::interrupt()
                                    : WalkResult::advance();
                       })
                       .wasInterrupted();
}

void FusedRows::grow() {
  bool isGrowing = true;
  while (isGrowing) {
    isGrowing = false;
    for (Operation &op : *block)
      if (isa<linalg::LinalgOp, DeviceScanOp, tensor::ExtractSliceOp>(op) &&
          !members.contains(&op) && isConnected(&op))
        isGrowing |= add(&op);
  }
}

bool FusedRows::hasEarlyUser() const {
  Operation *last = ops.back().op;
  return llvm::any_of(ops, [&](const RowOp &member) {
    return llvm::any_of(member.op->getUsers(), [&](Operation *user) {
      Operation *ancestor = block->findAncestorOpInBlock(*user);
      return ancestor && !members.contains(ancestor) &&
             ancestor->isBeforeInBlock(last);
    });
  });
}

void FusedRows::closeUses() {
  llvm::sort(ops, [](const RowOp &a, const RowOp &b) {
    return a.op->isBeforeInBlock(b.op);
  });
  for (auto [number, member] : llvm::enumerate(ops))
    members[member.op] = number;
  while (!ops.empty() && hasEarlyUser()) {
    members.erase(ops.back().op);
    ops.pop_back();
  }
}

Value FusedRows::findShaped() const {
  for (const RowOp &member : ops)
    for (const RowInput &input : member.inputs)
      if (input.place == RowPlace::Element && !findProducer(input.tensor))
        return input.tensor;
  for (const RowOp &member : ops)
    if (member.kind == RowOp::Kind::Elements)
      return cast<linalg::LinalgOp>(member.op).getDpsInits().front();
  return Value();
}

bool FusedRows::isWorthwhile() const {
  bool collects = llvm::any_of(ops, [](const RowOp &member) {
    return member.kind == RowOp::Kind::Reduction ||
           member.kind == RowOp::Kind::Scan;
  });
  // A row has to fit a block, or else reductions by several blocks are faster.
  bool isShort = ShapedType::isDynamic(shape.back()) ||
                 shape.back() <= options.maxElements;
  return ops.size() >= 2 && collects && isShort && findShaped();
}
