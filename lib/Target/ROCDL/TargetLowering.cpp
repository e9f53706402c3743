//===- TargetLowering.cpp - The AMD family -------------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM's AMDGPU memory model, as its user guide describes it. Moves across
// lanes are in CrossLane.cpp.
//
//===----------------------------------------------------------------------===//

#include "../Families.h"

#include "DPPMoves.h"
#include "mlir/Dialect/AMDGPU/IR/AMDGPUDialect.h"
#include "mlir/Dialect/LLVMIR/ROCDLDialect.h"

using namespace mlir;
using namespace mlir::prim;

namespace {

class AMDTargetLowering : public TargetLowering {
public:
  explicit AMDTargetLowering(const TargetInfo &target)
      : TargetLowering(target) {}

  void registerDialects(DialectRegistry &registry) const override {
    registry.insert<amdgpu::AMDGPUDialect, LLVM::LLVMDialect,
                    ROCDL::ROCDLDialect>();
  }

  unsigned getAddressSpace(MemorySpace space) const override {
    switch (space) {
    case MemorySpace::Global:
      return ROCDL::ROCDLDialect::kGlobalMemoryAddressSpace;
    case MemorySpace::Workgroup:
      return ROCDL::ROCDLDialect::kSharedMemoryAddressSpace;
    }
    llvm_unreachable("covered switch");
  }

  StringRef getSyncScope(MemoryScope scope) const override {
    switch (scope) {
    case MemoryScope::Wave:
      return "wavefront";
    case MemoryScope::Block:
      return "workgroup";
    case MemoryScope::Device:
      return "agent";
    }
    llvm_unreachable("covered switch");
  }

  void createBlockBarrier(OpBuilder &builder, Location loc) const override {
    // gpu.barrier would also drain global memory.
    amdgpu::LDSBarrierOp::create(builder, loc);
  }

  std::unique_ptr<CrossLane>
  createCrossLane(ImplicitLocOpBuilder &builder,
                  std::optional<unsigned>) const override {
    // Instructions take whichever lanes are active.
    return createAMDCrossLane(builder, target);
  }
};

} // namespace

std::unique_ptr<TargetLowering>
mlir::prim::createAMDTargetLowering(const TargetInfo &target) {
  return std::make_unique<AMDTargetLowering>(target);
}
