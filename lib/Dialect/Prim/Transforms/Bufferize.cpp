//===- Bufferize.cpp - Tensors to device memory -----------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass prim-bufferize: upstream's One-Shot Bufferize and ownership-based
// deallocation, configured for device memory and restricted to functions on
// tensors.
//
//===----------------------------------------------------------------------===//

#include "LoopBuffers.h"
#include "SharedResults.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Bufferization/Transforms/OneShotAnalysis.h"
#include "mlir/Dialect/Bufferization/Transforms/OneShotModuleBufferize.h"
#include "mlir/Dialect/Bufferization/Transforms/Passes.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/ShapedOpInterfaces.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/DialectConversion.h"
#include "mlir/Transforms/Passes.h"
#include "mlir/Transforms/RegionUtils.h"
#include "prim/Dialect/Prim/IR/DeviceDiscards.h"
#include "prim/Dialect/Prim/IR/Prim.h"
#include "prim/Dialect/Prim/Transforms/Passes.h"
#include "prim/Dialect/Prim/Utils/ForeignOps.h"
#include "prim/Dialect/Prim/Utils/HostMemory.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringMap.h"

namespace mlir::prim {
#define GEN_PASS_DEF_PRIMBUFFERIZE
#include "prim/Dialect/Prim/Transforms/Passes.h.inc"
} // namespace mlir::prim

using namespace mlir;
using namespace mlir::prim;

namespace {

/// The op within `prim.workspace_size` never runs. Its tensors become buffers
/// before the analysis, which would treat the op as a writer.
void detachWorkspaceSizes(ModuleOp module) {
  module.walk([](WorkspaceSizeOp size) {
    OpBuilder outer(size);
    for (Operation &op : llvm::make_early_inc_range(size.getBody().front())) {
      if (op.getNumResults() == 0 ||
          !llvm::any_of(op.getResultTypes(),
                        [](Type type) { return isa<TensorType>(type); }))
        continue;
      auto toBuffer = [&](Value tensor) -> Value {
        auto type = cast<RankedTensorType>(tensor.getType());
        return bufferization::ToBufferOp::create(
            outer, op.getLoc(),
            MemRefType::get(type.getShape(), type.getElementType()), tensor,
            /*read_only=*/true);
      };
      // Buffers that regions load from must be the same value in `reads`.
      llvm::MapVector<Value, Value> read;
      for (Value operand : cast<DeviceOpInterface>(op).getDeviceReads())
        read.insert({operand, toBuffer(operand)});
      op.walk([&](tensor::ExtractOp extract) {
        Value &buffer = read[extract.getTensor()];
        if (!buffer)
          buffer = toBuffer(extract.getTensor());
        OpBuilder builder(extract);
        extract.replaceAllUsesWith(Value(memref::LoadOp::create(
            builder, extract.getLoc(), buffer, extract.getIndices())));
        extract.erase();
      });
      SmallVector<Value> operands;
      for (Value operand : op.getOperands()) {
        if (Value buffer = read.lookup(operand))
          operand = buffer;
        else if (isa<RankedTensorType>(operand.getType()))
          operand = toBuffer(operand);
        operands.push_back(operand);
      }
      Operation *buffered = Operation::create(
          op.getLoc(), op.getName(), TypeRange(), operands,
          op.getDiscardableAttrDictionary(), op.getPropertiesStorage(),
          BlockRange(), op.getNumRegions());
      for (auto [from, to] : llvm::zip(op.getRegions(), buffered->getRegions()))
        to.takeBody(from);
      OpBuilder(&op).insert(buffered);
      op.dropAllUses();
      op.erase();
    }
  });
}

/// Discards unused results, from the last op on, because its operands may be
/// the only uses of earlier results.
void dropUnwanted(func::FuncOp function) {
  IRRewriter rewriter(function.getContext());
  SmallVector<DeviceOpInterface> ops;
  function.walk([&](DeviceOpInterface op) { ops.push_back(op); });
  for (DeviceOpInterface op : llvm::reverse(ops)) {
    discardUnusedResults(rewriter, op);
    dropDiscardedMembers(rewriter, op);
  }
}

LogicalResult bufferizeModule(ModuleOp module) {
  bufferization::OneShotBufferizationOptions options;
  options.bufferizeFunctionBoundaries = true;
  // The analysis misses some conflicts between the blocks of a function, and
  // would overwrite a tensor that is read later. Such functions are bufferized
  // without it, so that every written tensor is copied before.
  SmallVector<std::string> branching;
  for (auto function : module.getOps<func::FuncOp>())
    if (!function.isExternal() && !function.getBody().hasOneBlock())
      branching.push_back(function.getName().str());
  options.noAnalysisFuncFilter = branching;
  // A loop may carry other buffers than its initial ones: a double buffer
  // swaps.
  options.allowReturnAllocsFromLoops = true;
  options.setFunctionBoundaryTypeConversion(
      bufferization::LayoutMapOption::IdentityLayoutMap);
  options.unknownTypeConverterFn =
      [](TensorType type, Attribute space,
         const bufferization::BufferizationOptions &) -> BaseMemRefType {
    return bufferization::getMemRefTypeWithStaticIdentityLayout(type, space);
  };
  options.allocationFn = [](OpBuilder &builder, Location loc, MemRefType type,
                            ValueRange sizes, unsigned) -> FailureOr<Value> {
    return gpu::AllocOp::create(builder, loc, type, /*asyncToken=*/Type(),
                                /*asyncDependencies=*/ValueRange(), sizes,
                                /*symbolOperands=*/ValueRange())
        .getMemref();
  };
  options.memCpyFn = [](OpBuilder &builder, Location loc, Value from,
                        Value to) {
    gpu::MemcpyOp::create(builder, loc, TypeRange(), ValueRange(), to, from);
    return success();
  };
  options.opFilter.denyOperation(
      [](Operation *op) { return op->getParentOfType<gpu::GPUModuleOp>(); });
  bufferization::BufferizationState state;
  return bufferization::runOneShotModuleBufferize(module, options, state);
}

/// The argument that result `index` of `function` is on every path.
std::optional<unsigned> getTiedArgument(func::FuncOp function, unsigned index) {
  std::optional<unsigned> found;
  bool tied = true;
  function.walk([&](func::ReturnOp op) {
    Value value = op.getOperand(index);
    while (auto cast = value.getDefiningOp<memref::CastOp>())
      value = cast.getSource();
    auto argument = dyn_cast<BlockArgument>(value);
    if (!argument || argument.getOwner() != &function.front() ||
        !isa<MemRefType>(argument.getType()) ||
        (found && *found != argument.getArgNumber()))
      tied = false;
    else
      found = argument.getArgNumber();
  });
  return tied ? found : std::nullopt;
}

/// Removes results of `function` that are arguments, also in its callers.
void dropTiedResults(func::FuncOp function) {
  unsigned count = function.getNumResults();
  SmallVector<std::optional<unsigned>> tied;
  llvm::BitVector dropped(count);
  SmallVector<int64_t> places;
  for (unsigned index = 0, kept = 0; index < count; ++index) {
    tied.push_back(getTiedArgument(function, index));
    if (tied[index])
      dropped.set(index);
    places.push_back(tied[index] ? -1 - int64_t(*tied[index])
                                 : int64_t(kept++));
  }
  if (dropped.none())
    return;
  function.walk([&](func::ReturnOp op) { op->eraseOperands(dropped); });
  (void)function.eraseResults(dropped);
  if (function.isPublic())
    function->setAttr("prim.results",
                      DenseI64ArrayAttr::get(function.getContext(), places));

  function->getParentOfType<ModuleOp>().walk([&](func::CallOp call) {
    if (call.getCallee() != function.getName())
      return;
    OpBuilder builder(call);
    auto narrow = func::CallOp::create(builder, call.getLoc(), function,
                                       call.getOperands());
    narrow->setDiscardableAttrs(call->getDiscardableAttrDictionary());
    unsigned kept = 0;
    for (auto [index, result] : llvm::enumerate(call.getResults())) {
      Value value = tied[index] ? call.getOperand(*tied[index])
                                : narrow.getResult(kept++);
      if (value.getType() != result.getType())
        value = memref::CastOp::create(builder, call.getLoc(), result.getType(),
                                       value);
      result.replaceAllUsesWith(value);
    }
    call.erase();
  });
}

/// Lowers `bufferization.dealloc`. Upstream's lowering calls a helper on lists
/// of addresses in host memory, which it allocates with the allocation function
/// of buffers; that would return device memory. So this lowering compares each
/// pair of addresses in place; there are few pairs.
void expandDeallocations(func::FuncOp function) {
  function.walk([](bufferization::DeallocOp op) {
    OpBuilder builder(op);
    Location loc = op.getLoc();
    auto addresses = [&](ValueRange memory) {
      return llvm::map_to_vector(memory, [&](Value value) -> Value {
        if (isa<MemRefType>(value.getType()))
          value = memref::ExtractStridedMetadataOp::create(builder, loc, value)
                      .getBaseBuffer();
        return memref::ExtractAlignedPointerAsIndexOp::create(builder, loc,
                                                              value);
      });
    };
    auto equal = [&](Value a, Value b) -> Value {
      return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq, a,
                                   b);
    };
    auto both = [&](Value a, Value b) -> Value {
      return arith::AndIOp::create(builder, loc, a, b);
    };
    Value no = arith::ConstantIntOp::create(builder, loc, 0, 1);
    Value yes = arith::ConstantIntOp::create(builder, loc, 1, 1);
    SmallVector<Value> owned = addresses(op.getMemrefs());
    SmallVector<Value> retained = addresses(op.getRetained());

    // A retained value takes over ownership. If several names of one buffer may
    // be freed, the first one frees it.
    SmallVector<Value> ownership(retained.size(), no);
    SmallVector<Value> frees;
    for (auto [index, address] : llvm::enumerate(owned)) {
      Value condition = op.getConditions()[index], kept = no;
      for (auto [keeper, owner] : llvm::zip(retained, ownership)) {
        Value same = equal(address, keeper);
        owner =
            arith::OrIOp::create(builder, loc, owner, both(same, condition));
        kept = arith::OrIOp::create(builder, loc, kept, same);
      }
      for (size_t earlier = 0; earlier < index; ++earlier)
        kept = arith::OrIOp::create(
            builder, loc, kept,
            both(op.getConditions()[earlier], equal(address, owned[earlier])));
      frees.push_back(
          both(condition, arith::XOrIOp::create(builder, loc, kept, yes)));
    }
    for (auto [memory, condition] : llvm::zip(op.getMemrefs(), frees)) {
      auto branch = scf::IfOp::create(builder, loc, condition);
      OpBuilder inner = branch.getThenBodyBuilder();
      memref::DeallocOp::create(inner, loc, memory);
    }
    op.replaceAllUsesWith(ownership);
    op.erase();
  });
}

/// Erases copies of a slice to itself, which updates in place leave.
void eraseSelfCopies(func::FuncOp function) {
  function.walk([](gpu::MemcpyOp op) {
    if (op.getSrc() == op.getDst() && op->getNumResults() == 0)
      op.erase();
  });
}

/// Lowers the clones that deallocation inserts where ownership is unclear.
void expandClones(func::FuncOp function) {
  function.walk([](bufferization::CloneOp clone) {
    CodeBuilder builder(clone);
    Value copy = createBufferLike(builder, clone.getInput());
    gpu::MemcpyOp::create(builder, TypeRange(), ValueRange(), copy,
                          clone.getInput());
    if (copy.getType() != clone.getType())
      copy = memref::CastOp::create(builder, clone.getType(), copy);
    clone.getResult().replaceAllUsesWith(copy);
    clone.erase();
  });
}

/// If a branch has several edges to one block, splits all but the first with a
/// new block. Bufferization and deallocation change the operands of only the
/// first such edge of a branch.
void splitRepeatedEdges(func::FuncOp function) {
  SmallVector<BranchOpInterface> branches;
  function.walk([&](BranchOpInterface branch) { branches.push_back(branch); });
  for (BranchOpInterface branch : branches) {
    llvm::SmallPtrSet<Block *, 4> seen;
    for (unsigned edge = 0; edge < branch->getNumSuccessors(); ++edge) {
      Block *target = branch->getSuccessor(edge);
      if (seen.insert(target).second)
        continue;
      SuccessorOperands operands = branch.getSuccessorOperands(edge);
      if (operands.getProducedOperandCount())
        continue;
      OpBuilder builder(branch);
      Block *block = branch->getBlock();
      Block *between =
          builder.createBlock(block->getParent(), ++block->getIterator());
      cf::BranchOp::create(builder, branch.getLoc(), target,
                           operands.getForwardedOperands());
      operands.getMutableForwardedOperands().clear();
      branch->setSuccessor(between, edge);
    }
  }
}

/// Hides ops with regions and ops without declared effects from a pass that
/// treats every region as control flow and rejects unknown effects. A call of
/// an external function replaces each op. The op waits in a separate block,
/// whose arguments are the op's operands.
class ParkedOps {
public:
  explicit ParkedOps(ModuleOp module) : module(module) {}

  void park(func::FuncOp function) {
    SmallVector<Operation *> ops;
    function.walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (!isParked(op))
        return WalkResult::advance();
      ops.push_back(op);
      return WalkResult::skip();
    });
    for (Operation *op : ops)
      park(op);
  }

  /// Passes in between may have removed or duplicated calls.
  void restore() {
    llvm::StringMap<SmallVector<func::CallOp>> calls;
    module.walk(
        [&](func::CallOp call) { calls[call.getCallee()].push_back(call); });
    for (Place &place : places) {
      for (func::CallOp call : calls.lookup(place.callee.getName())) {
        IRMapping mapping;
        mapping.map(place.block->getArguments(), call.getOperands());
        call->replaceAllUsesWith(
            OpBuilder(call).clone(place.block->front(), mapping));
        call.erase();
      }
      place.callee.erase();
    }
    places.clear();
  }

private:
  static bool isParked(Operation *op) {
    return isa_and_nonnull<PrimDialect>(op->getDialect()) ||
           (isa_and_nonnull<gpu::GPUDialect>(op->getDialect()) &&
            !isa<gpu::AllocOp, gpu::DeallocOp>(op));
  }

  struct Place {
    std::unique_ptr<Block> block;
    func::FuncOp callee;
  };

  void park(Operation *op) {
    llvm::SetVector<Value> used(op->operand_begin(), op->operand_end());
    getUsedValuesDefinedAbove(op->getRegions(), used);
    OpBuilder builder(op);
    auto type = builder.getFunctionType(
        SmallVector<Type>(ValueRange(used.getArrayRef()).getTypes()),
        op->getResultTypes());
    auto callee = func::FuncOp::create(
        op->getLoc(), "prim_parked_" + std::to_string(places.size()), type);
    callee.setPrivate();
    SymbolTable(module).insert(callee);
    auto call =
        func::CallOp::create(builder, op->getLoc(), callee, used.getArrayRef());
    op->replaceAllUsesWith(call);
    auto block = std::make_unique<Block>();
    op->moveBefore(block.get(), block->end());
    for (Value value : used) {
      Value argument = block->addArgument(value.getType(), op->getLoc());
      value.replaceUsesWithIf(argument, [&](OpOperand &use) {
        return op->isAncestor(use.getOwner());
      });
    }
    places.push_back({std::move(block), callee});
  }

  ModuleOp module;
  std::vector<Place> places;
};

/// Converts elementwise ops on tensors to linalg. Upstream's pass folds these
/// ops first, to constants of types without a size: the constants for `x == x`
/// and `x ^ x` have lost the number of elements of x.
LogicalResult convertElementwise(func::FuncOp function) {
  MLIRContext *context = function.getContext();
  ConversionTarget target(*context);
  target.addLegalDialect<linalg::LinalgDialect, tensor::TensorDialect>();
  target.markUnknownOpDynamicallyLegal([](Operation *op) {
    return !OpTrait::hasElementwiseMappableTraits(op) ||
           llvm::none_of(op->getOperandTypes(),
                         llvm::IsaPred<RankedTensorType>);
  });
  RewritePatternSet patterns(context);
  linalg::populateElementwiseToLinalgConversionPatterns(patterns);
  ConversionConfig config;
  config.foldingMode = DialectConversionFoldingMode::Never;
  return applyPartialConversion(function, target, std::move(patterns), config);
}

/// Reports sizes of nonexistent dimensions. Upstream's patterns, which run on
/// the resulting memrefs, do not handle them.
LogicalResult checkDimensions(ModuleOp module) {
  auto result = module.walk([](ShapedDimOpInterface op) {
    auto type = dyn_cast<ShapedType>(op.getShapedValue().getType());
    std::optional<int64_t> number = getConstantIntValue(op.getDimension());
    if (!type || !type.hasRank() || !number ||
        (*number >= 0 && *number < type.getRank()))
      return WalkResult::advance();
    op->emitOpError("reads the size of dimension ")
        << *number << " of " << type << "; use a number from 0 to "
        << type.getRank() - 1;
    return WalkResult::interrupt();
  });
  return failure(result.wasInterrupted());
}

/// Allocates memory for poison tensors.
void allocatePoison(func::FuncOp function) {
  function.walk([](ub::PoisonOp op) {
    auto type = dyn_cast<RankedTensorType>(op.getType());
    if (!type || !type.hasStaticShape() || op.use_empty())
      return;
    OpBuilder builder(op);
    op.replaceAllUsesWith(
        Value(tensor::EmptyOp::create(builder, op.getLoc(), type, {})));
    op.erase();
  });
}

/// Reports constants with an unknown number of elements.
LogicalResult checkConstants(func::FuncOp function) {
  auto result = function.walk([](Operation *op) {
    if (!isa<arith::ConstantOp, ub::PoisonOp>(op))
      return WalkResult::advance();
    auto type = dyn_cast<RankedTensorType>(op->getResult(0).getType());
    if (!type || type.hasStaticShape())
      return WalkResult::advance();
    op->emitOpError("is a tensor of unknown size, which folding creates from "
                    "an op with equal operands; run prim-bufferize before "
                    "passes that fold, or fill a tensor of that size");
    return WalkResult::interrupt();
  });
  return failure(result.wasInterrupted());
}

/// Reports calls with tensors in a function of several blocks: upstream's
/// bufferization of calls needs the analysis that such functions do without.
LogicalResult checkCalls(func::FuncOp function) {
  if (function.getBody().hasOneBlock())
    return success();
  auto result = function.walk([](func::CallOp call) {
    if (llvm::none_of(call->getOperandTypes(), llvm::IsaPred<TensorType>))
      return WalkResult::advance();
    call.emitOpError("passes tensors in a function of several blocks, which is "
                     "not bufferized; inline the callee (--inline), or write "
                     "branches as scf.if");
    return WalkResult::interrupt();
  });
  return failure(result.wasInterrupted());
}

/// Reports ops on tensors that have no bufferization. One-Shot Bufferize would
/// first convert what is around them, and then name no remedy.
LogicalResult checkForeignOps(func::FuncOp function) {
  auto isTensor = [](Type type) { return isa<TensorType>(type); };
  auto result = function.walk([&](Operation *op) {
    if ((llvm::none_of(op->getOperandTypes(), isTensor) &&
         llvm::none_of(op->getResultTypes(), isTensor)) ||
        isa<bufferization::BufferizableOpInterface>(op))
      return WalkResult::advance();
    (void)reportForeign(op);
    return WalkResult::interrupt();
  });
  return failure(result.wasInterrupted());
}

struct BufferizePass : prim::impl::PrimBufferizeBase<BufferizePass> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    if (failed(checkDimensions(module)))
      return signalPassFailure();
    SmallVector<func::FuncOp> functions;
    for (auto function : module.getOps<func::FuncOp>())
      if (hasTensors(function))
        functions.push_back(function);
    if (functions.empty())
      return;
    for (func::FuncOp function : functions)
      if (failed(checkLayouts(function)))
        return signalPassFailure();

    detachWorkspaceSizes(module);
    for (func::FuncOp function : functions) {
      allocatePoison(function);
      dropUnwanted(function);
    }
    OpPassManager prepare(func::FuncOp::getOperationName());
    prepare.addPass(bufferization::createEmptyTensorToAllocTensorPass());
    for (func::FuncOp function : functions)
      if (!function.isExternal() &&
          (failed(checkConstants(function)) ||
           failed(convertElementwise(function)) ||
           failed(checkForeignOps(function)) || failed(checkCalls(function)) ||
           failed(runPipeline(prepare, function))))
        return signalPassFailure();
    // The patterns above merge blocks, and the later steps do not.
    for (func::FuncOp function : functions)
      if (!function.isExternal()) {
        splitRepeatedEdges(function);
        separateSharedResults(function);
      }
    if (failed(bufferizeModule(module)))
      return signalPassFailure();
    for (func::FuncOp function : functions)
      if (!function.isExternal()) {
        dropLoopCopies(function);
        dropUnchangedBuffers(function);
        dropTiedResults(function);
      }

    OpPassManager release(func::FuncOp::getOperationName());
    release.addPass(
        bufferization::createOwnershipBasedBufferDeallocationPass());
    release.addPass(createCanonicalizerPass());
    release.addPass(
        bufferization::createBufferDeallocationSimplificationPass());
    ParkedOps parked(module);
    for (func::FuncOp function : functions)
      parked.park(function);
    bool released = llvm::all_of(functions, [&](func::FuncOp function) {
      return function.isExternal() || succeeded(runPipeline(release, function));
    });
    parked.restore();
    if (!released)
      return signalPassFailure();

    OpPassManager clean(func::FuncOp::getOperationName());
    clean.addPass(createCSEPass());
    clean.addPass(createCanonicalizerPass());
    for (func::FuncOp function : functions) {
      expandDeallocations(function);
      expandClones(function);
      if (failed(runPipeline(clean, function)))
        return signalPassFailure();
      eraseSelfCopies(function);
    }
  }
};

} // namespace
