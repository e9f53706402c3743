//===- UpstreamReduce.cpp - Upstream's reductions in kernels *- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// mlir-opt with one more pass, which applies upstream's own lowerings of
// gpu.all_reduce and gpu.subgroup_reduce; no pass that MLIR registers does that
// for the latter. For the cost tables (warp-cost.py, conversion-cost.py) and
// for tests that run what it makes beside what prim makes; prim does not use
// them.
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/AMDGPU/Utils/Chipset.h"
#include "mlir/Dialect/GPU/Transforms/Passes.h"
#include "mlir/Dialect/Vector/Transforms/VectorDistribution.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassOptions.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Target/LLVMIR/Dialect/All.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;

namespace {

struct UpstreamReduce
    : PassWrapper<UpstreamReduce, OperationPass<gpu::GPUModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(UpstreamReduce)

  UpstreamReduce() = default;
  UpstreamReduce(const UpstreamReduce &other) : PassWrapper(other) {}

  StringRef getArgument() const override { return "upstream-reduce"; }
  StringRef getDescription() const override {
    return "Lowers gpu.all_reduce and gpu.subgroup_reduce with upstream's "
           "patterns";
  }
  void getDependentDialects(DialectRegistry &registry) const override {
    registry.insert<amdgpu::AMDGPUDialect, cf::ControlFlowDialect,
                    memref::MemRefDialect, ROCDL::ROCDLDialect,
                    vector::VectorDialect>();
  }

  void runOnOperation() override {
    FailureOr<amdgpu::Chipset> chipset = amdgpu::Chipset::parse(chip);
    if (failed(chipset)) {
      getOperation().emitError("unknown chip '") << chip << "'";
      return signalPassFailure();
    }
    RewritePatternSet patterns(&getContext());
    populateGpuAllReducePatterns(patterns);
    populateGpuBreakDownSubgroupReducePatterns(
        patterns, /*maxShuffleBitwidth=*/32, PatternBenefit(3));
    if (dpp) {
      populateGpuLowerSubgroupReduceToDPPPatterns(patterns, wave, *chipset,
                                                  PatternBenefit(2));
      populateGpuLowerClusteredSubgroupReduceToDPPPatterns(
          patterns, wave, *chipset, PatternBenefit(2));
    }
    populateGpuLowerSubgroupReduceToShufflePatterns(
        patterns, wave, /*shuffleBitwidth=*/32, PatternBenefit(1));
    populateGpuLowerClusteredSubgroupReduceToShufflePatterns(
        patterns, wave, /*shuffleBitwidth=*/32, PatternBenefit(1));
    if (failed(applyPatternsGreedily(getOperation(), std::move(patterns))))
      return signalPassFailure();
  }

  Option<std::string> chip{*this, "chip", llvm::cl::desc("AMDGPU chip"),
                           llvm::cl::init("gfx942")};
  Option<unsigned> wave{*this, "wave", llvm::cl::desc("Lanes of a wave"),
                        llvm::cl::init(64)};
  Option<bool> dpp{*this, "dpp",
                   llvm::cl::desc("Prefer the patterns that make DPP"),
                   llvm::cl::init(true)};
};

/// What gpu.warp_execute_on_lane_0 means, word for word: one lane does it all,
/// and values go through workgroup memory. For kernels of one warp.
struct UpstreamLane0
    : PassWrapper<UpstreamLane0, OperationPass<gpu::GPUModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(UpstreamLane0)

  StringRef getArgument() const override { return "upstream-lane-0"; }
  StringRef getDescription() const override {
    return "Lowers gpu.warp_execute_on_lane_0 with upstream's pattern";
  }
  void getDependentDialects(DialectRegistry &registry) const override {
    registry.insert<memref::MemRefDialect, scf::SCFDialect,
                    vector::VectorDialect>();
  }

  void runOnOperation() override {
    vector::WarpExecuteOnLane0LoweringOptions options;
    options.warpAllocationFn = [](Location loc, OpBuilder &builder,
                                  gpu::WarpExecuteOnLane0Op op,
                                  Type type) -> Value {
      auto vector = dyn_cast<VectorType>(type);
      auto space = gpu::AddressSpaceAttr::get(builder.getContext(),
                                              gpu::AddressSpace::Workgroup);
      auto memory = MemRefType::get(
          vector ? vector.getShape() : ArrayRef<int64_t>{1},
          getElementTypeOrSelf(type), MemRefLayoutAttrInterface(), space);
      return op->getParentOfType<gpu::GPUFuncOp>().addWorkgroupAttribution(
          memory, loc);
    };
    options.warpSyncronizationFn = [](Location loc, OpBuilder &builder,
                                      gpu::WarpExecuteOnLane0Op) {
      gpu::BarrierOp::create(builder, loc);
    };
    RewritePatternSet patterns(&getContext());
    vector::populateWarpExecuteOnLane0OpToScfForPattern(patterns, options);
    if (failed(applyPatternsGreedily(getOperation(), std::move(patterns))))
      signalPassFailure();
  }
};

struct KernelOptions : PassPipelineOptions<KernelOptions> {
  Option<std::string> chip{*this, "chip", llvm::cl::desc("AMDGPU chip"),
                           llvm::cl::init("gfx942")};
  Option<unsigned> wave{*this, "wave", llvm::cl::desc("Lanes of a wave"),
                        llvm::cl::init(64)};
  Option<bool> dpp{*this, "dpp",
                   llvm::cl::desc("Prefer the patterns that make DPP"),
                   llvm::cl::init(true)};
};

/// Kernels with reductions to the LLVM dialect, by upstream alone. Ranges of
/// integers make constants of the sizes of blocks, which else come from AMD's
/// device library.
void buildKernelPipeline(OpPassManager &manager, const KernelOptions &options) {
  std::string pipeline = llvm::formatv(
      "gpu.module(upstream-reduce{{chip={0} wave={1} dpp={2}},canonicalize,"
      "int-range-optimizations,convert-amdgpu-to-rocdl{{chipset={0}},"
      "convert-scf-to-cf,convert-gpu-to-rocdl{{chipset={0} runtime=HIP},"
      "canonicalize,cse,reconcile-unrealized-casts)",
      options.chip.getValue(), options.wave.getValue(),
      options.dpp.getValue() ? "true" : "false");
  if (failed(parsePassPipeline(pipeline, manager)))
    llvm::report_fatal_error("upstream has another pipeline now");
}

} // namespace

int main(int argc, char **argv) {
  DialectRegistry registry;
  registerAllDialects(registry);
  registerAllExtensions(registry);
  registerAllGPUToLLVMIRTranslations(registry);
  registerAllPasses();
  PassRegistration<UpstreamReduce>();
  PassRegistration<UpstreamLane0>();
  PassPipelineRegistration<KernelOptions>(
      "upstream-kernels", "Kernels with reductions to the LLVM dialect",
      buildKernelPipeline);
  return asMainReturnCode(
      MlirOptMain(argc, argv, "upstream's reductions in kernels\n", registry));
}
