//===- Compile.cpp - Compiling and programs ---------------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Versions, code objects and programs of the C API.
//
//===----------------------------------------------------------------------===//

#include "Entry.h"

#include "prim/Config.h"
#include "prim/Dialect/Prim/IR/Limits.h"
#include "llvm/Config/llvm-config.h"

#include <cstring>
#include <type_traits>

using namespace mlir::prim;

const char *primcVersion(void) { return PRIM_VERSION; }
const char *primcLLVMVersion(void) { return LLVM_VERSION_STRING; }

uint64_t primcMaxSortElements(void) { return kMaxSortElements; }

//===----------------------------------------------------------------------===//
// Options
//===----------------------------------------------------------------------===//

/// Calls `visit` with each pair of corresponding fields in C and in C++.
/// `cache` is not among them: it is a name in C and an object in C++.
template <typename Visitor>
static void visitFields(PrimcCompileOptions &c, CompileOptions &options,
                        Visitor visit) {
#define PRIM_OPTION(TYPE, NAME, DEFAULT, ARGUMENT, DESCRIPTION)                \
  visit(c.NAME, options.NAME);
#include "prim/Pipelines/CompileOptions.def"
}

static PrimcCompileOptions getDefaults() {
  CompileOptions defaults;
  PrimcCompileOptions options = {};
  visitFields(options, defaults, [](auto &field, const auto &value) {
    // A null text means the default.
    if constexpr (!std::is_pointer_v<std::decay_t<decltype(field)>>)
      field = value;
  });
  return options;
}

void primcCompileOptionsInit(PrimcCompileOptions *options, size_t size) {
  if (!options)
    return;
  PrimcCompileOptions defaults = getDefaults();
  std::memset(options, 0, size);
  std::memcpy(options, &defaults, std::min(size, sizeof(defaults)));
  if (size >= sizeof(options->size))
    options->size = size;
}

/// Converts the caller's options to C++; false if they are invalid.
static bool convert(const PrimcCompileOptions *given, CompileOptions &options,
                    const Reporter &reporter) {
  PrimcCompileOptions known = getDefaults();
  if (given) {
    if (given->size < sizeof(given->size) || given->size > sizeof(known))
      return reporter.fail(
          "the compile options have a size of " + llvm::Twine(given->size) +
          " bytes, this libprim's have " + llvm::Twine(sizeof(known)) +
          "; fill them in with primcCompileOptionsInit, and use the header and "
          "the library of one version");
    std::memcpy(&known, given, given->size);
  }
  visitFields(known, options, [](const auto &field, auto &value) {
    if constexpr (!std::is_pointer_v<std::decay_t<decltype(field)>>)
      value = field;
    else if (field && *field)
      value = field;
  });
  options.allowUnregistered = known.allowUnregistered;
  options.cache = findCache(known.cache);
  // The running program is not prim's, so the default place does not apply.
  options.codegen = findBesideLibrary("bin", "prim-codegen");
  return true;
}

static llvm::StringRef getName(const char *name) {
  return name && *name ? name : "program";
}

//===----------------------------------------------------------------------===//
// Code objects
//===----------------------------------------------------------------------===//

static std::optional<Stage> convert(PrimcStage stage) {
  switch (stage) {
  case PRIMC_STAGE_MLIR:
    return Stage::LLVMDialect;
  case PRIMC_STAGE_LLVM:
    return Stage::LLVMIR;
  case PRIMC_STAGE_ASSEMBLY:
    return Stage::Assembly;
  case PRIMC_STAGE_OBJECT:
    return Stage::Object;
  case PRIMC_STAGE_NONE:
    break;
  }
  return std::nullopt;
}

PrimcObjects *primcCompile(const char *text, size_t length, const char *name,
                           const PrimcCompileOptions *options, PrimcStage stage,
                           PrimcErrorCallback onError, void *userData) {
  Reporter reporter(onError, userData);
  FallibleEntry entry;
  if (!entry.check(reporter))
    return nullptr;
  CompileOptions converted;
  if (!reporter.given(text, "the program's text") ||
      !convert(options, converted, reporter))
    return nullptr;
  std::optional<Stage> known = convert(stage);
  if (!known) {
    reporter.fail("no stage has the number " +
                  llvm::Twine(static_cast<int>(stage)) +
                  "; choose a PrimcStage from 0 to 3");
    return nullptr;
  }
  auto objects = compileToObjects(llvm::StringRef(text, length), *known,
                                  converted, getName(name));
  if (!objects) {
    reporter.fail(objects.takeError());
    return nullptr;
  }
  return new PrimcObjects{std::move(*objects)};
}

size_t primcObjectsCount(const PrimcObjects *objects) {
  return objects ? objects->objects.size() : 0;
}

static const EmittedObject *find(const PrimcObjects *objects, size_t index) {
  return index < primcObjectsCount(objects) ? &objects->objects[index]
                                            : nullptr;
}

const char *primcObjectsName(const PrimcObjects *objects, size_t index) {
  const EmittedObject *object = find(objects, index);
  return object ? object->name.c_str() : nullptr;
}

const char *primcObjectsBytes(const PrimcObjects *objects, size_t index,
                              size_t *length) {
  const EmittedObject *object = find(objects, index);
  if (length)
    *length = object ? object->bytes.size() : 0;
  return object ? object->bytes.c_str() : nullptr;
}

void primcObjectsDestroy(PrimcObjects *objects) { delete objects; }

//===----------------------------------------------------------------------===//
// Programs
//===----------------------------------------------------------------------===//

PrimcProgram *primcProgramCreate(const char *text, size_t length,
                                 const char *name,
                                 const PrimcCompileOptions *options,
                                 PrimcErrorCallback onError, void *userData) {
  Reporter reporter(onError, userData);
  FallibleEntry entry;
  if (!entry.check(reporter))
    return nullptr;
  CompileOptions converted;
  if (!reporter.given(text, "the program's text") ||
      !convert(options, converted, reporter))
    return nullptr;
  auto program =
      Program::compile(llvm::StringRef(text, length), converted, getName(name));
  if (!program) {
    reporter.fail(program.takeError());
    return nullptr;
  }
  auto *handle = new PrimcProgram{std::move(*program), {}};
  for (const auto &entry : handle->program->getSignatures().getAll())
    handle->functions.push_back(&entry.second);
  llvm::sort(handle->functions, [](const Signature *a, const Signature *b) {
    return a->name < b->name;
  });
  return handle;
}

void primcProgramDestroy(PrimcProgram *program) {
  Entry entry;
  if (entry.isUsable())
    delete program;
}

void primcProgramUnload(PrimcProgram *program) {
  Entry entry;
  if (program && entry.isUsable())
    program->program->unload();
}

size_t primcProgramNumFunctions(const PrimcProgram *program) {
  return program ? program->functions.size() : 0;
}

const char *primcProgramFunction(const PrimcProgram *program, size_t index) {
  return index < primcProgramNumFunctions(program)
             ? program->functions[index]->name.c_str()
             : nullptr;
}

static const Signature *find(const PrimcProgram *program,
                             const char *function) {
  if (!program || !function)
    return nullptr;
  const auto &all = program->program->getSignatures().getAll();
  auto found = all.find(function);
  return found == all.end() ? nullptr : &found->second;
}

bool primcProgramSignature(const PrimcProgram *program, const char *function,
                           size_t *numParameters, size_t *numResults) {
  const Signature *signature = find(program, function);
  if (numParameters)
    *numParameters = signature ? signature->parameters.size() : 0;
  if (numResults)
    *numResults = signature ? signature->results.size() : 0;
  return signature;
}

bool primcProgramParameter(const PrimcProgram *program, const char *function,
                           size_t index, PrimcParameter *parameter) {
  const Signature *signature = find(program, function);
  if (!signature || !parameter)
    return false;
  const std::vector<Parameter> *list = &signature->parameters;
  if (index >= list->size()) {
    index -= list->size();
    list = &signature->results;
  }
  if (index >= list->size())
    return false;
  const Parameter &found = (*list)[index];
  *parameter = {
      fromElementType(found.type), found.scalar,       found.memref,
      found.shape.size(),          found.shape.data(), found.text.c_str()};
  return true;
}

bool primcProgramFromCache(const PrimcProgram *program) {
  return program && program->program->isFromCache();
}

size_t primcProgramNumTimes(const PrimcProgram *program) {
  return program ? program->program->getTimes().size() : 0;
}

const char *primcProgramTime(const PrimcProgram *program, size_t index,
                             double *milliseconds) {
  bool known = index < primcProgramNumTimes(program);
  const StageTime *time =
      known ? &program->program->getTimes()[index] : nullptr;
  if (milliseconds)
    *milliseconds = time ? time->milliseconds : 0;
  return time ? time->name.c_str() : nullptr;
}
