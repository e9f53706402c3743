//===- CodeCache.cpp - Generated code on disk -----------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Entries are results in the format of prim-codegen.
//
//===----------------------------------------------------------------------===//

#include "CodeCache.h"

#include "prim/Support/BuildId.h"
#include "llvm/Support/BLAKE3.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/HashBuilder.h"

using namespace llvm;
using namespace mlir::prim;

/// Whether LLVM's options have been set in this process. Thousands of them
/// change the code or print something during compilation.
static bool hasOptions() {
  return any_of(cl::getRegisteredOptions(), [](const auto &entry) {
    return entry.second->getNumOccurrences() > 0;
  });
}

CodeCache::CodeCache(const CodeRequest &request) : request(request) {
  if (!request.generator.empty() && !getLLVMBuildId().empty() && !hasOptions())
    cache = ProgramCache::getForTests();
}

static ProgramCache::Key computeKey(const CodeRequest &request,
                                    CodeCache::Level level, StringRef bitcode) {
  HashBuilder<BLAKE3, endianness::little> hash;
  const std::string id = getLLVMBuildId();
  // Each text is hashed with its length, so that adjacent texts stay separate.
  for (StringRef text :
       {StringRef(request.generator), StringRef(id), StringRef(request.triple),
        StringRef(request.chip), StringRef(request.features), bitcode})
    hash.add(text);
  // The object of a part is not linked yet, and rules apply to linked objects.
  // The number of threads has no effect on the code.
  hash.add(request.optLevel, unsigned(request.kind), unsigned(level),
           level == CodeCache::Whole ? request.checkRules : 0);
  return hash.final();
}

static bool isSame(const CodeResult &one, const CodeResult &other) {
  auto says = [](const CodeMessage &message) {
    return std::tie(message.isError, message.function, message.text);
  };
  auto isSameMessage = [&](const CodeMessage &left, const CodeMessage &right) {
    return says(left) == says(right);
  };
  return one.bytes == other.bytes && one.undefined == other.undefined &&
         std::equal(one.messages.begin(), one.messages.end(),
                    other.messages.begin(), other.messages.end(),
                    isSameMessage);
}

CodeResult
CodeCache::get(Level level, StringRef bitcode,
               function_ref<CodeResult(const CodeCache &cache)> make) const {
  if (!cache)
    return make(*this);
  ProgramCache::Key key = computeKey(request, level, bitcode);
  if (std::optional<std::string> kept =
          cache->find(key, level == Part ? "part" : "module")) {
    Expected<CodeResult> found = readResult(*kept);
    // Entries are complete, and written by the same code.
    if (found) {
      found->times = {};
      if (!cache->isSampled(key))
        return std::move(*found);
      CodeResult made = make(CodeCache(request, nullptr));
      if (isSame(*found, made))
        return made;
      store(key, made);
      made.messages.push_back(
          {/*isError=*/true, "",
           "the code in the cache " + cache->getFolder() +
               " differs from the code that is generated now, so the key of "
               "the cache is incomplete; remove the folder"});
      return made;
    }
    consumeError(found.takeError());
  }
  CodeResult result = make(*this);
  store(key, result);
  return result;
}

void CodeCache::store(const ProgramCache::Key &key,
                      const CodeResult &result) const {
  if (result.failed())
    return;
  std::string bytes;
  raw_string_ostream stream(bytes);
  writeResult(stream, result);
  cache->store(key, bytes);
}
