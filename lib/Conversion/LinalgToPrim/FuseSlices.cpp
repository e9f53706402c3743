//===- FuseSlices.cpp - prim-fuse-slices -------------------------*- C++
//-*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Computes elements of slices and of tensors with inserted slices where they
// are used, so that no kernel copies them. Upstream's fusion of elementwise ops
// stops at slices.
//
//===----------------------------------------------------------------------===//

#include "GatherPositions.h"
#include "GenericCode.h"
#include "Operands.h"
#include "prim/Conversion/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Iterators.h"
#include "mlir/IR/Remarks.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace mlir::prim {
#define GEN_PASS_DEF_PRIMFUSESLICES
#include "prim/Conversion/Passes.h.inc"
} // namespace mlir::prim

using namespace mlir;
using namespace mlir::prim;

/// Whether the op computes elements one by one, in a known number of loops.
static bool isElementwise(Operation *op) {
  auto structured = dyn_cast<linalg::LinalgOp>(op);
  return structured && isParallelOnTensors(structured) &&
         !isa<linalg::FillOp>(op) &&
         !ShapedType::isDynamicShape(structured.getStaticLoopRanges()) &&
         llvm::all_of(
             structured.getRegionOutputArgs(),
             [](BlockArgument output) { return output.use_empty(); }) &&
         llvm::all_of(structured.getIndexingMapsArray(), [](AffineMap map) {
           return map.isProjectedPermutation(/*allowZeroInResults=*/true);
         });
}

/// The tensor that a slice or reshape views; null for other ops.
static Value getViewed(Operation *op) {
  if (auto slice = dyn_cast<tensor::ExtractSliceOp>(op))
    return isBoxSlice(slice) ? slice.getSource() : Value();
  return isa<tensor::ExpandShapeOp, tensor::CollapseShapeOp, tensor::CastOp>(op)
             ? op->getOperand(0)
             : Value();
}

/// Most slices that are inserted into a tensor one after the other: for each
/// element of the tensor an element of each slice is computed.
static constexpr unsigned kMaxInserted = 4;

/// Whether few slices are inserted into the tensor, this one included.
static bool isShortChain(tensor::InsertSliceOp slice) {
  unsigned count = 0;
  for (; slice; slice = slice.getDest().getDefiningOp<tensor::InsertSliceOp>())
    if (++count > kMaxInserted)
      return false;
  return true;
}

/// Whether the element is computed where `tensor` is used, its only user.
static bool isInlined(Value tensor) {
  Operation *op = tensor.getDefiningOp();
  if (!op || !tensor.hasOneUse() || !isInHostCode(op))
    return false;
  Operation *user = *tensor.user_begin();
  if (user->getBlock() != op->getBlock())
    return false;
  if (auto slice = dyn_cast<tensor::InsertSliceOp>(op))
    return isBoxSlice(slice) && slice.getType().hasStaticShape() &&
           isShortChain(slice);
  if (Value viewed = getViewed(op))
    return isInlined(viewed);
  if (!isElementwise(op) || op->getNumResults() != 1)
    return false;
  if (!isElementwise(user))
    return getViewed(user) || isa<tensor::InsertSliceOp>(user);
  auto consumer = cast<linalg::LinalgOp>(user);
  return consumer.getMatchingIndexingMap(&*tensor.use_begin())
             .isPermutation() &&
         user->getNumResults() == 1 && isInlined(user->getResult(0));
}

/// Whether a slice is on the way to the tensor's elements.
static bool hasSlice(Value tensor) {
  Operation *op = tensor.getDefiningOp();
  if (!op || !isInlined(tensor))
    return false;
  if (isa<tensor::ExtractSliceOp, tensor::InsertSliceOp>(op))
    return true;
  Value viewed = getViewed(op);
  return viewed && hasSlice(viewed);
}

/// Whether the op gathers the element at the position of its loops, which an
/// input can have.
static bool isAtOwnPosition(tensor::ExtractOp op) {
  return llvm::all_of(
      llvm::zip_equal(op.getTensor().getType().getShape(), op.getIndices()),
      [](auto pair) {
        auto [extent, index] = pair;
        return extent == 1 || index.template getDefiningOp<linalg::IndexOp>();
      });
}

namespace {

/// A generic instead of an elementwise op or a slice.
class SlicedGeneric : public GenericCode {
public:
  SlicedGeneric(Operation *root, CodeBuilder &builder)
      : GenericCode(builder), root(root) {}

  /// Whether the op has anything to fuse.
  bool isWorthwhile() const;
  /// Replaces the op. Returns why it did not, as a predicate of the op; empty
  /// if it did.
  std::string fuse();

protected:
  bool isLeaf(Value value) const override {
    return !isa<RankedTensorType>(value.getType()) ||
           (value.getDefiningOp() != root && !isInlined(value));
  }

private:
  Operation *root;
};

} // namespace

bool SlicedGeneric::isWorthwhile() const {
  if (auto slice = dyn_cast<tensor::ExtractSliceOp>(root)) {
    // An elementwise user computes the slice's elements.
    bool isOfUser = root->hasOneUse() && isElementwise(*root->user_begin());
    return isBoxSlice(slice) && slice.getType().hasStaticShape() &&
           isInHostCode(root) && !isOfUser && isInlined(slice.getSource());
  }
  if (!isElementwise(root) || !isInHostCode(root))
    return false;
  auto structured = cast<linalg::LinalgOp>(root);
  // The loops of the new op are over one shape.
  ValueRange results = root->getResults();
  if (!llvm::all_of(results, [&](Value result) {
        return cast<RankedTensorType>(result.getType()).getShape() ==
               cast<RankedTensorType>(results.front().getType()).getShape();
      }))
    return false;
  auto gathers = structured.getBlock()->getOps<tensor::ExtractOp>();
  return llvm::any_of(structured.getDpsInputs(), hasSlice) ||
         llvm::any_of(gathers, [](tensor::ExtractOp gather) {
           return isAtOwnPosition(gather) || hasSlice(gather.getTensor());
         });
}

std::string SlicedGeneric::fuse() {
  begin(cast<RankedTensorType>(root->getResult(0).getType()));
  SmallVector<Value> yields;
  for (Value result : root->getResults()) {
    yields.push_back(getElement(result, SmallVector<Value>(getIndices())));
    if (!yields.back())
      return getObstacle().str();
  }
  root->replaceAllUsesWith(finish(yields, root));
  // A dead user would count as one of its operands' users.
  root->erase();
  return "";
}

namespace {

struct PrimFuseSlices : prim::impl::PrimFuseSlicesBase<PrimFuseSlices> {
  using PrimFuseSlicesBase::PrimFuseSlicesBase;

  void runOnOperation() override {
    for (auto function : getOperation().getOps<func::FuncOp>()) {
      // Loads at the op's own position become inputs.
      bool isChanged = simplifyPositions(function);
      SmallVector<Operation *> roots;
      function.walk([&](Operation *op) {
        if (isa<linalg::LinalgOp, tensor::ExtractSliceOp>(op))
          roots.push_back(op);
      });
      for (Operation *root : roots)
        isChanged |= fuse(root, function.getName());
      if (isChanged)
        llvm::for_each(function.getBody(), eraseDeadCode);
    }
  }

private:
  bool fuse(Operation *root, StringRef function) {
    CodeBuilder builder(root);
    SlicedGeneric generic(root, builder);
    if (!generic.isWorthwhile())
      return false;
    auto options = remark::RemarkOpts::name(root->getName().getStringRef())
                       .category("prim-fuse-slices")
                       .function(function);
    Location loc = root->getLoc();
    std::string obstacle = generic.fuse();
    if (obstacle.empty())
      remark::passed(loc, options)
          << "computes elements of slices where it uses them";
    else
      remark::missed(loc, options) << "not fused with slices: it " + obstacle;
    return obstacle.empty();
  }
};

} // namespace
