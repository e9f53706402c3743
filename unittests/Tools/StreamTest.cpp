//===- StreamTest.cpp - One program on several streams ----------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Device ops keep nothing between runs but in their workspaces, so that one
// compiled program may be under way on two streams at once. Each thread has a
// stream and inputs of its own; the launches of the two come in any order, also
// between a run's memset and its kernels.
//
//===----------------------------------------------------------------------===//

#include "driver/Compilation.h"
#include "driver/Device.h"
#include "driver/Program.h"
#include "prim_runtime.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/raw_ostream.h"

#include "gtest/gtest.h"

#include <algorithm>
#include <cstring>
#include <numeric>
#include <thread>

using namespace prim::tools;

/// Runs of several tiles, which take tickets, count blocks and look back.
static const char *const kProgram = R"mlir(
func.func @main(%x: memref<?xi32>, %prefix: memref<?xi32>, %sum: memref<i32>,
                %sorted: memref<?xi32>) {
  prim.device_scan inclusive add ins(%x : memref<?xi32>)
      outs(%prefix : memref<?xi32>) tuning<block_size = 64, items_per_thread = 2>
  prim.device_reduce add ins(%x : memref<?xi32>) outs(%sum : memref<i32>)
      tuning<block_size = 64, items_per_thread = 2>
  prim.device_sort slt ins(%x : memref<?xi32>) outs(%sorted : memref<?xi32>)
      tuning<block_size = 64, items_per_thread = 2>
  return
}
)mlir";

static Array toArray(const std::vector<int32_t> &values,
                     std::vector<int64_t> shape) {
  Array array;
  array.type = ElementType::I32;
  array.shape = std::move(shape);
  array.data.resize(values.size() * sizeof(int32_t));
  std::memcpy(array.data.data(), values.data(), array.data.size());
  return array;
}

static std::vector<int32_t> toValues(const Array &array) {
  std::vector<int32_t> values(array.data.size() / sizeof(int32_t));
  std::memcpy(values.data(), array.data.data(), array.data.size());
  return values;
}

/// What is wrong with one run; empty if nothing is.
static std::string runOnce(Program &program, Device &device,
                           const Signature &signature, primStream *stream,
                           unsigned seed) {
  int64_t size = 1200 + 61 * (seed % 7);
  std::vector<int32_t> x(size);
  uint32_t state = seed * 2654435761u + 1;
  for (int32_t &value : x) {
    state = state * 1664525u + 1013904223u;
    value = static_cast<int32_t>(state >> 12) - (1 << 19);
  }
  std::vector<int32_t> poison(size, 85);
  auto result = program.run(device, signature,
                            {toArray(x, {size}), toArray(poison, {size}),
                             toArray({85}, {}), toArray(poison, {size})},
                            /*returned=*/{1, 2, 3}, stream);
  if (!result)
    return llvm::toString(result.takeError());
  std::vector<int32_t> prefix(size), sorted(x);
  std::partial_sum(x.begin(), x.end(), prefix.begin());
  std::sort(sorted.begin(), sorted.end());
  if (toValues(result->outputs[0]) != prefix)
    return "the prefixes are wrong";
  if (toValues(result->outputs[1]) != std::vector<int32_t>{prefix.back()})
    return "the sum is wrong";
  if (toValues(result->outputs[2]) != sorted)
    return "the order is wrong";
  return "";
}

class Streams : public testing::TestWithParam<const char *> {};

TEST_P(Streams, RunTheSameProgramAtOnce) {
  auto device = Device::open("emulator", GetParam(), TOOL_DIRECTORY);
  ASSERT_TRUE(bool(device)) << llvm::toString(device.takeError());
  llvm::SmallString<128> path;
  int file;
  ASSERT_FALSE(
      llvm::sys::fs::createTemporaryFile("prim-streams", "mlir", file, path));
  llvm::FileRemover remover(path);
  llvm::raw_fd_ostream(file, /*shouldClose=*/true) << kProgram;

  Compilation compilation;
  ASSERT_TRUE(succeeded(compilation.load(path.str().str())));
  Signatures signatures(compilation.getModule());
  CompileOptions options;
  options.chip = GetParam();
  options.optLevel = 1;
  ASSERT_TRUE(succeeded(compilation.run(Stage::Host, options)));
  auto program = Program::create(compilation.getModule());
  ASSERT_TRUE(bool(program)) << llvm::toString(program.takeError());
  auto signature = signatures.find("main");
  ASSERT_TRUE(bool(signature)) << llvm::toString(signature.takeError());

  constexpr unsigned kStreams = 2, kRounds = 6;
  std::vector<std::string> wrong(kStreams * kRounds, "has not run");
  std::vector<std::thread> threads;
  for (unsigned number = 0; number < kStreams; ++number)
    threads.emplace_back([&, number] {
      primStream *stream = nullptr;
      if (primStreamCreate((*device)->get(), &stream) != PRIM_SUCCESS)
        return;
      for (unsigned round = 0; round < kRounds; ++round) {
        unsigned at = number * kRounds + round;
        wrong[at] = runOnce(**program, **device, **signature, stream, at);
      }
      primStreamDestroy(stream);
    });
  for (std::thread &thread : threads)
    thread.join();
  for (const std::string &text : wrong)
    EXPECT_EQ(text, "");
}

INSTANTIATE_TEST_SUITE_P(Chips, Streams, testing::Values("gfx942", "gfx1100"));
