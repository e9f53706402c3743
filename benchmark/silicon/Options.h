//===- Options.h - What to measure ------------------------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_BENCHMARK_SILICON_OPTIONS_H
#define PRIM_BENCHMARK_SILICON_OPTIONS_H

#include "Library.h"
#include <string>
#include <vector>

namespace bench {

/// Names as in programs.py, of which `libraries` have functions.
struct OpInfo {
  Op op;
  const char *name;
  std::vector<CubForm> (*cub)(Type type);
};
struct TypeInfo {
  Type type;
  const char *name;
  int64_t bytes;
};
struct KeysInfo {
  Keys keys;
  const char *name;
};
extern const std::vector<OpInfo> kOps;
extern const std::vector<TypeInfo> kTypes;
extern const std::vector<KeysInfo> kKeys;

struct Options {
  std::vector<OpInfo> ops = kOps;
  std::vector<TypeInfo> types = kTypes;
  KeysInfo keys = {Keys::Uniform, "uniform"};
  /// Numbers of elements, ascending.
  std::vector<int64_t> sizes;
  std::vector<Library> libraries;
  /// 0: 31, and 13 from 2^26 elements on.
  int repeats = 0;
  /// Whether the GPU waits for the host before each call.
  bool idle = false;
  /// Time that the stream is kept busy for while a call is enqueued.
  int64_t holdNanoseconds = 40000;
  std::string chip;
  std::string out;
};

/// Reads the command line; leaves the program where it is wrong or asks for
/// help.
Options readOptions(int argc, char **argv);

} // namespace bench

#endif // PRIM_BENCHMARK_SILICON_OPTIONS_H
