//===- RankHeads.h - The first elements of a long buffer -----*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Selects few elements of a long buffer in four launches, of which only the
// first one reads everything. The buffer is a matrix of vectors, whose columns
// are groups. The first launch finds the head of each group, which is its
// first vector with the least code. Heads are ordered by code, then by place.
// All elements that are taken lie in the groups of the first k heads, and not
// after the last one of these. One block finds these groups. The third launch
// reads them again and collects such elements as candidates. The last launch
// ranks candidates by comparing them with each other.
//
// The vectors of a column are far apart, so neither sorted nor equal elements
// make many candidates. If there are too many, the blocks of the last launch
// first find a bound that admits fewer, digit by digit. They read the same
// groups.
//
//===----------------------------------------------------------------------===//

#ifndef PRIM_LIB_CONVERSION_LOWERDEVICE_RANK_RANKHEADS_H
#define PRIM_LIB_CONVERSION_LOWERDEVICE_RANK_RANKHEADS_H

#include "RankRounds.h"
#include "RankSelect.h"

namespace mlir::prim {

/// The parameter of launches by which the order is mirrored: of an nth, the
/// last elements come first.
struct RankMirror {
  static constexpr I32Param param{"mirror"};
};

/// The bound of what comes before: an element is a candidate if its code is
/// below `code`, or equal and its vector's number below `limit` (i32).
struct HeadBound {
  Value admits(CodeBuilder &b, Value other, Value number) const {
    Value isBelow = b.ult(other, code);
    Value isEqual = b.eq(other, code);
    Value isBefore = b.ult(number, limit);
    return b.ori(isBelow, b.andi(isEqual, isBefore));
  }

  Value code, limit;
};

/// Numbers of groups (i32), and how many; uniform.
struct GroupList {
  MemoryArray numbers;
  Value count;
};

/// Candidates in no order: codes and indices (i32), for at most `capacity`.
struct Candidates {
  MemoryArray codes, places;
  unsigned capacity;
};

/// Shape and workspace of such a selection.
struct RankHeads {
  RankHeads(const RankSelect &select, const DeviceContext &context,
            DevicePlan &plan);

  /// Adds the kernels to the plan. Returns the case, or that of either end; it
  /// has a guard, and no bound.
  SmallVector<PlanCase, 2> addKernels(DevicePlan &plan) const;

  /// Elements of a row of the matrix, and the least number of rows. With fewer
  /// the search for the bound takes more instructions than it saves. So do the
  /// candidates, with fewer than `maxTaken` elements for each that is taken.
  int64_t rowItems() const { return int64_t(groups) * vector; }
  static constexpr int64_t leastRows = 3;
  /// Heads that a thread holds of the block that finds the bound.
  unsigned headsPerThread() const { return groups / boundBlock; }
  /// The most searched heads that the bound admits, and the most groups.
  unsigned maxAdmitted() const { return maxTaken + maxTaken / slackShare; }
  unsigned maxListed() const {
    return maxAdmitted() * llvm::divideCeil(headsPerThread(), searchedHeads);
  }
  /// The most candidates that are compared with each other: those of sorted
  /// elements fit.
  unsigned capacity() const { return maxAdmitted() * vectorItems; }

  MemoryArray bindCodes(KernelBuilder &kernel) const;
  MemoryArray bindPlaces(KernelBuilder &kernel) const;
  Candidates bindCandidates(KernelBuilder &kernel) const;
  /// The indices of the elements that come first, by rank; i32.
  MemoryArray bindRanked(KernelBuilder &kernel) const;
  /// The numbers of the groups that are read again; i32.
  MemoryArray bindList(KernelBuilder &kernel) const;
  /// The bound's code as an i64; and of the same memory as i32, the word of the
  /// bound's limit, and how many groups are listed and candidates found.
  MemoryArray bindBound(KernelBuilder &kernel, Type element) const;
  static constexpr int64_t limitWord = 2, groupsWord = 3, countWord = 4;
  static constexpr unsigned boundBytes = 32;
  /// The memory that blocks share while they filter candidates: their rounds,
  /// one for each digit of a code and of an index and one to collect; the
  /// number of collected candidates; and the counts of digits, i32
  /// [digits][radix]. The second launch clears all of it, by vectors of
  /// `clearedBytes`.
  RankRounds bindRounds(KernelBuilder &kernel) const;
  MemoryArray bindCounts(KernelBuilder &kernel) const;
  MemoryPlace bindCollected(KernelBuilder &kernel) const;
  unsigned countFilterDigits() const;
  int64_t getFilterBytes() const;
  static constexpr unsigned clearedBytes = 16, indexBits = 32;
  HeadBound loadBound(KernelBuilder &kernel) const;
  /// The list as it is after the second launch.
  GroupList loadList(KernelBuilder &kernel) const;

  /// Elements of a vector, at most: equal elements make as many candidates for
  /// each that is taken.
  static constexpr unsigned vectorItems = 4;
  /// Heads of a thread among which the bound is searched, each the first one of
  /// several. It then admits few groups more than are needed.
  static constexpr unsigned searchedHeads = 4;
  /// The search for a bound may admit this part of the groups more than needed.
  static constexpr unsigned slackShare = 16;

  RankSelect select;
  /// Threads of a block of each launch.
  unsigned headBlock, boundBlock, pickBlock, placeBlock;
  /// Blocks of each launch of several.
  unsigned headBlocks, pickBlocks, placeBlocks;
  unsigned groups, vector, maxTaken;
  /// Regions of the workspace.
  unsigned codes, places, bound, list, candidateCodes, candidatePlaces, filter;
  unsigned ranked = 0;
};

/// The bodies of the kernels.
void emitRankHeads(const RankHeads &heads, KernelBuilder &kernel);
void emitRankBound(const RankHeads &heads, KernelBuilder &kernel);
void emitRankPick(const RankHeads &heads, KernelBuilder &kernel);
void emitRankPlace(const RankHeads &heads, KernelBuilder &kernel);
void emitRankSwap(const RankHeads &heads, KernelBuilder &kernel);

/// The groups of a buffer or of a row, as kernels read them.
class GroupReader {
public:
  /// Rows have `groups` vectors of `vector` elements; `row` as in RowView, and
  /// `size` (i64) is its elements.
  GroupReader(const RankSelect &select, unsigned groups, unsigned vector,
              KernelBuilder &kernel, Value row, Value size);
  /// The elements of a vector, at most `most`, of whose members `buffers` are.
  static unsigned getVector(ValueRange buffers, const TargetInfo &target,
                            unsigned most);

  /// Makes findHead() copy all that it reads to the op's outputs.
  void copyToOuts();

  /// A vector's items and their codes, and the code that is not before any of
  /// them.
  struct Vector {
    Value number;
    SmallVector<SmallVector<Value>> items;
    SmallVector<Value> codes;
    Value least;
  };
  using BodyFn = llvm::function_ref<void(Value code, Value index)>;

  /// The first least vector of a group, of its rows from `row` on in steps:
  /// code and number. Without rows, it is one that no other follows.
  SmallVector<Value> findHead(Value group, Value row, int64_t step);
  /// Emits `body` for the elements of the listed groups that `bound` admits.
  /// They are shared out among `threads` threads, of which this one is number
  /// `thread` (i32).
  void forElements(const GroupList &list, Value thread, int64_t threads,
                   const HeadBound &bound, BodyFn body);

  Type codeType;
  /// The code that is not before any other.
  Value none;

private:
  /// Vectors (i32 numbers) that lie in the buffer.
  SmallVector<Vector> load(ArrayRef<Value> numbers);
  /// The vector that the end of the buffer may cut off.
  Vector loadPartial(Value number);
  SmallVector<Value> loadRaw(const MemoryArray &array, ArrayRef<Value> numbers);
  /// The number of the vector in `row` of `group`; i32.
  Value numberOf(Value row, Value group) {
    return b.add(b.mul(row, groups), group);
  }
  /// The index of element `item` of a vector; i32.
  Value indexOf(Value number, unsigned item) {
    return b.add(b.mul(number, vector), item);
  }
  Value isInBuffer(Value index) { return b.ult(b.zextI64(index), size); }
  /// The code by which `item` goes before others.
  Value encode(ArrayRef<Value> item);
  Vector combine(Value number, ArrayRef<Value> codes);
  /// Whether `array` is accessed by whole vectors.
  bool isVectorized(const MemoryArray &array) const;
  void copy(ArrayRef<Vector> vectors);
  void forVector(const Vector &vector, Value exists, const HeadBound &bound,
                 BodyFn body);

  const RankSelect &select;
  unsigned groups, vector;
  KernelBuilder &kernel;
  CodeBuilder &b;
  Value size;
  /// Rows of the matrix that are whole, and whether there is another; i32, i1.
  Value wholeRows, hasPartial;
  /// The operands that are read, and those to which they are copied, or none.
  SmallVector<MemoryArray> ins, outs;
};

/// The bound that at least `first` (i32) of the threads' heads do not exceed,
/// of which each thread has `codes` and, by `getNumber`, their numbers.
HeadBound findHeadBound(CodeBuilder &b, ArrayRef<Value> codes,
                        llvm::function_ref<Value(unsigned)> getNumber,
                        Value first);

/// Appends to `candidates`, whose number is the i32 at `count`.
void appendCandidate(CodeBuilder &b, const Candidates &candidates,
                     MemoryPlace count, MemoryScope scope, Value code,
                     Value index);
/// Emits `body` for each `step`-th of `count` candidates from `begin` on (i32,
/// uniform in a wave), by all lanes of a wave. The rank of a candidate (i32) is
/// how many precede it.
void forRanks(
    KernelBuilder &kernel, const Candidates &candidates, Value count,
    Value begin, Value step,
    llvm::function_ref<void(Value code, Value place, Value rank)> body);
/// Emits `write` for the index and the rank (i32) of each candidate that is
/// taken, by one thread. The candidates are those of forRanks().
void rankCandidates(const RankSelect &select, KernelBuilder &kernel,
                    const Candidates &candidates, Value count, Value begin,
                    Value step, llvm::function_ref<void(Value, Value)> write);
/// A function that writes the element at an index (i32) to the output at a rank
/// (i32), of a row (as in RowView).
std::function<void(Value, Value)>
bindRankWriter(const RankSelect &select, KernelBuilder &kernel, Value row);
/// Fills `candidates` with fewer than `bound` admits, by all threads of a
/// block, which see them; returns how many. No code of the listed groups is
/// below `least`.
Value filterInBlock(const RankSelect &select, KernelBuilder &kernel,
                    GroupReader &reader, const GroupList &list,
                    const HeadBound &bound, Value least,
                    const Candidates &candidates);
/// Does that by all blocks of the launch. Returns how many, and the number of
/// the block in the order in which blocks have come to it; i32.
SmallVector<Value> filterInGrid(const RankHeads &heads, KernelBuilder &kernel,
                                const Candidates &candidates);

/// Writes the first elements, at most maxRankFew, of a row (as in RowView) of
/// `size` (i64) elements, by one block.
void emitRankStream(const RankSelect &select, Value row, Value size,
                    KernelBuilder &kernel);
/// The least elements of such a row for blocks of this tile's threads.
int64_t getLeastStream(const RankSelect &select, const TargetInfo &target,
                       const TileShape &tile);

} // namespace mlir::prim

#endif // PRIM_LIB_CONVERSION_LOWERDEVICE_RANK_RANKHEADS_H
