//===- ResidentSort.cpp - All digits of a sort in one launch *- C++ -*-===//
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
// That is no fold of a grid op over the tiles, whose words carry a status each
// reader looks at: behind a barrier counts are plain memory, of which a thread
// reads vectors, several tiles at once.
//
//===----------------------------------------------------------------------===//

#include "DeviceSort.h"
#include "TileIO.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "prim/Dialect/Prim/Utils/CollectiveBuilders.h"

using namespace mlir;
using namespace mlir::prim;
using arith::CmpIPredicate;

namespace {

class ResidentSorter {
public:
  ResidentSorter(DeviceSortOp op, const RadixSort &sort, TileShape shape,
                 KernelBuilder &kernel)
      : op(op), sort(sort), shape(shape), kernel(kernel), b(kernel.b()),
        loc(kernel.loc()), i32(b.getI32Type()),
        share(BlockRadixRankOp::getDigitsPerThread(sort.digitBits,
                                                   shape.blockSize)),
        places(kernel.workgroupArray(i32, sort.radix(), "places of digits")),
        round(kernel.workgroupArray(i32, 1, "round of barriers")) {}

  void emit();

private:
  using Values = SmallVector<Value>;

  Value constant(int64_t value) { return createI32(b, loc, value); }
  Value add(Value lhs, Value rhs) {
    return arith::AddIOp::create(b, loc, lhs, rhs);
  }
  Value sub(Value lhs, Value rhs) {
    return arith::SubIOp::create(b, loc, lhs, rhs);
  }
  Value mul(Value lhs, int64_t rhs) {
    return arith::MulIOp::create(b, loc, lhs, constant(rhs));
  }
  Value isLess(Value lhs, Value rhs) {
    return arith::CmpIOp::create(b, loc, CmpIPredicate::ult, lhs, rhs);
  }
  VectorType vectorOf(Type type) {
    return VectorType::get({shape.itemsPerThread}, type);
  }
  /// One for each digit that a thread looks after.
  Type ownType() { return share == 1 ? i32 : VectorType::get({share}, i32); }
  Value digitOf(Value key) {
    return sort.codec.digit(b, loc, key, shift, sort.digitBits);
  }
  Values split(Value items) {
    return llvm::map_to_vector(
        unpackItems(b, loc, items),
        [](const ValueTuple &item) { return item.front(); });
  }
  /// Runs `body` in the threads that look after digits, with the first one.
  void inOwners(llvm::function_ref<void(Value)> body);

  /// Moves the items from `from` into order by one digit at `to`, bases per
  /// member.
  void sortByDigit(ValueRange from, ValueRange to, Value isLast);
  Value load(TileIO &io, Value base, unsigned member);
  /// The digits of keys. What lies past the end takes the last digit, behind
  /// all other items of it; no tile comes behind to ask how many there are.
  Value digitsOf(TileIO &io, Value keys);
  Values move(Value items, Value ranks);
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
  OpBuilder &b;
  Location loc;
  Type i32;
  /// Digits of a thread.
  unsigned share;
  MemoryArray places;
  /// The round of barriers that the block is in, for its first thread.
  MemoryArray round;

  /// Of all blocks: i32 [blocks][radix]; and the words that they wait by.
  Value counts, state;
  /// Elements and the tile's first one, i64; blocks, the tile and the digit's
  /// first bit, i32.
  Value size, first, blocks, tile, shift;
  bool leavesZero = false;
};

} // namespace

void ResidentSorter::inOwners(llvm::function_ref<void(Value)> body) {
  unsigned owners = sort.radix() / share;
  auto run = [&] { body(mul(kernel.threadId(), share)); };
  if (owners == shape.blockSize)
    run();
  else
    kernel.ifThen(isLess(kernel.threadId(), constant(owners)), run);
}

//===----------------------------------------------------------------------===//
// Items
//===----------------------------------------------------------------------===//

Value ResidentSorter::load(TileIO &io, Value base, unsigned member) {
  MemoryArray array(base, sort.types[member]);
  VectorType type = vectorOf(sort.types[member]);
  return io
      .byCase(type,
              [&](bool isFull) {
                Value valid = isFull ? Value() : io.count();
                return packItems(b, loc, io.load(array, valid), type);
              })
      .front();
}

Value ResidentSorter::digitsOf(TileIO &io, Value keys) {
  VectorType type = vectorOf(i32);
  return io
      .byCase(type,
              [&](bool isFull) -> Values {
                Values digits = llvm::map_to_vector(
                    split(keys), [&](Value key) { return digitOf(key); });
                Value last = constant(sort.radix() - 1);
                if (!isFull)
                  for (auto [digit, isInside] :
                       llvm::zip_equal(digits, io.areValid()))
                    digit =
                        arith::SelectOp::create(b, loc, isInside, digit, last);
                return {vector::FromElementsOp::create(b, loc, type, digits)};
              })
      .front();
}

SmallVector<Value> ResidentSorter::move(Value items, Value ranks) {
  return split(moveToRanks(b, loc, items, ranks));
}

void ResidentSorter::store(TileIO &io, Value base, unsigned member,
                           ValueRange items, ValueRange targets) {
  MemoryArray array(base, sort.types[member]);
  io.byCase({}, [&](bool isFull) {
    for (auto [i, item] : llvm::enumerate(items)) {
      auto write = [&, i = i, item = item] {
        array.store(b, loc, item, targets[i]);
      };
      if (isFull)
        write();
      else
        kernel.ifThen(isLess(add(kernel.threadId(),
                                 constant(int64_t(i) * shape.blockSize)),
                             io.count()),
                      write);
    }
    return Values();
  });
}

//===----------------------------------------------------------------------===//
// Counts
//===----------------------------------------------------------------------===//

std::pair<Value, Value> ResidentSorter::gatherCounts() {
  // So many threads read a row, and groups of them rows in turns, some at once.
  unsigned radix = sort.radix();
  unsigned width = std::min(kernel.target().accessBytes / 4, radix);
  unsigned each = std::max(width, share), rowThreads = radix / each;
  unsigned groups = shape.blockSize / rowThreads;
  Value group =
      arith::DivUIOp::create(b, loc, kernel.threadId(), constant(rowThreads));
  Value column = mul(
      arith::RemUIOp::create(b, loc, kernel.threadId(), constant(rowThreads)),
      each);
  VectorType type = VectorType::get({width}, i32);
  Value none = arith::ConstantOp::create(b, loc, b.getZeroAttr(type));
  MemoryArray rows(counts, i32, 4 * width);
  unsigned parts = each / width;
  // Those of the tiles before, and those of all.
  Values sums(2 * parts, none);
  Value last = sub(blocks, constant(1));
  auto loop =
      scf::ForOp::create(b, loc, constant(0), blocks,
                         constant(int64_t(groups) * residentRowsAtOnce), sums);
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(loop.getBody());
    Value row = add(loop.getInductionVar(), group);
    Values found, numbers;
    for (unsigned i = 0; i < residentRowsAtOnce; ++i) {
      Value number = add(row, constant(int64_t(i) * groups));
      Value start =
          add(mul(arith::MinUIOp::create(b, loc, number, last), radix), column);
      for (unsigned part = 0; part < parts; ++part)
        found.push_back(
            rows.loadVector(b, loc, add(start, constant(part * width)), width));
      numbers.push_back(number);
    }
    Values results(loop.getRegionIterArgs());
    for (unsigned i = 0; i < residentRowsAtOnce; ++i) {
      Value isBefore = isLess(numbers[i], tile);
      Value exists = isLess(numbers[i], blocks);
      for (unsigned part = 0; part < parts; ++part) {
        Value read = found[i * parts + part];
        Value &before = results[part], &all = results[parts + part];
        before =
            add(before, arith::SelectOp::create(b, loc, isBefore, read, none));
        all = add(all, arith::SelectOp::create(b, loc, exists, read, none));
      }
    }
    scf::YieldOp::create(b, loc, results);
  }

  // From groups to those who look after the digits.
  int64_t half = int64_t(4) * groups * radix;
  Value base =
      acquireWorkgroupMemory(b, loc, 2 * half, "counts of several blocks");
  SmallVector<MemoryArray> halves;
  for (int64_t offset : {int64_t(0), half})
    halves.emplace_back(advance(b, loc, base, offset), i32, 4 * width);
  auto hand = [&] {
    Value start = add(mul(group, radix), column);
    for (unsigned part = 0; part < parts; ++part)
      for (unsigned i : {0, 1})
        halves[i].storeVector(b, loc, loop.getResult(i * parts + part),
                              add(start, constant(part * width)));
  };
  if (groups * rowThreads == shape.blockSize)
    hand();
  else
    kernel.ifThen(isLess(group, constant(groups)), hand);
  kernel.barrier();
  Value zero = arith::ConstantOp::create(b, loc, b.getZeroAttr(ownType()));
  auto sum =
      scf::IfOp::create(b, loc, TypeRange{ownType(), ownType()},
                        isLess(kernel.threadId(), constant(radix / share)),
                        /*addThenBlock=*/true, /*addElseBlock=*/true);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(sum.elseBlock());
  scf::YieldOp::create(b, loc, ValueRange{zero, zero});
  b.setInsertionPointToStart(sum.thenBlock());
  Values totals(2, zero);
  Value own = mul(kernel.threadId(), share);
  for (unsigned i : {0, 1}) {
    MemoryArray array(halves[i].getBase(), i32, 4 * std::min(share, width));
    for (unsigned from = 0; from < groups; ++from) {
      Value start = add(own, constant(int64_t(from) * radix));
      Value read = share == 1 ? array.load(b, loc, start)
                              : array.loadVector(b, loc, start, share);
      totals[i] = add(totals[i], read);
    }
  }
  scf::YieldOp::create(b, loc, totals);
  return {sum.getResult(0), sum.getResult(1)};
}

Value ResidentSorter::gatherStarts() {
  auto [before, all] = gatherCounts();
  Value starts = createBlockScan(b, loc, Combiner(CombinerKind::Add, i32),
                                 ScanMode::Exclusive, all)
                     .getResult(0);
  return add(starts, before);
}

//===----------------------------------------------------------------------===//
// A digit
//===----------------------------------------------------------------------===//

void ResidentSorter::sortByDigit(ValueRange from, ValueRange to, Value isLast) {
  TileIO io(kernel, shape, /*vector=*/1, /*reverse=*/false, size, first);
  Value loaded = load(io, from.front(), /*member=*/0);
  auto rank = BlockRadixRankOp::create(b, loc, digitsOf(io, loaded),
                                       sort.digitBits, /*valid=*/Value(), share,
                                       /*rowVector=*/1);
  {
    OpBuilder::InsertionGuard guard(b);
    Value own =
        b.createBlock(&rank.getCounted(), {}, ownType(), loc)->getArgument(0);
    inOwners([&](Value digit) {
      MemoryArray row =
          MemoryArray(counts, i32,
                      4 * std::min(share, kernel.target().accessBytes / 4))
              .from(b, loc, mul(tile, sort.radix()));
      if (share == 1)
        row.store(b, loc, own, digit);
      else
        row.storeVector(b, loc, own, digit);
    });
    Value arrived = GridArriveOp::create(b, loc, state);
    kernel.ifThen(kernel.isFirstThread(),
                  [&] { round.store(b, loc, arrived, constant(0)); });
    YieldOp::create(b, loc);
  }
  Values keys = move(loaded, rank.getRanks());
  // Nobody but this block reads its tile, which it has: a good time to clear
  // it.
  bool clears = leavesZero && sort.buffers;
  if (clears)
    kernel.ifThen(isLast, [&] { clearTile(from.front(), /*member=*/0); });
  GridWaitOp::create(b, loc, round.load(b, loc, constant(0)), state);
  Value starts = gatherStarts();
  // Who has read all counts will not come back to them.
  Value finished;
  if (leavesZero) {
    auto asks = scf::IfOp::create(b, loc, i32, isLast, /*addThenBlock=*/true,
                                  /*addElseBlock=*/true);
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(asks.thenBlock());
    Value ticket = GridTicketRequestOp::create(
        b, loc, advance(b, loc, state, residentFinishedOffset));
    scf::YieldOp::create(b, loc, ticket);
    b.setInsertionPointToStart(asks.elseBlock());
    scf::YieldOp::create(b, loc, constant(0));
    finished = asks.getResult(0);
  }
  // Where the digits' items go less where they lie in the tile.
  Values offsets = split(sub(starts, rank.getDigitStarts()));
  inOwners([&](Value digit) {
    for (auto [i, offset] : llvm::enumerate(offsets))
      places.store(b, loc, offset, add(digit, constant(i)));
  });
  kernel.barrier();
  Values targets;
  for (auto [i, key] : llvm::enumerate(keys)) {
    Value position =
        add(kernel.threadId(), constant(int64_t(i) * shape.blockSize));
    targets.push_back(add(places.load(b, loc, digitOf(key)), position));
  }
  auto storeKeys = [&] { store(io, to.front(), /*member=*/0, keys, targets); };
  if (sort.discardsKeys) {
    // Nobody reads what the digit before the one before has left there.
    auto discards = scf::IfOp::create(b, loc, isLast, /*withElseRegion=*/true);
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(discards.thenBlock());
    if (leavesZero && sort.numDigits > 2)
      clearTile(to.front(), /*member=*/0);
    b.setInsertionPointToStart(discards.elseBlock());
    storeKeys();
  } else {
    storeKeys();
  }
  for (unsigned member = 1; member < sort.members(); ++member)
    store(io, to[member], member,
          move(load(io, from[member], member), rank.getRanks()), targets);

  auto next = scf::IfOp::create(b, loc, isLast, /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(next.elseBlock());
  GridBarrierOp::create(b, loc, state);
  b.setInsertionPointToStart(next.thenBlock());
  if (!leavesZero)
    return;
  if (clears)
    for (unsigned member = 1; member < sort.members(); ++member)
      clearTile(from[member], member);
  clearShared(finished);
}

//===----------------------------------------------------------------------===//
// The workspace
//===----------------------------------------------------------------------===//

void ResidentSorter::clearTile(Value base, unsigned member) {
  Type type = sort.types[member];
  TileIO io(kernel, shape,
            TileIO::getRowVector(kernel.target(), op.getIns()[member], shape),
            /*reverse=*/false, size, first);
  Value zero = arith::ConstantOp::create(b, loc, b.getZeroAttr(type));
  io.store(MemoryArray(base, type),
           SmallVector<ValueTuple>(shape.itemsPerThread, ValueTuple{zero}));
}

void ResidentSorter::clearShared(Value ticket) {
  Value number = GridTicketWaitOp::create(b, loc, ticket);
  Value isLast = arith::CmpIOp::create(b, loc, CmpIPredicate::eq, number,
                                       sub(blocks, constant(1)));
  kernel.ifThen(isLast, [&] {
    Value zero = constant(0);
    kernel.ifThen(kernel.isFirstThread(), [&] {
      for (unsigned offset = 0; offset < residentStateBytes; offset += 4)
        StoreOp::create(b, loc, zero, state, constant(offset));
    });
    unsigned width = std::min(kernel.target().accessBytes / 4, sort.radix());
    MemoryArray array(counts, i32, 4 * width);
    Value none = arith::ConstantOp::create(
        b, loc, b.getZeroAttr(VectorType::get({width}, i32)));
    auto loop = scf::ForOp::create(b, loc, mul(kernel.threadId(), width),
                                   mul(blocks, sort.radix()),
                                   constant(int64_t(shape.blockSize) * width));
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(loop.getBody());
    array.storeVector(b, loc, none, loop.getInductionVar());
  });
}

void ResidentSorter::emit() {
  Values bases;
  for (unsigned i = 0; i < 3 * sort.members(); ++i)
    bases.push_back(kernel.ownBase(i));
  state = kernel.argument(LaunchValue::region(Tickets));
  counts = kernel.argument(LaunchValue::region(sort.counts));
  size = kernel.elements();
  blocks = arith::TruncIOp::create(b, loc, i32, kernel.blocks());
  tile = kernel.blockId();
  first = arith::MulIOp::create(
      b, loc, arith::ExtUIOp::create(b, loc, b.getI64Type(), tile),
      createI64(b, loc, shape.items()));
  leavesZero = op.getWorkspace() && op.getInitialized();

  // A loop: a copy of the code for each digit would have to be fetched, too.
  unsigned members = sort.members();
  auto loop = scf::ForOp::create(b, loc, constant(0), constant(sort.numDigits),
                                 constant(1), bases);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  Value digit = loop.getInductionVar();
  // As KeyCodec::getDigitShift() has it.
  shift = arith::MinUIOp::create(
      b, loc,
      add(mul(digit, sort.digitBits), constant(sort.codec.getBeginBit())),
      constant(sort.codec.getEndBit() - sort.digitBits));
  Value isLast = arith::CmpIOp::create(b, loc, CmpIPredicate::eq, digit,
                                       constant(sort.numDigits - 1));
  ValueRange args = loop.getRegionIterArgs();
  ValueRange from = args.take_front(members);
  ValueRange to = args.slice(members, members);
  ValueRange other = args.take_back(members);
  sortByDigit(from, to, isLast);
  Values next(to);
  llvm::append_range(next, other);
  llvm::append_range(next, to);
  b.setInsertionPointToEnd(loop.getBody());
  scf::YieldOp::create(b, loc, next);
}

void mlir::prim::emitSortResident(DeviceSortOp op, const RadixSort &sort,
                                  TileShape tile, KernelBuilder &kernel) {
  ResidentSorter(op, sort, tile, kernel).emit();
}
