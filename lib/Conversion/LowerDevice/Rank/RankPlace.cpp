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
  CandidateRanker(const RankHeads &heads, KernelBuilder &kernel);

  void emit();

private:
  /// Ranks each `step`-th of `count` candidates from `begin` on; i32, uniform
  /// in a wave.
  void rank(Value count, Value begin, Value step);
  void rankOne(Value count, Value number);
  /// How many of `count` candidates precede the one with `code` and `place`.
  Value countBefore(Value count, Value code, Value place);
  void write(Value place, Value rank);

  const RankHeads &heads;
  KernelBuilder &kernel;
  CodeBuilder &b;
  MemoryArray codes, places;
};

/// Selects candidates that fit, in one block.
class CandidateFilter {
public:
  CandidateFilter(const RankHeads &heads, KernelBuilder &kernel)
      : heads(heads), kernel(kernel), b(kernel), reader(heads, kernel),
        bound(heads.loadBound(kernel)), i32(b.getI32Type()),
        count(kernel.workgroupArray(i32, 1, "count")),
        counters(kernel.workgroupArray(i32, heads.select.radix(), "counters")),
        found(kernel.workgroupArray(i32, 3, "found")) {}

  /// Writes candidates, at least as many as are taken, which all threads of the
  /// block see; returns how many.
  Value emit();

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
    reader.forElements(kernel.threadId(), heads.placeBlock, &bound, body);
  }
  State start();
  State findNext(const State &state);
  Value collect(const State &last);

  const RankHeads &heads;
  KernelBuilder &kernel;
  CodeBuilder &b;
  GroupReader reader;
  HeadBound bound;
  Type i32;
  MemoryArray count, counters, found;
};

} // namespace

//===----------------------------------------------------------------------===//
// Ranks
//===----------------------------------------------------------------------===//

CandidateRanker::CandidateRanker(const RankHeads &heads, KernelBuilder &kernel)
    : heads(heads), kernel(kernel), b(kernel),
      codes(heads.bindCandidateCodes(kernel).aligned(16)),
      places(heads.bindCandidatePlaces(kernel).aligned(16)) {}

Value CandidateRanker::countBefore(Value count, Value code, Value place) {
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
  const RankSelect &select = heads.select;
  RowView view(select.op, kernel, /*row=*/Value());
  SmallVector<MemoryArray> ins = view.at(select.getIns());
  SmallVector<MemoryArray> outs = llvm::map_to_vector(
      select.getOuts(), [&](Value out) { return view.atOther(out); });
  Value index = b.zextI64(place);
  SmallVector<Value> item = kernel.loadElement(ins, index);
  if (!select.getPrologue().empty())
    item = kernel.map(select.getPrologue(), item, index);
  storeAll(b, outs, item, rank);
}

void CandidateRanker::rankOne(Value count, Value number) {
  Value code = codes.load(b, number), place = places.load(b, number);
  Value rank = countBefore(count, code, place);
  Value isTaken = b.ult(rank, heads.select.countFirst(kernel));
  Value isFirstLane = b.eq(kernel.laneId(), 0);
  kernel.ifThen(b.andi(isTaken, isFirstLane), [&] { write(place, rank); });
}

void CandidateRanker::rank(Value count, Value begin, Value step) {
  kernel.forEach(begin, count, step,
                 [&](Value number) { rankOne(count, number); });
}

void CandidateRanker::emit() {
  Value counted =
      heads.bindBound(kernel, b.getI32Type()).load(b, RankHeads::countWord);
  Value count = WarpUniformOp::create(b, counted);
  int64_t waves = heads.placeBlock / kernel.target().waveSize;
  Value before = b.mul(kernel.blockId(), waves);
  Value isFirst = b.eq(kernel.blockId(), 0);
  Value fits = b.ule(count, heads.capacity());
  Value step = b.i32(waves * heads.placeBlocks);
  kernel.ifThen(
      fits, [&] { rank(count, b.add(before, kernel.waveId()), step); },
      [&] {
        kernel.ifThen(isFirst, [&] {
          Value left = CandidateFilter(heads, kernel).emit();
          rank(left, kernel.waveId(), b.i32(waves));
        });
      });
}

//===----------------------------------------------------------------------===//
// Too many candidates
//===----------------------------------------------------------------------===//

CandidateFilter::State CandidateFilter::start() {
  MemoryArray codes = heads.bindCodes(kernel), list = heads.bindList(kernel);
  Value groups = heads.loadGroups(kernel);
  Value least =
      b.forEach(kernel.threadId(), groups, int64_t(heads.placeBlock),
                reader.none,
                [&](Value number, ValueRange values) {
                  Value code = codes.load(b, list.load(b, number));
                  return SmallVector<Value>{b.minui(values.front(), code)};
                })
          .front();
  least = foldInBlock(b, CombinerKind::MinUI, least);
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
          heads.select.countFirst(kernel),
          b.boolean(false)};
}

CandidateFilter::State CandidateFilter::findNext(const State &state) {
  kernel.forBlockStride(heads.select.radix(), [&](Value value) {
    counters.store(b, b.i32(0), value);
  });
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
    digit = b.andi(digit, heads.select.radix() - 1);
    kernel.ifThen(b.andi(isCodeEqual, isIndexEqual), [&] {
      createAtomicAdd(b, 1, counters.place(b, digit), MemoryOrder::Relaxed,
                      MemoryScope::Block);
    });
  });
  kernel.barrier();
  RankDigit next = findRankDigit(kernel, counters, state.rank, found);
  auto extend = [&](Value isOf, Value by, Value &known, Value &mask) {
    Value digit = next.value, all = b.i32(heads.select.radix() - 1);
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
  Value before = b.sub(heads.select.countFirst(kernel), next.rank);
  result.fits = b.ule(b.add(before, next.count), heads.capacity());
  return result;
}

Value CandidateFilter::collect(const State &last) {
  MemoryArray codes = heads.bindCandidateCodes(kernel);
  MemoryArray places = heads.bindCandidatePlaces(kernel);
  kernel.ifThen(kernel.isFirstThread(), [&] { count.store(b, b.i32(0), 0); });
  kernel.barrier();
  forElements([&](Value code, Value index) {
    Value known = b.andi(code, last.codeMask);
    Value isBefore = b.ult(known, last.code);
    Value isEqual = b.eq(known, last.code);
    Value isUpTo = b.ule(b.andi(index, last.indexMask), last.index);
    kernel.ifThen(b.ori(isBefore, b.andi(isEqual, isUpTo)), [&] {
      Value place = createAtomicAdd(b, 1, count.place(b, b.i32(0)),
                                    MemoryOrder::Relaxed, MemoryScope::Block);
      codes.store(b, code, place);
      places.store(b, index, place);
    });
  });
  BlockBarrierOp::create(b, /*orders=*/MemoryScope::Block);
  return WarpUniformOp::create(b, count.load(b, 0));
}

Value CandidateFilter::emit() {
  SmallVector<Value> last = b.whileLoop(
      start().get(),
      [&](ValueRange values) { return b.invert(State::of(values).fits); },
      [&](ValueRange values) { return findNext(State::of(values)).get(); });
  return collect(State::of(last));
}

void mlir::prim::emitRankPlace(const RankHeads &heads, KernelBuilder &kernel) {
  CandidateRanker(heads, kernel).emit();
}
