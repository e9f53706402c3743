//===- FoldRanges.cpp - Ranges of elements by position ----------*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FoldRanges.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>
#include <numeric>

using namespace mlir;
using namespace mlir::prim;

/// Progressions of one tensor, at most. The networks of frontends have two.
static constexpr size_t kMaxRuns = 32;

/// The inverse of `value` modulo `modulus`, which have no common divisor. It
/// may be negative.
static int64_t invert(int64_t value, int64_t modulus) {
  int64_t rest = modulus, divisor = value % modulus, previous = 0, factor = 1;
  while (divisor != 0) {
    int64_t quotient = rest / divisor;
    rest = std::exchange(divisor, rest - quotient * divisor);
    previous = std::exchange(factor, previous - quotient * factor);
  }
  return previous;
}

/// The number of `value` in the progression, if it is there.
static std::optional<int64_t> find(const Progression &in, int64_t value) {
  if (value < in.start || value > in.back() ||
      (in.count > 1 && (value - in.start) % in.step != 0))
    return std::nullopt;
  return in.count > 1 ? (value - in.start) / in.step : 0;
}

/// The numbers of two progressions that ascend, if there are any.
static std::optional<Progression> intersect(const Progression &a,
                                            const Progression &b) {
  if (a.count == 1 || b.count == 1) {
    const Progression &one = a.count == 1 ? a : b;
    if (!find(a.count == 1 ? b : a, one.start))
      return std::nullopt;
    return Progression{one.start, 1, 1};
  }
  int64_t divisor = std::gcd(a.step, b.step), distance = b.start - a.start;
  if (distance % divisor != 0)
    return std::nullopt;
  int64_t modulus = b.step / divisor, step = a.step * modulus;
  int64_t number = llvm::mod(llvm::mod(distance / divisor, modulus) *
                                 invert(a.step / divisor, modulus),
                             modulus);
  int64_t start = a.at(number), least = std::max(a.start, b.start),
          end = std::min(a.back(), b.back());
  if (start < least)
    start += llvm::divideCeilSigned(least - start, step) * step;
  if (start > end)
    return std::nullopt;
  return Progression{start, step, (end - start) / step + 1};
}

/// The part of the run at `positions`, which are some of its own.
static FoldRun restrict(const FoldRun &run, const Progression &positions) {
  int64_t number = *find(run.positions, positions.start);
  int64_t factor =
      positions.count > 1 ? positions.step / run.positions.step : 1;
  auto take = [&](const Progression &values) {
    return Progression{values.at(number), values.step * factor,
                       positions.count};
  };
  return {positions, take(run.first), take(run.last)};
}

/// The progression of `count` numbers from `start` to `back`, if it exists.
static std::optional<Progression> connect(int64_t start, int64_t back,
                                          int64_t count) {
  if ((back - start) % (count - 1) != 0)
    return std::nullopt;
  return Progression{start, (back - start) / (count - 1), count};
}

/// One run for two without common positions, if it exists.
static std::optional<FoldRun> unite(const FoldRun &a, const FoldRun &b) {
  const FoldRun &front = a.positions.start < b.positions.start ? a : b,
                &rear = a.positions.back() > b.positions.back() ? a : b;
  int64_t count = a.positions.count + b.positions.count;
  auto connectAll = [&](Progression FoldRun::*member) {
    return connect((front.*member).start, (rear.*member).back(), count);
  };
  std::optional<Progression> positions = connectAll(&FoldRun::positions),
                             first = connectAll(&FoldRun::first),
                             last = connectAll(&FoldRun::last);
  if (!positions || !first || !last)
    return std::nullopt;
  FoldRun all{*positions, *first, *last};
  for (const FoldRun &part : {a, b}) {
    if (!find(all.positions, part.positions.start) ||
        (part.positions.count > 1 &&
         part.positions.step % all.positions.step != 0))
      return std::nullopt;
    FoldRun same = restrict(all, part.positions);
    if (!(same.first == part.first) || !(same.last == part.last))
      return std::nullopt;
  }
  return all;
}

FoldRanges FoldRanges::ofInput(int64_t size) {
  FoldRanges ranges(size);
  ranges.runs.push_back({{0, 1, size}, {0, 1, size}, {1, 1, size}});
  return ranges;
}

bool FoldRanges::isFull() const {
  int64_t count = 0;
  for (const FoldRun &run : runs)
    count += run.positions.count;
  return count == size;
}

/// Adds a run, as part of others where that is possible.
bool FoldRanges::add(FoldRun run) {
  for (size_t number = 0; number < runs.size();) {
    if (std::optional<FoldRun> both = unite(runs[number], run)) {
      run = *both;
      runs.erase(runs.begin() + number);
      number = 0;
    } else {
      ++number;
    }
  }
  runs.push_back(run);
  return runs.size() <= kMaxRuns;
}

FoldRanges FoldRanges::extract(const Progression &slice) const {
  FoldRanges result(slice.count);
  for (const FoldRun &run : runs) {
    std::optional<Progression> common = intersect(run.positions, slice);
    if (!common)
      continue;
    FoldRun part = restrict(run, *common);
    part.positions.start = *find(slice, common->start);
    if (common->count > 1)
      part.positions.step = common->step / slice.step;
    // There are no more runs than in this.
    (void)result.add(part);
  }
  return result;
}

bool FoldRanges::insert(const FoldRanges &source, const Progression &slice) {
  for (FoldRun run : source.runs) {
    run.positions.start = slice.at(run.positions.start);
    run.positions.step *= slice.step;
    for (const FoldRun &other : runs)
      if (intersect(other.positions, run.positions))
        return false;
    if (!add(run))
      return false;
  }
  return true;
}

bool FoldRanges::forEachPair(
    const FoldRanges &left, const FoldRanges &right,
    function_ref<bool(const FoldRun &, const FoldRun &)> visit) {
  int64_t count = 0;
  for (const FoldRun &a : left.runs)
    for (const FoldRun &b : right.runs)
      if (std::optional<Progression> common =
              intersect(a.positions, b.positions)) {
        if (!visit(restrict(a, *common), restrict(b, *common)))
          return false;
        count += common->count;
      }
  return count == left.size && count == right.size;
}

bool FoldRanges::operator==(const FoldRanges &other) const {
  return forEachPair(*this, other, [](const FoldRun &a, const FoldRun &b) {
    return a.first == b.first && a.last == b.last;
  });
}

std::optional<FoldRanges> FoldRanges::join(const FoldRanges &left,
                                           const FoldRanges &right) {
  FoldRanges joined(left.size);
  if (!forEachPair(left, right, [&](const FoldRun &a, const FoldRun &b) {
        return a.last == b.first && joined.add({a.positions, a.first, b.last});
      }))
    return std::nullopt;
  return joined;
}

bool FoldRanges::isPrefixes() const {
  return isFull() && llvm::all_of(runs, [&](const FoldRun &run) {
           const Progression &at = run.positions;
           return run.first == Progression{0, 0, at.count} &&
                  run.last == Progression{at.start + 1, at.step, at.count};
         });
}

bool FoldRanges::isSuffixes() const {
  return isFull() && llvm::all_of(runs, [&](const FoldRun &run) {
           return run.first == run.positions &&
                  run.last == Progression{size, 0, run.positions.count};
         });
}
