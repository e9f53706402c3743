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

using namespace mlir;
using namespace mlir::prim;

static std::unique_ptr<Pass>
createAttachTarget(const PrimPipelineOptions &options) {
  PrimAttachTargetOptions attach;
  attach.chip = options.chip;
  attach.features = options.features;
  return createPrimAttachTarget(attach);
}

/// A pass reports a chip of another family, or one that prim does not know.
static TargetFamily getFamily(const PrimPipelineOptions &options) {
  if (options.family)
    return *options.family;
  std::string error;
  std::optional<TargetInfo> target =
      TargetInfo::get(options.chip, options.features, error);
  return target ? target->family : TargetFamily::AMDGPU;
}

void prim::buildPrimDevicePipeline(OpPassManager &manager,
                                   const PrimPipelineOptions &options) {
  // First of all: a wrong chip is reported before any work is done.
  manager.addPass(createAttachTarget(options));
  // Before anything canonicalises, which would take back what a cast of an
  // index to a narrow integer drops. Once is enough: the casts that prim makes
  // itself narrow only numbers that fit.
  manager.addPass(createPrimSplitIndexCasts());
  // Launches that the user wrote go before bufferisation, which does not look
  // into them; those made of what it leaves come after.
  manager.addNestedPass<func::FuncOp>(
      createGpuLaunchSinkIndexComputationsPass());
  manager.addPass(createGpuKernelOutliningPass());
  manager.addPass(createPrimLinalgToPrim());
  manager.addPass(createPrimBufferize());
  manager.addPass(createPrimHostKernels());
  manager.addPass(createPrimHostMemory());
  manager.addPass(createAttachTarget(options));
  PrimLowerDeviceOptions device;
  device.chip = options.chip;
  device.features = options.features;
  device.optLevel = options.optLevel;
  device.abi = std::to_string(options.abi);
  device.limits = options.limits;
  manager.addPass(createPrimLowerDevice(device));
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
  buildKernelToLLVMPipeline(manager, getFamily(options), options.deviceLibs);
  if (options.lineTables)
    manager.addPass(LLVM::createDIScopeForLLVMFuncOpPass());
}

void prim::buildPrimSerializePipeline(OpPassManager &manager,
                                      const PrimPipelineOptions &options) {
  PrimSerializeOptions serialize;
  serialize.format = options.format;
  serialize.optLevel = options.optLevel;
  serialize.abi = options.abi;
  serialize.isolate = options.isolate;
  serialize.timeLimit = options.timeLimit;
  serialize.program = options.program;
  serialize.deviceLibs = options.deviceLibs;
  manager.addPass(createPrimSerialize(serialize, options.serializeTimes));
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
  // What PassPipelineRegistration does, except for options given twice.
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
        if (given.program.getNumOccurrences() == 0)
          options.program = program;
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
