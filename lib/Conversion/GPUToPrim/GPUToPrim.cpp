//===- GPUToPrim.cpp - prim-gpu-to-prim ---------------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Converts the gpu dialect's operations across lanes and threads to prim ops.
// Upstream lowers them to instructions that some chips lack, on which LLVM ends
// the process, and assumes waves of 32 lanes.
//
//===----------------------------------------------------------------------===//

#include "prim/Conversion/GPUToPrim.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"
#include "prim/Conversion/Passes.h"
#include "prim/Dialect/Prim/IR/Elements.h"
#include "prim/Dialect/Prim/IR/Limits.h"
#include "prim/Dialect/Prim/IR/Prim.h"
#include "prim/Dialect/Prim/Utils/Combiner.h"
#include "prim/Dialect/Prim/Utils/KnownThreads.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/FormatVariadic.h"

namespace mlir::prim {
#define GEN_PASS_DEF_PRIMGPUTOPRIM
#include "prim/Conversion/Passes.h.inc"
} // namespace mlir::prim

using namespace mlir;
using namespace mlir::prim;

/// Both dialects use the same names for the operators.
static CombinerKind getKind(gpu::AllReduceOperation operation) {
  std::optional<CombinerKind> kind =
      symbolizeCombinerKind(gpu::stringifyAllReduceOperation(operation));
  assert(kind && "operators of gpu are operators of prim");
  return *kind;
}

/// Copies to `made` the promise that the threads that execute `op` do so
/// together. It is `prim.converged`, or `uniform` in the gpu dialect.
static void keepPromise(Operation *op, Operation *made) {
  PrimDialect::ConvergedAttrHelper attribute(op->getContext());
  if (attribute.isAttrPresent(op) || op->hasAttr("uniform"))
    attribute.setAttr(made, UnitAttr::get(op->getContext()));
}

//===----------------------------------------------------------------------===//
// Reasons why an op has no prim form; empty if it has one.
//===----------------------------------------------------------------------===//

/// Rejects widths of logical warps that the gpu dialect allows and prim does
/// not.
static std::string findObstacle(int64_t width) {
  if (width > 0 && width <= kMaxLogicalWidth && llvm::isPowerOf2_64(width))
    return "";
  return llvm::formatv("needs a width that is a power of two up to {0}, not "
                       "{1}",
                       kMaxLogicalWidth, width);
}

static std::string findObstacle(Type type) {
  if (isElementType(getElementTypeOrSelf(type)))
    return "";
  return llvm::formatv("needs values of i8, i16, i32, i64, f16, bf16, f32 or "
                       "f64, not '{0}'",
                       type);
}

/// The wider type in which to fold integers of `type` that are not a prim type.
/// Null if no conversion is needed or possible.
static Type getWiderType(Type type) {
  auto integer = dyn_cast<IntegerType>(type);
  if (!integer || isElementType(type) || integer.getWidth() > 64)
    return Type();
  return IntegerType::get(type.getContext(),
                          integer.getWidth() <= 32 ? 32 : 64);
}

static std::string findObstacle(gpu::ShuffleOp op) {
  IntegerAttr width;
  if (matchPattern(op.getWidth(), m_Constant(&width)) &&
      (width.getInt() <= 0 || width.getInt() > kMaxLogicalWidth))
    return llvm::formatv("needs a width from 1 to {0}, not {1}",
                         kMaxLogicalWidth, width.getInt());
  return findObstacle(op.getValue().getType());
}

static std::string findObstacle(gpu::RotateOp op) {
  std::string obstacle = findObstacle(static_cast<int64_t>(op.getWidth()));
  return obstacle.empty() ? findObstacle(op.getValue().getType()) : obstacle;
}

/// The number of adjacent lanes that hold whole clusters.
static int64_t getSpan(gpu::SubgroupReduceOp op) {
  return static_cast<int64_t>(*op.getClusterSize()) * op.getClusterStride();
}

/// Rejects strided clusters in blocks with a partial last wave, in which
/// clusters may lack lanes. Lanes of strided clusters exchange values one by
/// one, so all must exist. Other clusters may lack lanes there.
static std::string findMissingLanes(gpu::SubgroupReduceOp op) {
  std::optional<int64_t> threads = getKnownThreads(op);
  if (op.getClusterStride() == 1 || !threads || *threads % getSpan(op) == 0)
    return "";
  return llvm::formatv(
      "has clusters that span {0} lanes, which a block of {1} threads does not "
      "fill; use a block size that is a multiple of {0}",
      getSpan(op), *threads);
}

static std::string findObstacle(gpu::SubgroupReduceOp op) {
  if (op.getClusterSize())
    if (std::string obstacle = findObstacle(getSpan(op)); !obstacle.empty())
      return obstacle;
  Type element = getElementTypeOrSelf(op.getType());
  if (!getWiderType(element))
    if (std::string obstacle = findObstacle(element); !obstacle.empty())
      return obstacle;
  return findMissingLanes(op);
}

static std::string findObstacle(gpu::AllReduceOp op) {
  if (!op.getOp() && !op.getBody().hasOneBlock())
    return "needs a region of one block";
  // A region is defined on its own type only.
  return op.getOp() && getWiderType(op.getType()) ? ""
                                                  : findObstacle(op.getType());
}

//===----------------------------------------------------------------------===//
// Shuffles
//===----------------------------------------------------------------------===//

static Value createLane(CodeBuilder &builder) {
  Value lane = gpu::LaneIdOp::create(builder, /*upper_bound=*/IntegerAttr());
  return builder.indexCast(builder.getI32Type(), lane);
}

/// Creates a shuffle in place of `op`, or of a part of it.
static Value createShuffle(CodeBuilder &builder, Operation *op, Value value,
                           Value source, ShuffleMode mode, IntegerAttr width) {
  auto shuffle = WarpShuffleOp::create(builder, value.getType(), value, source,
                                       mode, width);
  keepPromise(op, shuffle);
  return shuffle.getResult(0);
}

namespace {
/// The lanes among which a shuffle exchanges values.
struct ShuffleLanes {
  /// Their number, if they are one of prim's groups: these are powers of two.
  IntegerAttr width;
  /// The last position among them, the calling lane in the wave, and its
  /// position.
  Value last, lane, position;
};
} // namespace

static ShuffleLanes getShuffleLanes(CodeBuilder &b, Value width) {
  IntegerAttr constant;
  if (matchPattern(width, m_Constant(&constant)) &&
      llvm::isPowerOf2_64(constant.getInt())) {
    Value last = b.i32(constant.getInt() - 1), lane = createLane(b);
    return {constant, last, lane, b.andi(lane, last)};
  }
  Value last = b.sub(width, b.i32(1)), lane = createLane(b);
  return {IntegerAttr(), last, lane, b.remui(lane, width)};
}

/// `gpu.shuffle`. The validity result depends on the lane's position among the
/// `width` lanes.
static void convert(gpu::ShuffleOp op, PatternRewriter &rewriter) {
  CodeBuilder builder(op.getLoc(), rewriter);
  Value offset = op.getOffset();
  auto [width, last, lane, position] = getShuffleLanes(builder, op.getWidth());
  ShuffleMode mode = ShuffleMode::Lane;
  // The source's position, as an unsigned number.
  Value source = offset;
  switch (op.getMode()) {
  case gpu::ShuffleMode::XOR:
    mode = ShuffleMode::Xor;
    source = builder.xori(position, offset);
    break;
  case gpu::ShuffleMode::UP:
    mode = ShuffleMode::Up;
    source = builder.sub(position, offset);
    break;
  case gpu::ShuffleMode::DOWN:
    mode = ShuffleMode::Down;
    source = builder.add(position, offset);
    break;
  case gpu::ShuffleMode::IDX:
    break;
  }
  Value valid = builder.ule(source, last);
  if (!width) {
    // The lane is one of the wave: that of the source, or the own one without a
    // source.
    Value begin = builder.sub(lane, position);
    offset = builder.select(valid, builder.add(begin, source), lane);
    mode = ShuffleMode::Lane;
  }
  Value result = createShuffle(builder, op, op.getValue(), offset, mode, width);
  rewriter.replaceOp(op, {result, valid});
}

/// `gpu.rotate`.
static void convert(gpu::RotateOp op, PatternRewriter &rewriter) {
  CodeBuilder builder(op.getLoc(), rewriter);
  Value lane = createLane(builder);
  Value source = builder.add(lane, builder.i32(op.getOffset()));
  Value valid = builder.ult(lane, builder.i32(op.getWidth()));
  // prim takes a position modulo the width.
  Value result =
      createShuffle(builder, op, op.getValue(), source, ShuffleMode::Lane,
                    builder.getI32IntegerAttr(op.getWidth()));
  rewriter.replaceOp(op, {result, valid});
}

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

/// Folds `value` with `fold`, in a wider type if its own is no prim type. An
/// integer extended according to its kind and truncated again has the same low
/// bits.
static Value foldWidened(CodeBuilder &builder, Value value, CombinerKind kind,
                         function_ref<Value(Value)> fold) {
  Type type = value.getType();
  Type wide = getWiderType(type);
  if (!wide)
    return fold(value);
  bool isSigned = kind == CombinerKind::MinSI || kind == CombinerKind::MaxSI;
  Value extended =
      isSigned ? builder.extsi(wide, value) : builder.extui(wide, value);
  return builder.trunci(type, fold(extended));
}

/// Folds a strided cluster: pairs of lanes that differ in one bit of their
/// numbers combine their values, bit after bit. All lanes get the same bits.
static Value foldStrided(CodeBuilder &builder, gpu::SubgroupReduceOp op,
                         Value value, CombinerKind kind) {
  Combiner combiner(kind, value.getType());
  for (int64_t distance = op.getClusterStride(); distance < getSpan(op);
       distance *= 2) {
    Value other =
        createShuffle(builder, op, value, builder.i32(distance),
                      ShuffleMode::Xor, builder.getI32IntegerAttr(getSpan(op)));
    value = combiner.combine(builder, value, other).front();
  }
  return value;
}

/// `gpu.subgroup_reduce`: elements of a vector are folded separately, whereas
/// prim would fold them as items of one lane.
static void convert(gpu::SubgroupReduceOp op, PatternRewriter &rewriter) {
  CodeBuilder builder(op.getLoc(), rewriter);
  CombinerKind kind = getKind(op.getOp());
  auto fold = [&](Value value) -> Value {
    if (op.getClusterStride() != 1)
      return foldStrided(builder, op, value, kind);
    auto reduce = WarpReduceOp::create(
        builder, TypeRange{value.getType()}, ValueRange{value},
        /*identity=*/ValueRange(), /*valid=*/Value(), /*flag=*/Value(),
        /*init=*/ValueRange(), /*segment=*/SegmentKindAttr(), /*all=*/true,
        op.getClusterSizeAttr(), CombinerKindAttr::get(op.getContext(), kind));
    keepPromise(op, reduce);
    return reduce.getResult(0);
  };
  auto vector = dyn_cast<VectorType>(op.getType());
  if (!vector) {
    rewriter.replaceOp(op, foldWidened(builder, op.getValue(), kind, fold));
    return;
  }
  SmallVector<Value> elements;
  for (int64_t index = 0; index < vector.getNumElements(); ++index)
    elements.push_back(foldWidened(
        builder, vector::ExtractOp::create(builder, op.getValue(), index), kind,
        fold));
  rewriter.replaceOpWithNewOp<vector::FromElementsOp>(op, vector, elements);
}

/// `gpu.all_reduce`, with an operator or with a region.
static void convert(gpu::AllReduceOp op, PatternRewriter &rewriter) {
  CodeBuilder builder(op.getLoc(), rewriter);
  auto create = [&](Value value, CombinerKindAttr kind) {
    auto reduce = BlockReduceOp::create(
        builder, TypeRange{value.getType()}, ValueRange{value},
        /*identity=*/ValueRange(), /*valid=*/Value(), /*flag=*/Value(),
        /*segment=*/SegmentKindAttr(), /*all=*/true, Arrangement::Blocked,
        /*row_vector=*/IntegerAttr(), kind);
    keepPromise(op, reduce);
    return reduce;
  };
  if (op.getOp()) {
    CombinerKind kind = getKind(*op.getOp());
    auto attribute = CombinerKindAttr::get(op.getContext(), kind);
    rewriter.replaceOp(
        op, foldWidened(builder, op.getValue(), kind, [&](Value value) {
          return create(value, attribute).getResult(0);
        }));
    return;
  }
  BlockReduceOp reduce = create(op.getValue(), CombinerKindAttr());
  Region &combiner = reduce.getCombiner();
  rewriter.inlineRegionBefore(op.getBody(), combiner, combiner.end());
  Operation *yield = combiner.front().getTerminator();
  builder.setInsertionPoint(yield);
  YieldOp::create(builder, yield->getOperands());
  rewriter.eraseOp(yield);
  rewriter.replaceOp(op, reduce);
}

namespace {

/// Replaces a gpu collective by its prim form, if there is one.
template <typename OpTy>
struct CollectivePattern : OpRewritePattern<OpTy> {
  using OpRewritePattern<OpTy>::OpRewritePattern;

  LogicalResult matchAndRewrite(OpTy op,
                                PatternRewriter &rewriter) const override {
    if (std::string obstacle = findObstacle(op); !obstacle.empty())
      return rewriter.notifyMatchFailure(op, obstacle);
    convert(op, rewriter);
    return success();
  }
};

struct PrimGPUToPrim : prim::impl::PrimGPUToPrimBase<PrimGPUToPrim> {
  using PrimGPUToPrimBase::PrimGPUToPrimBase;

  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    populateGPUToPrimPatterns(patterns);
    walkAndApplyPatterns(getOperation(), std::move(patterns));

    bool sound = true;
    getOperation().walk([&](Operation *op) {
      llvm::TypeSwitch<Operation *>(op)
          .Case<gpu::ShuffleOp, gpu::RotateOp, gpu::SubgroupReduceOp,
                gpu::AllReduceOp>([&](auto left) {
            // The walk above skips unreachable ops, and later passes may skip
            // them as well.
            if (std::string obstacle = findObstacle(left); !obstacle.empty()) {
              left.emitOpError(obstacle);
              sound = false;
            }
          });
    });
    // The gpu dialect accepts regions that prim's ops do not. The verifiers of
    // prim's ops report them at the location of the gpu op.
    if (sound)
      getOperation().walk([&](Operation *op) {
        if (isa_and_nonnull<PrimDialect>(op->getDialect()))
          sound &= succeeded(verify(op, /*verifyRecursively=*/false));
      });
    if (!sound)
      signalPassFailure();
  }
};

} // namespace

void prim::populateGPUToPrimPatterns(RewritePatternSet &patterns,
                                     PatternBenefit benefit) {
  patterns
      .add<CollectivePattern<gpu::ShuffleOp>, CollectivePattern<gpu::RotateOp>,
           CollectivePattern<gpu::SubgroupReduceOp>,
           CollectivePattern<gpu::AllReduceOp>>(patterns.getContext(), benefit);
}
