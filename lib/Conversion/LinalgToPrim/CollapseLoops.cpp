//===- CollapseLoops.cpp - One loop for neighbours that fold ---*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A reduction along several neighbouring dimensions, as of the groups of a
// group norm, folds rows of a tensor with these as one dimension. The
// elementwise ops around it then have rows, too.
//
//===----------------------------------------------------------------------===//

#include "FuseElementwise.h"
#include "Operands.h"

#include "mlir/Dialect/Linalg/Transforms/Transforms.h"

using namespace mlir;
using namespace mlir::prim;

namespace {

/// Ops over one iteration space that use values of each other, through others.
class LoopGroup {
public:
  explicit LoopGroup(linalg::GenericOp reduction);

  /// Collapses loops in all ops. Returns whether any were.
  bool collapse();
  ArrayRef<linalg::GenericOp> getOps() const { return ops.getArrayRef(); }

private:
  /// Whether the loops `first` and the next one can be one in the op.
  static bool isCollapsible(linalg::GenericOp op, unsigned first);

  SmallVector<int64_t> extents;
  llvm::SetVector<linalg::GenericOp> ops;
};

} // namespace

/// Whether the op folds along the loop and the next one.
static bool foldsAlong(linalg::GenericOp op, unsigned first) {
  SmallVector<utils::IteratorType> iterators = op.getIteratorTypesArray();
  return iterators[first] == utils::IteratorType::reduction &&
         iterators[first + 1] == utils::IteratorType::reduction;
}

LoopGroup::LoopGroup(linalg::GenericOp reduction)
    : extents(reduction.getStaticLoopRanges()) {
  // Ops on the values of rows lie between those on elements.
  llvm::SetVector<linalg::GenericOp> reached;
  reached.insert(reduction);
  auto add = [&](Operation *op) {
    auto generic = dyn_cast_or_null<linalg::GenericOp>(op);
    if (generic && generic.hasPureTensorSemantics() &&
        generic->getBlock() == reduction->getBlock())
      reached.insert(generic);
  };
  for (size_t number = 0; number < reached.size(); ++number) {
    linalg::GenericOp op = reached[number];
    for (Value operand : op.getOperands())
      add(operand.getDefiningOp());
    for (Operation *user : op->getUsers())
      add(user);
    if (op.getStaticLoopRanges() == extents)
      ops.insert(op);
  }
}

bool LoopGroup::isCollapsible(linalg::GenericOp op, unsigned first) {
  SmallVector<utils::IteratorType> iterators = op.getIteratorTypesArray();
  ReassociationIndices pair{first, first + 1};
  return iterators[first] == iterators[first + 1] && !op.hasIndexSemantics() &&
         llvm::all_of(
             op.getIndexingMapsArray(),
             [](AffineMap map) { return map.isProjectedPermutation(); }) &&
         linalg::areDimSequencesPreserved(op.getIndexingMapsArray(), {pair});
}

bool LoopGroup::collapse() {
  SmallVector<ReassociationIndices> groups{{0}};
  for (int64_t first = 0; first + 1 < static_cast<int64_t>(extents.size());
       ++first) {
    bool isOne =
        llvm::any_of(
            ops, [&](linalg::GenericOp op) { return foldsAlong(op, first); }) &&
        llvm::all_of(ops, [&](linalg::GenericOp op) {
          return isCollapsible(op, first);
        });
    if (!isOne)
      groups.emplace_back();
    groups.back().push_back(first + 1);
  }
  if (groups.size() == extents.size())
    return false;
  IRRewriter rewriter(ops[0]->getContext());
  for (linalg::GenericOp op : ops) {
    rewriter.setInsertionPoint(op);
    FailureOr<linalg::CollapseResult> made =
        linalg::collapseOpIterationDims(op, groups, rewriter);
    if (succeeded(made))
      rewriter.replaceOp(op, made->results);
  }
  return true;
}

bool prim::collapseFoldedLoops(func::FuncOp function) {
  SmallVector<linalg::GenericOp> reductions;
  function.walk([&](linalg::GenericOp op) {
    bool isFolded = op.hasPureTensorSemantics() &&
                    op.getNumReductionLoops() >= 2 &&
                    !ShapedType::isDynamicShape(op.getStaticLoopRanges()) &&
                    op.getNumParallelLoops() != 0;
    if (isFolded)
      reductions.push_back(op);
  });
  llvm::SmallPtrSet<Operation *, 8> seen;
  bool isChanged = false;
  for (linalg::GenericOp op : reductions) {
    if (seen.contains(op))
      continue;
    LoopGroup group(op);
    for (linalg::GenericOp member : group.getOps())
      seen.insert(member);
    isChanged |= group.collapse();
  }
  return isChanged;
}
