//===- CodeCache.h - Generated code on disk -------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Keeps what code generation gave, for tests that compile the same kernels in
// every run. An entry's key holds the bitcode, the request, and builds of what
// generates and checks code, so it survives changes of everything else. It
// touches nothing but its folder.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_LIB_TARGET_SERIALIZE_CODECACHE_H
#define PRIM_LIB_TARGET_SERIALIZE_CODECACHE_H

#include "CodeGeneration.h"
#include "prim/Support/ProgramCache.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <memory>

namespace mlir::prim {

class CodeCache {
public:
  /// Entries are of parts of modules, or of whole modules.
  enum Level { Part, Whole };

  /// The tests' cache (ProgramCache::getForTests), for the generator that
  /// `request` names; one that keeps nothing if one of them is missing.
  explicit CodeCache(const CodeRequest &request);

  /// Whether it keeps anything: else nobody has to write bitcode for it.
  explicit operator bool() const { return cache != nullptr; }

  /// Returns the kept result for `bitcode`, with no times. Without one, calls
  /// `make` and keeps its result unless there are errors in it; `make` uses the
  /// cache that it is given for the parts. Sampled entries are made again
  /// without a cache, and a difference is an error in the result.
  CodeResult
  get(Level level, llvm::StringRef bitcode,
      llvm::function_ref<CodeResult(const CodeCache &cache)> make) const;

private:
  CodeCache(const CodeRequest &request, std::nullptr_t) : request(request) {}
  /// Keeps a result, unless there are errors in it.
  void store(const ProgramCache::Key &key, const CodeResult &result) const;

  const CodeRequest &request;
  std::shared_ptr<ProgramCache> cache;
};

} // namespace mlir::prim

#endif // PRIM_LIB_TARGET_SERIALIZE_CODECACHE_H
