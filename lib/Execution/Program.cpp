//===- Program.cpp - From a module to loaded code ----------------*- C++
//-*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compiles with diagnostics turned into an error, and loads the host code into
// this process.
//
//===----------------------------------------------------------------------===//

#include "prim/Execution/Program.h"

#include "Timer.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/ExecutionEngine/ExecutionEngine.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "prim/Target/BackEnd.h"
#include "llvm/ExecutionEngine/Orc/Core.h"
#include "llvm/ExecutionEngine/Orc/Mangling.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;
using namespace mlir::prim;

//===----------------------------------------------------------------------===//
// Errors of a compilation
//===----------------------------------------------------------------------===//

static void print(raw_ostream &stream, Location location, StringRef kind,
                  const Diagnostic &diagnostic) {
  if (auto place = location->findInstanceOf<FileLineColLoc>())
    stream << place.getFilename().getValue() << ":" << place.getLine() << ":"
           << place.getColumn() << ": ";
  stream << kind << ": " << diagnostic << "\n";
}

/// What `work` returns, or the errors that it reported to `context`.
template <typename T>
static llvm::Expected<T>
collectErrors(MLIRContext &context, llvm::function_ref<FailureOr<T>()> work) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
    if (diagnostic.getSeverity() != DiagnosticSeverity::Error)
      return failure();
    print(stream, diagnostic.getLocation(), "error", diagnostic);
    for (const Diagnostic &note : diagnostic.getNotes())
      print(stream, note.getLocation(), "note", note);
    return success();
  });
  FailureOr<T> result = work();
  if (succeeded(result))
    return std::move(*result);
  if (text.empty())
    text = "compilation failed and did not say why";
  return llvm::createStringError(StringRef(text).rtrim());
}

/// Carries `compilation` on to the end.
static LogicalResult lower(Compilation &compilation, CompileOptions options) {
  if (options.chip.empty())
    options.chip = compilation.getOwnChip().value_or("");
  return compilation.run(Stage::Host, options);
}

llvm::Expected<std::unique_ptr<Program>>
Program::compile(StringRef text, const CompileOptions &options,
                 StringRef name) {
  DialectRegistry registry;
  registerProgramDialects(registry);
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  context.printOpOnDiagnostic(false);
  llvm::SourceMgr sources;
  sources.AddNewSourceBuffer(llvm::MemoryBuffer::getMemBufferCopy(text, name),
                             llvm::SMLoc());
  auto compilation =
      collectErrors<Compilation>(context, [&]() -> FailureOr<Compilation> {
        auto parsed = Compilation::parse(sources, context);
        if (failed(parsed) || failed(lower(*parsed, options)))
          return failure();
        return parsed;
      });
  if (!compilation)
    return compilation.takeError();
  return create(*compilation);
}

llvm::Expected<std::unique_ptr<Program>>
Program::compile(OwningOpRef<ModuleOp> module, const CompileOptions &options) {
  MLIRContext &context = *module->getContext();
  auto compilation =
      collectErrors<Compilation>(context, [&]() -> FailureOr<Compilation> {
        Compilation taken(std::move(module));
        if (failed(lower(taken, options)))
          return failure();
        return taken;
      });
  if (!compilation)
    return compilation.takeError();
  return create(*compilation);
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
