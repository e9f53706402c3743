//===- NpyWriteTest.cpp - Writing .npy files --------------------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Written files can be read back, and a failure leaves every destination and
// its folder unchanged.
//
//===----------------------------------------------------------------------===//

#include "NpyFixture.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>

using namespace mlir::prim;
using namespace prim::tools;
namespace fs = std::filesystem;

namespace {
/// Each test has its own folder.
class NpyWrite : public testing::Test {
protected:
  void SetUp() override {
    std::string name = testing::TempDir() + "/prim-npy-XXXXXX";
    ASSERT_NE(mkdtemp(name.data()), nullptr);
    folder = name;
  }
  void TearDown() override { fs::remove_all(folder); }

  std::string path(const char *name) const { return (folder / name).string(); }
  size_t files() const {
    return std::distance(fs::directory_iterator(folder),
                         fs::directory_iterator());
  }
  static std::string contents(const std::string &path) {
    std::ifstream in(path, std::ios::binary);
    return std::string(std::istreambuf_iterator<char>(in), {});
  }
  fs::path folder;
};
} // namespace

static Array sample(ElementType type, std::vector<int64_t> shape) {
  Array array;
  array.type = type;
  array.shape = std::move(shape);
  array.data.resize(*byteSize(type, array.shape));
  for (size_t i = 0; i < array.data.size(); ++i)
    array.data[i] = static_cast<unsigned char>(
        type == ElementType::I1 ? i & 1 : 37 * i + 11);
  return array;
}

TEST_F(NpyWrite, ReadsBack) {
  for (int i = 0; i <= static_cast<int>(ElementType::F64); ++i) {
    for (std::vector<int64_t> shape : {std::vector<int64_t>{},
                                       {0},
                                       {5},
                                       {2, 3},
                                       {1, 2, 3, 4, 5, 1, 1, 1, 1, 1}}) {
      const Array array = sample(static_cast<ElementType>(i), shape);
      std::string error;
      ASSERT_TRUE(writeNpy({{path("a.npy"), &array}}, error)) << error;
      std::optional<Array> back = readNpy(path("a.npy"), error);
      ASSERT_TRUE(back) << error;
      EXPECT_EQ(back->type, array.type);
      EXPECT_EQ(back->shape, array.shape);
      EXPECT_EQ(back->data, array.data);
      EXPECT_EQ((fs::file_size(path("a.npy")) - array.data.size()) % 64, 0u);
    }
  }
  EXPECT_EQ(files(), 1u);
}

TEST(NpyHeader, IsWhatNumpyDocuments) {
  const std::string header = npyHeader(ElementType::F32, {3, 4});
  EXPECT_EQ(header.substr(0, 8), std::string("\x93NUMPY\x01\x00", 8));
  EXPECT_EQ(header.size(), 128u);
  EXPECT_EQ(static_cast<unsigned char>(header[8]), 118u);
  EXPECT_EQ(header[9], 0);
  EXPECT_EQ(header.substr(10, 61), "{'descr': '<f4', 'fortran_order': False, "
                                   "'shape': (3, 4), }  ");
  EXPECT_EQ(header.back(), '\n');
}

TEST_F(NpyWrite, LeavesTheRestAloneWhenOneFails) {
  const Array array = sample(ElementType::I32, {4});
  std::ofstream(path("old.npy")) << "old";
  fs::create_directory(path("folder"));
  std::string error;
  EXPECT_FALSE(writeNpy({{path("old.npy"), &array},
                         {path("new.npy"), &array},
                         {path("absent/x.npy"), &array}},
                        error));
  EXPECT_NE(error.find("absent/x.npy: No such file"), std::string::npos)
      << error;
  EXPECT_EQ(contents(path("old.npy")), "old");
  EXPECT_FALSE(
      writeNpy({{path("old.npy"), &array}, {path("folder"), &array}}, error));
  EXPECT_NE(error.find("folder: not a regular file"), std::string::npos)
      << error;
  EXPECT_FALSE(writeNpy({{"/dev/null", &array}}, error));
  EXPECT_EQ(contents(path("old.npy")), "old");
  EXPECT_EQ(files(), 2u);
}

TEST_F(NpyWrite, RefusesDataOfAnotherSize) {
  Array array = sample(ElementType::I32, {4});
  array.data.pop_back();
  std::string error;
  EXPECT_FALSE(writeNpy({{path("a.npy"), &array}}, error));
  EXPECT_NE(error.find("4xi32 have 15 bytes"), std::string::npos) << error;
  EXPECT_EQ(files(), 0u);
}

TEST_F(NpyWrite, FollowsSymbolicLinks) {
  const Array array = sample(ElementType::I8, {4});
  std::ofstream(path("target.npy")) << "old";
  fs::create_symlink("target.npy", path("link.npy"));
  std::string error;
  ASSERT_TRUE(writeNpy({{path("link.npy"), &array}}, error)) << error;
  EXPECT_TRUE(fs::is_symlink(path("link.npy")));
  EXPECT_NE(contents(path("target.npy")), "old");
  EXPECT_EQ(files(), 2u);
}
