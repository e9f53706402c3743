//===- HostKernels.cpp - Parallel host code as kernels ------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass prim-host-kernels. It uses scf.parallel throughout: linalg ops and
// copies of memory with gaps become such loops, and the loops become launches.
//
//===----------------------------------------------------------------------===//

#include "BroadcastViews.h"
#include "CarriedLoops.h"
#include "LoopTiles.h"

#include "mlir/Conversion/AffineToStandard/AffineToStandard.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/DLTI/DLTI.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/GPU/Transforms/Passes.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SCF/Transforms/Transforms.h"
#include "mlir/Pass/PassManager.h"
#include "prim/Conversion/OptionsOnce.h"
#include "prim/Conversion/Passes.h"
#include "prim/Dialect/Prim/Utils/CheckedSize.h"
#include "prim/Dialect/Prim/Utils/HostBuilder.h"
#include "prim/Dialect/Prim/Utils/HostMemory.h"
#include "prim/Dialect/Prim/Utils/LoopSteps.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::prim {
#define GEN_PASS_DEF_PRIMHOSTKERNELS
#include "prim/Conversion/Passes.h.inc"
} // namespace mlir::prim

using namespace mlir;
using namespace mlir::prim;

/// Threads per block of launches in which each does one iteration.
static constexpr int64_t kBlockSize = 256;

namespace {

/// Whether the host may change `memory`, so that the host runs code on it.
bool isOfHost(Value memory) {
  Operation *host = getHostMemory(memory);
  return host && !getConstantGlobal(host);
}

bool isOfHost(ValueRange values) {
  return llvm::any_of(values, [](Value value) {
    return isa<BaseMemRefType>(value.getType()) && isOfHost(value);
  });
}

/// `for all elements of to: to[i] = from[i]`.
void createCopyLoops(OpBuilder &builder, Location loc, Value to, Value from) {
  int64_t rank = cast<MemRefType>(to.getType()).getRank();
  SmallVector<Value> lower, upper, steps;
  for (int64_t dim = 0; dim < rank; ++dim) {
    lower.push_back(arith::ConstantIndexOp::create(builder, loc, 0));
    upper.push_back(memref::DimOp::create(builder, loc, to, dim));
    steps.push_back(arith::ConstantIndexOp::create(builder, loc, 1));
  }
  scf::ParallelOp::create(
      builder, loc, lower, upper, steps,
      [&](OpBuilder &inner, Location, ValueRange indices) {
        Value element = memref::LoadOp::create(inner, loc, from, indices);
        memref::StoreOp::create(inner, loc, element, to, indices);
      });
}

/// Whether a transfer between device buffers is more than one run of bytes.
bool isScattered(Value to, Value from) {
  auto toType = dyn_cast<MemRefType>(to.getType());
  auto fromType = dyn_cast<MemRefType>(from.getType());
  return toType && fromType &&
         !(isContiguous(toType) && isContiguous(fromType)) &&
         !isOfHost({to, from});
}

/// The target and the source of a copy of one buffer, in any dialect; nulls if
/// `op` is no copy.
std::pair<Value, Value> getCopied(Operation *op) {
  if (auto copy = dyn_cast<memref::CopyOp>(op))
    return {copy.getTarget(), copy.getSource()};
  if (auto copy = dyn_cast<gpu::MemcpyOp>(op))
    return {copy.getDst(), copy.getSrc()};
  if (auto copy = dyn_cast<linalg::CopyOp>(op))
    if (copy.hasPureBufferSemantics())
      return {copy.getOutputs()[0], copy.getInputs()[0]};
  return {};
}

/// Emits checks before a copy that both sides have the same extents, unless
/// their types imply it. The lowered copy uses the extents of one side. Appends
/// the checks to `checks`.
void emitCopyChecks(Operation *op, llvm::SetVector<Operation *> &checks) {
  auto [to, from] = getCopied(op);
  auto toType = dyn_cast_or_null<MemRefType>(to ? to.getType() : Type());
  auto fromType = dyn_cast_or_null<MemRefType>(from ? from.getType() : Type());
  if (!toType || !fromType || toType.getRank() != fromType.getRank())
    return;
  HostBuilder host(op);
  for (int64_t dim = 0; dim < toType.getRank(); ++dim) {
    if (!toType.isDynamicDim(dim) &&
        toType.getDimSize(dim) == fromType.getDimSize(dim))
      continue;
    Value found = host.extent(from, dim), wanted = host.extent(to, dim);
    host.check(op, host.eq(found, wanted), CheckStatus::InvalidArgument,
               "the source has a size of {} along dimension " + Twine(dim) +
                   ", but the target has {}",
               {found, wanted});
    checks.insert(op->getPrevNode());
  }
}

/// The checks before one linalg op that its operands have consistent extents,
/// unless their types imply it. The loops take each extent from one operand.
class LinalgChecks {
public:
  LinalgChecks(linalg::LinalgOp op, llvm::SetVector<Operation *> &checks)
      : op(op), checks(checks), host(op) {}

  void emit() {
    SmallVector<Size> sizes;
    for (OpOperand &operand : op->getOpOperands())
      for (int64_t dim = 0; dim < op.getRank(&operand); ++dim)
        sizes.push_back({&operand, dim});
    if (llvm::none_of(sizes, [&](Size size) { return isDynamic(size); }))
      return;
    // For every loop, the index of its extent among the sizes.
    for (AffineExpr expr : op.getShapesToLoopsMap().getResults()) {
      origins.push_back(sizes[cast<AffineDimExpr>(expr).getPosition()]);
      extents.push_back(getExtent(origins.back()));
    }
    for (Size size : sizes) {
      AffineExpr expr = op.getMatchingIndexingMap(size.operand)
                            .getResult(static_cast<unsigned>(size.dim));
      if (auto loop = dyn_cast<AffineDimExpr>(expr))
        checkEqual(size, loop.getPosition());
      else
        checkWithin(size, expr);
    }
  }

private:
  struct Size {
    OpOperand *operand;
    int64_t dim;
  };

  bool isDynamic(Size size) {
    return ShapedType::isDynamic(op.getShape(size.operand)[size.dim]);
  }

  Value getExtent(Size size) {
    return host.extent(size.operand->get(), size.dim);
  }

  static std::string describe(Size size) {
    return ("operand " + Twine(size.operand->getOperandNumber()) +
            " has a size of {} along dimension " + Twine(size.dim))
        .str();
  }

  void check(Value condition, const Twine &text, ValueRange values) {
    host.check(op, condition, CheckStatus::InvalidArgument, text, values);
    checks.insert(op->getPrevNode());
  }

  void checkEqual(Size size, unsigned loop) {
    Size origin = origins[loop];
    if ((origin.operand == size.operand && origin.dim == size.dim) ||
        (!isDynamic(origin) && !isDynamic(size)))
      return;
    Value found = getExtent(size);
    check(host.eq(found, extents[loop]),
          describe(size) + ", but " + describe(origin), {found, extents[loop]});
  }

  /// Positions that are linear in the loops, as in a window, must be within the
  /// buffer. Unless a loop is empty, the loops reach their largest position.
  void checkWithin(Size size, AffineExpr expr) {
    SmallVector<int64_t> factors;
    bool open = isDynamic(size);
    for (unsigned loop = 0; loop < origins.size(); ++loop)
      open |= isDynamic(origins[loop]) && expr.isFunctionOfDim(loop);
    // A column besides those of the loops and the constant represents a
    // nonlinear term.
    if (!open ||
        failed(getFlattenedAffineExpr(expr, extents.size(), 0, &factors)) ||
        factors.size() != extents.size() + 1)
      return;
    Value zero = host.i64(0);
    Value least = host.i64(factors.back()), greatest = least;
    Value fine = host.boolean(false);
    for (auto [factor, extent] : llvm::zip(factors, extents)) {
      fine = host.ori(fine, host.eq(extent, zero));
      Value &bound = factor < 0 ? least : greatest;
      bound = host.add(
          bound, host.mul(host.i64(factor), host.add(extent, host.i64(-1))));
    }
    Value found = getExtent(size);
    Value inside = host.andi(host.sge(least, zero), host.slt(greatest, found));
    check(host.ori(fine, inside),
          describe(size) + ", but positions from {} to {} are accessed",
          {found, least, greatest});
  }

  linalg::LinalgOp op;
  llvm::SetVector<Operation *> &checks;
  HostBuilder host;
  SmallVector<Size> origins;
  SmallVector<Value> extents;
};

/// Splits memref.copy and gpu.memcpy of memory with gaps.
void lowerCopy(Operation *op) {
  auto [to, from] = getCopied(op);
  if (!isScattered(to, from))
    return;
  OpBuilder builder(op);
  createCopyLoops(builder, op->getLoc(), to, from);
  // All work is on one stream in order, so a token carries no information.
  if (op->getNumResults() == 1)
    op->replaceAllUsesWith(
        gpu::WaitOp::create(builder, op->getLoc(),
                            gpu::AsyncTokenType::get(op->getContext()),
                            cast<gpu::MemcpyOp>(op).getAsyncDependencies())
            ->getResults());
  op->erase();
}

/// Lowers a linalg op to a fill, a copy, or loops; the loops are parallel if
/// the device runs them.
LogicalResult lowerLinalg(linalg::LinalgOp op) {
  if (!op.hasPureBufferSemantics())
    return success();
  IRRewriter rewriter(op);
  Location loc = op.getLoc();
  if (isOfHost(op->getOperands())) {
    if (failed(linalg::linalgOpToLoops(rewriter, op)))
      return op->emitOpError("is not lowered in host functions; write it as "
                             "linalg.generic or as a kernel");
    rewriter.eraseOp(op);
    return success();
  }
  if (auto fill = dyn_cast<linalg::FillOp>(*op)) {
    Value value = fill.getInputs()[0], buffer = fill.getOutputs()[0];
    auto type = cast<MemRefType>(buffer.getType());
    if (type.getElementType() == value.getType() && isContiguous(type) &&
        getFillBytes(value.getType())) {
      gpu::MemsetOp::create(rewriter, loc, Type(), ValueRange(), buffer, value);
      rewriter.eraseOp(op);
      return success();
    }
  }
  if (auto copy = dyn_cast<linalg::CopyOp>(*op)) {
    Value from = copy.getInputs()[0], to = copy.getOutputs()[0];
    if (getElementTypeOrSelf(from) == getElementTypeOrSelf(to)) {
      if (isScattered(to, from))
        createCopyLoops(rewriter, loc, to, from);
      else
        memref::CopyOp::create(rewriter, loc, from, to);
      rewriter.eraseOp(op);
      return success();
    }
  }
  if (op.getNumLoops() > 0 && op.getNumParallelLoops() == 0)
    return op->emitOpError(
        "reduces a whole buffer in one thread; use prim.device_reduce, which "
        "prim-linalg-to-prim creates for associative operators (for sums of "
        "floats with the option reassociate)");
  // Without loops there is one iteration, which the device runs as well.
  if (op.getNumLoops() == 0) {
    Value zero = arith::ConstantIndexOp::create(rewriter, loc, 0);
    Value one = arith::ConstantIndexOp::create(rewriter, loc, 1);
    auto loop = scf::ParallelOp::create(rewriter, loc, zero, one, one);
    rewriter.moveOpBefore(op, loop.getBody()->getTerminator());
    rewriter.setInsertionPoint(op);
  }
  if (op.getNumReductionLoops() > 0 &&
      succeeded(buildCarriedLoops(rewriter, op))) {
    rewriter.eraseOp(op);
    return success();
  }
  if (failed(linalg::linalgOpToParallelLoops(rewriter, op)))
    return op->emitOpError("is not lowered in host functions; write it as "
                           "linalg.generic or as a kernel");
  rewriter.eraseOp(op);
  return success();
}

/// Whether `loop` only computes and accesses device memory or memory local to
/// an iteration. Its checks of sizes are ignored.
bool isKernelBody(scf::ParallelOp loop,
                  const llvm::SetVector<Operation *> &sizeChecks) {
  bool accesses = false;
  auto check = [&](Operation *op) {
    if (sizeChecks.contains(op))
      return WalkResult::advance();
    SmallVector<Value> memory = getHostAccesses(op);
    accesses |= !memory.empty();
    llvm::erase_if(memory, [&](Value value) {
      Operation *host = getHostMemory(value);
      return host && loop->isAncestor(host);
    });
    bool allocates = op->getNumRegions() == 0 &&
                     hasEffect<MemoryEffects::Allocate>(op) &&
                     !isa<memref::AllocaOp>(op);
    return allocates || isOfHost(memory) || isa<CallOpInterface>(op) ||
                   isa_and_nonnull<PrimDialect, gpu::GPUDialect>(
                       op->getDialect())
               ? WalkResult::interrupt()
               : WalkResult::advance();
  };
  return !loop.walk(check).wasInterrupted() && accesses;
}

/// Moves the body of a parallel loop to the insertion point, for the iteration
/// `number`.
void moveIteration(OpBuilder &builder, scf::ParallelOp loop, Value number,
                   ValueRange trips) {
  Location loc = loop.getLoc();
  // The last dimension varies fastest, so that adjacent threads access adjacent
  // elements.
  SmallVector<Value> indices(trips.size());
  for (size_t dim = trips.size(); dim-- > 0;) {
    Value position = number;
    if (dim > 0) {
      position = arith::RemUIOp::create(builder, loc, number, trips[dim]);
      number = arith::DivUIOp::create(builder, loc, number, trips[dim]);
    }
    indices[dim] = arith::AddIOp::create(
        builder, loc, loop.getLowerBound()[dim],
        arith::MulIOp::create(builder, loc, position, loop.getStep()[dim]));
  }
  Block *body = loop.getBody();
  body->getTerminator()->erase();
  for (auto [argument, index] : llvm::zip(body->getArguments(), indices))
    argument.replaceAllUsesWith(index);
  builder.getInsertionBlock()->getOperations().splice(
      builder.getInsertionPoint(), body->getOperations());
}

/// Lowers a parallel loop to a launch, by tiles where the chip has them and the
/// iterations share loads, otherwise with one thread per iteration.
LogicalResult lowerParallel(scf::ParallelOp loop,
                            const std::optional<TargetInfo> &target) {
  if (loop.getNumReductions() != 0)
    return loop.emitOpError("with a reduction is not lowered on device memory; "
                            "use prim.device_reduce");
  OpBuilder builder(loop);
  Location loc = loop.getLoc();
  auto constant = [&](int64_t value) -> Value {
    return arith::ConstantIndexOp::create(builder, loc, value);
  };
  auto compare = [&](arith::CmpIPredicate predicate, Value a, Value b) {
    return builder.createOrFold<arith::CmpIOp>(loc, predicate, a, b);
  };
  Value zero = constant(0), one = constant(1), threads = constant(kBlockSize);
  Type i64 = builder.getI64Type();

  // One empty dimension makes the loop empty, whatever the others are.
  Value empty = arith::ConstantIntOp::create(builder, loc, 0, 1);
  for (auto [lower, upper] :
       llvm::zip_equal(loop.getLowerBound(), loop.getUpperBound()))
    empty = builder.createOrFold<arith::OrIOp>(
        loc, empty, compare(arith::CmpIPredicate::sge, lower, upper));

  HostBuilder host(loop);
  CheckedSize count(host);
  SmallVector<Value> trips;
  for (auto [dim, lower, upper, step] : llvm::enumerate(
           loop.getLowerBound(), loop.getUpperBound(), loop.getStep())) {
    if (!getConstantIntValue(step))
      host.check(
          loop, compare(arith::CmpIPredicate::sgt, step, zero),
          CheckStatus::InvalidArgument,
          "the step along dimension " + Twine(dim) + " is {}, not positive",
          arith::IndexCastOp::create(builder, loc, i64, step).getResult());
    // If the lower bound is smaller, the difference fits an unsigned number.
    Value span = builder.createOrFold<arith::SelectOp>(
        loc, empty, zero,
        builder.createOrFold<arith::SubIOp>(loc, upper, lower));
    // The check comes first, but code must not trap if it is moved before the
    // check.
    Value divisor = builder.createOrFold<arith::MaxSIOp>(loc, step, one);
    trips.push_back(arith::CeilDivUIOp::create(builder, loc, span, divisor));
    count.multiply(arith::IndexCastOp::create(builder, loc, i64, trips.back()));
  }
  host.check(loop, count.fits(), CheckStatus::InvalidArgument,
             "has a number of iterations that does not fit in 63 bits");
  Value total = arith::IndexCastOp::create(builder, loc, builder.getIndexType(),
                                           count.value());
  std::optional<LoopTiles> tiles;
  if (target)
    tiles = LoopTiles::match(loop, *target);
  Value blocks = arith::CeilDivUIOp::create(builder, loc, total, threads);
  if (tiles) {
    threads = constant(tiles->getTile().blockSize());
    blocks = tiles->buildBlocks(builder, loc, trips);
  }
  auto launch =
      gpu::LaunchOp::create(builder, loc, blocks, one, one, threads, one, one);
  builder.setInsertionPointToStart(&launch.getBody().front());
  if (tiles) {
    tiles->buildKernel(builder, launch, trips);
  } else {
    Value number = arith::AddIOp::create(
        builder, loc,
        arith::MulIOp::create(builder, loc, launch.getBlockIds().x, threads),
        launch.getThreadIds().x);
    Value exists = arith::CmpIOp::create(
        builder, loc, arith::CmpIPredicate::ult, number, total);
    auto branch = scf::IfOp::create(builder, loc, exists);
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(branch.thenBlock());
    moveIteration(builder, loop, number, trips);
  }
  gpu::TerminatorOp::create(builder, loc);
  loop.erase();
  return success();
}

struct HostKernelsPass
    : OptionsOnce<prim::impl::PrimHostKernelsBase<HostKernelsPass>> {
  using OptionsOnce::OptionsOnce;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    if (!chip.empty()) {
      std::string error;
      target = TargetInfo::get(chip, features, error);
      if (!target) {
        emitError(module.getLoc(), error);
        return signalPassFailure();
      }
    }
    for (auto function : module.getOps<func::FuncOp>())
      if (!function.isExternal() && failed(run(function)))
        return signalPassFailure();
    OpPassManager outline(ModuleOp::getOperationName());
    outline.addNestedPass<func::FuncOp>(
        createGpuLaunchSinkIndexComputationsPass());
    outline.addPass(createGpuKernelOutliningPass());
    if (failed(runPipeline(outline, module)))
      return signalPassFailure();
  }

  LogicalResult run(func::FuncOp function) {
    if (failed(walkHostOps(function, [](Operation *op) {
          auto loop = dyn_cast<LoopLikeOpInterface>(op);
          return loop ? checkLoopSteps(loop) : success();
        })))
      return failure();
    OpPassManager simplify(func::FuncOp::getOperationName());
    simplify.addPass(createLowerAffinePass());
    if (failed(runPipeline(simplify, function)))
      return failure();
    readBroadcastsAsViews(function);
    SmallVector<linalg::LinalgOp> linalgOps;
    SmallVector<scf::ForallOp> foralls;
    SmallVector<Operation *> copies;
    (void)walkHostOps(function, [&](Operation *op) {
      if (auto structured = dyn_cast<linalg::LinalgOp>(op))
        linalgOps.push_back(structured);
      if (auto forall = dyn_cast<scf::ForallOp>(op))
        foralls.push_back(forall);
      if (getCopied(op).first)
        copies.push_back(op);
      return success();
    });
    for (scf::ForallOp op : foralls) {
      IRRewriter rewriter(op);
      if (failed(scf::forallToParallelLoop(rewriter, op)))
        return op.emitOpError(
            "is not lowered in host functions; use scf.parallel or a kernel");
    }
    llvm::SetVector<Operation *> sizeChecks;
    for (Operation *op : copies)
      emitCopyChecks(op, sizeChecks);
    for (linalg::LinalgOp op : linalgOps)
      if (op.hasPureBufferSemantics() && !getCopied(op).first)
        LinalgChecks(op, sizeChecks).emit();
    llvm::erase_if(copies, llvm::IsaPred<linalg::LinalgOp>);
    for (linalg::LinalgOp op : linalgOps)
      if (failed(lowerLinalg(op)))
        return failure();
    llvm::for_each(copies, lowerCopy);

    SmallVector<scf::ParallelOp> loops;
    (void)walkHostOps(function, [&](Operation *op) {
      auto loop = dyn_cast<scf::ParallelOp>(op);
      if (loop && !loop->getParentOfType<scf::ParallelOp>() &&
          isKernelBody(loop, sizeChecks))
        loops.push_back(loop);
      return success();
    });
    // A kernel cannot report a failed check, so its checks are removed.
    for (Operation *check : sizeChecks)
      if (llvm::any_of(loops, [&](scf::ParallelOp loop) {
            return loop->isAncestor(check);
          }))
        check->erase();
    for (scf::ParallelOp loop : loops)
      if (failed(lowerParallel(loop, target)))
        return failure();
    return success();
  }

private:
  std::optional<TargetInfo> target;
};

} // namespace
