//===- NpyFuzzTest.cpp - Broken .npy files ----------------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A bounded, deterministic fuzz loop over the reader. For any bytes, the reader
// must either fail with a message or return a consistent array that can be
// written and read again. Run it under the asan preset to check every access.
//
//===----------------------------------------------------------------------===//

#include "NpyFixture.h"

#include <random>

using namespace mlir::prim;
using namespace prim::tools;

/// The work of a fuzzer's target function for one input. Returns whether the
/// file was accepted.
static bool tryOne(const std::string &file) {
  std::string error;
  // A copy of exactly this size, so that a sanitizer detects reads past the
  // end.
  const std::vector<char> bytes(file.begin(), file.end());
  std::optional<Array> array =
      parseNpy(bytes.data(), bytes.size(), "fuzz", error);
  if (!array) {
    EXPECT_EQ(error.compare(0, 6, "fuzz: "), 0) << error;
    return false;
  }
  const std::optional<int64_t> size = byteSize(array->type, array->shape);
  EXPECT_TRUE(size && static_cast<size_t>(*size) == array->data.size());
  EXPECT_TRUE(error.empty()) << error;
  const std::string again = npyHeader(array->type, array->shape) +
                            std::string(array->data.begin(), array->data.end());
  std::optional<Array> back =
      parseNpy(again.data(), again.size(), "again", error);
  EXPECT_TRUE(back) << error;
  EXPECT_TRUE(back && back->type == array->type &&
              back->shape == array->shape && back->data == array->data);
  return true;
}

/// Words that a mutation may insert, so that it passes the first checks.
static const char *const words[] = {"'descr'", "'shape'", "'fortran_order'",
                                    "False",   "True",    "(1,)",
                                    "()",      "(2, 2)",  "9223372036854775807",
                                    "'<i4'",   "'|b1'",   ":",
                                    ",",       "}",       "{",
                                    "\n",      "'",       "\x93NUMPY"};

TEST(NpyFuzz, NeverCrashesOrLies) {
  const std::vector<std::string> seeds = {
      npyFile(npyText("<i4", "(2,)"), "12345678"),
      npyFile(npyText("|b1", "(2, 2)"), std::string("\0\1\1\0", 4), 2),
      npyFile(npyText("<f8", "()"), "12345678"),
      npyFile(npyText("|i1", "(0, 3)"), ""),
  };
  std::mt19937 random(20);
  auto below = [&](size_t bound) { return bound ? random() % bound : 0; };
  int accepted = 0, mutatedAndAccepted = 0;
  for (int round = 0; round < 60000; ++round) {
    const std::string &seed = seeds[below(seeds.size())];
    std::string file = seed;
    for (size_t n = below(4); n > 0; --n) {
      const size_t at = below(file.size());
      switch (below(6)) {
      case 0: // another byte
        if (!file.empty())
          file[at] = static_cast<char>(random());
        break;
      case 1: // a flipped bit
        if (!file.empty())
          file[at] = static_cast<char>(file[at] ^ (1 << below(8)));
        break;
      case 2: // a shorter file
        file.resize(at);
        break;
      case 3: // a hole
        file.erase(at, below(8));
        break;
      case 4: // a known word
        file.insert(at, words[below(std::size(words))]);
        break;
      case 5: // a part twice
        file.insert(at, file.substr(below(file.size()), below(24)));
        break;
      }
    }
    if (tryOne(file)) {
      ++accepted;
      mutatedAndAccepted += file != seed;
    }
  }
  // The loop would prove nothing if it saw only one of the two outcomes.
  EXPECT_GT(mutatedAndAccepted, 100);
  EXPECT_LT(accepted, 40000);
}
