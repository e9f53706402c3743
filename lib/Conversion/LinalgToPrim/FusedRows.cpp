//===- FusedRows.cpp - Ops on the same rows ---------------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FusedRows.h"
#include "FuseElementwise.h"

#include "mlir/IR/Matchers.h"
#include "mlir/Transforms/RegionUtils.h"
#include "prim/Dialect/Prim/IR/PrimOrderOps.h"

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
  if (isa<DeviceSortOp, DeviceTopkOp>(op))
    if (auto type = cast<ShapedType>(op->getOperand(0).getType());
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
  // Where threads of other elements load, the position is changed. Nothing does
  // that in loops.
  bool isInBody = load->getBlock() == member.getBody();
  if (!producer)
    return isInBody || !member.first;
  if (!isInBody)
    return false;
  OperandRange indices = load.getIndices();
  unsigned along = getRank() - 1;
  for (unsigned loop = 0; loop < along; ++loop)
    if (!RowOp::isLoopIndex(indices[loop], loop))
      return false;
  if (producer->hasRowResults() || member.kind == RowOp::Kind::Rows)
    return true;
  // Sorted positions differ between elements. The value at each is computed
  // once more, because writing and reading all values takes another kernel.
  if (isComputedAnywhere(*producer) && llvm::any_of(ops, [](const RowOp &each) {
        return each.kind == RowOp::Kind::Sort;
      }))
    return true;
  Value position = indices[along];
  return RowOp::isLoopIndex(position, along) ||
         position.getParentBlock() != member.getBody() ||
         matchPattern(position, m_Constant());
}

/// Whether code gives the op's element at any position from the elements in
/// memory there.
bool FusedRows::isComputedAnywhere(const RowOp &member) const {
  llvm::SmallSetVector<const RowOp *, 8> computed;
  computed.insert(&member);
  for (size_t next = 0; next < computed.size(); ++next) {
    const RowOp &each = *computed[next];
    if (each.kind != RowOp::Kind::Elements || each.first ||
        hasLoopInBody(cast<linalg::LinalgOp>(each.op)))
      return false;
    auto follow = [&](Value tensor) {
      const RowOp *producer = findProducer(tensor);
      if (producer && !producer->hasRowResults())
        computed.insert(producer);
    };
    for (const RowInput &input : each.inputs)
      follow(input.tensor);
    for (tensor::ExtractOp load : each.getLoads())
      follow(load.getTensor());
  }
  return true;
}

/// Whether the op's inputs are the group's values of the same place, or are
/// tensors that it can read.
bool FusedRows::mayRead(const RowOp &member) const {
  for (const RowInput &input : member.inputs) {
    const RowOp *producer = findProducer(input.tensor);
    // A slice of a tensor in memory costs nothing.
    if (!producer && member.kind == RowOp::Kind::Slice)
      return false;
    // Threads of elements that are not among the first ones would read, too.
    if (!producer && member.first && member.kind != RowOp::Kind::Sort &&
        input.map.isFunctionOfDim(getRank() - 1))
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

std::optional<RowOp> FusedRows::matchMember(Operation *op) const {
  std::optional<RowOp> member = RowOp::match(op, shape, options);
  for (const RowOp &each : ops)
    if (!member && each.kind == RowOp::Kind::Sort && each.first)
      member = RowOp::matchFirst(op, *each.first, shape, options);
  return member;
}

bool FusedRows::add(Operation *op) {
  if (members.contains(op) || op->getBlock() != block)
    return false;
  std::optional<RowOp> member = matchMember(op);
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
      if (isa<linalg::LinalgOp, DeviceScanOp, DeviceSortOp, DeviceTopkOp,
              tensor::ExtractSliceOp>(op) &&
          !members.contains(&op) && isConnected(&op))
        isGrowing |= add(&op);
  }
}

/// The first op of the block before the group's last one that uses a value of
/// the group, or else that last op.
Operation *FusedRows::findFirstUser() const {
  Operation *first = ops.back().op;
  for (const RowOp &member : ops)
    for (Operation *user : member.op->getUsers())
      if (Operation *ancestor = block->findAncestorOpInBlock(*user);
          ancestor && !members.contains(ancestor) &&
          ancestor->isBeforeInBlock(first))
        first = ancestor;
  return first;
}

/// Whether all that the group's ops use is there before `other`.
bool FusedRows::canBeAt(Operation *other) const {
  return llvm::all_of(ops, [&](const RowOp &member) {
    llvm::SetVector<Value> used(member.op->operand_begin(),
                                member.op->operand_end());
    getUsedValuesDefinedAbove(member.op->getRegions(), used);
    return llvm::all_of(used, [&](Value value) {
      Operation *def = value.getDefiningOp();
      return !def || def->getBlock() != block || members.contains(def) ||
             def->isBeforeInBlock(other);
    });
  });
}

void FusedRows::closeUses() {
  llvm::sort(ops, [](const RowOp &a, const RowOp &b) {
    return a.op->isBeforeInBlock(b.op);
  });
  for (auto [number, member] : llvm::enumerate(ops))
    members[member.op] = number;
  for (; !ops.empty(); ops.pop_back()) {
    place = findFirstUser();
    if (canBeAt(place))
      return;
    members.erase(ops.back().op);
  }
}

bool FusedRows::isShaped(Value tensor) const {
  auto type = cast<ShapedType>(tensor.getType());
  return type.getRank() == static_cast<int64_t>(getRank()) &&
         succeeded(verifyCompatibleShape(type.getShape(), shape));
}

Value FusedRows::findShaped() const {
  for (const RowOp &member : ops)
    for (const RowInput &input : member.inputs)
      if (input.place == RowPlace::Element && !findProducer(input.tensor))
        return input.tensor;
  for (const RowOp &member : ops)
    if (member.kind == RowOp::Kind::Elements && !member.first)
      return cast<linalg::LinalgOp>(member.op).getDpsInits().front();
  return Value();
}

bool FusedRows::isWorthwhile() const {
  bool collects = llvm::any_of(ops, [](const RowOp &member) {
    return member.kind == RowOp::Kind::Reduction || !member.isAnywhere();
  });
  // A row has to fit a block, or else reductions by several blocks are faster.
  bool isShort = ShapedType::isDynamic(shape.back()) ||
                 shape.back() <= options.maxElements;
  return ops.size() >= 2 && collects && isShort && findShaped();
}
