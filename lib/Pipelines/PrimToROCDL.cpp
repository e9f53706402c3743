//===- PrimToROCDL.cpp - From prim ops to AMDGPU code objects *- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The order of passes in prim-to-rocdl-pipeline. No pass is defined here.
//
//===----------------------------------------------------------------------===//

#include "prim/Pipelines/PrimToROCDL.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/GPU/Transforms/Passes.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Transforms/Passes.h"
#include "prim/Conversion/Passes.h"
#include "prim/Dialect/Prim/Transforms/Passes.h"
#include "prim/Pipelines/KernelToROCDL.h"

using namespace mlir;
using namespace mlir::prim;

static std::unique_ptr<Pass>
createAttachTarget(const PrimToROCDLOptions &options) {
  PrimAttachTargetOptions attach;
  attach.chip = options.chip;
  attach.features = options.features;
  return createPrimAttachTarget(attach);
}

void prim::buildPrimDevicePipeline(OpPassManager &manager,
                                   const PrimToROCDLOptions &options) {
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
                                   const PrimToROCDLOptions &options) {
  manager.addNestedPass<gpu::GPUModuleOp>(createPrimVectorToPrim());
  manager.addNestedPass<gpu::GPUModuleOp>(createPrimGPUToPrim());
  if (options.checkConvergence)
    manager.addNestedPass<gpu::GPUModuleOp>(createPrimCheckConvergence());
  manager.addPass(createPrimLowerGrid());
  manager.addNestedPass<gpu::GPUModuleOp>(createPrimLowerBlock());
  buildKernelToROCDLPipeline(manager, options.deviceLibs);
}

void prim::buildPrimSerializePipeline(OpPassManager &manager,
                                      const PrimToROCDLOptions &options) {
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
                                 const PrimToROCDLOptions &options) {
  OpPassManager &functions = manager.nest<func::FuncOp>();
  functions.addPass(createCanonicalizerPass());
  functions.addPass(createCSEPass());
  manager.addPass(createPrimLowerHost());
}

void prim::buildPrimToROCDLPipeline(OpPassManager &manager,
                                    const PrimToROCDLOptions &options) {
  buildPrimDevicePipeline(manager, options);
  buildPrimKernelPipeline(manager, options);
  buildPrimSerializePipeline(manager, options);
  if (options.host && options.format == "bin")
    buildPrimHostPipeline(manager, options);
}

void prim::registerPrimToROCDLPipeline(StringRef isolate, StringRef program) {
  PassPipelineRegistration<PrimToROCDLOptions>(
      "prim-to-rocdl-pipeline",
      "Compile prim ops, at any level, to AMDGPU code objects and the host "
      "code that runs them",
      [isolate = isolate.str(), program = program.str()](
          OpPassManager &manager, const PrimToROCDLOptions &given) {
        PrimToROCDLOptions options;
        options.copyOptionValuesFrom(given);
        if (given.isolate.getNumOccurrences() == 0)
          options.isolate = isolate;
        if (given.program.getNumOccurrences() == 0)
          options.program = program;
        buildPrimToROCDLPipeline(manager, options);
      });
}
