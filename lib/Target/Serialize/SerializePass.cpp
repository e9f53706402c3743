//===- SerializePass.cpp - prim-serialize ---------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Replaces every gpu.module by a gpu.binary from the serialization library, and
// changes nothing else.
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "prim/Conversion/OptionsOnce.h"
#include "prim/Conversion/Passes.h"

#include "../NVVM/KernelTable.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/ROCDLDialect.h"
#include "mlir/Target/LLVM/ROCDL/Utils.h"
#include "prim/Target/Serialize.h"

namespace mlir::prim {
#define GEN_PASS_DEF_PRIMSERIALIZE
#include "prim/Conversion/Passes.h.inc"
} // namespace mlir::prim

using namespace mlir;
using namespace mlir::prim;

namespace {

struct PrimSerialize
    : OptionsOnce<prim::impl::PrimSerializeBase<PrimSerialize>> {
  using OptionsOnce::OptionsOnce;
  PrimSerialize(const PrimSerializeOptions &options, SerializeTimes *times)
      : OptionsOnce(options), times(times) {}

  void getDependentDialects(DialectRegistry &registry) const override {
    PrimSerializeBase::getDependentDialects(registry);
    registerSerializeTranslations(registry);
  }

  void runOnOperation() override {
    if (format != "bin" && format != "isa" && format != "llvm") {
      getOperation().emitError("prim-serialize has no format '")
          << format << "'; use bin, isa or llvm";
      return signalPassFailure();
    }
    if (!parseIsolation(isolate)) {
      getOperation().emitError("prim-serialize cannot isolate by '")
          << isolate << "'; use none, auto, fork or program";
      return signalPassFailure();
    }
    for (auto module :
         llvm::make_early_inc_range(getOperation().getOps<gpu::GPUModuleOp>()))
      if (failed(replace(module)))
        return signalPassFailure();
  }

private:
  LogicalResult replace(gpu::GPUModuleOp module) {
    SerializeOptions options{optLevel,  abi,     *parseIsolation(isolate),
                             timeLimit, codegen, deviceLibs,
                             times};
    std::string object;
    gpu::CompilationTarget target;
    gpu::KernelTableAttr kernels;
    if (format == "bin") {
      target = gpu::CompilationTarget::Binary;
      std::string report;
      options.assemblerReport = &report;
      FailureOr<SmallVector<char, 0>> bytes =
          serializeToBinary(module, options);
      if (failed(bytes))
        return failure();
      object.assign(bytes->begin(), bytes->end());
      Attribute of = module.getTargetsAttr()[0];
      if (isa<ROCDL::ROCDLTargetAttr>(of))
        kernels = ROCDL::getKernelMetadata(module, *bytes);
      else if (isa<NVVM::NVVMTargetAttr>(of))
        kernels = getNVVMKernels(module, report);
    } else {
      bool isa = format == "isa";
      target = isa ? gpu::CompilationTarget::Assembly
                   : gpu::CompilationTarget::Offload;
      FailureOr<std::string> text = isa ? serializeToISA(module, options)
                                        : serializeToLLVM(module, options);
      if (failed(text))
        return failure();
      object = std::move(*text);
    }
    OpBuilder builder(module);
    auto attribute = gpu::ObjectAttr::get(
        &getContext(), module.getTargetsAttr()[0], target,
        builder.getStringAttr(object), DictionaryAttr(), kernels);
    gpu::BinaryOp::create(builder, module.getLoc(), module.getName(),
                          module.getOffloadingHandlerAttr(),
                          builder.getArrayAttr({attribute}));
    module.erase();
    return success();
  }

  SerializeTimes *times = nullptr;
};

} // namespace

std::unique_ptr<Pass>
mlir::prim::createPrimSerialize(const PrimSerializeOptions &options,
                                SerializeTimes *times) {
  return std::make_unique<PrimSerialize>(options, times);
}
