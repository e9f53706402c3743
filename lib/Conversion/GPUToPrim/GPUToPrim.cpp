//===- GPUToPrim.cpp - prim-gpu-to-prim ---------------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The gpu dialect's operations across lanes and threads, as prim ops: upstream
// lowers them to what some chips do not have (LLVM then ends the process), and
// takes waves to have 32 lanes.
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "prim/Conversion/Passes.h"

#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/Verifier.h"
#include "prim/Dialect/Prim/IR/Limits.h"
#include "prim/Dialect/Prim/IR/Prim.h"
#include "llvm/ADT/TypeSwitch.h"

namespace mlir::prim {
#define GEN_PASS_DEF_PRIMGPUTOPRIM
#include "prim/Conversion/Passes.h.inc"
} // namespace mlir::prim

using namespace mlir;
using namespace mlir::prim;

/// The operators have the same names in both dialects.
static CombinerKind getKind(gpu::AllReduceOperation operation) {
  std::optional<CombinerKind> kind =
      symbolizeCombinerKind(gpu::stringifyAllReduceOperation(operation));
  assert(kind && "operators of gpu are operators of prim");
  return *kind;
}

//===----------------------------------------------------------------------===//
// Shuffles
//===----------------------------------------------------------------------===//

static Value createConstant(ImplicitLocOpBuilder &builder, int64_t value) {
  return arith::ConstantIntOp::create(builder, value, 32);
}

static Value createLane(ImplicitLocOpBuilder &builder) {
  Value lane = gpu::LaneIdOp::create(builder, /*upper_bound=*/IntegerAttr());
  return arith::IndexCastOp::create(builder, builder.getI32Type(), lane);
}

static Value createShuffle(ImplicitLocOpBuilder &builder, Value value,
                           Value source, ShuffleMode mode, uint32_t width) {
  return WarpShuffleOp::create(builder, value.getType(), value, source, mode,
                               builder.getI32IntegerAttr(width))
      .getResult(0);
}

/// Logical warps that prim does not have, which the gpu dialect may.
static LogicalResult checkWidth(Operation *op, int64_t width) {
  if (width > 0 && width <= kMaxLogicalWidth && llvm::isPowerOf2_64(width))
    return success();
  return op->emitOpError("needs a width that is a power of two up to ")
         << kMaxLogicalWidth << ", not " << width;
}

/// `gpu.shuffle`. Whether a lane got a value is a question of its position
/// among the `width` lanes.
static LogicalResult convert(gpu::ShuffleOp op) {
  IntegerAttr widthAttr;
  if (!matchPattern(op.getWidth(), m_Constant(&widthAttr)))
    return op.emitOpError("needs a constant width on AMDGPU");
  int64_t width = widthAttr.getInt();
  if (failed(checkWidth(op, width)))
    return failure();
  ImplicitLocOpBuilder builder(op.getLoc(), op);
  Value offset = op.getOffset();
  Value last = createConstant(builder, width - 1);
  Value position = arith::AndIOp::create(builder, createLane(builder), last);
  ShuffleMode mode = ShuffleMode::Lane;
  // The source's position, as an unsigned number.
  Value source = offset;
  switch (op.getMode()) {
  case gpu::ShuffleMode::XOR:
    mode = ShuffleMode::Xor;
    source = arith::XOrIOp::create(builder, position, offset);
    break;
  case gpu::ShuffleMode::UP:
    mode = ShuffleMode::Up;
    source = arith::SubIOp::create(builder, position, offset);
    break;
  case gpu::ShuffleMode::DOWN:
    mode = ShuffleMode::Down;
    source = arith::AddIOp::create(builder, position, offset);
    break;
  case gpu::ShuffleMode::IDX:
    break;
  }
  Value valid =
      arith::CmpIOp::create(builder, arith::CmpIPredicate::ule, source, last);
  Value result = createShuffle(builder, op.getValue(), offset, mode, width);
  op.replaceAllUsesWith(ValueRange{result, valid});
  return success();
}

/// `gpu.rotate`.
static LogicalResult convert(gpu::RotateOp op) {
  if (failed(checkWidth(op, op.getWidth())))
    return failure();
  ImplicitLocOpBuilder builder(op.getLoc(), op);
  Value lane = createLane(builder);
  Value source = arith::AddIOp::create(builder, lane,
                                       createConstant(builder, op.getOffset()));
  Value valid = arith::CmpIOp::create(builder, arith::CmpIPredicate::ult, lane,
                                      createConstant(builder, op.getWidth()));
  // prim takes a position modulo the width.
  Value result = createShuffle(builder, op.getValue(), source,
                               ShuffleMode::Lane, op.getWidth());
  op.replaceAllUsesWith(ValueRange{result, valid});
  return success();
}

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

/// `gpu.subgroup_reduce`: elements of a vector are values of their own here,
/// where in prim they would be items of one fold.
static LogicalResult convert(gpu::SubgroupReduceOp op) {
  if (op.getClusterStride() != 1)
    return op.emitOpError("has clusters of lanes that do not follow each "
                          "other, which prim does not lower; use "
                          "prim.warp_shuffle");
  if (op.getClusterSize() && failed(checkWidth(op, *op.getClusterSize())))
    return failure();
  ImplicitLocOpBuilder builder(op.getLoc(), op);
  IntegerAttr width = op.getClusterSizeAttr();
  CombinerKind kind = getKind(op.getOp());
  auto reduce = [&](Value value) -> Value {
    return WarpReduceOp::create(
               builder, TypeRange{value.getType()}, ValueRange{value},
               /*identity=*/ValueRange(), /*valid=*/Value(), /*flag=*/Value(),
               /*segment=*/SegmentKindAttr(), /*all=*/true, width,
               CombinerKindAttr::get(op.getContext(), kind))
        .getResult(0);
  };
  auto vector = dyn_cast<VectorType>(op.getType());
  Value result;
  if (!vector) {
    result = reduce(op.getValue());
  } else {
    SmallVector<Value> elements;
    for (int64_t index = 0; index < vector.getNumElements(); ++index)
      elements.push_back(
          reduce(vector::ExtractOp::create(builder, op.getValue(), index)));
    result = vector::FromElementsOp::create(builder, vector, elements);
  }
  op.getResult().replaceAllUsesWith(result);
  return success();
}

/// `gpu.all_reduce`, with an operator or with a region.
static LogicalResult convert(gpu::AllReduceOp op) {
  ImplicitLocOpBuilder builder(op.getLoc(), op);
  CombinerKindAttr kind;
  if (op.getOp())
    kind = CombinerKindAttr::get(op.getContext(), getKind(*op.getOp()));
  else if (!op.getBody().hasOneBlock())
    return op.emitOpError("needs a region of one block");
  auto reduce = BlockReduceOp::create(
      builder, TypeRange{op.getType()}, ValueRange{op.getValue()},
      /*identity=*/ValueRange(), /*valid=*/Value(), /*all=*/true,
      Arrangement::Blocked, /*row_vector=*/IntegerAttr(), kind);
  if (!kind) {
    reduce.getCombiner().takeBody(op.getBody());
    Operation *yield = reduce.getCombiner().front().getTerminator();
    builder.setInsertionPoint(yield);
    YieldOp::create(builder, yield->getOperands());
    yield->erase();
  }
  op.getResult().replaceAllUsesWith(reduce.getResult(0));
  return success();
}

namespace {

struct PrimGPUToPrim : prim::impl::PrimGPUToPrimBase<PrimGPUToPrim> {
  using PrimGPUToPrimBase::PrimGPUToPrimBase;

  /// Hands `prim.converged` on from `op` to the ops that it became, which are
  /// those between `before`, if anything, and itself.
  static void keepPromise(Operation *before, Operation *op) {
    PrimDialect::ConvergedAttrHelper attribute(op->getContext());
    if (!attribute.isAttrPresent(op))
      return;
    Operation *first =
        before ? before->getNextNode() : &op->getBlock()->front();
    for (Operation *made = first; made != op; made = made->getNextNode())
      if (isa<WarpShuffleOp, WarpReduceOp, BlockReduceOp>(made))
        attribute.setAttr(made, UnitAttr::get(op->getContext()));
  }

  void runOnOperation() override {
    bool sound = true;
    getOperation().walk([&](Operation *op) {
      llvm::TypeSwitch<Operation *>(op)
          .Case<gpu::ShuffleOp, gpu::RotateOp, gpu::SubgroupReduceOp,
                gpu::AllReduceOp>([&](auto gpuOp) {
            Operation *before = gpuOp->getPrevNode();
            if (succeeded(convert(gpuOp))) {
              keepPromise(before, gpuOp);
              gpuOp.erase();
            } else {
              sound = false;
            }
          });
    });
    // The gpu dialect takes elements and regions that prim's ops do not; their
    // verifiers say so, at the place of the gpu op.
    if (sound)
      getOperation().walk([&](Operation *op) {
        if (isa<PrimDialect>(op->getDialect()))
          sound &= succeeded(verify(op, /*verifyRecursively=*/false));
      });
    if (!sound)
      signalPassFailure();
  }
};

} // namespace
