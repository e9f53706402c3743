//===- UpstreamReduce.cpp - Upstream's subgroup reductions -*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// mlir-opt with one more pass, which applies upstream's own lowerings of
// gpu.subgroup_reduce: no pass that MLIR registers does. For the cost table
// alone (warp-cost.py); prim does not use them.
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/AMDGPU/Utils/Chipset.h"
#include "mlir/Dialect/GPU/Transforms/Passes.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Target/LLVMIR/Dialect/All.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

using namespace mlir;

namespace {

struct UpstreamSubgroupReduce
    : PassWrapper<UpstreamSubgroupReduce, OperationPass<gpu::GPUModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(UpstreamSubgroupReduce)

  UpstreamSubgroupReduce() = default;
  UpstreamSubgroupReduce(const UpstreamSubgroupReduce &other)
      : PassWrapper(other) {}

  StringRef getArgument() const override { return "upstream-subgroup-reduce"; }
  StringRef getDescription() const override {
    return "Lowers gpu.subgroup_reduce with upstream's patterns";
  }
  void getDependentDialects(DialectRegistry &registry) const override {
    registry.insert<amdgpu::AMDGPUDialect, ROCDL::ROCDLDialect,
                    vector::VectorDialect>();
  }

  void runOnOperation() override {
    FailureOr<amdgpu::Chipset> chipset = amdgpu::Chipset::parse(chip);
    if (failed(chipset)) {
      getOperation().emitError("unknown chip '") << chip << "'";
      return signalPassFailure();
    }
    RewritePatternSet patterns(&getContext());
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

} // namespace

int main(int argc, char **argv) {
  DialectRegistry registry;
  registerAllDialects(registry);
  registerAllExtensions(registry);
  registerAllGPUToLLVMIRTranslations(registry);
  registerAllPasses();
  PassRegistration<UpstreamSubgroupReduce>();
  return asMainReturnCode(
      MlirOptMain(argc, argv, "upstream's subgroup reductions\n", registry));
}
