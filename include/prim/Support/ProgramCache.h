//===- ProgramCache.h - Compiled programs on disk ---------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A folder of what compilations gave, by a key that holds all that they depend
// on. Any number of threads and processes may share one, and end whenever they
// like. Nothing that is wrong with folder or entries fails a compilation: it is
// counted, and said when somebody asks.
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

  /// Bytes that a folder's entries may take if nothing else is said.
  static constexpr uint64_t kDefaultBytes = uint64_t(256) << 20;
  /// A bound that is none: the folder is never looked through.
  static constexpr uint64_t kUnbounded = ~uint64_t(0);

  /// The cache of `folder`, one per process, folder and bound. The folder is
  /// made when there is something to be stored. When its entries take more than
  /// `maxBytes`, those go that were used the longest time ago.
  static std::shared_ptr<ProgramCache> get(llvm::StringRef folder,
                                           uint64_t maxBytes = kDefaultBytes);

  /// What the environment says. PRIM_CACHE: 0 for none (null), 1 or nothing;
  /// PRIM_CACHE_DIR: the folder, unless `folder` is one; without both, prim in
  /// XDG_CACHE_HOME or in ~/.cache. PRIM_CACHE_BYTES: the bound. Other values
  /// give a cache that keeps nothing and has a problem, and so does a user
  /// without a home.
  static std::shared_ptr<ProgramCache> getDefault(llvm::StringRef folder = "");

  /// The cache that prim's own tests keep what they compile in: the folder that
  /// PRIM_CODE_CACHE names, without a bound. Null if it names none, and while
  /// this thread compiles something anew.
  static std::shared_ptr<ProgramCache> getForTests();

  /// While one lives, its thread compiles anew: getForTests() is null there.
  class Anew {
  public:
    Anew();
    ~Anew();
    Anew(const Anew &) = delete;
    Anew &operator=(const Anew &) = delete;
  };

  /// What was stored under `key`, if it is all there. The entry counts as used.
  /// If PRIM_CODE_CACHE_RECORD names a file, a line is added to it: "hit" or
  /// "miss", and `kind`, which says what was looked up.
  std::optional<std::string> find(const Key &key, llvm::StringRef kind = "");

  /// Whether what find() gives is to be made again and compared, which shows
  /// what a key lacks: one entry in 64 of the tests' cache, others for another
  /// PRIM_CODE_CACHE_SEED, and none without one.
  bool isSampled(const Key &key) const;

  /// Keeps `payload`. It is there wholly or not at all, however this ends; it
  /// may be lost when the machine loses power.
  void store(const Key &key, llvm::StringRef payload);

  /// Notes that something could not be kept, and why.
  void fail(const llvm::Twine &why);

  /// Removes all entries, but no other file.
  void clear();

  struct Statistics {
    /// Calls of find() that gave something, and that did not.
    uint64_t hits = 0, misses = 0;
    /// Misses for which there was an entry, which was damaged or not ours.
    uint64_t rejected = 0;
    /// Calls of store() that kept something, and what could not be kept.
    uint64_t stored = 0, failed = 0;
    /// Entries that made room for others.
    uint64_t evicted = 0;
  };
  /// Of this process, for this folder.
  Statistics getStatistics() const;

  /// Why it keeps nothing, or the last thing that could not be kept; empty if
  /// all is well.
  std::string getProblem() const;

  /// Absolute; empty if there is none.
  const std::string &getFolder() const { return folder; }

private:
  ProgramCache(std::string folder, uint64_t maxBytes, std::string problem);

  /// Whether the folder is there and this user's alone to write to.
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
  /// Below the mutex.
  std::string problem;
  /// Bytes written since the folder was last looked through; nothing if this
  /// process has not done so yet.
  std::optional<uint64_t> writtenSince;
};

} // namespace mlir::prim

#endif // PRIM_SUPPORT_PROGRAMCACHE_H
