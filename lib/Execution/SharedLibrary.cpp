//===- SharedLibrary.cpp - Programs as shared libraries ---------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compiles a module once per chip, since plans and host code differ by chip.
// The host code of all chips is linked into one LLVM module as local functions,
// and the exported functions select one. LLVM compiles that to one object, and
// lld links a shared library, both in memory.
//
//===----------------------------------------------------------------------===//

#include "prim/Execution/SharedLibrary.h"

#include "LibraryCode.h"
#include "LibraryInterface.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "prim/Target/BackEnd.h"
#include "prim/Target/LinkObject.h"
#include "prim_runtime.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Linker/Linker.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Object/ObjectFile.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Target/TargetOptions.h"
#include "llvm/TargetParser/Host.h"
#include "llvm/TargetParser/Triple.h"
#include "llvm/Transforms/Utils/Cloning.h"

#include <dlfcn.h>
#include <set>

using namespace mlir;
using namespace mlir::prim;

//===----------------------------------------------------------------------===//
// Dependencies of the library
//===----------------------------------------------------------------------===//

namespace {

/// The runtime of this process and its own dependencies, which are also where
/// the loader searches the library's symbols.
class Surroundings {
public:
  Surroundings() {
    Dl_info info;
    if (::dladdr(reinterpret_cast<void *>(&primExecLaunch), &info) &&
        info.dli_fname) {
      runtime = info.dli_fname;
      handle = ::dlopen(info.dli_fname, RTLD_LAZY | RTLD_NOLOAD);
    }
  }
  ~Surroundings() {
    if (handle)
      ::dlclose(handle);
  }
  Surroundings(const Surroundings &) = delete;

  /// The runtime's path.
  const std::string &getRuntime() const { return runtime; }
  /// Whether the runtime is a library of its own instead of part of the
  /// program.
  bool hasRuntime() const {
    return handle && llvm::sys::path::filename(runtime).contains(".so");
  }

  /// The path of the library that defines `symbol`: the runtime, or a C
  /// library. Empty if neither does.
  std::string find(const std::string &symbol) const {
    void *address = handle ? ::dlsym(handle, symbol.c_str()) : nullptr;
    Dl_info info;
    if (!address || !::dladdr(address, &info) || !info.dli_fname)
      return "";
    StringRef file = llvm::sys::path::filename(info.dli_fname);
    // The last one is the compiler's own library, which supports f16.
    bool known = file == llvm::sys::path::filename(runtime);
    for (StringRef stem : {"libc.so", "libm.so", "libgcc_s.so"})
      known = known || file.starts_with(stem);
    return known ? info.dli_fname : "";
  }

private:
  std::string runtime;
  void *handle = nullptr;
};

} // namespace

//===----------------------------------------------------------------------===//
// From the module to host code in LLVM IR
//===----------------------------------------------------------------------===//

/// A processor whose instructions every machine of this architecture has,
/// because the library may run on other machines.
static std::unique_ptr<llvm::TargetMachine> createMachine(std::string &error) {
  initializeBackEnd();
  llvm::Triple triple(llvm::sys::getProcessTriple());
  if (!triple.isOSBinFormatELF()) {
    error = "libraries can only be made on systems with ELF files";
    return nullptr;
  }
  const llvm::Target *target =
      llvm::TargetRegistry::lookupTarget(triple, error);
  if (!target)
    return nullptr;
  return std::unique_ptr<llvm::TargetMachine>(target->createTargetMachine(
      triple, /*CPU=*/"", /*Features=*/"", llvm::TargetOptions(),
      llvm::Reloc::PIC_, llvm::CodeModel::Small,
      llvm::CodeGenOptLevel::Default));
}

namespace {

class LibraryBuilder {
public:
  LibraryBuilder(ModuleOp source, const LibraryOptions &library,
                 const CompileOptions &options)
      : source(source), library(library), options(options),
        module("library", context) {}

  FailureOr<SharedLibrary> build();

private:
  InFlightDiagnostic error() { return emitError(source.getLoc()); }
  LogicalResult addChip(const std::string &chip, bool first);
  LogicalResult addFunctions();
  void optimise();
  /// Emits the object, and lists its undefined symbols.
  FailureOr<std::string> emit(std::set<std::string> &undefined);
  /// Emits the object without missing symbols; `files` are the libraries that
  /// it needs.
  FailureOr<std::string> emitComplete(std::set<std::string> &files);
  FailureOr<std::string> link(StringRef object,
                              const std::set<std::string> &files);

  ModuleOp source;
  const LibraryOptions &library;
  const CompileOptions &options;
  LibraryInterface interface;
  Surroundings surroundings;
  std::unique_ptr<llvm::TargetMachine> machine;
  llvm::LLVMContext context;
  llvm::Module module;
  /// The names in `module` of the functions of the source, per function and
  /// chip, and of those that unload modules.
  std::vector<std::vector<std::string>> callees;
  std::vector<std::string> releases;
};

} // namespace

/// Compiles for one chip and adds the host code to `module`.
LogicalResult LibraryBuilder::addChip(const std::string &chip, bool first) {
  Compilation compilation(OwningOpRef<ModuleOp>(source.clone()));
  CompileOptions forChip = options;
  forChip.chip = chip;
  if (failed(compilation.run(Stage::Host, forChip)))
    return failure();
  ModuleOp lowered = compilation.getModule();
  std::unique_ptr<llvm::Module> code =
      translateModuleToLLVMIR(lowered, context);
  if (!code)
    return failure();
  code->setTargetTriple(machine->getTargetTriple());
  code->setDataLayout(machine->createDataLayout());

  // Functions called from outside keep unique names until the modules are
  // linked, because the linker renames colliding internal symbols.
  llvm::SmallPtrSet<llvm::GlobalValue *, 8> kept;
  auto keep = [&](llvm::Function *function) {
    function->setName(function->getName() + "." + chip);
    kept.insert(function);
    return function->getName().str();
  };
  for (auto [index, function] : llvm::enumerate(interface.functions)) {
    auto host = lowered.lookupSymbol<LLVM::LLVMFuncOp>(function.symbol);
    llvm::Function *found = code->getFunction(function.symbol);
    if (!host || !found || found->isDeclaration())
      return error() << "function '" << function.symbol
                     << "' was removed by the lowering for " << chip;
    std::vector<int64_t> places = function.places;
    if (auto given = host->getAttrOfType<DenseI64ArrayAttr>("prim.results"))
      places = given.asArrayRef().vec();
    if (!first && places != function.places)
      return error() << "function '" << function.symbol
                     << "' has its results in other places for " << chip
                     << " than for " << library.chips.front();
    function.places = std::move(places);
    callees[index].push_back(keep(found));
  }
  for (auto function : lowered.getOps<LLVM::LLVMFuncOp>())
    if (function.getName().starts_with("prim_release_") &&
        !function.isExternal())
      if (llvm::Function *found = code->getFunction(function.getName()))
        releases.push_back(keep(found));
  // All other symbols become internal, so that they do not conflict with C
  // functions.
  for (llvm::GlobalValue &value : code->global_values()) {
    if (value.isDeclaration() || kept.contains(&value) ||
        value.hasAppendingLinkage())
      continue;
    if (auto *object = dyn_cast<llvm::GlobalObject>(&value))
      object->setComdat(nullptr);
    value.setVisibility(llvm::GlobalValue::DefaultVisibility);
    value.setLinkage(llvm::GlobalValue::InternalLinkage);
    value.setName(value.getName() + ".in." + chip);
  }
  if (llvm::Linker::linkModules(module, std::move(code)))
    return error() << "the host code for " << chip
                   << " cannot be linked with the code for other chips";
  return success();
}

/// Adds the C functions and makes all functions that they call internal.
LogicalResult LibraryBuilder::addFunctions() {
  auto find = [&](ArrayRef<std::string> names) {
    SmallVector<llvm::Function *> found;
    for (const std::string &name : names)
      found.push_back(module.getFunction(name));
    for (llvm::Function *function : found)
      function->setLinkage(llvm::GlobalValue::InternalLinkage);
    return found;
  };
  // Only declarations can still have such a name.
  SmallVector<std::string> shown = {interface.release};
  for (const LibraryFunction &function : interface.functions)
    shown.push_back(function.name);
  for (const std::string &name : shown)
    if (module.getNamedValue(name)) {
      Operation *declared = source.lookupSymbol(name);
      return emitError(declared ? declared->getLoc() : source.getLoc())
             << "'" << name
             << "' is called, but the library has a function of that name; "
                "choose another --prefix";
    }
  for (auto [function, names] : llvm::zip_equal(interface.functions, callees))
    if (!addLibraryFunction(module, function, find(names), library.chips))
      return error() << "function '" << function.symbol
                     << "' has other parameters after lowering";
  addLibraryRelease(module, interface.release, find(releases));
  std::string text;
  llvm::raw_string_ostream stream(text);
  if (llvm::verifyModule(module, &stream))
    return error() << "the library's code is not valid: " << text;
  return success();
}

//===----------------------------------------------------------------------===//
// From LLVM IR to the library
//===----------------------------------------------------------------------===//

void LibraryBuilder::optimise() {
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager graphs;
  llvm::ModuleAnalysisManager modules;
  llvm::PassBuilder builder(machine.get());
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(graphs);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, graphs, modules);
  // Host code only computes sizes and launches, so O1 suffices.
  builder.buildPerModuleDefaultPipeline(llvm::OptimizationLevel::O1)
      .run(module, modules);
}

FailureOr<std::string> LibraryBuilder::emit(std::set<std::string> &undefined) {
  llvm::SmallVector<char, 0> bytes;
  {
    // Code generation changes its input.
    std::unique_ptr<llvm::Module> copy = llvm::CloneModule(module);
    llvm::raw_svector_ostream stream(bytes);
    llvm::legacy::PassManager passes;
    if (machine->addPassesToEmitFile(passes, stream, nullptr,
                                     llvm::CodeGenFileType::ObjectFile))
      return error() << "LLVM cannot make objects for this machine";
    passes.run(*copy);
  }
  StringRef text(bytes.data(), bytes.size());
  auto object = llvm::object::ObjectFile::createObjectFile(
      llvm::MemoryBufferRef(text, "library"));
  if (!object)
    return error() << llvm::toString(object.takeError());
  undefined.clear();
  for (const llvm::object::SymbolRef &symbol : (*object)->symbols()) {
    auto flags = symbol.getFlags();
    auto name = symbol.getName();
    if (!flags || !name)
      return error() << llvm::toString(llvm::joinErrors(
                 flags ? llvm::Error::success() : flags.takeError(),
                 name ? llvm::Error::success() : name.takeError()));
    if ((*flags & llvm::object::SymbolRef::SF_Undefined) && !name->empty() &&
        *name != "_GLOBAL_OFFSET_TABLE_")
      undefined.insert(name->str());
  }
  return text.str();
}

FailureOr<std::string>
LibraryBuilder::emitComplete(std::set<std::string> &files) {
  std::set<std::string> undefined;
  FailureOr<std::string> object = emit(undefined);
  if (failed(object))
    return failure();
  // Code generation itself introduces these calls, so they are known only
  // afterwards.
  bool added = false;
  for (const std::string &name : undefined)
    added |= addRounding(module, name);
  if (added && failed(object = emit(undefined)))
    return failure();
  for (const std::string &name : undefined) {
    std::string file = surroundings.find(name);
    if (!file.empty()) {
      files.insert(file);
      continue;
    }
    Operation *declared = source.lookupSymbol(name);
    return emitError(declared ? declared->getLoc() : source.getLoc())
           << "host code calls '" << name
           << "', which neither the file nor prim's runtime nor the C library "
              "defines; define it in the file";
  }
  return object;
}

FailureOr<std::string>
LibraryBuilder::link(StringRef object, const std::set<std::string> &files) {
  // All symbols are resolved when the library is loaded, or loading fails.
  std::vector<std::string> arguments = {
      "-soname",          library.fileName, "-s", "-z", "now",
      "--hash-style=gnu", "--eh-frame-hdr"};
  if (!library.runPath.empty())
    arguments.insert(arguments.end(), {"-rpath", library.runPath});
  arguments.push_back(surroundings.getRuntime());
  for (const std::string &file : files)
    if (file != surroundings.getRuntime())
      arguments.push_back(file);
  std::string text;
  auto linked = linkObjects({object}, text, arguments);
  if (!linked)
    return error() << text;
  return std::string(linked->data(), linked->size());
}

FailureOr<SharedLibrary> LibraryBuilder::build() {
  llvm::StringSet<> seen;
  for (const std::string &chip : library.chips) {
    if (chip.empty())
      return error()
             << "the name of a chip is empty in '"
             << llvm::join(library.chips, ",")
             << "'; separate chips with one comma, as in gfx942,gfx1100";
    if (!seen.insert(chip).second)
      return error() << "chip '" << chip << "' is named twice; remove one";
  }
  if (library.chips.empty())
    return error() << "a library needs at least one chip; give it with --chip";
  FailureOr<LibraryInterface> described = describeLibrary(source, library);
  if (failed(described))
    return failure();
  interface = std::move(*described);
  for (const LibraryFunction &function : interface.functions)
    if (std::string file = surroundings.find(function.name); !file.empty())
      return emitError(source.lookupSymbol(function.symbol)->getLoc())
             << "'" << function.name << "' is a function of "
             << llvm::sys::path::filename(file)
             << ", which it would replace; choose another --prefix, or rename "
                "it";
  if (!surroundings.hasRuntime())
    return error() << "prim's runtime is not a shared library in this process, "
                      "so the library cannot link to it";
  std::string text;
  machine = createMachine(text);
  if (!machine)
    return error() << text;
  module.setTargetTriple(machine->getTargetTriple());
  module.setDataLayout(machine->createDataLayout());
  callees.resize(interface.functions.size());
  for (auto [number, chip] : llvm::enumerate(library.chips))
    if (failed(addChip(chip, number == 0)))
      return failure();
  if (failed(addFunctions()))
    return failure();
  optimise();
  std::set<std::string> files;
  FailureOr<std::string> object = emitComplete(files);
  if (failed(object))
    return failure();
  FailureOr<std::string> linked = link(*object, files);
  if (failed(linked))
    return failure();
  return SharedLibrary{std::move(*linked), writeLibraryHeader(interface)};
}

FailureOr<SharedLibrary> prim::compileToLibrary(ModuleOp module,
                                                const LibraryOptions &library,
                                                const CompileOptions &options) {
  return LibraryBuilder(module, library, options).build();
}
