//===- NpyTest.cpp - Reading .npy files -------------------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every element type and version, and a message for each way in which a file
// can be invalid.
//
//===----------------------------------------------------------------------===//

#include "NpyFixture.h"

using namespace mlir::prim;
using namespace prim::tools;

static std::optional<Array> parse(const std::string &file, std::string &error) {
  return parseNpy(file.data(), file.size(), "x.npy", error);
}

TEST(NpyRead, KnowsEveryType) {
  struct {
    const char *descr;
    ElementType type;
    size_t bytes;
  } const cases[] = {
      {"|b1", ElementType::I1, 1},   {"|i1", ElementType::I8, 1},
      {"<i2", ElementType::I16, 2},  {"<i4", ElementType::I32, 4},
      {"<i8", ElementType::I64, 8},  {"|u1", ElementType::U8, 1},
      {"<u2", ElementType::U16, 2},  {"<u4", ElementType::U32, 4},
      {"<u8", ElementType::U64, 8},  {"<f2", ElementType::F16, 2},
      {"<f4", ElementType::F32, 4},  {"<f8", ElementType::F64, 8},
      {"<V2", ElementType::BF16, 2}, {"|V2", ElementType::BF16, 2},
  };
  for (const auto &c : cases) {
    std::string data(3 * c.bytes, '\1');
    data[0] = 0;
    std::string error;
    for (int version : {1, 2}) {
      std::optional<Array> array =
          parse(npyFile(npyText(c.descr, "(3,)"), data, version), error);
      ASSERT_TRUE(array) << c.descr << ": " << error;
      EXPECT_EQ(array->type, c.type);
      EXPECT_EQ(array->shape, std::vector<int64_t>({3}));
      EXPECT_EQ(std::string(array->data.begin(), array->data.end()), data);
    }
  }
}

TEST(NpyRead, KnowsEveryRank) {
  std::string error;
  std::optional<Array> scalar =
      parse(npyFile(npyText("<i4", "()"), "abcd"), error);
  ASSERT_TRUE(scalar) << error;
  EXPECT_TRUE(scalar->shape.empty());
  std::optional<Array> cube =
      parse(npyFile(npyText("|u1", "(2, 1, 3)"), "abcdef"), error);
  ASSERT_TRUE(cube) << error;
  EXPECT_EQ(cube->shape, std::vector<int64_t>({2, 1, 3}));
  std::optional<Array> empty =
      parse(npyFile(npyText("<f8", "(0, 5)"), ""), error);
  ASSERT_TRUE(empty) << error;
  EXPECT_TRUE(empty->data.empty());
}

TEST(NpyRead, TakesEntriesInAnyOrderAndQuotes) {
  std::string error;
  EXPECT_TRUE(parse(npyFile("{\"shape\":(1,),\"fortran_order\":False,"
                            "\"descr\":\"|i1\"}\n",
                            "a"),
                    error))
      << error;
}

TEST(NpyRead, SaysWhatIsWrong) {
  const std::string good = npyFile(npyText("<i4", "(2,)"), "12345678");
  struct {
    std::string file;
    const char *message;
  } const cases[] = {
      {"", "not a .npy file"},
      {"PK\3\4 an archive", "not a .npy file"},
      {good.substr(0, 7), "truncated in the header"},
      {good.substr(0, 9), "truncated in the header"},
      {good.substr(0, 30), "truncated in the header"},
      {good.substr(0, good.size() - 1), "are 8 bytes, but 7 follow"},
      {good + "9", "are 8 bytes, but 9 follow"},
      {npyFile(npyText("<i4", "(2,)"), "12345678", 3), "format version 3.0"},
      {npyFile(npyText(">i4", "(2,)"), "12345678"),
       "big endian; save it as .astype('<i4')"},
      {npyFile(npyText("<c8", "(1,)"), "12345678"), "has dtype '<c8'"},
      {npyFile(npyText("|O", "(1,)"), "12345678"), "has dtype '|O'"},
      {npyFile(npyText("", "(1,)"), ""), "has dtype ''"},
      {npyFile(npyText("<i4", "(1, 2)", "True"), "12345678"),
       "Fortran order; save numpy.ascontiguousarray"},
      {npyFile(npyText("<i4", "(2,)", "Maybe"), "12345678"),
       "neither True nor False"},
      {npyFile("{'descr': [('a', '<i4')], 'fortran_order': False, "
               "'shape': (2,), }\n",
               "12345678"),
       "structured"},
      {npyFile("[]\n", ""), "not a dictionary"},
      {npyFile("{}\n", ""), "an entry is missing"},
      {npyFile("{'descr': '<i4', 'descr': '<i4'}\n", ""),
       "'descr' occurs twice"},
      {npyFile("{'descr': '<i4' 'shape': ()}\n", ""), "a comma is missing"},
      {npyFile("{'other': 1}\n", ""), "unknown entry 'other'"},
      {npyFile("{'descr' '<i4'}\n", ""), "has no value"},
      {npyFile("{'descr': '<i4\n", ""), "a string has no end"},
      {npyFile("{descr: '<i4'}\n", ""), "a string is missing"},
      {npyFile("{'des\\x63r': '<i4'}\n", ""), "escape"},
      {npyFile(npyText("<i4", "(2,)") + "x", "12345678"),
       "something follows the dictionary"},
      {npyFile("{'descr': '<i4', 'fortran_order': False, 'shape': ()}", ""),
       "something follows the dictionary"},
      {npyFile(npyText("<i4", "2"), "12345678"), "not a tuple"},
      {npyFile(npyText("<i4", "(2)"), "12345678"), "not a tuple"},
      {npyFile(npyText("<i4", "(2 1,)"), "12345678"), "lacks a comma"},
      {npyFile(npyText("<i4", "(-2,)"), "12345678"), "not a size"},
      {npyFile(npyText("<i4", "(,)"), "12345678"), "not a size"},
      {npyFile(npyText("<i4", "(99999999999999999999,)"), ""), "past 64 bits"},
      {npyFile(npyText("<i4", "(4611686018427387904,)"), ""),
       "larger than any file"},
      {npyFile(npyText("<i8", "(4294967296, 4294967296)"), ""),
       "larger than any file"},
      {npyFile(npyText("|b1", "(2,)"), std::string("\1\2", 2)),
       "element 1 is neither True nor False"},
  };
  for (const auto &c : cases) {
    std::string error;
    EXPECT_FALSE(parse(c.file, error)) << c.message;
    EXPECT_EQ(error.compare(0, 7, "x.npy: "), 0) << error;
    EXPECT_NE(error.find(c.message), std::string::npos)
        << "\"" << error << "\" lacks \"" << c.message << "\"";
  }
  std::string error, shape = "(";
  for (int i = 0; i < 65; ++i)
    shape += "1,";
  EXPECT_FALSE(parse(npyFile(npyText("|i1", shape + ")"), "a"), error));
  EXPECT_NE(error.find("more than 64"), std::string::npos) << error;
}

TEST(NpyRead, SaysThatThereIsNoFile) {
  std::string error;
  EXPECT_FALSE(readNpy("no/such/file.npy", error));
  EXPECT_NE(error.find("no/such/file.npy: No such file"), std::string::npos)
      << error;
  EXPECT_FALSE(readNpy(testing::TempDir(), error));
  EXPECT_NE(error.find("not a regular file"), std::string::npos) << error;
}

TEST(ElementTypes, HaveNamesBothWays) {
  for (int i = 0; i <= static_cast<int>(ElementType::F64); ++i) {
    const auto type = static_cast<ElementType>(i);
    EXPECT_EQ(parseElementType(getName(type)), type);
  }
  EXPECT_EQ(parseElementType("si16"), ElementType::I16);
  EXPECT_EQ(parseElementType("index"), ElementType::I64);
  EXPECT_FALSE(parseElementType("i33"));
  EXPECT_FALSE(parseElementType(""));
}

TEST(ElementTypes, AreCompatibleUpToSign) {
  EXPECT_TRUE(isCompatible(ElementType::U32, ElementType::I32));
  EXPECT_TRUE(isCompatible(ElementType::I64, ElementType::U64));
  EXPECT_TRUE(isCompatible(ElementType::U16, ElementType::BF16));
  EXPECT_FALSE(isCompatible(ElementType::I16, ElementType::BF16));
  EXPECT_FALSE(isCompatible(ElementType::BF16, ElementType::U16));
  EXPECT_FALSE(isCompatible(ElementType::I8, ElementType::I1));
  EXPECT_FALSE(isCompatible(ElementType::I1, ElementType::U8));
  EXPECT_FALSE(isCompatible(ElementType::I32, ElementType::F32));
  EXPECT_FALSE(isCompatible(ElementType::I64, ElementType::I32));
}
