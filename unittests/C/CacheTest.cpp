//===- CacheTest.cpp - Compiled programs on disk, in C ----------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Options, statistics and problems of the cache. Loading a program from disk
// must not require MLIR.
//
//===----------------------------------------------------------------------===//

#include "Fixture.h"

#include <atomic>
#include <dlfcn.h>
#include <filesystem>
#include <fstream>
#include <unistd.h>

//===----------------------------------------------------------------------===//
// Counts the MLIRContexts that libprim creates.
//===----------------------------------------------------------------------===//

static std::atomic<int> contexts{0};

/// MLIRContext::MLIRContext(const DialectRegistry &, Threading), which every
/// module and pass requires. The loader searches the program for a name before
/// libMLIR, so libprim calls this definition.
static constexpr const char *kConstructor =
    "_ZN4mlir11MLIRContextC1ERKNS_15DialectRegistryENS0_9ThreadingE";
extern "C" __attribute__((visibility("default"))) void
_ZN4mlir11MLIRContextC1ERKNS_15DialectRegistryENS0_9ThreadingE(
    void *self, const void *registry, int threading) {
  ++contexts;
  auto real = reinterpret_cast<void (*)(void *, const void *, int)>(
      dlsym(RTLD_NEXT, kConstructor));
  real(self, registry, threading);
}

//===----------------------------------------------------------------------===//
// Tests
//===----------------------------------------------------------------------===//

namespace {
class CCacheTest : public CTest {
protected:
  void SetUp() override {
    CTest::SetUp();
    ::setenv("PRIM_CACHE", "1", 1);
    ::unsetenv("PRIM_CACHE_DIR");
    ::unsetenv("PRIM_CACHE_BYTES");
    std::string name = testing::TempDir() + "prim-c-cache-XXXXXX";
    ASSERT_TRUE(::mkdtemp(name.data()));
    folder = name;
  }
  void TearDown() override {
    ::unsetenv("PRIM_CACHE_DIR");
    ::unsetenv("PRIM_CACHE_BYTES");
    std::filesystem::remove_all(folder);
    CTest::TearDown();
  }

  Owned<PrimcProgram> compileTo(const char *cache) {
    PrimcCompileOptions options = forChip("gfx942");
    options.cache = cache;
    return Owned<PrimcProgram>(primcProgramCreate(
        kScan, std::strlen(kScan), nullptr, &options, Errors::add, &errors));
  }

  static uint64_t statistic(const char *cache, const std::string &wanted) {
    uint64_t value = 0;
    for (size_t i = 0; const char *name = primcCacheStatistic(cache, i, &value);
         ++i)
      if (name == wanted)
        return value;
    ADD_FAILURE() << "no statistic " << wanted;
    return 0;
  }

  std::string folder;
};
} // namespace

TEST_F(CCacheTest, AProgramFromDiskNeedsNoMLIR) {
  const char *cache = folder.c_str();
  int before = contexts;
  auto compiled = compileTo(cache);
  ASSERT_TRUE(compiled);
  EXPECT_FALSE(primcProgramFromCache(compiled.get()));
  if (!dlsym(RTLD_NEXT, kConstructor))
    GTEST_SKIP() << "MLIR is part of libprim";
  EXPECT_EQ(contexts, before + 1);
  auto loaded = compileTo(cache);
  ASSERT_TRUE(loaded);
  EXPECT_TRUE(primcProgramFromCache(loaded.get()));
  EXPECT_EQ(contexts, before + 1);
  EXPECT_EQ(primcProgramNumTimes(loaded.get()), 2u);
  EXPECT_STREQ(primcProgramTime(loaded.get(), 0, nullptr), "cache");
  EXPECT_STREQ(primcProgramTime(loaded.get(), 1, nullptr), "JIT");
  EXPECT_FALSE(primcProgramFromCache(nullptr));
  EXPECT_EQ(statistic(cache, "hits"), 1u);
  EXPECT_EQ(statistic(cache, "misses"), 1u);
  EXPECT_EQ(statistic(cache, "stored"), 1u);
  EXPECT_EQ(statistic(cache, "failed"), 0u);

  ASSERT_EQ(primcProgramNumFunctions(loaded.get()), 2u);
  EXPECT_STREQ(primcProgramFunction(loaded.get(), 1), "scale");
#ifdef HAS_EMULATOR
  auto device = open();
  auto input = upload(device.get(), {5, 6, 7});
  PrimcValue argument = {input.get(), 0, PRIMC_TYPE_NONE}, result = {};
  ASSERT_TRUE(primcProgramCall(loaded.get(), device.get(), "main", &argument, 1,
                               &result, 1, nullptr, Errors::add, &errors));
  Owned<PrimcArray> output(result.array);
  EXPECT_EQ(download(device.get(), output.get()),
            (std::vector<int32_t>{5, 11, 18}));
#endif

  primcCacheClear(cache);
  EXPECT_FALSE(primcProgramFromCache(compileTo(cache).get()));
}

TEST_F(CCacheTest, KeepsObjects) {
  auto make = [&] {
    PrimcCompileOptions options = forChip("gfx942");
    options.cache = folder.c_str();
    Owned<PrimcObjects> objects(primcCompile(kScan, std::strlen(kScan), nullptr,
                                             &options, PRIMC_STAGE_OBJECT,
                                             Errors::add, &errors));
    size_t length = 0;
    const char *bytes = primcObjectsBytes(objects.get(), 0, &length);
    return std::string(bytes, length);
  };
  std::string compiled = make();
  int before = contexts;
  EXPECT_EQ(make(), compiled);
  EXPECT_EQ(contexts, before);
  EXPECT_EQ(statistic(folder.c_str(), "hits"), 1u);
}

TEST_F(CCacheTest, TheEnvironmentIsTheDefault) {
  ::setenv("PRIM_CACHE_DIR", folder.c_str(), 1);
  EXPECT_STREQ(primcCacheFolder(nullptr), folder.c_str());
  EXPECT_STREQ(primcCacheFolder(""), folder.c_str());
  EXPECT_EQ(primcCacheFolder("none"), nullptr);
  EXPECT_FALSE(primcProgramFromCache(compileTo("none").get()));
  EXPECT_TRUE(std::filesystem::is_empty(folder));
  EXPECT_FALSE(primcProgramFromCache(compileTo(nullptr).get()));
  EXPECT_TRUE(primcProgramFromCache(compileTo(nullptr).get()));
  // Callers that are older than the option get the default.
  PrimcCompileOptions options;
  primcCompileOptionsInit(&options, offsetof(PrimcCompileOptions, cache));
  options.chip = "gfx942";
  Owned<PrimcProgram> older(primcProgramCreate(
      kScan, std::strlen(kScan), nullptr, &options, Errors::add, &errors));
  EXPECT_TRUE(primcProgramFromCache(older.get()));

  ::setenv("PRIM_CACHE", "0", 1);
  EXPECT_EQ(primcCacheFolder(nullptr), nullptr);
  EXPECT_EQ(primcCacheFolder(folder.c_str()), nullptr);
  EXPECT_EQ(primcCacheStatistic(nullptr, 0, nullptr), nullptr);
  EXPECT_TRUE(primcCacheCheck(nullptr, Errors::add, &errors));
  EXPECT_FALSE(primcProgramFromCache(compileTo(nullptr).get()));
  primcCacheClear(nullptr);
  EXPECT_FALSE(std::filesystem::is_empty(folder));
}

TEST_F(CCacheTest, ProblemsAreSaidWhenAsked) {
  EXPECT_TRUE(primcCacheCheck(folder.c_str(), Errors::add, &errors));
  std::string file = folder + "/file";
  std::ofstream(file) << "a file";
  EXPECT_TRUE(compileTo(file.c_str()));
  EXPECT_EQ(statistic(file.c_str(), "failed"), 1u);
  EXPECT_FALSE(primcCacheCheck(file.c_str(), Errors::add, &errors));
  EXPECT_EQ(errors.take(), "compiled programs are not kept in '" + file +
                               "': it is not a folder");
  EXPECT_FALSE(primcCacheCheck(file.c_str(), nullptr, nullptr));
  ::setenv("PRIM_CACHE_BYTES", "much", 1);
  EXPECT_EQ(primcCacheFolder(folder.c_str()), nullptr);
  EXPECT_TRUE(compileTo(folder.c_str()));
  EXPECT_FALSE(primcCacheCheck(folder.c_str(), Errors::add, &errors));
  EXPECT_EQ(errors.take(), "compiled programs are not kept: PRIM_CACHE_BYTES "
                           "is 'much'; use a number above 0");
}
