//===- GPUToROCDL.cpp - prim-gpu-to-rocdl ---------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The upstream conversions from lowered kernels to the LLVM dialect for AMD
// chips, as one pass that reads the chip from the module.
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/ROCDLDialect.h"
#include "prim/Conversion/OptionsOnce.h"
#include "prim/Conversion/Passes.h"

#include "../KernelToLLVM/KernelToLLVM.h"
#include "mlir/Conversion/AMDGPUToROCDL/AMDGPUToROCDL.h"
#include "mlir/Conversion/GPUToROCDL/GPUToROCDLPass.h"
#include "mlir/Dialect/AMDGPU/IR/AMDGPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Pass/PassManager.h"

namespace mlir::prim {
#define GEN_PASS_DEF_PRIMGPUTOROCDL
#include "prim/Conversion/Passes.h.inc"
} // namespace mlir::prim

using namespace mlir;
using namespace mlir::prim;

namespace {

struct ToROCDL : KernelConversion {
  StringRef getKernelAttrName() const override {
    return ROCDL::ROCDLDialect::getKernelFuncAttrName();
  }
  bool isOwn(Dialect *dialect) const override {
    return isa_and_nonnull<ROCDL::ROCDLDialect>(dialect);
  }
  bool isBlockBarrier(Operation *op) const override {
    return isa<amdgpu::LDSBarrierOp>(op);
  }

  void build(OpPassManager &manager, StringRef chip,
             llvm::function_ref<bool(StringRef)> has) const override {
    if (has("amdgpu")) {
      ConvertAMDGPUToROCDLPassOptions options;
      options.chipset = chip.str();
      manager.addPass(createConvertAMDGPUToROCDLPass(options));
    }
    ConvertGpuOpsToROCDLOpsOptions options;
    options.chipset = chip.str();
    // gpu.printf becomes a call of `printf`, which prim-serialize expands as
    // clang does for HIP. HIP's own choice needs a host thread that serves the
    // device, and functions of the device library.
    options.runtime = gpu::amd::Runtime::OpenCL;
    manager.addPass(createConvertGpuOpsToROCDLOps(options));
  }
};

struct PrimGPUToROCDL
    : OptionsOnce<prim::impl::PrimGPUToROCDLBase<PrimGPUToROCDL>> {
  using OptionsOnce::OptionsOnce;

  void getDependentDialects(DialectRegistry &registry) const override {
    PrimGPUToROCDLBase::getDependentDialects(registry);
    registry.insert<amdgpu::AMDGPUDialect>();
    ToROCDL().getDependentDialects(registry);
  }

  void runOnOperation() override {
    FailureOr<TargetInfo> target = TargetInfo::lookup(getOperation());
    if (failed(target))
      return signalPassFailure();
    if (target->family != TargetFamily::AMDGPU) {
      getOperation().emitOpError("cannot be converted to rocdl for ")
          << target->chip << "; use an AMDGPU chip, or "
          << target->getFamily().conversion;
      return signalPassFailure();
    }
    if (failed(ToROCDL().convert(getOperation(), *target, deviceLibs,
                                 [&](OpPassManager &manager) {
                                   return runPipeline(manager, getOperation());
                                 })))
      signalPassFailure();
  }
};

} // namespace
