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

void mlir::prim::emitRankStream(const RankSelect &select, Value row, Value size,
                                KernelBuilder &kernel) {
  CodeBuilder &b = kernel;
  Type i32 = b.getI32Type(), codeType = select.getCodeType(b);
  unsigned block = kernel.blockSize();
  unsigned vector = GroupReader::getVector(select.getKeyIns(), kernel.target(),
                                           RankHeads::vectorItems);
  unsigned capacity = RankHeads::vectorItems *
                      (maxRankFew + maxRankFew / RankHeads::slackShare);
  Candidates candidates{kernel.workgroupArray(codeType, capacity, "codes"),
                        kernel.workgroupArray(i32, capacity, "places"),
                        capacity};
  MemoryArray list = kernel.workgroupArray(i32, block, "list");
  // The numbers of listed groups and of candidates.
  MemoryArray counts = kernel.workgroupArray(i32, 2, "counts");

  GroupReader reader(select, block, vector, kernel, row, size);
  Value zero = b.i32(0);
  // Before this, all threads have read what the row before it has left.
  kernel.barrier();
  kernel.ifThen(kernel.isFirstThread(), [&] {
    counts.store(b, zero, 0);
    counts.store(b, zero, 1);
  });
  // The reductions of a block with one wave have no other barrier.
  WarpBarrierOp::create(b);
  SmallVector<Value> head = reader.findHead(kernel.threadId(), zero, 1);
  HeadBound bound = findHeadBound(
      b, head[0], [&](unsigned) { return head[1]; }, select.countFirst(kernel));
  kernel.ifThen(bound.admits(b, head[0], head[1]), [&] {
    Value place = createAtomicAdd(b, 1, counts.place(b, zero),
                                  MemoryOrder::Relaxed, MemoryScope::Block);
    list.store(b, kernel.threadId(), place);
  });
  kernel.barrier();
  GroupList groups{list, WarpUniformOp::create(b, counts.load(b, 0))};
  reader.forElements(groups, kernel.threadId(), block, bound,
                     [&](Value code, Value index) {
                       appendCandidate(b, candidates, counts.place(b, b.i32(1)),
                                       MemoryScope::Block, code, index);
                     });
  kernel.barrier();
  Value found = WarpUniformOp::create(b, counts.load(b, 1));
  Value fits = b.ule(found, capacity);
  Value count = b.select(
                     fits, i32, [&]() -> SmallVector<Value> { return {found}; },
                     [&]() -> SmallVector<Value> {
                       Value least =
                           foldInBlock(b, CombinerKind::MinUI, head[0]);
                       return {filterInBlock(select, kernel, reader, groups,
                                             bound, least, candidates)};
                     })
                    .front();
  rankCandidates(select, kernel, candidates, count, kernel.waveId(),
                 b.i32(block / kernel.target().waveSize),
                 [&](Value index, Value rank) {
                   writeRanked(select, kernel, row, index, rank);
                 });
}
