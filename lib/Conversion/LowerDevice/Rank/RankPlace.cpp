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

//===----------------------------------------------------------------------===//
// Ranks
//===----------------------------------------------------------------------===//

/// How many of `count` candidates precede the one with `code` and `place`, by
/// all lanes of a wave.
static Value countBefore(KernelBuilder &kernel, const MemoryArray &codes,
                         const MemoryArray &places, Value count, Value code,
                         Value place) {
  CodeBuilder &b = kernel;
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

void mlir::prim::forRanks(
    KernelBuilder &kernel, const Candidates &candidates, Value count,
    Value begin, Value step,
    llvm::function_ref<void(Value code, Value place, Value rank)> body) {
  CodeBuilder &b = kernel;
  MemoryArray codes = candidates.codes.aligned(16);
  MemoryArray places = candidates.places.aligned(16);
  kernel.forEach(begin, count, step, [&](Value number) {
    Value code = codes.load(b, number), place = places.load(b, number);
    body(code, place, countBefore(kernel, codes, places, count, code, place));
  });
}

void mlir::prim::rankCandidates(const RankSelect &select, KernelBuilder &kernel,
                                const Candidates &candidates, Value count,
                                Value begin, Value step,
                                llvm::function_ref<void(Value, Value)> write) {
  CodeBuilder &b = kernel;
  forRanks(kernel, candidates, count, begin, step,
           [&](Value, Value place, Value rank) {
             Value isTaken = b.ult(rank, select.countFirst(kernel));
             Value isFirstLane = b.eq(kernel.laneId(), 0);
             kernel.ifThen(b.andi(isTaken, isFirstLane),
                           [&] { write(place, rank); });
           });
}

/// The item at an index (i64), as it is written.
static SmallVector<Value> loadItem(const RankSelect &select,
                                   KernelBuilder &kernel,
                                   ArrayRef<MemoryArray> ins, Value index) {
  SmallVector<Value> item = kernel.loadElement(ins, index);
  if (!select.getPrologue().empty())
    item = kernel.map(select.getPrologue(), item, index);
  return item;
}

std::function<void(Value, Value)>
mlir::prim::bindRankWriter(const RankSelect &select, KernelBuilder &kernel,
                           Value row) {
  RowView view(select.op, kernel, row);
  SmallVector<MemoryArray> ins = view.at(select.getIns());
  SmallVector<MemoryArray> outs = llvm::map_to_vector(
      select.getOuts(), [&](Value out) { return view.atOther(out); });
  return [=, &select, &kernel](Value index, Value rank) {
    storeAll(kernel, outs, loadItem(select, kernel, ins, kernel.zextI64(index)),
             rank);
  };
}

void mlir::prim::emitRankPlace(const RankHeads &heads, KernelBuilder &kernel) {
  CodeBuilder &b = kernel;
  Value counted =
      heads.bindBound(kernel, b.getI32Type()).load(b, RankHeads::countWord);
  Value count = WarpUniformOp::create(b, counted);
  Candidates candidates = heads.bindCandidates(kernel);
  std::function<void(Value, Value)> write = [&](Value index, Value rank) {
    heads.bindRanked(kernel).store(b, index, rank);
  };
  if (heads.select.isTopk()) {
    // The first arguments of a kernel are loaded together. So those that all
    // blocks need are bound before those that only the filter needs.
    heads.select.countFirst(kernel);
    write = bindRankWriter(heads.select, kernel, /*row=*/Value());
  }
  Value fits = b.ule(count, heads.capacity());
  SmallVector<Value> own = b.select(
      fits, {b.getI32Type(), b.getI32Type()},
      [&]() -> SmallVector<Value> { return {count, kernel.blockId()}; },
      [&] { return filterInGrid(heads, kernel, candidates); });
  int64_t waves = heads.placeBlock / kernel.target().waveSize;
  Value begin = b.add(b.mul(own[1], waves), kernel.waveId());
  rankCandidates(heads.select, kernel, candidates, own[0], begin,
                 b.i32(waves * heads.placeBlocks), write);
}

//===----------------------------------------------------------------------===//
// The nth element
//===----------------------------------------------------------------------===//

namespace {

/// Swaps the elements that come first with those at their places, where all are
/// at the places that they have in the input. A thread has one place and the
/// element of one rank.
class RankSwapper {
public:
  RankSwapper(const RankHeads &heads, KernelBuilder &kernel)
      : select(heads.select), kernel(kernel), b(kernel),
        ranked(heads.bindRanked(kernel)), view(select.op, kernel, Value()),
        ins(view.at(select.getIns())), outs(view.at(select.getOuts())),
        isAtFirst(kernel.workgroupArray(b.getI32Type(), kernel.blockSize(),
                                        "is at first")),
        free(kernel.workgroupArray(b.getI32Type(), kernel.blockSize(),
                                   "free")) {}

  void emit();

private:
  /// Writes the element at the index `from` to the index `to`; i32.
  void move(Value from, Value to) {
    storeAll(b, outs, loadItem(select, kernel, ins, b.zextI64(from)),
             b.zextI64(to));
  }

  const RankSelect &select;
  KernelBuilder &kernel;
  CodeBuilder &b;
  MemoryArray ranked;
  RowView view;
  SmallVector<MemoryArray> ins, outs;
  /// Whether each of the first places has one of the first elements, and the
  /// places that have none, in order; i32.
  MemoryArray isAtFirst, free;
};

} // namespace

void RankSwapper::emit() {
  constexpr int64_t upper = 16;
  Value first = select.countFirst(kernel), thread = kernel.threadId();
  Value exists = b.ult(thread, first);
  Value index =
      evaluateIf(b, exists, /*anywhere=*/false, b.i32(0), [&]() -> ValueTuple {
        return {ranked.load(b, thread)};
      }).front();
  Value place = select.reflect(kernel, index);
  Value isInside = b.andi(exists, b.ult(place, first));
  Value isOutside = b.andi(exists, b.uge(place, first));
  isAtFirst.store(b, b.i32(0), thread);
  kernel.barrier();
  kernel.ifThen(isInside, [&] { isAtFirst.store(b, b.i32(1), place); });
  kernel.barrier();
  Value isFree = b.andi(exists, b.eq(isAtFirst.load(b, thread), 0));
  // As many elements come from elsewhere as places are free. Both counts fit
  // into one word.
  Value counts = b.ori(b.zextI32(isOutside), b.shli(b.zextI32(isFree), upper));
  Value before = createBlockScan(b, Combiner(CombinerKind::Add, b.getI32Type()),
                                 ScanMode::Exclusive, counts)
                     .getResult(0);
  kernel.ifThen(isFree, [&] { free.store(b, thread, b.shrui(before, upper)); });
  kernel.barrier();
  kernel.ifThen(exists, [&] { move(index, select.reflect(kernel, thread)); });
  kernel.ifThen(isOutside, [&] {
    Value number = b.andi(before, (1 << upper) - 1);
    Value other = select.reflect(kernel, free.load(b, number));
    move(other, index);
  });
}

void mlir::prim::emitRankSwap(const RankHeads &heads, KernelBuilder &kernel) {
  RankSwapper(heads, kernel).emit();
}
