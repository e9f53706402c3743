//===- Fixture.h - What the tests of the C API share ------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A program, an error callback that keeps the messages, and handles that are
// destroyed automatically.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_UNITTESTS_C_FIXTURE_H
#define PRIM_UNITTESTS_C_FIXTURE_H

#include "prim-c/Prim.h"
#include "gtest/gtest.h"

#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

inline constexpr const char *kScan = R"mlir(
func.func @main(%x: tensor<?xi32>) -> tensor<?xi32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xi32>
  %o = tensor.empty(%n) : tensor<?xi32>
  %y = prim.device_scan inclusive add ins(%x : tensor<?xi32>) outs(%o : tensor<?xi32>) -> tensor<?xi32>
  return %y : tensor<?xi32>
}
func.func @scale(%x: memref<4xi32>, %by: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  scf.parallel (%i) = (%c0) to (%c4) step (%c1) {
    %old = memref.load %x[%i] : memref<4xi32>
    %new = arith.muli %old, %by : i32
    memref.store %new, %x[%i] : memref<4xi32>
  }
  return %by : i32
}
func.func @vectors(%x: vector<4xi32>) {
  return
}
)mlir";

/// The messages with which a callback has been called.
struct Errors {
  std::vector<std::string> messages;

  static void add(const char *message, void *userData) {
    static_cast<Errors *>(userData)->messages.push_back(message);
  }
  /// The only message since the last call of take().
  std::string take() {
    std::vector<std::string> taken;
    taken.swap(messages);
    if (taken.size() == 1)
      return taken[0];
    return "(" + std::to_string(taken.size()) + " messages)";
  }
};

struct Destroy {
  void operator()(PrimcObjects *objects) const { primcObjectsDestroy(objects); }
  void operator()(PrimcProgram *program) const { primcProgramDestroy(program); }
  void operator()(PrimcDevice *device) const { primcDeviceDestroy(device); }
  void operator()(PrimcStream *stream) const { primcStreamDestroy(stream); }
  void operator()(PrimcArray *array) const { primcArrayDestroy(array); }
};
template <typename T>
using Owned = std::unique_ptr<T, Destroy>;

inline PrimcCompileOptions forChip(const char *chip) {
  PrimcCompileOptions options;
  primcCompileOptionsInit(&options, sizeof(options));
  options.chip = chip;
  return options;
}

class CTest : public testing::Test {
protected:
  Errors errors;

  // The tests must not use programs that an earlier run has compiled.
  void SetUp() override { setenv("PRIM_CACHE", "0", /*overwrite=*/1); }
  void TearDown() override {
    EXPECT_EQ(errors.messages, std::vector<std::string>());
  }

  Owned<PrimcProgram> compile(const char *text, const char *chip = "gfx942") {
    PrimcCompileOptions options = forChip(chip);
    return Owned<PrimcProgram>(primcProgramCreate(
        text, std::strlen(text), "test.mlir", &options, Errors::add, &errors));
  }

  Owned<PrimcDevice> open(const char *chip = "gfx942") {
    return Owned<PrimcDevice>(
        primcDeviceOpen("emulator", chip, nullptr, Errors::add, &errors));
  }

  Owned<PrimcArray> upload(PrimcDevice *device,
                           const std::vector<int32_t> &values) {
    int64_t extent = values.size();
    Owned<PrimcArray> array(primcArrayAllocate(device, PRIMC_I32, 1, &extent,
                                               Errors::add, &errors));
    EXPECT_TRUE(primcArrayUpload(device, array.get(), values.data(),
                                 Errors::add, &errors));
    return array;
  }

  std::vector<int32_t> download(PrimcDevice *device, PrimcArray *array) {
    std::vector<int32_t> values(primcArrayBytes(array) / sizeof(int32_t));
    EXPECT_TRUE(
        primcArrayDownload(device, array, values.data(), Errors::add, &errors));
    return values;
  }
};

#endif // PRIM_UNITTESTS_C_FIXTURE_H
