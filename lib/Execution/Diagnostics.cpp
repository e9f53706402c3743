//===- Diagnostics.cpp - Diagnostics as an error ----------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Catches diagnostics by a handler of its own, and compiles text under one.
//
//===----------------------------------------------------------------------===//

#include "Diagnostics.h"

#include "mlir/IR/MLIRContext.h"
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
    text = "compilation failed and did not say why";
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
        parsed = Compilation::parse(sources, *context);
        if (failed(parsed))
          return failure();
        return runForChip(*parsed, stage, options);
      }))
    return std::move(error);
  return std::move(*parsed);
}

llvm::Expected<std::vector<EmittedObject>>
prim::compileToObjects(StringRef text, Stage stage,
                       const CompileOptions &options, StringRef name) {
  TextContext context;
  auto compilation = context.compile(text, name, stage, options);
  if (!compilation)
    return compilation.takeError();
  return getObjects(compilation->getModule(), stage);
}
