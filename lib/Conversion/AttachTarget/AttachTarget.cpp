//===- AttachTarget.cpp - A chip for every gpu.module -------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass prim-attach-target, which changes only the targets of gpu.modules.
// It checks all names, because LLVM only warns about an unknown chip and then
// emits a code object that no chip runs.
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/LLVMIR/ROCDLDialect.h"
#include "mlir/IR/BuiltinOps.h"
#include "prim/Conversion/OptionsOnce.h"
#include "prim/Conversion/Passes.h"
#include "prim/Target/TargetInfo.h"

namespace mlir::prim {
#define GEN_PASS_DEF_PRIMATTACHTARGET
#include "prim/Conversion/Passes.h.inc"
} // namespace mlir::prim

using namespace mlir;
using namespace mlir::prim;

namespace {

struct AttachTargetPass
    : OptionsOnce<prim::impl::PrimAttachTargetBase<AttachTargetPass>> {
  using OptionsOnce::OptionsOnce;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    if (failed(checkOptions(module)))
      return signalPassFailure();
    for (auto kernels : module.getOps<gpu::GPUModuleOp>())
      if (failed(attach(kernels)))
        return signalPassFailure();
  }

  LogicalResult checkOptions(ModuleOp module) {
    if (chip.empty()) {
      if (!features.empty())
        return emitError(module.getLoc(),
                         "features are given without a chip; name both");
      return success();
    }
    std::string error;
    std::optional<TargetInfo> target = TargetInfo::get(chip, features, error);
    if (!target)
      return emitError(module.getLoc(), error);
    return success();
  }

  LogicalResult attach(gpu::GPUModuleOp kernels) {
    ArrayAttr targets = kernels.getTargetsAttr();
    if (!targets || targets.empty()) {
      if (chip.empty())
        return kernels.emitOpError(
            "has no target: give the chip as an option, or write "
            "[#rocdl.target<chip = \"gfx942\">] after its name");
      std::string error;
      std::optional<TargetInfo> target = TargetInfo::get(chip, features, error);
      if (!target)
        return kernels.emitOpError(error);
      kernels.setTargetsAttr(ArrayAttr::get(
          &getContext(),
          target->createAttribute(&getContext(), features, /*optLevel=*/3,
                                  /*abi=*/"600")));
      return success();
    }
    FailureOr<TargetInfo> known = TargetInfo::lookup(kernels);
    if (failed(known))
      return failure();
    auto [ownChip, ownFeatures] = TargetInfo::getNames(targets[0]);
    if (!chip.empty() &&
        (ownChip != chip || (!features.empty() && ownFeatures != features))) {
      auto name = [](StringRef chip, StringRef features) {
        return features.empty() ? chip.str()
                                : (chip + " with " + features).str();
      };
      return kernels.emitOpError("is for ")
             << name(ownChip, ownFeatures) << ", but " << name(chip, features)
             << " is requested: remove the target from the module, or the "
                "option";
    }
    return success();
  }
};

} // namespace
