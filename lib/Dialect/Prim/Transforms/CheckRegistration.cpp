//===- CheckRegistration.cpp - What a context must have -----*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass prim-check-registration.
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/LLVMIR/ROCDLDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Target/LLVMIR/LLVMTranslationInterface.h"
#include "prim/Dialect/Prim/IR/Prim.h"
#include "prim/Dialect/Prim/Transforms/Passes.h"
#include "llvm/ADT/StringExtras.h"

namespace mlir::prim {
#define GEN_PASS_DEF_PRIMCHECKREGISTRATION
#include "prim/Dialect/Prim/Transforms/Passes.h.inc"
} // namespace mlir::prim

using namespace mlir;
using namespace mlir::prim;

namespace {

struct CheckRegistrationPass
    : prim::impl::PrimCheckRegistrationBase<CheckRegistrationPass> {
  using PrimCheckRegistrationBase::PrimCheckRegistrationBase;

  void runOnOperation() override {
    SmallVector<StringRef> missing;
    // One op of each dialect whose ops bufferization meets.
    checkModel<arith::ConstantOp>(missing);
    checkModel<cf::BranchOp>(missing);
    checkModel<func::FuncOp>(missing);
    checkModel<linalg::GenericOp>(missing);
    checkModel<scf::ForOp>(missing);
    checkModel<tensor::EmptyOp>(missing);
    checkOps(missing);
    if (!missing.empty())
      return report("the bufferization models of ", missing,
                    "registerAllDialects");
    checkModel<DeviceScanOp>(missing);
    if (!missing.empty())
      return report("the bufferization models of ", missing,
                    "prim::registerAllPrim");
    checkTranslation<LLVM::LLVMDialect>(missing);
    checkTranslation<NVVM::NVVMDialect>(missing);
    checkTranslation<ROCDL::ROCDLDialect>(missing);
    checkTranslation<gpu::GPUDialect>(missing);
    if (!missing.empty())
      report("the translations to LLVM IR of ", missing,
             "registerAllGPUToLLVMIRTranslations");
  }

private:
  /// A promise without its model must not be asked for: that is fatal in
  /// upstream's builds with assertions.
  template <typename OpTy>
  void checkModel(SmallVectorImpl<StringRef> &missing) {
    std::optional<RegisteredOperationName> name =
        RegisteredOperationName::lookup(TypeID::get<OpTy>(), &getContext());
    if (!name)
      return;
    if (hasPromise(*name) ||
        !name->hasInterface<bufferization::BufferizableOpInterface>())
      missing.push_back(name->getDialectNamespace());
  }

  /// The dialects of the ops in host functions, such as vector, that promise
  /// models. Kernels are not bufferized.
  void checkOps(SmallVectorImpl<StringRef> &missing) {
    getOperation()->walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (isa<gpu::GPUModuleOp>(op))
        return WalkResult::skip();
      std::optional<RegisteredOperationName> name = op->getRegisteredInfo();
      if (name && hasPromise(*name) &&
          !llvm::is_contained(missing, name->getDialectNamespace()))
        missing.push_back(name->getDialectNamespace());
      return WalkResult::advance();
    });
  }

  static bool hasPromise(RegisteredOperationName name) {
    return name.getDialect().hasPromisedInterface(
        name.getTypeID(),
        bufferization::BufferizableOpInterface::getInterfaceID());
  }

  template <typename DialectTy>
  void checkTranslation(SmallVectorImpl<StringRef> &missing) {
    auto *dialect = getContext().getLoadedDialect<DialectTy>();
    if (dialect && !dialect->template getRegisteredInterface<
                       LLVMTranslationDialectInterface>())
      missing.push_back(DialectTy::getDialectNamespace());
  }

  void report(StringRef what, ArrayRef<StringRef> dialects,
              StringRef registration) {
    emitError(getOperation()->getLoc())
        << "the context lacks " << what << llvm::join(dialects, ", ")
        << ", which " << registration
        << " registers; call prim::registerProgramDialects for the registry of "
           "the context, which registers all that prim needs";
    signalPassFailure();
  }
};

} // namespace
