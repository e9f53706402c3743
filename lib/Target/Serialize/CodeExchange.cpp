//===- CodeExchange.cpp - Requests and results as bytes -*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The format of requests to code generation in another process, and of its
// results. A length and a head in JSON are followed by the bytes (bitcode, a
// code object). Both processes must be of one build, which the version in the
// head verifies.
//
//===----------------------------------------------------------------------===//

#include "CodeGeneration.h"

#include "prim/Target/ParseJSON.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Endian.h"

using namespace llvm;
using namespace mlir::prim;

static constexpr StringLiteral
    version("prim-codegen 1, LLVM " LLVM_VERSION_STRING);

static void write(raw_ostream &stream, json::Object head, StringRef bytes) {
  head["version"] = version;
  head["size"] = static_cast<int64_t>(bytes.size());
  std::string text;
  raw_string_ostream(text) << json::Value(std::move(head));
  char length[8];
  support::endian::write64le(length, text.size());
  stream.write(length, sizeof(length)) << text << bytes;
}

/// Reads the head, and reduces `bytes` to the part after it, if both are
/// complete.
static Expected<json::Object> read(StringRef &bytes) {
  auto broken = [](const Twine &what) {
    return createStringError("the output of " + what + " cannot be read");
  };
  if (bytes.size() < 8)
    return broken("the other process");
  uint64_t length = support::endian::read64le(bytes.data());
  bytes = bytes.drop_front(8);
  if (length > bytes.size())
    return broken("the other process");
  Expected<json::Value> value = parseJSON(bytes.take_front(length));
  bytes = bytes.drop_front(length);
  if (!value)
    return value.takeError();
  json::Object *head = value->getAsObject();
  if (!head || head->getString("version") != version)
    return broken("a prim-codegen of another build");
  if (head->getInteger("size") != static_cast<int64_t>(bytes.size()))
    return broken("the other process");
  return std::move(*head);
}

std::string mlir::prim::writeBitcode(const Module &module) {
  std::string bitcode;
  raw_string_ostream bytes(bitcode);
  // Use-list order affects decisions of LLVM, and the code must not depend on
  // the process that generates it.
  WriteBitcodeToFile(module, bytes, /*ShouldPreserveUseListOrder=*/true);
  return bitcode;
}

void mlir::prim::writeRequest(raw_ostream &stream, const CodeRequest &request,
                              const Module &module) {
  write(stream,
        json::Object{{"triple", request.triple},
                     {"chip", request.chip},
                     {"features", request.features},
                     {"optLevel", request.optLevel},
                     {"kind", static_cast<int64_t>(request.kind)},
                     {"threads", request.threads},
                     {"checkRules", request.checkRules},
                     {"generator", request.generator}},
        writeBitcode(module));
}

Error mlir::prim::answerRequest(StringRef bytes, raw_ostream &stream,
                                StringRef generator) {
  Expected<json::Object> head = read(bytes);
  if (!head)
    return head.takeError();
  CodeRequest request;
  auto text = [&](StringRef key) {
    return head->getString(key).value_or("").str();
  };
  request.triple = text("triple");
  request.chip = text("chip");
  request.features = text("features");
  request.optLevel =
      std::min<int64_t>(head->getInteger("optLevel").value_or(3), 3);
  request.kind =
      static_cast<CodeRequest::Kind>(head->getInteger("kind").value_or(0));
  request.threads = head->getInteger("threads").value_or(1);
  request.checkRules = head->getInteger("checkRules").value_or(0);
  if (text("generator") == generator)
    request.generator = generator;
  LLVMContext context;
  Expected<std::unique_ptr<Module>> module =
      parseBitcodeFile(MemoryBufferRef(bytes, "kernels"), context);
  if (!module)
    return module.takeError();
  initializeBackEnd();
  writeResult(stream, generateCode(**module, request));
  return Error::success();
}

void mlir::prim::writeResult(raw_ostream &stream, const CodeResult &result) {
  json::Array messages, undefined;
  for (const CodeMessage &message : result.messages)
    messages.push_back(
        json::Object{{"error", message.isError},
                     {"source", static_cast<int64_t>(message.source)},
                     {"function", json::fixUTF8(message.function)},
                     {"text", json::fixUTF8(message.text)}});
  for (const auto &[name, caller] : result.undefined)
    undefined.push_back(json::Object{{"name", json::fixUTF8(name)},
                                     {"caller", json::fixUTF8(caller)}});
  json::Array checked;
  if (const auto &counts = result.checked)
    checked = json::Array{counts->functions, counts->instructions,
                          counts->orders, counts->notes, counts->reports};
  write(stream,
        json::Object{{"messages", std::move(messages)},
                     {"undefined", std::move(undefined)},
                     {"checked", std::move(checked)},
                     {"optimisation", result.times.optimisation},
                     {"codeGeneration", result.times.codeGeneration},
                     {"checking", result.times.checking},
                     {"linking", result.times.linking}},
        result.bytes);
}

Expected<CodeResult> mlir::prim::readResult(StringRef bytes) {
  Expected<json::Object> head = read(bytes);
  if (!head)
    return head.takeError();
  CodeResult result;
  auto each = [&](StringRef key,
                  function_ref<void(const json::Object &)> take) {
    if (const json::Array *array = head->getArray(key))
      for (const json::Value &value : *array)
        if (const json::Object *object = value.getAsObject())
          take(*object);
  };
  auto text = [](const json::Object &object, StringRef key) {
    return object.getString(key).value_or("").str();
  };
  each("messages", [&](const json::Object &object) {
    result.messages.push_back({object.getBoolean("error").value_or(true),
                               text(object, "function"), text(object, "text"),
                               static_cast<CodeMessage::Source>(
                                   object.getInteger("source").value_or(0))});
  });
  each("undefined", [&](const json::Object &object) {
    result.undefined.push_back({text(object, "name"), text(object, "caller")});
  });
  if (const json::Array *checked = head->getArray("checked");
      checked && checked->size() == 5) {
    auto count = [&](size_t index) {
      return static_cast<uint64_t>(
          (*checked)[index].getAsInteger().value_or(0));
    };
    result.checked = {count(0), count(1), count(2), count(3), count(4)};
  }
  result.times = {head->getNumber("optimisation").value_or(0),
                  head->getNumber("codeGeneration").value_or(0),
                  head->getNumber("checking").value_or(0),
                  head->getNumber("linking").value_or(0)};
  result.bytes = bytes.str();
  return result;
}
