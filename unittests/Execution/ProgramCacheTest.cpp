//===- ProgramCacheTest.cpp - Entries on disk -------------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The cache by itself. For any defect of an entry, the folder or the disk, the
// cache must never return data that was not stored.
//
//===----------------------------------------------------------------------===//

#include "CacheFixture.h"

#include <cerrno>
#include <chrono>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

#ifdef __linux__
#include <sched.h>
#include <sys/mount.h>
#endif

using namespace mlir::prim;

static ProgramCache::Key keyOf(uint8_t number) {
  ProgramCache::Key key;
  for (size_t i = 0; i < key.size(); ++i)
    key[i] = static_cast<uint8_t>(number * 31 + i);
  return key;
}

static const std::optional<std::string> kNothing;
static const std::string kPayload("what a compiler gave\0\xff and more", 31);

/// Gives a file to another user. False if that is not possible: only root can
/// do it, and root cannot if no other user is mapped (EINVAL) or the capability
/// is missing (EPERM).
static bool giveAway(const std::string &path) {
  if (::geteuid() != 0)
    return false;
  if (::chown(path.c_str(), 12345, -1) == 0)
    return true;
  EXPECT_TRUE(errno == EINVAL || errno == EPERM) << path << ": errno " << errno;
  return false;
}

/// Sets the time at which a file was last used.
static void setAge(const std::string &path, std::chrono::seconds age) {
  timespec time = {};
  time.tv_sec = ::time(nullptr) - age.count();
  const timespec times[] = {time, time};
  ASSERT_EQ(::utimensat(AT_FDCWD, path.c_str(), times, 0), 0);
}

TEST_F(CacheTest, FindsWhatWasStored) {
  auto cache = open();
  EXPECT_EQ(cache->find(keyOf(1)), kNothing);
  // A lookup does not create the folder.
  EXPECT_FALSE(llvm::sys::fs::exists(folder));
  cache->store(keyOf(1), kPayload);
  cache->store(keyOf(2), "");
  EXPECT_EQ(cache->find(keyOf(1)), kPayload);
  EXPECT_EQ(cache->find(keyOf(2)), "");
  EXPECT_EQ(cache->find(keyOf(3)), kNothing);
  cache->store(keyOf(1), "another");
  EXPECT_EQ(cache->find(keyOf(1)), "another");
  EXPECT_EQ(list().size(), 2u);
  EXPECT_EQ(cache->getProblem(), "");
  ProgramCache::Statistics statistics = cache->getStatistics();
  EXPECT_EQ(statistics.hits, 3u);
  EXPECT_EQ(statistics.misses, 2u);
  EXPECT_EQ(statistics.rejected, 0u);
  EXPECT_EQ(statistics.stored, 3u);
  EXPECT_EQ(statistics.failed, 0u);

  // Other users must not be able to read a user's programs.
  struct stat status;
  ASSERT_EQ(::stat(folder.c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777, 0700u);
  ASSERT_EQ(::stat((folder + "/" + list()[0]).c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777, 0600u);

  writeFile(folder + "/notes.txt", "mine");
  cache->clear();
  EXPECT_EQ(list(), std::vector<std::string>{"notes.txt"});
}

TEST_F(CacheTest, EveryDamagedByteIsAMiss) {
  auto cache = open();
  cache->store(keyOf(1), kPayload);
  std::string path = onlyEntry(), whole = readFile(path);
  ASSERT_GT(whole.size(), kPayload.size());
  for (size_t at = 0; at < whole.size(); ++at)
    for (int bit = 0; bit < 8; ++bit) {
      std::string damaged = whole;
      damaged[at] ^= static_cast<char>(1 << bit);
      writeFile(path, damaged);
      ASSERT_EQ(cache->find(keyOf(1)), kNothing) << at << " bit " << bit;
    }
  EXPECT_EQ(cache->getStatistics().rejected, 8 * whole.size());
  for (size_t length = 0; length < whole.size(); ++length) {
    writeFile(path, llvm::StringRef(whole).take_front(length));
    ASSERT_EQ(cache->find(keyOf(1)), kNothing) << length;
  }
  for (const char *more : {"x", "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"}) {
    writeFile(path, whole + more);
    EXPECT_EQ(cache->find(keyOf(1)), kNothing);
  }
  writeFile(path, whole + whole);
  EXPECT_EQ(cache->find(keyOf(1)), kNothing);
  writeFile(path, whole);
  EXPECT_EQ(cache->find(keyOf(1)), kPayload);
  // The next store replaces it.
  writeFile(path, "nonsense");
  cache->store(keyOf(1), "new");
  EXPECT_EQ(cache->find(keyOf(1)), "new");
}

TEST_F(CacheTest, WhatIsNoEntryIsAMissAndReplaced) {
  auto cache = open();
  cache->store(keyOf(1), kPayload);
  std::string path = onlyEntry(), whole = readFile(path);
  cache->store(keyOf(2), "of another key");
  std::string other =
      folder + "/" + list()[list()[0] == llvm::sys::path::filename(path)];
  auto replaced = [&](const char *what) {
    EXPECT_EQ(cache->find(keyOf(1)), kNothing) << what;
    cache->store(keyOf(1), kPayload);
    EXPECT_EQ(cache->find(keyOf(1)), kPayload) << what;
    ASSERT_EQ(::unlink(path.c_str()), 0);
  };
  ASSERT_EQ(::unlink(path.c_str()), 0);

  writeFile(path, readFile(other));
  replaced("another entry under this name");
  ASSERT_EQ(::mkdir(path.c_str(), 0700), 0);
  replaced("a folder");
  ASSERT_EQ(::mkdir(path.c_str(), 0700), 0);
  writeFile(path + "/file", "in it");
  replaced("a folder with a file");
  // A reader that opens it blocks.
  ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
  replaced("a pipe");
  // A reader of it never reaches an end.
  ASSERT_EQ(::symlink("/dev/zero", path.c_str()), 0);
  replaced("a device");
  ASSERT_EQ(::symlink("nowhere", path.c_str()), 0);
  replaced("a link to nothing");
  writeFile(path, whole);
  ASSERT_EQ(::chmod(path.c_str(), 0622), 0);
  replaced("what others can write to");
  writeFile(path, "");
  ASSERT_EQ(::truncate(path.c_str(), off_t(1) << 40), 0);
  replaced("a terabyte of nothing");
  writeFile(path, whole);
  if (giveAway(path))
    replaced("another user's");
  // Root can read it anyway.
  if (::geteuid() != 0) {
    writeFile(path, whole);
    ASSERT_EQ(::chmod(path.c_str(), 0), 0);
    replaced("what cannot be read");
  }
  EXPECT_EQ(cache->getStatistics().failed, 0u);
}

TEST_F(CacheTest, RefusesFoldersOfOthers) {
  auto refused = [&](const char *why) {
    auto cache = open();
    cache->store(keyOf(1), kPayload);
    EXPECT_EQ(cache->find(keyOf(1)), kNothing);
    EXPECT_NE(cache->getProblem().find(why), std::string::npos)
        << cache->getProblem();
    EXPECT_NE(cache->getProblem().find(folder), std::string::npos);
    EXPECT_GT(cache->getStatistics().failed, 0u);
  };
  ASSERT_EQ(::mkdir(folder.c_str(), 0700), 0);
  open()->store(keyOf(1), kPayload);
  EXPECT_EQ(open()->find(keyOf(1)), kPayload);
  for (mode_t mode : {0720, 0702, 0777}) {
    ASSERT_EQ(::chmod(folder.c_str(), mode), 0);
    refused("chmod go-w");
  }
  ASSERT_EQ(::chmod(folder.c_str(), 0755), 0);
  EXPECT_EQ(open()->find(keyOf(1)), kPayload);
  if (giveAway(folder))
    refused("another user");
  llvm::sys::fs::remove_directories(folder);
  writeFile(folder, "a file");
  refused("it is not a folder");
  ASSERT_EQ(::unlink(folder.c_str()), 0);
  ASSERT_EQ(::symlink("/dev/null/there", folder.c_str()), 0);
  refused("cannot make the folder");
}

TEST_F(CacheTest, AFullDiskStoresNothing) {
  auto cache = open();
  cache->store(keyOf(1), kPayload);
  // In the second file, the header or a part of the payload fits.
  for (rlim_t bytes : {0, 10, 88, 100}) {
    SmallFiles full(bytes);
    cache->store(keyOf(2), std::string(5000, 'x'));
    cache->store(keyOf(1), std::string(5000, 'y'));
  }
  EXPECT_EQ(cache->getStatistics().stored, 1u);
  EXPECT_EQ(cache->getStatistics().failed, 8u);
  EXPECT_NE(cache->getProblem().find("cannot write a file: "),
            std::string::npos)
      << cache->getProblem();
  // The old entry is unchanged, and no temporary file remains.
  EXPECT_EQ(cache->find(keyOf(1)), kPayload);
  EXPECT_EQ(cache->find(keyOf(2)), kNothing);
  EXPECT_EQ(list().size(), 1u);
  cache->store(keyOf(2), "again");
  EXPECT_EQ(cache->find(keyOf(2)), "again");
}

#ifdef __linux__
/// Writes to a file of /proc. Returns whether all of it was accepted.
static bool tell(const char *path, const std::string &text) {
  int file = ::open(path, O_WRONLY | O_CLOEXEC);
  if (file < 0)
    return false;
  bool taken = ::write(file, text.data(), text.size()) == ssize_t(text.size());
  ::close(file);
  return taken;
}

/// Enters a namespace in which file systems can be mounted. A user other than
/// root also gets a user namespace, and keeps its identity in it: an unmapped
/// user cannot create files (EOVERFLOW).
static bool enterMountNamespace() {
  const uid_t uid = ::geteuid();
  const gid_t gid = ::getegid();
  if (uid == 0)
    return ::unshare(CLONE_NEWNS) == 0;
  auto toItself = [](unsigned id) {
    return std::to_string(id) + " " + std::to_string(id) + " 1";
  };
  return ::unshare(CLONE_NEWNS | CLONE_NEWUSER) == 0 &&
         tell("/proc/self/setgroups", "deny") &&
         tell("/proc/self/uid_map", toItself(uid)) &&
         tell("/proc/self/gid_map", toItself(gid));
}

/// A file system of 64 kB in the child's own namespace.
TEST_F(CacheTest, AFullFileSystemStoresNothing) {
  enum { Fine, Wrong, CannotMount };
  ASSERT_EQ(::mkdir(folder.c_str(), 0700), 0);
  auto work = [&]() -> int {
    if (!enterMountNamespace() ||
        ::mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) ||
        ::mount("none", folder.c_str(), "tmpfs", 0, "size=64k,mode=700"))
      return CannotMount;
    auto cache = open();
    const std::string large(40000, 'x');
    cache->store(keyOf(1), large);
    cache->store(keyOf(2), large);
    cache->store(keyOf(1), large + "y");
    ProgramCache::Statistics statistics = cache->getStatistics();
    bool kept = cache->find(keyOf(1)) == large &&
                cache->find(keyOf(2)) == kNothing && list().size() == 1;
    return kept && statistics.stored == 1 && statistics.failed == 2 ? Fine
                                                                    : Wrong;
  };
  pid_t child = ::fork();
  ASSERT_GE(child, 0);
  if (child == 0)
    ::_exit(work());
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  ASSERT_TRUE(WIFEXITED(status));
  // This happens in a container. AFullDiskStoresNothing covers the same
  // failures of write.
  if (WEXITSTATUS(status) == CannotMount)
    GTEST_SKIP() << "no file system can be mounted here";
  EXPECT_EQ(WEXITSTATUS(status), Fine);
}
#endif

TEST_F(CacheTest, TheLeastRecentlyUsedMakeRoom) {
  // The folder has room for four entries, each larger than a sixteenth.
  const std::string payload(1000, 'x');
  const uint64_t bytes = 4 * (88 + payload.size());
  auto cache = open(bytes);
  for (uint8_t number : {1, 2, 3, 4}) {
    cache->store(keyOf(number), payload);
    for (const std::string &name : list())
      setAge(folder + "/" + name, std::chrono::seconds(100 - 10 * number));
  }
  // A lookup counts as a use, even if the entry was stored long ago.
  for (const std::string &name : list())
    setAge(folder + "/" + name, std::chrono::seconds(1000));
  EXPECT_EQ(cache->find(keyOf(1)), payload);
  EXPECT_EQ(cache->find(keyOf(3)), payload);
  EXPECT_EQ(list().size(), 4u);
  cache->store(keyOf(5), payload);
  cache->store(keyOf(6), payload);
  EXPECT_EQ(list().size(), 4u);
  EXPECT_EQ(cache->getStatistics().evicted, 2u);
  for (uint8_t number : {1, 3, 5, 6})
    EXPECT_EQ(cache->find(keyOf(number)), payload) << int(number);
  for (uint8_t number : {2, 4})
    EXPECT_EQ(cache->find(keyOf(number)), kNothing) << int(number);
  // An entry larger than the limit for all is not kept.
  cache->store(keyOf(7), std::string(bytes, 'x'));
  EXPECT_EQ(cache->getStatistics().failed, 1u);
  EXPECT_EQ(list().size(), 4u);
}

TEST_F(CacheTest, TheBoundHoldsForManySmallOnes) {
  const uint64_t bytes = 100000;
  auto cache = open(bytes);
  for (int number = 0; number < 1000; ++number) {
    ProgramCache::Key key = keyOf(1);
    key[0] = static_cast<uint8_t>(number);
    key[1] = static_cast<uint8_t>(number >> 8);
    cache->store(key, std::string(500, 'x'));
    if (number % 50 == 0)
      EXPECT_LE(list().size() * 588, bytes + bytes / 16 + 588);
  }
  EXPECT_GT(list().size() * 588, bytes / 2);
  EXPECT_EQ(cache->getStatistics().stored, 1000u);
}

TEST_F(CacheTest, WhatAKilledWriterLeftGoes) {
  const std::string payload(1000, 'x');
  auto cache = open(2000);
  cache->store(keyOf(1), payload);
  std::string stem = llvm::StringRef(onlyEntry()).drop_back(5).str();
  std::string old = stem + "-123456.tmp", young = stem + "-7.tmp";
  for (const std::string &path :
       {old, young, folder + "/old.tmp", folder + "/notes.txt"})
    writeFile(path, "unfinished");
  for (const std::string &path :
       {old, folder + "/old.tmp", folder + "/notes.txt"})
    setAge(path, std::chrono::hours(2));
  cache->store(keyOf(2), payload);
  EXPECT_FALSE(llvm::sys::fs::exists(old));
  EXPECT_TRUE(llvm::sys::fs::exists(young));
  EXPECT_TRUE(llvm::sys::fs::exists(folder + "/old.tmp"));
  EXPECT_TRUE(llvm::sys::fs::exists(folder + "/notes.txt"));
}

TEST_F(CacheTest, ThreadsAndWritersThatAreKilled) {
  // Children write until they are killed at any point, while threads here write
  // and read the same keys.
  const std::string payloads[] = {std::string(30000, 'a'),
                                  std::string(200000, 'b')};
  std::atomic<bool> wrong{false}, stop{false};
  auto work = [&](size_t which) {
    auto cache = open();
    while (!stop) {
      cache->store(keyOf(which % 2), payloads[which % 2]);
      auto found = cache->find(keyOf(which % 2));
      // After the first complete entry there is always a complete one.
      if (found != payloads[which % 2])
        wrong = true;
    }
  };
  std::vector<pid_t> children;
  for (int round = 0; round < 20; ++round) {
    for (size_t number = 0; number < 3; ++number) {
      pid_t child = ::fork();
      ASSERT_GE(child, 0);
      if (child == 0) {
        work(number);
        ::_exit(0);
      }
      children.push_back(child);
    }
    ::usleep(3000 + 1000 * round);
    for (pid_t child : children)
      ::kill(child, SIGKILL);
    for (pid_t child : children)
      ::waitpid(child, nullptr, 0);
    children.clear();
    for (uint8_t which : {0, 1}) {
      auto found = open()->find(keyOf(which));
      EXPECT_TRUE(!found || *found == payloads[which]);
    }
  }
  EXPECT_EQ(open()->getStatistics().rejected, 0u);
  std::vector<std::thread> threads;
  for (size_t number = 0; number < 4; ++number)
    threads.emplace_back(work, number);
  ::usleep(100000);
  stop = true;
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_FALSE(wrong);
  EXPECT_EQ(open()->getStatistics().failed, 0u);
}

TEST_F(CacheTest, TheEnvironmentSaysWhere) {
  struct Variable {
    Variable(const char *name, const char *value) : name(name) {
      if (const char *set = std::getenv(name))
        before = set;
      value ? ::setenv(name, value, 1) : ::unsetenv(name);
    }
    ~Variable() {
      before ? ::setenv(name, before->c_str(), 1) : ::unsetenv(name);
    }
    const char *name;
    std::optional<std::string> before;
  };
  std::string home = base + "/home";
  Variable on("PRIM_CACHE", nullptr), where("PRIM_CACHE_DIR", nullptr),
      bytes("PRIM_CACHE_BYTES", nullptr), xdg("XDG_CACHE_HOME", nullptr),
      user("HOME", home.c_str());
  EXPECT_EQ(ProgramCache::getDefault()->getFolder(), home + "/.cache/prim");
  {
    Variable set("XDG_CACHE_HOME", folder.c_str());
    EXPECT_EQ(ProgramCache::getDefault()->getFolder(), folder + "/prim");
    Variable both("PRIM_CACHE_DIR", base.c_str());
    EXPECT_EQ(ProgramCache::getDefault()->getFolder(), base);
    EXPECT_EQ(ProgramCache::getDefault(folder)->getFolder(), folder);
    EXPECT_EQ(ProgramCache::getDefault(), ProgramCache::get(base));
    Variable bound("PRIM_CACHE_BYTES", "5000");
    EXPECT_EQ(ProgramCache::getDefault(), ProgramCache::get(base, 5000));
  }
  {
    // An empty path or a relative path is rejected.
    for (const char *wrong : {"", "here"}) {
      Variable set("XDG_CACHE_HOME", wrong);
      EXPECT_EQ(ProgramCache::getDefault()->getFolder(), home + "/.cache/prim");
    }
    Variable nowhere("HOME", "");
    EXPECT_NE(ProgramCache::getDefault()->getProblem(), "");
  }
  {
    Variable off("PRIM_CACHE", "0");
    EXPECT_EQ(ProgramCache::getDefault(), nullptr);
    EXPECT_EQ(ProgramCache::getDefault(folder), nullptr);
  }
  auto complains = [&](const char *about) {
    auto cache = ProgramCache::getDefault(folder);
    ASSERT_TRUE(cache);
    EXPECT_NE(cache->getProblem().find(about), std::string::npos)
        << cache->getProblem();
    cache->store(keyOf(1), kPayload);
    EXPECT_EQ(cache->find(keyOf(1)), kNothing);
    EXPECT_FALSE(llvm::sys::fs::exists(folder));
  };
  {
    Variable wrong("PRIM_CACHE", "maybe");
    complains("PRIM_CACHE is 'maybe'; use 0 or 1");
  }
  for (const char *value : {"0", "-1", "many", "1e6", "99999999999999999999"}) {
    Variable wrong("PRIM_CACHE_BYTES", value);
    complains("PRIM_CACHE_BYTES is");
  }
}
