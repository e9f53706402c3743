//===- CooperativeSort.cpp - All digits of a sort in one launch *- C++ -*-===//
//
// Part of the prim project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All blocks run at once, and each has one tile. For every digit a block ranks
// its tile and tells all others how often it has each value of the digit. When
// all have done so, one read of all these counts gives it both where a value
// begins in the output and what the tiles before have of it: no histogram, and
// no look-back. It writes its items, and reads its tile again when all have.
//
// Counts go through no fold of a grid op over the tiles, whose words carry a
// status each reader looks at: behind a barrier counts are plain memory, of
// which a thread reads vectors, several tiles at once.
//
//===----------------------------------------------------------------------===//

#include "../Tile/TileIO.h"
#include "DeviceSort.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "prim/Dialect/Prim/Utils/CollectiveBuilders.h"

using namespace mlir;
using namespace mlir::prim;

namespace {

class CooperativeSorter {
public:
  CooperativeSorter(DeviceSortOp op, const RadixSort &sort, TileShape shape,
                    KernelBuilder &kernel)
      : op(op), sort(sort), shape(shape), kernel(kernel), b(kernel),
        i32(b.getI32Type()), share(BlockRadixRankOp::getDigitsPerThread(
                                 sort.digitBits, shape.blockSize)),
        places(kernel.workgroupArray(i32, sort.radix(), "places of digits")),
        round(kernel.workgroupArray(i32, 1, "round of barriers")) {}

  void emit();

private:
  using Values = SmallVector<Value>;

  Value mul(Value lhs, int64_t rhs) { return b.mul(lhs, rhs); }
  VectorType vectorOf(Type type) {
    return VectorType::get({shape.itemsPerThread}, type);
  }
  /// One for each digit that a thread owns.
  Type ownType() { return share == 1 ? i32 : VectorType::get({share}, i32); }
  Value digitOf(Value key) {
    return sort.codec.digit(b, key, shift, sort.digitBits);
  }
  /// Runs `body` in the threads that own digits, with the first digit.
  void inOwners(llvm::function_ref<void(Value)> body);

  /// Moves the items from `from` into order by one digit at `to`, bases per
  /// member.
  void sortByDigit(ValueRange from, ValueRange to, Value isLast);
  Value load(TileIO &io, Value base, unsigned member);
  /// The digits of keys. What lies past the end takes the last digit, behind
  /// all other items of it; no tile comes behind to ask how many there are.
  Value digitsOf(TileIO &io, Value keys);
  void store(TileIO &io, Value base, unsigned member, ValueRange items,
             ValueRange targets);
  /// Where in the output the items of this block with the digits of the calling
  /// thread begin.
  Value gatherStarts();
  /// How often the thread's digits occur in the tiles before this one, and in
  /// all.
  std::pair<Value, Value> gatherCounts();

  /// Sets this block's tile of a buffer in between to zero.
  void clearTile(Value base, unsigned member);
  /// Sets to zero what the blocks share, in the one that is the last to have
  /// asked for `ticket`.
  void clearShared(Value ticket);

  DeviceSortOp op;
  const RadixSort &sort;
  TileShape shape;
  KernelBuilder &kernel;
  CodeBuilder &b;
  Type i32;
  /// Digits of a thread.
  unsigned share;
  MemoryArray places;
  /// The round of barriers that the block is in, for its first thread.
  MemoryArray round;

  /// The counts of all blocks, i32 [blocks][radix], and the barrier's words.
  Value counts, state;
  /// Elements and the tile's first one, i64; blocks, the tile and the digit's
  /// first bit, i32.
  Value size, first, blocks, tile, shift;
  bool leavesZero = false;
};

} // namespace

void CooperativeSorter::inOwners(llvm::function_ref<void(Value)> body) {
  unsigned owners = sort.radix() / share;
  auto run = [&] { body(mul(kernel.threadId(), share)); };
  if (owners == shape.blockSize)
    run();
  else
    kernel.ifThen(b.ult(kernel.threadId(), owners), run);
}

//===----------------------------------------------------------------------===//
// Items
//===----------------------------------------------------------------------===//

Value CooperativeSorter::load(TileIO &io, Value base, unsigned member) {
  MemoryArray array(base, sort.types[member]);
  VectorType type = vectorOf(sort.types[member]);
  return io
      .fullOrPartial(type,
                     [&](bool isFull) {
                       Value valid = isFull ? Value() : io.count();
                       return packItems(b, io.load(array, valid), type);
                     })
      .front();
}

Value CooperativeSorter::digitsOf(TileIO &io, Value keys) {
  VectorType type = vectorOf(i32);
  return io
      .fullOrPartial(type,
                     [&](bool isFull) -> Values {
                       Values digits = llvm::map_to_vector(
                           unpackMember(b, keys),
                           [&](Value key) { return digitOf(key); });
                       Value last = b.i32(sort.radix() - 1);
                       if (!isFull)
                         for (auto [digit, isInside] :
                              llvm::zip_equal(digits, io.areValid()))
                           digit = b.select(isInside, digit, last);
                       return {vector::FromElementsOp::create(b, type, digits)};
                     })
      .front();
}

void CooperativeSorter::store(TileIO &io, Value base, unsigned member,
                              ValueRange items, ValueRange targets) {
  MemoryArray array(base, sort.types[member]);
  io.fullOrPartial([&](bool isFull) {
    for (auto [i, item] : llvm::enumerate(items)) {
      auto write = [&, i = i, item = item] {
        array.store(b, item, targets[i]);
      };
      if (isFull)
        write();
      else
        kernel.ifThen(
            b.ult(b.add(kernel.threadId(), int64_t(i) * shape.blockSize),
                  io.count()),
            write);
    }
  });
}

//===----------------------------------------------------------------------===//
// Counts
//===----------------------------------------------------------------------===//

std::pair<Value, Value> CooperativeSorter::gatherCounts() {
  // So many threads read a row, and groups of them rows in turns, some at once.
  unsigned radix = sort.radix();
  unsigned width = std::min(kernel.target().accessBytes / 4, radix);
  unsigned each = std::max(width, share), rowThreads = radix / each;
  unsigned groups = shape.blockSize / rowThreads;
  Value group = b.divui(kernel.threadId(), rowThreads);
  Value column = mul(b.remui(kernel.threadId(), rowThreads), each);
  VectorType type = VectorType::get({width}, i32);
  Value none = b.zero(type);
  MemoryArray rows(counts, i32, 4 * width);
  unsigned parts = each / width;
  Value last = b.sub(blocks, 1);
  auto addRows = [&](Value begin, ValueRange sums) {
    Value row = b.add(begin, group);
    Values found, numbers;
    for (unsigned i = 0; i < cooperativeRowsAtOnce; ++i) {
      Value number = b.add(row, int64_t(i) * groups);
      Value start = b.add(mul(b.minui(number, last), radix), column);
      for (unsigned part = 0; part < parts; ++part)
        found.push_back(rows.loadVector(b, b.add(start, part * width), width));
      numbers.push_back(number);
    }
    Values results(sums);
    for (unsigned i = 0; i < cooperativeRowsAtOnce; ++i) {
      Value isBefore = b.ult(numbers[i], tile);
      Value exists = b.ult(numbers[i], blocks);
      for (unsigned part = 0; part < parts; ++part) {
        Value read = found[i * parts + part];
        Value &before = results[part], &all = results[parts + part];
        before = b.add(before, b.select(isBefore, read, none));
        all = b.add(all, b.select(exists, read, none));
      }
    }
    return results;
  };
  // The counts of the tiles before, and those of all.
  Values sums =
      b.forEach(b.i32(0), blocks, int64_t(groups) * cooperativeRowsAtOnce,
                Values(2 * parts, none), addRows);

  // From groups to the threads that own the digits.
  int64_t half = int64_t(4) * groups * radix;
  Value base = acquireWorkgroupMemory(b, 2 * half, "counts of several blocks");
  SmallVector<MemoryArray> halves;
  for (int64_t offset : {int64_t(0), half})
    halves.emplace_back(advance(b, base, offset), i32, 4 * width);
  auto hand = [&] {
    Value start = b.add(mul(group, radix), column);
    for (unsigned part = 0; part < parts; ++part)
      for (unsigned i : {0, 1})
        halves[i].storeVector(b, sums[i * parts + part],
                              b.add(start, part * width));
  };
  if (groups * rowThreads == shape.blockSize)
    hand();
  else
    kernel.ifThen(b.ult(group, groups), hand);
  kernel.barrier();
  Value zero = b.zero(ownType());
  auto addGroups = [&] {
    Values totals(2, zero);
    Value own = mul(kernel.threadId(), share);
    for (unsigned i : {0, 1}) {
      MemoryArray array(halves[i].getBase(), i32, 4 * std::min(share, width));
      for (unsigned from = 0; from < groups; ++from) {
        Value start = b.add(own, int64_t(from) * radix);
        Value read = share == 1 ? array.load(b, start)
                                : array.loadVector(b, start, share);
        totals[i] = b.add(totals[i], read);
      }
    }
    return totals;
  };
  Values totals =
      b.select(b.ult(kernel.threadId(), radix / share), {ownType(), ownType()},
               addGroups, [&] { return Values(2, zero); });
  return {totals[0], totals[1]};
}

Value CooperativeSorter::gatherStarts() {
  auto [before, all] = gatherCounts();
  Value starts = createBlockScan(b, Combiner(CombinerKind::Add, i32),
                                 ScanMode::Exclusive, all)
                     .getResult(0);
  return b.add(starts, before);
}

//===----------------------------------------------------------------------===//
// A digit
//===----------------------------------------------------------------------===//

void CooperativeSorter::sortByDigit(ValueRange from, ValueRange to,
                                    Value isLast) {
  TileIO io(kernel, shape, /*vector=*/1, /*reverse=*/false, size, first);
  Value loaded = load(io, from.front(), /*member=*/0);
  auto rank = BlockRadixRankOp::create(b, digitsOf(io, loaded), sort.digitBits,
                                       /*valid=*/Value(), share,
                                       /*rowVector=*/1);
  {
    OpBuilder::InsertionGuard guard(b);
    Value own = b.addBlock(rank.getCounted(), ownType())->getArgument(0);
    inOwners([&](Value digit) {
      MemoryArray row =
          MemoryArray(counts, i32,
                      4 * std::min(share, kernel.target().accessBytes / 4))
              .from(b, mul(tile, sort.radix()));
      if (share == 1)
        row.store(b, own, digit);
      else
        row.storeVector(b, own, digit);
    });
    Value arrived = GridArriveOp::create(b, state);
    kernel.ifThen(kernel.isFirstThread(), [&] { round.store(b, arrived, 0); });
    YieldOp::create(b);
  }
  Values keys = moveToRanks(b, loaded, rank.getRanks());
  // Only this block reads its tile, and has read it: now it can be cleared.
  bool clears = leavesZero && sort.buffers;
  if (clears)
    kernel.ifThen(isLast, [&] { clearTile(from.front(), /*member=*/0); });
  GridWaitOp::create(b, round.load(b, 0), state);
  Value starts = gatherStarts();
  // Who has read all counts will not come back to them.
  Value finished;
  auto ask = [&]() -> Values {
    return {GridTicketRequestOp::create(
        b, advance(b, state, cooperativeFinishedOffset))};
  };
  auto askNothing = [&]() -> Values { return {b.i32(0)}; };
  if (leavesZero)
    finished = b.select(isLast, i32, ask, askNothing).front();
  // Where the digits' items go less where they lie in the tile.
  Values offsets = unpackMember(b, b.sub(starts, rank.getDigitStarts()));
  inOwners([&](Value digit) {
    for (auto [i, offset] : llvm::enumerate(offsets))
      places.store(b, offset, b.add(digit, i));
  });
  kernel.barrier();
  Values targets;
  for (auto [i, key] : llvm::enumerate(keys)) {
    Value position = b.add(kernel.threadId(), int64_t(i) * shape.blockSize);
    targets.push_back(b.add(places.load(b, digitOf(key)), position));
  }
  auto storeKeys = [&] { store(io, to.front(), /*member=*/0, keys, targets); };
  // The keys that the digit before the previous one left there are not read
  // again.
  auto dropKeys = [&] {
    if (leavesZero && sort.numDigits > 2)
      clearTile(to.front(), /*member=*/0);
  };
  if (sort.discardsKeys)
    kernel.ifThen(isLast, dropKeys, storeKeys);
  else
    storeKeys();
  for (unsigned member = 1; member < sort.members(); ++member)
    store(io, to[member], member,
          moveToRanks(b, load(io, from[member], member), rank.getRanks()),
          targets);

  auto leaveClean = [&] {
    if (!leavesZero)
      return;
    if (clears)
      for (unsigned member = 1; member < sort.members(); ++member)
        clearTile(from[member], member);
    clearShared(finished);
  };
  kernel.ifThen(isLast, leaveClean, [&] { GridBarrierOp::create(b, state); });
}

//===----------------------------------------------------------------------===//
// The workspace
//===----------------------------------------------------------------------===//

void CooperativeSorter::clearTile(Value base, unsigned member) {
  Type type = sort.types[member];
  TileIO io(kernel, shape,
            TileIO::getRowVector(kernel.target(), op.getIns()[member], shape),
            /*reverse=*/false, size, first);
  Value zero = b.zero(type);
  io.store(MemoryArray(base, type),
           SmallVector<ValueTuple>(shape.itemsPerThread, ValueTuple{zero}));
}

void CooperativeSorter::clearShared(Value ticket) {
  Value number = GridTicketWaitOp::create(b, ticket);
  Value isLast = b.eq(number, b.sub(blocks, 1));
  kernel.ifThen(isLast, [&] {
    Value zero = b.i32(0);
    kernel.ifThen(kernel.isFirstThread(), [&] {
      for (unsigned offset = 0; offset < cooperativeStateBytes; offset += 4)
        StoreOp::create(b, zero, state, b.i32(offset));
    });
    unsigned width = std::min(kernel.target().accessBytes / 4, sort.radix());
    MemoryArray array(counts, i32, 4 * width);
    Value none = b.zero(VectorType::get({width}, i32));
    Value first = mul(kernel.threadId(), width);
    kernel.forEach(first, mul(blocks, sort.radix()),
                   int64_t(shape.blockSize) * width,
                   [&](Value place) { array.storeVector(b, none, place); });
  });
}

void CooperativeSorter::emit() {
  Values bases;
  for (const BasesParam &param :
       {SortParams::sources, SortParams::destinations, SortParams::others})
    for (unsigned member = 0; member < sort.members(); ++member)
      bases.push_back(kernel.param(param, member));
  state = kernel.argument(LaunchValue::region(Tickets));
  counts = kernel.argument(LaunchValue::region(sort.counts));
  size = kernel.elements();
  blocks = b.trunci(i32, kernel.blocks());
  tile = kernel.blockId();
  first = b.mul(b.zextI64(tile), shape.items());
  leavesZero = op.getWorkspace() && op.getInitialized();

  // A loop: a copy of the code for each digit would have to be fetched, too.
  unsigned members = sort.members();
  auto takeDigit = [&](Value digit, ValueRange bases) {
    // As KeyCodec::getDigitShift() has it.
    shift = b.minui(b.add(mul(digit, sort.digitBits), sort.codec.getBeginBit()),
                    sort.codec.getEndBit() - sort.digitBits);
    Value isLast = b.eq(digit, sort.numDigits - 1);
    ValueRange from = bases.take_front(members);
    ValueRange to = bases.slice(members, members);
    ValueRange other = bases.take_back(members);
    sortByDigit(from, to, isLast);
    Values next(to);
    llvm::append_range(next, other);
    llvm::append_range(next, to);
    return next;
  };
  b.forEach(b.i32(0), sort.numDigits, 1, bases, takeDigit);
}

void mlir::prim::emitSortCooperative(DeviceSortOp op, const RadixSort &sort,
                                     TileShape tile, KernelBuilder &kernel) {
  CooperativeSorter(op, sort, tile, kernel).emit();
}
