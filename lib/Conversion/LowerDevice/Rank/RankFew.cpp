//===- RankFew.cpp - The first few elements of short rows *- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A block holds the codes of a row's keys in registers. A bound is found below
// which there are as many keys as are taken, and few more. Their positions go
// to workgroup memory, where the keys are compared with each other: a key's
// place in the output is the number of those before it.
//
// The bound is that of the threads' least codes, since every thread has some
// that are known without a sort. If it admits too many keys, as it does if many
// are equal, it mostly is the code of the last key that is taken; otherwise
// that code is searched.
//
//===----------------------------------------------------------------------===//

#include "../Tile/TileIO.h"
#include "RankBound.h"
#include "RankSelect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "prim/Dialect/Prim/Utils/CollectiveBuilders.h"

using namespace mlir;
using namespace mlir::prim;

/// How many elements are taken (i32), as a constant where that is known.
static Value countFirst(const RankSelect &select, KernelBuilder &kernel) {
  if (std::optional<int64_t> known = select.getKnownFirst())
    return kernel.i32(*known);
  return select.countFirst(kernel);
}

namespace {

/// Takes the first elements of one row.
class FewTaker {
public:
  /// `row` as in RowView; `size` (i64, not 0) is that of the row.
  FewTaker(const RankSelect &select, const TileShape &tile,
           KernelBuilder &kernel, Value row, Value size);

  void emit();

private:
  /// The candidates: a bit for each of the thread's items, how many earlier
  /// threads have, and how many all threads have; i32.
  struct Candidates {
    SmallVector<Value> get() const { return {bits, before, count}; }

    Value bits, before, count;
  };

  ValueRange getKeyIns() const {
    return select.getIns().take_front(select.countKeyIns());
  }
  unsigned countWaves() const {
    return llvm::divideCeil(tile.blockSize, kernel.target().waveSize);
  }
  /// Codes of a thread among which a bound is searched bit by bit.
  static constexpr unsigned searchedCodes = 4;
  /// The most candidates that are compared with each other. A bound of some of
  /// the codes, or of several waves, admits more than are taken.
  unsigned getCapacity() const {
    bool isOfAll = tile.itemsPerThread <= searchedCodes;
    unsigned least = isOfAll ? maxRankFew : 2 * maxRankFew;
    return std::clamp(tile.blockSize, least, 4 * maxRankFew);
  }

  void loadCodes();
  /// A code that at least as many codes as are taken do not exceed; `none` if
  /// no such code is known.
  Value findBound();
  /// How many lanes of the wave have `flag`; i32.
  Value countLanes(Value flag) {
    Value lanes = WarpBallotOp::create(b, b.getI64Type(), flag, /*whole=*/true);
    return b.truncI32(math::CtPopOp::create(b, lanes));
  }
  /// The candidates that `flags` are, one for each of the thread's items.
  Candidates collect(ArrayRef<Value> flags);
  /// The items with codes up to `bound`.
  Candidates collectUpTo(Value bound);
  /// Candidates that fit, where those up to `bound` do not.
  Candidates collectFewer(Value bound);
  /// The items before `last`, and the first items with that code.
  Candidates collectWithEqual(Value last, Value numBefore);

  void acquireMemory();
  void storePlaces(const Candidates &candidates);
  /// Emits `body` for the numbers (i32) of the thread's candidates, of `count`.
  void forCandidates(Value count, llvm::function_ref<void(Value)> body);
  /// All members of the item with an index (i64) in the row.
  ValueTuple loadItem(Value index);
  /// The words by which the item at `place` (i32) is compared, the most
  /// significant one first.
  SmallVector<Value> makeWords(Value place);
  /// How many of `count` candidates go before the one with words `own`.
  Value countBefore(ArrayRef<Value> own, Value count);
  void storeRanked(Value count);

  const RankSelect &select;
  TileShape tile;
  KernelBuilder &kernel;
  CodeBuilder &b;
  RowView view;
  SmallVector<MemoryArray> ins, outs;
  unsigned rowVector;
  TileIO io;
  /// How many are taken; i32.
  Value first;
  Type codeType;
  /// A code that is not before any other one. Items that do not exist have it.
  Value none;
  SmallVector<Value> codes;
  /// The candidates' places in the row (i32) and what they are compared by, in
  /// workgroup memory.
  std::optional<MemoryArray> places;
  SmallVector<MemoryArray> words;
};

} // namespace

FewTaker::FewTaker(const RankSelect &select, const TileShape &tile,
                   KernelBuilder &kernel, Value row, Value size)
    : select(select), tile(tile), kernel(kernel), b(kernel),
      view(select.op, kernel, row), ins(view.at(select.getIns())),
      outs(llvm::map_to_vector(select.getOuts(),
                               [&](Value out) { return view.atOther(out); })),
      rowVector(TileIO::getRowVector(kernel.target(), getKeyIns(), tile)),
      io(kernel, tile, rowVector, /*reverse=*/false, size, b.i64(0)),
      first(countFirst(select, kernel)), codeType(select.getCodeType(b)),
      none(b.constant(codeType, -1)) {}

void FewTaker::loadCodes() {
  SmallVector<Type> types(tile.itemsPerThread, codeType);
  codes = io.fullOrPartial(types, [&](bool isFull) {
    SmallVector<ValueTuple> items =
        io.loadMapped(ArrayRef(ins).take_front(select.countKeyIns()),
                      select.getPrologue(), /*neutral=*/nullptr, isFull);
    SmallVector<Value> exist = io.areValidUnless(isFull), loaded;
    for (auto [item, exists] : llvm::zip_equal(items, exist)) {
      Value code = select.encode(b, item.front());
      loaded.push_back(isFull ? code : b.select(exists, code, none));
    }
    return loaded;
  });
}

//===----------------------------------------------------------------------===//
// Candidates
//===----------------------------------------------------------------------===//

Value FewTaker::findBound() {
  unsigned waves = countWaves(), lanes = kernel.target().waveSize;
  // Waves of which all items exist have equal shares.
  Value share = first, takesPart;
  if (waves > 1) {
    Value whole = b.divui(io.count(), lanes * tile.itemsPerThread);
    whole = b.maxui(whole, 1);
    share = b.ceildivui(first, whole);
    takesPart = b.ult(kernel.waveId(), whole);
  }
  // One round for each element costs less than one for each bit, but the last
  // ones of the lanes' codes admit too many candidates. A round takes all lanes
  // whose codes are equal.
  auto takeLeast = [&](Value least, bool countsEqual) -> Value {
    SmallVector<Value> found = b.whileLoop(
        {share, least, none},
        [&](ValueRange values) { return b.sgt(values.front(), 0); },
        [&](ValueRange values) {
          Value left = values[1];
          Value bound =
              createWarpReduce(b, Combiner(CombinerKind::MinUI, codeType), left,
                               /*all=*/true)
                  .getResult(0);
          Value isLeast = b.eq(left, bound);
          Value next = b.select(isLeast, none, left);
          Value taken = countsEqual ? countLanes(isLeast) : b.i32(1);
          Value more = b.sub(values.front(), taken);
          return SmallVector<Value>{more, next, bound};
        });
    return found[2];
  };
  auto take = [&]() -> SmallVector<Value> {
    Value least = findLeast(b, codes, 1).front();
    Value bound = takeLeast(least, /*countsEqual=*/false);
    Value taken = countLanes(b.ule(least, bound));
    return b.select(
        b.ugt(taken, share), codeType,
        [&]() -> SmallVector<Value> {
          return {takeLeast(least, /*countsEqual=*/true)};
        },
        [&]() -> SmallVector<Value> { return {bound}; });
  };
  auto search = [&]() -> SmallVector<Value> {
    if (waves > 1)
      return {none};
    return {findRankBound(b, findLeast(b, codes, searchedCodes), first)};
  };
  Value isFew = b.ule(share, lanes / 2);
  Value bound = b.select(isFew, codeType, take, search).front();
  if (waves == 1)
    return bound;
  return foldInBlock(b, CombinerKind::MaxUI, b.select(takesPart, bound, 0));
}

FewTaker::Candidates FewTaker::collect(ArrayRef<Value> flags) {
  Value bits = b.i32(0);
  for (auto [number, flag] : llvm::enumerate(flags)) {
    Value bit = b.shli(b.zextI32(flag), int64_t(number));
    bits = b.ori(bits, bit);
  }
  Value count = math::CtPopOp::create(b, bits);
  auto scan =
      createBlockScan(b, Combiner(CombinerKind::Add, b.getI32Type()),
                      ScanMode::Exclusive, count, /*init=*/{}, /*total=*/true);
  return {bits, scan.getResult(0), scan.getResult(1)};
}

FewTaker::Candidates FewTaker::collectUpTo(Value bound) {
  return collect(llvm::map_to_vector(
      codes, [&](Value code) { return b.ule(code, bound); }));
}

FewTaker::Candidates FewTaker::collectFewer(Value bound) {
  Value numBelow = countInBlock(b, areBelow(b, codes, bound));
  Value fits = b.ule(numBelow, getCapacity());
  auto keep = [&]() -> SmallVector<Value> { return {bound}; };
  auto search = [&]() -> SmallVector<Value> {
    return {findRankBound(b, codes, first)};
  };
  Value last = b.select(fits, codeType, keep, search).front();
  Candidates before = collect(areBelow(b, codes, last));
  SmallVector<Type> types(3, b.getI32Type());
  Value isMore = b.ult(before.count, first);
  SmallVector<Value> all = b.select(
      isMore, types, [&] { return collectWithEqual(last, before.count).get(); },
      [&] { return before.get(); });
  return {all[0], all[1], all[2]};
}

FewTaker::Candidates FewTaker::collectWithEqual(Value last, Value numBefore) {
  Value left = b.sub(first, numBefore);
  // Equal keys are taken in the order of their indices, so none of an item that
  // does not exist is.
  SmallVector<Value> counts;
  for (Value code : codes)
    counts.push_back(b.zextI32(b.eq(code, last)));
  Value vector = vector::FromElementsOp::create(
      b, VectorType::get({tile.itemsPerThread}, b.getI32Type()), counts);
  auto scan = createBlockScan(b, Combiner(CombinerKind::Add, b.getI32Type()),
                              ScanMode::Exclusive, vector, /*init=*/{},
                              /*total=*/false, /*valid=*/{}, rowVector);
  SmallVector<Value> flags = areBelow(b, codes, last);
  for (auto [flag, count, before] :
       llvm::zip_equal(flags, counts, unpackItems(b, scan.getResults()))) {
    Value isEqual = b.ne(count, 0);
    Value isTaken = b.andi(isEqual, b.ult(before.front(), left));
    flag = b.ori(flag, isTaken);
  }
  return collect(flags);
}

void FewTaker::acquireMemory() {
  SmallVector<Type> types{b.getI64Type()};
  if (!codeType.isInteger(32))
    types.push_back(b.getI32Type());
  types.push_back(b.getI32Type());
  BufferLayout layout;
  SmallVector<uint64_t> offsets;
  for (Type type : types)
    offsets.push_back(layout.add(getElementBytes(type), getCapacity()));
  Value base = acquireWorkgroupMemory(b, layout.size(), "candidates");
  for (auto [type, offset] : llvm::zip_equal(types, offsets))
    words.emplace_back(advance(b, base, int64_t(offset)), type);
  places = words.pop_back_val();
}

void FewTaker::storePlaces(const Candidates &candidates) {
  b.whileLoop(
      {candidates.bits, candidates.before},
      [&](ValueRange values) { return b.ne(values.front(), 0); },
      [&](ValueRange values) {
        Value bits = values[0], number = values[1];
        Value item = math::CountTrailingZerosOp::create(b, bits);
        places->store(b, io.position(item), number);
        Value left = b.andi(bits, b.sub(bits, 1));
        return SmallVector<Value>{left, b.add(number, 1)};
      });
  kernel.barrier();
}

//===----------------------------------------------------------------------===//
// Ranks
//===----------------------------------------------------------------------===//

void FewTaker::forCandidates(Value count,
                             llvm::function_ref<void(Value)> body) {
  for (unsigned before = 0; before < getCapacity(); before += tile.blockSize) {
    Value number = b.add(kernel.threadId(), before);
    Value exists = b.ult(number, count);
    kernel.ifThen(exists, [&] { body(number); });
  }
}

ValueTuple FewTaker::loadItem(Value index) {
  return kernel.map(select.getPrologue(), kernel.loadElement(ins, index),
                    index);
}

SmallVector<Value> FewTaker::makeWords(Value place) {
  Value index = b.zextI64(place);
  Value code = select.encode(b, loadItem(index).front());
  if (!codeType.isInteger(32))
    return {code, place};
  // One comparison orders codes and places.
  Value high = b.shli(b.zextI64(code), 32);
  return {b.ori(high, index)};
}

Value FewTaker::countBefore(ArrayRef<Value> own, Value count) {
  Value zero = b.i32(0);
  return b
      .forEach(zero, count, 1, zero,
               [&](Value number, ValueRange values) {
                 SmallVector<Value> other = loadAll(b, words, number);
                 Value isBefore = b.ult(other.back(), own.back());
                 if (other.size() > 1) {
                   Value isLess = b.ult(other.front(), own.front());
                   Value isEqual = b.eq(other.front(), own.front());
                   isBefore = b.ori(isLess, b.andi(isEqual, isBefore));
                 }
                 return SmallVector<Value>{
                     b.add(values.front(), b.zextI32(isBefore))};
               })
      .front();
}

void FewTaker::storeRanked(Value count) {
  forCandidates(count, [&](Value number) {
    Value place = places->load(b, number);
    storeAll(b, words, makeWords(place), number);
  });
  kernel.barrier();
  forCandidates(count, [&](Value number) {
    SmallVector<Value> own = loadAll(b, words, number);
    Value rank = countBefore(own, count);
    Value place = places->load(b, number);
    Value isTaken = b.ult(rank, first);
    kernel.ifThen(isTaken,
                  [&] { storeAll(b, outs, loadItem(b.zextI64(place)), rank); });
  });
}

void FewTaker::emit() {
  loadCodes();
  Value bound = findBound();
  Candidates candidates = collectUpTo(bound);
  Value isKnown = b.ne(bound, none);
  Value fits = b.ule(candidates.count, getCapacity());
  SmallVector<Type> types(3, b.getI32Type());
  SmallVector<Value> chosen = b.select(
      b.andi(isKnown, fits), types, [&] { return candidates.get(); },
      [&] { return collectFewer(bound).get(); });
  candidates = {chosen[0], chosen[1], chosen[2]};
  acquireMemory();
  storePlaces(candidates);
  storeRanked(candidates.count);
}

void mlir::prim::emitRankFew(const RankSelect &select, const TileShape &tile,
                             Value row, Value size, KernelBuilder &kernel) {
  FewTaker(select, tile, kernel, row, size).emit();
}
