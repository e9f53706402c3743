//===- Scan.cpp - Scans of frontends ------------------------------*- C++
//-*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ForeignOp.h"

#include "../LinalgToPrim/ScanOperator.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::prim;

/// The last result of each row, which IREE leaves in the accumulator.
static Value buildLast(CodeBuilder &builder, ForeignOp op, Value scanned) {
  int64_t along = op.getDimension();
  SmallVector<OpFoldResult> sizes =
      tensor::getMixedSizes(builder, builder.getLoc(), scanned);
  SmallVector<OpFoldResult> offsets(sizes.size(), builder.getIndexAttr(0));
  SmallVector<OpFoldResult> strides(sizes.size(), builder.getIndexAttr(1));
  offsets[along] = builder.getIndexAttr(op.getExtent(0) - 1);
  sizes[along] = builder.getIndexAttr(1);
  return tensor::ExtractSliceOp::create(builder, op.getType(2), scanned,
                                        offsets, sizes, strides);
}

/// A scan's operands are its input, its output, and an accumulator with an
/// element for each row, where an exclusive scan starts. An inclusive one
/// starts from the first element.
StringRef prim::convertScan(ForeignOp op, CodeBuilder &builder,
                            const PrimFrontendToPrimOptions &options,
                            SmallVectorImpl<Value> &results) {
  StringRef obstacle = op.check(/*results=*/2, /*arguments=*/2);
  if (obstacle.empty() && op.getNumOperands() != 3)
    obstacle = "has other operands than an input, an output and an accumulator";
  if (obstacle.empty())
    obstacle = op.readDimension(0);
  if (!obstacle.empty())
    return obstacle;
  Type element = op.getType(0).getElementType();
  for (unsigned operand : {1, 2})
    if (op.getType(operand).getElementType() != element)
      return "has operands of several types of elements";
  if (op.getType(1).getShape() != op.getType(0).getShape() ||
      op.getType(2).getRank() + 1 != op.getType(0).getRank())
    return "has operands whose shapes differ";
  auto inclusive =
      dyn_cast_or_null<BoolAttr>(op.getOperation()->getAttr("inclusive"));
  if (!inclusive)
    return "has no attribute 'inclusive'";
  // One element is combined with nothing, and leaves an accumulator unchanged.
  bool isLastUsed = !op.getOperation()->getResult(1).use_empty();
  if (isLastUsed && op.getExtent(0) < 2)
    return "uses the accumulator's last value, but is not known to have two "
           "elements";
  ScanOperator combine(options.reassociate, options.assumeAssociative);
  obstacle = combine.match(op.getBody()->getArgument(0),
                           op.getBody()->getArgument(1), op.getYielded());
  if (!obstacle.empty())
    return obstacle;

  SmallVector<Value> init;
  if (!inclusive.getValue()) {
    Value splat = getSplat(builder, op.getOperand(2));
    init.push_back(splat ? splat : op.getOperand(2));
  }
  Value out = createEmpty(builder, op.getOperand(1));
  auto scan = DeviceScanOp::create(
      builder, out.getType(),
      inclusive.getValue() ? ScanMode::Inclusive : ScanMode::Exclusive,
      op.getOperand(0), out, /*workspace=*/Value(), init,
      /*identity=*/ValueRange(), /*reads=*/ValueRange(),
      /*asyncDependencies=*/ValueRange(), /*segments=*/ValueRange(),
      /*total=*/false, /*reverse=*/false, op.getDimensionClause(0),
      /*segment_form=*/SegmentFormAttr(), /*deterministic=*/DeterminismAttr(),
      /*initialized=*/false, /*tuning=*/TuningAttr(),
      combine.kind ? CombinerKindAttr::get(builder.getContext(), *combine.kind)
                   : CombinerKindAttr(),
      !combine.kind && combine.isCommutative, combine.fastmath);
  if (!combine.kind) {
    OpBuilder::InsertionGuard guard(builder);
    Block *block = builder.addBlock(scan.getCombiner(), {element, element});
    YieldOp::create(builder, op.cloneBody(builder, block->getArguments()));
    dropOverflowFlags(*block);
  }
  Value scanned = scan.getResult(0);
  results.push_back(scanned);
  results.push_back(isLastUsed ? buildLast(builder, op, scanned)
                               : op.getOperand(2));
  return "";
}
