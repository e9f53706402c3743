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
// If there are more candidates than fit, the first block finds a bound that
// admits fewer, by digits of the code and then of the index. It begins with the
// highest bit in which candidates differ, and stops when they fit. So it seldom
// reads the groups more than twice.
//
//===----------------------------------------------------------------------===//

#include "RankBound.h"
#include "RankHeads.h"
#include "mlir/Dialect/Math/IR/Math.h"
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

/// Selects candidates that fit, in one block.
class CandidateFilter {
public:
  CandidateFilter(const RankSelect &select, KernelBuilder &kernel,
                  GroupReader &reader, const GroupList &list,
                  const HeadBound &bound, const Candidates &candidates)
      : select(select), kernel(kernel), b(kernel), reader(reader), list(list),
        bound(bound), candidates(candidates), i32(b.getI32Type()),
        count(kernel.workgroupArray(i32, 1, "count")),
        counters(kernel.workgroupArray(i32, select.radix(), "counters")),
        found(kernel.workgroupArray(i32, 3, "found")) {}

  Value emit(Value least);

private:
  /// The bits that are known of the last element that is taken, by masks; the
  /// number of lower bits, of the index and then of the code, that are not; and
  /// its rank among the elements with the known bits. `fits` (i1) is whether
  /// these and all before them fit.
  struct State {
    SmallVector<Value> get() const {
      return {code, codeMask, index, indexMask, open, rank, fits};
    }
    static State of(ValueRange v) {
      return {v[0], v[1], v[2], v[3], v[4], v[5], v[6]};
    }

    Value code, codeMask, index, indexMask, open, rank, fits;
  };
  static constexpr unsigned indexBits = 32;

  void forElements(GroupReader::BodyFn body) {
    reader.forElements(list, kernel.threadId(), kernel.blockSize(), bound,
                       body);
  }
  State start(Value least);
  State findNext(const State &state);
  Value collect(const State &last);

  const RankSelect &select;
  KernelBuilder &kernel;
  CodeBuilder &b;
  GroupReader &reader;
  GroupList list;
  HeadBound bound;
  Candidates candidates;
  Type i32;
  MemoryArray count, counters, found;
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
  int64_t waves = heads.placeBlock / kernel.target().waveSize;
  Value before = b.mul(kernel.blockId(), waves);
  Value isFirst = b.eq(kernel.blockId(), 0);
  Value fits = b.ule(count, heads.capacity());
  auto rank = [&](Value count, Value begin, int64_t step) {
    rankCandidates(heads.select, kernel, /*row=*/Value(), candidates, count,
                   begin, b.i32(step));
  };
  kernel.ifThen(
      fits,
      [&] {
        Value begin = b.add(before, kernel.waveId());
        rank(count, begin, waves * heads.placeBlocks);
      },
      [&] {
        kernel.ifThen(isFirst, [&] {
          Value left = heads.filter(kernel, candidates);
          rank(left, kernel.waveId(), waves);
        });
      });
}

//===----------------------------------------------------------------------===//
// Too many candidates
//===----------------------------------------------------------------------===//

Value RankHeads::filter(KernelBuilder &kernel,
                        const Candidates &candidates) const {
  CodeBuilder &b = kernel;
  GroupReader reader(select, groups, vector, kernel, /*row=*/Value(),
                     kernel.elements());
  GroupList list = loadList(kernel);
  MemoryArray codes = bindCodes(kernel);
  Value least =
      b.forEach(kernel.threadId(), list.count, int64_t(placeBlock), reader.none,
                [&](Value number, ValueRange values) {
                  Value group = list.numbers.load(b, number);
                  Value code = codes.load(b, group);
                  return SmallVector<Value>{b.minui(values.front(), code)};
                })
          .front();
  least = foldInBlock(b, CombinerKind::MinUI, least);
  return filterCandidates(select, kernel, reader, list, loadBound(kernel),
                          least, candidates);
}

CandidateFilter::State CandidateFilter::start(Value least) {
  Value differs = b.xori(least, bound.code);
  Value same = math::CountLeadingZerosOp::create(b, differs);
  unsigned width = reader.codeType.getIntOrFloatBitWidth();
  Value differing = b.sub(b.constant(reader.codeType, width), same);
  // The last bit may stay open, as no shift is as wide as the code.
  Value open = b.maxui(b.minui(differing, width - 1), 1);
  Value mask = b.shli(b.constant(reader.codeType, -1), open);
  Value isAll = b.eq(differing, width);
  mask = b.select(isAll, b.constant(reader.codeType, 0), mask);
  Value bits = b.select(isAll, differing, open);
  if (bits.getType() != i32)
    bits = b.truncI32(bits);
  Value none = b.i32(0);
  return {b.andi(bound.code, mask),
          mask,
          none,
          none,
          b.add(bits, indexBits),
          select.countFirst(kernel),
          b.boolean(false)};
}

CandidateFilter::State CandidateFilter::findNext(const State &state) {
  kernel.forBlockStride(
      select.radix(), [&](Value value) { counters.store(b, b.i32(0), value); });
  kernel.barrier();
  Value isOfCode = b.ugt(state.open, indexBits);
  Value above = b.select(isOfCode, b.i32(indexBits), 0);
  // Bits of a digit that are known are the same for all that is counted.
  Value shift = b.sub(b.sub(state.open, above), kMaxRadixBits);
  shift = b.maxsi(shift, 0);
  Value wide = shift;
  if (reader.codeType != i32)
    wide = b.zextI64(shift);
  forElements([&](Value code, Value index) {
    Value codeDiffers = b.andi(b.xori(code, state.code), state.codeMask);
    Value indexDiffers = b.andi(b.xori(index, state.index), state.indexMask);
    Value isCodeEqual = b.eq(codeDiffers, 0);
    Value isIndexEqual = b.eq(indexDiffers, 0);
    Value ofCode = b.shrui(code, wide);
    if (reader.codeType != i32)
      ofCode = b.truncI32(ofCode);
    Value digit = b.select(isOfCode, ofCode, b.shrui(index, shift));
    digit = b.andi(digit, select.radix() - 1);
    kernel.ifThen(b.andi(isCodeEqual, isIndexEqual), [&] {
      createAtomicAdd(b, 1, counters.place(b, digit), MemoryOrder::Relaxed,
                      MemoryScope::Block);
    });
  });
  kernel.barrier();
  RankDigit next = findRankDigit(kernel, counters, state.rank, found);
  auto extend = [&](Value isOf, Value by, Value &known, Value &mask) {
    Value digit = next.value, all = b.i32(select.radix() - 1);
    if (known.getType() != i32) {
      digit = b.zextI64(digit);
      all = b.zextI64(all);
    }
    known = b.select(isOf, b.ori(known, b.shli(digit, by)), known);
    mask = b.select(isOf, b.ori(mask, b.shli(all, by)), mask);
  };
  State result = state;
  extend(isOfCode, wide, result.code, result.codeMask);
  Value isOfIndex = b.ule(state.open, indexBits);
  extend(isOfIndex, shift, result.index, result.indexMask);
  result.open = b.add(shift, above);
  result.rank = next.rank;
  Value before = b.sub(select.countFirst(kernel), next.rank);
  result.fits = b.ule(b.add(before, next.count), candidates.capacity);
  return result;
}

Value CandidateFilter::collect(const State &last) {
  kernel.ifThen(kernel.isFirstThread(), [&] { count.store(b, b.i32(0), 0); });
  kernel.barrier();
  forElements([&](Value code, Value index) {
    Value known = b.andi(code, last.codeMask);
    Value isBefore = b.ult(known, last.code);
    Value isEqual = b.eq(known, last.code);
    Value isUpTo = b.ule(b.andi(index, last.indexMask), last.index);
    kernel.ifThen(b.ori(isBefore, b.andi(isEqual, isUpTo)), [&] {
      appendCandidate(b, candidates, count.place(b, b.i32(0)),
                      MemoryScope::Block, code, index);
    });
  });
  BlockBarrierOp::create(b, /*orders=*/MemoryScope::Block);
  return WarpUniformOp::create(b, count.load(b, 0));
}

Value CandidateFilter::emit(Value least) {
  SmallVector<Value> last = b.whileLoop(
      start(least).get(),
      [&](ValueRange values) { return b.invert(State::of(values).fits); },
      [&](ValueRange values) { return findNext(State::of(values)).get(); });
  return collect(State::of(last));
}

Value mlir::prim::filterCandidates(const RankSelect &select,
                                   KernelBuilder &kernel, GroupReader &reader,
                                   const GroupList &list,
                                   const HeadBound &bound, Value least,
                                   const Candidates &candidates) {
  return CandidateFilter(select, kernel, reader, list, bound, candidates)
      .emit(least);
}
