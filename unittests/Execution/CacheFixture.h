//===- CacheFixture.h - Folders for the tests of caches ---------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every test has its own empty folder, which is removed with it.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_UNITTESTS_EXECUTION_CACHEFIXTURE_H
#define PRIM_UNITTESTS_EXECUTION_CACHEFIXTURE_H

#include "Fixture.h"
#include "prim/Support/ProgramCache.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

#include <csignal>
#include <sys/resource.h>

class CacheTest : public testing::Test {
protected:
  void SetUp() override {
    llvm::SmallString<256> made;
    ASSERT_FALSE(llvm::sys::fs::createUniqueDirectory("prim-cache", made));
    base = made.str().str();
    // The test's own folder has the permissions that mkdir gives; the cache
    // creates its own folder in it.
    folder = base + "/100% mine";
  }
  void TearDown() override { llvm::sys::fs::remove_directories(base); }

  std::shared_ptr<mlir::prim::ProgramCache>
  open(uint64_t bytes = mlir::prim::ProgramCache::kDefaultBytes) {
    return mlir::prim::ProgramCache::get(folder, bytes);
  }

  /// The names in the cache's folder.
  std::vector<std::string> list() const {
    std::vector<std::string> names;
    std::error_code error;
    for (llvm::sys::fs::directory_iterator entry(folder, error), end;
         !error && entry != end; entry.increment(error))
      names.push_back(llvm::sys::path::filename(entry->path()).str());
    llvm::sort(names);
    return names;
  }
  /// The path of the only entry.
  std::string onlyEntry() const {
    std::vector<std::string> names = list();
    EXPECT_EQ(names.size(), 1u);
    return folder + "/" + (names.empty() ? "none" : names[0]);
  }

  static std::string readFile(const std::string &path) {
    auto contents = llvm::MemoryBuffer::getFile(path);
    return contents ? (*contents)->getBuffer().str() : "";
  }
  static void writeFile(const std::string &path, llvm::StringRef contents) {
    std::error_code error;
    llvm::raw_fd_ostream stream(path, error);
    ASSERT_FALSE(error) << error.message();
    stream << contents;
  }

  std::string base, folder;
};

/// Limits files of this process to `bytes` bytes for its lifetime. To a writer
/// this looks like a full disk, so that tests do not require a disk of their
/// own.
class SmallFiles {
public:
  explicit SmallFiles(rlim_t bytes) : handler(std::signal(SIGXFSZ, SIG_IGN)) {
    ::getrlimit(RLIMIT_FSIZE, &before);
    rlimit now = {bytes, before.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &now);
  }
  ~SmallFiles() {
    ::setrlimit(RLIMIT_FSIZE, &before);
    std::signal(SIGXFSZ, handler);
  }

private:
  void (*handler)(int);
  rlimit before = {};
};

#endif // PRIM_UNITTESTS_EXECUTION_CACHEFIXTURE_H
