//===- Cache.cpp - Compiled programs on disk ---------------------*- C++
//-*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The caches of the C API are those of lib/Execution, which live as long as the
// process.
//
//===----------------------------------------------------------------------===//

#include "Entry.h"

using namespace mlir::prim;

std::shared_ptr<ProgramCache> mlir::prim::findCache(const char *cache) {
  llvm::StringRef folder = orEmpty(cache);
  return folder == "none" ? nullptr : ProgramCache::getDefault(folder);
}

const char *primcCacheFolder(const char *cache) {
  Entry entry;
  if (!entry.isUsable())
    return nullptr;
  std::shared_ptr<ProgramCache> found = findCache(cache);
  return found && !found->getFolder().empty() ? found->getFolder().c_str()
                                              : nullptr;
}

bool primcCacheCheck(const char *cache, PrimcErrorCallback onError,
                     void *userData) {
  Reporter reporter(onError, userData);
  FallibleEntry entry;
  if (!entry.check(reporter))
    return false;
  std::shared_ptr<ProgramCache> found = findCache(cache);
  std::string problem = found ? found->getProblem() : "";
  return problem.empty() || reporter.fail(problem);
}

const char *primcCacheStatistic(const char *cache, size_t index,
                                uint64_t *value) {
  using Statistics = ProgramCache::Statistics;
  static constexpr std::pair<const char *, uint64_t Statistics::*> members[] = {
      {"hits", &Statistics::hits},         {"misses", &Statistics::misses},
      {"rejected", &Statistics::rejected}, {"stored", &Statistics::stored},
      {"failed", &Statistics::failed},     {"evicted", &Statistics::evicted}};
  if (value)
    *value = 0;
  Entry entry;
  if (!entry.isUsable())
    return nullptr;
  std::shared_ptr<ProgramCache> found = findCache(cache);
  if (!found || index >= std::size(members))
    return nullptr;
  if (value)
    *value = found->getStatistics().*members[index].second;
  return members[index].first;
}

void primcCacheClear(const char *cache) {
  Entry entry;
  if (!entry.isUsable())
    return;
  if (std::shared_ptr<ProgramCache> found = findCache(cache))
    found->clear();
}
