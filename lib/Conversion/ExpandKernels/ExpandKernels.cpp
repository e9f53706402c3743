//===- ExpandKernels.cpp - prim-expand-kernels --------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lowers ordinary MLIR in a kernel to the input of the conversion to LLVM. It
// checks the kernel, then runs only the upstream lowerings that the kernel
// needs. Most kernels need none.
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/ROCDLDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "prim/Conversion/OptionsOnce.h"
#include "prim/Conversion/Passes.h"
#include "prim/Dialect/Prim/Utils/ExpandShapes.h"

#include "KernelExpansion.h"
#include "mlir/Conversion/AffineToStandard/AffineToStandard.h"
#include "mlir/Conversion/ArithToAMDGPU/ArithToAMDGPU.h"
#include "mlir/Conversion/ComplexToStandard/ComplexToStandard.h"
#include "mlir/Conversion/VectorToSCF/VectorToSCF.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Passes.h"
#include "mlir/Dialect/SCF/Transforms/Passes.h"
#include "mlir/Dialect/Vector/Transforms/LoweringPatterns.h"
#include "mlir/Dialect/Vector/Transforms/VectorRewritePatterns.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace mlir::prim {
#define GEN_PASS_DEF_PRIMEXPANDKERNELS
#include "prim/Conversion/Passes.h.inc"
} // namespace mlir::prim

using namespace mlir;
using namespace mlir::prim;

namespace {

/// The lowerings that the operations of a module need.
struct Needs {
  bool linalg = false, forall = false, affine = false, complex = false,
       narrowFloats = false, vector = false, kernel = false, math = false;

  static Needs all() {
    return {true, true, true, true, true, true, true, true};
  }
};

} // namespace

/// Vector operations that the conversion to the LLVM dialect supports directly.
/// prim's own lowerings create no others.
static bool isPlainVectorOp(Operation *op) {
  return isa<vector::ExtractOp, vector::InsertOp, vector::BroadcastOp,
             vector::FromElementsOp, vector::ToElementsOp, vector::BitCastOp,
             vector::ReductionOp>(op) &&
         llvm::all_of(llvm::concat<const Type>(op->getOperandTypes(),
                                               op->getResultTypes()),
                      [](Type type) {
                        auto vector = dyn_cast<VectorType>(type);
                        return !vector || vector.getRank() <= 1;
                      });
}

static bool hasNarrowFloat(TypeRange types) {
  return llvm::any_of(types, [](Type type) {
    auto real = dyn_cast<FloatType>(getElementTypeOrSelf(type));
    return real && real.getWidth() <= 8;
  });
}

static Needs findNeeds(Operation *module) {
  Needs needs;
  module->walk([&](Operation *op) {
    StringRef dialect = op->getName().getDialectNamespace();
    needs.linalg |= dialect == "linalg";
    needs.affine |= dialect == "affine";
    needs.complex |= dialect == "complex";
    needs.forall |= isa<scf::ForallOp>(op);
    needs.vector |= dialect == "vector" && !isPlainVectorOp(op);
    needs.narrowFloats |= hasNarrowFloat(op->getOperandTypes()) ||
                          hasNarrowFloat(op->getResultTypes());
    needs.kernel |= isKernelPatternRoot(op);
    // Complex functions are expanded to real ones, and vectors are unrolled.
    needs.math |= isMathRoot(op) || dialect == "complex";
    needs.vector |=
        isMathRoot(op) && isa<VectorType>(op->getResult(0).getType());
  });
  return needs;
}

/// Adds the upstream passes, each of which removes one dialect.
static void buildLowerings(OpPassManager &manager, const Needs &needs,
                           const TargetInfo &target) {
  if (needs.linalg)
    manager.addPass(createConvertLinalgToLoopsPass());
  if (needs.forall)
    manager.addPass(createForallToForLoopPass());
  if (needs.vector)
    manager.addPass(createConvertVectorToSCFPass(
        VectorTransferToSCFOptions().enableFullUnroll()));
  // Lowering vector transfers creates affine operations.
  if (needs.affine || needs.vector)
    manager.addPass(createLowerAffinePass());
  if (needs.complex)
    manager.addPass(createConvertComplexToStandardPass());
  if (needs.narrowFloats && target.isAMD()) {
    ArithToAMDGPUConversionPassOptions options;
    options.chipset = target.chip.str();
    manager.addPass(createArithToAMDGPUConversionPass(options));
  }
}

/// Adds patterns that lower all vector operations except loads, stores and
/// arithmetic on vectors of rank 1.
static void populateVectorPatterns(RewritePatternSet &patterns) {
  using namespace vector;
  populateVectorContractLoweringPatterns(patterns,
                                         VectorContractLowering::OuterProduct);
  populateVectorOuterProductLoweringPatterns(patterns);
  populateVectorMultiReductionLoweringPatterns(
      patterns, VectorMultiReductionLowering::InnerReduction);
  populateVectorBroadcastLoweringPatterns(patterns);
  populateVectorMaskOpLoweringPatterns(patterns);
  populateVectorMaskLoweringPatternsForSideEffectingOps(patterns);
  populateVectorMaskMaterializationPatterns(patterns,
                                            /*force32BitVectorIndices=*/false);
  populateVectorShapeCastLoweringPatterns(patterns);
  populateVectorTransposeLoweringPatterns(patterns,
                                          VectorTransposeLowering::EltWise);
  populateVectorTransferPermutationMapLoweringPatterns(patterns);
  populateVectorTransferLoweringPatterns(patterns, /*maxTransferRank=*/1);
  populateVectorScanLoweringPatterns(patterns);
  populateVectorStepLoweringPatterns(patterns);
  populateVectorGatherLoweringPatterns(patterns);
  populateVectorInterleaveLoweringPatterns(patterns);
  populateVectorInterleaveToShufflePatterns(patterns);
  populateVectorBitCastLoweringPatterns(patterns);
  populateVectorRankReducingFMAPattern(patterns);
  populateVectorInsertExtractStridedSliceTransforms(patterns);
  populateVectorFromElementsUnrollPatterns(patterns);
  populateVectorToElementsUnrollPatterns(patterns);
}

namespace {

struct PrimExpandKernels
    : OptionsOnce<prim::impl::PrimExpandKernelsBase<PrimExpandKernels>> {
  using OptionsOnce::OptionsOnce;

  void getDependentDialects(DialectRegistry &registry) const override {
    PrimExpandKernelsBase::getDependentDialects(registry);
    OpPassManager manager(gpu::GPUModuleOp::getOperationName());
    buildLowerings(manager, Needs::all(), TargetInfo());
    manager.getDependentDialects(registry);
  }

  void runOnOperation() override {
    gpu::GPUModuleOp module = getOperation();
    FailureOr<TargetInfo> target = TargetInfo::lookup(module);
    if (failed(target))
      return signalPassFailure();
    std::unique_ptr<TargetLowering> family = TargetLowering::create(*target);
    if (failed(checkKernels(module, *family)))
      return signalPassFailure();
    lowerExpandShapes(module);
    expandRelaxed(module, *family);
    Needs needs = findNeeds(module);
    if (needs.kernel) {
      RewritePatternSet patterns(&getContext());
      populateKernelPatterns(patterns, *family);
      if (failed(applyPatternsGreedily(module, std::move(patterns))))
        return signalPassFailure();
    }
    OpPassManager manager(gpu::GPUModuleOp::getOperationName());
    buildLowerings(manager, needs, *target);
    if (failed(runPipeline(manager, module)))
      return signalPassFailure();
    if (needs.math && failed(expandMath(module, target->family, deviceLibs)))
      return signalPassFailure();
    if (needs.vector) {
      RewritePatternSet patterns(&getContext());
      populateVectorPatterns(patterns);
      if (failed(applyPatternsGreedily(module, std::move(patterns))))
        return signalPassFailure();
    }
  }
};

} // namespace
