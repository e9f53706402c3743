//===- Options.cpp - What to measure --------------------------------------===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Options.h"
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <sstream>

using namespace bench;

const std::vector<OpInfo> bench::kOps = {
    {Op::Scan, "scan", cubScan},
    {Op::Reduce, "reduce", cubReduce},
    {Op::Sort, "sort", cubSortKeys},
    {Op::SortPairs, "sort_pairs", cubSortPairs}};
const std::vector<TypeInfo> bench::kTypes = {
    {Type::U8, "u8", 1},   {Type::I32, "i32", 4}, {Type::U32, "u32", 4},
    {Type::I64, "i64", 8}, {Type::F16, "f16", 2}, {Type::BF16, "bf16", 2},
    {Type::F32, "f32", 4}, {Type::F64, "f64", 8}};

const std::vector<KeysInfo> bench::kKeys = {{Keys::Uniform, "uniform"},
                                            {Keys::Equal, "equal"},
                                            {Keys::Two, "two"},
                                            {Keys::Sorted, "sorted"}};

/// Sizes that no tile divides.
static constexpr int64_t kOddSizes[] = {1001,    12347,    100003,
                                        1200000, 10000019, 100000007};

static constexpr const char *kHelp = R"(usage: prim-bench [options]
Times prim's scans, reductions and sorts beside CUB's and a copy. Exits with 1 if
a result differs from CUB's, or a call fails.

  --op=NAMES         of scan,reduce,sort,sort_pairs; all
  --type=NAMES       of u8,i32,u32,i64,f16,bf16,f32,f64; all
  --keys=NAME        how keys to sort are distributed: uniform, equal, two, sorted
  --min=K, --max=K   from 2^K elements (10) to 2^K (28), and a few odd sizes between
  --sizes=N,...      these instead
  --repeats=N        calls whose median counts; 31, and 13 from 2^26 elements on
  --library=[NAME=]FILE
                     a library of programs.py; libprim_bench.so beside the program.
                     Several are measured side by side, by name
  --chip=NAME        what the libraries have code for; the device's
  --idle             start each call on an idle GPU: times have launch latency in them
  --hold=US          else keep the GPU busy so long while a call is enqueued; 40
  --out=FILE         write the CSV there, and a summary to the terminal
)";

[[noreturn]] static void fail(const std::string &message) {
  std::fprintf(stderr, "prim-bench: %s\n", message.c_str());
  std::exit(2);
}

static std::vector<std::string> split(const std::string &text) {
  std::vector<std::string> parts;
  std::stringstream stream(text);
  for (std::string part; std::getline(stream, part, ',');)
    parts.push_back(part);
  return parts;
}

/// Those of `known` that are named, in the order of `known`.
template <typename Info>
static std::vector<Info> choose(const std::vector<Info> &known,
                                const std::string &text) {
  std::vector<std::string> names = split(text);
  for (const std::string &name : names)
    if (std::none_of(known.begin(), known.end(),
                     [&](const Info &info) { return name == info.name; }))
      fail("there is no " + name);
  std::vector<Info> chosen;
  for (const Info &info : known)
    if (std::count(names.begin(), names.end(), info.name))
      chosen.push_back(info);
  return chosen;
}

static int64_t readNumber(const std::string &option, const std::string &text,
                          int64_t least, int64_t most) {
  char *end;
  long long number = std::strtoll(text.c_str(), &end, 10);
  if (text.empty() || *end || number < least || number > most)
    fail(option + " takes numbers from " + std::to_string(least) + " to " +
         std::to_string(most));
  return number;
}

static std::vector<int64_t> getSizes(int64_t least, int64_t most) {
  std::vector<int64_t> sizes;
  for (int64_t k = least; k <= most; ++k)
    sizes.push_back(int64_t(1) << k);
  for (int64_t size : kOddSizes)
    if (size >= int64_t(1) << least && size <= int64_t(1) << most)
      sizes.push_back(size);
  std::sort(sizes.begin(), sizes.end());
  return sizes;
}

static Library readLibrary(const std::string &text) {
  size_t equals = text.find('=');
  Library library;
  if (equals != std::string::npos)
    library.name = text.substr(0, equals);
  library.file = equals == std::string::npos ? text : text.substr(equals + 1);
  if (library.name.find_first_of(",@ ") != std::string::npos)
    fail("a library's name is part of a column's: " + library.name);
  return library;
}

Options bench::readOptions(int argc, char **argv) {
  Options options;
  int64_t least = 10, most = 28;
  for (int i = 1; i < argc; ++i) {
    std::string option = argv[i], value;
    if (option == "--help" || option == "-h") {
      std::fputs(kHelp, stdout);
      std::exit(0);
    }
    if (option == "--idle") {
      options.idle = true;
      continue;
    }
    size_t equals = option.find('=');
    if (equals != std::string::npos) {
      value = option.substr(equals + 1);
      option.resize(equals);
    } else if (i + 1 < argc) {
      value = argv[++i];
    }
    // 2^30 is what 32-bit offsets of CUB count with some room.
    if (option == "--op")
      options.ops = choose(kOps, value);
    else if (option == "--type")
      options.types = choose(kTypes, value);
    else if (option == "--keys") {
      std::vector<KeysInfo> chosen = choose(kKeys, value);
      if (chosen.size() != 1)
        fail("--keys takes one name");
      options.keys = chosen.front();
    } else if (option == "--min")
      least = readNumber(option, value, 0, 30);
    else if (option == "--max")
      most = readNumber(option, value, 0, 30);
    else if (option == "--sizes")
      for (const std::string &size : split(value))
        options.sizes.push_back(readNumber(option, size, 1, int64_t(1) << 30));
    else if (option == "--repeats")
      options.repeats = readNumber(option, value, 1, 10000);
    else if (option == "--hold")
      options.holdNanoseconds = 1000 * readNumber(option, value, 0, 100000);
    else if (option == "--library")
      options.libraries.push_back(readLibrary(value));
    else if (option == "--chip")
      options.chip = value;
    else if (option == "--out")
      options.out = value;
    else
      fail("there is no option " + option + "; --help lists them");
  }
  if (options.sizes.empty())
    options.sizes = getSizes(least, most);
  if (options.libraries.empty())
    options.libraries.push_back(readLibrary("libprim_bench.so"));
  for (const Library &a : options.libraries)
    for (const Library &b : options.libraries)
      if (&a != &b && a.name == b.name)
        fail("several libraries need different names: --library=NAME=FILE");
  return options;
}
