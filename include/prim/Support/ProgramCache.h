//===- ProgramCache.h - Compiled programs on disk ---------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A folder of compilation results, by a key of all that they depend on. Any
// number of threads and processes may share a folder, and may end at any time.
// A defect of the folder or of an entry never fails a compilation; it is
// counted and available through getStatistics() and getProblem().
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_SUPPORT_PROGRAMCACHE_H
#define PRIM_SUPPORT_PROGRAMCACHE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <array>
#include <atomic>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

namespace mlir::prim {

class ProgramCache {
public:
  using Key = std::array<uint8_t, 32>;

  /// The default bound of the bytes of a folder's entries.
  static constexpr uint64_t kDefaultBytes = uint64_t(256) << 20;
  /// No bound: the folder is never scanned.
  static constexpr uint64_t kUnbounded = ~uint64_t(0);

  /// The cache of `folder`, one per process, folder and bound. The folder is
  /// created by the first store. If its entries take more than `maxBytes`, the
  /// least recently used ones are removed.
  static std::shared_ptr<ProgramCache> get(llvm::StringRef folder,
                                           uint64_t maxBytes = kDefaultBytes);

  /// The cache that the environment selects. PRIM_CACHE: 0 for no cache (null),
  /// 1 or unset for one. PRIM_CACHE_DIR: the folder, unless `folder` is given;
  /// without both, prim in XDG_CACHE_HOME or in ~/.cache. PRIM_CACHE_BYTES: the
  /// bound. Other values, or a user without a home, give a cache that keeps
  /// nothing and reports a problem.
  static std::shared_ptr<ProgramCache> getDefault(llvm::StringRef folder = "");

  /// The cache for compilations by prim's own tests: the folder in
  /// PRIM_CODE_CACHE, without a bound. Null if the variable is unset, and while
  /// this thread compiles anew.
  static std::shared_ptr<ProgramCache> getForTests();

  /// While an object lives, getForTests() is null in its thread, which then
  /// compiles anew.
  class Anew {
  public:
    Anew();
    ~Anew();
    Anew(const Anew &) = delete;
    Anew &operator=(const Anew &) = delete;
  };

  /// Returns the payload stored under `key` if it is complete, and marks the
  /// entry as used. If PRIM_CODE_CACHE_RECORD names a file, a line is added to
  /// it: "hit" or "miss", and `kind`, the kind of the lookup.
  std::optional<std::string> find(const Key &key, llvm::StringRef kind = "");

  /// Whether the result of find() is to be made again and compared, which
  /// detects facts missing from the key. Selects one entry in 64 of the tests'
  /// cache, depending on PRIM_CODE_CACHE_SEED, and none without a seed.
  bool isSampled(const Key &key) const;

  /// Stores `payload` atomically: an entry is complete or absent, even if the
  /// process is killed. It may be lost in a power failure.
  void store(const Key &key, llvm::StringRef payload);

  /// Records that something could not be stored, and why.
  void fail(const llvm::Twine &why);

  /// Removes all entries, but no other files.
  void clear();

  struct Statistics {
    /// Calls of find() with and without a result.
    uint64_t hits = 0, misses = 0;
    /// Misses for which an entry existed that was damaged or of another owner.
    uint64_t rejected = 0;
    /// Successful and failed attempts to store.
    uint64_t stored = 0, failed = 0;
    /// Entries removed to make room for others.
    uint64_t evicted = 0;
  };
  /// Statistics of this process for this folder.
  Statistics getStatistics() const;

  /// Why it keeps nothing, or the last failure to store; empty if there is
  /// none.
  std::string getProblem() const;

  /// The absolute path; empty if there is none.
  const std::string &getFolder() const { return folder; }

private:
  ProgramCache(std::string folder, uint64_t maxBytes, std::string problem);

  /// Whether the folder exists and only this user can write to it.
  bool isOurs(bool create);
  std::string getPath(const Key &key) const;
  std::optional<std::string> read(const Key &key, bool &isThere);
  llvm::Error write(const Key &key, llvm::StringRef payload);
  void prune();
  void setProblem(const llvm::Twine &text);

  const std::string folder;
  const uint64_t maxBytes;
  std::atomic<uint64_t> hits{0}, misses{0}, rejected{0}, stored{0}, failed{0},
      evicted{0};
  mutable std::mutex mutex;
  /// Guarded by the mutex.
  std::string problem;
  /// Bytes written since the folder was last scanned; nothing if this process
  /// has not scanned it yet.
  std::optional<uint64_t> writtenSince;
};

} // namespace mlir::prim

#endif // PRIM_SUPPORT_PROGRAMCACHE_H
