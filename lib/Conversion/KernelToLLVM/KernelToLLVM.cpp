//===- KernelToLLVM.cpp - From kernels to the LLVM dialect --*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The common steps around a family's own conversions.
//
//===----------------------------------------------------------------------===//

#include "KernelToLLVM.h"

#include "../MemoryToLLVM/MemoryToLLVM.h"
#include "PrivateMemory.h"
#include "SeparateLoops.h"
#include "WorkgroupLimit.h"
#include "mlir/Conversion/AffineToStandard/AffineToStandard.h"
#include "mlir/Conversion/ArithToLLVM/ArithToLLVM.h"
#include "mlir/Conversion/ComplexToLLVM/ComplexToLLVM.h"
#include "mlir/Conversion/ControlFlowToLLVM/ControlFlowToLLVM.h"
#include "mlir/Conversion/FuncToLLVM/ConvertFuncToLLVM.h"
#include "mlir/Conversion/IndexToLLVM/IndexToLLVM.h"
#include "mlir/Conversion/MathToLLVM/MathToLLVM.h"
#include "mlir/Conversion/MemRefToLLVM/MemRefToLLVM.h"
#include "mlir/Conversion/ReconcileUnrealizedCasts/ReconcileUnrealizedCasts.h"
#include "mlir/Conversion/SCFToControlFlow/SCFToControlFlow.h"
#include "mlir/Conversion/UBToLLVM/UBToLLVM.h"
#include "mlir/Conversion/VectorToLLVM/ConvertVectorToLLVM.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/MemRef/Transforms/Passes.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"
#include "prim/Conversion/Passes.h"
#include "prim/Dialect/Prim/IR/Prim.h"
#include "prim/Target/TargetLowering.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace mlir::prim;

std::unique_ptr<Pass> prim::createKernelCanonicalizer() {
  GreedyRewriteConfig config;
  config.setUseTopDownTraversal(true)
      .setRegionSimplificationLevel(GreedySimplifyRegionLevel::Disabled)
      .setMaxIterations(1);
  // Upstream does not export these patterns, so they are disabled by name. A
  // name that does not exist is ignored.
  const std::string disabled[] = {
      "(anonymous namespace)::MakeRegionBranchOpSuccessorInputsDead",
      "(anonymous namespace)::RemoveDeadRegionBranchOpSuccessorInputs",
      "(anonymous namespace)::RemoveDuplicateSuccessorInputUses",
  };
  return createCanonicalizerPass(config, disabled);
}

/// The dialects of the ops in `module`, by name.
static llvm::StringSet<> getDialects(gpu::GPUModuleOp module) {
  llvm::StringSet<> names;
  module.walk([&](Operation *op) {
    names.insert(op->getName().getDialectNamespace());
  });
  return names;
}

/// Adds the conversions that run before those of the family, which accept cf
/// but not scf.
static void buildControlFlow(OpPassManager &manager,
                             llvm::function_ref<bool(StringRef)> has) {
  if (has("memref")) {
    manager.addPass(memref::createExpandStridedMetadataPass());
    // The offset of a subview may be an affine.apply.
    manager.addPass(createLowerAffinePass());
  }
  if (has("scf"))
    manager.addPass(createSCFToControlFlowPass());
}

void KernelConversion::buildAll(OpPassManager &manager, StringRef chip,
                                llvm::function_ref<bool(StringRef)> has) const {
  build(manager, chip, has);
  manager.addPass(createKernelCanonicalizer());
  manager.addPass(createCSEPass());
  manager.addPass(createReconcileUnrealizedCastsPass());
}

void KernelConversion::keepBlockLoopsWhole(gpu::GPUModuleOp module) const {
  // The bodies of these loops contain whole block ops. Peeling would duplicate
  // them, only to remove a flag for the first iteration. Unrolling would copy
  // them for each digit of a sort, which takes most of the sort's compile time
  // and saves a few scalar instructions. LLVM does not peel such loops, either.
  MLIRContext *context = module.getContext();
  auto unroll = LLVM::LoopUnrollAttr::get(
      context, /*disable=*/BoolAttr::get(context, true), /*count=*/{},
      /*runtimeDisable=*/{}, /*full=*/{}, /*followupUnrolled=*/{},
      /*followupRemainder=*/{}, /*followupAll=*/{});
  auto whole = LLVM::LoopAnnotationAttr::get(
      context, /*disableNonforced=*/{}, /*vectorize=*/{}, /*interleave=*/{},
      unroll, /*unrollAndJam=*/{}, /*licm=*/{}, /*distribute=*/{},
      /*pipeline=*/{}, /*peeled=*/{}, /*unswitch=*/{}, /*mustProgress=*/{},
      /*isVectorized=*/{}, /*startLoc=*/{}, /*endLoc=*/{},
      /*parallelAccesses=*/{});
  StringRef name = LLVM::CondBrOp::getLoopAnnotationAttrName(
      OperationName(LLVM::CondBrOp::getOperationName(), context));
  module.walk([&](Operation *op) {
    if (!isa<BlockBarrierOp, gpu::BarrierOp>(op) && !isBlockBarrier(op))
      return;
    for (auto loop = op->getParentOfType<scf::ForOp>(); loop;
         loop = loop->getParentOfType<scf::ForOp>())
      if (!loop->hasAttr(name))
        loop->setAttr(name, whole);
  });
}

LogicalResult KernelConversion::checkConverted(gpu::GPUModuleOp module,
                                               const TargetInfo &target) const {
  bool sound = true;
  auto report = [&](Operation *op) {
    sound = false;
    op->emitOpError("cannot be lowered to ")
        << target.getFamilyName() << " code with these types or attributes";
  };
  SmallVector<Operation *> casts;
  module.walk([&](Operation *op) {
    if (op == module)
      return;
    if (isa<UnrealizedConversionCastOp>(op))
      casts.push_back(op);
    else if (!isa_and_nonnull<LLVM::LLVMDialect>(op->getDialect()) &&
             !isOwn(op->getDialect()))
      report(op);
  });
  if (sound && !casts.empty())
    report(casts.front());
  return success(sound);
}

void KernelConversion::getDependentDialects(DialectRegistry &registry) const {
  registry.insert<memref::MemRefDialect>();
  // Upstream's conversions get patterns from interfaces of the dialects. An
  // embedder that forgot registerAllExtensions has none of them otherwise.
  arith::registerConvertArithToLLVMInterface(registry);
  cf::registerConvertControlFlowToLLVMInterface(registry);
  index::registerConvertIndexToLLVMInterface(registry);
  registerConvertComplexToLLVMInterface(registry);
  registerConvertFuncToLLVMInterface(registry);
  registerConvertMathToLLVMInterface(registry);
  registerConvertMemRefToLLVMInterface(registry);
  ub::registerConvertUBToLLVMInterface(registry);
  vector::registerConvertVectorToLLVMInterface(registry);
  // The dialects that the conversions create do not depend on the chip.
  OpPassManager manager(gpu::GPUModuleOp::getOperationName());
  manager.addPass(createPrimExpandKernels());
  buildAll(manager, "", [](StringRef) { return true; });
  manager.getDependentDialects(registry);
}

/// Applies the register limit of `function` through the target.
static LogicalResult makeRoom(gpu::GPUFuncOp function,
                              const TargetLowering &lowering) {
  FailureOr<unsigned> size = lowering.getTarget().getKnownBlockSize(function);
  if (failed(size))
    return failure();
  PrimDialect::MinBlocksAttrHelper attribute(function.getContext());
  IntegerAttr blocks = attribute.getAttr(function);
  if (!blocks)
    return success();
  if (*size == 0)
    return function.emitOpError()
           << "has '" << attribute.getName().getValue()
           << "', which requires a known block size; add 'known_block_size = "
              "array<i32: x, y, z>', or remove the attribute";
  lowering.makeRoom(function, *size, blocks.getInt());
  attribute.removeAttr(function);
  return success();
}

LogicalResult KernelConversion::convert(
    gpu::GPUModuleOp module, const TargetInfo &target, StringRef deviceLibs,
    llvm::function_ref<LogicalResult(OpPassManager &)> run) const {
  std::unique_ptr<TargetLowering> lowering = TargetLowering::create(target);
  for (auto function : module.getOps<gpu::GPUFuncOp>())
    if (failed(makeRoom(function, *lowering)))
      return failure();
  keepBlockLoopsWhole(module);
  if (failed(lowerMemoryOps(module, *lowering)))
    return failure();
  // Kernels may have branches from the start.
  separateLoops(module);
  OpPassManager expansion(gpu::GPUModuleOp::getOperationName());
  expansion.addPass(createPrimExpandKernels({deviceLibs.str()}));
  if (failed(run(expansion)))
    return failure();
  llvm::StringSet<> dialects = getDialects(module);
  auto has = [&](StringRef name) { return dialects.contains(name); };
  OpPassManager controlFlow(gpu::GPUModuleOp::getOperationName());
  buildControlFlow(controlFlow, has);
  if (failed(run(controlFlow)))
    return failure();
  separateLoops(module);
  OpPassManager manager(gpu::GPUModuleOp::getOperationName());
  buildAll(manager, target.chip, has);
  if (failed(run(manager)))
    return failure();
  endSeparation(module);
  return failure(
      failed(checkConverted(module, target)) ||
      failed(placePrivateMemory(module, lowering->getPrivateAddressSpace())) ||
      failed(checkWorkgroupMemory(module, *lowering, getKernelAttrName())) ||
      failed(finish(module, *lowering)));
}
