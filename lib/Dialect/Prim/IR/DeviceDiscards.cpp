//===- DeviceDiscards.cpp - Unused outputs of device ops ---*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A discarded output remains an operand, for its type and size. Reads,
// computations and moves that serve only this output are removed as well: whole
// members of items here, the rest as dead code of kernels.
//
//===----------------------------------------------------------------------===//

#include "prim/Dialect/Prim/IR/DeviceDiscards.h"

#include "prim/Dialect/Prim/IR/PrimHistogramOps.h"
#include "prim/Dialect/Prim/IR/PrimMapOps.h"
#include "prim/Dialect/Prim/IR/PrimOrderOps.h"
#include "prim/Dialect/Prim/IR/PrimRowOps.h"
#include "prim/Dialect/Prim/IR/PrimSelectOps.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::prim;

namespace {

/// The operands and regions that contain the members of the items that an op
/// moves.
struct MovedMembers {
  /// The number of members, and of the leading ones that the op itself reads.
  unsigned count = 0, keys = 0;
  /// The operand numbers and the output numbers of member 0.
  SmallVector<unsigned> ins, outs;
  /// Regions with members as arguments, and the argument numbers of member 0.
  SmallVector<std::pair<Region *, SmallVector<unsigned>>> seen;
  /// The region that yields the members, or null.
  Region *made = nullptr;
};

} // namespace

/// The members of an op that sorts: each group of outputs has all members.
static MovedMembers getSorted(DeviceOpInterface op, Region &prologue) {
  auto sort = cast<SortOpInterface>(op.getOperation());
  MovedMembers members;
  members.count = sort.getItemTypes().size();
  Region &comparator = sort.getComparatorRegion();
  if (comparator.empty())
    members.keys = sort.getNumKeys();
  else
    members.seen.push_back({&comparator, {0, members.count}});
  if (!prologue.empty())
    members.made = &prologue;
  else
    for (unsigned in = 0; in < op.getDeviceIns().size(); in += members.count)
      members.ins.push_back(in);
  for (unsigned out = 0; out < op.getDeviceOuts().size(); out += members.count)
    members.outs.push_back(out);
  return members;
}

static MovedMembers getSelected(DeviceSelectOp op) {
  MovedMembers members;
  members.count = op.getItemTypes().size();
  members.keys = op.getHeads().value_or(0);
  if (!op.getWhere().empty())
    members.seen.push_back({&op.getWhere(), {0}});
  if (op.getPrologue().empty())
    members.ins.push_back(0);
  else
    members.made = &op.getPrologue();
  for (unsigned number = 0; number < op.getNumCounted(); ++number)
    members.outs.push_back(number * members.count);
  if (!op.getRest().empty())
    members.outs.push_back(op.getOuts().size());
  return members;
}

/// The members of an op that computes each output by itself.
static MovedMembers getComputed(DeviceOpInterface op, Region &made) {
  MovedMembers members;
  members.count = op.getDeviceOuts().size();
  members.outs.push_back(0);
  members.made = &made;
  return members;
}

static MovedMembers getMembers(DeviceOpInterface op) {
  return llvm::TypeSwitch<Operation *, MovedMembers>(op.getOperation())
      .Case<DeviceSortOp, DeviceMergeOp, DeviceNthOp, DeviceTopkOp>(
          [&](auto sort) { return getSorted(op, sort.getPrologue()); })
      .Case([&](DeviceSelectOp select) { return getSelected(select); })
      .Case([&](DeviceMapOp map) { return getComputed(op, map.getMap()); })
      .Case([&](DeviceRowsOp rows) { return getComputed(op, rows.getRow()); })
      .Default([](Operation *) { return MovedMembers(); });
}

/// The unused members; at least one member always remains.
static SmallVector<unsigned> findUseless(DeviceOpInterface op,
                                         const MovedMembers &members) {
  SmallVector<unsigned> useless;
  for (unsigned member = members.keys; member < members.count; ++member) {
    bool isWritten = llvm::any_of(members.outs, [&](unsigned first) {
      return !op.isDiscarded(first + member);
    });
    bool isSeen = llvm::any_of(members.seen, [&](const auto &region) {
      return llvm::any_of(region.second, [&](unsigned first) {
        return !region.first->getArgument(first + member).use_empty();
      });
    });
    // On tensors a result may be removed only if it has no uses.
    bool isUsed =
        !op.hasBufferForm() && llvm::any_of(members.outs, [&](unsigned first) {
          return !op->getResult(first + member).use_empty();
        });
    if (!isWritten && !isSeen && !isUsed)
      useless.push_back(member);
  }
  if (!useless.empty() && useless.size() == members.count)
    useless.erase(useless.begin());
  // Without inputs the first output defines the sizes.
  if (isa<DeviceMapOp>(op.getOperation()) && op.getDeviceIns().empty() &&
      !useless.empty() && useless.front() == 0) {
    ValueRange outs = op.getDeviceOuts();
    unsigned kept = 0;
    while (kept < useless.size() && useless[kept] == kept)
      ++kept;
    if (outs[kept].getType() != outs.front().getType())
      useless.erase(useless.begin());
  }
  return useless;
}

/// Rebuilds `op` without some results, which must have no uses.
static Operation *dropResults(RewriterBase &rewriter, Operation *op,
                              const llvm::BitVector &dropped) {
  SmallVector<Type> types;
  for (auto [number, type] : llvm::enumerate(op->getResultTypes()))
    if (!dropped.test(number))
      types.push_back(type);
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPoint(op);
  Operation *smaller = Operation::create(
      op->getLoc(), op->getName(), types, op->getOperands(),
      op->getDiscardableAttrDictionary(), op->getPropertiesStorage(),
      /*successors=*/BlockRange(), op->getNumRegions());
  for (auto [from, to] : llvm::zip(op->getRegions(), smaller->getRegions()))
    rewriter.inlineRegionBefore(from, to, to.end());
  rewriter.insert(smaller);
  SmallVector<Value> results;
  unsigned next = 0;
  for (unsigned number = 0; number < op->getNumResults(); ++number)
    results.push_back(dropped.test(number) ? Value()
                                           : smaller->getResult(next++));
  for (auto [from, to] : llvm::zip(op->getResults(), results))
    if (to)
      rewriter.replaceAllUsesWith(from, to);
  rewriter.eraseOp(op);
  return smaller;
}

/// Erases operands and updates the sizes of their groups.
static void eraseOperands(Operation *op, const llvm::BitVector &dropped) {
  constexpr StringLiteral name = "operandSegmentSizes";
  SmallVector<int32_t> sizes(
      op->getAttrOfType<DenseI32ArrayAttr>(name).asArrayRef());
  unsigned first = 0;
  for (int32_t &size : sizes) {
    unsigned end = first + size;
    for (; first < end; ++first)
      size -= dropped.test(first);
  }
  op->eraseOperands(dropped);
  op->setAttr(name, DenseI32ArrayAttr::get(op->getContext(), sizes));
}

/// The numbers that outputs have without the erased ones.
static SmallVector<int64_t> renumber(ArrayRef<int64_t> numbers,
                                     const llvm::BitVector &erased) {
  SmallVector<int64_t> result;
  int64_t kept = 0;
  for (int64_t number = 0, end = erased.size(); number < end; ++number) {
    if (erased.test(number))
      continue;
    if (llvm::is_contained(numbers, number))
      result.push_back(kept);
    ++kept;
  }
  return result;
}

bool mlir::prim::dropDiscardedMembers(RewriterBase &rewriter,
                                      DeviceOpInterface op) {
  if (op.getDeviceDiscards().empty())
    return false;
  MovedMembers members = getMembers(op);
  SmallVector<unsigned> useless = findUseless(op, members);
  if (useless.empty())
    return false;
  llvm::BitVector operands(op->getNumOperands());
  llvm::BitVector results(op->getNumResults());
  llvm::BitVector outs(op.getDeviceOuts().size());
  unsigned firstOut = op.getDeviceOuts().getBeginOperandIndex();
  for (unsigned member : useless) {
    for (unsigned first : members.ins)
      operands.set(first + member);
    for (unsigned first : members.outs) {
      outs.set(first + member);
      operands.set(firstOut + first + member);
      if (!op.hasBufferForm())
        results.set(first + member);
    }
  }
  SmallVector<int64_t> discards =
      renumber(op.getDeviceDiscards(), /*erased=*/outs);
  for (const auto &[region, firsts] : members.seen) {
    llvm::BitVector arguments(region->getNumArguments());
    for (unsigned first : firsts)
      for (unsigned member : useless)
        arguments.set(first + member);
    region->front().eraseArguments(arguments);
  }
  if (members.made) {
    Operation *yield = members.made->front().getTerminator();
    llvm::BitVector yields(yield->getNumOperands());
    for (unsigned member : useless)
      yields.set(member);
    rewriter.modifyOpInPlace(yield, [&] { yield->eraseOperands(yields); });
  }
  auto discarded = DenseI64ArrayAttr::get(op.getContext(), discards);
  if (auto rows = dyn_cast<DeviceRowsOp>(op.getOperation()))
    rewriter.modifyOpInPlace(op, [&] {
      rows.setOfSegments(renumber(rows.getOfSegments(), /*erased=*/outs));
    });
  Operation *smaller = op;
  if (results.any())
    smaller = dropResults(rewriter, op, results);
  rewriter.modifyOpInPlace(smaller, [&] {
    eraseOperands(smaller, operands);
    smaller->setAttr("discards", discarded);
  });
  return true;
}

bool mlir::prim::discardUnusedResults(RewriterBase &rewriter,
                                      DeviceOpInterface op) {
  // A workspace may have the size for an op that discards nothing. The op
  // within prim.workspace_size is never run, so unused results say nothing
  // there.
  if (op.hasBufferForm() || op.getDeviceWorkspace() ||
      isa_and_nonnull<WorkspaceSizeOp>(op->getParentOp()))
    return false;
  // The outputs of a histogram belong to channels by their number.
  if (isa<DeviceHistogramOp>(op.getOperation()))
    return false;
  SmallVector<int64_t> discards;
  size_t numOuts = op.getDeviceOuts().size();
  for (size_t number = 0; number < numOuts; ++number)
    if (op.isDiscarded(number) || op->getResult(number).use_empty())
      discards.push_back(number);
  // An op without any used result is dead.
  if (discards.size() == numOuts ||
      discards.size() == op.getDeviceDiscards().size())
    return false;
  rewriter.modifyOpInPlace(op, [&] {
    op->setAttr("discards", DenseI64ArrayAttr::get(op.getContext(), discards));
  });
  return true;
}
