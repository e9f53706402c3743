//===- ProgramCache.cpp - Compiled programs on disk -------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An entry is a file: a header with the key and a checksum of everything else,
// then the payload. It is written under another name and renamed, so that a
// reader finds no entry or a complete one. A process that dies leaves only a
// file under a name that is never read. Nothing is flushed to the disk: the
// checksum detects entries torn by a power failure, and a flush may take longer
// than a compilation.
//
// LLVM's own functions are unsuitable in a library. llvm::localCache ends the
// process when the disk is full (its stream is destroyed with an error).
// llvm::pruneCache does so when the folder vanishes meanwhile ("Can't get
// available size"). sys::fs::TempFile installs signal handlers, which the
// program that loads this library has not requested.
//
//===----------------------------------------------------------------------===//

#include "prim/Support/ProgramCache.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/BLAKE3.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"

#include <cstdlib>
#include <map>
#include <vector>

#include <unistd.h>

using namespace mlir::prim;
namespace fs = llvm::sys::fs;

//===----------------------------------------------------------------------===//
// Entries
//===----------------------------------------------------------------------===//

namespace {
/// The first bytes of an entry; numbers are little-endian.
struct Header {
  char magic[8];
  llvm::support::ulittle64_t version;
  llvm::support::ulittle64_t payloadBytes;
  uint8_t key[32];
  /// The checksum of the preceding fields and of the payload.
  uint8_t checksum[32];
};
static_assert(sizeof(Header) == 88, "nothing between the members");

constexpr char kMagic[8] = {'p', 'r', 'i', 'm', 'c', 'o', 'd', 'e'};
/// The version of the header. The keys cover the format of the payload.
constexpr uint64_t kVersion = 1;

constexpr llvm::StringLiteral kSuffix = ".prim";
constexpr llvm::StringLiteral kUnfinished = ".tmp";
/// Unfinished files of this age are abandoned: no write takes longer.
constexpr std::chrono::hours kUnfinishedAge(1);
} // namespace

static void fillChecksum(Header &header, llvm::StringRef payload) {
  llvm::BLAKE3 hash;
  hash.update(llvm::StringRef(reinterpret_cast<const char *>(&header),
                              offsetof(Header, checksum)));
  hash.update(payload);
  llvm::BLAKE3Result<> sum = hash.final();
  llvm::copy(sum, header.checksum);
}

static Header makeHeader(const ProgramCache::Key &key,
                         llvm::StringRef payload) {
  Header header;
  llvm::copy(kMagic, header.magic);
  header.version = kVersion;
  header.payloadBytes = payload.size();
  llvm::copy(key, header.key);
  fillChecksum(header, payload);
  return header;
}

/// Whether a file belongs to this user and no other user may write to it.
static bool isPrivate(const fs::basic_file_status &status) {
  return status.getUser() == ::geteuid() &&
         !(status.permissions() & (fs::group_write | fs::others_write));
}

/// Whether a name is that of an entry or of an unfinished one: 64 digits and
/// ".prim", or 64 digits, "-", some digits and ".tmp".
static bool isEntryName(llvm::StringRef name, bool &unfinished) {
  size_t digits = 2 * sizeof(ProgramCache::Key);
  llvm::StringRef rest = name.drop_front(std::min(digits, name.size()));
  if (name.size() < digits ||
      !llvm::all_of(name.take_front(digits), llvm::isHexDigit))
    return false;
  unfinished = rest.starts_with("-") && rest.ends_with(kUnfinished);
  return unfinished || rest == kSuffix;
}

//===----------------------------------------------------------------------===//
// Selection of a cache
//===----------------------------------------------------------------------===//

ProgramCache::ProgramCache(std::string folder, uint64_t maxBytes,
                           std::string problem)
    : folder(std::move(folder)), maxBytes(maxBytes),
      problem(std::move(problem)) {}

/// A cache by its parameters. It lives as long as the process, because static
/// objects may compile programs late.
static std::shared_ptr<ProgramCache>
intern(llvm::function_ref<ProgramCache *()> make, const std::string &name) {
  static std::mutex mutex;
  static auto *known = new std::map<std::string, std::shared_ptr<ProgramCache>>;
  std::lock_guard<std::mutex> lock(mutex);
  std::shared_ptr<ProgramCache> &cache = (*known)[name];
  if (!cache)
    cache.reset(make());
  return cache;
}

std::shared_ptr<ProgramCache> ProgramCache::get(llvm::StringRef folder,
                                                uint64_t maxBytes) {
  llvm::SmallString<256> path(folder);
  std::string problem;
  if (std::error_code error = fs::make_absolute(path))
    problem =
        ("cannot make an absolute path of '" + folder + "': " + error.message())
            .str();
  llvm::sys::path::remove_dots(path, /*remove_dot_dot=*/false);
  return intern(
      [&] {
        return new ProgramCache(problem.empty() ? path.str().str() : "",
                                maxBytes, problem);
      },
      (path + "\n" + llvm::Twine(maxBytes) + "\n" + problem).str());
}

static llvm::StringRef getVariable(const char *name) {
  const char *value = std::getenv(name);
  return value ? value : "";
}

std::shared_ptr<ProgramCache> ProgramCache::getDefault(llvm::StringRef wanted) {
  auto unusable = [](const llvm::Twine &problem) {
    std::string text = ("compiled programs are not kept: " + problem).str();
    return intern([&] { return new ProgramCache("", 0, text); }, text);
  };
  llvm::StringRef on = getVariable("PRIM_CACHE");
  if (on == "0")
    return nullptr;
  if (!on.empty() && on != "1")
    return unusable("PRIM_CACHE is '" + on + "'; use 0 or 1");
  uint64_t bytes = kDefaultBytes;
  llvm::StringRef bound = getVariable("PRIM_CACHE_BYTES");
  if (!bound.empty() && (bound.getAsInteger(10, bytes) || bytes == 0))
    return unusable("PRIM_CACHE_BYTES is '" + bound +
                    "'; use a number above 0");
  llvm::SmallString<256> path(wanted);
  if (path.empty())
    path = getVariable("PRIM_CACHE_DIR");
  if (path.empty()) {
    // LLVM's cache_directory() treats an empty variable as the current folder.
    // The base directory specification ignores relative ones.
    path = getVariable("XDG_CACHE_HOME");
    if (!llvm::sys::path::is_absolute(path)) {
      path.clear();
      if (!llvm::sys::path::home_directory(path) ||
          !llvm::sys::path::is_absolute(path))
        return unusable("there is no home directory; set PRIM_CACHE_DIR");
      llvm::sys::path::append(path, ".cache");
    }
    llvm::sys::path::append(path, "prim");
  }
  return get(path, bytes);
}

static thread_local unsigned anew = 0;

ProgramCache::Anew::Anew() { ++anew; }
ProgramCache::Anew::~Anew() { --anew; }

std::shared_ptr<ProgramCache> ProgramCache::getForTests() {
  llvm::StringRef folder = getVariable("PRIM_CODE_CACHE");
  return folder.empty() || anew ? nullptr : get(folder, kUnbounded);
}

bool ProgramCache::isSampled(const Key &key) const {
  constexpr uint64_t share = 64;
  uint64_t seed = 0;
  if (maxBytes != kUnbounded ||
      getVariable("PRIM_CODE_CACHE_SEED").getAsInteger(10, seed) || seed == 0)
    return false;
  // A key is a hash; the factor mixes the seed.
  uint64_t digits = llvm::support::endian::read64le(key.data());
  return (digits ^ seed * 0x9e3779b97f4a7c15) % share == 0;
}

/// Writes the result of find() to the record that the environment names.
/// Failures are ignored; a missing record is evident to its reader.
static void record(llvm::StringRef outcome, llvm::StringRef kind) {
  llvm::StringRef path = getVariable("PRIM_CODE_CACHE_RECORD");
  std::error_code error;
  if (path.empty())
    return;
  llvm::raw_fd_ostream file(path, error, fs::OF_Append);
  if (!error)
    file << (outcome + " " + kind + "\n").str();
  file.flush();
  // An uncleared error ends the process.
  file.clear_error();
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

std::string ProgramCache::getPath(const Key &key) const {
  llvm::SmallString<256> path(folder);
  llvm::sys::path::append(path, llvm::toHex(key, /*LowerCase=*/true) + kSuffix);
  return path.str().str();
}

bool ProgramCache::isOurs(bool create) {
  if (folder.empty())
    return false;
  fs::file_status status;
  std::error_code error = fs::status(folder, status);
  if (error && create) {
    error =
        fs::create_directories(folder, /*IgnoreExisting=*/true, fs::owner_all);
    if (!error)
      error = fs::status(folder, status);
  }
  if (error) {
    if (create)
      setProblem("cannot make the folder: " + error.message());
    return false;
  }
  // Only a private folder is used, because entries are executed.
  if (status.type() != fs::file_type::directory_file)
    setProblem("it is not a folder");
  else if (status.getUser() != ::geteuid())
    setProblem("it belongs to another user");
  else if (!isPrivate(status))
    setProblem(
        "other users can write to it; remove that permission with chmod go-w");
  else
    return true;
  return false;
}

std::optional<std::string> ProgramCache::read(const Key &key, bool &isThere) {
  std::string path = getPath(key);
  fs::file_status status;
  // Opening other kinds of files, such as a pipe, might block.
  isThere = fs::status(path, status) != std::errc::no_such_file_or_directory;
  if (status.type() != fs::file_type::regular_file || !isPrivate(status) ||
      status.getSize() < sizeof(Header) || status.getSize() > maxBytes)
    return std::nullopt;
  auto file = fs::openNativeFileForRead(path);
  if (!file) {
    llvm::consumeError(file.takeError());
    return std::nullopt;
  }
  // Read instead of mapped, because truncation of a mapped file would end this
  // process.
  auto contents = llvm::MemoryBuffer::getOpenFile(
      *file, path, status.getSize(), /*RequiresNullTerminator=*/false,
      /*IsVolatile=*/true);
  std::optional<std::string> payload;
  if (contents && (*contents)->getBufferSize() >= sizeof(Header)) {
    llvm::StringRef bytes = (*contents)->getBuffer();
    llvm::StringRef rest = bytes.drop_front(sizeof(Header));
    // The whole header must have the expected value for this key and payload.
    Header expected = makeHeader(key, rest);
    if (std::memcmp(bytes.data(), &expected, sizeof(Header)) == 0)
      payload = rest.str();
  }
  if (payload)
    (void)fs::setLastAccessAndModificationTime(
        *file, std::chrono::system_clock::now());
  (void)fs::closeFile(*file);
  return payload;
}

std::optional<std::string> ProgramCache::find(const Key &key,
                                              llvm::StringRef kind) {
  bool isThere = false;
  std::optional<std::string> payload;
  if (isOurs(/*create=*/false))
    payload = read(key, isThere);
  ++(payload ? hits : misses);
  record(payload ? "hit" : "miss", kind);
  if (!payload && isThere)
    ++rejected;
  return payload;
}

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

llvm::Error ProgramCache::write(const Key &key, llvm::StringRef payload) {
  std::string path = getPath(key);
  llvm::StringRef stem = llvm::StringRef(path).drop_back(kSuffix.size());
  // A random name, and O_EXCL, which fails if another writer has chosen the
  // same one.
  std::string unfinished =
      (stem + "-" + llvm::Twine(llvm::sys::Process::GetRandomNumber()) +
       kUnfinished)
          .str();
  int file = -1;
  if (std::error_code error =
          fs::openFile(unfinished, file, fs::CD_CreateNew, fs::FA_Write,
                       fs::OF_None, fs::owner_read | fs::owner_write))
    return llvm::createStringError(error,
                                   "cannot make a file: " + error.message());
  Header header = makeHeader(key, payload);
  std::error_code error;
  {
    llvm::raw_fd_ostream stream(file, /*shouldClose=*/true);
    stream << llvm::StringRef(reinterpret_cast<const char *>(&header),
                              sizeof(header))
           << payload;
    // Some file systems report a full disk only here.
    stream.close();
    error = stream.error();
    stream.clear_error();
  }
  if (!error)
    error = fs::rename(unfinished, path);
  if (error == std::errc::is_a_directory) {
    // Removes a folder with an entry's name, which has no owner.
    (void)fs::remove_directories(path);
    error = fs::rename(unfinished, path);
  }
  if (!error)
    return llvm::Error::success();
  (void)fs::remove(unfinished);
  return llvm::createStringError(error,
                                 "cannot write a file: " + error.message());
}

void ProgramCache::store(const Key &key, llvm::StringRef payload) {
  uint64_t size = sizeof(Header) + payload.size();
  if (!isOurs(/*create=*/true)) {
    ++failed;
    return;
  }
  if (size > maxBytes)
    return fail("a program takes " + llvm::Twine(size) +
                " bytes, but the limit for all programs is " +
                llvm::Twine(maxBytes));
  if (llvm::Error error = write(key, payload))
    return fail(llvm::toString(std::move(error)));
  ++stored;
  if (maxBytes == kUnbounded)
    return;
  // The scan is done only occasionally, because it visits every file.
  std::lock_guard<std::mutex> lock(mutex);
  if (writtenSince)
    *writtenSince += size;
  if (writtenSince && *writtenSince <= maxBytes / 16)
    return;
  writtenSince = 0;
  prune();
}

/// Calls `visit` for every file of a cache in `folder`, with its path, its
/// status and whether it is unfinished.
static void forEachEntry(
    llvm::StringRef folder,
    llvm::function_ref<void(const std::string &, const fs::basic_file_status &,
                            bool unfinished)>
        visit) {
  std::error_code error;
  fs::directory_iterator entry(folder, error, /*follow_symlinks=*/false), end;
  for (; !error && entry != end; entry.increment(error)) {
    bool unfinished = false;
    if (!isEntryName(llvm::sys::path::filename(entry->path()), unfinished))
      continue;
    // The file may have been removed meanwhile.
    if (auto status = entry->status())
      visit(entry->path(), *status, unfinished);
  }
}

void ProgramCache::prune() {
  struct Entry {
    llvm::sys::TimePoint<> used;
    std::string path;
    uint64_t size;
  };
  std::vector<Entry> entries;
  uint64_t total = 0;
  llvm::sys::TimePoint<> old =
      std::chrono::system_clock::now() - kUnfinishedAge;
  forEachEntry(folder,
               [&](const std::string &path, const fs::basic_file_status &status,
                   bool unfinished) {
                 llvm::sys::TimePoint<> used = status.getLastModificationTime();
                 if (unfinished) {
                   if (used < old)
                     (void)fs::remove(path);
                   return;
                 }
                 entries.push_back({used, path, status.getSize()});
                 total += status.getSize();
               });
  llvm::sort(entries, [](const Entry &a, const Entry &b) {
    return std::tie(a.used, a.path) < std::tie(b.used, b.path);
  });
  for (const Entry &entry : entries) {
    if (total <= maxBytes)
      break;
    // Another process may be removing entries as well.
    if (!fs::remove(entry.path, /*IgnoreNonExisting=*/false))
      ++evicted;
    total -= entry.size;
  }
}

void ProgramCache::clear() {
  if (!isOurs(/*create=*/false))
    return;
  forEachEntry(folder,
               [](const std::string &path, const fs::basic_file_status &,
                  bool) { (void)fs::remove(path); });
}

//===----------------------------------------------------------------------===//
// Statistics and problems
//===----------------------------------------------------------------------===//

ProgramCache::Statistics ProgramCache::getStatistics() const {
  Statistics statistics;
  statistics.hits = hits;
  statistics.misses = misses;
  statistics.rejected = rejected;
  statistics.stored = stored;
  statistics.failed = failed;
  statistics.evicted = evicted;
  return statistics;
}

void ProgramCache::fail(const llvm::Twine &why) {
  ++failed;
  setProblem(why);
}

void ProgramCache::setProblem(const llvm::Twine &text) {
  std::string full =
      ("compiled programs are not kept in '" + folder + "': " + text).str();
  std::lock_guard<std::mutex> lock(mutex);
  problem = std::move(full);
}

std::string ProgramCache::getProblem() const {
  std::lock_guard<std::mutex> lock(mutex);
  return problem;
}
