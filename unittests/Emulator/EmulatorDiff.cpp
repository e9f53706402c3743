//===- EmulatorDiff.cpp - Host against emulator, bit by bit -----*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// emulator-diff LIBPRIM_EMULATOR HOST.so CODE.hsaco CHIP
//
// Runs every kernel of test/Integration/Emulator/*.c twice on the same inputs:
// as the host code in HOST.so, and as the code object through the emulator's
// HIP interface. Compares the output buffers. Exit status 0 if all bits agree,
// 1 if some do not, 2 if something could not be run.
//
//===----------------------------------------------------------------------===//

#include "Differential.h"

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

namespace {

[[noreturn]] void fail(const std::string &text) {
  std::fprintf(stderr, "emulator-diff: %s\n", text.c_str());
  std::exit(2);
}

template <typename Fn>
Fn *symbol(void *library, const char *name) {
  auto *address = reinterpret_cast<Fn *>(dlsym(library, name));
  if (!address)
    fail(std::string("no symbol ") + name + ": " + dlerror());
  return address;
}

void *open(const char *path) {
  void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (!library)
    fail(dlerror());
  return library;
}

/// The HIP functions that a run calls.
class Hip {
public:
  explicit Hip(void *library)
      : malloc(symbol<int(void **, size_t)>(library, "hipMalloc")),
        free(symbol<int(void *)>(library, "hipFree")),
        memcpy(symbol<int(void *, const void *, size_t, int)>(library,
                                                              "hipMemcpy")),
        load(symbol<int(void **, const void *)>(library, "hipModuleLoadData")),
        find(symbol<int(void **, void *, const char *)>(
            library, "hipModuleGetFunction")),
        launch(
            symbol<int(void *, unsigned, unsigned, unsigned, unsigned, unsigned,
                       unsigned, unsigned, void *, void **, void **)>(
                library, "hipModuleLaunchKernel")),
        synchronize(symbol<int()>(library, "hipDeviceSynchronize")),
        fault(symbol<const char *()>(library, "primEmulatorLastError")) {}

  void check(int status, const char *what) const {
    if (status)
      fail(std::string(what) + " returned " + std::to_string(status) + ": " +
           fault());
  }

  int (*malloc)(void **, size_t);
  int (*free)(void *);
  int (*memcpy)(void *, const void *, size_t, int);
  int (*load)(void **, const void *);
  int (*find)(void **, void *, const char *);
  int (*launch)(void *, unsigned, unsigned, unsigned, unsigned, unsigned,
                unsigned, unsigned, void *, void **, void **);
  int (*synchronize)();
  const char *(*fault)();
};

/// Eight bytes that are interesting as an integer or float of some width.
uint64_t element(std::mt19937_64 &random) {
  static const uint16_t halves[] = {0x0000, 0x8000, 0x3c00, 0xbc00, 0x7c00,
                                    0xfc00, 0x7e00, 0x7d01, 0x0001, 0x83ff,
                                    0x0400, 0x7bff, 0x3555, 0xc248};
  static const uint32_t words[] = {
      0x00000000, 0x80000000, 0x3f800000, 0xbf800000, 0x7f800000, 0xff800000,
      0x7fc00000, 0x7fa00001, 0x00000001, 0x807fffff, 0x00800000, 0x7f7fffff,
      0x4f000000, 0xcf000000, 0x4effffff, 0x3effffff, 0x3f000000, 0x4b7fffff,
      0x5f000000, 0x7fffffff, 0xffffffff, 0x0000ffff, 0x00ffffff, 0x01000000};
  uint64_t bits = random();
  switch (random() % 8) {
  case 0: // a small signed number
    return uint64_t(int64_t(bits % 17) - 8);
  case 1:
    return (bits & ~uint64_t(0xffff)) | halves[random() % std::size(halves)];
  case 2:
    return (bits & ~uint64_t(0xffffffff)) | words[random() % std::size(words)];
  case 3: // the same specials as f64
    return uint64_t(words[random() % std::size(words)] & 0xc0000000) << 32 |
           uint64_t(random() % 4 ? 0x7ff - random() % 3 : random() % 3) << 52 |
           (random() % 2 ? 0 : bits >> 12);
  case 4: { // an f64 of moderate size
    double value =
        double(int64_t(bits)) / 65536.0 / double(1 + random() % 1024);
    std::memcpy(&bits, &value, sizeof(bits));
    return bits;
  }
  case 5: { // an f32 of moderate size
    float value = float(int32_t(bits)) / float(1 + random() % 65536);
    uint32_t word;
    std::memcpy(&word, &value, sizeof(word));
    return (bits & ~uint64_t(0xffffffff)) | word;
  }
  case 6: // few bits set, or few clear
    bits = uint64_t(1) << (bits % 64) | uint64_t(1) << (bits >> 8) % 64;
    return random() % 2 ? bits : ~bits;
  default:
    return bits;
  }
}

std::vector<uint8_t> readFile(const char *path) {
  std::ifstream file(path, std::ios::binary);
  if (!file)
    fail(std::string("cannot read ") + path);
  return {std::istreambuf_iterator<char>(file), {}};
}

constexpr size_t kInputBytes = size_t(GROUPS) * GROUP * INPUT_STRIDE;
constexpr size_t kOutputBytes = size_t(GROUPS) * GROUP * OUTPUT_STRIDE;
constexpr int kToDevice = 1, kToHost = 2;
constexpr uint8_t kUntouched = 0xa5;

/// Runs one kernel on host and emulator. Returns the number of bytes that
/// differ.
size_t compare(const Hip &hip, void *module, const DifferentialKernel &kernel,
               const std::vector<uint8_t> (&inputs)[3]) {
  std::vector<uint8_t> host(kOutputBytes, kUntouched);
  for (unsigned group = 0; group < GROUPS; ++group)
    kernel.function(inputs[0].data(), inputs[1].data(), inputs[2].data(),
                    host.data(), group);

  std::vector<uint8_t> device(kOutputBytes, kUntouched);
  void *buffers[4];
  for (unsigned k = 0; k < 4; ++k) {
    const std::vector<uint8_t> &from = k < 3 ? inputs[k] : device;
    hip.check(hip.malloc(&buffers[k], from.size()), "hipMalloc");
    hip.check(hip.memcpy(buffers[k], from.data(), from.size(), kToDevice),
              "hipMemcpy");
  }
  void *function = nullptr;
  hip.check(hip.find(&function, module, kernel.name), "hipModuleGetFunction");
  void *arguments[] = {&buffers[0], &buffers[1], &buffers[2], &buffers[3]};
  hip.check(hip.launch(function, GROUPS, 1, 1, GROUP, 1, 1, 0, nullptr,
                       arguments, nullptr),
            kernel.name);
  hip.check(hip.synchronize(), kernel.name);
  hip.check(hip.memcpy(device.data(), buffers[3], device.size(), kToHost),
            kernel.name);
  for (void *buffer : buffers)
    hip.check(hip.free(buffer), "hipFree");

  size_t different = 0;
  for (size_t at = 0; at < kOutputBytes; at += 4) {
    uint32_t expected, got;
    std::memcpy(&expected, host.data() + at, 4);
    std::memcpy(&got, device.data() + at, 4);
    if (expected == got)
      continue;
    if (++different > 4)
      continue;
    size_t index = at / OUTPUT_STRIDE;
    std::printf("%s: element %zu, output byte %zu: host 0x%08x, emulator "
                "0x%08x; inputs",
                kernel.name, index, at % OUTPUT_STRIDE, expected, got);
    for (const auto &input : inputs) {
      uint64_t value;
      std::memcpy(&value, input.data() + index * INPUT_STRIDE, 8);
      std::printf(" 0x%016llx", (unsigned long long)value);
    }
    std::printf("\n");
  }
  // If a kernel writes nothing, the comparison is void.
  bool wrote = false;
  for (uint8_t byte : host)
    wrote |= byte != kUntouched;
  if (!wrote)
    fail(std::string(kernel.name) + " writes no output");
  std::printf("%s: %s\n", kernel.name, different ? "DIFFERENT" : "same bits");
  return different;
}

} // namespace

int main(int argc, char **argv) {
  if (argc != 5)
    fail("usage: emulator-diff LIBPRIM_EMULATOR HOST.so CODE.hsaco CHIP");
  setenv("PRIM_EMULATOR_CHIP", argv[4], 1);
  Hip hip(open(argv[1]));
  void *host = open(argv[2]);
  auto *table =
      symbol<const DifferentialKernel *(int)>(host, "differential_kernels");
  const DifferentialKernel *begin = table(0), *end = table(1);
  std::vector<uint8_t> code = readFile(argv[3]);
  void *module = nullptr;
  hip.check(hip.load(&module, code.data()), "hipModuleLoadData");

  std::mt19937_64 random(20250101);
  std::vector<uint8_t> inputs[3];
  for (auto &input : inputs) {
    input.resize(kInputBytes);
    for (size_t at = 0; at < kInputBytes; at += 8) {
      uint64_t value = element(random);
      std::memcpy(input.data() + at, &value, sizeof(value));
    }
  }
  size_t different = 0, kernels = 0;
  for (auto *kernel = begin; kernel != end; ++kernel, ++kernels)
    different += compare(hip, module, *kernel, inputs);
  if (kernels == 0)
    fail("the host library has no kernels");
  return different ? 1 : 0;
}
