//===- GenerateTest.cpp - Generated inputs ----------------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Distributions in every type, pinned bytes, and specifications. A change of
// the generator would silently change the inputs of every test.
//
//===----------------------------------------------------------------------===//

#include "common/Generate.h"

#include "gtest/gtest.h"

#include <cmath>
#include <cstring>
#include <set>

using namespace mlir::prim;
using namespace prim::tools;

static Array make(const std::string &text) {
  std::string error;
  std::optional<InputSpec> spec = parseInputSpec(text, error);
  EXPECT_TRUE(spec) << error;
  std::optional<Array> array =
      spec ? generate(*spec, error) : std::optional<Array>();
  EXPECT_TRUE(array) << error;
  return array ? *array : Array();
}

template <typename T>
static std::vector<T> values(const std::string &text) {
  const Array array = make(text);
  EXPECT_EQ(sizeof(T), byteWidth(array.type));
  std::vector<T> result(array.data.size() / sizeof(T));
  std::memcpy(result.data(), array.data.data(), array.data.size());
  return result;
}

TEST(Generate, IotaCountsAndWraps) {
  EXPECT_EQ(values<int32_t>("4xi32:iota"), std::vector<int32_t>({0, 1, 2, 3}));
  EXPECT_EQ(values<int64_t>("2x2xi64:iota"),
            std::vector<int64_t>({0, 1, 2, 3}));
  EXPECT_EQ(values<double>("3xf64:iota"), std::vector<double>({0, 1, 2}));
  EXPECT_EQ(values<uint8_t>("3xi1:iota"), std::vector<uint8_t>({0, 1, 0}));
  const auto bytes = values<uint8_t>("300xui8:iota");
  EXPECT_EQ(bytes[255], 255);
  EXPECT_EQ(bytes[256], 0);
}

TEST(Generate, ConstantsFitTheirType) {
  EXPECT_EQ(values<int32_t>("2xi32:constant=-7"),
            std::vector<int32_t>({-7, -7}));
  EXPECT_EQ(values<uint32_t>("i32:constant=4294967295"),
            std::vector<uint32_t>({0xffffffffu}));
  EXPECT_EQ(values<int64_t>("i64:constant=-9223372036854775808"),
            std::vector<int64_t>({INT64_MIN}));
  EXPECT_EQ(values<uint64_t>("ui64:constant=18446744073709551615"),
            std::vector<uint64_t>({UINT64_MAX}));
  EXPECT_EQ(values<float>("f32:constant=1.5"), std::vector<float>({1.5f}));
  EXPECT_TRUE(std::isnan(values<double>("f64:constant=nan")[0]));
  EXPECT_EQ(values<uint8_t>("i1:constant=1"), std::vector<uint8_t>({1}));
}

// Patterns derived by hand: sign, exponent, mantissa, ties to even, denormals,
// overflow.
TEST(Generate, RoundsToHalfPrecision) {
  auto f16 = [](const char *value) {
    return values<uint16_t>(std::string("f16:constant=") + value)[0];
  };
  EXPECT_EQ(f16("0"), 0x0000);
  EXPECT_EQ(f16("-0.0"), 0x8000);
  EXPECT_EQ(f16("1"), 0x3c00);
  EXPECT_EQ(f16("-2"), 0xc000);
  EXPECT_EQ(f16("65504"), 0x7bff);
  EXPECT_EQ(f16("65519"), 0x7bff);
  EXPECT_EQ(f16("65520"), 0x7c00);
  EXPECT_EQ(f16("1e300"), 0x7c00);
  EXPECT_EQ(f16("-inf"), 0xfc00);
  EXPECT_EQ(f16("nan"), 0x7e00);
  EXPECT_EQ(f16("0x1p-24"), 0x0001);
  EXPECT_EQ(f16("0x1p-25"), 0x0000);
  EXPECT_EQ(f16("0x1.8p-25"), 0x0001);
  EXPECT_EQ(f16("0x1.ffcp-15"), 0x0400);
  EXPECT_EQ(f16("0x1.002p0"), 0x3c00); // tie, to even
  EXPECT_EQ(f16("0x1.006p0"), 0x3c02); // tie, to even
  EXPECT_EQ(f16("0x1.0021p0"), 0x3c01);
  auto bf16 = [](const char *value) {
    return values<uint16_t>(std::string("bf16:constant=") + value)[0];
  };
  EXPECT_EQ(bf16("1"), 0x3f80);
  EXPECT_EQ(bf16("-3.140625"), 0xc049);
  EXPECT_EQ(bf16("0x1.01p0"), 0x3f80); // tie, to even
  EXPECT_EQ(bf16("0x1.03p0"), 0x3f82);
  EXPECT_EQ(bf16("3.4028235e38"), 0x7f80);
  EXPECT_EQ(bf16("nan"), 0x7fc0);
}

TEST(Generate, RandomStaysInRange) {
  double sum = 0;
  for (float value : values<float>("10000xf32:seed=3")) {
    EXPECT_GE(value, -1.0f);
    EXPECT_LT(value, 1.0f);
    sum += value;
  }
  EXPECT_LT(std::fabs(sum), 300); // five standard deviations
  const auto integers = values<int32_t>("10000xi32:random:seed=3");
  int negative = 0;
  for (int32_t value : integers)
    negative += value < 0;
  EXPECT_NEAR(negative, 5000, 250);
  EXPECT_GT(std::set<int32_t>(integers.begin(), integers.end()).size(), 9990u);
}

TEST(Generate, SmallValuesAreTheSameInEveryType) {
  const auto integers = values<int32_t>("1000xi32:small:seed=9");
  const auto floats = values<float>("1000xf32:small:seed=9");
  std::set<int32_t> seen;
  for (size_t i = 0; i < integers.size(); ++i) {
    EXPECT_EQ(static_cast<float>(integers[i]), floats[i]);
    seen.insert(integers[i]);
  }
  EXPECT_EQ(seen.size(), 17u);
  EXPECT_EQ(*seen.begin(), -8);
  EXPECT_EQ(*seen.rbegin(), 8);
  for (uint8_t value : values<uint8_t>("1000xui8:small"))
    EXPECT_LE(value, 8);
}

TEST(Generate, BitsReachSpecialValues) {
  int notFinite = 0;
  for (uint16_t bits : values<uint16_t>("10000xf16:bits"))
    notFinite += (bits & 0x7c00) == 0x7c00;
  EXPECT_NEAR(notFinite, 10000 / 32, 100);
  for (uint8_t value : values<uint8_t>("100xi1:bits"))
    EXPECT_LE(value, 1);
}

TEST(Generate, IsAFunctionOfTheSpecification) {
  EXPECT_EQ(make("1000xi64:seed=5").data, make("1000xi64:random:seed=5").data);
  EXPECT_NE(make("1000xi64:seed=5").data, make("1000xi64:seed=6").data);
  EXPECT_NE(make("1000xi64:seed=0").data, make("1000xi64:seed=1").data);
  // Element i does not depend on the number of elements.
  EXPECT_EQ(values<int64_t>("10xi64")[9], values<int64_t>("1000xi64")[9]);
  EXPECT_EQ(make("0x5xf32").data.size(), 0u);
  EXPECT_EQ(make("f32").shape.size(), 0u);
}

TEST(Generate, RefusesWhatCannotBe) {
  struct {
    const char *spec;
    const char *message;
  } const cases[] = {
      {"", "not an element type"},
      {"4x", "not an element type"},
      {"4", "is not a shape"},
      {"4i32", "is not a shape"},
      {"4x-1xi32", "not an element type"},
      {"99999999999999999999xi32", "is not a shape"},
      {"4xi33", "'i33' is not an element type"},
      {"4xi32:unknown", "'unknown' is not a distribution"},
      {"4xi32:iota:iota", "not understood"},
      {"4xi32:seed=x", "'x' is not a seed"},
      {"4xi32:seed=1:seed=2", "'seed=2' is not a distribution"},
      {"4xi32:constant", "not a distribution"},
      {"4xi32:constant=", "'' is not a value of type i32"},
      {"4xi32:constant=1.5", "'1.5' is not a value of type i32"},
      {"4xi8:constant=256", "'256' is not a value of type i8"},
      {"4xi8:constant=-129", "'-129' is not a value of type i8"},
      {"4xui8:constant=-1", "'-1' is not a value of type ui8"},
      {"4xi1:constant=2", "'2' is not a value of type i1"},
      {"4xf32:constant=1x", "'1x' is not a value of type f32"},
      {"4xf32:constant=", "'' is not a value of type f32"},
  };
  for (const auto &c : cases) {
    std::string error;
    EXPECT_FALSE(parseInputSpec(c.spec, error)) << c.spec;
    EXPECT_NE(error.find(c.message), std::string::npos)
        << c.spec << ": " << error;
  }
  InputSpec spec;
  std::string error;
  spec.shape = {INT64_MAX, 2};
  EXPECT_FALSE(generate(spec, error));
  EXPECT_NE(error.find("not a shape"), std::string::npos) << error;
  spec.shape = {int64_t(1) << 60};
  EXPECT_FALSE(generate(spec, error));
  EXPECT_NE(error.find("too large"), std::string::npos) << error;
}

// Computed independently of the C++ code, from the definition of the algorithm.
// A different number here means that every seeded input has changed.
TEST(Generate, BytesAreFixed) {
  const auto bits = values<uint64_t>("3xui64:seed=42");
  EXPECT_EQ(bits,
            std::vector<uint64_t>({0xdb26f2b8006be934ULL, 0x1a5d397a7335284aULL,
                                   0x67b3f7cb97d01b12ULL}));
}
