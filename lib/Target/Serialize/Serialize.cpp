//===- Serialize.cpp - From gpu.module to code object ---*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Translates MLIR to LLVM IR, and reports of code generation to diagnostics.
// Errors that LLVM would silently accept are checked first: the chip and the
// options.
//
//===----------------------------------------------------------------------===//

#include "prim/Target/Serialize.h"

#include "../NVVM/Assemble.h"
#include "../ROCDL/DeviceLibraryLink.h"
#include "../ROCDL/PrintfCalls.h"
#include "CheckModule.h"
#include "GeneratorHash.h"
#include "Isolation.h"
#include "mlir/Target/LLVM/ModuleToObject.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/GPU/GPUToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/NVVM/NVVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/ROCDL/ROCDLToLLVMIRTranslation.h"
#include "prim/CodeObject/CheckObject.h"
#include "prim/Support/ProgramCache.h"
#include "prim/Target/DeviceLibrary.h"
#include "prim/Target/TargetInfo.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Process.h"

using namespace mlir;
using namespace mlir::prim;

namespace {

/// LLVM's callbacks during serialisation.
class Serializer : public LLVM::ModuleToObject {
public:
  Serializer(gpu::GPUModuleOp module, const TargetInfo &info,
             StringRef features, const SerializeOptions &options,
             CodeRequest::Kind kind)
      : ModuleToObject(*module.getOperation(), info.getTriple(), info.chip,
                       features, options.optLevel),
        target(info), options(options), kind(kind) {}

protected:
  void handleModulePreLink(llvm::Module &llvmModule) override {
    if (target.isAMD()) {
      llvmModule.addModuleFlag(llvm::Module::Error,
                               "amdhsa_code_object_version", options.abi);
      expandPrintfCalls(llvmModule);
    }
    describeAssembly(llvmModule);
  }

  std::optional<SmallVector<std::unique_ptr<llvm::Module>>>
  loadBitcodeFiles(llvm::Module &llvmModule) override {
    SmallVector<std::unique_ptr<llvm::Module>> libraries;
    if (!needsDeviceLibrary(llvmModule))
      return libraries;
    auto module = cast<gpu::GPUModuleOp>(getOperation());
    std::string error;
    std::optional<std::string> path =
        findDeviceLibrary(target.family, options.deviceLibs, error);
    if (!path) {
      emitError(module.getLoc(), error);
      return std::nullopt;
    }
    // Without a library its functions are reported as undefined.
    if (path->empty())
      return libraries;
    if (target.isAMD())
      defineLibraryControls(llvmModule, target, options.abi);
    auto file = StringAttr::get(module.getContext(), *path);
    if (failed(loadBitcodeFilesFromList(llvmModule.getContext(), {file},
                                        libraries)))
      return std::nullopt;
    return libraries;
  }

  /// The library's notes describe only itself.
  LogicalResult handleBitcodeFile(llvm::Module &library) override {
    for (StringRef name : {"opencl.ocl.version", "llvm.ident"})
      if (llvm::NamedMDNode *node = library.getNamedMetadata(name))
        library.eraseNamedMetadata(node);
    return success();
  }

  /// Left to generateCode, which may run in another process.
  LogicalResult optimizeModule(llvm::Module &, int) override {
    return success();
  }

  FailureOr<SmallVector<char, 0>>
  moduleToObject(llvm::Module &llvmModule) override {
    std::string all = features.str();
    if (!all.empty() && !target.fixedFeatures.empty())
      all += ",";
    all += target.fixedFeatures;
    MLIRContext *context = getOperation().getContext();
    FailureOr<unsigned> rules = findCheckRules();
    if (failed(rules))
      return failure();
    CodeRequest request{
        triple.str(),
        chip.str(),
        all,
        options.optLevel,
        kind,
        context->isMultithreadingEnabled() ? context->getNumThreads() : 1,
        *rules,
        ProgramCache::getForTests() ? getGeneratorHash() : ""};
    FailureOr<CodeResult> result = generateCodeIsolated(
        cast<gpu::GPUModuleOp>(getOperation()), llvmModule, request, options);
    if (failed(result) || failed(report(*result)))
      return failure();
    if (options.times)
      *options.times += result->times;
    if (kind == CodeRequest::Object && target.family == TargetFamily::NVPTX)
      return assemblePTX(cast<gpu::GPUModuleOp>(getOperation()), target,
                         result->bytes, options);
    return SmallVector<char, 0>(result->bytes.begin(), result->bytes.end());
  }

private:
  /// The rules of final code that the options and the environment select. An
  /// unknown name in PRIM_CHECK is an error.
  FailureOr<unsigned> findCheckRules() {
    if (options.check)
      return unsigned(AllRules);
    std::string named = llvm::sys::Process::GetEnv("PRIM_CHECK").value_or("");
    if (named.empty() || named == "0")
      return 0u;
    if (named == "1")
      return unsigned(AllRules);
    unsigned rules = 0;
    for (StringRef name : llvm::split(named, ',')) {
      std::optional<CheckRule> rule = findCheckRule(name);
      if (!rule)
        return emitError(getOperation().getLoc(), "PRIM_CHECK names '")
               << name << "'; use 1, 0, or some of " << checkRuleNames();
      rules |= *rule;
    }
    return rules;
  }

  /// Whether `llvmModule` calls functions of the device library that it does
  /// not define.
  bool needsDeviceLibrary(const llvm::Module &llvmModule) const {
    return llvm::any_of(llvmModule, [&](const llvm::Function &function) {
      return function.isDeclaration() && !function.use_empty() &&
             isOfDeviceLibrary(function.getName(), target.family);
    });
  }

  /// Adds attributes of inline assembly that MLIR lacks. Assembly may exchange
  /// values between lanes, as prim's own does. So it is convergent and must not
  /// be sunk to a place with fewer active lanes. Unused assembly without side
  /// effects is removed.
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

  /// Reports LLVM's messages, and undefined functions.
  LogicalResult report(const CodeResult &result) {
    auto module = cast<gpu::GPUModuleOp>(getOperation());
    for (const CodeMessage &message : result.messages) {
      Location loc = findFunction(module, message.function)->getLoc();
      if (message.source == CodeMessage::Check)
        emitError(loc) << "the code for " << chip
                       << " is wrong on hardware: " << message.text;
      else if (message.isError)
        emitError(loc) << "LLVM cannot generate code for " << chip << ": "
                       << message.text;
      else
        emitWarning(loc) << message.text;
    }
    for (const auto &[name, caller] : result.undefined) {
      InFlightDiagnostic diagnostic =
          emitError(findFunction(module, caller)->getLoc(), "function '")
          << name << "' is called but not defined";
      if (isOfDeviceLibrary(name, target.family))
        diagnostic << "; it is in " << describeDeviceLibrary(target.family);
    }
    return failure(result.failed());
  }

  const TargetInfo &target;
  const SerializeOptions &options;
  CodeRequest::Kind kind;
};

} // namespace

static FailureOr<SmallVector<char, 0>>
serialize(gpu::GPUModuleOp module, const SerializeOptions &options,
          CodeRequest::Kind kind) {
  FailureOr<TargetInfo> info = TargetInfo::lookup(module);
  if (failed(info))
    return failure();
  if (options.optLevel > 3)
    return module.emitOpError("cannot be optimized at level ")
           << options.optLevel << "; use opt-level 0 to 3";
  if (options.abi != 500 && options.abi != 600)
    return module.emitOpError("cannot be given code object version ")
           << options.abi << "; use abi 500 or 600";
  if (failed(checkTranslatable(module)))
    return failure();
  initializeBackEnd();
  StringRef features = TargetInfo::getNames(module.getTargetsAttr()[0]).second;
  Serializer serializer(module, *info, features, options, kind);
  std::optional<SmallVector<char, 0>> bytes = serializer.run();
  // The error has been reported.
  if (!bytes)
    return failure();
  return std::move(*bytes);
}

FailureOr<SmallVector<char, 0>>
mlir::prim::serializeToBinary(gpu::GPUModuleOp module,
                              const SerializeOptions &options) {
  return serialize(module, options, CodeRequest::Object);
}

static FailureOr<std::string> serializeToText(gpu::GPUModuleOp module,
                                              const SerializeOptions &options,
                                              CodeRequest::Kind kind) {
  FailureOr<SmallVector<char, 0>> bytes = serialize(module, options, kind);
  if (failed(bytes))
    return failure();
  return std::string(bytes->begin(), bytes->end());
}

FailureOr<std::string>
mlir::prim::serializeToISA(gpu::GPUModuleOp module,
                           const SerializeOptions &options) {
  return serializeToText(module, options, CodeRequest::Assembly);
}

FailureOr<std::string>
mlir::prim::serializeToLLVM(gpu::GPUModuleOp module,
                            const SerializeOptions &options) {
  return serializeToText(module, options, CodeRequest::IR);
}

void mlir::prim::registerSerializeTranslations(DialectRegistry &registry) {
  registerBuiltinDialectTranslation(registry);
  registerGPUDialectTranslation(registry);
  registerLLVMDialectTranslation(registry);
  registerNVVMDialectTranslation(registry);
  registerROCDLDialectTranslation(registry);
}
