//===- CachedProgramTest.cpp - Programs from disk ---------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A loaded program does the work of the compiled one. It is loaded only if a
// compilation would produce the same program.
//
//===----------------------------------------------------------------------===//

#include "CacheFixture.h"
#include "mlir/Parser/Parser.h"

#include <atomic>
#include <numeric>
#include <set>
#include <thread>

using namespace mlir::prim;

static const char *const kPrograms = R"mlir(
func.func @main(%x: tensor<?xi32>) -> tensor<?xi32> {
  %zero = arith.constant 0 : index
  %n = tensor.dim %x, %zero : tensor<?xi32>
  %o = tensor.empty(%n) : tensor<?xi32>
  %y = prim.device_scan inclusive add ins(%x : tensor<?xi32>) outs(%o : tensor<?xi32>) -> tensor<?xi32>
  return %y : tensor<?xi32>
}
func.func @shift(%x: memref<4xi32>, %by: i32) -> (i32, memref<4xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  scf.parallel (%i) = (%c0) to (%c4) step (%c1) {
    %old = memref.load %x[%i] : memref<4xi32>
    %new = arith.addi %old, %by : i32
    memref.store %new, %x[%i] : memref<4xi32>
  }
  return %by, %x : i32, memref<4xi32>
}
func.func @vectors(%x: vector<4xi32>) {
  return
}
)mlir";

static const char *const kFill = R"mlir(
func.func @main(%x: memref<4xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %seven = arith.constant 7 : i32
  scf.parallel (%i) = (%c0) to (%c4) step (%c1) {
    memref.store %seven, %x[%i] : memref<4xi32>
  }
  return
}
)mlir";

namespace {
class CachedProgram : public CacheTest {
protected:
  CompileOptions options;
  std::shared_ptr<ProgramCache> cache;

  void SetUp() override {
    CacheTest::SetUp();
    cache = open();
    options.chip = "gfx942";
    options.isolate = "none";
    options.cache = cache;
  }

  std::unique_ptr<Program> compile(llvm::StringRef text = kPrograms,
                                   llvm::StringRef name = "program") {
    return take(Program::compile(text, options, name));
  }

  static std::vector<std::string> stages(const Program &program) {
    std::vector<std::string> names;
    for (const StageTime &time : program.getTimes())
      names.push_back(time.name);
    return names;
  }

  /// Checks that both functions return the expected results.
  static void run(Program &program) {
    auto device = take(Device::open("emulator", "gfx942", EMULATOR));
    std::vector<int32_t> x(3000), sums(x.size());
    std::iota(x.begin(), x.end(), -50);
    std::partial_sum(x.begin(), x.end(), sums.begin());
    const Signature *main = take(program.getSignatures().find("main"));
    EXPECT_EQ(
        toValues(take(program.run(*device, *main, {toArray(x)})).outputs[0]),
        sums);
    const Signature *shift = take(program.getSignatures().find("shift"));
    RunResult result = take(program.run(
        *device, *shift, {toArray({1, 2, 3, 4}), toArray({10}, {})}, {0}));
    ASSERT_EQ(result.outputs.size(), 3u);
    EXPECT_EQ(toValues(result.outputs[0]), std::vector<int32_t>{10});
    EXPECT_EQ(toValues(result.outputs[1]),
              (std::vector<int32_t>{11, 12, 13, 14}));
    EXPECT_EQ(toValues(result.outputs[2]), toValues(result.outputs[1]));
    EXPECT_EQ(result.report.abandoned, 0);
  }
};
} // namespace

TEST_F(CachedProgram, LoadsWhatItHasCompiled) {
  auto compiled = compile();
  EXPECT_FALSE(compiled->isFromCache());
  EXPECT_EQ(stages(*compiled).front(), "parse");
  EXPECT_EQ(stages(*compiled).back(), "cache");
  run(*compiled);
  auto loaded = compile();
  EXPECT_TRUE(loaded->isFromCache());
  EXPECT_EQ(stages(*loaded), (std::vector<std::string>{"cache", "JIT"}));
  run(*loaded);
  run(*compiled);

  // Signatures are those of the source.
  for (const char *name : {"main", "shift"}) {
    const Signature *was = take(compiled->getSignatures().find(name));
    const Signature *is = take(loaded->getSignatures().find(name));
    EXPECT_EQ(was->name, is->name);
    auto same = [](const std::vector<Parameter> &a,
                   const std::vector<Parameter> &b) {
      ASSERT_EQ(a.size(), b.size());
      for (size_t i = 0; i < a.size(); ++i) {
        EXPECT_EQ(a[i].type, b[i].type);
        EXPECT_EQ(a[i].shape, b[i].shape);
        EXPECT_EQ(a[i].scalar, b[i].scalar);
        EXPECT_EQ(a[i].memref, b[i].memref);
        EXPECT_EQ(a[i].text, b[i].text);
      }
    };
    same(was->parameters, is->parameters);
    same(was->results, is->results);
  }
  for (const char *name : {"vectors", "none"}) {
    auto was = compiled->getSignatures().find(name);
    auto is = loaded->getSignatures().find(name);
    EXPECT_EQ(llvm::toString(was.takeError()), llvm::toString(is.takeError()));
  }
  ProgramCache::Statistics statistics = cache->getStatistics();
  EXPECT_EQ(statistics.hits, 1u);
  EXPECT_EQ(statistics.misses, 1u);
  EXPECT_EQ(statistics.stored, 1u);
  EXPECT_EQ(cache->getProblem(), "");

  options.cache = nullptr;
  EXPECT_FALSE(compile()->isFromCache());
  EXPECT_EQ(list().size(), 1u);
}

TEST_F(CachedProgram, TheKeyHoldsAllThatDecides) {
  uint64_t stored = 0;
  // The first time is a miss, the second time a hit.
  auto isItsOwn = [&](const char *what, llvm::StringRef text = kFill,
                      llvm::StringRef name = "program") {
    EXPECT_FALSE(compile(text, name)->isFromCache()) << what;
    EXPECT_EQ(cache->getStatistics().stored, ++stored) << what;
    EXPECT_TRUE(compile(text, name)->isFromCache()) << what;
  };
  const CompileOptions before = options;
  isItsOwn("the first");
  isItsOwn("text", std::string(kFill) + "\n");
  isItsOwn("name", kFill, "another");
  // Identical bytes, split differently between name and text.
  isItsOwn("name and text", llvm::StringRef(kFill).drop_front(), "program\n");
  std::set<std::string> untried;
  options.visitContent(
      [&](llvm::StringRef name, const auto &) { untried.insert(name.str()); });
  auto change = [&](const char *what, auto set) {
    set();
    isItsOwn(what);
    options = before;
    untried.erase(what);
  };
  change("chip", [&] { options.chip = "gfx1100"; });
  change("chip", [&] { options.chip = "gfx90a"; });
  change("features", [&] { options.features = "+xnack"; });
  change("optLevel", [&] { options.optLevel = 1; });
  change("abi", [&] { options.abi = 600; });
  change("checkConvergence", [&] { options.checkConvergence = true; });
  change("checkAlignment", [&] { options.checkAlignment = true; });
  change("lineTables", [&] { options.lineTables = true; });
  change("isolate", [&] { options.isolate = "fork"; });
  change("timeLimit", [&] { options.timeLimit = 60; });
  change("limits", [&] { options.limits = "max-blocks=4"; });
  change("deviceLibs", [&] { options.deviceLibs = "none"; });
  change("functions", [&] { options.functions = {"main"}; });
  change("reassociate", [&] { options.reassociate = false; });
  change("relaxedPrecision", [&] { options.relaxedPrecision = false; });
  change("allowUnregistered", [&] { options.allowUnregistered = true; });
  EXPECT_TRUE(untried.empty()) << "add a change of " << *untried.begin();
  change("codegen", [&] { options.codegen = base + "/prim-codegen"; });
  // A file of that name that is created, and then changes.
  auto program = [&](const char *contents) {
    writeFile(base + "/prim-codegen", contents);
    options.codegen = base + "/prim-codegen";
  };
  change("codegen, a file", [&] { program("1"); });
  change("codegen, another file", [&] { program("22"); });
  // Likewise for the device library, which these programs do not use.
  auto library = [&](const char *contents) {
    writeFile(base + "/ocml.bc", contents);
    options.deviceLibs = base;
  };
  change("device-libs, a folder", [&] { library("1"); });
  change("device-libs, another file", [&] { library("22"); });
  EXPECT_TRUE(compile(kFill)->isFromCache());
}

TEST_F(CachedProgram, ErrorsAreNotKept) {
  for (int turn = 0; turn < 2; ++turn) {
    auto wrong = Program::compile("func.func @main(%x: i32) { return }\n"
                                  "func.func @main() { return }",
                                  options);
    std::string message = llvm::toString(wrong.takeError());
    EXPECT_NE(message.find("program:2:"), std::string::npos) << message;
  }
  EXPECT_EQ(list(), std::vector<std::string>());
}

TEST_F(CachedProgram, WhatMakesNoSenseIsCompiledAgain) {
  compile();
  // An intact entry whose payload is not a program.
  llvm::SmallVector<char> digits;
  std::string name =
      llvm::sys::path::filename(onlyEntry()).take_front(64).str();
  ProgramCache::Key key;
  for (size_t i = 0; i < key.size(); ++i)
    key[i] =
        static_cast<uint8_t>(std::stoi(name.substr(2 * i, 2), nullptr, 16));
  std::string payload = *cache->find(key);
  for (size_t length :
       {size_t(0), size_t(1), size_t(2), size_t(10), size_t(100), size_t(300),
        payload.size() / 2, payload.size() - 1}) {
    cache->store(key, llvm::StringRef(payload).take_front(length));
    EXPECT_FALSE(compile()->isFromCache()) << length;
    EXPECT_TRUE(compile()->isFromCache()) << length;
  }
  cache->store(key, payload + payload);
  EXPECT_FALSE(compile()->isFromCache());
  // The payload contains an invalid object file.
  std::string broken = payload;
  broken.replace(broken.find("\x7f"
                             "ELF"),
                 4, "none");
  cache->store(key, broken);
  auto again = compile();
  EXPECT_FALSE(again->isFromCache());
  run(*again);
}

TEST_F(CachedProgram, CompilationGoesOnWithoutRoom) {
  compile();
  uint64_t size = 0;
  ASSERT_FALSE(llvm::sys::fs::file_size(onlyEntry(), size));
  cache->clear();
  {
    // Enough for the linker's files, which are smaller.
    SmallFiles full(size - 1);
    run(*compile());
  }
  EXPECT_EQ(cache->getStatistics().failed, 1u);
  EXPECT_EQ(list(), std::vector<std::string>());
  writeFile(base + "/file", "");
  cache = options.cache = ProgramCache::get(base + "/file");
  run(*compile());
  EXPECT_NE(cache->getProblem(), "");
}

TEST_F(CachedProgram, KeepsModules) {
  mlir::DialectRegistry registry;
  registerProgramDialects(registry);
  mlir::MLIRContext context(registry);
  auto compile = [&](llvm::StringRef text) {
    return take(Program::compile(
        mlir::parseSourceString<mlir::ModuleOp>(text, &context), options));
  };
  auto compiled = compile(kPrograms);
  EXPECT_FALSE(compiled->isFromCache());
  auto loaded = compile(kPrograms);
  EXPECT_TRUE(loaded->isFromCache());
  run(*loaded);
  // Source locations are in the code.
  EXPECT_FALSE(compile(std::string("\n") + kPrograms)->isFromCache());
}

TEST_F(CachedProgram, KeepsObjects) {
  auto make = [&](Stage stage) {
    return take(compileToObjects(kPrograms, stage, options));
  };
  uint64_t hits = 0;
  for (Stage stage :
       {Stage::LLVMDialect, Stage::LLVMIR, Stage::Assembly, Stage::Object}) {
    std::vector<EmittedObject> compiled = make(stage);
    EXPECT_EQ(cache->getStatistics().hits, hits);
    std::vector<EmittedObject> loaded = make(stage);
    EXPECT_EQ(cache->getStatistics().hits, ++hits);
    ASSERT_EQ(compiled.size(), loaded.size());
    ASSERT_FALSE(compiled.empty());
    for (size_t i = 0; i < compiled.size(); ++i) {
      EXPECT_EQ(compiled[i].name, loaded[i].name);
      EXPECT_EQ(compiled[i].bytes, loaded[i].bytes);
    }
  }
}

TEST_F(CachedProgram, ThreadsCompileAtOnce) {
  std::vector<std::thread> threads;
  std::vector<std::unique_ptr<Program>> programs(6);
  for (std::unique_ptr<Program> &program : programs)
    threads.emplace_back([&] { program = compile(); });
  for (std::thread &thread : threads)
    thread.join();
  for (std::unique_ptr<Program> &program : programs)
    run(*program);
  EXPECT_EQ(list().size(), 1u);
  ProgramCache::Statistics statistics = cache->getStatistics();
  EXPECT_EQ(statistics.hits + statistics.misses, programs.size());
  EXPECT_EQ(statistics.rejected, 0u);
}

TEST_F(CachedProgram, UnloadsBesideCalls) {
  compile();
  auto program = compile();
  auto device = take(Device::open("emulator", "gfx942", EMULATOR));
  const Signature *main = take(program->getSignatures().find("main"));
  std::vector<int32_t> x(100, 1), sums(x.size());
  std::iota(sums.begin(), sums.end(), 1);
  std::atomic<bool> done{false};
  std::thread unloads([&] {
    while (!done)
      program->unload();
  });
  for (int turn = 0; turn < 300; ++turn) {
    auto result = program->run(*device, *main, {toArray(x)});
    if (!result) {
      ADD_FAILURE() << llvm::toString(result.takeError());
      break;
    }
    ASSERT_EQ(toValues(result->outputs[0]), sums);
  }
  done = true;
  unloads.join();
}

TEST_F(CachedProgram, RunsWhatComesFirst) {
  static const char *const kStart = R"mlir(
llvm.mlir.global internal @state(1 : i32) : i32
llvm.func internal @first() {
  %p = llvm.mlir.addressof @state : !llvm.ptr
  %v = llvm.mlir.constant(20 : i32) : i32
  llvm.store %v, %p : i32, !llvm.ptr
  llvm.return
}
llvm.func internal @second() {
  %p = llvm.mlir.addressof @state : !llvm.ptr
  %v = llvm.load %p : !llvm.ptr -> i32
  %w = llvm.add %v, %v : i32
  llvm.store %w, %p : i32, !llvm.ptr
  llvm.return
}
llvm.mlir.global_ctors ctors = [@second, @first], priorities = [9 : i32, 1 : i32], data = [#llvm.zero, #llvm.zero]
func.func @main() -> i32 {
  %p = llvm.mlir.addressof @state : !llvm.ptr
  %v = llvm.load %p : !llvm.ptr -> i32
  return %v : i32
}
)mlir";
  auto device = take(Device::open("emulator", "gfx942", EMULATOR));
  for (bool loaded : {false, true}) {
    auto program = compile(kStart);
    EXPECT_EQ(program->isFromCache(), loaded);
    const Signature *main = take(program->getSignatures().find("main"));
    RunResult result = take(program->run(*device, *main, {}));
    EXPECT_EQ(toValues(result.outputs[0]), std::vector<int32_t>{40});
  }
}
