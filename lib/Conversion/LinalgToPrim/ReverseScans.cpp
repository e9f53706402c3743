//===- ReverseScans.cpp - Scans of flipped tensors --------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReverseScans.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::prim;

/// Whether `index` is that of the loop `number`.
static bool isLoop(Value index, int64_t number) {
  auto loop = index.getDefiningOp<linalg::IndexOp>();
  return loop && static_cast<int64_t>(loop.getDim()) == number;
}

/// The tensor that `op` flips along `dimension`, and otherwise copies; null if
/// it does something else.
static Value getFlipped(Operation *op, int64_t dimension) {
  auto generic = dyn_cast_or_null<linalg::GenericOp>(op);
  if (!generic || generic.getNumDpsInputs() != 0 || op->getNumResults() != 1 ||
      generic.getNumParallelLoops() != generic.getNumLoops() ||
      !generic.getIndexingMapsArray().front().isIdentity())
    return Value();
  auto extract = generic.getBody()
                     ->getTerminator()
                     ->getOperand(0)
                     .getDefiningOp<tensor::ExtractOp>();
  auto type = dyn_cast<RankedTensorType>(op->getResult(0).getType());
  if (!extract || !type || !type.hasStaticShape() ||
      extract.getTensor().getType() != type)
    return Value();
  for (auto [number, index] : llvm::enumerate(extract.getIndices())) {
    auto along = static_cast<int64_t>(number);
    if (along != dimension && isLoop(index, along))
      continue;
    auto mirrored = index.getDefiningOp<arith::SubIOp>();
    IntegerAttr last;
    if (along != dimension || !mirrored ||
        !matchPattern(mirrored.getLhs(), m_Constant(&last)) ||
        last.getInt() != type.getDimSize(along) - 1 ||
        !isLoop(mirrored.getRhs(), along))
      return Value();
  }
  return extract.getTensor();
}

/// Whether the scan has no clause that depends on the direction.
static bool isPlain(DeviceScanOp scan) {
  return scan.getInit().empty() && scan.getReads().empty() &&
         scan.getSegments().empty() && !scan.getWorkspace() &&
         !scan.getTotal() && scan.getPrologue().empty() &&
         scan.getEpilogue().empty() &&
         scan.getNumResults() == scan.getIns().size();
}

/// Exchanges the tuples that a combiner takes.
static void turn(Block &combiner) {
  size_t count = combiner.getNumArguments() / 2;
  for (size_t number = 0; number < count; ++number) {
    BlockArgument left = combiner.getArgument(number),
                  right = combiner.getArgument(number + count);
    SmallVector<OpOperand *> uses = llvm::map_to_vector(
        left.getUses(), [](OpOperand &use) { return &use; });
    right.replaceAllUsesWith(left);
    for (OpOperand *use : uses)
      use->set(right);
  }
}

bool prim::scanUnflipped(DeviceScanOp scan) {
  if (!isPlain(scan))
    return false;
  int64_t along = scan.getDimension() ? scan.getDimension()->front() : 0;
  SmallVector<Value> ins;
  for (Value in : scan.getIns()) {
    ins.push_back(getFlipped(in.getDefiningOp(), along));
    if (!ins.back())
      return false;
  }
  // A flip uses the scan's result in its body.
  llvm::MapVector<Operation *, Value> flips;
  for (Value result : scan.getResults())
    for (Operation *user : result.getUsers()) {
      Operation *flip = user->getParentOp();
      if (!isa<tensor::ExtractOp>(user) || getFlipped(flip, along) != result)
        return false;
      flips[flip] = result;
    }
  SmallVector<Value> flipped(scan.getIns());
  scan.getInsMutable().assign(ins);
  scan.setReverse(!scan.getReverse());
  if (!scan.getCombiner().empty())
    turn(scan.getCombiner().front());
  for (auto [flip, result] : flips) {
    flip->getResult(0).replaceAllUsesWith(result);
    flip->erase();
  }
  for (Value value : llvm::SetVector<Value>(flipped.begin(), flipped.end()))
    if (value.use_empty())
      value.getDefiningOp()->erase();
  return true;
}
