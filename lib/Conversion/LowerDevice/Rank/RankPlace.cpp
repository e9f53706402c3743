//===- RankPlace.cpp - Candidates by rank -----*- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A wave compares a candidate with all others; the number of those before it is
// its place in the output. Candidates are in no order, but no two are equal,
// since their indices differ.
//
// If there are more candidates than fit, the blocks first find fewer.
//
//===----------------------------------------------------------------------===//

#include "RankHeads.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "prim/Dialect/Prim/Utils/CollectiveBuilders.h"

using namespace mlir;
using namespace mlir::prim;

namespace {

/// Writes candidates to their places.
class CandidateRanker {
public:
  CandidateRanker(const RankSelect &select, KernelBuilder &kernel, Value row,
                  const Candidates &candidates, Value count)
      : select(select), kernel(kernel), b(kernel), row(row),
        codes(candidates.codes.aligned(16)),
        places(candidates.places.aligned(16)), count(count) {}

  void rankOne(Value number);

private:
  /// How many candidates precede the one with `code` and `place`.
  Value countBefore(Value code, Value place);
  void write(Value place, Value rank);

  const RankSelect &select;
  KernelBuilder &kernel;
  CodeBuilder &b;
  Value row;
  MemoryArray codes, places;
  Value count;
};

} // namespace

//===----------------------------------------------------------------------===//
// Ranks
//===----------------------------------------------------------------------===//

Value CandidateRanker::countBefore(Value code, Value place) {
  unsigned lanes = kernel.target().waveSize, width = RankHeads::vectorItems;
  Value begin = b.mul(kernel.laneId(), width);
  HeadBound own{code, place};
  Value before =
      b.forEach(begin, count, int64_t(lanes) * width, b.i32(0),
                [&](Value number, ValueRange values) {
                  Value others = codes.loadVector(b, number, width);
                  Value otherPlaces = places.loadVector(b, number, width);
                  Value sum = values.front();
                  for (unsigned item = 0; item < width; ++item) {
                    Value other =
                        vector::ExtractOp::create(b, others, int64_t(item));
                    Value otherPlace = vector::ExtractOp::create(b, otherPlaces,
                                                                 int64_t(item));
                    Value isBefore = own.admits(b, other, otherPlace);
                    Value exists = b.ult(b.add(number, item), count);
                    isBefore = b.andi(isBefore, exists);
                    sum = b.add(sum, b.zextI32(isBefore));
                  }
                  return SmallVector<Value>{sum};
                })
          .front();
  return createWarpReduce(b, Combiner(CombinerKind::Add, b.getI32Type()),
                          before, /*all=*/true)
      .getResult(0);
}

void CandidateRanker::write(Value place, Value rank) {
  RowView view(select.op, kernel, row);
  SmallVector<MemoryArray> ins = view.at(select.getIns());
  SmallVector<MemoryArray> outs = llvm::map_to_vector(
      select.getOuts(), [&](Value out) { return view.atOther(out); });
  Value index = b.zextI64(place);
  SmallVector<Value> item = kernel.loadElement(ins, index);
  if (!select.getPrologue().empty())
    item = kernel.map(select.getPrologue(), item, index);
  storeAll(b, outs, item, rank);
}

void CandidateRanker::rankOne(Value number) {
  Value code = codes.load(b, number), place = places.load(b, number);
  Value rank = countBefore(code, place);
  Value isTaken = b.ult(rank, select.countFirst(kernel));
  Value isFirstLane = b.eq(kernel.laneId(), 0);
  kernel.ifThen(b.andi(isTaken, isFirstLane), [&] { write(place, rank); });
}

void mlir::prim::rankCandidates(const RankSelect &select, KernelBuilder &kernel,
                                Value row, const Candidates &candidates,
                                Value count, Value begin, Value step) {
  CandidateRanker ranker(select, kernel, row, candidates, count);
  kernel.forEach(begin, count, step,
                 [&](Value number) { ranker.rankOne(number); });
}

void mlir::prim::emitRankPlace(const RankHeads &heads, KernelBuilder &kernel) {
  CodeBuilder &b = kernel;
  Value counted =
      heads.bindBound(kernel, b.getI32Type()).load(b, RankHeads::countWord);
  Value count = WarpUniformOp::create(b, counted);
  Candidates candidates = heads.bindCandidates(kernel);
  Value fits = b.ule(count, heads.capacity());
  SmallVector<Value> own = b.select(
      fits, {b.getI32Type(), b.getI32Type()},
      [&]() -> SmallVector<Value> { return {count, kernel.blockId()}; },
      [&] { return filterInGrid(heads, kernel, candidates); });
  int64_t waves = heads.placeBlock / kernel.target().waveSize;
  Value begin = b.add(b.mul(own[1], waves), kernel.waveId());
  rankCandidates(heads.select, kernel, /*row=*/Value(), candidates, own[0],
                 begin, b.i32(waves * heads.placeBlocks));
}
