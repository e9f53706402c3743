//===- PrimToBinary.cpp - From prim ops to code objects -----*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The order of passes in the pipelines. No pass is defined here.
//
//===----------------------------------------------------------------------===//

#include "prim/Pipelines/PrimToBinary.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/GPU/Transforms/Passes.h"
#include "mlir/Dialect/LLVMIR/Transforms/Passes.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Transforms/Passes.h"
#include "prim/Conversion/OptionsOnce.h"
#include "prim/Conversion/Passes.h"
#include "prim/Dialect/Prim/Transforms/Passes.h"
#include "prim/Pipelines/KernelToLLVM.h"
#include "prim/Target/TargetInfo.h"

#include <type_traits>

using namespace mlir;
using namespace mlir::prim;

// Each option of the pipelines has two functions take_<name>(): one for passes
// that have the option, and one, which does nothing, for all others.
#define PRIM_PIPELINE_OPTION(TYPE, NAME, DEFAULT, ARGUMENT, DESCRIPTION)       \
  template <typename PassOptions>                                              \
  static auto take_##NAME(PassOptions &pass,                                   \
                          const PrimPipelineOptions &pipeline, int)            \
      -> decltype(pass.NAME, void()) {                                         \
    static_assert(std::is_same_v<decltype(pass.NAME), TYPE>,                   \
                  "an option of a pass has another type than the pipeline's"); \
    pass.NAME = pipeline.NAME;                                                 \
  }                                                                            \
  template <typename PassOptions>                                              \
  static void take_##NAME(PassOptions &, const PrimPipelineOptions &, long) {}
#define PRIM_OPTION PRIM_PIPELINE_OPTION
#define PRIM_PLACE_OPTION PRIM_PIPELINE_OPTION
#include "prim/Pipelines/CompileOptions.def"

/// The options of a pass with the values of the pipeline's options that have
/// the same C++ names.
template <typename PassOptions>
static PassOptions getPassOptions(const PrimPipelineOptions &pipeline) {
  PassOptions pass;
#define PRIM_PIPELINE_OPTION(TYPE, NAME, DEFAULT, ARGUMENT, DESCRIPTION)       \
  take_##NAME(pass, pipeline, 0);
#define PRIM_OPTION PRIM_PIPELINE_OPTION
#define PRIM_PLACE_OPTION PRIM_PIPELINE_OPTION
#include "prim/Pipelines/CompileOptions.def"
  return pass;
}

static std::unique_ptr<Pass>
createAttachTarget(const PrimPipelineOptions &options) {
  return createPrimAttachTarget(
      getPassOptions<PrimAttachTargetOptions>(options));
}

/// The family of the chip. A pass reports a chip of another family, or an
/// unknown one.
static TargetFamily findFamily(const PrimPipelineOptions &options) {
  if (options.family)
    return *options.family;
  std::string error;
  std::optional<TargetInfo> target =
      TargetInfo::get(options.chip, options.features, error);
  return target ? target->family : TargetFamily::AMDGPU;
}

void prim::buildPrimDevicePipeline(OpPassManager &manager,
                                   const PrimPipelineOptions &options) {
  // Both run first, so that an incomplete context or a wrong chip is reported
  // before any other work.
  manager.addPass(createPrimCheckRegistration());
  manager.addPass(createAttachTarget(options));
  // Runs before any canonicalisation, which would undo truncations by casts of
  // an index to a narrow integer. Once suffices, because casts that prim
  // creates narrow only numbers that fit.
  manager.addPass(createPrimSplitIndexCasts());
  // Launches in the source are handled before bufferisation, which does not
  // look into them. Launches made from the remaining code are handled after it.
  manager.addNestedPass<func::FuncOp>(
      createGpuLaunchSinkIndexComputationsPass());
  manager.addPass(createGpuKernelOutliningPass());
  auto frontend = getPassOptions<PrimFrontendToPrimOptions>(options);
  frontend.complete = true;
  manager.addPass(createPrimFrontendToPrim(frontend));
  manager.addPass(
      createPrimRaiseScans(getPassOptions<PrimRaiseScansOptions>(options)));
  manager.addPass(createPrimFoldConstants());
  manager.addPass(createPrimSinkLoops());
  manager.addPass(createPrimLoopsToThreads());
  manager.addPass(createPrimFuseSlices());
  manager.addPass(createPrimFuseElementwise());
  manager.addPass(
      createPrimFuseRows(getPassOptions<PrimFuseRowsOptions>(options)));
  manager.addPass(
      createPrimLinalgToPrim(getPassOptions<PrimLinalgToPrimOptions>(options)));
  manager.addPass(createPrimShareSums());
  manager.addPass(createPrimFusePrologues());
  manager.addPass(createPrimBufferize());
  // All that is fused into the regions of device ops is there.
  if (options.relaxedPrecision)
    manager.addPass(createPrimRelaxPrecision());
  manager.addPass(
      createPrimHostKernels(getPassOptions<PrimHostKernelsOptions>(options)));
  manager.addPass(createPrimHostMemory());
  manager.addPass(createAttachTarget(options));
  manager.addPass(
      createPrimLowerDevice(getPassOptions<PrimLowerDeviceOptions>(options)));
  manager.addPass(createPrimEmbedConstants());
}

void prim::buildPrimKernelPipeline(OpPassManager &manager,
                                   const PrimPipelineOptions &options) {
  manager.addNestedPass<gpu::GPUModuleOp>(createPrimVectorToPrim());
  manager.addNestedPass<gpu::GPUModuleOp>(createPrimGPUToPrim());
  if (options.checkConvergence)
    manager.addNestedPass<gpu::GPUModuleOp>(createPrimCheckConvergence());
  manager.addPass(createPrimLowerGrid());
  manager.addNestedPass<gpu::GPUModuleOp>(createPrimLowerBlock());
  if (options.checkAlignment)
    manager.addNestedPass<gpu::GPUModuleOp>(createPrimCheckAlignment());
  buildKernelToLLVMPipeline(manager, findFamily(options), options.deviceLibs);
  if (options.lineTables)
    manager.addPass(LLVM::createDIScopeForLLVMFuncOpPass());
}

void prim::buildPrimSerializePipeline(OpPassManager &manager,
                                      const PrimPipelineOptions &options) {
  manager.addPass(createPrimSerialize(
      getPassOptions<PrimSerializeOptions>(options), options.serializeTimes));
}

void prim::buildPrimHostPipeline(OpPassManager &manager,
                                 const PrimPipelineOptions &options) {
  OpPassManager &functions = manager.nest<func::FuncOp>();
  functions.addPass(createCanonicalizerPass());
  functions.addPass(createCSEPass());
  manager.addPass(createPrimLowerHost());
}

void prim::buildPrimToBinaryPipeline(OpPassManager &manager,
                                     const PrimPipelineOptions &options) {
  buildPrimDevicePipeline(manager, options);
  buildPrimKernelPipeline(manager, options);
  buildPrimSerializePipeline(manager, options);
  if (options.host && options.format == "bin")
    buildPrimHostPipeline(manager, options);
}

/// Registers the pipeline `name`, which is for chips of `family`.
static void registerPipeline(StringRef name, StringRef description,
                             TargetFamily family, StringRef isolate,
                             StringRef program) {
  // Like PassPipelineRegistration, except that options given twice are errors.
  registerPassPipeline(
      name, description,
      [family, isolate = isolate.str(), program = program.str()](
          OpPassManager &manager, StringRef text,
          function_ref<LogicalResult(const Twine &)> emit) -> LogicalResult {
        PrimPipelineOptions given, options;
        if (failed(checkOptionsOnce(text, emit)) ||
            failed(given.parseFromString(text)))
          return failure();
        options.copyOptionValuesFrom(given);
        options.family = family;
        if (given.isolate.getNumOccurrences() == 0)
          options.isolate = isolate;
        if (given.codegen.getNumOccurrences() == 0)
          options.codegen = program;
        buildPrimToBinaryPipeline(manager, options);
        return success();
      },
      [](function_ref<void(const detail::PassOptions &)> describe) {
        describe(PrimPipelineOptions());
      });
}

void prim::registerPrimPipelines(StringRef isolate, StringRef program) {
  registerPipeline("prim-to-rocdl-pipeline",
                   "Compile prim ops, at any level, to AMDGPU code objects and "
                   "the host code that runs them",
                   TargetFamily::AMDGPU, isolate, program);
  registerPipeline("prim-to-nvvm-pipeline",
                   "Compile prim ops, at any level, to PTX or cubins and the "
                   "host code that runs them",
                   TargetFamily::NVPTX, isolate, program);
}
