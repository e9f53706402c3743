//===- Diagnostics.cpp - Diagnostics as an error ----------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Collects diagnostics with its own handler, and compiles text with that
// handler.
//
//===----------------------------------------------------------------------===//

#include "Diagnostics.h"

#include "CacheKey.h"
#include "Payload.h"
#include "mlir/IR/MLIRContext.h"
#include "llvm/BinaryFormat/MsgPackWriter.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;
using namespace mlir::prim;

static void print(raw_ostream &stream, Location location, StringRef kind,
                  const Diagnostic &diagnostic) {
  if (auto place = location->findInstanceOf<FileLineColLoc>())
    stream << place.getFilename().getValue() << ":" << place.getLine() << ":"
           << place.getColumn() << ": ";
  stream << kind << ": " << diagnostic << "\n";
}

llvm::Error prim::collectErrors(MLIRContext &context,
                                llvm::function_ref<LogicalResult()> work) {
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
  if (succeeded(work()))
    return llvm::Error::success();
  if (text.empty())
    text = "compilation failed without a diagnostic";
  return llvm::createStringError(StringRef(text).rtrim());
}

LogicalResult prim::runForChip(Compilation &compilation, Stage stage,
                               CompileOptions options) {
  if (options.chip.empty())
    options.chip = compilation.getOwnChip().value_or("");
  return compilation.run(stage, options);
}

TextContext::TextContext() {
  DialectRegistry registry;
  registerProgramDialects(registry);
  context =
      std::make_unique<MLIRContext>(registry, MLIRContext::Threading::DISABLED);
  context->printOpOnDiagnostic(false);
}

llvm::Expected<Compilation>
TextContext::compile(StringRef text, StringRef name, Stage stage,
                     const CompileOptions &options) {
  llvm::SourceMgr sources;
  sources.AddNewSourceBuffer(llvm::MemoryBuffer::getMemBufferCopy(text, name),
                             llvm::SMLoc());
  FailureOr<Compilation> parsed = failure();
  if (llvm::Error error = collectErrors(*context, [&]() -> LogicalResult {
        context->allowUnregisteredDialects(options.allowUnregistered);
        parsed = Compilation::parse(sources, *context);
        if (failed(parsed))
          return failure();
        if (!options.functions.empty())
          parsed->keepFunctions(
              {options.functions.begin(), options.functions.end()});
        return runForChip(*parsed, stage, options);
      }))
    return std::move(error);
  return std::move(*parsed);
}

static std::vector<EmittedObject> readObjects(PayloadReader &reader) {
  std::vector<EmittedObject> objects;
  for (size_t left = reader.list(); left-- && !reader.failed();) {
    EmittedObject &object = objects.emplace_back();
    object.name = reader.text();
    object.bytes = reader.text();
  }
  return objects;
}

ObjectSlot::ObjectSlot(StringRef text, Stage stage,
                       const CompileOptions &options, StringRef name)
    : slot(std::make_unique<CacheSlot>(
          ("objects " + Twine(static_cast<int>(stage))).str(), text, name,
          options)) {}

ObjectSlot::~ObjectSlot() = default;

std::optional<std::vector<EmittedObject>> ObjectSlot::find() {
  std::optional<std::string> kept = slot->find();
  if (!kept)
    return std::nullopt;
  PayloadReader reader(*kept);
  std::vector<EmittedObject> objects = readObjects(reader);
  if (reader.failed())
    return std::nullopt;
  return objects;
}

llvm::Error ObjectSlot::keep(ArrayRef<EmittedObject> objects) {
  if (!*slot)
    return llvm::Error::success();
  std::string payload;
  llvm::raw_string_ostream stream(payload);
  llvm::msgpack::Writer writer(stream);
  writer.writeArraySize(objects.size());
  for (const EmittedObject &object : objects) {
    writer.write(StringRef(object.name));
    writer.write(StringRef(object.bytes));
  }
  return slot->store(payload);
}

llvm::Expected<std::vector<EmittedObject>>
prim::compileToObjects(StringRef text, Stage stage,
                       const CompileOptions &options, StringRef name) {
  ObjectSlot slot(text, stage, options, name);
  if (auto kept = slot.find())
    return std::move(*kept);
  TextContext context;
  auto compilation = context.compile(text, name, stage, options);
  if (!compilation)
    return compilation.takeError();
  std::vector<EmittedObject> objects =
      getObjects(compilation->getModule(), stage);
  if (llvm::Error error = slot.keep(objects))
    return std::move(error);
  return objects;
}
