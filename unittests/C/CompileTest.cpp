//===- CompileTest.cpp - Compiling through the C API ------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Options, code objects, signatures, and messages about invalid input.
//
//===----------------------------------------------------------------------===//

#include "Fixture.h"

#include <thread>

extern "C" int isDefaultInC(void);

static bool contains(const std::string &text, const char *part) {
  return text.find(part) != std::string::npos;
}

TEST_F(CTest, SaysItsVersion) {
  EXPECT_STREQ(primcVersion(), VERSION);
  EXPECT_STREQ(primcLLVMVersion(), LLVM_VERSION);
}

TEST_F(CTest, HeaderIsC) { EXPECT_TRUE(isDefaultInC()); }

TEST_F(CTest, OptionsOfAnOlderCaller) {
  struct {
    PrimcCompileOptions options;
    char behind[8];
  } memory;
  std::memset(&memory, 0x55, sizeof(memory));
  size_t older = offsetof(PrimcCompileOptions, limits);
  primcCompileOptionsInit(&memory.options, older);
  EXPECT_EQ(memory.options.size, older);
  EXPECT_EQ(memory.options.optLevel, 3u);
  // Bytes after the caller's struct are neither written nor read.
  EXPECT_EQ(*reinterpret_cast<unsigned char *>(&memory.options.limits), 0x55);
  memory.options.chip = "gfx942";
  Owned<PrimcProgram> program(primcProgramCreate(kScan, std::strlen(kScan),
                                                 nullptr, &memory.options,
                                                 Errors::add, &errors));
  EXPECT_TRUE(program);

  for (size_t size : {size_t(0), sizeof(PrimcCompileOptions) + 8}) {
    memory.options.size = size;
    EXPECT_FALSE(primcProgramCreate(kScan, std::strlen(kScan), nullptr,
                                    &memory.options, Errors::add, &errors));
    EXPECT_TRUE(contains(errors.take(), "primcCompileOptionsInit"));
  }
  primcCompileOptionsInit(nullptr, 8);
}

TEST_F(CTest, CompilesToEachStage) {
  PrimcCompileOptions options = forChip("gfx942");
  auto compile = [&](PrimcStage stage) {
    Owned<PrimcObjects> objects(primcCompile(kScan, std::strlen(kScan), nullptr,
                                             &options, stage, Errors::add,
                                             &errors));
    EXPECT_GT(primcObjectsCount(objects.get()), 0u);
    size_t length = 0;
    const char *bytes = primcObjectsBytes(objects.get(), 0, &length);
    EXPECT_EQ(bytes[length], 0);
    std::string name = primcObjectsName(objects.get(), 0);
    EXPECT_EQ(name.empty(), stage == PRIMC_STAGE_MLIR);
    size_t behind = primcObjectsCount(objects.get());
    EXPECT_EQ(primcObjectsName(objects.get(), behind), nullptr);
    EXPECT_EQ(primcObjectsBytes(objects.get(), behind, &length), nullptr);
    EXPECT_EQ(length, 0u);
    size_t whole = 0;
    bytes = primcObjectsBytes(objects.get(), 0, &whole);
    return std::string(bytes, whole);
  };
  EXPECT_TRUE(contains(compile(PRIMC_STAGE_MLIR), "llvm.func @"));
  EXPECT_TRUE(contains(compile(PRIMC_STAGE_LLVM), "amdgpu_kernel"));
  EXPECT_TRUE(contains(compile(PRIMC_STAGE_ASSEMBLY), "s_endpgm"));
  EXPECT_EQ(compile(PRIMC_STAGE_OBJECT).substr(0, 4), "\x7f"
                                                      "ELF");
}

TEST_F(CTest, KnowsFunctionsAndTheirParameters) {
  auto program = compile(kScan);
  ASSERT_TRUE(program);
  // The function that takes vectors cannot be called.
  ASSERT_EQ(primcProgramNumFunctions(program.get()), 2u);
  EXPECT_STREQ(primcProgramFunction(program.get(), 0), "main");
  EXPECT_STREQ(primcProgramFunction(program.get(), 1), "scale");
  EXPECT_EQ(primcProgramFunction(program.get(), 2), nullptr);

  size_t parameters = 7, results = 7;
  ASSERT_TRUE(
      primcProgramSignature(program.get(), "scale", &parameters, &results));
  EXPECT_EQ(parameters, 2u);
  EXPECT_EQ(results, 1u);
  PrimcParameter parameter;
  ASSERT_TRUE(primcProgramParameter(program.get(), "scale", 0, &parameter));
  EXPECT_STREQ(parameter.text, "memref<4xi32>");
  EXPECT_TRUE(parameter.isMemref);
  EXPECT_FALSE(parameter.isScalar);
  ASSERT_EQ(parameter.rank, 1u);
  EXPECT_EQ(parameter.shape[0], 4);
  EXPECT_EQ(parameter.type, PRIMC_I32);
  // Results follow the parameters.
  ASSERT_TRUE(primcProgramParameter(program.get(), "scale", 2, &parameter));
  EXPECT_TRUE(parameter.isScalar);
  EXPECT_FALSE(primcProgramParameter(program.get(), "scale", 3, &parameter));
  EXPECT_FALSE(primcProgramParameter(program.get(), "scale",
                                     static_cast<size_t>(-1), &parameter));
  EXPECT_FALSE(primcProgramParameter(program.get(), "main", 0, nullptr));
  ASSERT_TRUE(primcProgramParameter(program.get(), "main", 0, &parameter));
  EXPECT_EQ(parameter.shape[0], -1);
  EXPECT_FALSE(
      primcProgramSignature(program.get(), "none", &parameters, &results));
  EXPECT_EQ(parameters, 0u);
  EXPECT_FALSE(
      primcProgramSignature(program.get(), nullptr, &parameters, nullptr));

  double milliseconds = 0;
  ASSERT_GT(primcProgramNumTimes(program.get()), 0u);
  EXPECT_STREQ(primcProgramTime(program.get(), 0, &milliseconds), "parse");
  EXPECT_GT(milliseconds, 0);
  EXPECT_EQ(primcProgramTime(program.get(), 1000, &milliseconds), nullptr);
}

TEST_F(CTest, BadProgramsAreErrors) {
  EXPECT_FALSE(compile("func.func @main("));
  EXPECT_EQ(errors.take().rfind("test.mlir:1:16: error: ", 0), 0u);
  EXPECT_FALSE(compile(kScan, "gfx000"));
  EXPECT_TRUE(contains(errors.take(), "gfx000"));
  EXPECT_FALSE(compile(kScan, nullptr));
  EXPECT_TRUE(contains(errors.take(), "chip"));
  // The message is valid UTF-8 even if the text that it quotes is not.
  EXPECT_FALSE(compile("func.func @\"a\xff\"(%x: none_such) { return }"));
  EXPECT_NE(errors.take(), "");
  // A program that ends before its zero, and one with a zero in it.
  PrimcCompileOptions options = forChip("gfx942");
  EXPECT_FALSE(primcProgramCreate("func.func private @f()\0!", 24, nullptr,
                                  &options, Errors::add, &errors));
  EXPECT_EQ(errors.take().rfind("program:1:", 0), 0u);
  Owned<PrimcProgram> cut(primcProgramCreate("module {} nonsense", 9, nullptr,
                                             &options, Errors::add, &errors));
  EXPECT_TRUE(cut);
}

TEST_F(CTest, BadOptionsAreErrors) {
  auto fails = [&](auto change, const char *message) {
    PrimcCompileOptions options = forChip("gfx942");
    change(options);
    EXPECT_FALSE(primcCompile(kScan, std::strlen(kScan), nullptr, &options,
                              PRIMC_STAGE_OBJECT, Errors::add, &errors));
    std::string said = errors.take();
    EXPECT_TRUE(contains(said, message)) << said;
  };
  fails([](auto &options) { options.optLevel = 7; }, "opt-level 0 to 3");
  fails([](auto &options) { options.abi = 1; }, "abi");
  fails([](auto &options) { options.isolate = "there"; }, "there");
  fails([](auto &options) { options.limits = "nonsense=1"; }, "nonsense");
  fails([](auto &options) { options.features = "wrong"; }, "wrong");
}

TEST_F(CTest, NullIsNoCrash) {
  PrimcCompileOptions options = forChip("gfx942");
  EXPECT_FALSE(
      primcProgramCreate(nullptr, 3, nullptr, &options, Errors::add, &errors));
  EXPECT_EQ(errors.take(), "the program's text is null");
  EXPECT_FALSE(primcCompile(nullptr, 0, nullptr, nullptr, PRIMC_STAGE_OBJECT,
                            Errors::add, &errors));
  EXPECT_EQ(errors.take(), "the program's text is null");
  EXPECT_FALSE(primcCompile("", 0, nullptr, &options,
                            static_cast<PrimcStage>(-5), Errors::add, &errors));
  EXPECT_TRUE(
      contains(errors.take(),
               "no stage has the number -5; choose a PrimcStage from 0 to 3"));
  // There is no callback for messages.
  EXPECT_FALSE(primcCompile("?", 1, nullptr, &options, PRIMC_STAGE_OBJECT,
                            nullptr, nullptr));
  EXPECT_EQ(primcObjectsCount(nullptr), 0u);
  EXPECT_EQ(primcObjectsName(nullptr, 0), nullptr);
  EXPECT_EQ(primcObjectsBytes(nullptr, 0, nullptr), nullptr);
  EXPECT_EQ(primcProgramNumFunctions(nullptr), 0u);
  EXPECT_EQ(primcProgramFunction(nullptr, 0), nullptr);
  EXPECT_EQ(primcProgramNumTimes(nullptr), 0u);
  EXPECT_EQ(primcProgramTime(nullptr, 0, nullptr), nullptr);
  EXPECT_FALSE(primcProgramSignature(nullptr, "main", nullptr, nullptr));
  primcObjectsDestroy(nullptr);
  primcProgramDestroy(nullptr);
  primcProgramUnload(nullptr);
}

TEST_F(CTest, FindsItsProgramForCodeGeneration) {
  // The file is beside libprim, not beside this test.
  PrimcCompileOptions options = forChip("gfx942");
  options.isolate = "program";
  Owned<PrimcObjects> objects(primcCompile(kScan, std::strlen(kScan), nullptr,
                                           &options, PRIMC_STAGE_OBJECT,
                                           Errors::add, &errors));
  EXPECT_TRUE(objects);
}

TEST_F(CTest, ThreadsCompileAtOnce) {
  std::vector<std::thread> threads;
  std::vector<Errors> heard(4);
  std::vector<Owned<PrimcProgram>> programs(heard.size());
  for (size_t number = 0; number < heard.size(); ++number)
    threads.emplace_back([&, number] {
      PrimcCompileOptions options = forChip(number % 2 ? "gfx1100" : "gfx942");
      programs[number].reset(primcProgramCreate(kScan, std::strlen(kScan),
                                                nullptr, &options, Errors::add,
                                                &heard[number]));
    });
  for (std::thread &thread : threads)
    thread.join();
  for (size_t number = 0; number < heard.size(); ++number)
    EXPECT_TRUE(programs[number])
        << testing::PrintToString(heard[number].messages);
}
