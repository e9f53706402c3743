//===- RankFilter.cpp - Fewer candidates, where too many pass *- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// If there are more candidates than fit, all of them are in the listed groups.
// A bound is found that admits fewer, by digits of the code and then of the
// index. The search begins with the highest bit in which candidates differ, and
// stops when they fit. So the groups are seldom read more than twice.
//
// A row is filtered by its block. For a buffer, each digit is a round of all
// blocks of the launch, and so is the collection of the candidates.
//
//===----------------------------------------------------------------------===//

#include "RankBound.h"
#include "RankHeads.h"
#include "RankRounds.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "prim/Dialect/Prim/Utils/CollectiveBuilders.h"

using namespace mlir;
using namespace mlir::prim;

namespace {

/// Which part of the listed groups' elements this thread reads: it is number
/// `thread` (i32) of `threads`.
struct FilterShare {
  Value thread;
  int64_t threads;
};

/// Where the number of collected candidates is, for threads of that scope.
struct FilterCount {
  MemoryPlace place;
  MemoryScope scope;
};

/// Selects candidates that fit.
class CandidateFilter {
public:
  CandidateFilter(const RankSelect &select, KernelBuilder &kernel,
                  GroupReader &reader, const GroupList &list,
                  const HeadBound &bound, const Candidates &candidates)
      : select(select), kernel(kernel), b(kernel), reader(reader), list(list),
        bound(bound), candidates(candidates), i32(b.getI32Type()),
        counters(kernel.workgroupArray(i32, select.radix(), "counters")),
        found(kernel.workgroupArray(i32, 3, "found")) {}

  /// The bits that are known of the last element that is taken, by masks; the
  /// number of lower bits, of the index and then of the code, that are not; and
  /// its rank among the elements with the known bits. `fits` (i1) is whether
  /// these and all before them fit.
  struct State {
    SmallVector<Value> get() const {
      return {code, codeMask, index, indexMask, open, rank, fits};
    }
    static constexpr unsigned size = 7;
    static State of(ValueRange v) {
      return {v[0], v[1], v[2], v[3], v[4], v[5], v[6]};
    }

    Value code, codeMask, index, indexMask, open, rank, fits;
  };

  State start(Value least);
  /// Counts the next digit of the share's elements, in `counters`.
  void countDigit(const State &state, const FilterShare &share);
  const MemoryArray &getCounters() const { return counters; }
  /// The state with that digit, of which `counts` has all counts.
  State advance(const State &state, const MemoryArray &counts);
  /// Appends what the share has to the candidates.
  void collect(const State &last, const FilterShare &share,
               const FilterCount &count);

private:
  static constexpr unsigned indexBits = RankHeads::indexBits;

  /// Where the next digit begins: whether it is one of the code (i1), and its
  /// lowest bit there or in the index; i32.
  struct Digit {
    Value isOfCode, shift;
  };
  Digit getNext(const State &state);
  /// A number of bits in the type of codes.
  Value toCode(Value value) {
    return reader.codeType == i32 ? value : b.zextI64(value);
  }

  const RankSelect &select;
  KernelBuilder &kernel;
  CodeBuilder &b;
  GroupReader &reader;
  GroupList list;
  HeadBound bound;
  Candidates candidates;
  Type i32;
  MemoryArray counters, found;
};

} // namespace

//===----------------------------------------------------------------------===//
// Digits
//===----------------------------------------------------------------------===//

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

CandidateFilter::Digit CandidateFilter::getNext(const State &state) {
  Value isOfCode = b.ugt(state.open, indexBits);
  Value above = b.select(isOfCode, b.i32(indexBits), 0);
  // Bits of a digit that are known are the same for all that is counted.
  Value shift = b.sub(b.sub(state.open, above), kMaxRadixBits);
  return {isOfCode, b.maxsi(shift, 0)};
}

void CandidateFilter::countDigit(const State &state, const FilterShare &share) {
  kernel.forBlockStride(
      select.radix(), [&](Value value) { counters.store(b, b.i32(0), value); });
  kernel.barrier();
  Digit next = getNext(state);
  Value isOfCode = next.isOfCode, shift = next.shift;
  Value wide = toCode(shift);
  reader.forElements(
      list, share.thread, share.threads, bound, [&](Value code, Value index) {
        Value codeDiffers = b.andi(b.xori(code, state.code), state.codeMask);
        Value indexDiffers =
            b.andi(b.xori(index, state.index), state.indexMask);
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
}

CandidateFilter::State CandidateFilter::advance(const State &state,
                                                const MemoryArray &counts) {
  RankDigit digit = findRankDigit(kernel, counts, state.rank, found);
  Digit next = getNext(state);
  Value isOfCode = next.isOfCode, shift = next.shift;
  auto extend = [&](Value isOf, Value by, Value &known, Value &mask) {
    Value value = digit.value, all = b.i32(select.radix() - 1);
    if (known.getType() != i32) {
      value = b.zextI64(value);
      all = b.zextI64(all);
    }
    known = b.select(isOf, b.ori(known, b.shli(value, by)), known);
    mask = b.select(isOf, b.ori(mask, b.shli(all, by)), mask);
  };
  State result = state;
  extend(isOfCode, toCode(shift), result.code, result.codeMask);
  Value isOfIndex = b.ule(state.open, indexBits);
  extend(isOfIndex, shift, result.index, result.indexMask);
  Value above = b.select(isOfCode, b.i32(indexBits), 0);
  result.open = b.add(shift, above);
  result.rank = digit.rank;
  Value before = b.sub(select.countFirst(kernel), digit.rank);
  result.fits = b.ule(b.add(before, digit.count), candidates.capacity);
  return result;
}

void CandidateFilter::collect(const State &last, const FilterShare &share,
                              const FilterCount &count) {
  reader.forElements(
      list, share.thread, share.threads, bound, [&](Value code, Value index) {
        Value known = b.andi(code, last.codeMask);
        Value isBefore = b.ult(known, last.code);
        Value isEqual = b.eq(known, last.code);
        Value isUpTo = b.ule(b.andi(index, last.indexMask), last.index);
        kernel.ifThen(b.ori(isBefore, b.andi(isEqual, isUpTo)), [&] {
          appendCandidate(b, candidates, count.place, count.scope, code, index);
        });
      });
}

//===----------------------------------------------------------------------===//
// One block
//===----------------------------------------------------------------------===//

Value mlir::prim::filterInBlock(const RankSelect &select, KernelBuilder &kernel,
                                GroupReader &reader, const GroupList &list,
                                const HeadBound &bound, Value least,
                                const Candidates &candidates) {
  using State = CandidateFilter::State;
  CodeBuilder &b = kernel;
  CandidateFilter filter(select, kernel, reader, list, bound, candidates);
  MemoryArray count = kernel.workgroupArray(b.getI32Type(), 1, "count");
  FilterShare share{kernel.threadId(), kernel.blockSize()};
  SmallVector<Value> last = b.whileLoop(
      filter.start(least).get(),
      [&](ValueRange values) { return b.invert(State::of(values).fits); },
      [&](ValueRange values) {
        State state = State::of(values);
        filter.countDigit(state, share);
        return filter.advance(state, filter.getCounters()).get();
      });
  kernel.ifThen(kernel.isFirstThread(), [&] { count.store(b, b.i32(0), 0); });
  kernel.barrier();
  filter.collect(State::of(last), share,
                 {count.place(b, b.i32(0)), MemoryScope::Block});
  BlockBarrierOp::create(b, /*orders=*/MemoryScope::Block);
  return WarpUniformOp::create(b, count.load(b, 0));
}

//===----------------------------------------------------------------------===//
// All blocks
//===----------------------------------------------------------------------===//

namespace {

/// Filters candidates by rounds of all blocks.
class GridFilter {
public:
  GridFilter(const RankHeads &heads, KernelBuilder &kernel,
             const Candidates &candidates)
      : heads(heads), kernel(kernel), b(kernel), i32(b.getI32Type()),
        reader(heads.select, heads.groups, heads.vector, kernel,
               /*row=*/Value(), kernel.elements()),
        list(heads.loadList(kernel)), rounds(heads.bindRounds(kernel)),
        counts(heads.bindCounts(kernel)),
        filter(heads.select, kernel, reader, list, heads.loadBound(kernel),
               candidates) {}

  SmallVector<Value> emit();

private:
  using State = CandidateFilter::State;

  /// Where a block is: the digits that it knows, their number, which is that of
  /// the round it goes to, and whether candidates have been collected.
  struct Progress {
    SmallVector<Value> get() const {
      SmallVector<Value> values = state.get();
      values.append({round, isOver});
      return values;
    }
    static Progress of(ValueRange v) {
      return {State::of(v), v[State::size], v[State::size + 1]};
    }

    State state;
    Value round, isOver;
  };

  Value findLeast();
  /// Waits for the rounds before `target` (i32).
  Progress catchUp(const Progress &start, Value target);
  void workOn(const State &state, Value round, Value part);
  MemoryArray countsOf(Value round) {
    return counts.from(b, b.zextI64(b.mul(round, heads.select.radix())));
  }

  const RankHeads &heads;
  KernelBuilder &kernel;
  CodeBuilder &b;
  Type i32;
  GroupReader reader;
  GroupList list;
  RankRounds rounds;
  MemoryArray counts;
  CandidateFilter filter;
};

} // namespace

Value GridFilter::findLeast() {
  MemoryArray codes = heads.bindCodes(kernel);
  Value least =
      b.forEach(kernel.threadId(), list.count, int64_t(heads.placeBlock),
                reader.none,
                [&](Value number, ValueRange values) {
                  Value group = list.numbers.load(b, number);
                  Value code = codes.load(b, group);
                  return SmallVector<Value>{b.minui(values.front(), code)};
                })
          .front();
  return foldInBlock(b, CombinerKind::MinUI, least);
}

GridFilter::Progress GridFilter::catchUp(const Progress &start, Value target) {
  return Progress::of(b.whileLoop(
      start.get(),
      [&](ValueRange values) {
        Progress at = Progress::of(values);
        return b.andi(b.ult(at.round, target), b.invert(at.isOver));
      },
      [&](ValueRange values) {
        Progress at = Progress::of(values);
        rounds.wait(at.round);
        Progress next = at;
        next.state = State::of(b.select(
            at.state.fits, ValueRange(at.state.get()).getTypes(),
            [&] { return at.state.get(); },
            [&] {
              return filter.advance(at.state, countsOf(at.round)).get();
            }));
        next.isOver = at.state.fits;
        next.round = b.add(at.round, 1);
        return next.get();
      }));
}

void GridFilter::workOn(const State &state, Value round, Value part) {
  Value before = b.mul(part, heads.placeBlock);
  FilterShare share{b.add(before, kernel.threadId()),
                    int64_t(heads.placeBlocks) * heads.placeBlock};
  kernel.ifThen(
      state.fits,
      [&] {
        filter.collect(state, share,
                       {heads.bindCollected(kernel), MemoryScope::Device});
      },
      [&] {
        filter.countDigit(state, share);
        MemoryArray all = countsOf(round);
        kernel.forBlockStride(heads.select.radix(), [&](Value value) {
          Value counted = filter.getCounters().load(b, value);
          kernel.ifThen(b.ne(counted, 0), [&] {
            createAtomicAdd(b, counted, all.place(b, value),
                            MemoryOrder::Relaxed, MemoryScope::Device);
          });
        });
      });
  rounds.finish(round);
}

SmallVector<Value> GridFilter::emit() {
  SmallVector<Value> init =
      Progress{filter.start(findLeast()), b.i32(0), b.boolean(false)}.get();
  init.push_back(b.i32(0));
  SmallVector<Value> last = b.whileLoop(
      init, ValueRange(init).getTypes(),
      [&](ValueRange values) -> CodeBuilder::Tested {
        Value ticket = rounds.take();
        Value target = b.divui(ticket, heads.placeBlocks);
        Value part = b.remui(ticket, heads.placeBlocks);
        Progress at = catchUp(Progress::of(values), target);
        Value goesOn = b.invert(at.isOver);
        kernel.ifThen(goesOn, [&] { workOn(at.state, target, part); });
        SmallVector<Value> found = at.get();
        found.push_back(part);
        return {goesOn, found};
      });
  // The round behind the collection has a part for each block.
  MemoryPlace collected = heads.bindCollected(kernel);
  Value count = createAtomicLoad(b, collected, i32, MemoryOrder::Relaxed,
                                 MemoryScope::Device);
  return {WarpUniformOp::create(b, count), last.back()};
}

SmallVector<Value> mlir::prim::filterInGrid(const RankHeads &heads,
                                            KernelBuilder &kernel,
                                            const Candidates &candidates) {
  return GridFilter(heads, kernel, candidates).emit();
}
