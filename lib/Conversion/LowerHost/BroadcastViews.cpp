//===- BroadcastViews.cpp - Broadcasts without copies -------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BroadcastViews.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "prim/Dialect/Prim/IR/Prim.h"
#include "prim/Dialect/Prim/Utils/HostMemory.h"

using namespace mlir;
using namespace mlir::prim;

/// The memory of which `value` is a view.
static Value getRoot(Value value) {
  while (Value viewed = getViewedMemory(value))
    value = viewed;
  return value;
}

/// Whether `value` is in memory that was allocated for it alone, and not in the
/// memory of `other`.
static bool isApart(Value value, Value other) {
  Value root = getRoot(value);
  return root != getRoot(other) &&
         isa_and_nonnull<gpu::AllocOp, memref::AllocOp>(root.getDefiningOp());
}

namespace {

/// A copy in a shape of more dimensions, and the reduction that reads it.
class Broadcast {
public:
  static std::optional<Broadcast> match(linalg::GenericOp copy) {
    Broadcast found(copy);
    if (found.isBroadcast() && found.findUsers() && found.isUnwritten())
      return found;
    return std::nullopt;
  }

  void replace() {
    OpBuilder builder(copy);
    auto [strides, offset] = getSource().getType().getStridesAndOffset();
    auto shape = cast<MemRefType>(getBuffer().getType()).getShape();
    SmallVector<int64_t> viewed(shape.size());
    AffineMap map = copy.getMatchingIndexingMap(copy.getDpsInputOperand(0));
    for (auto [stride, expr] : llvm::zip_equal(strides, map.getResults()))
      viewed[cast<AffineDimExpr>(expr).getPosition()] = stride;
    auto type = MemRefType::get(
        shape, getSource().getType().getElementType(),
        StridedLayoutAttr::get(builder.getContext(), offset, viewed),
        getSource().getType().getMemorySpace());
    Value view = memref::ReinterpretCastOp::create(
        builder, copy.getLoc(), type, getSource(), offset, shape, viewed);
    reduce->replaceUsesOfWith(getBuffer(), view);
    Operation *allocation = getBuffer().getDefiningOp();
    copy.erase();
    for (Operation *user : llvm::make_early_inc_range(allocation->getUsers()))
      user->erase();
    allocation->erase();
  }

private:
  explicit Broadcast(linalg::GenericOp copy) : copy(copy) {}

  TypedValue<MemRefType> getSource() {
    return cast<TypedValue<MemRefType>>(copy.getDpsInputs()[0]);
  }
  Value getBuffer() { return copy.getDpsInits()[0]; }

  bool isBroadcast() {
    if (!copy.hasPureBufferSemantics() || copy.getNumDpsInputs() != 1 ||
        copy.getNumDpsInits() != 1 ||
        copy.getNumParallelLoops() != copy.getNumLoops() ||
        !copy.getBody()->without_terminator().empty() ||
        copy.getBody()->getTerminator()->getOperand(0) !=
            copy.getBody()->getArgument(0))
      return false;
    AffineMap map = copy.getMatchingIndexingMap(copy.getDpsInputOperand(0));
    auto source = dyn_cast<MemRefType>(copy.getDpsInputs()[0].getType());
    if (!source || !source.hasStaticShape() || !map.isProjectedPermutation() ||
        map.isPermutation() ||
        !copy.getMatchingIndexingMap(copy.getDpsInitOperand(0)).isIdentity())
      return false;
    SmallVector<int64_t> strides;
    int64_t offset;
    return succeeded(source.getStridesAndOffset(strides, offset)) &&
           !ShapedType::isDynamic(offset) &&
           !llvm::any_of(strides, ShapedType::isDynamic);
  }

  /// Finds the reduction, which must be the only op that reads the buffer.
  bool findUsers() {
    Operation *allocation = getBuffer().getDefiningOp();
    if (!isa_and_nonnull<gpu::AllocOp, memref::AllocOp>(allocation) ||
        allocation->getNumResults() != 1 ||
        !cast<MemRefType>(getBuffer().getType()).hasStaticShape())
      return false;
    for (OpOperand &use : allocation->getUses()) {
      Operation *user = use.getOwner();
      if (user == copy || isa<memref::DeallocOp>(user))
        continue;
      auto found = dyn_cast<DeviceReduceOp>(user);
      if (!found || (reduce && reduce != found) ||
          !llvm::is_contained(llvm::make_pointer_range(found.getInsMutable()),
                              &use))
        return false;
      reduce = found;
    }
    return reduce && reduce->getBlock() == copy->getBlock() &&
           copy->isBeforeInBlock(reduce);
  }

  /// Whether the source is unchanged until the reduction has read it.
  bool isUnwritten() {
    auto areApart = [&](ValueRange outs) {
      return llvm::all_of(outs,
                          [&](Value out) { return isApart(out, getSource()); });
    };
    for (Operation *op = copy->getNextNode(); op != reduce;
         op = op->getNextNode()) {
      auto other = dyn_cast<linalg::LinalgOp>(op);
      if (!isMemoryEffectFree(op) && !isa<gpu::AllocOp, memref::AllocOp>(op) &&
          !(other && areApart(other.getDpsInits())))
        return false;
    }
    return !reduce.getWorkspace() && areApart(reduce.getOuts());
  }

  linalg::GenericOp copy;
  DeviceReduceOp reduce;
};

} // namespace

void prim::readBroadcastsAsViews(func::FuncOp function) {
  SmallVector<linalg::GenericOp> ops;
  function.walk([&](linalg::GenericOp op) { ops.push_back(op); });
  for (linalg::GenericOp op : ops)
    if (std::optional<Broadcast> broadcast = Broadcast::match(op))
      broadcast->replace();
}
