//===- Serialize.cpp - From gpu.module to code object ---*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM code generation for AMDGPU in this process. Everything that LLVM would
// accept silently or abort on is checked here first: the chip, the options,
// functions that nothing defines.
//
//===----------------------------------------------------------------------===//

#include "prim/Target/Serialize.h"

#include "LinkObject.h"
#include "mlir/Dialect/LLVMIR/ROCDLDialect.h"
#include "mlir/Target/LLVM/ModuleToObject.h"
#include "mlir/Target/LLVM/ROCDL/Utils.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/GPU/GPUToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/ROCDL/ROCDLToLLVMIRTranslation.h"
#include "prim/Target/TargetInfo.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Target/TargetMachine.h"
#include <mutex>

using namespace mlir;
using namespace mlir::prim;

namespace {

enum class Format { Object, ISA, LLVM };

/// What LLVM calls back while a module becomes an object.
class Serializer : public LLVM::ModuleToObject {
public:
  Serializer(gpu::GPUModuleOp module, ROCDL::ROCDLTargetAttr target,
             const SerializeOptions &options, Format format)
      : ModuleToObject(*module.getOperation(), target.getTriple(),
                       target.getChip(), target.getFeatures(),
                       options.optLevel),
        abi(options.abi), format(format) {}

protected:
  void handleModulePreLink(llvm::Module &llvmModule) override {
    llvmModule.addModuleFlag(llvm::Module::Error, "amdhsa_code_object_version",
                             abi);
    describeAssembly(llvmModule);
  }

  FailureOr<SmallVector<char, 0>>
  moduleToObject(llvm::Module &llvmModule) override {
    if (failed(checkDefined(llvmModule)))
      return failure();
    if (format == Format::LLVM) {
      std::string text;
      llvm::raw_string_ostream stream(text);
      llvmModule.print(stream, nullptr);
      return SmallVector<char, 0>(text.begin(), text.end());
    }
    FailureOr<llvm::TargetMachine *> machine = getOrCreateTargetMachine();
    if (failed(machine))
      return emitError(getOperation().getLoc(),
                       "LLVM has no AMDGPU back end for ")
             << chip;
    SmallVector<char, 0> output;
    llvm::raw_svector_ostream stream(output);
    llvm::legacy::PassManager passes;
    auto fileType = format == Format::ISA ? llvm::CodeGenFileType::AssemblyFile
                                          : llvm::CodeGenFileType::ObjectFile;
    if ((*machine)->addPassesToEmitFile(passes, stream, nullptr, fileType))
      return emitError(getOperation().getLoc(),
                       "LLVM cannot emit this kind of file for ")
             << chip;
    passes.run(llvmModule);
    if (format == Format::ISA)
      return output;
    std::string error;
    std::optional<SmallVector<char, 0>> linked = linkObject(output, error);
    if (!linked)
      return emitError(getOperation().getLoc(), error);
    return std::move(*linked);
  }

private:
  /// Says of inline assembly what MLIR has no attributes for. It may exchange
  /// values between lanes, as prim's own does: that is convergent, and must not
  /// be sunk to where fewer lanes are active. Without side effects it vanishes
  /// when it is not used.
  static void describeAssembly(llvm::Module &llvmModule) {
    for (llvm::Function &function : llvmModule)
      for (llvm::Instruction &instruction : llvm::instructions(function)) {
        auto *call = llvm::dyn_cast<llvm::CallInst>(&instruction);
        if (!call || !call->isInlineAsm())
          continue;
        call->setConvergent();
        auto *assembly = llvm::cast<llvm::InlineAsm>(call->getCalledOperand());
        if (assembly->hasSideEffects())
          continue;
        call->setDoesNotThrow();
        call->addFnAttr(llvm::Attribute::WillReturn);
        if (!StringRef(assembly->getConstraintString()).contains("~{memory}"))
          call->setDoesNotAccessMemory();
      }
  }

  /// Undefined functions are device library calls that a math op was turned
  /// into: there is no library to link, so say which op to avoid.
  LogicalResult checkDefined(llvm::Module &llvmModule) {
    for (llvm::Function &function : llvmModule) {
      if (!function.isDeclaration() || function.isIntrinsic() ||
          function.use_empty())
        continue;
      InFlightDiagnostic diagnostic =
          emitError(getOperation().getLoc(), "function '")
          << function.getName() << "' is called but nothing defines it";
      if (function.getName().starts_with("__oc"))
        diagnostic << "; prim links no device libraries: use an operation "
                      "that the target has (rocdl.exp2, rocdl.log, ...) or "
                      "constants for block and grid sizes";
      return diagnostic;
    }
    return success();
  }

  unsigned abi;
  Format format;
};

} // namespace

/// Once per process: the back end, and the one option of it that prim needs.
/// LLVM's atomic optimizer would turn an atomic at one address into a loop over
/// the lanes; prim's kernels combine within the wave before they go to memory.
static void initializeBackEnd() {
  static std::once_flag once;
  std::call_once(once, [] {
    ROCDL::SerializeGPUModuleBase::init();
    StringRef name = "amdgpu-atomic-optimizer-strategy";
    auto &options = llvm::cl::getRegisteredOptions();
    auto option = options.find(name);
    if (option != options.end() && option->second->getNumOccurrences() == 0)
      option->second->addOccurrence(0, name, "None");
  });
}

static FailureOr<SmallVector<char, 0>>
serialize(gpu::GPUModuleOp module, const SerializeOptions &options,
          Format format) {
  FailureOr<TargetInfo> info = TargetInfo::lookup(module);
  if (failed(info))
    return failure();
  auto target = dyn_cast<ROCDL::ROCDLTargetAttr>(module.getTargetsAttr()[0]);
  if (!info->isAMD() || !target)
    return module.emitOpError("cannot be serialized for ")
           << info->chip
           << " yet: the NVVM pipeline comes later; use an AMDGPU chip";
  if (options.optLevel > 3)
    return module.emitOpError("cannot be optimized at level ")
           << options.optLevel << "; use opt-level 0 to 3";
  if (options.abi != 500 && options.abi != 600)
    return module.emitOpError("cannot be given code object version ")
           << options.abi << "; use abi 500 or 600";
  initializeBackEnd();
  Serializer serializer(module, target, options, format);
  std::optional<SmallVector<char, 0>> bytes = serializer.run();
  // What went wrong has been reported.
  if (!bytes)
    return failure();
  return std::move(*bytes);
}

FailureOr<SmallVector<char, 0>>
mlir::prim::serializeToHsaco(gpu::GPUModuleOp module,
                             const SerializeOptions &options) {
  return serialize(module, options, Format::Object);
}

static FailureOr<std::string> serializeToText(gpu::GPUModuleOp module,
                                              const SerializeOptions &options,
                                              Format format) {
  FailureOr<SmallVector<char, 0>> bytes = serialize(module, options, format);
  if (failed(bytes))
    return failure();
  return std::string(bytes->begin(), bytes->end());
}

FailureOr<std::string>
mlir::prim::serializeToISA(gpu::GPUModuleOp module,
                           const SerializeOptions &options) {
  return serializeToText(module, options, Format::ISA);
}

FailureOr<std::string>
mlir::prim::serializeToLLVM(gpu::GPUModuleOp module,
                            const SerializeOptions &options) {
  return serializeToText(module, options, Format::LLVM);
}

void mlir::prim::registerSerializeTranslations(DialectRegistry &registry) {
  registerBuiltinDialectTranslation(registry);
  registerGPUDialectTranslation(registry);
  registerLLVMDialectTranslation(registry);
  registerROCDLDialectTranslation(registry);
}
