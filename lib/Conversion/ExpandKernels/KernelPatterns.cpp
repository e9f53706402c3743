//===- KernelPatterns.cpp - Ids, assertions, copies ---------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Replaces operations that upstream lowers to calls of device or host libraries
// by plain operations.
//
//===----------------------------------------------------------------------===//

#include "KernelExpansion.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/GPU/Transforms/Passes.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "prim/Dialect/Prim/Utils/CodeBuilder.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::prim;

//===----------------------------------------------------------------------===//
// Ids and sizes
//===----------------------------------------------------------------------===//

namespace {

/// `gpu.block_dim` and `gpu.grid_dim`: a constant if the kernel has known sizes
/// of blocks and grids, otherwise the value that the driver passes.
template <typename OpT>
struct ReplaceSize : OpRewritePattern<OpT> {
  ReplaceSize(MLIRContext *context, const TargetLowering &target)
      : OpRewritePattern<OpT>(context), target(target) {}

  LogicalResult matchAndRewrite(OpT op,
                                PatternRewriter &rewriter) const override {
    constexpr bool isBlock = std::is_same_v<OpT, gpu::BlockDimOp>;
    gpu::Dimension dimension = op.getDimension();
    CodeBuilder builder(op.getLoc(), rewriter);
    std::optional<ArrayRef<int32_t>> known;
    if (auto function = op->template getParentOfType<gpu::GPUFuncOp>())
      known =
          isBlock ? function.getKnownBlockSize() : function.getKnownGridSize();
    Value size;
    if (known)
      size = builder.index((*known)[static_cast<unsigned>(dimension)]);
    else
      size = isBlock ? target.createBlockDim(builder, dimension)
                     : target.createGridDim(builder, dimension);
    if (!size)
      return rewriter.notifyMatchFailure(op,
                                         "the upstream pattern converts it");
    rewriter.replaceOp(op, size);
    return success();
  }

  const TargetLowering &target;
};

/// `gpu.subgroup_size` is a constant of the chip.
struct ReplaceSubgroupSize : OpRewritePattern<gpu::SubgroupSizeOp> {
  ReplaceSubgroupSize(MLIRContext *context, unsigned waveSize)
      : OpRewritePattern(context), waveSize(waveSize) {}

  LogicalResult matchAndRewrite(gpu::SubgroupSizeOp op,
                                PatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<arith::ConstantIndexOp>(op, waveSize);
    return success();
  }

  unsigned waveSize;
};

/// `gpu.num_subgroups`: the number of waves of a block, including a partial
/// last one.
struct ReplaceNumSubgroups : OpRewritePattern<gpu::NumSubgroupsOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(gpu::NumSubgroupsOp op,
                                PatternRewriter &rewriter) const override {
    CodeBuilder builder(op.getLoc(), rewriter);
    Value threads;
    for (gpu::Dimension dimension :
         {gpu::Dimension::x, gpu::Dimension::y, gpu::Dimension::z}) {
      Value extent = gpu::BlockDimOp::create(builder, dimension);
      threads = threads ? builder.mul(threads, extent) : extent;
    }
    Value size = gpu::SubgroupSizeOp::create(builder, builder.getIndexType(),
                                             /*upper_bound=*/nullptr);
    rewriter.replaceOpWithNewOp<arith::CeilDivUIOp>(op, threads, size);
    return success();
  }
};

//===----------------------------------------------------------------------===//
// Assertions
//===----------------------------------------------------------------------===//

/// The source location of an operation, as "file:line:column"; the name of its
/// function if unknown.
std::string describePlace(Operation *op) {
  std::string text;
  if (auto place = op->getLoc()->findInstanceOf<FileLineColLoc>()) {
    llvm::raw_string_ostream(text)
        << place.getFilename().getValue() << ":" << place.getLine() << ":"
        << place.getColumn();
    return text;
  }
  if (auto function = op->getParentOfType<FunctionOpInterface>())
    text = function.getName().str();
  return text;
}

/// `cf.assert`: a trap, with the message if the family supports one.
struct ReplaceAssert : OpRewritePattern<cf::AssertOp> {
  ReplaceAssert(MLIRContext *context, const TargetLowering &target)
      : OpRewritePattern(context), target(target) {}

  LogicalResult matchAndRewrite(cf::AssertOp op,
                                PatternRewriter &rewriter) const override {
    CodeBuilder builder(op.getLoc(), rewriter);
    Value fails = builder.invert(op.getArg());
    auto branch = scf::IfOp::create(builder, fails, /*withElseRegion=*/false);
    builder.setInsertionPointToStart(branch.thenBlock());
    target.createTrap(builder, describePlace(op) + ": " + op.getMsg().str());
    rewriter.eraseOp(op);
    return success();
  }

  const TargetLowering &target;
};

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

/// Loops for a `memref.copy` that upstream would lower to a call of a host
/// function.
struct ReplaceStridedCopy : OpRewritePattern<memref::CopyOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(memref::CopyOp op,
                                PatternRewriter &rewriter) const override {
    auto source = dyn_cast<MemRefType>(op.getSource().getType());
    auto target = dyn_cast<MemRefType>(op.getTarget().getType());
    if (!source || !target)
      return rewriter.notifyMatchFailure(op, "unranked");
    if (source.getLayout().isIdentity() && target.getLayout().isIdentity())
      return rewriter.notifyMatchFailure(op, "both sides are contiguous");
    CodeBuilder builder(op.getLoc(), rewriter);
    Value zero = builder.index(0);
    Value one = builder.index(1);
    SmallVector<Value> lower(source.getRank(), zero),
        step(source.getRank(), one), upper;
    for (int64_t dim = 0; dim < source.getRank(); ++dim)
      upper.push_back(memref::DimOp::create(builder, op.getSource(), dim));
    scf::buildLoopNest(
        builder, op.getLoc(), lower, upper, step,
        [&](OpBuilder &inner, Location loc, ValueRange at) {
          Value item = memref::LoadOp::create(inner, loc, op.getSource(), at);
          memref::StoreOp::create(inner, loc, item, op.getTarget(), at);
        });
    rewriter.eraseOp(op);
    return success();
  }
};

/// `memref.atomic_rmw` with a product, as a compare-and-swap loop because there
/// is no instruction.
struct ReplaceAtomicProduct : OpRewritePattern<memref::AtomicRMWOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(memref::AtomicRMWOp op,
                                PatternRewriter &rewriter) const override {
    arith::AtomicRMWKind kind = op.getKind();
    if (kind != arith::AtomicRMWKind::mulf &&
        kind != arith::AtomicRMWKind::muli)
      return rewriter.notifyMatchFailure(op, "not a product");
    auto loop = memref::GenericAtomicRMWOp::create(
        rewriter, op.getLoc(), op.getMemref(), op.getIndices());
    OpBuilder inner = OpBuilder::atBlockEnd(loop.getBody());
    Value product = arith::getReductionOp(
        kind, inner, op.getLoc(), loop.getCurrentValue(), op.getValue());
    memref::AtomicYieldOp::create(inner, op.getLoc(), product);
    rewriter.replaceOp(op, loop);
    return success();
  }
};

/// `memref.generic_atomic_rmw` on floats: LLVM's compare-and-swap takes only
/// integers, so the loop operates on the bits.
struct ReplaceFloatAtomic : OpRewritePattern<memref::GenericAtomicRMWOp> {
  ReplaceFloatAtomic(MLIRContext *context, const TargetLowering &target)
      : OpRewritePattern(context), target(target) {}

  LogicalResult matchAndRewrite(memref::GenericAtomicRMWOp op,
                                PatternRewriter &rewriter) const override {
    auto type = dyn_cast<FloatType>(op.getResult().getType());
    if (!type)
      return rewriter.notifyMatchFailure(op, "not a float");
    auto memref = cast<MemRefType>(op.getMemref().getType());
    CodeBuilder builder(op.getLoc(), rewriter);
    // The element's address, in the memory space of the memref.
    unsigned space = 0;
    if (auto number = dyn_cast_or_null<IntegerAttr>(memref.getMemorySpace()))
      space = number.getInt();
    else if (auto named = dyn_cast_or_null<gpu::AddressSpaceAttr>(
                 memref.getMemorySpace()))
      space = named.getValue() == gpu::AddressSpace::Workgroup
                  ? target.getAddressSpace(MemorySpace::Workgroup)
              : named.getValue() == gpu::AddressSpace::Private
                  ? target.getPrivateAddressSpace()
                  : target.getAddressSpace(MemorySpace::Global);
    auto metadata =
        memref::ExtractStridedMetadataOp::create(builder, op.getMemref());
    Value element = metadata.getOffset();
    for (auto [index, stride] :
         llvm::zip_equal(op.getIndices(), metadata.getStrides()))
      element = builder.add(element, builder.mul(index, stride));
    Value base =
        memref::ExtractAlignedPointerAsIndexOp::create(builder, op.getMemref());
    unsigned bits = type.getWidth();
    Value address =
        builder.add(base, builder.mul(element, builder.index(bits / 8)));
    address = builder.indexCast(builder.getI64Type(), address);
    Value pointer = LLVM::IntToPtrOp::create(
        builder, LLVM::LLVMPointerType::get(builder.getContext(), space),
        address);
    Type word = builder.getIntegerType(bits);
    Value first = LLVM::LoadOp::create(builder, word, pointer, bits / 8);
    // do { old = seen; seen = cmpxchg(old, body(old)) } while (seen != old)
    auto loop =
        scf::WhileOp::create(builder, TypeRange{word}, ValueRange{first});
    Block *before =
        builder.createBlock(&loop.getBefore(), {}, {word}, {op.getLoc()});
    Value old = builder.bitcast(type, before->getArgument(0));
    IRMapping mapping;
    mapping.map(op.getCurrentValue(), old);
    for (Operation &inner : op.getBody()->without_terminator())
      builder.clone(inner, mapping);
    Value wanted = builder.bitcast(
        word,
        mapping.lookupOrDefault(op.getBody()->getTerminator()->getOperand(0)));
    Value pair = LLVM::AtomicCmpXchgOp::create(
        builder, pointer, before->getArgument(0), wanted,
        LLVM::AtomicOrdering::acq_rel, LLVM::AtomicOrdering::monotonic);
    Value seen = LLVM::ExtractValueOp::create(builder, pair, 0);
    Value done = LLVM::ExtractValueOp::create(builder, pair, 1);
    Value again = builder.invert(done);
    scf::ConditionOp::create(builder, again, ValueRange{seen});
    Block *after =
        builder.createBlock(&loop.getAfter(), {}, {word}, {op.getLoc()});
    scf::YieldOp::create(builder, ValueRange{after->getArgument(0)});
    builder.setInsertionPointAfter(loop);
    // The last value seen is the old value of the element.
    rewriter.replaceOpWithNewOp<arith::BitcastOp>(op, type, loop.getResult(0));
    return success();
  }

  const TargetLowering &target;
};

} // namespace

void mlir::prim::populateKernelPatterns(RewritePatternSet &patterns,
                                        const TargetLowering &target) {
  MLIRContext *context = patterns.getContext();
  patterns.add<ReplaceNumSubgroups, ReplaceStridedCopy, ReplaceAtomicProduct>(
      context);
  patterns.add<ReplaceAssert, ReplaceFloatAtomic, ReplaceSize<gpu::BlockDimOp>,
               ReplaceSize<gpu::GridDimOp>>(context, target);
  patterns.add<ReplaceSubgroupSize>(context, target.getTarget().waveSize);
  populatePrintfPatterns(patterns);
  populateGpuGlobalIdPatterns(patterns);
  populateGpuSubgroupIdPatterns(patterns);
}

bool mlir::prim::isKernelPatternRoot(Operation *op) {
  return isa<gpu::BlockDimOp, gpu::GridDimOp, gpu::GlobalIdOp,
             gpu::SubgroupIdOp, gpu::SubgroupSizeOp, gpu::NumSubgroupsOp,
             gpu::PrintfOp, cf::AssertOp, memref::CopyOp, memref::AtomicRMWOp,
             memref::GenericAtomicRMWOp>(op);
}
