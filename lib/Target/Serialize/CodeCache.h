//===- CodeCache.h - Generated code on disk -------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Keeps results of code generation, for tests that compile the same kernels in
// every run. An entry's key contains the bitcode, the request, and the builds
// of the code that generates and checks. So entries survive all other changes.
// Only the cache's folder is written.
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
  /// Entries are for parts of modules, or for whole modules.
  enum Level { Part, Whole };

  /// The tests' cache (ProgramCache::getForTests), for the generator in
  /// `request`. Keeps nothing if either is missing.
  explicit CodeCache(const CodeRequest &request);

  /// Whether it keeps anything; otherwise callers need not write bitcode for
  /// it.
  explicit operator bool() const { return cache != nullptr; }

  /// Returns the kept result for `bitcode`, without times. If there is none,
  /// calls `make` and keeps its result unless it contains errors; `make` uses
  /// the given cache for the parts. Sampled entries are made again without a
  /// cache, and a difference is an error in the result.
  CodeResult
  get(Level level, llvm::StringRef bitcode,
      llvm::function_ref<CodeResult(const CodeCache &cache)> make) const;

private:
  CodeCache(const CodeRequest &request, std::nullptr_t) : request(request) {}
  /// Keeps a result, unless it contains errors.
  void store(const ProgramCache::Key &key, const CodeResult &result) const;

  const CodeRequest &request;
  std::shared_ptr<ProgramCache> cache;
};

} // namespace mlir::prim

#endif // PRIM_LIB_TARGET_SERIALIZE_CODECACHE_H
