//===- StreamTest.cpp - One program on several streams ----------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Device ops keep no state between runs outside of their workspaces, so one
// compiled program may run on two streams at the same time. Each thread has its
// own stream and inputs. Launches of the two threads interleave in any order,
// also between a run's memset and its kernels.
//
//===----------------------------------------------------------------------===//

#include "Fixture.h"
#include "prim_runtime.h"

#include <algorithm>
#include <numeric>
#include <thread>

using namespace mlir::prim;

/// Runs several tiles, which take tickets, count blocks and look back.
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

/// The error of one run; empty if there is none.
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
  auto result = program.run(
      device, signature,
      {toArray(x), toArray(poison), toArray({85}, {}), toArray(poison)},
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
  auto device = take(Device::open("emulator", GetParam(), EMULATOR));
  CompileOptions options;
  options.chip = GetParam();
  options.optLevel = 1;
  auto program = take(Program::compile(kProgram, options));
  const Signature &signature = *take(program->getSignatures().find("main"));

  constexpr unsigned kStreams = 2, kRounds = 6;
  std::vector<std::string> wrong(kStreams * kRounds, "has not run");
  std::vector<std::thread> threads;
  for (unsigned number = 0; number < kStreams; ++number)
    threads.emplace_back([&, number] {
      primStream *stream = nullptr;
      if (primStreamCreate(device->get(), &stream) != PRIM_SUCCESS)
        return;
      for (unsigned round = 0; round < kRounds; ++round) {
        unsigned at = number * kRounds + round;
        wrong[at] = runOnce(*program, *device, signature, stream, at);
      }
      primStreamDestroy(stream);
    });
  for (std::thread &thread : threads)
    thread.join();
  for (const std::string &text : wrong)
    EXPECT_EQ(text, "");
}

INSTANTIATE_TEST_SUITE_P(Chips, Streams, testing::Values("gfx942", "gfx1100"));
