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

#include "CacheKey.h"
#include "Diagnostics.h"
#include "HostCode.h"
#include "HostObject.h"
#include "Payload.h"
#include "Timer.h"
#include "mlir/Bytecode/BytecodeWriter.h"
#include "mlir/IR/MLIRContext.h"
#include "llvm/BinaryFormat/MsgPackWriter.h"

using namespace mlir;
using namespace mlir::prim;

//===----------------------------------------------------------------------===//
// Compiling
//===----------------------------------------------------------------------===//

/// An address in the library whose functions host code calls.
static const void *getRuntime() {
  return reinterpret_cast<const void *>(&primExecLaunch);
}

llvm::Expected<std::unique_ptr<Program>>
Program::compile(StringRef text, const CompileOptions &options,
                 StringRef name) {
  ProgramSlot slot(text, options, name);
  if (std::unique_ptr<Program> program = slot.find())
    return std::move(program);
  TextContext context;
  auto compilation = context.compile(text, name, Stage::Host, options);
  if (!compilation)
    return compilation.takeError();
  return slot.create(*compilation);
}

ProgramSlot::ProgramSlot(StringRef text, const CompileOptions &options,
                         StringRef name) {
  Stopwatch watch;
  slot =
      std::make_unique<CacheSlot>("program", text, name, options, getRuntime());
  milliseconds = watch.read();
}

ProgramSlot::~ProgramSlot() = default;

std::unique_ptr<Program> ProgramSlot::find() {
  Stopwatch watch;
  std::unique_ptr<Program> program = Program::find(*slot, watch);
  milliseconds += watch.read();
  return program;
}

llvm::Expected<std::unique_ptr<Program>>
ProgramSlot::create(Compilation &compilation) {
  return Program::create(compilation, *slot, milliseconds);
}

llvm::Expected<std::unique_ptr<Program>>
Program::compile(OwningOpRef<ModuleOp> module, const CompileOptions &options) {
  Stopwatch watch;
  CacheSlot slot;
  if (options.cache) {
    // Bytecode, because text lacks locations and parts of resources.
    std::string bytes;
    llvm::raw_string_ostream stream(bytes);
    if (succeeded(writeBytecodeToFile(*module, stream)))
      slot = CacheSlot("module", bytes, "", options, getRuntime());
    else
      options.cache->fail("a module cannot be written as bytecode");
  }
  if (std::unique_ptr<Program> program = find(slot, watch))
    return std::move(program);
  double missed = watch.read();
  MLIRContext &context = *module->getContext();
  Compilation compilation(std::move(module));
  if (llvm::Error error = collectErrors(context, [&] {
        return runForChip(compilation, Stage::Host, options);
      }))
    return std::move(error);
  return create(compilation, slot, missed);
}

llvm::Expected<std::unique_ptr<Program>>
Program::create(Compilation &compilation) {
  CacheSlot none;
  return create(compilation, none, 0);
}

llvm::Expected<std::unique_ptr<Program>>
Program::create(Compilation &compilation, CacheSlot &slot,
                double milliseconds) {
  Stopwatch watch;
  const Signatures &signatures = compilation.getSignatures();
  auto object = emitHostObject(compilation.getModule());
  if (!object)
    return object.takeError();
  auto program = load(*object, signatures);
  if (!program)
    return program.takeError();
  std::vector<StageTime> &times = (*program)->times;
  times = compilation.getTimes();
  times.push_back({"JIT", watch.read()});
  if (slot) {
    Stopwatch store;
    std::string payload;
    llvm::raw_string_ostream stream(payload);
    llvm::msgpack::Writer writer(stream);
    signatures.write(writer);
    object->write(writer);
    if (llvm::Error error = slot.store(payload))
      return std::move(error);
    times.push_back({"cache", milliseconds + store.read()});
  }
  return program;
}

std::unique_ptr<Program> Program::find(CacheSlot &slot,
                                       const Stopwatch &watch) {
  std::optional<std::string> kept = slot.find();
  if (!kept)
    return nullptr;
  PayloadReader reader(*kept);
  Signatures signatures = Signatures::read(reader);
  HostObject object = HostObject::read(reader);
  if (!reader.atEnd())
    return nullptr;
  double read = watch.read();
  auto program = load(object, signatures);
  if (!program) {
    // The object may refer to a function that this process lacks. A new
    // compilation reports it with its location.
    llvm::consumeError(program.takeError());
    return nullptr;
  }
  (*program)->fromCache = true;
  (*program)->times = {{"cache", read}, {"JIT", watch.read() - read}};
  return std::move(*program);
}

//===----------------------------------------------------------------------===//
// Loading
//===----------------------------------------------------------------------===//

Program::Program() = default;

// Unloads the modules of the generated code before the code itself.
Program::~Program() {
  unload();
  if (finalize)
    finalize();
}

void Program::unload() {
  std::unique_lock<std::shared_mutex> lock(loading);
  for (int32_t (*release)() : releases)
    release();
}

/// Converts an address to a function; null if there is none of the name.
template <typename Function>
static Function *toFunction(void *address) {
  return reinterpret_cast<Function *>(address);
}

llvm::Expected<std::unique_ptr<Program>>
Program::load(const HostObject &object, const Signatures &signatures) {
  std::unique_ptr<Program> program(new Program());
  program->signatures = signatures;
  auto code = HostCode::load(object.bytes);
  if (!code)
    return code.takeError();
  // Looks up all symbols at once, and here, so that a call does no look-ups.
  std::vector<std::string> symbols = object.releases;
  for (const HostObject::Function &function : object.functions)
    symbols.push_back(function.symbol);
  for (const std::string &symbol : {object.initialize, object.finalize})
    if (!symbol.empty())
      symbols.push_back(symbol);
  auto found = (*code)->lookup(symbols);
  if (!found)
    return found.takeError();
  program->code = std::move(*code);
  auto address = found->begin();
  for (size_t left = object.releases.size(); left--;)
    program->releases.push_back(toFunction<int32_t()>(*address++));
  for (const HostObject::Function &function : object.functions)
    program->entries[function.name] = {toFunction<void(void **)>(*address++),
                                       function.resultPlaces};
  if (!object.initialize.empty())
    toFunction<void()> (*address++)();
  if (!object.finalize.empty())
    program->finalize = toFunction<void()>(*address++);
  return std::move(program);
}
