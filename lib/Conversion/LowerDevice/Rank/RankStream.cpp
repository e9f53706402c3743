//===- RankStream.cpp - The first few elements of long rows -*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A block does for a row in workgroup memory what RankHeads does for a buffer.
// Each thread has a group, whose vectors it reads again from the cache.
//
// If no more elements are taken than there are waves, the largest of the waves'
// least heads admits enough heads, and few more, which are compared with each
// other. Otherwise the bound is searched bit by bit, with barriers for each
// bit.
//
//===----------------------------------------------------------------------===//

#include "RankBound.h"
#include "RankHeads.h"

using namespace mlir;
using namespace mlir::prim;

int64_t mlir::prim::getLeastStream(const RankSelect &select,
                                   const TargetInfo &target,
                                   const TileShape &tile) {
  return int64_t(tile.blockSize) *
         GroupReader::getVector(select.getKeyIns(), target,
                                RankHeads::vectorItems);
}

namespace {

/// Takes the first elements of one row.
class StreamTaker {
public:
  /// `row` as in RowView; `size` (i64) is that of the row.
  StreamTaker(const RankSelect &select, KernelBuilder &kernel, Value row,
              Value size);

  void emit();

private:
  /// Words of workgroup memory: how many heads and elements are candidates, how
  /// many groups are listed, and the limit of the bound.
  enum Word : unsigned { NumHeads, NumElements, NumGroups, Limit, NumWords };

  static constexpr unsigned capacity =
      RankHeads::vectorItems *
      (maxRankFew + maxRankFew / RankHeads::slackShare);
  unsigned countWaves() const {
    return kernel.blockSize() / kernel.target().waveSize;
  }
  MemoryPlace placeOf(Word word) { return words.place(b, b.i32(word)); }
  Value loadWord(Word word) {
    return WarpUniformOp::create(b, words.load(b, word));
  }
  /// Makes candidates of the heads up to the largest of the waves' least heads,
  /// as many as waves and few more; returns how many.
  Value collectHeads();
  /// Lists the groups of the heads that are taken; returns the heads' bound and
  /// how many groups there are.
  SmallVector<Value> listGroups();
  /// Finds the bound by comparing `count` heads that are candidates.
  SmallVector<Value> rankHeads(Value count);
  /// Finds the bound by a search among all heads.
  SmallVector<Value> searchHeads();

  const RankSelect &select;
  KernelBuilder &kernel;
  CodeBuilder &b;
  Value row, first;
  Type codeType;
  GroupReader reader;
  /// Heads, then elements.
  Candidates candidates;
  MemoryArray list, words, boundCode;
  /// Code and number of the thread's head.
  SmallVector<Value> head;
};

} // namespace

StreamTaker::StreamTaker(const RankSelect &select, KernelBuilder &kernel,
                         Value row, Value size)
    : select(select), kernel(kernel), b(kernel), row(row),
      first(select.countFirst(kernel)), codeType(select.getCodeType(b)),
      reader(select, kernel.blockSize(),
             GroupReader::getVector(select.getKeyIns(), kernel.target(),
                                    RankHeads::vectorItems),
             kernel, row, size),
      candidates{kernel.workgroupArray(codeType, capacity, "codes"),
                 kernel.workgroupArray(b.getI32Type(), capacity, "places"),
                 capacity},
      list(kernel.workgroupArray(b.getI32Type(), kernel.blockSize(), "list")),
      words(kernel.workgroupArray(b.getI32Type(), NumWords, "words")),
      boundCode(kernel.workgroupArray(codeType, 1, "bound")) {}

Value StreamTaker::collectHeads() {
  Combiner least(CombinerKind::MinUI, codeType);
  Value own = createWarpReduce(b, least, head[0], /*all=*/true).getResult(0);
  Value loose = foldInBlock(b, CombinerKind::MaxUI, own);
  kernel.ifThen(b.ule(head[0], loose), [&] {
    appendCandidate(b, candidates, placeOf(NumHeads), MemoryScope::Block,
                    head[0], head[1]);
  });
  kernel.barrier();
  return loadWord(NumHeads);
}

SmallVector<Value> StreamTaker::rankHeads(Value count) {
  Value last = b.sub(first, 1);
  auto take = [&](Value code, Value number, Value rank) {
    Value before = b.divui(number, kernel.blockSize());
    Value group = b.sub(number, b.mul(before, kernel.blockSize()));
    Value isTaken = b.ult(rank, first);
    Value isFirstLane = b.eq(kernel.laneId(), 0);
    kernel.ifThen(b.andi(isTaken, isFirstLane), [&] {
      list.store(b, group, rank);
      kernel.ifThen(b.eq(rank, last), [&] {
        boundCode.store(b, code, 0);
        words.store(b, b.add(number, 1), Limit);
      });
    });
  };
  forRanks(kernel, candidates, count, kernel.waveId(), b.i32(countWaves()),
           take);
  kernel.barrier();
  return {boundCode.load(b, 0), words.load(b, Limit), first};
}

SmallVector<Value> StreamTaker::searchHeads() {
  HeadBound bound =
      findHeadBound(b, head[0], [&](unsigned) { return head[1]; }, first);
  kernel.ifThen(bound.admits(b, head[0], head[1]), [&] {
    Value place = createAtomicAdd(b, 1, placeOf(NumGroups),
                                  MemoryOrder::Relaxed, MemoryScope::Block);
    list.store(b, kernel.threadId(), place);
  });
  kernel.barrier();
  return {bound.code, bound.limit, loadWord(NumGroups)};
}

SmallVector<Value> StreamTaker::listGroups() {
  Type i32 = b.getI32Type();
  Value count =
      b.select(
           b.ule(first, countWaves()), i32,
           [&]() -> SmallVector<Value> { return {collectHeads()}; },
           [&]() -> SmallVector<Value> { return {b.i32(capacity + 1)}; })
          .front();
  return b.select(
      b.ule(count, capacity), {codeType, i32, i32},
      [&] { return rankHeads(count); }, [&] { return searchHeads(); });
}

void StreamTaker::emit() {
  // Before this, all threads have read what the row before it has left.
  kernel.barrier();
  kernel.ifThen(kernel.isFirstThread(), [&] {
    for (Word word : {NumHeads, NumElements, NumGroups})
      words.store(b, b.i32(0), word);
  });
  // The reductions of a block with one wave have no other barrier.
  WarpBarrierOp::create(b);
  head = reader.findHead(kernel.threadId(), b.i32(0), 1);
  SmallVector<Value> listed = listGroups();
  HeadBound bound{listed[0], listed[1]};
  GroupList groups{list, WarpUniformOp::create(b, listed[2])};
  reader.forElements(groups, kernel.threadId(), kernel.blockSize(), bound,
                     [&](Value code, Value index) {
                       appendCandidate(b, candidates, placeOf(NumElements),
                                       MemoryScope::Block, code, index);
                     });
  kernel.barrier();
  Value found = loadWord(NumElements);
  Value count = b.select(
                     b.ule(found, capacity), b.getI32Type(),
                     [&]() -> SmallVector<Value> { return {found}; },
                     [&]() -> SmallVector<Value> {
                       Value least =
                           foldInBlock(b, CombinerKind::MinUI, head[0]);
                       return {filterInBlock(select, kernel, reader, groups,
                                             bound, least, candidates)};
                     })
                    .front();
  rankCandidates(select, kernel, candidates, count, kernel.waveId(),
                 b.i32(countWaves()), bindRankWriter(select, kernel, row));
}

void mlir::prim::emitRankStream(const RankSelect &select, Value row, Value size,
                                KernelBuilder &kernel) {
  StreamTaker(select, kernel, row, size).emit();
}
