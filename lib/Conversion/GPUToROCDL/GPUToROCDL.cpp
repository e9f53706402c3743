//===- GPUToROCDL.cpp - prim-gpu-to-rocdl ---------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The upstream conversions between lowered kernels and the LLVM dialect, as one
// pass that takes the chip from the module.
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/ROCDLDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "prim/Conversion/Passes.h"

#include "../MemoryToLLVM/MemoryToLLVM.h"
#include "PrivateMemory.h"
#include "WorkgroupLimit.h"
#include "mlir/Conversion/AMDGPUToROCDL/AMDGPUToROCDL.h"
#include "mlir/Conversion/GPUToROCDL/GPUToROCDLPass.h"
#include "mlir/Conversion/ReconcileUnrealizedCasts/ReconcileUnrealizedCasts.h"
#include "mlir/Conversion/SCFToControlFlow/SCFToControlFlow.h"
#include "mlir/Dialect/AMDGPU/IR/AMDGPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/Transforms/Passes.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"
#include "prim/Target/TargetInfo.h"
#include "llvm/ADT/StringSet.h"

namespace mlir::prim {
#define GEN_PASS_DEF_PRIMGPUTOROCDL
#include "prim/Conversion/Passes.h.inc"
} // namespace mlir::prim

using namespace mlir;
using namespace mlir::prim;

std::unique_ptr<Pass> prim::createKernelCanonicalizer() {
  GreedyRewriteConfig config;
  config.setUseTopDownTraversal(true)
      .setRegionSimplificationLevel(GreedySimplifyRegionLevel::Disabled)
      .setMaxIterations(1);
  // By the names that upstream has not made part of its interface; one that is
  // not there is not missed.
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

/// The conversions for `chip`, on a pass manager for gpu.module. Those of
/// dialects that `has` does not have are left out: each looks at every op.
static void buildConversions(OpPassManager &manager, StringRef chip,
                             llvm::function_ref<bool(StringRef)> has) {
  if (has("memref"))
    manager.addPass(memref::createExpandStridedMetadataPass());
  if (has("amdgpu")) {
    ConvertAMDGPUToROCDLPassOptions amdgpuOptions;
    amdgpuOptions.chipset = chip.str();
    manager.addPass(createConvertAMDGPUToROCDLPass(amdgpuOptions));
  }
  // Before the conversion to rocdl, which takes cf and not scf.
  if (has("scf"))
    manager.addPass(createSCFToControlFlowPass());
  ConvertGpuOpsToROCDLOpsOptions gpuOptions;
  gpuOptions.chipset = chip.str();
  gpuOptions.runtime = gpu::amd::Runtime::HIP;
  manager.addPass(createConvertGpuOpsToROCDLOps(gpuOptions));
  manager.addPass(createKernelCanonicalizer());
  manager.addPass(createCSEPass());
  manager.addPass(createReconcileUnrealizedCastsPass());
}

/// Keeps LLVM from peeling the loops of `module` that wait for all threads of a
/// block: their bodies hold whole block ops, which a first iteration of their
/// own would double, for no more than a flag that says whether it is the first.
static void keepBlockLoopsWhole(gpu::GPUModuleOp module) {
  // As many iterations as LLVM peels at most count as peeled.
  constexpr int64_t most = 7;
  MLIRContext *context = module.getContext();
  auto peeled = LLVM::LoopPeeledAttr::get(
      context, IntegerAttr::get(IntegerType::get(context, 32), most));
  auto whole = LLVM::LoopAnnotationAttr::get(
      context, /*disableNonforced=*/{}, /*vectorize=*/{}, /*interleave=*/{},
      /*unroll=*/{}, /*unrollAndJam=*/{}, /*licm=*/{}, /*distribute=*/{},
      /*pipeline=*/{}, peeled, /*unswitch=*/{}, /*mustProgress=*/{},
      /*isVectorized=*/{}, /*startLoc=*/{}, /*endLoc=*/{},
      /*parallelAccesses=*/{});
  StringRef name = LLVM::CondBrOp::getLoopAnnotationAttrName(
      OperationName(LLVM::CondBrOp::getOperationName(), context));
  module.walk([&](Operation *op) {
    if (!isa<BlockBarrierOp, gpu::BarrierOp, amdgpu::LDSBarrierOp>(op))
      return;
    for (auto loop = op->getParentOfType<scf::ForOp>(); loop;
         loop = loop->getParentOfType<scf::ForOp>())
      if (!loop->hasAttr(name))
        loop->setAttr(name, whole);
  });
}

/// Reports what the conversions left over, at the operation itself and not at
/// the casts around it.
static LogicalResult checkConverted(gpu::GPUModuleOp module) {
  bool sound = true;
  auto report = [&](Operation *op) {
    sound = false;
    op->emitOpError("cannot be lowered to AMDGPU code with these types or "
                    "attributes");
  };
  SmallVector<Operation *> casts;
  module.walk([&](Operation *op) {
    if (op == module)
      return;
    if (isa<UnrealizedConversionCastOp>(op))
      casts.push_back(op);
    else if (!isa<LLVM::LLVMDialect, ROCDL::ROCDLDialect>(op->getDialect()))
      report(op);
  });
  if (sound && !casts.empty())
    report(casts.front());
  return success(sound);
}

namespace {

struct PrimGPUToROCDL : prim::impl::PrimGPUToROCDLBase<PrimGPUToROCDL> {
  using PrimGPUToROCDLBase::PrimGPUToROCDLBase;

  void getDependentDialects(DialectRegistry &registry) const override {
    PrimGPUToROCDLBase::getDependentDialects(registry);
    registry.insert<amdgpu::AMDGPUDialect, memref::MemRefDialect>();
    // Which dialects the conversions make does not depend on the chip.
    OpPassManager manager(gpu::GPUModuleOp::getOperationName());
    manager.addPass(createPrimExpandKernels());
    buildConversions(manager, "", [](StringRef) { return true; });
    manager.getDependentDialects(registry);
  }

  void runOnOperation() override {
    FailureOr<TargetInfo> target = TargetInfo::lookup(getOperation());
    if (failed(target))
      return signalPassFailure();
    if (!target->isAMD()) {
      getOperation().emitOpError("cannot be converted to rocdl for ")
          << target->chip << "; use an AMDGPU chip";
      return signalPassFailure();
    }
    for (auto function : getOperation().getOps<gpu::GPUFuncOp>())
      if (failed(target->getKnownBlockSize(function)))
        return signalPassFailure();
    keepBlockLoopsWhole(getOperation());
    if (failed(
            lowerMemoryOps(getOperation(), *TargetLowering::create(*target))))
      return signalPassFailure();
    OpPassManager expansion(gpu::GPUModuleOp::getOperationName());
    expansion.addPass(createPrimExpandKernels({deviceLibs}));
    if (failed(runPipeline(expansion, getOperation())))
      return signalPassFailure();
    OpPassManager manager(gpu::GPUModuleOp::getOperationName());
    llvm::StringSet<> dialects = getDialects(getOperation());
    buildConversions(manager, target->chip,
                     [&](StringRef name) { return dialects.contains(name); });
    if (failed(runPipeline(manager, getOperation())) ||
        failed(checkConverted(getOperation())) ||
        failed(placePrivateMemory(getOperation())) ||
        failed(checkWorkgroupMemory(getOperation(), *target)))
      signalPassFailure();
  }
};

} // namespace
