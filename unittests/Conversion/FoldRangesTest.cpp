//===- FoldRangesTest.cpp - Ranges of elements by position ------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compares FoldRanges, which holds progressions, with a list of the range at
// each position.
//
//===----------------------------------------------------------------------===//

#include "FoldRanges.h"

#include "llvm/ADT/STLExtras.h"
#include "gtest/gtest.h"

#include <random>
#include <vector>

using namespace mlir;
using namespace mlir::prim;

namespace {

using Range = std::pair<int64_t, int64_t>;

/// FoldRanges, and the range at each position, if there is one.
struct Tensor {
  FoldRanges ranges;
  std::vector<std::optional<Range>> list;

  explicit Tensor(int64_t size) : ranges(size), list(size) {}

  static Tensor ofInput(int64_t size) {
    Tensor tensor(size);
    tensor.ranges = FoldRanges::ofInput(size);
    for (int64_t at = 0; at < size; ++at)
      tensor.list[at] = Range(at, at + 1);
    return tensor;
  }

  bool isFull() const {
    return llvm::all_of(list, [](const auto &range) { return range; });
  }

  Tensor extract(const Progression &slice) const {
    Tensor part(slice.count);
    part.ranges = ranges.extract(slice);
    for (int64_t at = 0; at < slice.count; ++at)
      part.list[at] = list[slice.at(at)];
    return part;
  }

  /// False where a fold is there already; nothing is then changed in the list.
  bool insert(const Tensor &source, const Progression &slice) {
    for (int64_t at = 0; at < slice.count; ++at)
      if (source.list[at] && list[slice.at(at)])
        return false;
    for (int64_t at = 0; at < slice.count; ++at)
      if (source.list[at])
        list[slice.at(at)] = source.list[at];
    return true;
  }
};

/// A slice of `size` positions.
Progression drawSlice(std::mt19937 &random, int64_t size) {
  auto draw = [&](int64_t low, int64_t high) {
    return std::uniform_int_distribution<int64_t>(low, high)(random);
  };
  int64_t start = draw(0, size - 1), step = draw(1, 5);
  return {start, step, draw(1, (size - 1 - start) / step + 1)};
}

/// Both say the same of each position, of all, and of `other`.
void compare(const Tensor &tensor, const Tensor &other) {
  auto size = static_cast<int64_t>(tensor.list.size());
  ASSERT_EQ(tensor.ranges.getSize(), size);
  EXPECT_EQ(tensor.ranges.isFull(), tensor.isFull());
  bool isPrefixes = true, isSuffixes = true;
  for (int64_t at = 0; at < size; ++at) {
    FoldRanges one = tensor.ranges.extract({at, 1, 1});
    EXPECT_EQ(one.isFull(), tensor.list[at].has_value());
    isPrefixes &= tensor.list[at] == Range(0, at + 1);
    isSuffixes &= tensor.list[at] == Range(at, size);
    if (tensor.list[at]) {
      auto [first, last] = *tensor.list[at];
      // A range is that of the input's elements joined.
      FoldRanges joined = FoldRanges::ofInput(last).extract({first, 1, 1});
      for (int64_t next = first + 1; next < last; ++next)
        joined = *FoldRanges::join(
            joined, FoldRanges::ofInput(last).extract({next, 1, 1}));
      EXPECT_TRUE(one == joined);
    }
  }
  EXPECT_EQ(tensor.ranges.isPrefixes(), isPrefixes);
  EXPECT_EQ(tensor.ranges.isSuffixes(), isSuffixes);
  if (other.list.size() == tensor.list.size()) {
    EXPECT_EQ(tensor.ranges == other.ranges,
              tensor.isFull() && tensor.list == other.list);
  }
}

TEST(FoldRanges, AgreesWithLists) {
  std::mt19937 random(5);
  unsigned inserted = 0, joined = 0, refused = 0;
  for (int round = 0; round < 400; ++round) {
    int64_t size = 2 + round % 23;
    std::vector<Tensor> tensors{Tensor::ofInput(size)};
    for (int step = 0; step < 12; ++step) {
      auto draw = [&]() -> const Tensor & {
        return tensors[random() % tensors.size()];
      };
      const Tensor &source = draw();
      auto count = static_cast<int64_t>(source.list.size());
      Tensor next = source.extract(drawSlice(random, count));
      // Inserted into a tensor of holes, or of folds where there is room.
      if (random() % 2) {
        Tensor whole = random() % 2 ? draw() : Tensor(size);
        Progression slice =
            drawSlice(random, static_cast<int64_t>(whole.list.size()));
        slice.count = std::min<int64_t>(slice.count, next.list.size());
        next = next.extract({0, 1, slice.count});
        FoldRanges ranges = whole.ranges;
        bool isInserted = ranges.insert(next.ranges, slice);
        // Many progressions may be too many.
        if (whole.insert(next, slice))
          ++(isInserted ? inserted : refused);
        else
          EXPECT_FALSE(isInserted);
        if (!isInserted)
          continue;
        whole.ranges = ranges;
        next = whole;
      } else if (const Tensor &other = draw();
                 other.list.size() == next.list.size()) {
        std::optional<FoldRanges> both =
            FoldRanges::join(next.ranges, other.ranges);
        bool areNeighbours = next.isFull() && other.isFull();
        Tensor result(next.list.size());
        for (size_t at = 0; areNeighbours && at < next.list.size(); ++at) {
          areNeighbours = next.list[at]->second == other.list[at]->first;
          result.list[at] = Range(next.list[at]->first, other.list[at]->second);
        }
        EXPECT_EQ(both.has_value(), areNeighbours);
        if (both) {
          ++joined;
          result.ranges = *both;
          next = result;
        }
      }
      compare(next, draw());
      tensors.push_back(std::move(next));
    }
  }
  EXPECT_GT(inserted, 500u);
  EXPECT_GT(joined, 20u);
  EXPECT_LT(refused, 5u);
}

/// Three positions with these ranges of three elements, the middle one last.
FoldRanges place(const Range (&list)[3]) {
  FoldRanges input = FoldRanges::ofInput(3), all(3);
  for (int64_t at : {0, 2, 1}) {
    FoldRanges one = input.extract({list[at].first, 1, 1});
    for (int64_t next = list[at].first + 1; next < list[at].second; ++next)
      one = *FoldRanges::join(one, input.extract({next, 1, 1}));
    EXPECT_TRUE(all.insert(one, {at, 1, 1}));
  }
  return all;
}

TEST(FoldRanges, EndsOfRuns) {
  EXPECT_TRUE(place({{0, 1}, {0, 2}, {0, 3}}).isPrefixes());
  EXPECT_FALSE(place({{0, 1}, {0, 1}, {0, 3}}).isPrefixes());
  EXPECT_TRUE(place({{0, 3}, {1, 3}, {2, 3}}).isSuffixes());
  EXPECT_FALSE(place({{0, 3}, {0, 3}, {2, 3}}).isSuffixes());
}

TEST(FoldRanges, LargeSteps) {
  // Positions that two steps of large primes have in common.
  constexpr int64_t size = 2147483647;
  FoldRanges input = FoldRanges::ofInput(size);
  FoldRanges holes(size);
  ASSERT_TRUE(
      holes.insert(input.extract({5, 46337, 46000}), {5, 46337, 46000}));
  FoldRanges common = holes.extract({2, 46327, 46000});
  // 5 + 46337 * 41694 = 2 + 46327 * 41703.
  EXPECT_FALSE(common.isFull());
  EXPECT_FALSE(common.isEmpty());
  int64_t found = 0;
  for (int64_t number = 0; number < 46000; ++number)
    if ((2 + 46327 * number - 5) % 46337 == 0 && 2 + 46327 * number >= 5) {
      ++found;
      EXPECT_TRUE(common.extract({number, 1, 1}) ==
                  input.extract({2 + 46327 * number, 1, 1}));
    }
  EXPECT_EQ(found, 1);
}

} // namespace
