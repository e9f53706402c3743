//===- GPUToNVVM.cpp - prim-gpu-to-nvvm ---------------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The upstream conversions from lowered kernels to the LLVM dialect for NVIDIA
// chips, as one pass that reads the chip from the module.
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "prim/Conversion/OptionsOnce.h"
#include "prim/Conversion/Passes.h"

#include "../KernelToLLVM/KernelToLLVM.h"
#include "DynamicShared.h"
#include "mlir/Conversion/GPUToNVVM/GPUToNVVMPass.h"
#include "mlir/Conversion/MathToLLVM/MathToLLVM.h"
#include "mlir/Conversion/NVVMToLLVM/NVVMToLLVM.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Pass/PassManager.h"
#include "prim/Dialect/Prim/Utils/CodeBuilder.h"

namespace mlir::prim {
#define GEN_PASS_DEF_PRIMGPUTONVVM
#include "prim/Conversion/Passes.h.inc"
} // namespace mlir::prim

using namespace mlir;
using namespace mlir::prim;

/// LLVM 22 emits every atomicrmw for NVPTX as relaxed, whatever its order. So
/// fences are added around those that order other accesses.
static void fenceAtomics(gpu::GPUModuleOp module) {
  module.walk([](LLVM::AtomicRMWOp op) {
    LLVM::AtomicOrdering order = op.getOrdering();
    bool releases = order != LLVM::AtomicOrdering::acquire;
    bool acquires = order != LLVM::AtomicOrdering::release;
    if (order == LLVM::AtomicOrdering::not_atomic ||
        order == LLVM::AtomicOrdering::unordered ||
        order == LLVM::AtomicOrdering::monotonic)
      return;
    // A sequentially consistent fence orders a sequentially consistent atomic.
    bool isTotal = order == LLVM::AtomicOrdering::seq_cst;
    StringRef scope = op.getSyncscope().value_or("");
    OpBuilder builder(op);
    if (releases)
      LLVM::FenceOp::create(builder, op.getLoc(),
                            isTotal ? order : LLVM::AtomicOrdering::release,
                            scope);
    builder.setInsertionPointAfter(op);
    if (acquires)
      LLVM::FenceOp::create(builder, op.getLoc(),
                            isTotal ? order : LLVM::AtomicOrdering::acquire,
                            scope);
    op.setOrdering(LLVM::AtomicOrdering::monotonic);
  });
}

/// Selects a byte of a word, by a run-time shift that is a multiple of 8, with
/// one instruction instead of LLVM's two.
static void permuteBytes(gpu::GPUModuleOp module) {
  module.walk([](LLVM::AndOp op) {
    auto word = op.getLhs().getDefiningOp<LLVM::LShrOp>();
    APInt mask, bytes;
    if (!word || !op.getType().isInteger(32) ||
        !matchPattern(op.getRhs(), m_ConstantInt(&mask)) || mask != 255)
      return;
    auto shift = word.getRhs().getDefiningOp<LLVM::AndOp>();
    if (!shift || !matchPattern(shift.getRhs(), m_ConstantInt(&bytes)) ||
        bytes != 24)
      return;
    CodeBuilder builder(op);
    auto constant = [&](int64_t value) -> Value {
      return LLVM::ConstantOp::create(builder,
                                      builder.getI32IntegerAttr(value));
    };
    // The selector picks from the bytes of the word and of a zero word: the
    // wanted byte, then zeros.
    Value number = LLVM::LShrOp::create(builder, shift, constant(3));
    Value selector = LLVM::OrOp::create(builder, number, constant(0x4440));
    op.replaceAllUsesWith(NVVM::PermuteOp::create(
                              builder, builder.getI32Type(), word.getLhs(),
                              constant(0), selector, NVVM::PermuteMode::DEFAULT)
                              .getResult());
    op.erase();
  });
}

/// Widens elements of bf16 vectors by one operation on the words that hold
/// them: a shift, or a mask. LLVM and ptxas first move the upper element of a
/// word to a register of its own, and then shift it.
static void widenPairs(gpu::GPUModuleOp module) {
  module.walk([](LLVM::FPExtOp op) {
    auto element = op.getArg().getDefiningOp<LLVM::ExtractElementOp>();
    APInt place;
    if (!element || !element.getType().isBF16() || !op.getType().isF32() ||
        !matchPattern(element.getPosition(), m_ConstantInt(&place)))
      return;
    auto type = cast<VectorType>(element.getVector().getType());
    if (type.isScalable() || type.getNumElements() % 2 != 0)
      return;
    CodeBuilder builder(op);
    auto constant = [&](int64_t value) -> Value {
      return LLVM::ConstantOp::create(builder,
                                      builder.getI32IntegerAttr(value));
    };
    auto words =
        VectorType::get(type.getNumElements() / 2, builder.getI32Type());
    uint64_t number = place.getZExtValue();
    Value word = LLVM::ExtractElementOp::create(
        builder, LLVM::BitcastOp::create(builder, words, element.getVector()),
        constant(number / 2));
    // A bf16 is the upper half of an f32.
    Value bits;
    if (number % 2 == 0)
      bits = LLVM::ShlOp::create(builder, word, constant(16));
    else
      bits = LLVM::AndOp::create(builder, word, constant(-(1 << 16)));
    op.replaceAllUsesWith(
        LLVM::BitcastOp::create(builder, op.getType(), bits).getResult());
    op.erase();
    if (element->use_empty())
      element.erase();
  });
}

namespace {

struct ToNVVM : KernelConversion {
  StringRef getKernelAttrName() const override {
    return NVVM::NVVMDialect::getKernelFuncAttrName();
  }
  bool isOwn(Dialect *dialect) const override {
    return isa_and_nonnull<NVVM::NVVMDialect>(dialect);
  }

  void build(OpPassManager &manager, StringRef,
             llvm::function_ref<bool(StringRef)> has) const override {
    // Upstream's GPU conversion leaves math functions that are not in
    // libdevice.
    if (has("math"))
      manager.addPass(createConvertMathToLLVMPass());
    manager.addPass(createConvertGpuOpsToNVVMOps());
  }

  LogicalResult finish(gpu::GPUModuleOp module,
                       const TargetLowering &target) const override {
    fenceAtomics(module);
    permuteBytes(module);
    widenPairs(module);
    return placeDynamicShared(module, target);
  }
};

struct PrimGPUToNVVM
    : OptionsOnce<prim::impl::PrimGPUToNVVMBase<PrimGPUToNVVM>> {
  using OptionsOnce::OptionsOnce;

  void getDependentDialects(DialectRegistry &registry) const override {
    PrimGPUToNVVMBase::getDependentDialects(registry);
    registerConvertNVVMToLLVMInterface(registry);
    ToNVVM().getDependentDialects(registry);
  }

  void runOnOperation() override {
    FailureOr<TargetInfo> target = TargetInfo::lookup(getOperation());
    if (failed(target))
      return signalPassFailure();
    if (target->family != TargetFamily::NVPTX) {
      getOperation().emitOpError("cannot be converted to nvvm for ")
          << target->chip << "; use an NVIDIA chip, or "
          << target->getFamily().conversion;
      return signalPassFailure();
    }
    if (failed(ToNVVM().convert(getOperation(), *target, deviceLibs,
                                [&](OpPassManager &manager) {
                                  return runPipeline(manager, getOperation());
                                })))
      signalPassFailure();
  }
};

} // namespace
