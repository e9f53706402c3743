//===- Program.cpp - From a module to loaded code ---------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loads the host code of a compilation into this process.
//
//===----------------------------------------------------------------------===//

#include "prim/Execution/Program.h"

#include "Diagnostics.h"
#include "Timer.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/ExecutionEngine/ExecutionEngine.h"
#include "mlir/IR/MLIRContext.h"
#include "prim/Target/BackEnd.h"
#include "llvm/ExecutionEngine/Orc/Core.h"
#include "llvm/ExecutionEngine/Orc/Mangling.h"

using namespace mlir;
using namespace mlir::prim;

//===----------------------------------------------------------------------===//
// Compiling
//===----------------------------------------------------------------------===//

llvm::Expected<std::unique_ptr<Program>>
Program::compile(StringRef text, const CompileOptions &options,
                 StringRef name) {
  TextContext context;
  auto compilation = context.compile(text, name, Stage::Host, options);
  if (!compilation)
    return compilation.takeError();
  return create(*compilation);
}

llvm::Expected<std::unique_ptr<Program>>
Program::compile(OwningOpRef<ModuleOp> module, const CompileOptions &options) {
  MLIRContext &context = *module->getContext();
  Compilation compilation(std::move(module));
  if (llvm::Error error = collectErrors(context, [&] {
        return runForChip(compilation, Stage::Host, options);
      }))
    return std::move(error);
  return create(compilation);
}

//===----------------------------------------------------------------------===//
// Loading
//===----------------------------------------------------------------------===//

Program::Program() = default;

// What the generated code has loaded goes before the code.
Program::~Program() { unload(); }

void Program::unload() {
  for (int32_t (*release)() : releases)
    release();
}

// Of MLIR's float16_utils. Their types are the target's own business: nothing
// here calls them.
extern "C" {
void __truncsfbf2();
void __truncdfbf2();
}

/// What generated host code calls.
static llvm::orc::SymbolMap
getRuntimeSymbols(llvm::orc::MangleAndInterner mangle) {
  llvm::orc::SymbolMap symbols;
  auto add = [&](const char *name, auto *function) {
    symbols[mangle(name)] = {llvm::orc::ExecutorAddr::fromPtr(function),
                             llvm::JITSymbolFlags::Exported |
                                 llvm::JITSymbolFlags::Callable};
  };
  add("primExecKernel", &primExecKernel);
  add("primExecReleaseModule", &primExecReleaseModule);
  add("primExecLaunch", &primExecLaunch);
  add("primExecAlloc", &primExecAlloc);
  add("primExecFree", &primExecFree);
  add("primExecFill", &primExecFill);
  add("primExecCopy", &primExecCopy);
  add("primExecFail", &primExecFail);
  add("primExecFailed", &primExecFailed);
  add("primExecAttribute", &primExecAttribute);
  // The compiler's own library has them from GCC 13 on only.
  add("__truncsfbf2", &__truncsfbf2);
  add("__truncdfbf2", &__truncdfbf2);
  return symbols;
}

llvm::Expected<std::unique_ptr<Program>>
Program::create(Compilation &compilation) {
  initializeBackEnd();
  std::unique_ptr<Program> program(new Program());
  program->signatures = compilation.getSignatures();
  Stopwatch watch;
  ExecutionEngineOptions options;
  options.jitCodeGenOptLevel = llvm::CodeGenOptLevel::None;
  options.enableGDBNotificationListener = false;
  options.enablePerfNotificationListener = false;
  ModuleOp module = compilation.getModule();
  auto engine = ExecutionEngine::create(module, options);
  if (!engine)
    return engine.takeError();
  (*engine)->registerSymbols(getRuntimeSymbols);
  (*engine)->initialize();

  // Looked up now, so that a call does nothing but to call.
  for (auto function : module.getOps<LLVM::LLVMFuncOp>()) {
    StringRef name = function.getName();
    if (name.starts_with("prim_release_") && !function.isExternal()) {
      auto release = (*engine)->lookup(name);
      if (!release)
        return release.takeError();
      program->releases.push_back(reinterpret_cast<int32_t (*)()>(*release));
    }
    std::string wrapper = ("_mlir_ciface_" + name).str();
    if (!module.lookupSymbol(wrapper))
      continue;
    auto entry = (*engine)->lookupPacked(wrapper);
    if (!entry)
      return entry.takeError();
    Entry &known = program->entries[name];
    known.function = *entry;
    if (auto places =
            function->getAttrOfType<DenseI64ArrayAttr>("prim.results"))
      known.resultPlaces = places.asArrayRef().vec();
  }
  program->engine = std::move(*engine);
  program->times = compilation.getTimes();
  program->times.push_back({"JIT", watch.read()});
  return std::move(program);
}
