//===- CodeCacheTest.cpp - Generated code from disk -------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The cache for the tests themselves. Its entries are used part by part. A
// dependency that its keys omit is detected when a sample of entries is
// regenerated.
//
//===----------------------------------------------------------------------===//

#include "CacheFixture.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir::prim;

/// Two unrelated kernels of any size, which are compiled as separate parts.
static std::string programOf(llvm::StringRef second) {
  return (R"mlir(
func.func @first(%x: memref<?xi32>, %y: memref<?xi32>) {
  prim.device_scan inclusive add ins(%x : memref<?xi32>) outs(%y : memref<?xi32>)
  return
}
func.func @second(%x: memref<?xf32>, %y: memref<?xf32>) {
  prim.device_scan inclusive )mlir" +
          second +
          R"mlir( ins(%x : memref<?xf32>) outs(%y : memref<?xf32>)
  return
}
)mlir")
      .str();
}

namespace {
class CodeCache : public CacheTest {
protected:
  CompileOptions options;

  void SetUp() override {
    CacheTest::SetUp();
    ::setenv("PRIM_CODE_CACHE", folder.c_str(), 1);
    ::setenv("PRIM_CODE_CACHE_RECORD", record().c_str(), 1);
    options.chip = "gfx942";
    options.isolate = "none";
  }
  void TearDown() override {
    for (const char *name :
         {"PRIM_CODE_CACHE", "PRIM_CODE_CACHE_RECORD", "PRIM_CODE_CACHE_SEED"})
      ::unsetenv(name);
    CacheTest::TearDown();
  }

  std::string record() const { return base + "/record"; }

  /// The numbers of hits and misses of a kind since the last call.
  std::pair<unsigned, unsigned> count(llvm::StringRef kind) {
    std::string lines = readFile(record());
    return {llvm::StringRef(lines).count(("hit " + kind + "\n").str()),
            llvm::StringRef(lines).count(("miss " + kind + "\n").str())};
  }
  void forget() { llvm::sys::fs::remove(record()); }

  llvm::Expected<std::vector<EmittedObject>> compile(llvm::StringRef second) {
    return compileToObjects(programOf(second), Stage::Object, options);
  }

  static std::shared_ptr<ProgramCache> tests() {
    return ProgramCache::getForTests();
  }

  /// The keys in the folder.
  std::vector<ProgramCache::Key> keys() const {
    std::vector<ProgramCache::Key> found;
    for (llvm::StringRef name : list()) {
      std::string bytes = llvm::fromHex(name.take_front(64));
      llvm::copy(bytes, found.emplace_back().begin());
    }
    return found;
  }

  /// Changes the last byte of an entry, or changes it back.
  static void damage(const ProgramCache::Key &key) {
    std::string payload = *tests()->find(key);
    payload.back() ^= 1;
    tests()->store(key, payload);
  }

  /// Sets the first seed with which an entry is regenerated.
  void sample(const ProgramCache::Key &key) {
    for (unsigned seed = 1;; ++seed) {
      ::setenv("PRIM_CODE_CACHE_SEED", std::to_string(seed).c_str(), 1);
      if (tests()->isSampled(key))
        return;
    }
  }

  /// Damages each entry in turn, and counts those whose regeneration reports
  /// the damage by an error with `text`. Afterwards the entries are repaired.
  unsigned countDiffering(llvm::StringRef text) {
    unsigned differing = 0;
    for (const ProgramCache::Key &key : keys()) {
      damage(key);
      // A compilation uses the entries that it finds, unless they are in the
      // sample.
      ::unsetenv("PRIM_CODE_CACHE_SEED");
      take(compile("add"));
      sample(key);
      if (auto made = compile("add"); !made) {
        ++differing;
        std::string error = llvm::toString(made.takeError());
        EXPECT_NE(error.find(text), std::string::npos) << error;
        take(compile("add"));
        continue;
      }
      damage(key);
    }
    return differing;
  }
};
} // namespace

using Counts = std::pair<unsigned, unsigned>;

TEST_F(CodeCache, KeepsKernelsAndModules) {
  auto first = take(compile("add"));
  EXPECT_EQ(count("module"), Counts(0, 1));
  unsigned parts = count("part").second;
  EXPECT_GT(parts, 1u);
  EXPECT_EQ(list().size(), parts + 1);

  forget();
  auto second = take(compile("add"));
  EXPECT_EQ(count("module"), Counts(1, 0));
  EXPECT_EQ(count("part"), Counts(0, 0));
  ASSERT_EQ(first.size(), second.size());
  for (size_t i = 0; i < first.size(); ++i)
    EXPECT_EQ(first[i].bytes, second[i].bytes);

  // The first scan's kernels are unchanged.
  forget();
  take(compile("mul"));
  EXPECT_EQ(count("module"), Counts(0, 1));
  EXPECT_GT(count("part").first, 0u);
  EXPECT_GT(count("part").second, 0u);
}

TEST_F(CodeCache, OptionsAreInTheKey) {
  take(compile("add"));
  forget();
  options.optLevel = 1;
  take(compile("add"));
  EXPECT_EQ(count("module"), Counts(0, 1));
  options.optLevel = 3;
  options.chip = "gfx950";
  take(compile("add"));
  EXPECT_EQ(count("module"), Counts(0, 2));
  options.chip = "gfx942";
  ::setenv("PRIM_CHECK", "1", 1);
  take(compile("add"));
  EXPECT_EQ(count("module"), Counts(0, 3));
  // The rules do not check an object that is not linked.
  EXPECT_GT(count("part").first, 0u);
  forget();
  take(compile("add"));
  EXPECT_EQ(count("module"), Counts(1, 0));
  ::unsetenv("PRIM_CHECK");
}

TEST_F(CodeCache, ErrorsAreNotKept) {
  const char *text = R"mlir(
gpu.module @m {
  llvm.func @nowhere()
  llvm.func @k() attributes {gpu.kernel, rocdl.kernel} {
    llvm.call @nowhere() : () -> ()
    llvm.return
  }
})mlir";
  for (unsigned misses : {1, 2}) {
    auto failed = compileToObjects(text, Stage::Object, options);
    EXPECT_NE(llvm::toString(failed.takeError())
                  .find("'nowhere' is called but not defined"),
              std::string::npos);
    EXPECT_EQ(count("module"), Counts(0, misses));
  }
}

TEST_F(CodeCache, SampleIsCompared) {
  take(compile("add"));
  // The entry of the module; its kernels are not looked up after it.
  EXPECT_EQ(countDiffering("differs from the code that is generated now"), 1u);
}

TEST_F(CodeCache, SampleOfGoodEntriesIsGood) {
  take(compile("add"));
  forget();
  for (const ProgramCache::Key &key : keys()) {
    sample(key);
    take(compile("add"));
  }
  // A regenerated entry is not built from cached parts.
  EXPECT_EQ(count("part"), Counts(0, 0));
}

TEST_F(CodeCache, SampleOfObjectsIsCompared) {
  options.cache = tests();
  take(compile("add"));
  EXPECT_EQ(count("objects 3"), Counts(0, 1));
  forget();
  take(compile("add"));
  EXPECT_EQ(count("objects 3"), Counts(1, 0));
  EXPECT_EQ(count("module"), Counts(0, 0));
  forget();
  EXPECT_EQ(countDiffering("differs from the one that is compiled now"), 1u);
  // A regenerated entry uses no cached code.
  EXPECT_EQ(count("module"), Counts(0, 0));
}

TEST_F(CodeCache, RulesAreInTheKeyOfPrograms) {
  options.cache = tests();
  take(compile("add"));
  ::setenv("PRIM_CHECK", "1", 1);
  take(compile("add"));
  ::unsetenv("PRIM_CHECK");
  EXPECT_EQ(count("objects 3"), Counts(0, 2));
}

TEST_F(CodeCache, OneOf64IsSampled) {
  ProgramCache::Key key = {};
  EXPECT_FALSE(tests()->isSampled(key));
  unsigned sampled = 0;
  for (unsigned seed = 1; seed <= 6400; ++seed) {
    ::setenv("PRIM_CODE_CACHE_SEED", std::to_string(seed).c_str(), 1);
    sampled += tests()->isSampled(key);
  }
  EXPECT_GT(sampled, 60u);
  EXPECT_LT(sampled, 140u);
  // Users' programs are not regenerated.
  EXPECT_FALSE(open()->isSampled(key));
  ::unsetenv("PRIM_CODE_CACHE");
  EXPECT_EQ(ProgramCache::getForTests(), nullptr);
}
